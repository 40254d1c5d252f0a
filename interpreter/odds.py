"""Exact chances: every throw in turn, equal states merged between statements."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from dsl import core
from dsl.core import NONE
from dsl.places import Place
from interpreter import worlds
from interpreter.agenda import STEPS
from interpreter.chains import Endless, Ways, absorbed
from interpreter.dice import Fork
from interpreter.errors import RulebookError
from interpreter.flow import turns_in
from interpreter.machine import BUDGET, Machine, Run
from interpreter.requests import Answers, Need, Request
from interpreter.state import State
from interpreter.statements import compile_stmt
from interpreter.worlds import Possibilities, Worlds

if TYPE_CHECKING:
    from interpreter.scenarios import Stage

KNOWN = 10_000_000  # integers held for throws that are already known
DEEPEST = 4000  # calls of Python: what is gone through in turn takes more of them than rules in play do
Work = Callable[[Run], Any]
Chances = list[tuple[State, Fraction]]


class Throw(NamedTuple):
    """A Fork that is kept, without all that led to it."""

    outcomes: Sequence[tuple[Any, Fraction]]
    states: Sequence[tuple[State, Fraction]]


class Policy(Answers):
    """Answers given by the scenario's lines: an order of preference for each seat, kept for every branch."""

    def __init__(self, choose: Callable[[Request], int]) -> None:
        super().__init__("0")
        self.choose = choose
        self.known = None  # every branch is another state

    def decide(self, run: Run, request: Request) -> int:
        return self.choose(request)


class Enumerator:
    """Every way a run can go, an agenda's statement at a time; what lies within a statement is for :class:`Worlds`."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.source = Possibilities()
        self.worlds = Worlds(run, self.source, self.key)
        run.dice = self.source
        run.enumerating, run.worlds = True, self.worlds
        run.log = None
        self.asked = run.machine.flow.turns_asked()
        self.remembered = 0  # integers in what follows
        self.known: dict[int, tuple[State, Throw]] = {}  # the next throw of states just before it

    def ask(self, nodes: Sequence[core.Stmt | core.Expr]) -> None:
        """Further statements and values that may ask how often an agenda has begun."""
        self.asked = tuple(sorted({*self.asked, *turns_in(nodes)}))

    def key(self, state: State) -> tuple[Any, ...]:
        """Equal for states that will go on alike: how often an agenda has begun counts only where a rule asks for it."""
        runs = state.runs
        return (
            tuple(state.cells), tuple(state.stack), tuple([runs[i] for i in self.asked]),
            tuple([(t[0], t[1] - runs[t[0]], *t[2:]) for t in state.timers]),
            tuple([(w[0], w[1] - runs[w[0]], w[2] - runs[w[0]], *w[3:]) for w in state.waiting]),
            tuple([(s[0], s[1] - runs[s[0]], *s[2:]) for s in state.scheduled]),
            frozenset(state.told), state.published, state.over, state.winners, tuple(state.locals),
        )  # fmt: skip

    def trial(self, state: State, path: tuple[Any, ...]) -> State:
        """A copy of a state, to carry out one statement on."""
        self.worlds.count()
        trial, run = state.copy(), self.run
        run.use(trial)
        run.budget = BUDGET
        run.chain, run.depth, run.stored, run.order = [], 0, None, NONE
        run.running, run.asked, run.steps = {}, {}, 0
        run.machine.calls.original.clear()
        run.answers.restart()
        self.worlds.follow(path)
        return trial

    def spread(self, state: State, work: Work, loops: bool) -> Chances:
        """Every state one statement can lead to, with its chance.

        Where the state says what comes next (``loops``: in an agenda), a way back to the very same state is left out, exactly.
        """
        out: list[tuple[State, Fraction]] = []
        held = self.worlds.held
        open_: list[tuple[tuple[Any, ...], Fraction]] = []
        _, known = self.known.pop(id(state), (state, None))
        if known is None:
            open_.append(((), Fraction(1)))
        else:
            self.met(known, (), Fraction(1), open_, out)
        while open_:
            path, chance = open_.pop()
            trial = self.trial(state, path)
            try:
                work(self.run)
            except Fork as fork:
                self.met(fork, path, chance, open_, out)
                continue
            self.worlds.hold(len(trial.cells))
            out.append((trial, chance))
        self.worlds.held = held
        if not loops:
            return self.merge(out)
        start = self.worlds.mark(state)
        stay, others = Fraction(0), []
        for after, chance in out:
            if self.worlds.mark(after) == start:
                stay += chance
            else:
                others.append((after, chance))
        if stay == 1:
            return [(state, Fraction(1))]
        return [(after, chance / (1 - stay)) for after, chance in others] if stay else others

    def met(self, fork: Fork | Throw, path: tuple[Any, ...], chance: Fraction, open_: Any, out: Chances) -> None:
        """A throw: what the statement leaves behind is known already, or it is carried out again for each outcome."""
        if fork.states:
            out += [(state, chance * share) for state, share in fork.states]
        else:
            open_ += [((*path, value), chance * share) for value, share in fork.outcomes]

    def layer(self, states: Chances, work: Work, loops: bool = False) -> Chances:
        held, out = self.worlds.held, []
        for state, chance in states:
            found = self.spread(state, work, loops)
            self.worlds.hold(len(found) * len(state.cells))
            out += [(after, chance * share) for after, share in found]
        self.worlds.held = held
        return self.merge(out)

    def quietly(self, states: Chances, step: Work) -> Chances:
        """Each state moved on to just before its next throw: what lies between needs no merging."""
        out: Chances = []
        for state, chance in states:
            moves = 0
            while state.stack and not state.over:
                moves += 1
                if moves > STEPS:
                    raise RulebookError("this goes on without end")
                trial = self.trial(state, ())
                try:
                    step(self.run)
                except Fork as fork:
                    self.remembered += len(fork.outcomes) * len(state.cells)
                    if self.remembered < KNOWN:
                        self.known[id(state)] = (state, Throw(fork.outcomes, fork.states))
                    break
                state = trial
            out.append((state, chance))
        return self.merge(out)

    def merge(self, states: Chances) -> Chances:
        if len(states) < 2:
            return states
        merged: dict[Any, tuple[State, Fraction]] = {}
        for state, chance in states:
            key = self.worlds.mark(state)
            known = merged.get(key)
            merged[key] = (state, chance if known is None else known[1] + chance)
        return list(merged.values())

    def agenda(self, states: Chances) -> Chances:
        """Goes on until every agenda on every stack has ended."""
        step = self.run.machine.agendas.step
        done: Chances = []
        met: set[int] = set()
        while states:
            going = [(state, chance) for state, chance in states if not ended(state)]
            done += [(state, chance) for state, chance in states if ended(state)]
            fresh = {hash(self.worlds.mark(state)) for state, _ in going} - met
            if going and not fresh:  # all of them were met before: perhaps they go round in a circle
                done += self.circles(going, step)
                break
            met |= fresh
            states = self.layer(going, step, loops=True) if going else []
            self.known, self.remembered = {}, 0
            states = self.quietly(states, step)
        for state, _ in done:
            state.stack, state.mark = [], None
        return self.merge(done)

    def circles(self, states: Chances, step: Work) -> Chances:
        """Where these states end, each of the states they lead to looked at once."""
        number: dict[Any, int] = {}
        found: list[State] = []
        ways: list[Ways | None] = []

        def numbered(state: State) -> int:
            key = self.worlds.mark(state)
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
            return [(found[at], chance) for at, chance in absorbed(start, ways, self.worlds.hurry).items()]
        except Endless as error:
            raise RulebookError(str(error)) from None


def ended(state: State) -> bool:
    return state.over or not state.stack


@contextmanager
def exploring(run: Run) -> Iterator[None]:
    """What goes through every possibility is deep and makes much: more calls of Python, and no looking for garbage meanwhile."""
    deepest, collecting = sys.getrecursionlimit(), gc.isenabled()
    sys.setrecursionlimit(max(deepest, DEEPEST))
    gc.disable()  # nothing here refers to itself, and looking for it goes through the whole rulebook again and again
    try:
        yield
    except RecursionError:
        raise run.error("rules call each other too deeply") from None
    finally:
        sys.setrecursionlimit(deepest)
        if collecting:
            gc.enable()


def as_bots_like(request: Request) -> int:
    """The answer that appeals most; where the rulebook does not say, what happens by default, "done", or the first."""
    if request.appeals:
        return request.appeals.index(max(request.appeals))
    if request.default is not None:
        return request.default
    return next((n for n, option in enumerate(request.options) if option.key == "done"), 0)


def chance_after(x: Run, event: int, args: list[int], place: Place, test: Callable[[Run], int]) -> Fraction:
    """The chance that ``test`` holds once the event has happened from the state as it stands; ``x`` is left as it is.

    Raises:
        RulebookError: when there are too many possibilities, or when one of them cannot be carried out.
    """
    run = Run(x.machine, x.state.copy(), x.dice, Policy(as_bots_like))
    key = ("after", event, *args)
    states: Chances | None = x.memo.get(key) if x.memo is not None else None
    if states is None:
        states = after_event(run, event, args, place)
        if x.memo is not None:
            x.memo[key] = states  # several things may be asked of the same event
    found = Fraction(0)
    for state, chance in states:
        run.use(state)
        if test(run):
            found += chance
    return found


def after_event(run: Run, event: int, args: list[int], place: Place) -> Chances:
    run.appraise = True
    calls = run.machine.calls
    original, calls.original = calls.original, []
    try:
        with exploring(run):
            engine = Enumerator(run)
            return engine.layer([(run.state, Fraction(1))], lambda y: calls.perform(y, event, args, place)[1])
    finally:
        calls.original = original


def measure(stage: Stage, stmts: list[core.Stmt], values: list[core.Expr]) -> list[tuple[tuple[int, ...], Fraction]]:
    """The joint distribution of ``values`` after ``stmts``, sorted by value."""
    run = stage.match.run
    machine = stage.machine
    scripted = list(stage.plan.answers)

    def choose(request: Request) -> int:
        return policy(stage, scripted, request)

    run.answers = Policy(choose)
    engine = Enumerator(run)
    goals = [answer.goal for answer in scripted if answer.goal is not None]
    engine.worlds.end = time.monotonic() + worlds.MAX_SECONDS
    engine.ask([*stmts, *values])
    states: Chances = [(stage.match.state, Fraction(1))]
    if goals:
        engine.ask(goals)
        return sought(stage, engine, stmts, [*values, *goals])
    try:
        with exploring(run):
            for stmt, work in zip(stmts, works_of(machine, stmts), strict=True):
                states = engine.layer(states, work)
                if isinstance(stmt, core.Run):
                    states = engine.agenda(states)
    except Need as need:
        raise RulebookError(f"‘{need.requests[0].decision}’ has no answer in this question") from None
    out: dict[tuple[int, ...], Fraction] = {}
    closures = [machine.expr(v) for v in values]
    for state, chance in states:
        run.use(state)
        key = tuple(int(found) if isinstance(found := v(run, state.locals), bool) else found for v in closures)
        out[key] = out.get(key, Fraction(0)) + chance
    if sum(out.values()) != 1:  # an exact answer is whole, or none at all
        raise RulebookError(f"only {float(sum(out.values())):.6f} of all that can happen could be reckoned")
    return sorted(out.items())


def beginning(machine: Machine, stmt: core.Run) -> Work:
    """An agenda begun."""
    args = [machine.expr(a) for a in stmt.args]
    return lambda x: machine.agendas.begin(x, stmt.procedure, [e(x, x.state.locals) for e in args], stmt.place)


def carrying_out(machine: Machine, stmt: core.Stmt) -> Work:
    made = compile_stmt(stmt, machine)
    return lambda x: made(x, x.state.locals)


def works_of(machine: Machine, stmts: list[core.Stmt]) -> list[Work]:
    """What a scenario does, made ready; an agenda is only begun."""
    return [beginning(machine, stmt) if isinstance(stmt, core.Run) else carrying_out(machine, stmt) for stmt in stmts]


def sought(stage: Stage, engine: Enumerator, stmts: list[core.Stmt], values: list[core.Expr]) -> list[tuple[tuple[int, ...], Fraction]]:
    """The same where some answers seek something; ``values``: what is measured, then what is sought."""
    from interpreter.seeking import Seeker, Seeking

    run, scripted = stage.match.run, list(stage.plan.answers)
    goals = [answer for answer in scripted if answer.goal is not None]

    def goal_of(request: Request) -> int | None:
        for answer in scripted:
            if stage.value(answer.seat) != request.seat or (answer.decision and answer.decision != request.decision):
                continue
            if answer.goal is not None:
                return len(values) - len(goals) + goals.index(answer)
            if stage.match_option(request, answer.key, answer.value, answer.domain) is not None:
                return None
        return None

    closures = [stage.machine.expr(v) for v in values]

    def reckon(state: State) -> tuple[int, ...]:
        run.use(state)
        return tuple(int(found) if isinstance(found := v(run, state.locals), bool) else found for v in closures)

    run.answers = Seeking(lambda request: policy(stage, scripted, request), goal_of, engine.source)
    seeker = Seeker(engine, works_of(stage.machine, stmts), reckon)
    try:
        with exploring(run):
            found = seeker.onward(0, stage.match.state)
    except Need as need:
        raise RulebookError(f"‘{need.requests[0].decision}’ has no answer in this question") from None
    out: dict[tuple[int, ...], Fraction] = {}
    for reckoned, chance in found.items():
        measured = reckoned[: len(values) - len(goals)]
        out[measured] = out.get(measured, Fraction(0)) + chance
    return sorted(out.items())


def policy(stage: Stage, scripted: list[Any], request: Request) -> int:
    """The first of the seat's lines that names an option of the request; "done" or silence when none does."""
    for answer in scripted:
        if stage.value(answer.seat) != request.seat or (answer.decision and answer.decision != request.decision):
            continue
        if answer.goal is not None:
            continue
        found = stage.first_offered(request, answer)
        if found is not None:
            return found
    keys = [o.key for o in request.options]
    if "done" in keys:
        return keys.index("done")
    from interpreter.scenarios import Unscripted

    shown = ", ".join(keys[:12])
    raise Unscripted(f"no line says what {stage.match.seat_name(request.seat)} answers to ‘{request.decision}’; one of: {shown}",
                     stage.plan.place)  # fmt: skip


__all__ = ["Enumerator", "Policy", "Possibilities", "chance_after", "measure"]
