"""Questions with one sensible answer, which a side may have skipped."""

from __future__ import annotations

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.bots import appraised, given_by_bots, hopeful
from arbitre.interpreter.play.bots.determinisation import sample_world
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request


def sensible(match: Match, request: Request) -> int | None:
    """The one answer a sensible side would give, as far as it can know; None where there are several, or none.

    Left out is what the rulebook keeps for persons (to give up), what can only fail, and what it says nobody would like (an ``appeal``
    below 0).
    """
    world = sample_world(match, request, Lots(request.id))
    if world is None:
        return None
    asked = appraised(world, request, hints=False)
    left = hopeful(asked, given_by_bots(request))
    if asked.appeals:
        left = [position for position in left if asked.appeals[position] >= 0]
    return left[0] if len(left) == 1 else None
