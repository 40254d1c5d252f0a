"""Who can do each of the actions a question offers, so that action and actor are chosen together."""

from __future__ import annotations

from dataclasses import dataclass

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.requests import Option, Request
from arbitre.session.dialogue.labels import Calling, numbers_of


@dataclass(slots=True)
class Menu:
    """The actions of a question with those who can do them; ``only``: the one actor, where it is about nobody else."""

    actors: dict[int, tuple[Option, ...]]
    only: Option | None


def menu_of(match: Match, request: Request) -> Menu | None:
    """The actors of each action that is offered, as the side would be asked for them next; None of any other question."""
    if not request.acts:
        return None
    actors: dict[int, tuple[Option, ...]] = {}
    for position, option in enumerate(request.options):
        found = actors_of(match, request, position) if option.key != "done" else None
        if found is not None:
            actors[position] = found.options
    people = {(one.domain, one.value): one for found in actors.values() for one in found}
    return Menu(actors, next(iter(people.values())) if len(people) == 1 else None)


def actors_of(match: Match, request: Request, position: int) -> Request | None:
    """The question who does an action, asked on a copy even if it is but one; nothing is done there."""
    trial = match.clone()
    trial.answers.rehearse()
    try:
        trial.answer(request.id, request.options[position].key)
    except (RulebookError, AnswerError):
        return None
    return next((r for r in trial.requests if r.seat == request.seat and [name for name, _ in r.about] == ["action"]), None)


def listed(match: Match, request: Request) -> bool:
    """Does the place of an option in the list name it?  Not where numbers are those of the pieces that may act."""
    menu = menu_of(match, request)
    return menu is None or menu.only is not None or not any(numbers_of(match, found) for found in menu.actors.values())


def calling(match: Match, request: Request) -> Calling:
    """The names of the options of a question that is shown."""
    return Calling(match, request, listed(match, request))
