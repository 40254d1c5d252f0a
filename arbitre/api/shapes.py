"""What the public interface takes and gives."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from arbitre.api.arguments import Side
from arbitre.api.rules import Rules
from arbitre.dsl.core import Text
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.story.watch import rescued


@dataclass(slots=True)
class Game:
    """A match, and who plays its sides: ``random`` and ``greedy`` ones answer by themselves, the others are asked."""

    rules: Rules
    match: Match
    bots: dict[int, str] = field(default_factory=dict)
    rng: Lots = field(default_factory=lambda: Lots(0))

    def _repr_html_(self) -> str:
        """What a notebook shows of it: what everybody may know."""
        from arbitre.interpreter.state.visibility import SPECTATOR
        from arbitre.story.showing import shown
        from arbitre.words.phrases import language

        return shown(self.match, SPECTATOR, language())

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
        """How many turns have begun: runs of the agenda that the game plays, 0 before the first."""
        return self.match.turn

    @property
    def sides(self) -> list[Side]:
        """The names of the sides that take part, in the order of the rulebook."""
        return [self.match.seat_name(seat) for seat in self.match.seats()]

    @property
    def digest(self) -> str:
        """Fingerprint of the state; equal for equal states."""
        return self.match.digest()


@dataclass(frozen=True, slots=True)
class Question:
    """What a side has to decide.

    ``keys``: what answers it, option by option; ``titles``: what a person reads for each, in both languages (empty where the
    rulebook gives none).  ``secret``: others do not learn that it is asked.  ``about``: what is settled already, as (name, value)
    pairs.  ``id`` is the same for the same question of a match that is saved and loaded, or played again.
    """

    id: str
    side: Side
    decision: str
    keys: tuple[str, ...]
    titles: tuple[Text, ...]
    secret: bool
    about: tuple[tuple[str, str], ...]


@contextmanager
def undisturbed(game: Game) -> Iterator[None]:
    """A rule that cannot be carried out to its end leaves the match as it was before it."""
    try:
        yield
    except RulebookError:
        game.match = rescued(game.match) or game.match
        raise
