"""Orders given in secret, as a sheet: drafts that can be looked at and struck out until all of them are sent, and taken back until all
sides have sent theirs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from arbitre.api.messages.questions import meaning
from arbitre.interpreter.match.match import Match
from arbitre.post.mail.seals import again, alone, given_by, has_sealed, take_back
from arbitre.story.story import Story

Data = dict[str, Any]


@dataclass(slots=True)
class Draft:
    """An order that was written down: what it is called, the rows it names in their order, and the answers that give it."""

    title: str
    said: list[Data] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)


def drafts(match: Match, seat: int, lang: str, ids: Mapping[tuple[int, int], str]) -> list[Draft]:
    """The orders a side has given in secret so far and that were not carried out yet."""
    if not match.answers.given:
        return []
    left = [request.options[choice].key for choice, request in given_by(match) if request.seat == seat and request.path]
    trial = alone(match, seat)
    take_back(trial, seat)
    trial.answers.rehearse()  # who acts is asked even where only one may
    story, out = Story(match, lang), list[Draft]()
    again(trial)
    while asked := trial.pending(seat):
        request = asked[0]
        single = len(request.options) == 1
        if not left and (request.acts or not single):
            break
        key = request.options[0].key if single else left.pop(0)
        option = request.options[request.find(key) or 0]
        if not request.acts and out:
            out[-1].said.append(meaning(match, option, story, ids))
        elif request.acts and key != "done":
            out.append(Draft(story.of(option.title, option.key)))
        if out and not single and key != "done" and (request.acts or out[-1].said):
            out[-1].keys.append(key)
        trial.answer(request.id, key, seat)
    return out


def sheet(match: Match, seat: int, lang: str, ids: Mapping[tuple[int, int], str]) -> Data:
    """``{"open": bool, "sent": bool, "orders": [{"title", "said": [meaning, ...]}]}``; ``open``: more may be written; empty where a side
    has no orders to give in secret."""
    asked = next((r for r in match.pending(seat)), None)
    writing = asked is not None and asked.secret and bool(asked.path) and (asked.acts or bool(asked.about))
    sent = has_sealed(match, seat) if match.answers.given else False
    if not writing and not sent:
        return {}
    found = drafts(match, seat, lang, ids)
    return {"open": writing, "sent": sent, "orders": [{"title": one.title, "said": one.said} for one in found]}


def strike(match: Match, seat: int, lang: str, number: int) -> bool:
    """Takes one draft out and leaves the others; False if there is none of that number, or if the others cannot stand without it."""
    found = drafts(match, seat, lang, {})
    before = [request.options[choice].key for choice, request in given_by(match) if request.seat == seat and request.path]
    if not 0 <= number < len(found):
        return False
    first = before[: before.index(found[0].keys[0])] if found[0].keys and found[0].keys[0] in before else []
    rest = [key for n, draft in enumerate(found) if n != number for key in draft.keys]
    take_back(match, seat)
    return give(match, seat, [*first, *rest])


def give(match: Match, seat: int, keys: list[str]) -> bool:
    """Answers what is asked of a side one after the other; False where an answer is none any more: what came before it stands."""
    for key in keys:
        asked = match.pending(seat)
        if not asked or asked[0].find(key) is None:
            return False
        match.answer(asked[0].id, key, seat)
    return True
