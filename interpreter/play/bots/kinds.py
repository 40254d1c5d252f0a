"""The kinds of players that need no person, by name."""

from __future__ import annotations

from collections.abc import Callable

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.bots import by_lot, greedy
from arbitre.interpreter.play.bots.thinker import thinker
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request

Bot = Callable[[Match, Request, Lots], int]
BOTS: dict[str, Bot] = {"random": by_lot, "greedy": greedy, "thinker": thinker}


def choose(match: Match, request: Request, kind: str, rng: Lots, seconds: float | None = None, executor: str = "") -> int:
    """The position of the option a bot of this kind takes.  ``seconds``: how long one that looks ahead may take; without it, it tries
    a fixed number of times, and the same seed gives the same answer.  ``executor``: where it plays answers on."""
    if kind == "thinker":
        return thinker(match, request, rng, seconds, executor=executor)
    return BOTS[kind](match, request, rng)
