"""Who asks for odds is answered by the compiled executor, where there is one that can; else by the interpreter."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, TypeVar

from arbitre.dsl import core
from arbitre.dsl.core.effects import EffectTable
from arbitre.interpreter.agendas import stepper as running
from arbitre.interpreter.analysis.liveness import turns_in
from arbitre.interpreter.code.machine import Machine, Run
from arbitre.interpreter.odds.branches import Impatient
from arbitre.interpreter.odds.explorer import Deed, Ended, Explorer, Locals, fresh
from arbitre.interpreter.odds.throws import Lacking, Told
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.signals import FAIL
from arbitre.interpreter.state.state import State
from arbitre.interpreter.wasm.run.loader import runner_of, wanted
from arbitre.interpreter.wasm.run.runtime import Runner, Stopped
from arbitre.interpreter.wasm.run.state_transfer import Unfit

Chances = list[tuple[State, Fraction]]
Ranges = list[tuple[int, int]]
Answer = TypeVar("Answer")
PATIENCE = 60  # statements that are interpreted for each procedure of a rulebook before it is compiled
DEEDS = (core.Invoke, core.Run)  # what the compiled executor carries out; whatever else a scenario says is for the interpreter


explorers: weakref.WeakKeyDictionary[Machine, Runner | None] = weakref.WeakKeyDictionary()


def explorer_of(machine: Machine) -> Runner | None:
    """The compiled executor of a machine that goes through every outcome; made when odds are first asked for."""
    if not wanted():
        return None
    if machine not in explorers:
        explorers[machine] = runner_of(machine.program, odds=True)
    return explorers[machine]


spent: weakref.WeakKeyDictionary[Machine, int] = weakref.WeakKeyDictionary()  # statements that were interpreted for odds


def patience(machine: Machine) -> int:
    """How many statements the interpreter may carry out before something is compiled: as long as that takes, all questions together."""
    if machine in explorers or not wanted():
        return 0
    return max(0, PATIENCE * len(machine.program.procedures) - spent.get(machine, 0))


def first_plainly(run: Run, plain: Callable[[int], tuple[Answer, int]], compiled: Callable[[], Answer]) -> Answer:
    """What is asked: of the interpreter for a while, if nothing is compiled yet, then of the compiled executor, and of the interpreter
    where that cannot.

    ``plain``: asks the interpreter, for so many statements (0: as many as it takes), and gives how many there were.
    """
    waiting, before = patience(run.machine), run.state
    if waiting:
        try:
            found, trials = plain(waiting)
            spent[run.machine] = spent.get(run.machine, 0) + trials
            return found
        except Impatient:
            run.use(before)
    try:
        return compiled()
    except Lacking:
        run.use(before)
        return plain(0)[0]


def explored(
    run: Run, stmts: Sequence[core.Stmt], asking: Sequence[core.Expr], choose: Callable[[Request], int], end: float | None = None
) -> Chances:
    """Every state that statements of a scenario can lead to from the state of a run, with its chance.

    ``asking``: values that will be asked of these states.

    Raises:
        Lacking: where the compiled executor does not know how.
    """
    with begun(run, stmts, asking, choose, end) as (explorer, left, ranges):
        return _gone_through(explorer, left, ranges)


@contextmanager
def begun(
    run: Run, stmts: Sequence[core.Stmt], asking: Sequence[core.Expr], choose: Callable[[Request], int], end: float | None,
    goal_of: Callable[[Request], int | None] = lambda request: None,
) -> Iterator[tuple[Explorer, Sequence[core.Stmt], Ranges | None]]:  # fmt: skip
    """The statements up to the first that may throw carried out; gives those that are left, and the columns that will be asked, if known.

    Afterwards the run is as it was.
    """
    runner = explorer_of(run.machine)
    if runner is None:
        raise Lacking
    turns = {*runner.shape.turns, *turns_in([*stmts, *asking]), *turns_in(run.program.functions[runner.functions :])}
    first = next((n for n, stmt in enumerate(stmts) if isinstance(stmt, DEEDS)), len(stmts))
    before = run.state
    try:
        run.use(before.copy())
        plainly(run, run.state, stmts[:first])
        explorer, columns = Explorer(runner, run, choose, sorted(turns), end, goal_of=goal_of), columns_of(run.program, asking)
        yield explorer, stmts[first:], None if columns is None else explorer.worlds.ranges(columns)
    except (Unfit, Stopped):
        raise Lacking from None
    finally:
        run.use(before)


def columns_of(program: core.Program, asking: Sequence[core.Expr]) -> frozenset[int] | None:
    """The columns that values speak of; None where they may speak of anything else that changes."""
    found = EffectTable(program).of(*asking)
    return None if found.beyond else found.reads


def _gone_through(explorer: Explorer, stmts: Sequence[core.Stmt], ranges: Ranges | None) -> Chances:
    """``ranges``: the columns that are asked of the states that are left in the end, if that is known: those equal there are one."""
    worlds = explorer.worlds
    standing: dict[tuple[bytes, Locals], Fraction] = {(worlds.base, tuple(worlds.first.locals)): Fraction(1)}
    for number, stmt in enumerate(stmts, 1):
        after: dict[tuple[bytes, Locals], Fraction] = {}
        if isinstance(stmt, DEEDS):
            deeds = Deeds(explorer, stmt)
            starts = [(world, deeds.of(world, held), held, chance) for (world, held), chance in standing.items()]
            found = [
                ((ended.world, handed_over(ended)), chance)
                for ended, chance in explorer.ends(starts, ranges if number == len(stmts) else None)
            ]
        else:
            found = [(elsewhere(explorer, stmt, world, held), chance) for (world, held), chance in standing.items()]
        for key, chance in found:
            after[key] = after.get(key, Fraction(0)) + chance
        standing = after
    if ranges is not None and not (stmts and isinstance(stmts[-1], DEEDS)):  # the compiled executor has done so
        alike = dict[object, tuple[tuple[bytes, Locals], Fraction]]()
        for key, chance in standing.items():
            seen = (worlds.seen(key[0], ranges), key[1])
            first, before = alike.get(seen, (key, Fraction(0)))
            alike[seen] = (first, before + chance)
        standing = dict(alike.values())
    out: Chances = []
    ran = bool(stmts) and isinstance(stmts[-1], core.Run)
    for (world, held), chance in standing.items():
        state = worlds.state(world) if ranges is None else worlds.shown(world, ranges)
        state.locals = list(held)
        if ran:
            state.stack = []
        out.append((state, chance))
    return out


def elsewhere(explorer: Explorer, stmt: core.Stmt, world: bytes, held: Locals) -> tuple[bytes, Locals]:
    """A statement in which nothing is thrown, in one of many worlds."""
    state = explorer.worlds.state(world)
    state.locals = list(held)
    plainly(explorer.run, state, [stmt])
    return explorer.worlds.world(state), tuple(state.locals)


def plainly(run: Run, state: State, stmts: Sequence[core.Stmt]) -> None:
    """Statements in which nothing is thrown, carried out by the interpreter; :class:`Lacking` where something is."""
    handler, source = run.handler, run.dice
    try:
        run.handler, run.dice = run.machine.playing, Told([])
        for stmt in stmts:
            fresh(run, state)
            run.answers.restart()
            run.machine.stmt(stmt)(run, state.locals)
    finally:
        run.handler, run.dice = handler, source


def handed_over(ended: Ended) -> Locals:
    """What a scenario holds once an event has ended: the slots it hands over, unless it has failed."""
    if not ended.deed.given or ended.signal == FAIL:
        return ended.held
    held = list(ended.held)
    for (_, target), value in zip(ended.deed.given, ended.given, strict=True):
        held[target] = value
    return tuple(held)


class Deeds:
    """An event of a scenario, or an agenda it begins, with what it is given in each world."""

    def __init__(self, explorer: Explorer, stmt: core.Invoke | core.Run) -> None:
        self.explorer, self.stmt = explorer, stmt
        self.known: dict[Locals, Deed] = {}
        machine = explorer.run.machine
        self.args = [machine.expr(a) for a in stmt.args]
        self.same = all(isinstance(a, core.Const) for a in stmt.args)
        self.work = machine.stmt(stmt) if isinstance(stmt, core.Invoke) else None
        if isinstance(stmt, core.Invoke) and stmt.procedure in explorer.runner.shape.unread:
            if looks_at_dice(machine.program.procedures[stmt.procedure], stmt):
                raise Lacking

    def of(self, world: bytes, held: Locals) -> Deed:
        """The deed in a world."""
        explorer, run = self.explorer, self.explorer.run
        if self.same and self.known:
            return next(iter(self.known.values()))
        state = explorer.worlds.state(world)
        state.locals = list(held)
        fresh(run, state)
        args = tuple([int(arg(run, state.locals)) for arg in self.args])
        if args not in self.known:
            self.known[args] = self.made(args)
        return self.known[args]

    def made(self, args: Locals) -> Deed:
        stmt = self.stmt
        if isinstance(stmt, core.Run):
            return self.explorer.beginning(stmt.procedure, args, lambda x: running.begin(x, stmt.procedure, list(args), stmt.place))
        work = self.work
        assert work is not None
        return self.explorer.event(stmt.procedure, args, tuple(stmt.outputs), lambda x: work(x, x.state.locals))


def looks_at_dice(p: core.Procedure, stmt: core.Invoke) -> bool:
    """Is a single die of a throw looked at?  Where no rule did when it was compiled, it does not tell them apart."""
    singles = {slot for s in p.body if isinstance(s, core.Roll) and s.each is not None and s.each.look.read for slot in s.each.slots}
    return any(source in singles for source, _ in stmt.outputs)


def after_event(run: Run, event: int, args: Sequence[int], work: Callable[[Run], object], choose: Callable[[Request], int]) -> Chances:
    """Every state an event can lead to, begun as matters stand in a run; ``choose`` takes what appeals most, where that is said.

    Raises:
        Lacking: where the compiled executor does not know how.
    """
    runner = explorer_of(run.machine)
    if runner is None:
        raise Lacking
    turns = {*runner.shape.turns, *turns_in(run.program.functions[runner.functions :])}
    before = run.state
    try:
        explorer = Explorer(runner, run, choose, sorted(turns), bots=True)
        deed = explorer.event(event, args, (), work)
        found: dict[bytes, Fraction] = {}
        for ended, chance in explorer.ends([(explorer.worlds.base, deed, (), Fraction(1))]):
            found[ended.world] = found.get(ended.world, Fraction(0)) + chance
    except (Unfit, Stopped):
        raise Lacking from None
    finally:
        run.use(before)
    return [(explorer.worlds.state(world), chance) for world, chance in found.items()]


__all__: list[Any] = ["after_event", "explored", "explorer_of"]
