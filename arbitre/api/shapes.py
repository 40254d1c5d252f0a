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
    """A match and who plays its sides: bots answer by themselves, the other sides are asked.

    It is made by [`start`][arbitre.api.start] and [`load_match`][arbitre.api.load_match], and changed in place by
    [`answer`][arbitre.api.answer] and [`undo`][arbitre.api.undo].

    Attributes:
        rules: What is played.
        match: The match itself.  Not part of the promised interface.
        bots: The kind of bot for each seat that one plays, by the number of the seat.
        rng: Where bots take their random numbers from.  Not part of the promised interface.
    """

    rules: Rules
    match: Match
    bots: dict[int, str] = field(default_factory=dict)
    rng: Lots = field(default_factory=lambda: Lots(0))

    def _repr_html_(self) -> str:
        """What a notebook shows of it: what everybody may know."""
        from arbitre.interpreter.state.visibility import SPECTATOR
        from arbitre.story.html import shown
        from arbitre.words.phrases import language

        return shown(self.match, SPECTATOR, language())

    @property
    def over(self) -> bool:
        """True once the match has come to its end."""
        return self.match.over

    @property
    def unfinished(self) -> bool:
        """True if the match was stopped because it had lasted the most turns a match may last."""
        return self.match.unfinished

    def since(self, lang: str = "en") -> str:
        """What has changed in the rules since the match was begun, in a few sentences; empty if they are the same."""
        from arbitre.opening.rule_changes import since

        return since(self.match, lang)

    @property
    def winners(self) -> list[str]:
        """The sides that won; empty for a draw, if everybody has lost, and until the match is over."""
        return self.match.winners

    @property
    def lost(self) -> bool:
        """True if everybody has lost."""
        return self.match.lost

    @property
    def turn(self) -> int:
        """How many turns have begun; 0 before the first."""
        return self.match.turn

    @property
    def sides(self) -> list[Side]:
        """The names of the sides that take part, in the order of the rulebook."""
        return [self.match.seat_name(seat) for seat in self.match.seats()]

    @property
    def digest(self) -> str:
        """A fingerprint of the state: equal states have equal fingerprints."""
        return self.match.digest()


@dataclass(frozen=True, slots=True)
class Question:
    """What a side has to decide.

    Attributes:
        id: Stays the same for the same question when the match is saved and loaded, or played again.
        side: Who is asked.
        decision: What the rulebook calls the question.
        keys: What answers it, option by option.
        titles: What a person reads for each option, in each language; empty where the rulebook gives none.
        secret: True if the others do not learn that it is asked.
        about: What is already settled, as pairs of a name and a value.
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
