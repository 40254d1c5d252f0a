"""Copies of a match that hold nothing but what one seat may know: what bots try their answers on.

What is sealed by others is taken out of the statement that waits, what the seat may not see is drawn afresh, orders of others are gone,
and the dice to come are others. None of it depends on what is really there, so two matches that differ only in what a seat may not know
look the same to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any
from weakref import WeakKeyDictionary

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.analysis.thrown import thrown_fields
from arbitre.interpreter.code.machine import Machine, Run
from arbitre.interpreter.match.match import Given, Match
from arbitre.interpreter.play.bots.hidden_rows import HiddenRow, arrange, exchange, hidden_rows
from arbitre.interpreter.reference.actions.disclosure import EVERYONE
from arbitre.interpreter.reference.values.row_kinds import option_domain
from arbitre.interpreter.state.dice import DiceSource, dice_of
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.keyed import UNKEYED, DieKey
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.trials import DRAWS, ROUNDS
from arbitre.interpreter.state.visibility import may_see

Path = tuple[int, ...]

_thrown: WeakKeyDictionary[Machine, dict[int, tuple[int, ...]]] = WeakKeyDictionary()


@dataclass
class Seen:
    """Dice of the statement that waits fall as the seat saw them; all others are thrown afresh."""

    real: DiceSource
    known: dict[int, str]  # number of a die -> what it was thrown for
    fresh: DiceSource
    shown: set[int] = field(default_factory=set)  # numbers of dice that fell as the seat saw them, where they were thrown again

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        if self.known.get(number) == label:
            self.shown.add(number)
            return self.real.throw(size, number, label, place, key)
        self.shown.discard(number)
        return self.fresh.throw(size, number, label, place, key)


@dataclass
class Knowledge:
    """What the seat of a question knows of its match.

    ``hidden``: cells whose values it may not know, each with its column.  ``hidden_rows``: rows that it does not recognise (the cards of
    others), those together that may stand for each other.  ``said``: its own answers, and open ones given before its question, by request.
    ``whole``: nothing is hidden from it, so that copies can keep memoised values.
    """

    match: Match
    request: Request
    cells: list[int]
    current: list[int] | None = None  # cells as they are now, where what the seat sees was published before
    hidden: dict[int, core.Field] = field(default_factory=dict)
    hidden_rows: list[HiddenRow] = field(default_factory=list)
    said: dict[Path, str] = field(default_factory=dict)
    dice: dict[int, str] = field(default_factory=dict)
    whole: bool = True

    @property
    def seat(self) -> int:
        return self.request.seat

    @cached_property
    def hidden_of(self) -> dict[int, list[tuple[int, int]]]:
        """The hidden cells of each kind, each with its row."""
        out: dict[int, list[tuple[int, int]]] = {}
        for cell, column in self.hidden.items():
            out.setdefault(column.domain, []).append((cell - self.match.machine.layout.base[column.index], cell))
        return out


def sample_world(match: Match, request: Request, rng: Lots) -> Match | None:
    """A copy that waits at the same question and holds only what its seat may know; None if no such copy is found."""
    return sample_from(knowledge(match, request), rng)


# ------------------------------------------------------------------------------------ what a seat knows


def knowledge(match: Match, request: Request) -> Knowledge:
    """What the seat that is asked may know of the match, and what is hidden from it."""
    m, x = match.machine, match.run
    out = Knowledge(match, request, match.state.cells[:])
    if secretive(m):
        note_cells(out, m, x)
        out.hidden_rows = hidden_rows(m, x, out.seat, out.hidden)
        unseen = bool(out.hidden or out.hidden_rows)
        out.whole = not unseen and out.cells == match.state.cells and all(t[0] in (EVERYONE, out.seat) for t in match.state.told)
    if not out.whole or match.answers.given or match.answers.thrown:
        note_statement(out)
    return out


def secretive(m: Machine) -> bool:
    """Can anything be hidden from a seat between two statements?"""
    return m.publishes or any(m.kind_seen) or any(m.field_seen) or m.program.orders is not None


def note_cells(out: Knowledge, m: Machine, x: Run) -> None:
    """Which cells the seat may not see; those it sees only as they were published stand as they did then."""
    state, seat, cells = x.state, out.seat, out.cells
    old = state.published if m.publishes else None
    told = {(f, row): value for to, f, row, value in sorted(state.told) if to in (EVERYONE, seat)}
    alive = {d.index: m.layout.base[d.alive] for d in m.program.domains if d.dynamic}
    gone = orders_of_others(m, x, seat)
    now = cells[:]
    existing = {d.alive for d in m.program.domains}
    for column in m.program.fields:
        if column.values is not None or column.index in existing:
            continue
        base = m.layout.base[column.index]
        lines, kinds = m.field_seen[column.index], m.kind_seen[column.domain]
        inner, size = column.name.startswith("_"), m.program.domains[column.domain].size
        if not lines and not kinds:
            if old is not None and not inner:
                cells[base : base + size] = old[base : base + size]
            continue
        for row in range(size):
            if column.domain in alive and not cells[alive[column.domain] + row]:
                continue
            recognised = may_see(m.mask(x, kinds, row), seat)
            if lines and not may_see(m.mask(x, lines, row), seat):
                fact = told.get((column.index, row)) if recognised else None
                if fact is not None:
                    cells[base + row] = now[base + row] = fact
                else:
                    out.hidden[base + row] = column
            elif inner and not recognised:
                cells[base + row] = now[base + row] = column.default
    for at in gone:
        cells[at] = now[at] = 0
    out.current = now if cells != now else None
    for at, column in list(out.hidden.items()):
        if column.domain == (m.program.orders.domain if m.program.orders is not None else NONE):
            del out.hidden[at]


def orders_of_others(m: Machine, x: Run, seat: int) -> list[int]:
    """The cells that say that orders are there which the seat may not see."""
    table = m.program.orders
    if table is None:
        return []
    domain = m.program.domains[table.domain]
    base, giver = m.layout.base[domain.alive], m.layout.base[table.giver]
    kinds = m.kind_seen[table.domain]
    return [
        base + row for row in range(domain.size)
        if x.cells[base + row] and x.cells[giver + row] != seat and not (kinds and may_see(m.mask(x, kinds, row), seat))
    ]  # fmt: skip


def note_statement(out: Knowledge) -> None:
    """Answers and dice of the statement that waits, as far as the seat knows them."""
    match, seat = out.match, out.seat
    probe = match.clone(trace=True)
    probe.check_always = False
    probe.answers.forget()
    probe.requests = []
    probe.go_on()
    mine = path_of(out.request)
    for choice, request in probe.answers.asked:
        path = path_of(request)
        open_ = not request.secret and match.program.public_events and path == mine[: len(path)]
        if request.seat == seat or open_:
            out.said[request.spot] = request.options[choice].key
        else:
            out.whole = False
    number = match.state.rolls
    for record in probe.abandoned:
        if record.kind != "roll":
            continue
        for _ in record.data["faces"]:
            if may_see(record.audience, seat):
                out.dice[number] = record.name
            else:
                out.whole = False
            number += 1


def path_of(request: Request) -> Path:
    """Where a question stands among those that are asked together."""
    return request.path


# ------------------------------------------------------------------------------------ drawing what it does not know


def sample_from(known: Knowledge, rng: Lots, look: Callable[[Match], object] | None = None) -> Match | None:
    """A world in which all is as the seat knows it, at the same question with the same options.

    ``look``: what is done there at once; a world in which that cannot be is none.
    """
    for attempt in range(DRAWS):
        now = known.current is not None and attempt >= DRAWS // 2
        copy = bare(known, rng.word() >> 2, known.current if now else None)
        if known.whole:
            if look is not None:
                look(copy)
            return copy
        if not fill(copy, known, rng):
            continue
        clean(copy, known)
        try:
            found = reached(copy, known, rng)
            if found is not None:
                if look is not None:
                    look(found)
                return found
        except (RulebookError, AnswerError):
            continue
    return None


def bare(known: Knowledge, seed: int, cells: list[int] | None = None) -> Match:
    """The match with other dice to come, those of a seed, and nothing of its past."""
    match = known.match
    copy = match.clone()
    copy.tape.seed = seed
    copy.dice = copy.run.dice = Seen(match.dice, known.dice, dice_of(copy.tape.seed))
    copy.check_always = False
    copy.tape.answers = [Given(NONE, "", NONE, "")] * len(match.tape.answers)
    if not known.whole:
        copy.state.cells[:] = known.cells if cells is None else cells
        copy.answers.given = {}
        copy.answers.forget()
        copy.requests = []
    return copy


def fill(copy: Match, known: Knowledge, rng: Lots) -> bool:
    """Draws every hidden cell, and deals rows that are not recognised; again what stands against what must always hold.

    False if that does not come right.
    """
    m, x = copy.machine, copy.run
    arrange(copy, known.hidden_rows)
    for cell, column in known.hidden.items():
        x.cells[cell] = drawn_value(m, x, column, rng)
    for hidden_row in known.hidden_rows:
        exchange(copy, hidden_row, hidden_row.fellows[rng.below(hidden_row.fellows.index(hidden_row.row) + 1)])
    if not known.hidden and not known.hidden_rows:
        return True
    doubtful = (1 << len(m.always)) - 1
    for _ in range(ROUNDS):
        failing, before = m.always.failing(x, doubtful), x.cells[:]
        wrong, misplaced = set[int](), set[int]()
        for rule, _test in m.always.among(failing):
            cells, rows = amiss(m, x, rule, known)
            wrong |= cells
            misplaced |= rows
        if not wrong and not misplaced:
            return True
        for cell in sorted(wrong):
            x.cells[cell] = redrawn_value(m, x, known.hidden[cell], rng)
        for number in sorted(misplaced):
            hidden_row = known.hidden_rows[number]
            exchange(copy, hidden_row, rng.choice(hidden_row.fellows))
        doubtful = failing | m.always.affected(before, x.cells)
    return False


def amiss(m: Machine, x: Run, rule: core.Always, known: Knowledge) -> tuple[set[int], set[int]]:
    """Of the rows that a law finds fault with the hidden cells, and which of the hidden rows they are; all where it does not say which."""
    query = rule.test.item if isinstance(rule.test, core.Not) else None
    domain = option_domain(query.source, m) if isinstance(query, core.Query) else NONE
    if isinstance(query, core.Query) and domain != NONE:
        found = m.always.faulty(rule, lambda: m.expr(core.Query(query.place, "set", query.source, query.slot, query.where)))
        rows = found(x, [0] * rule.slots)
        cells = {cell for row, cell in known.hidden_of.get(domain, ()) if rows >> row & 1}
        misplaced = {number for number, one in enumerate(known.hidden_rows) if one.kind == domain and rows >> one.row & 1}
        if cells or misplaced:
            return cells, misplaced
    return set(known.hidden), set(range(len(known.hidden_rows)))


def drawn_value(m: Machine, x: Run, column: core.Field, rng: Lots) -> int:
    """Any value of its type: what its dice may show; other numbers, flags and sets mostly as they begin; rows that exist."""
    if m not in _thrown:
        _thrown[m] = thrown_fields(m.program)
    if column.index in _thrown[m]:
        return rng.choice(_thrown[m][column.index])
    if column.target == NONE or column.is_set:
        if not rng.once_in(4):
            return column.default
        if column.is_set:
            return sum(rng.word() << at for at in range(0, column.high.bit_length(), 64)) & column.high
        return rng.between(column.low, column.high)
    domain, none = m.program.domains[column.target], column.low < 0
    if not domain.dynamic:
        return rng.choice(range(NONE if none else 0, domain.size)) if none or domain.size else column.default
    alive = m.layout.base[domain.alive]
    values = [NONE] if none else []
    values += [row for row, lives in enumerate(x.cells[alive : alive + domain.size]) if lives]
    return rng.choice(values) if values else column.default


def redrawn_value(m: Machine, x: Run, column: core.Field, rng: Lots) -> int:
    """Another value where a law was broken.  A row that may be none is so half the time: of many rows few are what a law allows."""
    if column.target != NONE and not column.is_set and column.low < 0 and rng.once_in(2):
        return column.default
    return drawn_value(m, x, column, rng)


def clean(copy: Match, known: Knowledge) -> None:
    """Takes out what else speaks of what is hidden: what will end, what others were told, what was published."""
    state, base = copy.state, copy.machine.layout.base

    def open_(entry: tuple[Any, ...], at: int) -> bool:
        return base[entry[at]] + entry[at + 1] not in known.hidden

    state.timers[:] = [t for t in state.timers if open_(t, 2)]
    state.waiting[:] = [t for t in state.waiting if open_(t, 3)]
    state.told = {t for t in state.told if t[0] in (EVERYONE, known.seat)}
    if state.published is not None:
        state.published = tuple(state.cells)


def at_once(copy: Match, known: Knowledge) -> Match | None:
    """The statement with the answers the seat knows, all in one go; None if they mean others there."""
    quick = copy.clone()
    quick.check_always = False
    for path, choices in known.match.answers.given.items():
        named = ((*path, number) in known.said for number in range(len(choices)))
        quick.answers.given[path] = [choice for choice, _ in zip(choices, takewhile(bool, named), strict=False)]
    done: list[Match] = []
    quick.watch = done.append
    quick.go_on()
    quick.watch = None
    # There may be fewer options in this world: then an answer, which is the position of one, was not taken.
    others = len(quick.answers.asked) < sum(map(len, quick.answers.given.values())) or any(
        known.said.get(request.spot) != request.options[choice].key for choice, request in quick.answers.asked
    )
    return None if done or others else quick


def reached(copy: Match, known: Knowledge, rng: Lots) -> Match | None:
    """Goes through the statement again with the answers the seat knows, to its question; others answer by lot where they come first.

    None where the statement is over before that, asks something else there, or has no such answer as was given.
    """
    quick = at_once(copy, known) if known.said else None
    if quick is not None:
        copy = quick
    done: list[Match] = []
    copy.watch = done.append
    if quick is None:
        copy.go_on()
    wanted, mine = [o.key for o in known.request.options], path_of(known.request)
    while copy.requests and not done:
        here = next((r for r in copy.requests if r.path == mine[: len(r.path)]), copy.requests[0])
        if here.spot == known.request.spot:
            copy.watch = None
            return copy if here.seat == known.seat and [o.key for o in here.options] == wanted else None
        if here.spot not in known.said:
            copy.answer(here.id, rng.below(len(here.options)))
        elif here.find(known.said[here.spot]) is not None:
            copy.answer(here.id, known.said[here.spot])
        else:
            break
    return None
