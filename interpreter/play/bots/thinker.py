"""A player that looks ahead: it knows nothing of any game but the rules, ``appeal`` and ``worth``.

Where its side knows all of the match, what it finds out grows into a tree (:mod:`arbitre.interpreter.wasm.runtime.search.mcts`), and its
answer is that which was looked into most.  Where something is hidden it tries its answers in worlds drawn from what its side may know
(:mod:`arbitre.interpreter.play.bots.sampling`).
"""

from __future__ import annotations

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.advice import Advice, Effort, Tried
from arbitre.interpreter.play.bots.bots import given_by_bots, plainly, question_in_module
from arbitre.interpreter.play.bots.rollouts import Ahead, Found, deciding
from arbitre.interpreter.play.bots.sampling import FAR, TURNS, considered
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request

EFFORT = 4000  # answers of all that is played on for one decision, where no time is set
AT_ONCE = 100  # of them before the clock is looked at, at first; then so many as take this share of the time:
PORTION = 0.04
END = 1 << 40  # answers that nobody plays


def thinker(match: Match, request: Request, rng: Lots, seconds: float | None = None, effort: int = EFFORT) -> int:
    """The option that did best in the worlds tried: for so many seconds, or so many answers where no time is set."""
    return advice(match, request, rng, seconds, effort).option


def advice(match: Match, request: Request, rng: Lots, seconds: float | None = None, effort: int = EFFORT) -> Advice:
    """What a thinker would do in the place of the seat that is asked, and what came of the answers it tried."""
    options = given_by_bots(request)
    if len(options) == 1:
        return Advice(options[0])
    with deciding(match.machine):  # its module is made once; that is no part of the time
        used = Effort(seconds, effort)
        ahead = question_in_module(match, request)
        if ahead is not None and (not ahead.whole or request.path):
            return considered(request, options, rng, used, ahead)
        found = grown(ahead, rng.word(), used) if ahead is not None else None
    return found if found is not None else Advice(plainly(match, request, rng))


def grown(ahead: Ahead, lots: int, used: Effort) -> Advice | None:
    """The answer that did best in a tree, of those that it took at least half as often as any (after the robust-max
    child of Chaslot and others, 2008); it grows for as long as there is time, and all of the match is known to the seat.

    None where the module gives up before anything is found.
    """
    found = tried_in_tree(ahead, lots, used)
    if not found:
        return None
    often = max(one.times for one in found.values())
    best = max(found, key=lambda option: (2 * found[option].times >= often, found[option].total / max(1, found[option].times), -option))
    return Advice(best, {option: Tried(option, found=one) for option, one in found.items()})


def tried_in_tree(ahead: Ahead, lots: int, used: Effort) -> dict[int, Found]:
    """What a tree comes to in the time there is."""
    if not ahead.plant(lots):
        return {}
    now, most = ahead.now(), used.answers if used.seconds is None else END
    used.played = min(AT_ONCE, most)
    while ahead.grow(now, used.played, FAR, TURNS):
        share = used.spent
        if share >= 1 or (used.seconds is not None and share + PORTION / 2 >= 1) or len(ahead.found()) == 1:
            break
        more = max(1, min(used.played, int(used.played * PORTION / max(share, PORTION / 100)))) if used.seconds is not None else AT_ONCE
        used.played = min(used.played + more, most)
    return ahead.found()
