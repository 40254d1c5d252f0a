"""How a rulebook says that its boards and pieces are drawn (``look``), as a viewer may know it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from arbitre import graphs
from arbitre.dsl import core
from arbitre.dsl.core import NONE, AppearanceLine, Domain
from arbitre.interpreter.code.machine import Fn, Run
from arbitre.interpreter.compile.moving import columns_read
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import knowing
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.state import State
from arbitre.interpreter.state.visibility import REFEREE


class Looks:
    """The ``look`` declarations of a game, asked about rows of one state.

    What a viewer may not see counts as at the match's start, as it does for ``owned by``; a line that reads more than fields holds for the
    referee alone.
    """

    def __init__(self, match: Match, state: State, viewer: int | str = REFEREE) -> None:
        self.match, self.program = match, match.program
        self.by_row: dict[tuple[int, int], list[AppearanceLine]] = {}
        tests: list[core.Expr] = []
        for look in self.program.looks:
            self.by_row.setdefault((look.domain, look.row), []).extend(look.lines)
            tests += [x for line in look.lines for x in (line.when, *(line.between or ()), *(line.at or ())) if x is not None]
        self.fns: dict[int, Fn] = {}
        self.run: Run | None = None
        self.readable: dict[int, bool] = {}
        if tests:
            machine = match.machine
            read = {id(test): columns_read(machine, [test]) for test in tests}
            self.readable = {key: viewer == REFEREE or found is not None for key, found in read.items()}
            every = sorted({column for found in read.values() for column in found or ()})
            self.run = knowing(machine, state, viewer, every)
            self.fns = {id(test): machine.expr(test) for test in tests}

    # ------------------------------------------------------------------------------------ asking

    def value(self, line: AppearanceLine, test: core.Expr, row: int) -> int | None:
        """What an expression of a line comes to for a row; None where the viewer may not know."""
        if self.run is None or not self.readable.get(id(test), False):
            return None
        return self.fns[id(test)](self.run, [max(row, 0), *[0] * max(0, line.slots - 1)])

    def holds(self, line: AppearanceLine, row: int) -> bool:
        return line.when is None or bool(self.value(line, line.when, row))

    def lines(self, *whose: tuple[int, int]) -> Iterator[tuple[AppearanceLine, int]]:
        """The lines of these rows (kind, row), each followed by those of its kind, with the row they are asked of.

        Lines with a condition come first: they say more of fewer things.
        """
        every = [
            (line, row)
            for domain, row in whose
            for line in (*(self.by_row.get((domain, row), ()) if row != NONE else ()), *self.by_row.get((domain, NONE), ()))
        ]
        yield from (found for found in every if found[0].when is not None)
        yield from (found for found in every if found[0].when is None)

    def said(self, what: str, *whose: tuple[int, int]) -> str:
        """The word of the first line that holds, "" if none does."""
        return next((line.word for line, row in self.lines(*whose) if line.what == what and self.holds(line, row)), "")

    def badges(self, *whose: tuple[int, int]) -> tuple[str, ...]:
        """The signs of all badges that hold."""
        found = (line.word for line, row in self.lines(*whose) if line.what == "badge" and self.holds(line, row))
        return tuple(dict.fromkeys(found))

    def of_pieces(self, domain: int) -> bool:
        """Does anything say how rows of that kind are drawn?"""
        return any(look.domain == domain for look in self.program.looks)


def board_label(program: core.Program) -> str:
    """What a rulebook says of the coordinates of its boards at any time: ``rim``, ``none``, or "" for as usual."""
    lines = (line for look in program.looks if look.domain == NONE for line in look.lines)
    return next((line.word for line in lines if line.what == "label" and line.when is None), "")


def dressed(token: graphs.Token, looks: Looks, whose: list[tuple[int, int]], title: core.Text, number: str, lang: str) -> graphs.Token:
    """A token as the rulebook wants it drawn; ``whose``: what it is, the piece itself, whose it is."""
    if not looks.program.looks:
        return token
    name = (title.fr if lang == "fr" else title.en) or title.en
    faces = {"none": "", "number": number, "title": name, "name": name, "sign": token.letters}
    return replace(
        token, shape=looks.said("shape", *whose), fill=looks.said("fill", *whose), badges=looks.badges(*whose),
        face=faces.get(looks.said("label", *whose)),
    )  # fmt: skip


def style_of(match: Match, domain: Domain, state: State, viewer: int | str = REFEREE, lang: str = "en") -> graphs.Style:
    """How a board is drawn."""
    looks = Looks(match, state, viewer)
    program, board = match.program, domain.cells
    if not program.looks:
        return graphs.Style()
    cells = {cell: style for cell in range(board.size) if (style := _cell(looks, match, domain, cell)) != graphs.CellStyle()}
    whole = [(line, NONE) for line in looks.by_row.get((NONE, NONE), ()) if looks.holds(line, NONE)]
    borders, around, between = {}, [], []
    for line, _ in whole:
        if line.what == "edge":
            borders.update({side: _stroke(line) for side in line.sides if side != "around" and side not in borders})
            if line.between is not None:
                sets = [looks.value(line, cells_of, NONE) for cells_of in line.between]
                if None not in sets:
                    one, other = (frozenset(rows_of(found)) for found in sets if found is not None)
                    between.append((one, other, _stroke(line)))
    for line in chain(*(found for (kind, _), found in looks.by_row.items() if kind != NONE)):
        if line.what == "edge" and "around" in line.sides:
            there = frozenset(cell for cell in range(board.size) if _speaks_of(looks, domain, cell, line))
            around.append((there, _stroke(line)))
    label = next((line.word for line, _ in whole if line.what == "label"), "")
    ground = next((line.word for line, _ in whole if line.what == "fill"), "")
    signs = {}
    for (kind, row), lines in looks.by_row.items():
        for line in lines:
            if line.what == "link" and kind != NONE:
                rows = program.domains[kind].rows
                signs[rows[row] if row != NONE else program.domains[kind].name] = line.word
    titled = {
        line.word: (line.title.fr if lang == "fr" else line.title.en) or line.title.en
        for look in program.looks for line in look.lines if line.what == "badge"
    }  # fmt: skip
    badges = {sign: title for sign, title in titled.items() if title}
    return graphs.Style(cells, borders, around, between, label == "rim", label == "none", ground, signs, badges)


def _stroke(line: AppearanceLine) -> graphs.Stroke:
    return graphs.Stroke(line.word, line.line or "thin")


def _whose(looks: Looks, domain: Domain, cell: int) -> list[tuple[int, int]]:
    """What may say how a cell is drawn: the ground it is marked with, whatever its own facts name, the kind of the cells."""
    program, out = looks.program, []
    mark = domain.cells.marks[cell]
    for look in program.looks:
        if look.row != NONE and program.domains[look.domain].rows[look.row] == mark:
            out.append((look.domain, look.row))
    for column in program.fields:
        if column.domain == domain.index and column.values is not None and column.target != NONE and not column.is_set:
            value = column.values[cell]
            if value >= 0 and (column.target, value) in looks.by_row:
                out.append((column.target, value))
    return [*dict.fromkeys(out), (domain.index, cell)]


def _speaks_of(looks: Looks, domain: Domain, cell: int, line: AppearanceLine) -> bool:
    """Is a line about this cell, and does it hold for it?"""
    return any(found is line and looks.holds(found, row) for found, row in looks.lines(*_whose(looks, domain, cell)))


def _cell(looks: Looks, match: Match, domain: Domain, cell: int) -> graphs.CellStyle:
    whose = _whose(looks, domain, cell)
    label = looks.said("label", *whose)
    named = match.machine.row_title(domain.index, cell).en
    shown = {"none": "", "name": named, "title": named, "number": str(cell + 1)}.get(label)
    if label == "number":
        own = next((c for c in looks.program.fields if c.domain == domain.index and c.name == "number"), None)
        if own is not None and looks.run is not None:
            value = own.values[cell] if own.values is not None else looks.run.state.cells[match.machine.layout.base[own.index] + cell]
            shown = str(value)
    placed = next((line for line, row in looks.lines(*whose) if line.what == "at" and looks.holds(line, row)), None)
    at = None
    if placed is not None and placed.at is not None:
        column, row = (looks.value(placed, x, cell) for x in placed.at)
        at = (column, row) if column is not None and row is not None else None
    stack = looks.said("stack", *whose)
    return graphs.CellStyle(looks.said("shape", *whose), looks.said("fill", *whose), shown, int(stack or 0), at)
