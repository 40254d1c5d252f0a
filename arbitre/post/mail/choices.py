"""What sides choose before the first turn: every question of a side on one form, and answers kept until they are asked for.

The questions of a side are found by playing the setup with answers and dice that are none of the match's: whatever others have chosen, a
form is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.requests import Option, Request
from arbitre.post.mail.called import row_key
from arbitre.post.mail.questions import about
from arbitre.post.mail.slot import Slot
from arbitre.post.replay import Record
from arbitre.story.story import Story

MOST = 400  # questions of a setup that are gone through
Choice = list[str]  # decision, name of the row it is about (empty: whichever), answer


def form(record: Record, match: Match, seat: int, lang: str) -> list[Slot]:
    """The questions that a side has still to answer before the first turn, in the order in which they are asked.

    The first one stands as it is asked, if it is asked now; of those to come the answers are listed that there may be.
    """
    machine, story = match.machine, Story(match, lang)
    given = given_by(record, match.seat_name(seat))
    found: dict[tuple[str, str, int], Slot] = {}
    for seed, last in ((1, False), (2, True), (3, False)) if not match.turn else ():
        counted: dict[tuple[str, str], int] = {}
        for at, slot in walked(machine, seed, last, seat, list(given), story):
            number = counted[slot.key] = counted.get(slot.key, 0) + 1
            key = (*slot.key, number)
            known = found.get(key)
            found[key] = slot if known is None else with_options(at, known, slot.request.options)
    now = next(iter(match.pending(seat)), None)
    if now is not None:
        slot = Slot(match, now, about(match, now), story)
        found = {(*slot.key, 1): slot, **{key: one for key, one in found.items() if key != (*slot.key, 1)}}
    return list(found.values())


def with_options(match: Match, slot: Slot, more: Sequence[Option]) -> Slot:
    """The question with further answers."""
    keys = {option.key for option in slot.request.options}
    new = tuple(option for option in more if option.key not in keys)
    options = tuple(sorted((*slot.request.options, *new), key=lambda option: option.value))
    return Slot(match, replace(slot.request, options=options), slot.about, slot.story) if new else slot


def walked(machine: Machine, seed: int, last: bool, seat: int, given: list[str], story: Story) -> Iterator[tuple[Match, Slot]]:
    """The questions of a side in a setup in which all others take the first answer, or the ``last``; ``given``: its answers so far."""
    match = Match(machine, seed)
    try:
        for _ in range(MOST):
            if not match.requests or match.turn:
                return
            request = match.requests[0]
            at = len(request.options) - 1 if last else 0
            if request.seat == seat and given:  # answered already, even where it could not be answered so here
                found = request.find(given.pop(0))
                at = found if found is not None else at
            elif request.seat == seat:
                yield match, Slot(match, request, about(match, request), story)
            match.answer(request.id, request.options[at].key, request.seat)
    except (RulebookError, AnswerError):
        return  # these answers do not go together: what was asked up to here


def given_by(record: Record, side: str) -> list[str]:
    """What a side has answered before the first turn."""
    return [key for one in record["rounds"] if not one["turn"] for name, keys in one["given"] if name == side for key in keys]


# ------------------------------------------------------------------------------------------------ answers that are kept


def find(choices: Sequence[Choice], match: Match, request: Request) -> tuple[int, str] | None:
    """Which of the answers that a side has kept fits a question, and the key of the option: the first that is meant for it.  The key is
    empty where there is no such option, or none any more."""
    row: str | None = None
    for number, (decision, name, said) in enumerate(choices):
        if decision != request.decision:
            continue
        if name:
            row = row if row is not None else row_key(match, about(match, request))
            if row != name:
                continue
        wanted = said.casefold()
        keys = (o.key for o in request.options if wanted in (o.key.casefold(), *map(str.casefold, o.title.every)))
        return number, next(keys, "")
    return None


def taken(choices: dict[str, list[Choice]], match: Match) -> tuple[list[list[object]], list[tuple[str, Choice]]]:
    """Gives the answers that are kept for what is asked, as far as they go: those given, by side and in order, and those that can be
    given no more.  Questions that are asked together are answered once all sides have an answer."""
    given, gone = list[list[object]](), list[tuple[str, Choice]]()
    while match.requests and not match.turn:
        asked = match.requests if match.requests[0].path else match.requests[:1]
        found = [(request, find(choices.get(match.seat_name(request.seat), ()), match, request)) for request in asked]
        spoilt = [(request, one[0]) for request, one in found if one is not None and not one[1]]
        for request, number in spoilt:
            side = match.seat_name(request.seat)
            gone.append((side, choices[side].pop(number)))
        if spoilt:
            continue
        if any(one is None for _, one in found):
            break
        for request, one in found:
            if one is None:
                continue
            side = match.seat_name(request.seat)
            choices[side].pop(one[0])
            match.answer(request.id, one[1], request.seat)
            if given and given[-1][0] == side and isinstance(given[-1][1], list):
                given[-1][1].append(one[1])
            else:
                given.append([side, [one[1]]])
    return given, gone
