"""A match turn by turn: which records belong to each, and how things stood at its end."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.start import sets_up, start_of
from arbitre.interpreter.state.requests import Answers
from arbitre.interpreter.state.state import State
from arbitre.interpreter.state.trace import Log, Record
from arbitre.interpreter.state.visibility import PUBLIC


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a match, 0 for what came before the first: its records are ``log[first:last]``; ``over``: it is at its end."""

    number: int
    first: int
    last: int
    match: Match
    over: bool

    def records(self, log: list[Record]) -> list[Record]:
        return log[self.first : self.last]


def turns(match: Match) -> list[Turn]:
    """The turns of a match so far."""
    return _between(match, 0)


def turn_numbered(match: Match, number: int) -> Turn | None:
    """A turn by its number; None if there is none.  The others are not played again for it."""
    if number == match.turn:
        ended = match.over or match.unfinished
        return Turn(number, _begins(match, number), len(match.run.log or []), match, over=ended)
    seen = picture(match, number) if 0 <= number < match.turn else None
    return Turn(number, _begins(match, number), seen[0], standing(match, seen[1]), over=True) if seen is not None else None


def _begins(match: Match, number: int) -> int:
    """How many records there were before a turn."""
    before = (picture(match, n) for n in range(number - 1, -1, -1))
    return next((seen[0] for seen in before if seen is not None), 0)


def last_over(match: Match) -> Turn:
    """The last turn that is over; the one that is being played where none is."""
    ended = match.over or match.unfinished
    film = _between(match, match.turn - (not ended))
    return next((turn for turn in reversed(film) if turn.over and turn.number), film[-1])


def _between(match: Match, number: int) -> list[Turn]:
    """The turns of a match from one on."""
    before = picture(match, number - 1) if number > 0 else None
    first, out = before[0] if before is not None else 0, list[Turn]()
    for n in range(max(0, number), match.turn):
        seen = picture(match, n)
        if seen is not None:
            out.append(Turn(n, first, seen[0], standing(match, seen[1]), over=True))
            first = seen[0]
    out.append(Turn(match.turn, first, len(match.run.log or []), match, over=match.over or match.unfinished))
    return out


def picture(match: Match, number: int) -> tuple[int, State] | None:
    """How many records there were, and how things stood, when a turn was over: played again from the last answer before that."""
    main = match.program.main
    near = [held for held in match.checkpoints if 0 < held[0].runs[main] <= number]
    if not near and match.past is not None:
        match.past()
        near = [held for held in match.checkpoints if 0 < held[0].runs[main] <= number]
    dice = getattr(match.dice, "dice", match.dice)
    again = Match(match.machine, match.tape.seed, match.kept, dice, start=False, stream=match.tape.stream)
    again.check_always = False
    if near:
        state, given, records = near[-1]
        again.state = state.copy()
        again.run.use(again.state)
        again.run.log = Log({PUBLIC: records}, int)
        again.answers = Answers(Counter(answer.seat for answer in match.tape.answers[:given]), again.answers.key)
        again.answers.script = [answer.choice for answer in match.tape.answers[given:]]
        again.run.answers = again.answers
    else:
        again.answers.script = [answer.choice for answer in match.tape.answers]
        if (laid := start_of(match.machine)) is not None:
            laid.lay(again)
        elif sets_up(match.machine):
            again.do(again.set_up, first=True)
    before = near[-1][1] if near else 0
    while ((again.state.stack or again.turn < number) and again.advance()) or again.state.over:
        if again.state.over:
            if before + len(again.tape.answers) not in match.reopened:
                break
            again.reopen()
    if again.state.stack or again.state.over or again.turn != number:
        return None
    return len(again.run.log or ()), again.state


def standing(match: Match, state: State) -> Match:
    """The match as it was, to be looked at: nothing is asked there."""
    then = match.clone()
    then.state = state
    then.run.use(state)
    then.requests = []
    return then
