"""Back to an earlier question: what was answered since is taken back, whoever answered it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arbitre.interpreter.match.match import Given, Match
from arbitre.interpreter.state.errors import AnswerError
from arbitre.interpreter.state.requests import Request
from arbitre.opening.sides import HUMAN


def answers_so_far(match: Match) -> list[Given]:
    """Every answer of the match in its order, those of the statement that still waits included."""
    waiting = [Given(r.seat, r.decision, choice, r.options[choice].key) for choice, r in match.answers.asked] if match.answers.given else []
    return [*match.tape.answers, *waiting]


def by_people(match: Match, sides: Mapping[int, str]) -> list[int]:
    """Positions among all answers of those that people gave, the last first."""
    return [n for n, given in enumerate(answers_so_far(match)) if sides.get(given.seat, HUMAN) == HUMAN][::-1]


@dataclass(slots=True)
class Line:
    """A line that a person typed and that answered something.

    It is found again by how many answers its seat had given before it: in the record of a match the answers of one seat keep their order,
    those of several that were asked together do not.
    """

    first: int
    seat: int
    text: str
    hidden: bool = False  # may the others not know what was answered?


def line_of(match: Match, seat: int, text: str, secret: bool) -> Line:
    """The line that answers next for a seat; made before the answer is given."""
    return Line(count_of(match, seat), seat, text, secret or not match.program.public_events)


def count_of(match: Match, seat: int) -> int:
    """How many answers a seat has given."""
    return sum(given.seat == seat for given in answers_so_far(match))


def still_there(match: Match, typed: Sequence[Line]) -> list[Line]:
    """The lines of which nothing was taken back at their beginning."""
    given = Counter(one.seat for one in answers_so_far(match))
    return [line for line in typed if line.first < given[line.seat]]


@dataclass(frozen=True, slots=True)
class Said:
    """Something that can be taken back: a line of a person, with the answers it gave; or one answer of an earlier sitting."""

    position: int  # how many answers there were before it
    seats: frozenset[int]
    text: str = ""
    hidden: bool = True


def lines_said(match: Match, sides: Mapping[int, str], typed: Sequence[Line]) -> list[Said]:
    """What people said, the last first; ``typed``: the lines of this sitting."""
    given, count = answers_so_far(match), Counter[int]()
    out: dict[tuple[int, int], Said] = {}
    people = set(by_people(match, sides))
    for position, one in enumerate(given):
        if position in people:
            lines = [line for line in typed if line.seat == one.seat and line.first <= count[one.seat]]
            line = max(lines, key=lambda line: line.first) if lines else Line(-1 - position, one.seat, "", True)
            out.setdefault((one.seat, line.first), Said(position, frozenset([one.seat]), line.text, line.hidden))
        count[one.seat] += 1
    return sorted(out.values(), key=lambda said: -said.position)


def seen_by(said: Sequence[Said], viewer: int | str) -> list[Said]:
    """The same for whoever sits at the table: what others said in secret between two lines of his is one thing, for how often they were
    asked is theirs to know."""
    out: list[Said] = []
    for one in said:
        if out and foreign(one, viewer) and foreign(out[-1], viewer):
            out[-1] = Said(one.position, out[-1].seats | one.seats)
        else:
            out.append(one)
    return out


def foreign(one: Said, viewer: int | str) -> bool:
    """Was it said by others, and is it not for everyone to know?"""
    return one.hidden and one.seats != {viewer}


def half_of(match: Match, request: Request) -> int:
    """How many answers the action has got already that a question belongs to."""
    count = 0
    for _, asked in reversed(match.answers.asked if match.answers.given and request.about else ()):
        if asked.seat != request.seat or not (asked.acts or asked.about[:1] == request.about[:1]):
            break
        count += 1
        if asked.acts:
            break
    return count


def back_to(match: Match, position: int, said: Sequence[Given] | None = None) -> None:
    """Before the answer at that position: its question is asked again, and everything before it is as it was.  ``said``: all answers so
    far, if they are known."""
    said = answers_so_far(match) if said is None else said
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
