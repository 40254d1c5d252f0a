"""What the public interface takes and gives."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from arbitre.api.rules import MOST_SEED, Rules, Side
from arbitre.opening.books import Refused
from arbitre.story.watch import rescued
from dsl.core import Text
from interpreter.match.match import Match
from interpreter.state.errors import RulebookError


@dataclass(slots=True)
class Game:
    """A match, and who plays its sides: ``random`` and ``greedy`` ones answer by themselves, the others are asked."""

    rules: Rules
    match: Match
    bots: dict[int, str] = field(default_factory=dict)
    rng: random.Random = field(default_factory=random.Random)

    @property
    def over(self) -> bool:
        """Has the match come to its end?"""
        return self.match.over

    @property
    def unfinished(self) -> bool:
        """Was it stopped because it had lasted the most turns a match may last?"""
        return self.match.unfinished

    @property
    def winners(self) -> list[str]:
        """Who won; empty for a draw, and as long as the match is not over."""
        return self.match.winners

    @property
    def turn(self) -> int:
        return self.match.turn

    @property
    def sides(self) -> list[Side]:
        return [self.match.seat_name(seat) for seat in self.match.seats()]

    @property
    def digest(self) -> str:
        """Fingerprint of the state; equal for equal states."""
        return self.match.digest()


@dataclass(frozen=True, slots=True)
class Question:
    """What a side has to decide.  ``about``: what is settled already, as (name, value) pairs."""

    id: str
    side: Side
    decision: str
    keys: tuple[str, ...]
    titles: tuple[Text, ...]
    secret: bool
    about: tuple[tuple[str, str], ...]


def _check_seed(seed: int) -> None:
    """Any whole number a save can hold."""
    if type(seed) is not int or abs(seed) >= MOST_SEED:
        said = repr(seed)[:40] if type(seed) is not int else "a larger one"
        raise Refused(f"a seed is a whole number of at most {len(str(MOST_SEED)) - 1} digits, not {said}")


def _seat(match: Match, name: Side) -> int:
    viewer = _viewer(match, name)
    if not isinstance(viewer, int):
        raise Refused(f"‘{name}’ answers no questions")
    return viewer


def _viewer(match: Match, name: Side) -> int | str:
    from arbitre.opening.sides import viewer_named

    return viewer_named(match, name)


@contextmanager
def _undisturbed(game: Game) -> Iterator[None]:
    """A rule that cannot be carried out to its end leaves the match as it was before it."""
    try:
        yield
    except RulebookError:
        game.match = rescued(game.match) or game.match
        raise
