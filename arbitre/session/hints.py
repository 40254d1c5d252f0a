"""``hint``: what a bot that looks ahead would answer, and how well the answers it tried did."""

from __future__ import annotations

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.thinker import advice
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.story.story import Story
from arbitre.words.phrases import of

MOST = 5  # answers told


def hinted(match: Match, request: Request, story: Story, lang: str, seconds: float) -> list[str]:
    """Lines for whoever is asked, from what his side may know; the match and its bots go on as if he had not asked."""
    found = advice(match, request, Lots(request.id), seconds)
    words, names = of(lang), [story.of(option.title, option.key) for option in request.options]
    tried = sorted((one for one in found.tried.values() if one.times), key=lambda one: (one.option != found.option, -one.mean))
    if not tried or found.alike:
        return [words.say("play.hint_alike", answer=names[found.option])]
    out = [words.say("play.hint", answer=names[found.option])]
    for one in tried[:MOST]:
        out.append(
            words.say("play.hint_chance", answer=names[one.option], percent=round(100 * (found.chance(one.option) or 0)), n=one.times)
        )
        if one.won or one.lost:
            share = [round(100 * count / one.times) for count in (one.won, one.lost)]
            out.append(words.say("play.hint_decided", won=share[0], lost=share[1]))
    return out
