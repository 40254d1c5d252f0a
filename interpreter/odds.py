"""Exact chances: every throw in turn, equal states merged between statements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dsl import core
from dsl.places import Place
from interpreter.agenda import STEPS
from interpreter.chains import Endless, Ways, absorbed
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
        self.known = None  # every branch is another state

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
        self.asked = turns_asked(run.machine.program)

    def ask(self, nodes: Sequence[core.Stmt | core.Expr]) -> None:
        """Further statements and values that may ask how often an agenda has begun."""
        self.asked = tuple(sorted({*self.asked, *turns_asked(nodes)}))

    def key(self, state: State) -> tuple[Any, ...]:
        """Equal for states that will go on alike: how often an agenda has begun counts only where a rule asks for it."""
        runs = state.runs
        return (
            tuple(state.cells), tuple(state.stack), tuple(runs[i] for i in self.asked),
            tuple((t[0], t[1] - runs[t[0]], *t[2:]) for t in state.timers),
            tuple((w[0], w[1] - runs[w[0]], w[2] - runs[w[0]], *w[3:]) for w in state.waiting),
            tuple((s[0], s[1] - runs[s[0]], *s[2:]) for s in state.scheduled),
            frozenset(state.told), state.published, state.over, state.winners, tuple(state.locals),
        )  # fmt: skip

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
            self.run.running, self.run.asked, self.run.steps = {}, {}, 0
            self.run.machine.calls.original.clear()
            self.source.path, self.source.used = path, 0
            self.run.answers.restart()
            try:
                work(self.run)
            except Fork as fork:
                open_ += [((*path, value), chance * share) for value, share in fork.outcomes]
                continue
            key = self.key(trial)
            if start is None:
                start = self.key(state)
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
            moves = 0
            while state.stack and not state.over:
                moves += 1
                if moves > STEPS:
                    raise RulebookError("this goes on without end")
                trial = state.copy()
                self.run.use(trial)
                self.run.budget, self.run.chain, self.run.depth, self.run.stored = BUDGET, [], 0, None
                self.run.steps, self.run.asked = 0, {}
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
            key = self.key(state)
            known = merged.get(key)
            merged[key] = (state, chance if known is None else known[1] + chance)
        return list(merged.values())

    def agenda(self, states: list[tuple[State, Fraction]]) -> list[tuple[State, Fraction]]:
        """Goes on until every agenda on every stack has ended."""
        step = self.run.machine.agendas.step
        done: list[tuple[State, Fraction]] = []
        met: set[int] = set()
        while states:
            going = [(state, chance) for state, chance in states if not ended(state)]
            done += [(state, chance) for state, chance in states if ended(state)]
            fresh = {hash(self.key(state)) for state, _ in going} - met
            if going and not fresh:  # all of them were met before: perhaps they go round in a circle
                done += self.circles(going, step)
                break
            met |= fresh
            states = self.quietly(self.layer(going, step, loops=True), step) if going else []
        for state, _ in done:
            state.stack = []
        return self.merge(done)

    def circles(self, states: list[tuple[State, Fraction]], step: Work) -> list[tuple[State, Fraction]]:
        """Where these states end, each of the states they lead to looked at once."""
        number: dict[Any, int] = {}
        found: list[State] = []
        ways: list[Ways | None] = []

        def numbered(state: State) -> int:
            key = self.key(state)
            if key not in number:
                number[key] = len(found)
                found.append(state)
            return number[key]

        start: Ways = {}
        for state, chance in states:
            start[numbered(state)] = chance
        while len(ways) < len(found):
            state = found[len(ways)]
            if ended(state):
                ways.append(None)
                continue
            way: Ways = {}
            for after, chance in self.quietly(self.spread(state, step, loops=True), step):
                at = numbered(after)
                way[at] = way.get(at, Fraction(0)) + chance
            ways.append(way)
        try:
            return [(found[at], chance) for at, chance in absorbed(start, ways).items()]
        except Endless as error:
            raise RulebookError(str(error)) from None


def ended(state: State) -> bool:
    return state.over or not state.stack


def turns_asked(nodes: Any) -> tuple[int, ...]:
    """The agendas of which something asks how often they have begun."""
    out: set[int] = set()
    seen: set[int] = set()
    open_ = [nodes]
    while open_:
        node = open_.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, core.Built) and node.name == "turn" and isinstance(node.args[0], core.Const):
            out.add(node.args[0].value)
        if isinstance(node, (list, tuple)):
            open_ += node
        elif is_dataclass(node) and not isinstance(node, (Place, core.Domain)):
            open_ += [getattr(node, part.name) for part in fields(node)]
    return tuple(sorted(out))


def measure(stage: Stage, stmts: list[core.Stmt], values: list[core.Expr]) -> list[tuple[tuple[int, ...], Fraction]]:
    """The joint distribution of ``values`` after ``stmts``, sorted by value."""
    run = stage.match.run
    machine = stage.machine
    scripted = list(stage.plan.answers)

    def choose(request: Request) -> int:
        return policy(stage, scripted, request)

    run.answers = Policy(choose)
    engine = Enumerator(run)
    engine.ask([*stmts, *values])
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
    if sum(out.values()) != 1:  # an exact answer is whole, or none at all
        raise RulebookError(f"only {float(sum(out.values())):.6f} of all that can happen could be reckoned")
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
