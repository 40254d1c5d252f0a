"""Outcomes of what compiled code throws, with their weights; those of an answer and of a test are found elsewhere, as they come."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core.dice_sums import ways
from arbitre.interpreter.reference.dice_statements import differing
from arbitre.interpreter.state.dice import MOST_WAYS, TOO_MANY, sums
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.keyed import UNKEYED, DieKey
from arbitre.interpreter.wasm.compile.outcomes import faces_with, whole_weights
from arbitre.interpreter.wasm.layout.odds_records import COUNTED, LOT, OWN
from arbitre.interpreter.wasm.run.runtime import Runner


class Lacking(Exception):
    """The compiled executor cannot answer this; the interpreter can."""


@dataclass(slots=True)
class Thrown:
    """Outcomes of a throw: what compiled code calls each, how it weighs, what dice show that come to one, or None if unknown."""

    values: Sequence[int]
    weights: list[int]
    shown: Callable[[int], list[int] | None]


_known: weakref.WeakKeyDictionary[Runner, dict[tuple[int, int, int], Thrown]] = weakref.WeakKeyDictionary()


def thrown(runner: Runner, kind: int, one: int, two: int) -> Thrown:
    """The outcomes of a throw, by what compiled code says of it: see :func:`arbitre.interpreter.wasm.runtime.odds.explorer.outcome`."""
    known = _known.setdefault(runner, {})
    if (kind, one, two) not in known:
        known[kind, one, two] = _found(runner, kind, one, two)
    return known[kind, one, two]


def _found(runner: Runner, kind: int, one: int, two: int) -> Thrown:
    if kind == LOT:
        tied = two == runner.label("order")
        return Thrown(range(one), [1] * one, lambda n: None if tied else [n])
    if kind == COUNTED:
        dice = (core.Dice(one, tuple(range(1, two + 1))),)
        found = sums(dice)
        return Thrown([total for total, _ in found], _weights(found), lambda n: faces_with(dice, found[n][0]))
    throw = runner.shape.throws[kind - OWN]
    if throw.weights:
        return Thrown(range(len(throw.weights)), throw.weights, lambda n: throw.faces[n])
    left, right = (tuple(core.Dice(count, faces) for count, faces in side) for side in (throw.left, throw.right))
    if len(ways(left)[0]) * len(ways(right)[0]) > MOST_WAYS:
        raise RulebookError(TOO_MANY)
    pairs = differing(left, right, one if throw.again else None)
    if not pairs:
        raise Lacking
    mine, others = list(ways(left)[0]), list(ways(right)[0])

    def shown(n: int) -> list[int]:
        first, second = divmod(pairs[n][0], len(others))
        return [*faces_with(left, mine[first]), *faces_with(right, others[second])]

    return Thrown([n for n, _ in pairs], _weights(pairs), shown)


def _weights(outcomes: Sequence[tuple[int, Fraction]]) -> list[int]:
    return whole_weights([chance for _, chance in outcomes])


class Told:
    """Dice that fell so before."""

    def __init__(self, faces: list[int]) -> None:
        self.faces, self.used = faces, 0

    def throw(self, size: int, number: int, label: str, place: Any, key: DieKey = UNKEYED) -> int:
        if self.used >= len(self.faces):
            raise Lacking
        self.used += 1
        return self.faces[self.used - 1]
