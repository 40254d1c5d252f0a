"""A match played again with edited rules, the same answers and the same dice, up to the first event that differs."""

from __future__ import annotations

from dataclasses import dataclass

from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.visibility import REFEREE
from arbitre.story.narrator import Narrator
from arbitre.story.watch import observed


@dataclass(slots=True)
class Again:
    """What became of it: the match with the new rules, how many of the old answers it took, and the first sentences that differ."""

    match: Match
    taken: int
    answers: int
    was: str = ""
    now: str = ""

    @property
    def same(self) -> bool:
        """Did everything go as it went?"""
        return self.taken == self.answers and not self.was and not self.now


def again(match: Match, machine: Machine, lang: str) -> Again:
    """The match under other rules.

    Raises:
        RulebookError: these cannot even begin a match.
    """
    new = Match(machine, match.tape.seed, match.kept, start=False, stream=match.tape.stream)
    observed(new)
    new.begin()
    taken, stopped = 0, ""
    for given in match.tape.answers:
        seat = match.seat_name(given.seat)
        asked = next((r for r in new.requests if new.seat_name(r.seat) == seat and r.decision == given.decision), None)
        if asked is None or asked.find(given.key) is None:
            break
        try:
            new.answer(asked.id, given.key, asked.seat)
        except (AnswerError, RulebookError) as error:
            stopped = str(error)
            break
        taken += 1
    out = Again(new, taken, len(match.tape.answers))
    told = [[s.text for s in Narrator(one, lang, REFEREE).sentences(one.run.log or [])] for one in (match, new)]
    for was, now in zip(*told, strict=False):
        if was != now:
            out.was, out.now = was, now
            return out
    shared = min(map(len, told))
    if taken < out.answers:
        out.was = told[0][shared] if len(told[0]) > shared else ""
        out.now = stopped or (told[1][shared] if len(told[1]) > shared else "")
    return out
