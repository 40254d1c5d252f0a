"""A question as it is put: who is asked, what about, what lies on the table, and the answers there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rich.text import Text as Rich

from arbitre.dsl.core import NONE
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.requests import Option, Request
from arbitre.interpreter.state.trace import Record
from arbitre.interpreter.state.visibility import may_see
from arbitre.session.dialogue.foreseen import Foreseen
from arbitre.session.dialogue.labels import Calling, cell_label, plain
from arbitre.session.dialogue.menus import Menu, calling, menu_of
from arbitre.session.dialogue.parameters import asked_for
from arbitre.session.dialogue.told_apart import differing
from arbitre.story.boards.pieces import standing
from arbitre.story.story import Story
from arbitre.story.turns import told_by
from arbitre.words.phrases import of

CELLS = 40  # answers that are not listed if they are cells alone, which the board marks
SHORT = 6  # characters of what is said beside an answer that still stands in a column: a chance


@dataclass
class Question:
    """What is shown of a request: its sentence, its options with what is said of each."""

    match: Match
    request: Request
    story: Story
    menu: Menu | None = None
    names: Calling | None = None

    def __post_init__(self) -> None:
        self.menu = menu_of(self.match, self.request)
        self.names = calling(self.match, self.request)

    @cached_property
    def foresight(self) -> Foreseen:
        """What each answer leads to; nobody waits for it who does not ask."""
        return Foreseen(self.match, self.request, self.story.lang)

    @cached_property
    def hints(self) -> list[str]:
        """What the rulebook says of each option in short, to stand on a board."""
        return [self.foresight.hint(n) for n in range(len(self.request.options))]

    @cached_property
    def about(self) -> list[str]:
        """That, and the throws that come: beside each option; empty where nothing is said of any."""
        said = self.hints if self.request.acts else list(self.foresight.all())
        return said if any(said) else []

    def word(self, key: str, **parts: object) -> str:
        return of(self.story.lang).say(f"ask.{key}", **parts)

    @property
    def default(self) -> int | None:
        """What Enter takes: what silence means, where the rulebook says so, or the only answer; a parameter of an action has none."""
        request = self.request
        return None if request.about or (request.assumed and len(request.options) > 1) else request.default

    @property
    def called_default(self) -> str:
        return self.title(self.default) if self.default is not None else ""

    # ------------------------------------------------------------------------------------ the sentence

    def sentence(self) -> str:
        """Who is asked, and what: ``Red, who acts, and what does he do?``"""
        colon, who = self.story.say("colon"), self.story.seat(self.request.seat)
        what = self.what()
        thrown = self.thrown()
        end = "" if what.endswith("?") else self.story.say("story.asks")
        return f"{who}{colon}{what}{end}" + (f" ({thrown})" if thrown else "")

    def names_asker(self, said: str) -> bool:
        """Does a line say but the name of whoever is asked?"""
        match, seat = self.match, self.request.seat
        own = (match.seat_name(seat), *match.machine.row_title(match.program.seats, seat).every)
        return plain(said) in map(plain, own)

    def what(self) -> str:
        request, title = self.request, self.story.of(self.request.title)
        if request.asks:
            return self.story.of(request.asks)
        if request.about:
            return self.parameter()
        if title:
            return title
        if request.acts and self.menu is not None:
            if self.menu.only is not None:
                if (self.menu.only.domain, self.menu.only.value) == (self.match.program.seats, request.seat):
                    return self.word("orders" if request.secret else "own")
                return self.word("one", actor=self.placed(self.menu.only))
            return self.word("orders" if request.secret else "menu")
        return self.story.title(request.decision)

    def parameter(self) -> str:
        """What is asked of an action once it is chosen: who does it, where to, with which of several things."""
        request = self.request
        action, *told = request.about
        told = [(name, key) for name, key in told if key != self.match.seat_name(request.seat)]  # he knows that it is he
        said = [self.story.title(action[1]), *(self.story.called(key) for _, key in told)]
        if len(said) > 1:
            said[0], said[1] = said[1], said[0]
        asked = asked_for(self.match, request, self.story, first=not told)
        return f"{', '.join(said)} – {asked}"

    def placed(self, option: Option) -> str:
        """A piece with where it stands, as far as the side may see it."""
        title = self.story.of(option.title, option.key)
        for domain in self.match.program.domains:
            if domain.board is None:
                continue
            for piece in standing(self.match, domain.index, self.request.seat):
                if (piece.domain, piece.row) == (option.domain, option.value):
                    where = self.story.row(domain.index, piece.cell)
                    return f"{title} {where}" if where.startswith("(") else f"{title} ({where})"
        return title

    def thrown(self) -> str:
        """The dice that lie on the table, where the question comes after a throw."""
        if self.request.path:
            return ""
        last, draws = list[Record](), told_by(self.match.machine).draws
        for record in self.match.abandoned:
            if record.place in draws:  # what is drawn by lot is told, and its number says nothing
                last = []
            elif record.kind == "roll" and may_see(record.audience, self.request.seat):
                last = [*last, record] if last and last[-1].name == record.name else [record]
            elif record.kind == "choice":
                last = []
        if not last:
            return ""
        faces = " ".join(str(face) for record in last for face in record.data["faces"])
        return self.word("thrown", what=self.story.title(last[0].name), faces=faces)

    # ------------------------------------------------------------------------------------ the answers

    def lines(self, width: int) -> list[Rich]:
        """The answers; a menu of actions names who can do each."""
        return self.menu_lines() if self.menu is not None and self.menu.only is None and self.menu.actors else self.option_lines(width)

    def title(self, position: int) -> str:
        option = self.request.options[position]
        return self.story.of(option.title, option.key)

    def mark(self, position: int) -> str:
        """What stands behind the answer that Enter takes."""
        return f" {self.word('enter')}" if position == self.default else ""

    def menu_lines(self) -> list[Rich]:
        assert self.menu is not None and self.names is not None
        wide = max(len(self.title(n) + self.mark(n)) for n in range(len(self.request.options))) + 2
        labels = self.names.labels()
        out = []
        for position in range(len(self.request.options)):
            label = f"{labels[position]:>3}  " if any(labels) else "  "
            line = Rich(f"{label}{self.title(position)}{self.mark(position)}".ljust(wide + len(label)))
            line.append(self.actors_said(self.menu.actors.get(position, ())), "dim")
            line.rstrip()
            out.append(line)
        return out

    def actors_said(self, actors: Sequence[Option]) -> str:
        """Those who can do something: by their numbers where they have some."""
        if not actors:
            return ""
        from arbitre.session.dialogue.labels import numbers_of

        numbers = numbers_of(self.match, actors)
        if numbers is None or any(number is None for number in numbers):
            return ", ".join(self.story.of(one.title, one.key) for one in actors)
        return spans(sorted(number for number in numbers if number is not None))

    def option_lines(self, width: int) -> list[Rich]:
        """The answers with their numbers; short ones side by side, those that much is said of in a line each."""
        assert self.names is not None
        if self.all_cells():
            first = self.title(len(self.request.options) // 2)
            return [Rich("  " + self.word("cells", n=len(self.request.options), cell=first))]
        labels, rows = self.names.labels(), []
        apart_by = differing(self.match, self.request, self.story)
        for position, option in enumerate(self.request.options):
            title, cell = self.title(position), cell_label(self.match, option)
            title += f" {cell}" if cell not in ("", title) else ""
            if title == labels[position]:
                title = ""
            title += f"  {apart_by[option.value]}" if option.domain != NONE and option.value in apart_by else ""
            about = self.about[position] if self.about else ""
            rows.append((f"{labels[position]:>3}  {title}{self.mark(position)}".rstrip(), about))
        if all(len(about) <= SHORT for _, about in rows):
            wide = max(len(row) for row, _ in rows)
            rows = [(f"{row.ljust(wide)}  {about}" if about else row, "") for row, about in rows]
        wide = max(len(row) for row, _ in rows) + 3
        apart = any(about for _, about in rows)
        columns = max(1, min(6, (width - 2) // wide)) if len(rows) > 8 and not apart else 1
        height = -(-len(rows) // columns)
        out = []
        for at in range(height):
            line = Rich("".join(row.ljust(wide) for row, _ in rows[at::height]).rstrip())
            line.append(f"  {rows[at][1]}" if apart and rows[at][1] else "", "dim")
            out.append(line)
        return out

    def all_cells(self) -> bool:
        """Are the answers so many cells that a list says less than the board, which marks them?"""
        if len(self.request.options) < CELLS or self.about or self.default is not None:
            return False
        kinds = {option.domain for option in self.request.options}
        return len(kinds) == 1 and NONE not in kinds and self.match.program.domains[kinds.pop()].board is not None


def spans(numbers: Sequence[int]) -> str:
    """``1, 2, 3, 5`` as ``1–3, 5``."""
    groups: list[list[int]] = []
    for number in numbers:
        if groups and number == groups[-1][1] + 1:
            groups[-1][1] = number
        else:
            groups.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}, {b}" if b == a + 1 else f"{a}–{b}" for a, b in groups)
