"""A match as a side may see it.  Who sees what is decided in :mod:`arbitre.interpreter.state.visibility`, for this as for everything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NotRequired, TypedDict

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.code.machine import Machine, Run, SeenLine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.reference.actions.disclosure import EVERYONE
from arbitre.interpreter.state.keyed import UNKEYED, DieKey
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.requests import Answers
from arbitre.interpreter.state.state import State
from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR, Viewer, may_see

Shown = bool | int | str | list[str] | None  # yes or no, a number, the name of a row, names of rows, none
Row = dict[str, Shown]  # ``row``: its number, ``name``: its name if it has one, and its fields


class Fact(TypedDict):
    """Something a side was told: what ``field`` of a row of ``kind`` was at the time.

    ``to`` says who was told; only the referee sees it.
    """

    kind: str
    field: str
    value: Shown
    row: NotRequired[int]
    to: NotRequired[str]


class Open(TypedDict):
    """A question that waits for its answer; ``options`` are the keys that answer it."""

    id: str
    seat: str
    decision: str
    options: list[str]


class View(TypedDict):
    """What a viewer may see of a match.

    Attributes:
        game: The name of the rulebook.
        turn: How many turns have begun.
        over: True once the match has come to its end.
        winners: The sides that won; empty until it is over.
        lost: True if everybody has lost.
        kinds: For each kind the rows that the viewer sees, each with its number ``row``, its ``name`` if it has one, and its fields;
            fields that are called ``row`` or ``name`` themselves stand under ``.row`` and ``.name``.
        known: What the viewer was told.
        requests: The viewer's open questions; for the referee, those of every side.
    """

    game: str
    turn: int
    over: bool
    winners: list[str]
    lost: bool
    kinds: dict[str, list[Row]]
    known: list[Fact]
    requests: list[Open]


class Eyes:
    """Visibility of one state, for one viewer."""

    def __init__(self, machine: Machine, state: State, viewer: Viewer) -> None:
        self.machine, self.viewer = machine, viewer
        self.run = Run(machine, state, _NoDice(), Answers())

    def recognises(self, domain: core.Domain, row: int) -> bool:
        """May the viewer know which row it is?"""
        return self.sees(self.machine.kind_seen[domain.index], row)

    def sees_field(self, column: core.Field, row: int) -> bool:
        """May the viewer see this field of a row?"""
        return self.sees(self.machine.field_seen[column.index], row)

    def sees(self, lines: list[SeenLine], row: int) -> bool:
        return self.viewer == REFEREE or may_see(self.machine.mask(self.run, lines, row), self.viewer)


def knowing(machine: Machine, state: State, viewer: Viewer, columns: list[int]) -> Run:
    """What values are asked of that read only those columns: a copy in which what a viewer may not see of them is as at the start."""
    known = state.copy()
    eyes = Eyes(machine, known, viewer)
    hidden = [
        (machine.layout.base[column.index] + row, column.start[row] if column.start else column.default)
        for column in (machine.program.fields[c] for c in columns)
        for row in range(machine.program.domains[column.domain].size)
        if not eyes.sees_field(column, row)
    ]
    for cell, value in hidden:
        known.cells[cell] = value
    return eyes.run


class _NoDice:
    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        raise AssertionError("a view throws no dice")


def viewer_of(match: Match, name: str) -> Viewer:
    """A seat of this match by its name, "spectator" or "referee"; KeyError, which says who there is, otherwise."""
    if name in (REFEREE, SPECTATOR):
        return name
    seats = {match.seat_name(seat): seat for seat in match.seats()}
    if name not in seats:
        known = name in (match.seat_name(seat) for seat in range(match.program.domains[match.program.seats].size))
        said = "takes no part in this match" if known else "is no side of this game"
        raise KeyError(f"‘{name}’ {said}; there are: {', '.join([*seats, SPECTATOR, REFEREE])}")
    return seats[name]


def seen_state(match: Match, viewer: Viewer) -> State:
    """The state as the viewer sees it: in a game that publishes, as it was last published."""
    state = match.state
    if viewer != REFEREE and match.machine.publishes and state.published is not None:
        state = state.copy()
        state.cells = list(state.published or ())
    return state


def view(match: Match, viewer: Viewer = REFEREE) -> View:
    """Everything that viewer may see, as plain data.

    ``kinds``: for each kind a list of rows ``{"row": number, field: value...}``.  A row the viewer may see but not recognise
    has no ``row`` and stands in the order of its visible values.  Values are names of rows, lists of names, numbers, yes/no.
    If the game publishes, what is shown is the state as last published (the referee sees the present).
    """
    machine, state, shown = match.machine, match.state, seen_state(match, viewer)
    eyes = Eyes(machine, shown, viewer)
    kinds = {}
    orders = match.program.orders
    for domain in match.program.domains:
        now = orders is not None and domain.index == orders.domain  # one's own orders are never behind
        if now:
            rows = visible_rows(match, domain, state, Eyes(machine, state, viewer))
        else:
            rows = visible_rows(match, domain, shown, eyes)
        if rows:
            kinds[domain.name] = rows
    return {
        "game": match.program.name, "turn": match.turn, "over": state.over, "winners": match.winners, "lost": match.lost,
        "kinds": kinds,
        "known": facts(match, viewer),
        "requests": [
            {"id": r.id, "seat": match.seat_name(r.seat), "decision": r.decision, "options": [o.key for o in r.options]}
            for r in match.requests
            if viewer == REFEREE or r.seat == viewer
        ],
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shows:
    """A field as views show it.

    ``plain``: everybody sees it; ``acts``: it is the actor of an order; ``same``: what its values are shown as, where that is always so.
    """

    column: core.Field
    first: int
    plain: bool
    acts: bool
    same: tuple[Shown, ...] | None


def shows(machine: Machine, domain: core.Domain) -> tuple[Shows, ...]:
    """The fields of a kind that views show; found out once for a machine."""
    found: tuple[Shows, ...] | None = machine.shows.get(domain.index)
    if found is None:
        actors = set(machine.program.orders.actors.values()) if machine.program.orders is not None else set()
        found = machine.shows[domain.index] = tuple(
            Shows(c, machine.layout.base[c.index], not machine.field_seen[c.index], c.index in actors, _same(machine, c))
            for c in machine.program.fields
            if c.domain == domain.index and c.values is None and (not c.name.startswith("_") or c.index in actors) and c.name != "alive"
        )
    return found


def _same(machine: Machine, column: core.Field) -> tuple[Shown, ...] | None:
    """What a flag, or a row that everybody recognises, is shown as: by its number, none as the last."""
    if column.is_flag:
        return (False, True)
    if column.is_set or column.target == NONE or machine.program.domains[column.target].seen:
        return None
    return (*(machine.row_key(column.target, row) for row in range(machine.program.domains[column.target].size)), None)


def visible_rows(match: Match, domain: core.Domain, state: State, eyes: Eyes) -> list[Row]:
    """The rows of a kind as the viewer sees them: those he recognises in their order, then the others by what he sees of them."""
    machine = match.machine
    columns = shows(machine, domain)
    if not columns:
        return []
    named: list[Row] = []
    nameless: list[Row] = []
    cells, known = state.cells, eyes.viewer == REFEREE or not machine.kind_seen[domain.index]
    for row in range(domain.size):
        if domain.dynamic and not cells[machine.layout.base[domain.alive] + row]:
            continue
        recognised = known or eyes.recognises(domain, row)
        values: Row = {}
        if recognised:
            values["row"] = row
            if domain.rows[row]:
                values["name"] = domain.rows[row]
        for one in columns:
            if one.plain or eyes.sees_field(one.column, row):
                held = cells[one.first + row]
                value = one.same[held] if one.same is not None else shown(machine, one.column, held, eyes)
                if not one.acts:
                    values[field_key(one.column.name)] = value
                elif value is not None or "actor" not in values:  # of whichever kind it is
                    values["actor"] = value
        if recognised:
            named.append(values)
        elif domain.name != "order" and any(not one.column.seen for one in columns):
            nameless.append(values)
    return named + sorted(nameless, key=repr)


def field_key(name: str) -> str:
    """The key of a field in a row of a view: ``.row`` and ``.name`` for fields that are called as a row's own number and name are."""
    return f".{name}" if name in ("row", "name") else name


def shown(machine: Machine, column: core.Field, value: int, eyes: Eyes | None = None) -> Shown:
    """A value of a field as it is shown to these eyes; without any, to the referee."""
    if column.is_flag:
        return bool(value)
    if column.is_set:
        names = [name_of(machine, column.target, row, eyes) for row in rows_of(value)]
        return sorted(names) if machine.program.domains[column.target].seen else names
    if column.target != NONE:
        return None if value < 0 else name_of(machine, column.target, value, eyes)
    return value


def name_of(machine: Machine, domain: int, row: int, eyes: Eyes | None = None) -> str:
    """A row's name; of one the viewer cannot recognise, only what kind of thing it is."""
    kind = machine.program.domains[domain]
    return machine.row_key(domain, row) if not kind.seen or eyes is None or eyes.recognises(kind, row) else kind.name


def facts(match: Match, viewer: Viewer) -> list[Fact]:
    """What the viewer was told: a fact about a row it cannot recognise says the value, not the row."""
    eyes = Eyes(match.machine, match.state, viewer)
    out = []
    for seat, field, row, value in match.state.told:
        if viewer != REFEREE and seat not in (EVERYONE, viewer):
            continue
        column = match.program.fields[field]
        domain = match.program.domains[column.domain]
        fact: Fact = {"kind": domain.name, "field": column.name, "value": shown(match.machine, column, value, eyes)}
        if eyes.recognises(domain, row):
            fact["row"] = row
        if viewer == REFEREE:
            fact["to"] = "everyone" if seat == EVERYONE else match.seat_name(seat)
        out.append(fact)
    return sorted(out, key=repr)
