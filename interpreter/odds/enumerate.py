"""Exact chances: every throw in turn, equal states merged between statements."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, NamedTuple

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.agendas import stepper as running
from arbitre.interpreter.agendas.stepper import STEPS
from arbitre.interpreter.analysis.liveness import turns_in
from arbitre.interpreter.code.machine import BUDGET, Run
from arbitre.interpreter.odds import compiled
from arbitre.interpreter.odds.absorbing_chain import Endless, Ways, absorbed
from arbitre.interpreter.odds.exploring import Exploring
from arbitre.interpreter.odds.plain import Possibilities
from arbitre.interpreter.odds.segments import liveness_of
from arbitre.interpreter.reference import calls
from arbitre.interpreter.state.dice import Fork
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.requests import Answers, Request
from arbitre.interpreter.state.state import State

KNOWN = 10_000_000  # integers held for throws that are already known
DEEPEST = 4000  # calls of Python: what is gone through in turn takes more of them than rules in play do
Work = Callable[[Run], object]
Chances = list[tuple[State, Fraction]]


class Throw(NamedTuple):
    """A Fork that is kept, without all that led to it."""

    outcomes: Sequence[tuple[Any, Fraction]]
    states: Sequence[tuple[State, Fraction]]


class Policy(Answers):
    """Answers given by the scenario's lines: an order of preference for each seat, kept for every branch."""

    def __init__(self, choose: Callable[[Request], int]) -> None:
        super().__init__()
        self.choose = choose
        self.known = None  # every branch is another state

    def decide(self, request: Request) -> int:
        return self.choose(request)


class Enumerator:
    """Every way a run can go, an agenda's statement at a time; what lies within a statement is for :class:`Exploring`."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.source = Possibilities()
        self.worlds = Exploring(run, self.source, self.key)
        run.dice = self.source
        run.handler, run.asserts = self.worlds, False
        run.log = None
        self.asked = liveness_of(run.machine).turns_asked()
        self.remembered = 0  # integers in what follows
        self.known: dict[int, tuple[State, Throw]] = {}  # the next throw of states just before it

    def ask(self, nodes: Sequence[core.Stmt | core.Expr]) -> None:
        """Further statements and values that may ask how often an agenda has begun."""
        self.asked = tuple(sorted({*self.asked, *turns_in(nodes)}))

    def key(self, state: State) -> tuple[object, ...]:
        """Equal for states that will go on alike: how often an agenda has begun counts only where a rule asks for it."""
        runs = state.runs
        return (
            tuple(state.cells), tuple(state.stack), tuple([runs[i] for i in self.asked]),
            tuple([(t[0], t[1] - runs[t[0]], *t[2:]) for t in state.timers]),
            tuple([(w[0], w[1] - runs[w[0]], w[2] - runs[w[0]], *w[3:]) for w in state.waiting]),
            tuple([(s[0], s[1] - runs[s[0]], *s[2:]) for s in state.scheduled]),
            frozenset(state.told), state.published, state.over, state.winners, state.lost, tuple(state.locals),
        )  # fmt: skip

    def trial(self, state: State, path: tuple[object, ...]) -> State:
        """A copy of a state, to carry out one statement on."""
        self.worlds.count()
        trial, run = state.copy(), self.run
        run.use(trial)
        run.budget = BUDGET
        run.chain, run.depth, run.stored, run.order = [], 0, None, NONE
        run.running, run.asked, run.steps = {}, {}, 0
        run.original = []
        run.answers.restart()
        self.worlds.follow(path)
        return trial

    def spread(self, state: State, work: Work, loops: bool) -> Chances:
        """Every state one statement can lead to, with its chance.

        Where the state says what comes next (``loops``: in an agenda), a way back to the very same state is left out, exactly.
        """
        out: list[tuple[State, Fraction]] = []
        held = self.worlds.held
        open_: list[tuple[tuple[object, ...], Fraction]] = []
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
                    raise RulebookError("this never ends")
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
        merged: dict[object, tuple[State, Fraction]] = {}
        for state, chance in states:
            key = self.worlds.mark(state)
            known = merged.get(key)
            merged[key] = (state, chance if known is None else known[1] + chance)
        return list(merged.values())

    def agenda(self, states: Chances) -> Chances:
        """Goes on until every agenda on every stack has ended."""
        step = running.step
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
        number: dict[object, int] = {}
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
            raise RulebookError(error.args[0]) from None


def ended(state: State) -> bool:
    """Is there nothing left to do in this state?"""
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

    A match is the same in every executor, so neither time nor statements count here, but only how many ways matters may stand at one
    moment; the compiled executor is believed as far as the interpreter is well below that.

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
    def work(y: Run) -> int:
        return calls.perform(y, event, args, place)[1]

    def plainly(patience: int) -> tuple[Chances, int]:
        engine = Enumerator(run)
        engine.worlds.limited, engine.worlds.patience = False, patience or engine.worlds.patience
        return engine.layer([(before, Fraction(1))], work), engine.worlds.trials

    run.appraise, before = True, run.state
    with exploring(run):
        return compiled.first_plainly(run, plainly, lambda: compiled.after_event(run, event, args, work, as_bots_like))
