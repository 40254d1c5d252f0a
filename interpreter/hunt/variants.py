"""Options and extensions by lot: rules meet that never meet as a game is usually played."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from dataclasses import replace

from arbitre.dsl.diagnostics.errors import BadOption, RulesError
from arbitre.dsl.resolve.symbols import OptionInfo
from arbitre.interpreter.hunt.faults import Key
from arbitre.interpreter.hunt.hunter import Hunter, Quarry, Round
from arbitre.interpreter.hunt.shrinker import SECONDS

MOST = 3  # options that are not as usual
EXTENDED = 0.4  # how often one of the game's own extensions takes part
WORTH = 4.0  # times as long as it takes to make a variant ready it is hunted in
LEAST = 5.0  # and at least so many seconds


def value_by_lot(info: OptionInfo, rng: random.Random) -> str:
    """A value of an option; of numbers the ends more often than what lies between."""
    if info.is_number:
        return str(rng.choice((info.low, info.high, rng.choice(info.numbers))))
    return rng.choice(info.choices)


def variant(quarry: Quarry, infos: list[OptionInfo], extensions: list[str], rng: random.Random) -> Quarry:
    """The game with one to three options chosen by lot, those that were given left as they are, and perhaps an extension of its own."""
    given = dict(quarry.options)
    free = [info for info in infos if info.name not in given]
    chosen = {info.name: value_by_lot(info, rng) for info in rng.sample(free, min(len(free), rng.randint(1, MOST)))}
    added = [rng.choice(extensions)] if extensions and (not chosen or rng.random() < EXTENDED) else []
    return replace(quarry, by_lot=tuple(sorted(chosen.items())), extensions=(*quarry.extensions, *added))


class Hunters:
    """One process of a hunt: rounds in the game as it was asked for, and rounds in variants of it, by turns."""

    def __init__(self, quarry: Quarry, seed: int) -> None:
        self.usual, self.quarry, self.rng = Hunter(quarry, seed), quarry, random.Random(seed)
        self.infos: list[OptionInfo] = self.usual.workshop.option_infos()
        own = self.usual.workshop.rulebook.folder / "extensions"
        self.extensions = [str(path) for path in sorted(own.rglob("*.rules")) if str(path) not in quarry.extensions]
        self.other: Hunter | None = None
        self.until = 0.0  # when another variant is drawn
        self.rounds = 0

    def hunt(self, seconds: float, known: Iterable[Key] = (), shrinking: float = SECONDS) -> Round:
        """A round: every third one in a variant, where there is anything to vary."""
        self.rounds += 1
        varied = self.rounds % 3 == 0 and bool(self.infos or self.extensions)
        return (self.varied() if varied else self.usual).hunt(seconds, known, shrinking)

    def varied(self) -> Hunter:
        """The hunter of the variant that is looked into; what cannot be played together is passed over."""
        if self.other is None or time.monotonic() > self.until:
            began = time.monotonic()
            try:
                drawn = variant(self.quarry, self.infos, self.extensions, self.rng)
                self.other = Hunter(drawn, self.rng.randrange(1 << 30))
            except (RulesError, BadOption):
                self.other = None
            spent = time.monotonic() - began
            self.until = time.monotonic() + max(LEAST, WORTH * spent)
        return self.other or self.usual
