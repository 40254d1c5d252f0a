"""What an answer leads to at once: the throws it calls for, each with its exact chances, and what the rulebook says of it.

Everything is tried on copies that hold only what the seat of the question may know.  Where that leaves anything open, nothing is told
that is not the same in several worlds the seat holds possible; so what is foreseen tells nobody what he may not know.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from arbitre.dsl import core
from arbitre.dsl.core import Text
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.code.machine import Run
from arbitre.interpreter.explain.throws import Single, Thrown, alone, innermost, thrown
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.bots import appraised
from arbitre.interpreter.play.bots.determinisation import Knowledge, knowledge, path_of, sample_from
from arbitre.interpreter.state.dice import DiceSource
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.keyed import UNKEYED, DieKey
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.visibility import may_see

FURTHEST = 3  # throws in a row that are looked at, each once the one before has gone well
WORLDS = 3  # in which all must be the same, where the seat does not know everything
WELL = "success"


@dataclass(frozen=True, slots=True)
class Coming:
    """A throw that an answer calls for.  ``args``: what it is about, by the names of its parameters."""

    procedure: int
    args: tuple[tuple[str, int], ...]
    single: Single
    thrown: Thrown


@dataclass(frozen=True, slots=True)
class Foresight:
    """Of one option.  ``hint``: what the rulebook says beside it; ``throws``: those it calls for at once, each after the ones before
    have gone well."""

    hint: Text = field(default_factory=Text)
    throws: tuple[Coming, ...] = ()

    @property
    def all_well(self) -> Fraction | None:
        """The chance that all of them go well; None where that is not said of each."""
        out = Fraction(1)
        for coming in self.throws:
            if WELL not in coming.single.chances:
                return None
            out *= coming.single.chances[WELL]
        return out if self.throws else None


class Seer:
    """Looks ahead from one question, option by option; what was found is kept."""

    def __init__(self, match: Match, request: Request) -> None:
        self.match, self.request = match, request
        self.known: Knowledge = knowledge(match, request)
        rng = Lots(request.id)
        count = 1 if self.known.whole else WORLDS
        self.worlds = [world for world in (sample_from(self.known, rng) for _ in range(count)) if world is not None]
        self.found: dict[int, Foresight] = {}
        self._hints: tuple[Text, ...] | None = None

    def hints(self) -> tuple[Text, ...]:
        """What the rulebook says beside each option; nothing where it says nothing."""
        if self._hints is None:
            self._hints = appraised(self.worlds[0], self.request).hints if self.worlds else ()
        return self._hints

    def of(self, option: int) -> Foresight:
        """What comes of one option, as far as that can be known."""
        if option not in self.found:
            hint = self.hints()[option] if option < len(self.hints()) else Text()
            tried = [self.tried(world, option) for world in self.worlds]
            same = tried and all(one == tried[0] for one in tried)
            self.found[option] = Foresight(hint, tried[0] if same else ())
        return self.found[option]

    def tried(self, world: Match, option: int) -> tuple[Coming, ...]:
        """An answer given in a world, up to the first throw of which nobody can say how it goes on, or to the next question."""
        trial = world.clone(trace=True)
        trial.check_always = False
        dice = Going(world.dice, world.state.rolls + world.answers.thrown, self.request.seat)
        trial.dice = trial.run.dice = dice
        dice.run = trial.run
        trial.answers.given.setdefault(path_of(self.request), []).append(option)
        try:
            if trial.retry is not None:
                trial.do(trial.retry, first=True)
            else:
                trial.advance()
        except Enough:
            pass
        except (RulebookError, AnswerError, RecursionError):
            return ()
        return tuple(dice.throws)


class Enough(Exception):
    """Nobody can say how it goes on."""


class Going:
    """Dice that fall as they fell up to a question, and then go well, as long as one can say what that is."""

    def __init__(self, real: DiceSource, thrown_before: int, seat: int) -> None:
        self.real, self.before, self.seat = real, thrown_before, seat
        self.run: Run | None = None
        self.throws: list[Coming] = []

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        if number < self.before:
            return self.real.throw(size, number, label, place, key)
        run = self.run
        assert run is not None
        found = innermost(run, label)
        if found is None:
            raise Enough
        procedure, frame = found
        again = any(one.procedure == procedure.index for one in self.throws)
        single = alone(run, procedure, frame, not again and not self.under_way(run, label))
        if single is None or not may_see(single.audience, self.seat):
            raise Enough
        args = tuple((p.name, frame[p.slot]) for p in procedure.params)
        self.throws.append(Coming(procedure.index, args, single, thrown(run, procedure, frame)))
        roll = procedure.body[0]
        well = single.needs.get(WELL, ())
        if len(self.throws) == FURTHEST or not isinstance(roll, core.Roll) or sum(d.count for d in roll.dice) > 1 or not well:
            raise Enough
        return roll.dice[0].faces.index(well[0])

    def under_way(self, run: Run, label: str) -> bool:
        """Were its dice thrown before, so that these are thrown again?"""
        cause = run.cause
        return any(r.kind == "roll" and r.name == label and r.cause == cause for r in (run.log or []))
