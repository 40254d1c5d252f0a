"""Answers that seek something, compiled: what :mod:`best_answers` finds, each way looked at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arbitre.dsl import core
from arbitre.interpreter.code.machine import Run
from arbitre.interpreter.odds.best_answers import Found, expected
from arbitre.interpreter.odds.compiled import DEEDS, Deeds, begun, elsewhere, handed_over
from arbitre.interpreter.odds.explorer import Explorer, Locals
from arbitre.interpreter.odds.throws import Lacking
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.state import State

Standing = tuple[bytes, Locals]  # a world, and what a scenario holds there


@dataclass(slots=True)
class Layer:
    """What a statement leads to.  ``begins``: the ways matters may stand before it, which have the first numbers.

    ``after``: where each way leads, with weights; ``goals``: what is sought where an answer is; ``ends``: how matters stand then.
    """

    begins: list[Standing]
    after: dict[int, dict[int, int]]
    goals: dict[int, int]
    ends: dict[int, Standing]


def best(
    run: Run, stmts: Sequence[core.Stmt], asking: Sequence[core.Expr], choose: Callable[[Request], int],
    goal_of: Callable[[Request], int | None], outcome_of: Callable[[State], tuple[int, ...]], end: float | None,
) -> Found:  # fmt: skip
    """The chances of what ``outcome_of`` makes of the last states, where answers that seek something are the best there are.

    Raises:
        Lacking: where the compiled executor does not know how, or where matters may come back to how they stood.
    """
    with begun(run, stmts, asking, choose, end, goal_of) as (explorer, left, ranges):
        standing: list[Standing] = [(explorer.worlds.base, tuple(explorer.worlds.first.locals))]
        layers: list[Layer] = []
        for number, stmt in enumerate(left, 1):
            layer = _layer(explorer, stmt, standing, ranges if number == len(left) else None)
            layers.append(layer)
            standing = list(dict.fromkeys(layer.ends.values()))
        found: dict[Standing, Found] = {}
        for world, held in standing:
            state = explorer.worlds.state(world)
            state.locals = list(held)
            found[world, held] = {outcome_of(state): Fraction(1)}
        for layer in reversed(layers):
            known = backwards(layer, {number: found[stands] for number, stands in layer.ends.items()})
            found = {stands: known[number] for number, stands in enumerate(layer.begins)}
        return next(iter(found.values()))


def _layer(explorer: Explorer, stmt: core.Stmt, standing: list[Standing], ranges: Sequence[tuple[int, int]] | None) -> Layer:
    if not isinstance(stmt, DEEDS):
        after = [elsewhere(explorer, stmt, world, held) for world, held in standing]
        return Layer(standing, {}, {}, dict(enumerate(after)))
    deeds = Deeds(explorer, stmt)
    explorer.go([(world, deeds.of(world, held), held, Fraction(1)) for world, held in standing], ranges)
    ends = {number: explorer.ended(number) for number in range(explorer.count) if number not in explorer.after}
    return Layer(standing, explorer.after, explorer.goals, {number: (one.world, handed_over(one)) for number, one in ends.items()})


def backwards(layer: Layer, known: dict[int, Found]) -> dict[int, Found]:
    """What is found from each way on; ``known``: from those at the end."""
    waiting: set[int] = set()
    for start in layer.after:
        open_ = [start]
        while open_:
            here = open_[-1]
            if here in known:
                open_.pop()
                continue
            way = layer.after[here]
            missing = [number for number in way if number not in known]
            if not missing:
                known[open_.pop()] = _found(way, layer.goals.get(here), known)
            elif here in waiting:
                raise Lacking("what goes round in a circle")
            else:
                waiting.add(here)
                open_ += missing
    return known


def _found(way: dict[int, int], goal: int | None, known: dict[int, Found]) -> Found:
    if goal is not None:
        return max((known[number] for number in way), key=lambda found: expected(found, goal))
    if len(way) == 1:
        return known[next(iter(way))]
    out: Found = {}
    whole = sum(way.values())
    for number, weight in way.items():
        chance = Fraction(weight, whole)
        for values, share in known[number].items():
            out[values] = out.get(values, Fraction(0)) + chance * share
    return out
