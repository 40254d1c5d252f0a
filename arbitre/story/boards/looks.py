"""How a rulebook says that its boards and pieces are drawn (``look``), as a viewer may know it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from arbitre import graphs
from arbitre.dsl import core
from arbitre.dsl.core import NONE, AppearanceLine, Domain
from arbitre.interpreter.code.machine import Fn, Run
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import knowing
from arbitre.interpreter.reference.boards.dynamic_boards import columns_read
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
            if look.rule:
                continue  # how ways are drawn: see :func:`arrows_of`
            self.by_row.setdefault((look.domain, look.row), []).extend(look.lines)
            for line in look.lines:
                values = (piece.value for piece in line.pieces)
                tests += [x for x in (line.when, *(line.between or ()), *(line.at or ()), *values) if x is not None]
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
        return iter(sorted(every, key=lambda found: found[0].when is None))

    def said(self, what: str, *whose: tuple[int, int]) -> str:
        """The word of the first line that holds, "" if none does."""
        return next((line.word for line, row in self.lines(*whose) if line.what == what and self.holds(line, row)), "")

    def badges(self, *whose: tuple[int, int]) -> tuple[str, ...]:
        """The signs of all badges that hold."""
        found = (self.sign(line, row) for line, row in self.lines(*whose) if line.what == "badge" and self.holds(line, row))
        return tuple(dict.fromkeys(sign for sign in found if sign))

    def sign(self, line: AppearanceLine, row: int) -> str:
        """What is on a badge, its values put in; "" where the viewer may not know one of them."""
        if not line.pieces:
            return line.word
        out = ""
        for piece in line.pieces:
            if piece.value is None:
                out += piece.text.within("en") if piece.text is not None else ""
            else:
                value = self.value(line, piece.value, row)
                if value is None:
                    return ""
                out += self.filled(piece, value)
        return out

    def filled(self, piece: core.Piece, value: int) -> str:
        """A value as it is written on a badge: none, and an empty set, as nothing."""
        machine = self.match.machine
        if piece.domain == NONE:
            return str(value)
        if piece.is_set:
            return ", ".join(machine.row_title(piece.domain, row).within("en") for row in rows_of(value))
        return machine.row_title(piece.domain, value).within("en") if value >= 0 else ""

    def of_pieces(self, domain: int) -> bool:
        """Does anything say how rows of that kind are drawn?"""
        return any(look.domain == domain for look in self.program.looks)


def arrows_of(program: core.Program) -> dict[str, str]:
    """How the ways are drawn that pieces go in a rule (an action, an event, an agenda), by its name: a line of :class:`graphs.Arrow`."""
    return {look.rule: line.word for look in reversed(program.looks) if look.rule for line in look.lines}


ROOM = 5  # letters that a cell has room for


def board_label(program: core.Program) -> str:
    """What a rulebook says of the coordinates of its boards at any time: ``rim``, ``none``, or "" for as usual."""
    lines = (line for look in program.looks if look.domain == NONE and not look.rule for line in look.lines)
    return next((line.word for line in lines if line.what == "label" and line.when is None), "")


def dressed(token: graphs.Token, looks: Looks, whose: list[tuple[int, int]], title: core.Text, number: str, lang: str) -> graphs.Token:
    """A token as the rulebook wants it drawn; ``whose``: what it is, the piece itself, whose it is."""
    if not looks.program.looks:
        return token
    name = title.within(lang)
    own = next((line for line, row in looks.lines(*whose) if line.what == "label" and looks.holds(line, row)), None)
    faces = {"none": "", "number": number, "title": name, "name": name, "sign": token.letters, "initials": name[:2].capitalize()}
    faces["said"] = own.title.within(lang) if own is not None else ""
    return replace(
        token, shape=looks.said("shape", *whose), fill=looks.said("fill", *whose), badges=looks.badges(*whose),
        face=faces.get(own.word) if own is not None else None,
    )  # fmt: skip


def style_of(match: Match, domain: Domain, state: State, viewer: int | str = REFEREE, lang: str = "en") -> graphs.Style:
    """How a board is drawn."""
    looks = Looks(match, state, viewer)
    program, board = match.program, domain.cells
    if not program.looks:
        return graphs.Style()
    found = _Cells(looks, match, domain, lang)
    cells = {cell: style for cell in range(board.size) if (style := found.style(cell)) != graphs.CellStyle()}
    whole = [(line, NONE) for line in looks.by_row.get((NONE, NONE), ()) if looks.holds(line, NONE)]
    borders, around, between = {}, [], []
    for line, _ in whole:
        if line.what == "edge":
            borders.update({side: _stroke(line) for side in line.sides if side != "around" and side not in borders})
            if line.between is not None:
                sets = [looks.value(line, there, NONE) for there in line.between]
                if None not in sets:
                    one, other = (frozenset(rows_of(there)) for there in sets if there is not None)
                    between.append((one, other, _stroke(line)))
    for line in chain(*(lines for (kind, _), lines in looks.by_row.items() if kind != NONE)):
        if line.what == "edge" and "around" in line.sides:
            around.append((frozenset(found.around.get(id(line), ())), _stroke(line)))
    label = next((line.word for line, _ in whole if line.what == "label"), "")
    ground = next((line.word for line, _ in whole if line.what == "fill"), "")
    measure = next((graphs.Ruler(int(line.word), line.line) for line, _ in whole if line.what == "ruler"), None)
    signs, straight = {}, set()
    for (kind, row), lines in looks.by_row.items():
        for line in lines:
            if line.what == "link" and kind != NONE:
                rows = program.domains[kind].rows
                name = rows[row] if row != NONE else program.domains[kind].name
                if line.line:
                    straight.add(name)
                else:
                    signs[name] = line.word
    titled = {
        line.word: line.title.within(lang)
        for look in program.looks for line in look.lines if line.what == "badge"
    }  # fmt: skip
    badges = {sign: title for sign, title in titled.items() if title}
    return graphs.Style(
        cells, borders, around, between, label == "rim", label == "none", ground, signs, frozenset(straight), badges, measure
    )


def _stroke(line: AppearanceLine) -> graphs.Stroke:
    return graphs.Stroke(line.word, line.line or "thin")


class _Cells:
    """The cells of one board: which lines are about each of them."""

    def __init__(self, looks: Looks, match: Match, domain: Domain, lang: str) -> None:
        self.looks, self.match, self.domain, self.lang = looks, match, domain, lang
        program = looks.program
        self.marked = {program.domains[d].rows[row]: (d, row) for d, row in looks.by_row if row != NONE}
        self.facts = [
            column for column in program.fields
            if column.domain == domain.index and column.values is not None and column.target != NONE and not column.is_set
        ]  # fmt: skip
        self.number = next((c for c in program.fields if c.domain == domain.index and c.name == "number"), None)
        self.around: dict[int, set[int]] = {}  # lines of edges, by their identity -> the cells they are drawn round

    def whose(self, cell: int) -> list[tuple[int, int]]:
        """What may say how a cell is drawn: the ground it is marked with, whatever its own facts name, the kind of the cells."""
        mark = self.marked.get(self.domain.cells.marks[cell])
        facts = ((column.target, column.values[cell]) for column in self.facts if column.values is not None and column.values[cell] != NONE)
        out = [*([mark] if mark is not None else []), *(fact for fact in facts if fact in self.looks.by_row)]
        return [*dict.fromkeys(out), (self.domain.index, cell)]

    def style(self, cell: int) -> graphs.CellStyle:
        """How it is drawn; notes the edges round it."""
        words: dict[str, str] = {}
        at, said = None, ""
        for line, row in self.looks.lines(*self.whose(cell)):
            if (line.what in words and line.what != "edge") or not self.looks.holds(line, row):
                continue
            if line.what == "edge":
                self.around.setdefault(id(line), set()).add(cell)
                continue
            words[line.what] = line.word
            if line.what == "label" and line.word == "said":
                said = line.title.within(self.lang)
            if line.at is not None:
                column, height = (self.looks.value(line, x, cell) for x in line.at)
                at = (column, height) if column is not None and height is not None else None
        shown = said or (self.label(cell, words["label"]) if "label" in words else None)
        return graphs.CellStyle(words.get("shape", ""), words.get("fill", ""), shown, int(words.get("stack", 0)), at)

    def label(self, cell: int, said: str) -> str | None:
        """What is written in a cell; None for what is usual."""
        if said in ("name", "title"):
            title = self.match.machine.row_title(self.domain.index, cell).within(self.lang)
            name = self.domain.rows[cell] if cell < len(self.domain.rows) else ""
            short = said == "name" and len(name) <= ROOM < len(title)
            return name.upper().replace("_", " ") if short else title  # where a title has no room
        if said == "number":
            own, run = self.number, self.looks.run
            if own is None or run is None:
                return str(cell + 1)
            return str(own.values[cell] if own.values is not None else run.state.cells[self.match.machine.layout.base[own.index] + cell])
        return "" if said == "none" else None
