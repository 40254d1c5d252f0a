"""How a part of an action is asked for: by the preposition it is given with, by what it is, and by what the rulebook calls that."""

from __future__ import annotations

from arbitre.dsl.core import NONE, Domain
from arbitre.dsl.core.languages import inside
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.requests import Request
from arbitre.story.story import Story
from arbitre.words.phrases import of

AIMS = ("", "at", "against", "on")  # with these one does something to whoever is named
PLACES = ("", "at", "against", "from", "into", "on", "through", "to", "under")  # with these a cell is where something is done
HEADINGS = ("direction", "vertex")


def asked_for(match: Match, request: Request, story: Story, first: bool) -> str:
    """``from where?``, ``with which of them?``, ``whom?``; ``first``: nothing else of the action was asked, so this may be who does it."""
    kinds = {option.domain for option in request.options if option.domain != NONE}
    domain = match.program.domains[kinds.pop()] if len(kinds) == 1 else None
    said = of(story.lang)
    word = preposition(match, request)
    if domain is not None and domain.board is not None:
        where = said.say(f"ask.where.{word}" if said.has(f"ask.where.{word}") else "ask.where")
        return where if word in PLACES else which(domain, word, story) or where
    if domain is not None and is_piece(match, domain.index):
        if word == "by" or (first and not word):
            return said.say("ask.who")
        whom = said.say(f"ask.whom.{word}" if said.has(f"ask.whom.{word}") else "ask.whom")
        return whom if word in AIMS or domain.seat else which(domain, word, story) or whom
    if domain is not None and domain.name not in HEADINGS and (asked := which(domain, word, story)):
        return asked
    titled = story.of(request.title) or story.of(story.titles.get(request.decision))
    by_kind = domain is not None and domain.name in HEADINGS and titled.casefold() in ("", domain.name, story.of(domain.title).casefold())
    return unnamed(domain, request.decision, story) if by_kind or not titled else titled


def unnamed(domain: Domain | None, name: str, story: Story) -> str:
    """The question about a part that nothing in the rulebook has a title for: ``in which direction?``, ``which number for “pace”?``"""
    said = of(story.lang)
    if domain is None:
        return said.say("ask.number", name=name.replace("_", " "))
    if domain.name in HEADINGS:
        return said.say(f"ask.{domain.name}")
    return said.say("ask.choose", name=story.of(domain.title, name.replace("_", " ")))


def preposition(match: Match, request: Request) -> str:
    """What the rulebook writes before the part that is asked for; "" for the direct one."""
    name = dict(request.about).get("action")
    for action in match.program.actions:
        params = match.program.procedures[action.procedure].params
        if name in (action.name, *(f"{action.name}_{params[way.given].name}" for way in action.ways)):
            return next((param.preposition for param in params if param.name == request.decision), "")
    return ""


def which(domain: Domain, word: str, story: Story) -> str:
    """``with which of them?``; nothing where the kind has no title, or where its gender is needed and is not known."""
    title, said = domain.title.own(story.lang), of(story.lang)
    traits = domain.title.of(story.lang)
    gender = traits.gender[:1] or ("m" if story.lang == "en" else "")
    key = f"ask.which.{word}.{gender}"
    return said.say(key, kind=inside(title, story.lang)) if title and traits.number != "plural" and said.has(key) else ""


def is_piece(match: Match, domain: int) -> bool:
    """Is it somebody: what stands on a board, or a seat?"""
    boards = {d.index for d in match.program.domains if d.board is not None}
    return domain == match.program.seats or any(c.domain == domain and c.target in boards for c in match.program.fields)
