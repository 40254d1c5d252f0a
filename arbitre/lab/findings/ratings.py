"""How strong entrants of a league are: Bradley and Terry's model (Biometrika 39, 1952), as a logistic regression of statsmodels.

A draw is half a win for each.  The strengths are told as differences in Elo points from the mean, 400 of which are odds of ten to one, with
intervals that hold each difference from the mean; whoever begins may have an advantage, which is computed beside them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

POINTS = 400 / math.log(10)
PRIOR = 0.5  # wins and losses against the mean added to each, so that one who always wins has a strength as well


@dataclass(frozen=True, slots=True)
class Rating:
    """One entrant.  ``points``: Elo points from the mean; ``won``, ``drawn``, ``lost``: matches."""

    name: str
    points: float
    low: float
    high: float
    won: float = 0
    drawn: float = 0
    lost: float = 0


def ratings(
    names: Sequence[str], games: Sequence[tuple[str, str, float, int]], seeds: Sequence[int] = ()
) -> tuple[list[Rating], tuple[float, float, float]]:
    """The ratings, the strongest first, and the points that beginning is worth with their interval.

    ``games``: two entrants, the one with the first side first; the share that he won, draws by half; and how many matches.
    ``seeds``: the seed of each of them, where each is one match.  Matches with one seed throw the same dice for the same things, so
    they are not independent: the intervals then come from the spread between seeds (a covariance clustered by seed; Liang and Zeger,
    Biometrika 73, 1986).
    """
    import statsmodels.api as sm
    from scipy.stats import norm, t

    at = {name: n for n, name in enumerate(names)}
    rows: list[NDArray[np.float64]] = []
    shares, weights = [], []
    for first, second, share, count in games:
        row = np.zeros(len(names) + 1)
        row[at[first]], row[at[second]], row[-1] = 1, -1, 1
        rows.append(row)
        shares.append(share)
        weights.append(float(count))
    for name in names:  # against the mean of all, whose strength is 0
        row = np.zeros(len(names) + 1)
        row[at[name]] = 1
        rows.append(row)
        shares.append(0.5)
        weights.append(2 * PRIOR)
    counted = None if set(weights) == {1.0} else np.array(weights)  # a clustered covariance wants a row a match
    model = sm.GLM(np.array(shares), np.array(rows), family=sm.families.Binomial(), freq_weights=counted)
    _, groups = np.unique(np.array(seeds), return_inverse=True)
    several = int(groups.max()) if len(groups) else 0  # seeds, but for one
    if several:
        groups = np.concatenate([groups, several + 1 + np.arange(len(names))])  # what is added belongs to no seed
        fit = model.fit(cov_type="cluster", cov_kwds={"groups": groups})
    else:
        fit = model.fit()
    strength, cov, z = fit.params, fit.cov_params(), float(t.ppf(0.975, several) if several else norm.ppf(0.975))
    n = len(names)
    centre = np.eye(n) - 1 / n
    middle, spread = centre @ strength[:n], np.sqrt(np.diag(centre @ cov[:n, :n] @ centre.T))
    out = []
    for name, points, error in zip(names, POINTS * middle, POINTS * spread * z, strict=True):
        tally = [0.0, 0.0]
        for first, second, share, count in games:
            if name in (first, second):
                tally[0] += (share if name == first else 1 - share) * count
                tally[1] += count
        out.append(Rating(name, float(points), float(points - error), float(points + error), tally[0], 0, tally[1] - tally[0]))
    head, more = POINTS * strength[-1], POINTS * z * math.sqrt(cov[-1, -1])
    return sorted(out, key=lambda one: -one.points), (float(head), float(head - more), float(head + more))
