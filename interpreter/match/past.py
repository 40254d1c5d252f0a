"""The past of a match that was opened where it stands: told when somebody asks for it, and counted until then.

A saved match holds, beside its tape, how much was told to whom before its last turns (:func:`mark`).  So whoever opens it needs to have
told what came since only: numbers of events go on from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypedDict

from arbitre.interpreter.match.fast_forward import Stand
from arbitre.interpreter.match.match import Given, Match
from arbitre.interpreter.state.errors import SaveError
from arbitre.interpreter.state.requests import Answers
from arbitre.interpreter.state.trace import Log, Record, at_hand, first_told, untold

MOST = 10**9  # records for one audience that anybody would believe
CHANGED = "this match does not turn out as it was saved: the file has been changed"


class Mark(TypedDict):
    """A point of a match: so many answers were given, and so many records written for each audience."""

    answers: int
    told: list[list[int]]


def mark(match: Match) -> Mark | None:
    """The last statement with an answer before the last turn that is over; None where there is none, or no record is kept."""
    log, main = match.run.log, match.program.main
    if log is None:
        return None
    for state, answers, records in reversed(match.checkpoints):
        if answers and state.runs[main] < match.turn - 1:
            return {"answers": answers, "told": [[audience, count] for audience, count in sorted(heard(match, log, records).items())]}
    return None


def heard(match: Match, log: Sequence[Record], records: int) -> Counter[int]:
    """How many of the first so many records there are for each audience; what was counted before is not counted again."""
    known, first = at_hand(log), first_told(log)
    counted, last, out = match.heard
    if last is None or counted > records or counted <= first or known[counted - first - 1] is not last:
        counted, out = first, Counter(untold(log))
    out = out + Counter(record.audience for record in known[counted - first : records - first])
    match.heard = records, known[records - first - 1] if records > first else None, out
    return out


def is_mark(held: object, answers: int) -> bool:
    """Has it the form of a mark in a match of so many answers?"""
    if not isinstance(held, dict) or not isinstance(held.get("told"), list):
        return False
    pairs, given = held["told"], held.get("answers")
    whole = all(isinstance(pair, list) and len(pair) == 2 and all(type(n) is int for n in pair) for pair in pairs)
    return type(given) is int and 0 < given <= answers and whole and all(0 < count <= MOST for _, count in pairs)


def place(match: Match, found: Stand, given: Sequence[Given], told: dict[int, int], again: Callable[[], Match]) -> None:
    """Puts a match where it stands after some answers.  ``told``: how many records were written up to there; ``again``: the same match,
    played up to there as it was."""

    def remember() -> Any:
        match.past = None
        earlier, log = again(), match.run.log
        counts = Counter(record.audience for record in earlier.run.log or ())
        if earlier.tape.answers != list(given) or (isinstance(log, Log) and log.first and counts != Counter(told)):
            raise SaveError("damaged", CHANGED)
        match.checkpoints[:0] = earlier.checkpoints
        if isinstance(log, Log):
            log.begins_with(earlier.run.log or ())
        if match.remembered is not None:
            match.remembered(earlier)

    match.state = found.state
    match.run.use(match.state)
    match.tape.answers = list(given)
    match.answers = Answers(Counter(one.seat for one in given), match.answers.key)
    match.run.answers = match.answers
    match.checked = True
    match.past = remember
    if match.run.log is not None:
        match.run.log = Log(told, remember)
