"""A hunt on several cores: rounds of a few seconds, what is found gathered, the same fault once."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any

from arbitre.dsl.budget import guarding
from arbitre.dsl.core import Text
from arbitre.interpreter.analysis.usable import Name
from arbitre.interpreter.hunt.corpus import keep, kept
from arbitre.interpreter.hunt.faults import Fault, Key
from arbitre.interpreter.hunt.hunter import Quarry, Round
from arbitre.interpreter.hunt.shrinker import SECONDS
from arbitre.interpreter.hunt.variants import Hunters
from arbitre.interpreter.play.simulate import uninterrupted

ROUND = 3.0  # seconds


@dataclass(slots=True)
class Bag:
    """What came of a hunt: what was played and reached, and every fault once."""

    game: str
    seed: int
    total: Round = field(default_factory=Round)
    faults: dict[Key, Fault] = field(default_factory=dict)
    listed: dict[Name, Text] = field(default_factory=dict)
    seconds: float = 0.0  # of the clock
    jobs: int = 1
    starts: int = 0

    @property
    def rate(self) -> float:
        """Matches by lot a second, while those were played, on all cores together."""
        return self.total.by_lot / self.total.playing * self.jobs if self.total.playing else 0.0

    def data(self) -> dict[str, Any]:
        """As it is told to programs."""
        return {
            "game": self.game, "seed": self.seed, "seconds": round(self.seconds, 1), "jobs": self.jobs, "matches": self.total.matches,
            "matches_per_second": round(self.rate, 1), "trials": self.total.trials, "rollouts": self.total.rollouts, "starts": self.starts,
            "answers": self.total.answers,
            "reached": len(self.total.reached), "things": len(self.listed), "faults": [fault.data() for fault in self.faults.values()],
        }  # fmt: skip


_HUNTERS: list[Hunters] = []  # of a process at work
_ENTERED = ExitStack()


def _begin(quarry: Quarry, seed: int, begun: Synchronized[int]) -> None:
    with begun.get_lock():
        begun.value += 1
        number = begun.value  # of this process: each hunts elsewhere, and in every hunt of this seed as before
    _ENTERED.enter_context(guarding())
    _HUNTERS[:] = [Hunters(quarry, seed * 1000 + number)]


def _round(seconds: float, known: list[Key], shrinking: float) -> Round:
    return _HUNTERS[0].hunt(seconds, known, shrinking)


def hunt(
    quarry: Quarry, seconds: float, jobs: int = 0, seed: int = 0, folder: Path | None = None,
    progress: Callable[[Bag, float], None] | None = None, shrinking: float = SECONDS,
) -> Bag:  # fmt: skip
    """Hunts for so long on so many cores (0: all).  ``folder``: where cases are kept.  With one job and one seed it goes the same ways."""
    jobs, began = jobs or os.cpu_count() or 1, time.monotonic()
    hunters = Hunters(quarry, seed)
    hunter = hunters.usual
    bag = Bag(hunter.workshop.rulebook.name, seed, listed=hunter.listed, jobs=jobs, starts=len(hunter.starts))
    for case in kept(folder, bag.game) if folder is not None else ():
        fault = hunter.kept(case.scenario)
        if fault is not None:
            bag.faults[fault.key] = fault
    until = time.monotonic() + seconds
    if jobs == 1:
        while time.monotonic() < until:
            gather(bag, hunters.hunt(min(ROUND, until - time.monotonic()), bag.faults, shrinking), folder)
            if progress is not None:
                progress(bag, until - time.monotonic())
    else:
        together(bag, quarry, seed, until, folder, progress, shrinking)
    bag.seconds = time.monotonic() - began
    return bag


def together(
    bag: Bag, quarry: Quarry, seed: int, until: float, folder: Path | None, progress: Callable[[Bag, float], None] | None, shrinking: float
) -> None:
    """Every process has a round to play until time is up."""
    context = multiprocessing.get_context("spawn")
    with uninterrupted():
        pool = ProcessPoolExecutor(bag.jobs, context, _begin, (quarry, seed, context.Value("i", 0)))
        rounds: set[Future[Round]] = {pool.submit(_round, ROUND, list(bag.faults), shrinking) for _ in range(bag.jobs)}
    with pool:
        while rounds:
            done, rounds = wait(rounds, return_when=FIRST_COMPLETED)
            for one in done:
                gather(bag, one.result(), folder)
                left = until - time.monotonic()
                if left > 0.2:
                    rounds.add(pool.submit(_round, min(ROUND, left), list(bag.faults), shrinking))
            if progress is not None:
                progress(bag, until - time.monotonic())


def gather(bag: Bag, found: Round, folder: Path | None) -> None:
    """What a round has found; of one fault the shortest scenario is kept."""
    found.reached &= bag.listed.keys()  # what an extension by lot brings is not of the game
    bag.total.add(found)
    for fault in found.faults:
        other = bag.faults.get(fault.key)
        if other is None or (fault.scenario and (not other.scenario or fault.lines < other.lines)):
            bag.faults[fault.key] = fault
            if folder is not None:
                keep(folder, bag.game, fault)
