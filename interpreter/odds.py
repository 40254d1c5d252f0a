"""Exact chances: every throw in turn, equal states merged between statements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dsl import core
from interpreter.dice import Fork
from interpreter.errors import RulebookError
from interpreter.machine import BUDGET, Run
from interpreter.requests import Answers, Need, Request
from interpreter.state import State
from interpreter.statements import compile_stmt

if TYPE_CHECKING:
    from interpreter.scenarios import Stage

MAX_STATES = 200_000
Work = Callable[[Run], Any]


class Possibilities:
    """A dice source that follows a path of outcomes and forks at its end."""

    def __init__(self) -> None:
        self.path: tuple[int, ...] = ()
        self.used = 0

    def outcome(self, outcomes: Sequence[tuple[int, Fraction]]) -> int:
        if len(outcomes) == 1:
            return outcomes[0][0]
        if self.used < len(self.path):
            self.used += 1
            return self.path[self.used - 1]
        raise Fork(outcomes)

    def throw(self, size: int, number: int, label: str, place: Any) -> int:
        return self.outcome([(n, Fraction(1, size)) for n in range(size)])


class Policy(Answers):
    """Answers given by the scenario's lines: an order of preference for each seat, kept for every branch."""

    def __init__(self, choose: Callable[[Request], int]) -> None:
        super().__init__("0")
        self.choose = choose

    def decide(self, run: Run, request: Request) -> int:
        return self.choose(request)


class Enumerator:
    def __init__(self, run: Run) -> None:
        self.run = run
        self.source = Possibilities()
        run.dice = self.source
        run.enumerating = True
        run.log = None
        self.states = 0

    def spread(self, state: State, work: Work, loops: bool) -> list[tuple[State, Fraction]]:
        """Every state one statement can lead to, with its chance.

        Where the state says what comes next (``loops``: in an agenda), a way back to the very same state is left out, exactly.
        """
        out: dict[Any, tuple[State, Fraction]] = {}
        start = None
        stay = Fraction(0)
        open_: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
        while open_:
            path, chance = open_.pop()
            self.states += 1
            if self.states > MAX_STATES:
                raise RulebookError("there are too many possibilities to list")
            trial = state.copy()
            self.run.use(trial)
            self.run.budget = BUDGET
            self.run.chain, self.run.depth, self.run.stored = [], 0, None
            self.run.machine.calls.original.clear()
            self.source.path, self.source.used = path, 0
            self.run.answers.restart()
            try:
                work(self.run)
            except Fork as fork:
                open_ += [((*path, value), chance * share) for value, share in fork.outcomes]
                continue
            key = trial.key()
            if start is None:
                start = state.key()
            if loops and key == start:
                stay += chance
                continue
            known = out.get(key)
            out[key] = (trial, chance if known is None else known[1] + chance)
        if stay == 1:
            return [(state, Fraction(1))]
        rest = 1 - stay
        return [(s, p / rest) for s, p in out.values()] if stay else list(out.values())

    def layer(self, states: list[tuple[State, Fraction]], work: Work, loops: bool = False) -> list[tuple[State, Fraction]]:
        return self.merge([(after, chance * share) for state, chance in states for after, share in self.spread(state, work, loops)])

    def quietly(self, states: list[tuple[State, Fraction]], step: Work) -> list[tuple[State, Fraction]]:
        """Each state moved on to just before its next throw: what lies between needs no merging."""
        out = []
        self.source.path, self.source.used = (), 0
        for state, chance in states:
            while state.stack and not state.over:
                trial = state.copy()
                self.run.use(trial)
                self.run.budget, self.run.chain, self.run.depth, self.run.stored = BUDGET, [], 0, None
                self.run.answers.restart()
                try:
                    step(self.run)
                except Fork:
                    break
                state = trial
            out.append((state, chance))
        return self.merge(out)

    def merge(self, states: list[tuple[State, Fraction]]) -> list[tuple[State, Fraction]]:
        merged: dict[Any, tuple[State, Fraction]] = {}
        for state, chance in states:
            key = state.key()
            known = merged.get(key)
            merged[key] = (state, chance if known is None else known[1] + chance)
        return list(merged.values())

    def agenda(self, states: list[tuple[State, Fraction]]) -> list[tuple[State, Fraction]]:
        """Goes on until every agenda on every stack has ended."""
        step = self.run.machine.agendas.step
        done: list[tuple[State, Fraction]] = []
        rounds = 0
        while states:
            going: list[tuple[State, Fraction]] = []
            for state, chance in states:
                if state.stack and not state.over:
                    going.append((state, chance))
                    continue
                state.stack = []
                done.append((state, chance))
            rounds += 1
            if rounds > 20_000:
                raise RulebookError("this goes on without end")
            states = self.quietly(self.layer(going, step, loops=True), step) if going else []
        return self.merge(done)


def measure(stage: Stage, stmts: list[core.Stmt], values: list[core.Expr]) -> list[tuple[tuple[int, ...], Fraction]]:
    """The joint distribution of ``values`` after ``stmts``, sorted by value."""
    run = stage.match.run
    machine = stage.machine
    scripted = list(stage.plan.answers)

    def choose(request: Request) -> int:
        return policy(stage, scripted, request)

    run.answers = Policy(choose)
    engine = Enumerator(run)
    states: list[tuple[State, Fraction]] = [(stage.match.state, Fraction(1))]
    try:
        for stmt in stmts:
            if isinstance(stmt, core.Run):
                args = [machine.expr(a) for a in stmt.args]

                def begin(x: Run, s: core.Run = stmt, a: Any = args) -> Any:
                    return machine.agendas.begin(x, s.procedure, [e(x, x.state.locals) for e in a], s.place)

                states = engine.agenda(engine.layer(states, begin))
            else:
                made = compile_stmt(stmt, machine)

                def carry_out(x: Run, fn: Any = made) -> Any:
                    return fn(x, x.state.locals)

                states = engine.layer(states, carry_out)
    except Need as need:
        raise RulebookError(f"‘{need.requests[0].decision}’ has no answer in this question") from None
    out: dict[tuple[int, ...], Fraction] = {}
    closures = [machine.expr(v) for v in values]
    for state, chance in states:
        run.use(state)
        key = tuple(int(v(run, state.locals)) for v in closures)
        out[key] = out.get(key, Fraction(0)) + chance
    return sorted(out.items())


def policy(stage: Stage, scripted: list[Any], request: Request) -> int:
    """The first of the seat's lines that names an option of the request; "done" or silence when none does."""
    for answer in scripted:
        if stage.value(answer.seat) != request.seat or (answer.decision and answer.decision != request.decision):
            continue
        if answer.order:
            continue
        found = stage.match_option(request, answer.key, answer.value, answer.domain)
        if found is not None:
            return found
    keys = [o.key for o in request.options]
    if "done" in keys:
        return keys.index("done")
    from interpreter.scenarios import Unscripted

    shown = ", ".join(keys[:12])
    raise Unscripted(f"no line says what {stage.match.seat_name(request.seat)} answers to ‘{request.decision}’; one of: {shown}",
                     stage.plan.place)  # fmt: skip
