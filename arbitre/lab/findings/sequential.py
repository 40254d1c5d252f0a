"""When a comparison that is looked at several times is clear, with an error that was chosen beforehand.

Group sequential tests whose error is spent as Lan and DeMets have it (Biometrika 70, 1983), in the way of O'Brien and Fleming (Biometrics
35, 1979): little at first, most at the end.  The chances are those of Armitage, McPherson and Rowe (JRSS A 132, 1969): the sum of what
was seen so far, as far as it has crossed no bound yet, is carried from look to look, here by Gauss and Legendre's quadrature.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

NODES = 240  # of the quadrature: bounds are then right to five digits


def spent(share: float, error: float) -> float:
    """How much of the error may be spent, on both sides together, once so much of all that there will be is seen."""
    from scipy.stats import norm

    return float(4 * norm.sf(norm.isf(error / 4) / np.sqrt(share)))


@cache
def bounds(looks: int, error: float) -> tuple[float, ...]:
    """At every one of so many looks, equally far apart, the z beyond which a difference is clear, on either side.

    >>> [round(z, 2) for z in bounds(5, 0.05)]
    [4.88, 3.36, 2.68, 2.29, 2.03]
    """
    from scipy.optimize import brentq
    from scipy.stats import norm

    x, weights = np.polynomial.legendre.leggauss(NODES)
    out = [float(norm.isf(spent(1 / looks, error) / 2))]
    at: NDArray[np.float64] = x * out[0]
    mass: NDArray[np.float64] = norm.pdf(at) * weights * out[0]
    for look in range(2, looks + 1):
        left = spent(look / looks, error) - spent((look - 1) / looks, error)

        def crossed(
            z: float, at: NDArray[np.float64] = at, mass: NDArray[np.float64] = mass, look: int = look, left: float = left
        ) -> float:
            edge = z * np.sqrt(look)
            return float(np.sum(mass * (norm.sf(edge - at) + norm.cdf(-edge - at)))) - left

        out.append(float(brentq(crossed, 0.1, 20)))
        edge = out[-1] * np.sqrt(look)
        to = x * edge
        mass = (norm.pdf(to[:, None] - at[None, :]) @ mass) * weights * edge
        at = to
    return tuple(out)
