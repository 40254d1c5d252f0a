"""Are two rulebooks the same game?  Told by counts that do not hang on how an answer is put together or in which order options stand.

A *turn* is everything one seat answers until another is asked: a move chosen in one question or in three is one turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt

from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.play.position import Position
from arbitre.interpreter.state.lots import Lots

UNLIKELY = 4.5  # standard deviations: more is no chance
MOST_TURNS = 400  # of a match by lot


def turns_from(position: Position) -> Iterator[Position]:
    """The positions that the seat which is asked can bring about in its turn, in no particular order, each as often as there are ways."""
    seat, waiting = position.seat, [position]
    while waiting:
        at = waiting.pop()
        for option in range(at.options):
            then = at.clone()
            then.answer(option)
            if then.ended or then.seat != seat:
                yield then
            else:
                waiting.append(then)


def perft(position: Position, turns: int) -> int:
    """How many sequences of so many turns there are; one that ends earlier counts as well."""
    if not turns or position.ended:
        return 1
    return sum(perft(then, turns - 1) for then in turns_from(position))


@dataclass(slots=True)
class Sample:
    """Matches in which every turn is taken by lot among all that there are, each as likely."""

    matches: int = 0
    turns: list[int] = field(default_factory=list)  # of each match
    choices: list[int] = field(default_factory=list)  # of each match: among how many turns was chosen, on average, in thousandths
    wins: dict[str, int] = field(default_factory=dict)  # "" for draws

    def differs(self, other: Sample) -> list[str]:
        """In what the two are not the same game, in words; empty where chance explains it."""
        out = []
        for name in ("turns", "choices"):
            one, two = getattr(self, name), getattr(other, name)
            apart = abs(mean(one) - mean(two))
            if apart > UNLIKELY * sqrt(variance(one) / len(one) + variance(two) / len(two)) + 1e-9:
                out.append(f"{name} of a match: {mean(one):.2f} / {mean(two):.2f}")
        for side in sorted({*self.wins, *other.wins}):
            one, two = self.wins.get(side, 0) / self.matches, other.wins.get(side, 0) / other.matches
            both = (one + two) / 2
            if abs(one - two) > UNLIKELY * sqrt(both * (1 - both) * (1 / self.matches + 1 / other.matches)) + 1e-9:
                out.append(f"{side or 'nobody'} wins: {one:.3f} / {two:.3f}")
        return out


def mean(numbers: list[int]) -> float:
    """The mean."""
    return sum(numbers) / len(numbers)


def variance(numbers: list[int]) -> float:
    """The variance of a sample."""
    middle = mean(numbers)
    return sum((n - middle) ** 2 for n in numbers) / max(1, len(numbers) - 1)


def sample(machine: Machine, matches: int, seed: int = 0) -> Sample:
    """So many matches by lot."""
    out, lots = Sample(), Lots(seed)
    for number in range(matches):
        position, turns, among = Position(machine, number), 0, 0
        while not position.ended and turns < MOST_TURNS:
            able = list(turns_from(position))
            position, turns, among = lots.choice(able), turns + 1, among + len(able)
        won = ",".join(position.winners)
        out.matches += 1
        out.turns.append(turns)
        out.choices.append(1000 * among // max(1, turns))
        out.wins[won] = out.wins.get(won, 0) + 1
    return out
