"""The number that makes a match even: Optuna looks for it, and a model of all trials says between what it lies.

A trial is a share, or a mean, of so many matches, and so it is off by chance.  What Optuna is told is the square of how far it is from
the goal less what chance alone makes of that square: so a trial that came out well by luck is not taken for better than it is.  At the
end, with one number to be found, a regression over the matches of all trials (statsmodels: a logistic one for shares) says where it meets
the goal, with the interval of Fieller (Journal of the Royal Statistical Society B 16, 1954).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from arbitre.lab.experiment import Experiment
from arbitre.lab.findings.results import Results
from arbitre.lab.findings.statistics import Table, by_seed, estimate, table_of
from arbitre.lab.variants import Variant, variants

MOST = 0.975


class Running(Protocol):
    """A run that plays what it is told."""

    experiment: Experiment
    results: Results

    def ready(self, found: list[Variant], named: bool = True) -> None:
        """Makes variants ready."""

    def play(self, live: list[Variant], upto: int) -> None:
        """Plays so many seeds of each."""


def sought(run: Running) -> None:
    """All trials, one after the other: a trial goes by what came of those before."""
    import optuna
    from scipy.stats import norm

    experiment, goal = run.experiment, run.experiment.design
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=experiment.seed & 0xFFFFFFFF, n_startup_trials=min(8, goal.trials)))
    played: dict[tuple[Any, ...], int] = {}
    trials = []
    for _ in range(goal.trials):
        trial = study.ask()
        point = tuple(
            trial.suggest_categorical(knob.name, knob.values)
            if knob.values
            else trial.suggest_int(knob.name, int(knob.low or 0), int(knob.high or 0))
            if knob.whole
            else trial.suggest_float(knob.name, float(knob.low or 0), float(knob.high or 0))
            for knob in experiment.vary
        )
        if point not in played:
            played[point] = len(played)
            found = variants(experiment, [point], played[point])
            run.ready(found)
            run.play(found, experiment.matches)
        one = estimate(table_of(run.results), goal.make, played[point])
        noise = (one.half / float(norm.ppf(MOST))) ** 2
        loss = (one.mean - goal.target) ** 2 - noise
        study.tell(trial, loss)
        trials.append({"variant": played[point], "point": list(point), "mean": one.mean, "low": one.low, "high": one.high, "loss": loss})
    run.results.about["trials"] = trials
    run.results.about["goal"] = {"make": goal.make, "target": goal.target, "knob": experiment.vary[0].name}
    run.results.about["found"] = meets(table_of(run.results), experiment, list(played))


def meets(table: Table, experiment: Experiment, points: Sequence[tuple[Any, ...]]) -> dict[str, Any]:
    """Where a measure meets the goal: the value of the one number, and between what it lies; with several, the best of them."""
    goal = experiment.design
    estimates = [estimate(table, goal.make, number) for number in range(len(points))]
    best = min(range(len(points)), key=lambda n: abs(estimates[n].mean - goal.target))
    out: dict[str, Any] = {"best": best, "value": None, "low": None, "high": None}
    if len(experiment.vary) != 1 or experiment.vary[0].values or len(points) < 3 or (goal.make, 0) in table.exact:
        return out
    x = np.array([float(point[0]) for point in points])
    return {**out, **crossing(x, table, goal.make, goal.target)}


def crossing(x: Any, table: Table, measure: str, target: float) -> dict[str, Any]:
    """Where a line through what was measured at ``x`` (of variants 0, 1 ...) meets a target."""
    import statsmodels.api as sm
    from scipy.optimize import brentq
    from scipy.stats import norm

    variants_of, seeds, values = table.of(measure)
    share = table.is_share(measure)
    means, sizes, places = [], [], []
    for number, place in enumerate(x):
        mine = variants_of == number
        _, found = by_seed(seeds[mine], values[mine])
        means.append(float(found.mean()))
        sizes.append(len(found))
        places.append(float(place))
    design = sm.add_constant(np.array(places))
    if share:
        model = sm.GLM(np.array(means), design, family=sm.families.Binomial(), freq_weights=np.array(sizes))
        aim = math.log(target / (1 - target))
    else:
        model, aim = sm.WLS(np.array(means), design, weights=np.array(sizes)), target
    fit = model.fit()
    (a, b), cov = fit.params, fit.cov_params()
    if not b or not math.isfinite(b):
        return {}
    value, z = (aim - a) / b, float(norm.ppf(MOST))

    def beyond(place: float) -> float:
        """How far the line is from the goal there, squared, less what is within chance."""
        return float((a + b * place - aim) ** 2 - z * z * (cov[0, 0] + 2 * place * cov[0, 1] + place * place * cov[1, 1]))

    reach = 4 * (max(places) - min(places)) + 1
    ends = []
    for side in (-reach, reach):
        ends.append(float(brentq(beyond, value, value + side)) if beyond(value) < 0 < beyond(value + side) else None)
    return {"value": float(value), "low": ends[0], "high": ends[1]}
