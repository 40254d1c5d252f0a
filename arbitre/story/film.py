"""A match turn by turn: which records belong to each, and how things stood at its end."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.match.match import Match
from interpreter.state.state import State
from interpreter.state.trace import Record


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


class _Filmed(Match):
    """A match that keeps how things stood whenever a turn was about to begin."""

    pictures: list[tuple[int, int, State]]

    def advance(self) -> bool:
        if not self.state.stack and not self.state.over and (not self.pictures or self.pictures[-1][0] != self.turn):
            self.pictures.append((self.turn, len(self.run.log or []), self.state.copy()))
        return super().advance()


def turns(match: Match) -> list[Turn]:
    """The turns of a match so far, played again from its tape."""
    again = _Filmed(match.machine, match.tape.seed, match.kept, start=False, stream=match.tape.stream)
    again.pictures = []
    again.answers.script = [given.choice for given in match.tape.answers]
    again.begin()
    out: list[Turn] = []
    first = 0
    for number, last, state in again.pictures:
        if number < match.turn:
            out.append(Turn(number, first, last, standing(match, state), over=True))
            first = last
    out.append(Turn(match.turn, first, len(match.run.log or []), match, over=match.over or match.unfinished))
    return out


def standing(match: Match, state: State) -> Match:
    """The match as it was, to be looked at: nothing is asked there."""
    then = match.clone()
    then.state = state
    then.run.use(state)
    then.requests = []
    return then
