"""What sides have sealed while a match waits for others: seen again, taken back, handed in; and who owes what.

A delivery is sealed from when it is handed in until the statement that gathers deliveries is carried out.  Up to then it is the side's
own, and what is done with it changes nothing of what others have sealed.
"""

from __future__ import annotations

from dataclasses import dataclass

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.requests import Request
from arbitre.story.story import Story

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sealed:
    """What a side has handed in: the keys of its answers in their order, and its orders as they are called."""

    keys: tuple[str, ...]
    orders: tuple[str, ...]


def given_by(match: Match) -> list[tuple[int, Request]]:
    """Every answer to the statement that waits, with its question."""
    probe = match.clone()
    again(probe)
    return list(probe.answers.asked)


def again(match: Match) -> None:
    """The statement that waits, from its beginning, with the answers that are left."""
    match.answers.forget()
    match.requests = []
    match.go_on()


def parts_of(match: Match, seat: int) -> set[Path]:
    """The parts of what is done together in which this side alone has answered."""
    seats: dict[Path, set[int]] = {}
    for _, request in given_by(match):
        seats.setdefault(request.path, set()).add(request.seat)
    return {path for path, asked in seats.items() if asked == {seat}}


def has_sealed(match: Match, seat: int) -> bool:
    """Has it handed in what the match still waits for others to do, so that it may take it back?"""
    return not match.pending(seat) and bool(parts_of(match, seat))


def take_back(match: Match, seat: int) -> bool:
    """Takes back what a side has sealed, and nothing else; False if there is nothing."""
    parts = parts_of(match, seat)
    for path in parts:
        match.answers.given.pop(path, None)
    if parts:
        again(match)
    return bool(parts)


def alone(match: Match, seat: int) -> Match:
    """A copy in which no other side has sealed anything: whatever this one is asked there, nothing is carried out."""
    out = match.clone()
    taken = [path for other in {request.seat for _, request in given_by(match)} - {seat} for path in parts_of(match, other) if path]
    for path in taken:
        out.answers.given.pop(path, None)
    if taken:
        again(out)
    return out


def sealed(match: Match, seat: int, lang: str) -> Sealed:
    """What a side has handed in; empty if nothing."""
    given = [(choice, request) for choice, request in given_by(match) if request.seat == seat]
    trial = alone(match, seat)
    take_back(trial, seat)
    trial.answers.rehearse()  # who acts is asked even where only one may
    story = Story(match, lang)
    orders: list[tuple[str, list[str]]] = []
    left = [request.options[choice].key for choice, request in given]
    keys = tuple(left)
    again(trial)
    while asked := trial.pending(seat):
        request = asked[0]
        if not left and (request.acts or len(request.options) > 1):
            break
        key = request.options[0].key if len(request.options) == 1 else left.pop(0)
        option = request.options[request.find(key) or 0]
        if not request.acts and orders:
            orders[-1][1].append(story.of(option.title, option.key))
        elif key != "done":
            orders.append((story.of(option.title, option.key), []))
        trial.answer(request.id, key, seat)
    return Sealed(keys, tuple(f"{what}{story.say('colon')}{', '.join(parts)}" if parts else what for what, parts in orders))
