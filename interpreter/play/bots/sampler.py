"""Worlds sampled of a match of the interpreter, by the routines that sample those of modules.

What a seat may know, what is drawn for what it does not see, and what is drawn again for a law is said in
:mod:`arbitre.interpreter.wasm.runtime.sampling` alone.  Here is what these routines ask of a match and do to it
(:mod:`arbitre.interpreter.wasm.runtime.interfaces`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import SimpleNamespace
from weakref import WeakKeyDictionary

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.reference.program import all_statements
from arbitre.interpreter.reference.values.row_kinds import option_domain
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.wasm.layout.sampling_rooms import (
    FIELD_SHIFT,
    ROW,
    Drawing,
    Kind,
    fields_sampled,
    hides_between,
    kinds_sampled,
    law_query,
    sampling_sizes,
)
from arbitre.interpreter.wasm.routines.rebound import Counted, rebound
from arbitre.interpreter.wasm.runtime import interfaces
from arbitre.interpreter.wasm.runtime.sampling import hidden_rows, sight, statement, unseen, world

ROUTINES = (sight, statement, hidden_rows, unseen, world)
ASKED = sorted({name for file in ROUTINES for name, held in vars(file).items() if getattr(held, "__module__", "") == interfaces.__name__})

_tables: WeakKeyDictionary[Machine, Tables] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a program and what else the routines know of it; ``hides``: can anything be hidden between two statements?"""

    drawings: list[Drawing]
    kinds: list[Kind]
    sizes: SimpleNamespace
    hides: bool


class Sampler:
    """A match as a seat may know it, and worlds drawn from that.

    ``known``: its cells, as they were published where that is all the seat sees; ``now``: the same as things are now.  What the routines
    call, from ``is_marked`` on, is described where it is declared for them.
    """

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat, self.machine = match, seat, match.machine
        self.x = match.run  # of the match, or of the world that is being drawn
        self.known, self.now = match.state.cells[:], match.state.cells[:]
        self.told = {(to, field, row): value for to, field, row, value in sorted(match.state.told, reverse=True)}
        self.whole = True
        self.lots: Lots
        self.begin: Callable[[int, bool], Match]
        self.come: Callable[[Match], Match | None]
        self.world: Match | None = None
        self.failing, self.before = 0, list[int]()
        tables = tables_of(self.machine)
        self.areas = SimpleNamespace(
            drawings=tables.drawings, kinds=tables.kinds,
            unseen=Counted(), hidden_rows=Counted(), patterns=Counted(), fellows=Counted(), wrong=Counted(),
        )  # fmt: skip
        others = {"areas": self.areas, "sizes": tables.sizes, "member": is_member, "load_word": word_of}
        lots = {"lot_below": lambda size: self.lots.below(size), "lot_word": lambda: self.lots.word()}
        self.routines = rebound(ROUTINES, {name: getattr(self, name) for name in ASKED} | others | lots)

    def look(self) -> None:
        """Finds out what is hidden from the seat, and what it knows."""
        self.routines.look(self.seat)
        self.whole = bool(self.routines.sees_all(self.seat))

    @property
    def unseen(self) -> dict[int, core.Field]:
        """The cells that are hidden from the seat, each with its field."""
        fields, base = self.machine.program.fields, self.machine.layout.base
        found = [(cell >> FIELD_SHIFT, cell & ROW) for cell in self.areas.unseen.numbers]
        return {base[field] + row: fields[field] for field, row in found}

    def leave_open(self, cells: Iterable[int]) -> None:
        """Some of these cells are not drawn."""
        out, layout, numbers = set(cells), self.machine.layout, self.areas.unseen.numbers
        left = [cell for cell in numbers if layout.base[cell >> FIELD_SHIFT] + (cell & ROW) not in out]
        self.areas.unseen.update(enumerate(left))
        self.areas.unseen.count = len(left)

    def draw(self, lots: Lots, begin: Callable[[int, bool], Match], come: Callable[[Match], Match | None]) -> Match | None:
        """A world; None if none is found.

        ``begin``: makes a copy of the match as the seat knows it, by the seed of its dice to come, and whether what was published is as it
        is now; ``come``: gives the copy at the question, if that is come to.
        """
        self.lots, self.begin, self.come, self.world = lots, begin, come, None
        try:
            return self.world if self.routines.draw_world() else None
        finally:
            self.x, self.world = self.match.run, None

    # ------------------------------------------------------------------------------------ the match as it is

    def is_marked(self, field: int, row: int) -> int:
        return self.x.cells[self.machine.layout.base[field] + row]

    number_in = is_marked

    def audience_of_cell(self, field: int, row: int) -> int:
        return self.machine.mask(self.x, self.machine.field_seen[field], row)

    def audience_of_row(self, kind: int, row: int) -> int:
        return self.machine.mask(self.x, self.machine.kind_seen[kind], row)

    def were_others_told(self, seat: int) -> int:
        return any(not self.routines.knows_what_was_told(to, seat) for to, *_ in self.match.state.told)

    # ------------------------------------------------------------------------------------ as the seat knows it

    def know_as_told(self, to: int, field: int, row: int) -> int:
        value = self.told.get((to, field, row))
        if value is not None:
            self._know(field, row, value)
        return value is not None

    def know_as_begun(self, field: int, row: int) -> None:
        self._know(field, row, self.machine.program.fields[field].default)

    def know_as_published(self, field: int) -> None:
        published, first, end = self.match.state.published, self.machine.layout.base[field], self.machine.layout.base[field]
        end += self.machine.program.domains[self.machine.program.fields[field].domain].size
        if published is not None:
            self.known[first:end] = published[first:end]

    def know_no_row(self, alive: int, row: int) -> None:
        self._know(alive, row, 0)

    def _know(self, field: int, row: int, value: int) -> None:
        at = self.machine.layout.base[field] + row
        self.known[at] = self.now[at] = value

    def is_as_known(self) -> int:
        return self.known == self.match.state.cells

    def knows_all(self) -> int:
        return self.whole

    # ------------------------------------------------------------------------------------ a world

    def begin_world(self, seed: int, now: int) -> None:
        self.world = self.begin(seed, bool(now))
        self.x, self.before = self.world.run, []

    def come_to_question(self) -> int:
        assert self.world is not None
        self.world = self.come(self.world)
        return self.world is not None

    def put_number(self, field: int, row: int, value: int) -> None:
        self.x.cells[self.machine.layout.base[field] + row] = value

    def put_word(self, field: int, row: int, number: int, word: int) -> None:
        self.x.cells[self.machine.layout.base[field] + row] |= word << 64 * number

    def put_as_begun(self, field: int, row: int) -> None:
        self.put_number(field, row, self.machine.program.fields[field].default)

    def compare_cells(self, field: int, one: int, other: int) -> int:
        base, cells = self.machine.layout.base[field], self.x.cells
        return (cells[base + one] > cells[base + other]) - (cells[base + one] < cells[base + other])

    def exchange_cells(self, field: int, one: int, other: int) -> None:
        base, cells = self.machine.layout.base[field], self.x.cells
        cells[base + one], cells[base + other] = cells[base + other], cells[base + one]

    def exchange_names(self, field: int, one: int, other: int) -> None:
        column, base, cells = self.machine.program.fields[field], self.machine.layout.base[field], self.x.cells
        for at in range(base, base + self.machine.program.domains[column.domain].size):
            cells[at] = renamed(column, cells[at], one, other)

    def exchange_elsewhere(self, kind: int, one: int, other: int) -> None:
        state, fields = self.x.state, self.machine.program.fields

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

    def is_law_kept(self, law: int) -> int:
        always = self.machine.always
        if law == 0:  # laws are asked in a row; what held before and speaks of nothing that has changed since still does
            doubtful = self.failing | always.affected(self.before, self.x.cells) if self.before else (1 << len(always)) - 1
            self.failing, self.before = always.failing(self.x, doubtful), self.x.cells[:]
        return not self.failing >> law & 1

    def mark_faulty_rows(self, law: int) -> int:
        rule, query = self.machine.always.tests[law][0], law_query(self.machine.always.tests[law][0])
        kind = option_domain(query.source, self.machine) if query is not None else NONE
        if query is None or kind == NONE:
            return 0
        rows = core.Query(query.place, "set", query.source, query.slot, query.where)
        found = self.machine.always.faulty(rule, lambda: self.machine.expr(rows))
        return int(self.routines.note_wrong(kind, found(self.x, [0] * rule.slots), 0))


def tables_of(machine: Machine) -> Tables:
    """What is known of a program before a match."""
    if machine not in _tables:
        program = machine.program
        sizes = {name.lower(): value for name, value in sampling_sizes(program).items()}
        hides = hides_between(program, all_statements(program))
        _tables[machine] = Tables(fields_sampled(program), kinds_sampled(program), SimpleNamespace(**sizes), hides)
    return _tables[machine]


def renamed(column: core.Field, value: int, one: int, other: int) -> int:
    """What a cell names, with one row in place of the other and the other in place of it."""
    if not column.is_set:
        return other if value == one else one if value == other else value
    return value ^ (1 << one | 1 << other) if (value >> one ^ value >> other) & 1 else value


def is_member(rows: int, row: int, words: int) -> int:
    """Is a row in a set?"""
    return rows >> row & 1


def word_of(numbers: tuple[int, ...], index: int) -> int:
    """One of some numbers."""
    return numbers[index]
