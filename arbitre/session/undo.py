"""Back to an earlier question: what was answered since is taken back, whoever answered it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arbitre.interpreter.match.match import Given, Match
from arbitre.interpreter.state.errors import AnswerError
from arbitre.opening.sides import HUMAN


def answers_so_far(match: Match) -> list[Given]:
    """Every answer of the match in its order, those of the statement that still waits included."""
    waiting = [Given(r.seat, r.decision, choice, r.options[choice].key) for choice, r in match.answers.asked] if match.answers.given else []
    return [*match.tape.answers, *waiting]


def by_people(match: Match, sides: Mapping[int, str]) -> list[int]:
    """Positions among all answers of those that people gave, the last first."""
    return [n for n, given in enumerate(answers_so_far(match)) if sides.get(given.seat, HUMAN) == HUMAN][::-1]


@dataclass(frozen=True, slots=True)
class Said:
    """Something that can be taken back: a line of a person, with the answers it gave; or one answer of an earlier sitting."""

    position: int  # how many answers there were before it
    seats: frozenset[int]
    text: str = ""


def lines_said(match: Match, sides: Mapping[int, str], typed: Sequence[tuple[int, int, str]]) -> list[Said]:
    """What people said, the last first; ``typed``: the lines of this sitting, each with the number of answers before it."""
    given = answers_so_far(match)
    out: dict[int, list[int]] = {}
    texts: dict[int, str] = {}
    for position in reversed(by_people(match, sides)):
        begun = [(at, text) for at, seat, text in typed if at <= position and seat == given[position].seat]
        first = max(begun, default=(position, ""), key=lambda one: one[0])
        if begun and any(first[0] < other <= position for other, seat, _ in typed if seat != given[position].seat):
            first = (position, "")
        out.setdefault(first[0], []).append(position)
        texts[first[0]] = first[1]
    return [Said(at, frozenset(given[n].seat for n in out[at]), texts[at]) for at in sorted(out, reverse=True)]


def seen_by(said: Sequence[Said], viewer: int | str) -> list[Said]:
    """The same for whoever sits at the table: what others said between two lines of his is one thing, for how often they were asked is
    theirs to know."""
    out: list[Said] = []
    for one in said:
        if out and one.seats != {viewer} and out[-1].seats != {viewer}:
            out[-1] = Said(one.position, out[-1].seats | one.seats)
        else:
            out.append(one)
    return out


def back_to(match: Match, position: int) -> None:
    """Before the answer at that position: its question is asked again, and everything before it is as it was."""
    said = answers_so_far(match)
    while match.answers.given or len(match.tape.answers) > position:
        if not match.undo():
            break
    for given in said[len(match.tape.answers) : position]:
        request = next((r for r in match.requests if r.seat == given.seat and r.decision == given.decision), None)
        if request is None:
            break
        try:
            match.answer(request.id, given.key)
        except AnswerError:
            break
