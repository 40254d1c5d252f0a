"""``?``: what an option, a piece, a cell or a word of the rules is, as far as the side may know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from arbitre.dsl.core import NONE, Field
from arbitre.interpreter.match.views import Eyes, seen_state
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.requests import Option, Request
from arbitre.session.dialogue.labels import LABEL, Found, plain
from arbitre.session.dialogue.menus import calling, menu_of
from arbitre.session.sitting import Sitting
from arbitre.story.boards.marks import side_kind
from arbitre.story.boards.pieces import Standing, standing
from arbitre.story.boards.tables import in_words
from arbitre.words.numbers import whole
from arbitre.words.phrases import of

if TYPE_CHECKING:
    from arbitre.session.dialogue.reference import Reference


def looked_up(table: Sitting, request: Request, said: str) -> Iterator[str]:
    """Lines that say what the words mean: an answer to the question, a piece, a cell, a rule, a term."""
    with table.match.at_question():
        found = list(Lookup(table, request).lines(said.strip()))
    yield from found or [of(table.lang).say("ask.nothing_known", said=said[:60])]


class Lookup:
    """Looks a few words up, for the side that is asked."""

    def __init__(self, table: Sitting, request: Request) -> None:
        self.table, self.request, self.match, self.story = table, request, table.match, table.story
        self.viewer = table.viewer

    def word(self, key: str, **parts: object) -> str:
        return of(self.table.lang).say(f"ask.{key}", **parts)

    @property
    def reference(self) -> Reference:
        return self.table.reference()

    def lines(self, said: str) -> Iterator[str]:
        words = said.split()
        numbers = re.findall(r"-?\d+", said)
        option = self.option(words)
        if option is not None:
            yield from self.of_option(option)
            return
        if numbers and not re.search(r"[^\W\d_]", said):
            yield from self.by_number([whole(n) for n in numbers])
            return
        piece = next((p for p in self.pieces() if plain(said) in self.names(p)), None)
        cell = self.cell_called(said)
        if piece is not None:
            yield from self.of_piece(piece)
        elif cell is not None:
            yield from self.of_cell(*cell)
        elif (seat := self.seat_called(said)) is not None:
            yield from self.of_seat(seat)
        else:
            yield from self.reference.lines(said)

    def option(self, words: list[str]) -> Option | None:
        """The answer of the question that is called so, or the piece that may act."""
        found: list[Found] = [one for one in calling(self.match, self.request).found(words) if one.used == len(words)]
        if found and (found[0].how <= LABEL or len({one.option for one in found}) == 1):
            return self.request.options[found[0].option]
        menu = menu_of(self.match, self.request)
        actors = [one for some in menu.actors.values() for one in some] if menu is not None else []
        said = " ".join(words)
        return next((one for one in actors if re.findall(r"\d+", one.title.within("en")) == [said]), None)

    # ------------------------------------------------------------------------------------ what was meant

    def of_option(self, option: Option) -> Iterator[str]:
        program = self.match.program
        if option.domain == NONE:
            title = self.story.of(option.title, option.key)
            told = list(self.reference.named(option.key)) if self.request.acts and option.key != "done" else []
            if not told:
                told = [title, *self.reference.asked(self.request)]
            yield from told
            return
        domain = program.domains[option.domain]
        if domain.board is not None:
            yield from self.of_cell(option.domain, option.value)
            return
        piece = next((p for p in self.pieces() if (p.domain, p.row) == (option.domain, option.value)), None)
        if piece is not None:
            yield from self.of_piece(piece)
        elif not domain.dynamic and option.value >= 0 and domain.rows[option.value]:
            yield from self.reference.member(domain.name, domain.rows[option.value])
        else:
            yield self.story.of(option.title, option.key)
            yield from self.figures(option.domain, option.value)

    def by_number(self, numbers: list[int]) -> Iterator[str]:
        """A piece by its number, one's own first; a cell by two of them."""
        if len(numbers) == 1:
            found = [p for p in self.pieces() if re.findall(r"\d+", self.story.row(p.domain, p.row)) == [str(numbers[0])]]
            for piece in found[:2]:
                yield from self.of_piece(piece)
            if not found:
                yield self.word("no_number", said=numbers[0])
            return
        for domain in self.match.program.domains:
            for cell in range(domain.size) if domain.board is not None else ():
                label = str(domain.board.label(cell)) if domain.board is not None else ""
                if [int(n) for n in re.findall(r"-?\d+", label)][: len(numbers)] == numbers and label.startswith("("):
                    yield from self.of_cell(domain.index, cell)
                    return

    def cell_called(self, said: str) -> tuple[int, int] | None:
        for domain in self.match.program.domains:
            for cell in range(domain.size) if domain.board is not None else ():
                title = domain.titles[cell] if cell < len(domain.titles) else None
                names = {plain(str(domain.board.label(cell)))} if domain.board is not None else set()
                if title is not None:
                    names |= set(map(plain, title.every))
                if plain(said) in names - {""}:
                    return domain.index, cell
        return None

    def seat_called(self, said: str) -> int | None:
        """The side of that name, or of that title in any language."""
        kind = self.match.program.domains[self.match.program.seats]
        called = ({plain(name), *map(plain, kind.titles[row].every)} for row, name in enumerate(kind.rows))
        return next((row for row, names in enumerate(called) if plain(said) in names), None)

    def pieces(self) -> list[Standing]:
        return [p for d in self.match.program.domains if d.board is not None for p in standing(self.match, d.index, self.viewer)]

    def names(self, piece: Standing) -> set[str]:
        title = self.match.machine.row_title(piece.domain, piece.row, self.match.state.cells)
        return set(map(plain, title.every)) - {""}

    # ------------------------------------------------------------------------------------ told

    def of_piece(self, piece: Standing) -> Iterator[str]:
        """Who it is, where it stands, its figures, and the texts of what it bears."""
        program = self.match.program
        yield f"{self.story.subject(piece.domain, piece.row)} {self.story.row(self.board_of(piece), piece.cell)}"
        yield from self.figures(piece.domain, piece.row)
        label = next((c for c in piece.columns if c.index == program.domains[piece.domain].label), None)
        if label is not None and label.target != NONE and not program.domains[label.target].dynamic:
            row = seen_state(self.match, self.viewer).cells[self.match.machine.layout.base[label.index] + piece.row]
            yield from self.figures(label.target, row)

    def of_seat(self, seat: int) -> Iterator[str]:
        """A side that stands nowhere: what it is, and its figures."""
        kind = self.match.program.domains[self.match.program.seats]
        yield f"{self.story.row(kind.index, seat)} ({self.story.of(kind.title, kind.name.replace('_', ' '))})"
        yield from self.figures(kind.index, seat)

    def board_of(self, piece: Standing) -> int:
        """The board a piece stands on."""
        boards = {d.index for d in self.match.program.domains if d.board is not None}
        columns: list[Field] = list(piece.columns)
        return next(int(c.target) for c in columns if c.target in boards and not c.is_set)

    def of_cell(self, domain: int, cell: int) -> Iterator[str]:
        title = self.story.row(domain, cell)
        board = self.match.program.domains[domain].board
        label = board.spot(cell) if board is not None else title
        yield f"{title} {label}" if label != title else label
        yield from self.figures(domain, cell)
        for piece in self.pieces():
            if self.board_of(piece) == domain and piece.cell == cell:
                yield self.word("stands", who=self.story.subject(piece.domain, piece.row))

    def goes_without_saying(self, column: Field) -> bool:
        """The coordinates of a cell, which head what is said of it, and what can be but one thing in every row."""
        domain, fixed = self.match.program.domains[column.domain], self.match.machine.layout.constant[column.index]
        if domain.board is not None and column.name in ("x", "y", "floor") and column.place == domain.place:
            return True
        alone = column.target != NONE and not column.is_set and self.match.program.domains[column.target].size == 1
        return alone and fixed is not None and len(set(fixed)) == 1

    def figures(self, domain: int, row: int) -> Iterator[str]:
        """The fields of a row that the side may see, with their values; what lies behind them in a line of its own."""
        state = seen_state(self.match, self.viewer)
        if row < 0:
            return
        eyes, machine = Eyes(self.match.machine, state, self.viewer), self.match.machine
        said, borne = [], []
        sides = (self.match.program.seats, side_kind(self.match.program))  # the first of them is as good as any
        for column in self.match.program.fields:
            if column.domain != domain or column.name.startswith("_") or column.name == "alive":
                continue
            if not eyes.sees_field(column, row) or self.goes_without_saying(column):
                continue
            fixed = machine.layout.constant[column.index]
            value = fixed[row] if fixed is not None else state.cells[machine.layout.base[column.index] + row]
            usual = value == column.default and column.values is None and not value and column.target not in sides
            if usual or (column.target != NONE and value == NONE):
                continue
            if column.is_flag and not value:
                continue
            title = self.story.field(column, row)
            said.append(title if column.is_flag else f"{title}{self.story.say('colon')}{in_words(column, value, eyes, self.story)}")
            target = self.match.program.domains[column.target] if column.target != NONE else None
            if target is not None and not target.dynamic and target.board is None and not target.seat:
                borne += [(target.name, target.rows[r]) for r in rows_in(column.is_set, value) if target.rows[r]]
        for start in range(0, len(said), 6):
            yield "  " + self.story.say("semicolon").join(said[start : start + 6])
        for kind, name in dict.fromkeys(borne):
            text = self.table.explanations.text(kind, name, self.table.lang)
            if text:
                index = next(d.index for d in self.match.program.domains if d.name == kind)
                title = self.story.row(index, self.match.program.domains[index].rows.index(name))
                yield f"  {title}{self.story.say('colon')}{text}"


def rows_in(is_set: bool, value: int) -> list[int]:
    """The rows a field holds."""
    return list(rows_of(value)) if is_set else [value] if value >= 0 else []
