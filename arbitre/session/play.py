"""A match in the terminal: people answer, bots answer, and the story is told."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path
from typing import Any

from rich.text import Text as Rich

from arbitre.opening.books import Refused, refused
from arbitre.opening.files import check_save
from arbitre.opening.sides import HUMAN, USUAL, take_back
from arbitre.session.explanations import Explanations
from arbitre.session.records import RecordFile
from arbitre.story.marks import palette
from arbitre.story.pieces import Notes, legend, notes_of
from arbitre.story.screen import Screen
from arbitre.story.story import Story
from arbitre.story.telling import Teller
from arbitre.story.watch import rescued
from arbitre.words.phrases import later, of, reason
from arbitre.words.terminal import Terminal
from dsl.core import NONE
from dsl.diagnostics.said import tell
from dsl.modules.rulebook import Rulebook
from interpreter.match.match import Match
from interpreter.match.save import save
from interpreter.play.bots import hints_of
from interpreter.play.choosing import choose
from interpreter.state.errors import AnswerError, RulebookError
from interpreter.state.requests import Option, Request
from interpreter.state.visibility import REFEREE

SHORT = 6  # characters of what is said beside an answer that still stands in a column: a chance


def is_cell(key: str, said: str) -> bool:
    """Are both the same cell?  ``21 7``, ``21,7`` or ``(21, 7, 0)`` for ``(21, 7, 0)``: brackets and the floor may be left out."""
    here, there = re.findall(r"-?\d+", key), re.findall(r"-?\d+", said)
    if not key.startswith("(") or len(there) < 2 or not re.fullmatch(r"[\d\s,;()-]+", said):
        return False
    return here[: len(there)] == there


class Quit(Exception):
    """The person leaves; the match is saved if there is a file for it."""


class Table:
    """People and bots round one match.

    ``viewer`` is who looks at the screen: one person sees what his side sees; several share it, one at a time; nobody plays
    against bots that watch each other, so whoever watches them sees what ``eyes`` say, everything unless told otherwise.
    """

    def __init__(
        self, match: Match, sides: dict[int, str], lang: str, seed: int, file: Path | None, rulebook: Rulebook | None = None,
        eyes: int | str = REFEREE, record: RecordFile | None = None, think: float = 1.0, verbose: bool = False,
    ) -> None:  # fmt: skip
        self.match, self.sides, self.lang, self.file, self.rulebook = match, sides, lang, file, rulebook
        self.record, self.think = record, think
        self.console = Terminal()
        self.rng = random.Random(seed)
        self.story = Story(match, lang)
        self.teller = Teller(self.story, self.console, verbose)
        self.explanations = Explanations(rulebook, match.program)
        self.people = [seat for seat, kind in sides.items() if kind == HUMAN]
        self.viewer: int | str = self.people[0] if self.people else eyes
        self.turn = -1
        self.screen = Screen(match, lang, self.console.width, self.console.color_system is not None)
        self.begins = True  # has somebody else acted, or a turn begun, since the viewer was last asked?
        self.helped = False

    def word(self, key: str, /, **parts: Any) -> str:
        return of(self.lang).say(f"play.{key}", **parts)

    def say(self, text: str | Rich, style: str = "") -> None:
        self.console.print(Rich(text, style) if isinstance(text, str) else text, soft_wrap=True)

    # ------------------------------------------------------------------------------------ going on

    def run(self) -> None:
        self.write()
        try:
            if self.match.run.log:
                self.teller.told = dict.fromkeys([*self.sides, self.viewer], self.recent())
            while self.match.requests:
                self.one()
        except (Quit, EOFError):
            self.leave()
            return
        except KeyboardInterrupt:  # perhaps in the middle of a rule
            self.rescue()
            self.leave()
            return
        except RulebookError:
            if self.file is not None and self.rescue():
                self.keep()
            raise
        self.show(board=True)
        self.say(f"\n{self.story.ending()}", "bold")
        self.keep()
        if self.record is not None:
            self.say(self.word("left_for", file=self.record.write(self.match)))

    def recent(self) -> int:
        """In a match that is resumed, the story begins with the turn that is being played."""
        log = self.match.run.log or []
        main = self.match.program.procedures[self.match.program.main].name
        begun = [r.index for r in log if r.kind == "agenda" and r.name == main]
        return begun[-1] if begun and len(self.match.tape.answers) else 0

    def write(self) -> None:
        """After every answer of a person, so that nothing is lost whatever happens."""
        if self.file is not None:
            try:
                save(self.match, self.file)
            except OSError as error:
                raise refused("cannot.save", file=self.file, error=reason(error)) from None

    def keep(self) -> None:
        if self.file is not None:
            self.write()
            self.say(self.word("kept", file=self.file))

    def leave(self) -> None:
        self.say(f"\n{self.word('left')}")
        self.keep()
        if self.file is None:
            self.say(self.word("lost"))

    def rescue(self) -> bool:
        """Back to before the rule that was not carried out to its end; False, and nothing will be written, if that cannot be."""
        match = rescued(self.match)
        if match is None:
            self.file = None
            return False
        self.match = match
        return True

    def one(self) -> None:
        requests = self.match.requests
        request = next((r for r in requests if self.sides.get(r.seat, USUAL) != HUMAN), None)
        if request is not None:
            kind = self.sides.get(request.seat, USUAL)
            self.match.answer(request.id, choose(self.match, request, kind, self.rng, self.think))
            self.begins = True
            if not self.people:
                turned = self.match.turn != self.turn
                self.show(board=turned, whole=turned)
            return
        # Whoever looks at the screen answers everything asked of him before the next one is called.
        request = next((r for r in requests if r.seat == self.viewer), requests[0])
        if request.seat != self.viewer:
            self.hand_over(request.seat)
        about = [self.story.of(hint, "") for hint in hints_of(self.match, request)]
        self.show(True, request, notes_of(self.match, request, about))
        self.ask(request, about)

    def hand_over(self, seat: int) -> None:
        """Between two people: the screen and what can be scrolled back are cleared before the next one looks."""
        self.clear()
        self.read(self.word("enter", who=self.story.seat(seat)) + " ")
        self.clear()
        self.viewer = seat
        self.screen.forget()

    def clear(self) -> None:
        if self.console.is_terminal:
            self.console.file.write("\x1b[2J\x1b[3J\x1b[H")
            self.console.file.flush()
        else:
            self.say("\n" * 3)

    def show(self, board: bool, request: Request | None = None, notes: Notes | None = None, whole: bool = True) -> None:
        """What is new; and the board, if it is not as it was when it was last drawn."""
        self.teller.news(self.viewer, whole)
        if board:
            self.draw(self.screen.news(self.viewer, request, notes, self.begins or self.match.turn != self.turn))
            self.turn, self.begins = self.match.turn, False

    def draw(self, lines: list[Rich]) -> None:
        for line in lines:
            self.say(line)

    # ------------------------------------------------------------------------------------ asking

    def ask(self, request: Request, about: list[str]) -> None:
        self.say(f"\n{self.story.question(request)}", palette(self.match.program).seat(self.match, request.seat))
        if request.secret and len(self.people) > 1:
            self.say(f"({self.word('secret')})", "dim")
        self.offer(request, about)
        if not self.helped:
            self.helped = True
            self.say(self.word("short"), "dim")
        while True:
            said = self.read("> ").strip()
            choice = self.understood(request, said)
            if choice is not None:
                try:
                    self.match.answer(request.id, choice, request.seat)
                except AnswerError as error:
                    self.say(f"{tell(error.args[0], self.lang)}.")
                    continue
                self.write()
                return
            if self.command(said, request):
                return

    def read(self, prompt: str) -> str:
        """A line from the person; what is typed is shown where the input is not a terminal that does so."""
        if sys.stdin.isatty():
            return self.console.input(Rich(prompt))
        self.console.print(Rich(prompt), end="")
        said = input()
        self.say(said)
        return said

    def offer(self, request: Request, hints: list[str]) -> None:
        """The answers with their numbers; short ones side by side, those the rulebook says much of in a line each."""
        rows = []
        for number, option in enumerate(request.options, 1):
            title = self.story.of(option.title, option.key)
            cell = self.cell_of(option)
            title += f" {cell}" if cell not in ("", title) else ""
            about = hints[number - 1] if hints else self.explanations.of(option, self.lang)
            mark = " *" if request.default == number - 1 else ""
            rows.append((f"{number:3}  {title}{mark}", about))
        if all(len(about) <= SHORT for _, about in rows):
            wide = max(len(row) for row, _ in rows)
            rows = [(f"{row.ljust(wide)}  {about}" if about else row, "") for row, about in rows]
        wide = max(len(row) for row, _ in rows) + 3
        apart = any(about for _, about in rows)
        columns = max(1, min(6, (self.console.width - 2) // wide)) if len(rows) > 8 and not apart else 1
        height = -(-len(rows) // columns)
        for at in range(height):
            line = Rich("".join(row.ljust(wide) for row, _ in rows[at::height]).rstrip())
            line.append(f"  {rows[at][1]}" if apart and rows[at][1] else "", "dim")
            self.say(line)

    def cell_of(self, option: Option, whole: bool = False) -> str:
        """Where a cell lies that is an answer, with its floor where there are several or ``whole``; nothing of other answers."""
        board = self.match.program.domains[option.domain].board if option.domain != NONE else None
        if board is None or option.value < 0:
            return ""
        return str(board.label(option.value) if whole else board.spot(option.value))

    def understood(self, request: Request, said: str) -> int | None:
        """The position of the answer meant: its number, its name, its title, or a beginning that only one has."""
        if not said:
            return None
        found = request.find(said)
        if found is not None:
            return found
        if said.isdecimal() and len(said) < 7:
            return request.find(int(said) - 1)
        small = said.casefold()
        at = [i for i, option in enumerate(request.options) if is_cell(self.cell_of(option, whole=True) or option.key, said)]
        if len(at) == 1:
            return at[0]
        names = [(o.key.casefold(), self.story.of(o.title, o.key).casefold()) for o in request.options]
        exact = [i for i, pair in enumerate(names) if small in pair]
        if len(exact) == 1:
            return exact[0]
        if small.split()[0] in COMMANDS or len(small) < 2:
            return None
        starts = [i for i, pair in enumerate(names) if any(name.startswith(small) for name in pair)]
        return starts[0] if len(starts) == 1 else None

    def command(self, said: str, request: Request) -> bool:
        """Carries out a command; True if the question must be asked afresh."""
        word, _, rest = said.partition(" ")
        rest = rest.strip()
        if word.startswith("?") and word != "?":
            word, rest = "?", word[1:]
        if word in ("quit", "q", "exit"):
            raise Quit
        if word == "undo":
            taken = sorted(take_back(self.match, self.sides))
            self.teller.forget()
            self.say(self.word("undone", who=", ".join(map(self.story.seat, taken))) if taken else self.word("nothing"))
            self.write()
            return True
        if word == "save":
            self.save_as(rest)
        elif word == "board":
            hints = [self.story.of(hint, "") for hint in hints_of(self.match, request)]
            board = self.screen.asked(rest, self.viewer, request, notes_of(self.match, request, hints))
            there = ", ".join(str(number) for _, number in self.screen.parts())
            self.draw(board if board is not None else [Rich(of(self.lang).say("cannot.no_floor", said=rest, floors=there))])
        elif word == "look":
            for line in legend(self.story, self.viewer, full=True):
                self.say(line)
        elif word == "why" and rest.isdecimal():
            from arbitre.story.why import explain

            try:
                for told in explain(self.match, int(rest), self.lang, self.viewer, self.rulebook):
                    self.say(told)
            except Refused as error:
                self.say(tell(error.args[0], self.lang))
        elif word == "?" and rest.isdecimal() and request.find(int(rest) - 1) is not None:
            option = request.options[int(rest) - 1]
            about = self.explanations.of(option, self.lang) or self.word("no_text")
            self.say(f"{self.story.of(option.title, option.key)} [{option.key}]{self.story.say('colon')}{about}")
        elif word in ("hint", "conseil"):
            from arbitre.session.hints import hinted

            for told in hinted(self.match, request, self.story, self.lang, self.think):
                self.say(told)
        elif word in ("?", "help", ""):
            self.say(self.word("help"))
        else:
            self.say(self.word("not", said=said[:60]))
        return False

    def save_as(self, name: str) -> None:
        """``save FILE``: the match is kept there from now on; what is in the file is lost only if it is this very match."""
        known = self.file
        if not name:
            if known is None:
                self.say(self.word("where"))
            self.keep()
            return
        try:
            file = Path(name).expanduser()
            if known is None or file.resolve() != known.resolve():
                check_save(file, self.match)
            self.file = file
            self.write()
        except (Refused, OSError, RuntimeError, ValueError) as error:  # a name that can be none, a home that is not there
            self.file = known
            why = reason(error) if isinstance(error, OSError) else str(error.args[0])
            shown = later("cannot.of_value", value=name[:60], text=why) if isinstance(error, OSError) else error.args[0]
            self.say(f"{tell(shown, self.lang)}.")
            return
        self.say(self.word("now", file=self.file))
        if known is not None and known.resolve() != self.file.resolve():
            self.say(self.word("old", file=known))


COMMANDS = frozenset({"?", "help", "quit", "exit", "undo", "save", "board", "look", "why", "hint", "conseil"})
