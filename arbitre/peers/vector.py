"""Many matches at once on the compiled executor, as arrays: for agents that learn by playing.

``Matches("path or name", 64)`` holds so many matches between two answers.  ``step`` answers each of them, and begins those that are over
anew; ``after`` shows how each would stand after every answer, for agents that judge positions instead of answers.

* An answer is the position of an option, from 0 on, as :class:`arbitre.api.Position` counts them.
* An observation is a row of numbers, the fields of the rulebook one after the other (``parts``): a number, 1 or 0, or for one of at most
  16 rows a place for each; behind them a place for each side, 1 for who is asked.
* Everything is seen: of a game that hides something no matches are made.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arbitre.api import Position, load, outline

FEW = 16  # rows of a kind that have a place each
LENGTH = 10_000
Array = NDArray[np.float32]


class Matches:
    """So many matches of one game, played side by side.

    Args:
        name: The name or path of a rulebook.
        count: How many matches.
        seed: Decides every die; each new match has the next one.
        options: Values of options.
        max_cycles: A match with so many answers is stopped.

    Raises:
        ValueError: The game hides something.
    """

    def __init__(
        self, name: str | Path, count: int, seed: int = 0, options: dict[str, str] | None = None, max_cycles: int = LENGTH
    ) -> None:
        self.rules = load(name, options)
        found = outline(self.rules)
        if found.hides:
            raise ValueError(f"{self.rules.name} hides something: a position shows everything")
        self.sides, self.seed, self.most = found.sides, seed, max_cycles
        fields = {(self.rules.machine.program.domains[f.domain].name, f.name): f.index for f in self.rules.machine.program.fields}
        self.columns = [(fields[c.kind, c.field], len(c.names) if c.sort == "row" and len(c.names) <= FEW else 0)
                        for c in found.columns if c.sort != "set"]  # fmt: skip
        self.parts = [f"{c.kind}.{c.field}" for c in found.columns if c.sort != "set"]
        self.root = Position(self.rules, seed)
        self.now: list[Position] = []
        self.played = np.zeros(count, np.int64)
        self.reset()

    def reset(self) -> Array:
        """Begins all matches anew."""
        self.now = [self._begun() for _ in self.played]
        self.played[:] = 0
        return self.seen(self.now)

    def _begun(self) -> Position:
        self.seed += 1
        return self.root.clone(self.seed)

    @property
    def options(self) -> NDArray[np.int64]:
        """How many answers each match has."""
        return np.array([one.options for one in self.now], np.int64)

    @property
    def asked(self) -> NDArray[np.int64]:
        """The side that each match asks, by its number."""
        return np.array([one.seat for one in self.now], np.int64)

    def seen(self, positions: Sequence[Position]) -> Array:
        """Positions as rows of numbers."""
        parts, places = [], [positions[0].place(field) for field, _ in self.columns]
        packed = None
        if all(place is not None for place in places) and all(one.packed for one in positions):
            size = max((at + rows * np.dtype(form).itemsize for at, rows, form in filter(None, places)), default=0)
            packed = np.frombuffer(b"".join([one.packed[:size] for one in positions]), np.uint8).reshape(len(positions), size)
        for (field, names), place in zip(self.columns, places, strict=True):
            if packed is not None and place is not None:
                at, rows, form = place
                found = packed[:, at : at + rows * np.dtype(form).itemsize].copy().view(form)
            else:
                found = np.array([list(one.column(field)) for one in positions])
            if names:
                found = (found[:, :, None] == np.arange(names)).reshape(len(positions), -1)
            parts.append(found.astype(np.float32))
        seats = np.array([one.seat for one in positions])
        parts.append((seats[:, None] == np.arange(len(self.sides))).astype(np.float32))
        return np.concatenate(parts, axis=1)

    def results(self, positions: Sequence[Position]) -> Array:
        """For each position and side 1 if it has won, -1 if it has lost, 0 in a draw and before the end."""
        out = np.zeros((len(positions), len(self.sides)), np.float32)
        for row, one in enumerate(positions):
            won = one.winners if one.over else []
            if won or (one.over and one.lost):
                out[row] = [1 if side in won else -1 for side in self.sides]
        return out

    def after(self) -> tuple[Array, Array, NDArray[np.int64]]:
        """How each match would stand after each answer: observations, results, and which match each belongs to."""
        found: list[Position] = []
        for one in self.now:
            for option in range(one.options):
                other = one.clone()
                other.answer(option)
                found.append(other)
        return self.seen(found), self.results(found), np.repeat(np.arange(len(self.now)), self.options)

    def step(self, answers: Sequence[int]) -> tuple[Array, Array, NDArray[np.bool_], NDArray[np.bool_]]:
        """Answers every match: what is seen then, what each side has won, which matches have ended, and which were stopped.

        A match that has ended or was stopped begins anew at once: what is seen is its beginning.
        """
        for one, option in zip(self.now, answers, strict=True):
            one.answer(int(option))
        self.played += 1
        rewards = self.results(self.now)
        over = np.array([one.ended for one in self.now])
        stopped = ~over & (self.played >= self.most)
        for at in np.nonzero(over | stopped)[0]:
            self.now[at], self.played[at] = self._begun(), 0
        return self.seen(self.now), rewards, over, stopped
