"""What the fields of cells say of them on a board: whose they are, what lies there, how much of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arbitre import graphs
from arbitre.dsl.core import NONE, Domain, Field, Program
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import Eyes, seen_state
from arbitre.interpreter.reference.boards.dynamic_boards import columns_read
from arbitre.interpreter.state.state import State
from arbitre.interpreter.state.visibility import REFEREE
from arbitre.story.boards.looks import Looks, dressed
from arbitre.story.boards.marks import distinct, initials, placed, side_kind, sign_in_cell

MOST = 2  # fields whose signs have room in one cell
KEY = 12  # signs that are explained below a board


def held(match: Match, board: int, viewer: int | str = REFEREE, lang: str = "en", text: bool = False) -> Iterator[tuple[int, graphs.Token]]:
    """What a field of cells says of them: the sign of the member that lies there, in the colour of its side, or that of their owner.

    With an owner's comes how much of his is there, where cells hold a number of something.  All else that the fields hold is shown as it
    is, unless the rulebook says how it is drawn.  ``text``: for a board of signs alone.
    """
    program, base, state = match.program, match.machine.layout.base, seen_state(match, viewer)
    columns = changing(program, board)
    looks = Looks(match, state, viewer)
    what = next((c for c in columns if is_lying(program, c)), None) or next((c for c in columns if is_owner(program, looks, c)), None)
    if what is None:
        yield from as_they_are(match, board, state, looks, viewer, lang, text).items()
        return
    eyes = Eyes(match.machine, state, viewer)
    kind = program.domains[what.target]
    sides = None if kind.seat else side_of(program, kind)
    amounts = [c for c in columns if c.target == NONE and not c.is_flag] if kind.seat else []
    others = as_they_are(match, board, state, looks, viewer, lang, text, frozenset({what.index}))
    for cell in range(program.domains[board].size):
        row, more = state.cells[base[what.index] + cell], others.get(cell)
        if row < 0 or not eyes.sees_field(what, cell):
            if more is not None:
                yield cell, more
            continue
        side = row if kind.seat else sides.values[row] if sides is not None and sides.values is not None else graphs.NEUTRAL
        letters = sign_in_cell(match.machine, kind, row, lang)
        count = state.cells[base[amounts[0].index] + cell] if len(amounts) == 1 and eyes.sees_field(amounts[0], cell) else 1
        behind = more.letters if more is not None else ""
        written = f"{letters}·{behind}" if letters[-1:].isdigit() and behind[:1].isdigit() else letters + behind
        made = graphs.Token(written, side, None, vertex=False, count=max(1, count))
        whose = [(kind.index, row)] if kind.seat or side < 0 else [(kind.index, row), (program.seats, side)]
        yield cell, dressed(made, looks, whose, match.machine.row_title(kind.index, row), "", lang)


def changing(program: Program, kind: int) -> list[Field]:
    """The fields of a kind that hold one thing each, and may come to hold another."""
    return [c for c in program.fields if c.domain == kind and c.values is None and not c.is_set and not c.name.startswith("_")]


def is_owner(program: Program, looks: Looks, column: Field) -> bool:
    """Does a field of cells say whose they are, by a side that has a sign?"""
    signed = any(program.domains[program.seats].signs) or looks.of_pieces(program.seats)
    return column.target == program.seats and column.low < 0 and signed


def is_lying(program: Program, column: Field) -> bool:
    """Does a field of cells say what lies there: a member, or none, of a kind whose members have signs and a side?"""
    if column.target < 0 or column.low >= 0 or column.values is not None:
        return False
    kind = program.domains[column.target]
    return not kind.seat and not kind.dynamic and kind.board is None and any(kind.signs) and side_of(program, kind) is not None


def side_of(program: Program, kind: Domain) -> Field | None:
    """The column that says which side a member is of, the same for the whole match."""
    return next((c for c in program.fields if c.domain == kind.index and c.target == program.seats and c.values is not None), None)


# ------------------------------------------------------------------------------------------------ without an appearance of their own


def as_they_are(
    match: Match, board: int, state: State, looks: Looks, viewer: int | str, lang: str, text: bool, told: frozenset[int] = frozenset()
) -> dict[int, graphs.Token]:
    """The signs of the rows that the fields of cells hold, and a number where they hold one; what is as it always is at first, or
    may not be seen, is left out.  ``told``: fields that are shown already."""
    out: dict[int, graphs.Token] = {}
    program, base, eyes = match.program, match.machine.layout.base, Eyes(match.machine, state, viewer)
    fields = shown_fields(match, board, text, told)
    number, flags = fields.number, flag_signs(fields.flags)
    for cell in range(program.domains[board].size if fields else 0):
        signs, side, whose = "", graphs.NEUTRAL, list[tuple[int, int]]()
        for column in fields.rows:
            row, kind = state.cells[base[column.index] + cell], program.domains[column.target]
            usual = row < 0 if column.low < 0 else row == column.default
            if usual or not eyes.sees_field(column, cell) or not eyes.recognises(kind, row):
                continue
            signs += sign_in_cell(match.machine, kind, row, lang)
            side = side if side >= 0 else side_of_row(program, kind, row)
            whose.append((kind.index, row))
        seen = number is not None and eyes.sees_field(number, cell)
        amount = state.cells[base[number.index] + cell] if number is not None and seen else 0
        counted = str(amount) if amount or (seen and number is not None and tells_nothing_left(number)) else ""
        written = f"{signs}·{counted}" if counted and signs[-1:].isdigit() else signs + counted
        for column, sign in zip(fields.flags, flags, strict=True):
            differs = bool(state.cells[base[column.index] + cell]) != bool(column.default)
            written += sign if differs and eyes.sees_field(column, cell) else ""
        if written:
            made = graphs.Token(written, side, None, vertex=False, count=max(1, amount))
            out[cell] = dressed(made, looks, whose, match.machine.row_title(*whose[0]), "", lang) if whose else made
    return out


@dataclass(frozen=True, slots=True)
class Shown:
    """The fields of cells that are shown as they are: those that hold rows, a number if there is but one, flags with a title."""

    rows: list[Field]
    number: Field | None
    flags: list[Field]

    def __bool__(self) -> bool:
        return bool(self.rows or self.flags) or self.number is not None


def shown_fields(match: Match, board: int, text: bool, told: frozenset[int] = frozenset()) -> Shown:
    """Not what the rulebook draws in its own way, nor what names cells, directions, or pieces that stand on the board themselves; beside
    what is ``told`` already, nothing of the same kind, and nothing that the map says."""
    program = match.program
    drawn, standing = drawn_otherwise(match, board, text) | told, placed(match.machine) - {program.seats}
    columns = [column for column in changing(program, board) if column.index not in drawn]
    plain = [column for column in columns if column.target == NONE]
    numbers = [column for column in plain if not column.is_flag]
    flags = [column for column in plain if column.is_flag and column.title]
    rows = []
    for column in (column for column in columns if column.target != NONE):
        kind = program.domains[column.target]
        again = bool(told) and (column.given is not None or kind.index in {program.fields[field].target for field in told})
        if kind.board is None and kind.name not in ("direction", "vertex") and kind.index not in standing and not again:
            rows.append(column)
    return Shown(rows[:MOST], numbers[0] if len(numbers) == 1 else None, flags if len(flags) <= MOST else [])


def tells_nothing_left(number: Field) -> bool:
    """Is 0 worth showing?  Where cells begin with a number of something, one that has none left says so; else 0 is what is usual."""
    return any(number.given or ()) or number.default > 0


def flag_signs(flags: Sequence[Field]) -> list[str]:
    """A small letter for each flag, of the last word of its name: two where one does not tell them apart."""
    names = tuple(column.name for column in flags)
    short = [initials(name, True) for name in names]
    return [sign.lower() for sign in (short if len(set(short)) == len(short) else distinct(names))]


def drawn_otherwise(match: Match, board: int, text: bool) -> set[int]:
    """The fields that say by a ``look`` how cells are drawn; in ``text``, which shows no colours, edges or places, what is written."""
    looks = (look for look in match.program.looks if look.domain in (board, NONE) and not look.rule)
    lines = [line for look in looks for line in look.lines if not text or line.what == "badge" or line.word == "said"]
    tests = [x for line in lines for x in (line.when, *(line.between or ()), *(line.at or ()), *(p.value for p in line.pieces))]
    return set(columns_read(match.machine, [test for test in tests if test is not None]) or ())


def side_of_row(program: Program, kind: Domain, row: int) -> int:
    """The side that a row is, or is of for the whole match."""
    if kind.index == side_kind(program):
        return row
    column = side_of(program, kind)
    return (
        column.values[row] if column is not None and column.values is not None and side_kind(program) == program.seats else graphs.NEUTRAL
    )


def signs_of(match: Match, board: int, lang: str) -> tuple[dict[tuple[int, int], str], dict[str, str]]:
    """The signs that cells show as they are: of rows (kind, row), seats among them that stand there, and of flags with their titles."""
    program, looks = match.program, Looks(match, match.state)
    drawn = next((c for c in changing(program, board) if is_lying(program, c) or is_owner(program, looks, c)), None)
    fields = shown_fields(match, board, True, frozenset({drawn.index} if drawn is not None else ()))
    fixed = [kind for kind in program.domains if not kind.dynamic and kind.index in {column.target for column in fields.rows}]
    seats = program.domains[program.seats]
    if seats.index in placed(match.machine) and not seats.dynamic:
        fixed.append(seats)
    rows = {(kind.index, row): sign_in_cell(match.machine, kind, row, lang) for kind in fixed for row in range(kind.size)}
    return rows, dict(zip(flag_signs(fields.flags), (column.title.within(lang) for column in fields.flags), strict=True))
