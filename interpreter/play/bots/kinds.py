"""The kinds of players that need no person, by name; ``level1`` to ``level5`` are levels of strength for people to play against."""

from __future__ import annotations

from collections.abc import Callable

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.bots import by_lot, greedy
from arbitre.interpreter.play.bots.levels import LEVELS, Level
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request

Bot = Callable[[Match, Request, Lots], int]
PLAIN = ("random", "greedy")  # whole matches of these are played in compiled code; others are asked answer by answer


def _levelled(level: Level, seconds: float | None = None) -> Bot:
    """A bot of some strength."""

    def bot(match: Match, request: Request, rng: Lots) -> int:
        if level.blunders and rng.below(100) < level.blunders:
            return by_lot(match, request, rng)
        if not level.thinks:
            return greedy(match, request, rng)
        return _thinker(match, request, rng, None if seconds is None else seconds * level.thinks, level.thinks)

    return bot


def _thinker(match: Match, request: Request, rng: Lots, seconds: float | None = None, share: float = 1.0) -> int:
    """One that looks ahead, for so many seconds, or a share of its usual effort."""
    from arbitre.interpreter.play.bots.thinker import EFFORT, thinker  # most matches have none

    return thinker(match, request, rng, seconds, int(EFFORT * share))


BOTS: dict[str, Bot] = {"random": by_lot, "greedy": greedy, "thinker": _thinker} | {name: _levelled(one) for name, one in LEVELS.items()}


def thinks(kind: str) -> bool:
    """Does a bot of this kind look ahead?"""
    return kind == "thinker" or (kind in LEVELS and LEVELS[kind].thinks > 0)


def choose(match: Match, request: Request, kind: str, rng: Lots, seconds: float | None = None) -> int:
    """The position of the option a bot of this kind takes.  ``seconds``: how long one that looks ahead may take, of the processor; without
    it, it tries a fixed number of times, and the same seed gives the same answer."""
    if kind in LEVELS:
        return _levelled(LEVELS[kind], seconds)(match, request, rng)
    if kind == "thinker":
        return _thinker(match, request, rng, seconds)
    return BOTS[kind](match, request, rng)
