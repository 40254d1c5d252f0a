"""What is said to hold 95% holds 95%: intervals, sequential tests, corrections, searches and ratings on cases that are known."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from arbitre.lab.findings.ratings import ratings
from arbitre.lab.findings.sequential import bounds
from arbitre.lab.findings.statistics import Table, compared, estimate, judged, mean
from arbitre.lab.search import crossing

CASES = 1000


def within(held: int, chance: float, cases: int = CASES) -> bool:
    """Is it a number of cases that chance alone explains, but for one in 100,000?"""
    from scipy.stats import binom  # it takes a second

    low, high = binom.interval(0.99999, cases, chance)
    return bool(low <= held <= high)


def table(values: list[np.ndarray], seeds: int) -> Table:
    """One that a match is won or not, for each variant."""
    out = Table(None, None)
    n = len(values)
    out.columns = {"variant": np.repeat(np.arange(n), seeds), "seed": np.tile(np.arange(seeds), n), "turn": np.zeros(n * seeds, dtype=int),
                   "turns": np.concatenate(values), "decisions": np.concatenate(values)}  # fmt: skip
    out.codes = {"winners": (np.concatenate(values).astype(int), ["", "red"]), "entrants": (np.zeros(n * seeds, dtype=int), [""]),
                 "end": (np.zeros(n * seeds, dtype=int), ["won"])}  # fmt: skip
    return out


@pytest.mark.parametrize(("share", "seeds"), [(0.5, 100), (0.1, 200), (0.03, 300)])
def test_intervals_of_shares_hold_as_often_as_they_say(share: float, seeds: int) -> None:
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(CASES):
        one = estimate(table([(rng.random(seeds) < share).astype(float)], seeds), "wins red", 0)
        held += one.low <= share <= one.high
    assert held >= 0.93 * CASES and (held > 0.965 * CASES or within(held, 0.95))


@pytest.mark.more
@pytest.mark.parametrize("sort", ["even", "skew"])
def test_intervals_of_means_hold_as_often_as_they_say(sort: str) -> None:
    rng = np.random.default_rng(2)
    found = [mean(rng.normal(3, 2, 40) if sort == "even" else rng.gamma(4, 0.75, 80)) for _ in range(CASES)]
    assert within(sum(one.low <= 3 <= one.high for one in found), 0.95 if sort == "even" else 0.945)


def test_a_wrong_interval_would_be_found() -> None:
    rng = np.random.default_rng(3)
    found = [mean(rng.normal(3, 2, 40)) for _ in range(CASES)]
    assert not within(sum(abs(one.mean - 3) < 0.8 * one.half for one in found), 0.95)


def test_bounds_are_those_that_are_published() -> None:
    """For five looks and an error of 5%, after Lan and DeMets with the spending of O'Brien and Fleming; one look is an ordinary test."""
    assert [round(z, 3) for z in bounds(5, 0.05)] == [4.877, 3.357, 2.68, 2.29, 2.031]
    assert [round(z, 3) for z in bounds(1, 0.05)] == [1.96]


@pytest.mark.more
@pytest.mark.parametrize("looks", [2, 5])
def test_sequential_tests_keep_their_error(looks: int) -> None:
    rng, each, cases = np.random.default_rng(4), 40, 1000
    edges = bounds(looks, 0.05)
    wrong = sum(
        any(judged(apart[: each * look], edges[look - 1]).clear for look in range(1, looks + 1))
        for apart in rng.choice([-1.0, 0.0, 1.0], (cases, each * looks))
    )
    assert within(wrong, 0.05, cases)
    if looks == 5:
        careless = sum(
            any(judged(apart[: each * look], 1.96).clear for look in range(1, looks + 1))
            for apart in rng.choice([-1.0, 0.0, 1.0], (cases, each * looks))
        )
        assert not within(careless, 0.05, cases)


@pytest.mark.more
def test_many_comparisons_keep_the_error_together() -> None:
    rng, wrong = np.random.default_rng(5), 0
    for _ in range(400):
        same = [(rng.random(60) < 0.5).astype(float) for _ in range(6)]
        wrong += any(verdict.clear for verdict in compared(table(same, 60), "wins red", range(6)))
    from scipy.stats import binom

    assert wrong <= binom.isf(1e-5, 400, 0.05)
    apart = [np.zeros(60), np.zeros(60), np.ones(60)]
    apart[2][0] = 0
    assert [verdict.clear for verdict in compared(table(apart, 60), "wins red", range(3))] == [False, True]


def test_pairs_tell_apart_what_single_matches_do_not() -> None:
    """The same seeds in both: what differs in a few of them shows."""
    rng = np.random.default_rng(6)
    base = (rng.random(400) < 0.5).astype(float)
    other = base.copy()
    other[np.nonzero(base == 0)[0][:16]] = 1
    held = table([base, other], 400)
    one, two = (estimate(held, "wins red", variant) for variant in (0, 1))
    assert one.high > two.low and compared(held, "wins red", (0, 1))[0].clear


@pytest.mark.more
def test_the_number_that_makes_a_match_even_lies_where_it_is_said_to() -> None:
    rng, seeds, held, cases = np.random.default_rng(7), 200, 0, 120
    x = np.array([1.0, 2, 3, 4, 5, 6])
    for _ in range(cases):
        chances = 1 / (1 + np.exp(-(0.8 * (x - 3.6))))
        found = crossing(x, table([(rng.random(seeds) < chance).astype(float) for chance in chances], seeds), "wins red", 0.5)
        held += found["low"] <= 3.6 <= found["high"]
    assert within(held, 0.95, cases)


@pytest.mark.more
def test_ratings_find_the_strengths_and_say_how_surely() -> None:
    rng, names = np.random.default_rng(8), ["a", "b", "c", "d"]
    true = dict(zip(names, (1.0, 0.3, -0.3, -1.0), strict=True))
    held = head = 0
    for _ in range(150):
        games = []
        for one in names:
            for two in names:
                if one != two:
                    chance = 1 / (1 + math.exp(-(true[one] - true[two] + 0.2)))
                    games.append((one, two, rng.binomial(80, chance) / 80, 80))
        found, (_, low, high) = ratings(names, games)
        held += sum(one.low <= true[one.name] * 400 / math.log(10) <= one.high for one in found)
        head += low <= 0.2 * 400 / math.log(10) <= high
    assert held >= 0.92 * 600 and within(head, 0.95, 150)
    found, _ = ratings(["always", "never"], [("always", "never", 1.0, 30), ("never", "always", 0.0, 30)])
    assert [one.name for one in found] == ["always", "never"] and math.isfinite(found[0].high)


@pytest.mark.parametrize("told", [True, False])
def test_matches_with_the_same_dice_do_not_count_as_independent_ones(told: bool) -> None:
    """Who begins is favoured by some seeds, whoever plays: without the seeds the interval of what beginning is worth is too narrow."""
    rng, names = np.random.default_rng(3), ["a", "b", "c", "d"]
    true, head = dict(zip(names, (0.6, 0.2, -0.2, -0.6), strict=True)), 0
    for _ in range(80):
        luck = rng.normal(0, 1.5, 20)
        games, seeds = [], []
        for one, two in itertools.permutations(names, 2):
            for seed in range(20):
                chance = 1 / (1 + math.exp(-(true[one] - true[two] + luck[seed])))
                games.append((one, two, float(rng.random() < chance), 1))
                seeds.append(seed)
        _, (_, low, high) = ratings(names, games, seeds if told else ())
        head += low <= 0 <= high
    assert within(head, 0.95, 80) == told, head
