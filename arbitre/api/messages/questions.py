"""What a side is asked, as data: every answer with what it means on the board, and what is said beside it.

A question offers cells, pieces, amounts or actions.  Of an action :func:`reach` tells who can do it and what may be named next, so that a
piece can be clicked or dragged before an action is chosen: the answers that such a move comes to are given in one go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arbitre.dsl.core import NONE
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.requests import Option, Request
from arbitre.session.dialogue.explanations import Explanations
from arbitre.session.dialogue.foreseen import Foreseen
from arbitre.session.dialogue.labels import cell_label
from arbitre.session.dialogue.menus import actors_of
from arbitre.session.dialogue.questions import Question
from arbitre.story.story import Story

Data = dict[str, Any]
Ids = Mapping[tuple[int, int], str]
CHANCE = re.compile(r"[<>]?\s?\d+(?:[.,]\d+)?\s?%")
DEEPEST = 4  # things named one after the other for one action


def question(match: Match, request: Request, lang: str, ids: Ids, texts: Explanations | None = None) -> Data:
    """An open question for the side it is asked of; ``ids``: what the scene of that side calls the pieces on the boards."""
    story = Story(match, lang)
    asked = Question(match, request, story)
    out: Data = {
        "id": request.id, "seat": match.seat_name(request.seat), "who": story.seat(request.seat), "says": asked.sentence(),
        "asks": asked.what(), "decision": request.decision, "secret": request.secret, "acts": request.acts,
        "about": [value for _, value in request.about], "options": [],
    }  # fmt: skip
    if asked.default is not None:
        out["default"] = asked.default
    labels = asked.names.labels() if asked.names is not None else []
    for position, option in enumerate(request.options):
        data = meaning(match, option, story, ids) | {"n": position}
        if labels and labels[position] not in ("", str(position + 1)):
            data["label"] = labels[position]
        if texts is not None and (text := texts.of(option, lang)):
            data["text"] = text
        if asked.menu is not None and position in asked.menu.actors:
            data["actors"] = [meaning(match, one, story, ids) for one in asked.menu.actors[position]]
        out["options"].append(data)
    return out


def foresee(match: Match, request: Request, lang: str) -> list[Data]:
    """What stands beside each option of a question: what the rulebook says of it, and the throws that come with their chances."""
    about = Question(match, request, Story(match, lang)).about
    return [{"n": n, **said_beside(said)} for n, said in enumerate(about) if said]


def meaning(match: Match, option: Option, story: Story, ids: Ids) -> Data:
    """What an answer is: its key and title, and the cell, the piece or the amount it means."""
    title = story.of(option.title, option.key.replace("_", " "))
    out: Data = {"key": option.key, "title": title}
    if option.domain == NONE:
        if re.fullmatch(r"-?\d{1,9}", option.key):
            out["amount"] = int(option.key)
        elif option.key == "done":
            out["done"] = True
        return out
    domain = match.program.domains[option.domain]
    if domain.board is not None and option.value >= 0:
        out |= {"board": domain.name, "cell": option.value}
        if domain.rows[option.value].startswith("(") and (place := cell_label(match, option)) and place not in title:
            out["place"] = place
    elif (option.domain, option.value) in ids:
        out["piece"] = ids[option.domain, option.value]
    if option.shortcut:
        out["several"] = True
    return out


def said_beside(text: str) -> Data:
    """What stands beside an answer: all of it, and its chance by itself where it tells one."""
    if not text:
        return {}
    found = CHANCE.findall(text)
    return {"beside": text} | ({"chance": found[-1].strip()} if found else {})


# ------------------------------------------------------------------------------------------------ what a piece can do


def reach(match: Match, request: Request, row: tuple[int, int], lang: str, ids: Ids) -> list[Data]:
    """What a piece can do at a question, and what may be named for each: ``{"action", "title", "answers": [[decision, key]],
    "targets": [...], "whole": bool}``.

    ``answers`` lead to the question whose options are the ``targets``; an action that is ``whole`` asks for nothing more.  Nothing is
    carried out: what is asked of an action is asked before anything of it is done.
    """
    begun = len(match.tape.answers)
    return [_reached(*way, request, lang, ids, begun) for way in ways(match, request, row)]


Way = tuple[Match, str, list[list[str]]]
"""A copy on which a piece was named for an action, the action, and the answers that named both."""


def ways(match: Match, request: Request, row: tuple[int, int]) -> Iterator[Way]:
    """The ways to name a piece: as the one who does an action, or as what is asked for now."""
    if not request.acts:
        own = next((o for o in request.options if (o.domain, o.value) == row), None)
        trial = _tried(match, [(request.id, own.key)], every=False) if own is not None else None
        if own is not None and trial is not None:
            yield trial, dict(request.about).get("action", ""), [[request.decision, own.key]]
        return
    for position, option in enumerate(request.options):
        who = actors_of(match, request, position) if option.key != "done" else None
        actor = next((one for one in who.options if (one.domain, one.value) == row), None) if who is not None else None
        if who is None or actor is None:
            continue
        trial = _tried(match, [(request.id, option.key), (who.id, actor.key)])
        if trial is not None:
            yield trial, option.key, [[request.decision, option.key], [who.decision, actor.key]]


def _tried(match: Match, answers: Sequence[tuple[str, str]], every: bool = True) -> Match | None:
    """A copy on which these answers were given; ``every``: what has one answer only is asked as well.  None where that cannot be."""
    trial = match.clone()
    if every:
        trial.answers.rehearse()
    try:
        for name, key in answers:
            trial.answer(name, key)
    except (RulebookError, AnswerError):
        return None
    return trial


def _reached(trial: Match, action: str, answers: list[list[str]], request: Request, lang: str, ids: Ids, begun: int) -> Data:
    asked = parameter(trial, request, action, begun)
    while asked is not None and len(asked.options) == 1 and len(answers) < DEEPEST + 2:
        answers.append([asked.decision, asked.options[0].key])
        trial.answer(asked.id, asked.options[0].key)
        asked = parameter(trial, request, action, begun)
    title = Story(trial, lang).title(action) if action else ""
    data: Data = {"action": action, "title": title, "answers": answers, "whole": asked is None, "targets": []}
    if asked is not None:
        data["asks"] = Question(trial, asked, Story(trial, lang)).what()
        data["targets"] = list(targets(trial, asked, lang, ids))
    return data


def parameter(match: Match, request: Request, action: str, begun: int) -> Request | None:
    """The question for what an action is given, as long as nothing of it was done; ``begun``: how many answers were carried out before."""
    found = next((r for r in match.requests if r.seat == request.seat), None)
    if found is None or not action or len(match.tape.answers) != begun or found.path != request.path:
        return None
    return found if dict(found.about).get("action") == action and found.about[: len(request.about)] == request.about else None


def targets(match: Match, request: Request, lang: str, ids: Ids) -> Iterator[Data]:
    """The options of a question that was reached on a copy."""
    story, seen = Story(match, lang), Foreseen(match, request, lang)
    for position, option in enumerate(request.options):
        yield meaning(match, option, story, ids) | {"decision": request.decision} | said_beside(seen.hint(position))
