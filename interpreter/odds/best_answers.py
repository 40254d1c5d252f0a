"""Answers that seek something: of all that may be answered, what leads to the greatest expectation, looked at to the very end.

Each answer is tried with all that can come of it, later answers included, so what is found is the best there is and not a guess. It takes
longer than a policy that is said: ways that go on alike are only made one between the statements of a scenario and of its agendas.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from arbitre.interpreter.agendas import stepper as running
from arbitre.interpreter.odds.enumerate import Enumerator, Policy, Work, ended
from arbitre.interpreter.odds.plain import Plain, Possibilities
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.state import State

Found = dict[tuple[int, ...], Fraction]  # measured values, then what is sought


class Decide(Exception):
    """An answer that is still to be found; ``goal``: the position of what it seeks."""

    def __init__(self, options: int, goal: int) -> None:
        super().__init__()
        self.options, self.goal = options, goal


class Seeking(Policy):
    """``sought``: what an answer seeks, or None where a line says it."""

    def __init__(self, choose: Callable[[Request], int], sought: Callable[[Request], int | None], source: Possibilities) -> None:
        super().__init__(choose)
        self.sought, self.source = sought, source

    def decide(self, request: Request) -> int:
        goal = self.sought(request)
        if goal is None:
            return self.choose(request)
        source = self.source
        if source.used < len(source.path):
            source.used += 1
            return int(source.path[source.used - 1])
        raise Decide(len(request.options), goal)


class Seeker:
    """Goes through what a scenario does, its answers taken for what comes of them."""

    def __init__(self, engine: Enumerator, works: Sequence[Work], outcome_of: Callable[[State], tuple[int, ...]]) -> None:
        self.engine, self.works, self.outcome_of = engine, works, outcome_of
        self.known: dict[Any, Found] = {}
        engine.run.handler = Plain(engine.source)  # whole statements, each way through them on its own

    def onward(self, at: int, state: State) -> Found:
        """What is found from a state on, when the first ``at`` statements are done."""
        if state.over:
            state.stack.clear()
        key = (at, self.engine.worlds.mark(state))
        if key not in self.known:
            if ended(state) and at == len(self.works):
                self.known[key] = {self.outcome_of(state): Fraction(1)}
            else:
                self.known[key] = self.way(at, state, ())
        return self.known[key]

    def way(self, at: int, state: State, path: tuple[int, ...]) -> Found:
        """The same where the throws and answers of the statement that comes next are known that far."""
        from arbitre.interpreter.state.dice import Fork

        stepping = not ended(state)
        trial, run = self.engine.trial(state, path), self.engine.run
        try:
            (running.step if stepping else self.works[at])(run)
        except Fork as fork:
            out: Found = {}
            for value, chance in fork.outcomes:
                for values, share in self.way(at, state, (*path, value)).items():
                    out[values] = out.get(values, Fraction(0)) + chance * share
            return out
        except Decide as asked:
            ways, goal = [self.way(at, state, (*path, option)) for option in range(asked.options)], asked.goal
            return max(ways, key=lambda found: expected(found, goal))
        return self.onward(at if stepping else at + 1, trial)


def expected(found: Found, goal: int) -> Fraction:
    """What a value comes to on average."""
    return sum((values[goal] * chance for values, chance in found.items()), Fraction(0))
