"""Sampled worlds, each consistent with what a seat knows, and what answers lead to in them (determinisation: Ginsberg, 2001).

They are sampled, and played on in, by the compiled executor (:mod:`arbitre.interpreter.wasm.runtime.search.determinisation`).
"""

from __future__ import annotations

from arbitre.interpreter.play.bots.advice import Effort
from arbitre.interpreter.play.bots.rollouts import Ahead
from arbitre.interpreter.state.lots import Lots

ATTEMPTS = 5  # to find a first world


def worlds_of(ahead: Ahead, rng: Lots) -> Worlds | None:
    """Worlds sampled for the seat of a question; None if none is found."""
    for _ in range(ATTEMPTS):
        first = ahead.greedy(rng.state)
        if first is None:
            return None
        rng.state = ahead.lots
        if ahead.has_world:
            return Worlds(ahead, first)
    return None


class Worlds:
    """Worlds, one after the other, in which answers to a question are tried.

    ``first``: what greedy answers; ``appeals``, ``doomed``: how the options were appraised; ``now``: how well the seat stands.
    """

    def __init__(self, ahead: Ahead, first: int) -> None:
        self.ahead, self.first = ahead, first
        self.appeals, self.doomed = ahead.appraisal()
        self.now = ahead.now()

    def values(self, options: list[int], dice: int, far: int, turns: int, used: Effort) -> list[float | None]:
        """What answers lead to in this world; None where the rules stop, or go on too long."""
        out = list[float | None]()
        while len(out) < len(options):
            found, played = self.ahead.values(options[len(out) :], dice, far, turns)
            out += found
            used.played += played
            if len(out) < len(options):
                out.append(None)
        return out

    def next(self, rng: Lots) -> None:
        """The next world; if none is found, the one before once more."""
        self.ahead.draw(rng.state)
        rng.state = self.ahead.lots
