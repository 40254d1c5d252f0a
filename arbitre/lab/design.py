"""At which points an experiment is made: a full grid, or a Latin hypercube (McKay, Beckman and Conover 1979; by SciPy)."""

from __future__ import annotations

import itertools
from typing import Any

from arbitre.lab.experiment import Experiment, Knob


def points(experiment: Experiment) -> list[tuple[Any, ...]]:
    """The points of a grid or a hypercube, each a value for every knob; those of a search are found as it goes."""
    knobs = experiment.vary
    if experiment.design.kind == "latin" and knobs:
        from scipy.stats import qmc

        sampler = qmc.LatinHypercube(len(knobs), rng=experiment.seed & 0xFFFFFFFF)
        return list(dict.fromkeys(tuple(at(knob, float(x)) for knob, x in zip(knobs, row, strict=True))
                                  for row in sampler.random(experiment.design.points)))  # fmt: skip
    return list(itertools.product(*(knob.values for knob in knobs)))


def at(knob: Knob, share: float) -> Any:
    """The value of a knob so far along what it may be, from 0 to 1."""
    if knob.values:
        return knob.values[min(len(knob.values) - 1, int(share * len(knob.values)))]
    assert knob.low is not None and knob.high is not None
    if knob.whole:
        return min(int(knob.high), int(knob.low) + int(share * (int(knob.high) - int(knob.low) + 1)))
    return knob.low + share * (knob.high - knob.low)
