"""Statements of the core become closures ``f(run, frame) -> signal``; 0 goes on, others leave the block."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dsl import core
from dsl.core import NONE
from interpreter import changes
from interpreter.actions import ACTIONS
from interpreter.choices import CHOICES
from interpreter.dice import Fork, sums
from interpreter.expressions import rows_of
from interpreter.orders import ORDERS
from interpreter.signals import END, FAIL, OVER, PREVENT
from interpreter.telling import TELLING
from interpreter.trace import both

if TYPE_CHECKING:
    from interpreter.machine import Machine, Run, Stmt


def compile_block(stmts: tuple[core.Stmt, ...], m: Machine) -> Stmt:
    made = [compile_stmt(s, m) for s in stmts]
    if not made:
        return lambda x, f: 0
    if len(made) == 1:
        return made[0]

    def block(x: Run, f: list[int]) -> int:
        for stmt in made:
            signal = stmt(x, f)
            if signal:
                return signal
        return 0

    return block


def compile_stmt(stmt: core.Stmt, m: Machine) -> Stmt:
    made: Stmt = MAKERS[type(stmt)](stmt, m)
    return made


# ------------------------------------------------------------------------------------------------ stores


def _let(s: core.Let, m: Machine) -> Stmt:
    slot, value = s.slot, m.expr(s.value)

    def let(x: Run, f: list[int]) -> int:
        f[slot] = value(x, f)
        return 0

    return let


def _set_own(s: core.SetOwn, m: Machine) -> Stmt:
    procedure, slot, value, low, high, place = s.procedure, s.slot, m.expr(s.value), s.low, s.high, s.place

    def set_own(x: Run, f: list[int]) -> int:
        new = value(x, f)
        if not low <= new <= high:
            raise x.error(f"{new} does not fit: it goes from {low} to {high}", place)
        frames = x.running.get(procedure)
        if frames:
            frames[-1][slot] = new
        return 0

    return set_own


def _span(period: core.Period | None, m: Machine) -> changes.Span | None:
    return None if period is None else (period.agenda, period.start, m.expr(period.runs))


def _store(s: core.Store, m: Machine) -> Stmt:
    column, row, value, span, place = s.field, m.expr(s.row), m.expr(s.value), _span(s.lasting, m), s.place

    def store(x: Run, f: list[int]) -> int:
        changes.change(x, changes.RESTORE, column, row(x, f), value(x, f), span, f, place)
        return 0

    return store


def _change(s: core.Change, m: Machine) -> Stmt:
    column, row, delta, span, place = s.field, m.expr(s.row), m.expr(s.delta), _span(s.lasting, m), s.place

    def change(x: Run, f: list[int]) -> int:
        changes.change(x, changes.COUNT, column, row(x, f), delta(x, f), span, f, place)
        return 0

    return change


def _join(s: core.Join, m: Machine) -> Stmt:
    column, row, mask, span, place = s.field, m.expr(s.row), m.expr(s.mask), _span(s.lasting, m), s.place
    if s.add:

        def join(x: Run, f: list[int]) -> int:
            changes.change(x, changes.LEAVE, column, row(x, f), mask(x, f), span, f, place)
            return 0

        return join

    def leave(x: Run, f: list[int]) -> int:
        changes.change(x, changes.RETURN, column, row(x, f), mask(x, f), span, f, place)
        return 0

    return leave


def _cancel(s: core.Cancel, m: Machine) -> Stmt:
    order, state, place = m.expr(s.order), m.expr(s.state), s.place
    table = m.program.orders

    def cancel(x: Run, f: list[int]) -> int:
        row = order(x, f)
        if table is None or row < 0:
            raise x.error("there is no such order", place)
        x.cells[m.layout.base[table.state] + row] = state(x, f)
        return 0

    return cancel


# ------------------------------------------------------------------------------------------------ control


def _if(s: core.If, m: Machine) -> Stmt:
    test, then, other = m.expr(s.test), compile_block(s.then, m), compile_block(s.other, m)
    return lambda x, f: then(x, f) if test(x, f) else other(x, f)


def _while(s: core.While, m: Machine) -> Stmt:
    test, body, budget, place = m.expr(s.test), compile_block(s.body, m), s.budget, s.place

    def loop(x: Run, f: list[int]) -> int:
        rounds = 0
        while test(x, f):
            rounds += 1
            if rounds > budget:
                raise x.error(f"this is done more than {budget} times", place)
            x.spend(place)
            signal = body(x, f)
            if signal:
                return signal
        return 0

    return loop


def ordering(s: core.ForEach, m: Machine) -> Callable[[Run, list[int]], Sequence[int]]:
    """The elements of a loop in their order; ties are thrown for, drawn, or left in row order."""
    source, slot = m.expr(s.source), s.slot
    keys = [(m.expr(k.value), k.highest) for k in s.keys]
    ties, dice, place = s.ties, s.dice, s.place
    if not keys and not ties:
        return lambda x, f: rows_of(source(x, f))

    def order(x: Run, f: list[int]) -> list[int]:
        ranked = []
        for row in rows_of(source(x, f)):
            f[slot] = row
            ranked.append((tuple(-v if high else v for v, high in ((k(x, f), h) for k, h in keys)), row))
        ranked.sort()
        out: list[int] = []
        while ranked:
            tied = [row for key, row in ranked if key == ranked[0][0]]
            ranked = ranked[len(tied) :]
            if len(tied) > 1 and ties == "draw":
                tied = shuffled(x, tied, place)
            elif len(tied) > 1 and ties == "roll" and dice is not None:
                tied = thrown_for(x, tied, dice, bool(keys) and keys[0][1], place, m.program.domains)
            out += tied
        return out

    return order


def shuffled(x: Run, rows: list[int], place: Any) -> list[int]:
    left, out = rows[:], []
    while len(left) > 1:
        out.append(left.pop(one_of(x, len(left), "order", place)))
    return out + left


def thrown_for(x: Run, rows: list[int], dice: core.Dice, highest: bool, place: Any, domains: Any) -> list[int]:
    """Tied elements throw; those still tied throw again, at most fifty times, then row order."""
    if x.enumerating:
        return shuffled(x, rows, place)
    out: list[int] = []
    groups = [rows]
    for _ in range(50):
        groups_now: list[list[int]] = []
        done = True
        for group in groups:
            if len(group) == 1:
                groups_now.append(group)
                continue
            throws = [(throw(x, (dice,), "order", place), row) for row in group]
            for value in sorted({v for v, _ in throws}, reverse=highest):
                same = [row for v, row in throws if v == value]
                groups_now.append(same)
                done = done and len(same) == 1
        groups = groups_now
        if done:
            break
    for group in groups:
        out += group
    return out


def _for_each(s: core.ForEach, m: Machine) -> Stmt:
    order, slot, body, place = ordering(s, m), s.slot, compile_block(s.body, m), s.place
    if s.together:
        return together([(slot, body)], order, m)

    def loop(x: Run, f: list[int]) -> int:
        for row in order(x, f):
            x.spend(place)
            f[slot] = row
            signal = body(x, f)
            if signal:
                return signal
        return 0

    return loop


def together(bodies: list[tuple[int, Stmt]], order: Callable[[Run, list[int]], Sequence[int]], m: Machine) -> Stmt:
    """Every iteration from one snapshot; then amounts add up, sets unite, and two different stores clash."""
    from interpreter.together import merged

    slot, body = bodies[0]
    return lambda x, f: merged(x, f, [(slot, row, body) for row in order(x, f)], m)


def _together(s: core.Together, m: Machine) -> Stmt:
    from interpreter.together import merged

    made = [compile_stmt(stmt, m) for stmt in s.body]
    return lambda x, f: merged(x, f, [(NONE, i, stmt) for i, stmt in enumerate(made)], m)


# ------------------------------------------------------------------------------------------------ dice


def throw(x: Run, dice: tuple[core.Dice, ...], label: str, place: Any) -> int:
    """The sum of the dice; each is one throw of the tape, and enumeration sees their sum as one."""
    if x.enumerating:
        return x.dice.outcome(sums(dice))  # type: ignore[attr-defined,no-any-return]
    total = 0
    faces = []
    for die in dice:
        for _ in range(die.count):
            face = die.faces[x.dice.throw(len(die.faces), x.state.rolls, label, place)]
            x.state.rolls += 1
            faces.append(face)
            total += face
    if x.log is not None:
        x.record("roll", label, place, faces=faces, total=total, sizes=[len(d.faces) for d in dice for _ in range(d.count)])
    return total


def one_of(x: Run, size: int, label: str, place: Any) -> int:
    """A position from 0 to ``size - 1`` by lot; no die when there is just one."""
    if size <= 1:
        return 0
    return throw(x, (core.Dice(1, tuple(range(1, size + 1))),), label, place) - 1


def _roll(s: core.Roll, m: Machine) -> Stmt:
    slot, dice, label, place = s.slot, s.dice, s.label, s.place
    if s.each:
        return _roll_each(s)

    def roll(x: Run, f: list[int]) -> int:
        f[slot] = throw(x, dice, label, place)
        return 0

    return roll


def _roll_each(s: core.Roll) -> Stmt:
    """Every die into a slot of its own, as well as their sum."""
    single = [core.Dice(1, die.faces) for die in s.dice for _ in range(die.count)]

    def roll(x: Run, f: list[int]) -> int:
        f[s.slot] = 0
        for die, slot in zip(single, s.each, strict=True):
            f[slot] = throw(x, (die,), s.label, s.place)
            f[s.slot] += f[slot]
        return 0

    return roll


def _roll_count(s: core.RollCount, m: Machine) -> Stmt:
    slot, count, faces, label, limit, place = s.slot, m.expr(s.count), m.expr(s.faces), s.label, s.limit, s.place

    def roll(x: Run, f: list[int]) -> int:
        number, size = count(x, f), faces(x, f)
        if not 0 <= number <= limit or not 1 <= size <= 10_000:
            raise x.error(f"{number} dice of {size} faces cannot be thrown", place)
        f[slot] = throw(x, (core.Dice(number, tuple(range(1, size + 1))),), label, place) if number else 0
        return 0

    return roll


def _roll_off(s: core.RollOff, m: Machine) -> Stmt:
    left_bonus, right_bonus = m.expr(s.left_bonus), m.expr(s.right_bonus)
    left, right, place = s.left_dice, s.right_dice, s.place

    def roll_off(x: Run, f: list[int]) -> int:
        more, less = left_bonus(x, f), right_bonus(x, f)
        if x.enumerating:
            pairs = [(a, b, p * q) for a, p in sums(left) for b, q in sums(right) if not (s.again and a + more == b + less)]
            whole = sum(p for _, _, p in pairs)
            if not whole:
                raise x.error("these two can never differ", place)
            picked = x.dice.outcome(tuple((i, p / whole) for i, (_, _, p) in enumerate(pairs)))  # type: ignore[attr-defined]
            f[s.left], f[s.right] = pairs[picked][:2]
            return 0
        for _ in range(1000):
            f[s.left] = throw(x, left, s.label, place)
            f[s.right] = throw(x, right, s.label, place)
            if not s.again or f[s.left] + more != f[s.right] + less:
                return 0
        raise x.error("these two are tied a thousand times", place)

    return roll_off


def _draw(s: core.Draw, m: Machine) -> Stmt:
    slot, source, label, place = s.slot, m.expr(s.source), s.label, s.place

    def draw(x: Run, f: list[int]) -> int:
        rows = rows_of(source(x, f))
        f[slot] = rows[one_of(x, len(rows), label, place)] if rows else NONE
        return 0

    return draw


# ------------------------------------------------------------------------------------------------ leaving


def _give(s: core.Give, m: Machine) -> Stmt:
    value = m.expr(s.value)

    def give(x: Run, f: list[int]) -> int:
        x.given = value(x, f)
        return END

    return give


def _fail(s: core.Fail, m: Machine) -> Stmt:
    reason, spends = s.reason, s.spends

    def fail(x: Run, f: list[int]) -> int:
        x.reason, x.spent = reason, spends
        return FAIL

    return fail


def _invoke(s: core.Invoke, m: Machine) -> Stmt:
    args, outputs, index, place = [m.expr(a) for a in s.args], s.outputs, s.procedure, s.place
    grouped = grouped_test(m.program.procedures[index], m) if s.plain else None

    def invoke(x: Run, f: list[int]) -> int:
        if grouped is not None and x.enumerating:
            frame = grouped(x, [a(x, f) for a in args])
        else:
            frame, signal = m.calls.perform(x, index, [a(x, f) for a in args], place)
            if signal == FAIL:  # the order fails, wherever in its doing that is said
                return FAIL
        for source, target in outputs:
            f[target] = frame[source]
        return OVER if x.state.over else 0

    return invoke


def grouped_test(p: core.Procedure, m: Machine) -> Callable[[Run, list[int]], list[int]] | None:
    """For enumeration: a test nobody hooks, whose throws are told apart by their result alone."""
    if p.kind != "test" or p.before or p.instead or p.after or p.rolled or len(p.body) != 5:
        return None
    roll, added, _, summed, result = p.body
    if not (isinstance(roll, core.Roll) and isinstance(added, core.Let) and isinstance(summed, core.Let) and isinstance(result, core.Let)):
        return None
    bonus, total, outcome, chances = m.expr(added.value), m.expr(summed.value), m.expr(result.value), sums(roll.dice)
    blank, params = p.init, p.params
    natural, bonus_slot, total_slot, result_slot = roll.slot, added.slot, summed.slot, result.slot

    def test(x: Run, args: list[int]) -> list[int]:
        frame = blank[:]
        for param, value in zip(params, args, strict=True):
            frame[param.slot] = value
        frame[bonus_slot] = bonus(x, frame)
        groups: dict[int, Any] = {}
        for thrown, chance in chances:
            frame[natural] = thrown
            frame[total_slot] = total(x, frame)
            found = outcome(x, frame)
            groups[found] = groups.get(found, 0) + chance
        frame[result_slot] = x.dice.outcome(tuple(sorted(groups.items())))  # type: ignore[attr-defined]
        return frame

    return test


def _proceed(s: core.Proceed, m: Machine) -> Stmt:
    slot, place = s.slot, s.place

    def proceed(x: Run, f: list[int]) -> int:
        value = m.calls.proceed(x, place)
        if slot != NONE:
            f[slot] = value
        return OVER if x.state.over else 0

    return proceed


def _rolled(s: core.Rolled, m: Machine) -> Stmt:
    refresh = compile_block(s.refresh, m)

    def rolled(x: Run, f: list[int]) -> int:
        return m.calls.rolled(x, f, refresh)

    return rolled


def _schedule(s: core.Schedule, m: Machine) -> Stmt:
    args, index, edge = [m.expr(a) for a in s.args], s.procedure, s.edge
    span = _span(s.when, m)
    assert span is not None

    def schedule(x: Run, f: list[int]) -> int:
        _, last, _ = changes.span_of(x, span, f)
        x.state.scheduled.append((span[0], last, edge, index, tuple(a(x, f) for a in args)))
        return 0

    return schedule


def _reschedule(s: core.Reschedule, m: Machine) -> Stmt:
    atom, reference, before = m.expr(s.atom), m.expr(s.reference), m.expr(s.before)

    def reschedule(x: Run, f: list[int]) -> int:
        m.agendas.reschedule(x, atom(x, f), reference(x, f), bool(before(x, f)))
        return 0

    return reschedule


def _create(s: core.Create, m: Machine) -> Stmt:
    domain = m.program.domains[s.domain]
    columns = [(c.index, m.layout.base[c.index], c.default) for c in m.program.fields if c.domain == s.domain and c.values is None]
    values = [(m.layout.base[i], i, m.expr(e)) for i, e in s.values]
    alive, slot, place = m.layout.base[domain.alive], s.slot, s.place

    def create(x: Run, f: list[int]) -> int:
        row = changes.free_row(x, s.domain, range(domain.size), alive)
        if row < 0:
            raise x.error(f"there are {domain.size} of ‘{domain.name}’ already", place)
        given = [(base, index, value(x, f)) for base, index, value in values]
        for _, base, default in columns:
            x.cells[base + row] = default
        x.cells[alive + row] = 1
        for base, index, value in given:
            changes.put(x, base + row, value, index, place)
        f[slot] = row
        if x.log is not None:
            audience = both(x.audience, m.mask(x, m.kind_seen[s.domain], row))
            x.record("create", domain.name, place, audience=audience, domain=s.domain, row=row)
        return 0

    return create


def _discard(s: core.Discard, m: Machine) -> Stmt:
    row, alive, place = m.expr(s.row), m.layout.base[m.program.domains[s.domain].alive], s.place

    def discard(x: Run, f: list[int]) -> int:
        at = row(x, f)
        if at < 0:
            raise x.error("nothing to discard", place)
        x.cells[alive + at] = 0
        fields = m.program.fields
        x.state.timers[:] = [c for c in x.state.timers if fields[c[2]].domain != s.domain or c[3] != at]
        x.state.waiting[:] = [c for c in x.state.waiting if fields[c[3]].domain != s.domain or c[4] != at]
        table = m.program.orders
        if table is not None and s.domain in table.actors:
            base, orders = m.layout.base, m.program.domains[table.domain]
            for given in range(orders.size):
                mine = x.cells[base[table.actors[s.domain]] + given] == at
                if x.cells[base[orders.alive] + given] and mine and x.cells[base[table.state] + given] == 0:
                    x.cells[base[table.state] + given] = 3
        return 0

    return discard


def _run(s: core.Run, m: Machine) -> Stmt:
    place = s.place

    def run(x: Run, f: list[int]) -> int:
        raise x.error("an agenda can only be run by a step", place)

    return run


MAKERS: dict[type, Callable[[Any, Any], Any]] = {
    core.Let: _let, core.SetOwn: _set_own, core.Store: _store, core.Change: _change, core.Join: _join, core.Cancel: _cancel,
    core.If: _if, core.While: _while, core.ForEach: _for_each, core.Together: _together, core.Roll: _roll,
    core.RollCount: _roll_count, core.RollOff: _roll_off, core.Draw: _draw, core.Give: _give, core.Fail: _fail,
    core.End: lambda s, m: lambda x, f: END, core.Prevent: lambda s, m: lambda x, f: PREVENT,
    core.Invoke: _invoke, core.Proceed: _proceed, core.Rolled: _rolled, core.Schedule: _schedule,
    core.Reschedule: _reschedule, core.Create: _create, core.Discard: _discard, core.Run: _run,
    **ACTIONS, **CHOICES, **ORDERS, **TELLING,
}  # fmt: skip

__all__ = ["Fork", "compile_block", "compile_stmt", "ordering", "throw"]
