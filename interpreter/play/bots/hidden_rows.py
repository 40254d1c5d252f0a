"""Rows that a seat does not recognise, such as the cards of others: in a world that it imagines they change places among themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from arbitre.dsl import core
from arbitre.interpreter.analysis.dealing import dealt_kinds, differing_kinds, moving, naming
from arbitre.interpreter.code.machine import Machine, Run
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.visibility import may_see


@dataclass(frozen=True, slots=True)
class HiddenRow:
    """A row, and those (itself among them) of which the same is hidden: any of them may stand in its place.

    ``seen``: its fields that the seat sees all the same, without knowing whose they are.
    """

    kind: int
    row: int
    fellows: tuple[int, ...]
    seen: tuple[int, ...]


_dealt: WeakKeyDictionary[Machine, list[int]] = WeakKeyDictionary()


def hidden_rows(m: Machine, x: Run, seat: int, hidden: Iterable[int]) -> list[HiddenRow]:
    """The rows that a seat does not recognise, in order, but those that stand for no other.  ``hidden``: cells it does not see."""
    if m not in _dealt:
        _dealt[m] = dealt_kinds(m.program)
    out = list[HiddenRow]()
    for kind in _dealt[m]:
        base, unseen = m.layout.base, set(hidden)
        alike: dict[tuple[bool, ...], list[int]] = {}
        for row in unrecognised(m, x, kind, seat):
            which = tuple(base[column.index] + row in unseen for column in moving(m.program, kind))
            alike.setdefault(which, []).append(row)
        columns = [column.index for column in moving(m.program, kind)]
        out += sorted(
            (
                HiddenRow(kind, row, tuple(rows), tuple(column for column, no in zip(columns, which, strict=True) if not no))
                for which, rows in alike.items() if len(rows) > 1 for row in rows
            ),
            key=lambda one: one.row,
        )  # fmt: skip
    return out


def unrecognised(m: Machine, x: Run, kind: int, seat: int) -> list[int]:
    """The rows of a kind that are there and that a seat does not recognise."""
    domain = m.program.domains[kind]
    there = [row for row in range(domain.size) if not domain.dynamic or x.cells[m.layout.base[domain.alive] + row]]
    return [row for row in there if not may_see(m.mask(x, m.kind_seen[kind], row), seat)]


def knows_hidden_rows(match: Match, seat: int) -> bool:
    """Are there such rows that worlds leave as they are, so that what is tried in them tells of what the seat may not see?"""
    m = match.machine
    if m not in _dealt:
        _dealt[m] = dealt_kinds(m.program)
    left = [kind for kind in differing_kinds(m.program) if kind not in _dealt[m]]
    return any(len(unrecognised(m, match.run, kind, seat)) > 1 for kind in left)


def arrange(match: Match, found: list[HiddenRow]) -> None:
    """Hidden rows stand in the order of what is seen of them: however things really are, they then look the same."""
    cells, base = match.state.cells, match.machine.layout.base
    for number, one in enumerate(found):
        later = [other for other in found[number:] if other.kind == one.kind and other.row in one.fellows]
        least = min(later, key=lambda other: [cells[base[column] + other.row] for column in other.seen])
        exchange(match, one, least.row)


def exchange(match: Match, hidden_row: HiddenRow, other: int) -> None:
    """Two rows change places: each is in the end what the other was, and whatever names one names the other."""
    m, one, kind = match.machine, hidden_row.row, hidden_row.kind
    if one == other:
        return
    cells, base = match.state.cells, m.layout.base
    for column in moving(m.program, kind):
        at = base[column.index]
        cells[at + one], cells[at + other] = cells[at + other], cells[at + one]
    for column in naming(m.program, kind):
        for at in range(base[column.index], base[column.index] + m.program.domains[column.domain].size):
            cells[at] = renamed(column, cells[at], one, other)
    fields, state = m.program.fields, match.state

    def elsewhere(field: int, row: int, value: int) -> tuple[int, int]:
        column = fields[field]
        moved = {one: other, other: one}.get(row, row) if column.domain == kind else row
        return moved, renamed(column, value, one, other) if column.target == kind else value

    def ending(entry: tuple[int, ...]) -> tuple[int, ...]:
        *before, field, row, how, value = entry
        return (*before, field, *elsewhere(field, row, value)[:1], how, elsewhere(field, row, value)[1])

    state.timers[:] = [ending(entry) for entry in state.timers]
    state.waiting[:] = [ending(entry) for entry in state.waiting]
    state.told = {(seat, field, *elsewhere(field, row, value)) for seat, field, row, value in state.told}


def renamed(column: core.Field, value: int, one: int, other: int) -> int:
    """What a cell names, with one row in place of the other and the other in place of it."""
    if not column.is_set:
        return other if value == one else one if value == other else value
    return value ^ (1 << one | 1 << other) if (value >> one ^ value >> other) & 1 else value
