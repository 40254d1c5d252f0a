"""A player that looks ahead: it knows nothing of any game but the rules, ``appeal`` and ``worth``.

Where its side knows all of the match, what it finds out grows into a tree (:mod:`arbitre.interpreter.play.bots.mcts`), and its answer is
that which was looked into most.  Where something is hidden it tries its answers in worlds drawn from what its side may know
(:mod:`arbitre.interpreter.play.bots.sampling`).
"""

from __future__ import annotations

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.advice import Advice, Effort, Tried
from arbitre.interpreter.play.bots.bots import given_by_bots, worth
from arbitre.interpreter.play.bots.determinisation import Knowledge, knowledge
from arbitre.interpreter.play.bots.mcts import Tree
from arbitre.interpreter.play.bots.rollouts import Ahead, Found, runner_for
from arbitre.interpreter.play.bots.sampling import FAR, TURNS, considered
from arbitre.interpreter.play.bots.worlds import supposed
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.wasm.run.runtime import Runner

EFFORT = 4000  # answers of all that is played on for one decision, where no time is set
AT_ONCE = 100  # of them before the clock is looked at, at first; then so many as take this share of the time:
PORTION = 0.04


def thinker(
    match: Match, request: Request, rng: Lots, seconds: float | None = None, effort: int = EFFORT, executor: str = ""
) -> int:  # fmt: skip
    """The option that did best in the worlds tried: for so many seconds, or so many answers where no time is set."""
    return advice(match, request, rng, seconds, effort, executor).option


def advice(
    match: Match, request: Request, rng: Lots, seconds: float | None = None, effort: int = EFFORT, executor: str = ""
) -> Advice:  # fmt: skip
    """What a thinker would do in the place of the seat that is asked, and what came of the answers it tried."""
    options = given_by_bots(request)
    if len(options) == 1:
        return Advice(options[0])
    runner = runner_for(match.machine, executor)  # made once; that is no part of the time
    used = Effort(seconds, effort)
    known = knowledge(match, request)
    if known.whole and not request.path:
        return grown(known, rng, used, runner)
    return considered(known, options, rng, used, Ahead(runner, known) if runner is not None else None)


def grown(known: Knowledge, rng: Lots, used: Effort, runner: Runner | None) -> Advice:
    """The answer that did best in a tree, of those that it took at least half as often as any (after the robust-max
    child of Chaslot and others, 2008); it grows for as long as there is time, and all of the match is known to the seat."""
    now, lots = worth(known.match, known.seat), rng.word()
    found = in_module(Ahead(runner, known), now, lots, used) if runner is not None else None
    if found is None:
        tree = Tree(known, Lots(lots), supposed, now)
        used.played = 0
        while used.spent < 1 or not tree.nodes:
            tree.grow(FAR, TURNS)
            used.played = tree.played
        found = tree.found()
    often = max(one.times for one in found.values())
    best = max(found, key=lambda option: (2 * found[option].times >= often, found[option].total / max(1, found[option].times), -option))
    return Advice(best, {option: Tried(option, found=one) for option, one in found.items()})


def in_module(ahead: Ahead, now: int, lots: int, used: Effort) -> dict[int, Found] | None:
    """What a compiled tree comes to; none where it gives up before the time is over."""
    if not ahead.plant(ahead.known.match, lots):
        return None
    if used.seconds is None:
        return ahead.found() if ahead.grow(now, used.answers, FAR, TURNS) else None
    used.played = AT_ONCE
    while ahead.grow(now, used.played, FAR, TURNS):
        share = used.spent
        if share + PORTION / 2 >= 1 or len(ahead.found()) == 1:
            return ahead.found()
        used.played += max(1, min(used.played, int(used.played * PORTION / max(share, PORTION / 100))))
    return ahead.found() or None
