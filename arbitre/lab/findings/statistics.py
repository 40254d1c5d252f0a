"""What matches tell, with how surely: shares and means with intervals, differences of pairs with the same seeds, and verdicts.

A pair is a seed: what came of it is averaged over the ways in which the sides changed.  Intervals of shares are Wilson's, those of means
and of differences Student's; many comparisons are corrected after Holm.  SciPy and statsmodels compute all of it; they
take a hundred megabytes, which a run needs for its matches: they are imported where something is computed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arbitre.lab.experiment import Experiment
from arbitre.lab.findings.results import Results
from arbitre.lab.findings.sequential import bounds
from arbitre.lab.matches.benches import DRAWN, LOST, STOPPED, UNFINISHED
from arbitre.lab.variants import Variant

if TYPE_CHECKING:
    import pyarrow

Numbers = NDArray[np.float64]
LEVEL = 0.95
FEWEST = 20  # pairs before anything is told apart
COLUMNS = ["variant", "turn", "seed", "end", "winners", "entrants", "turns", "decisions"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with the interval in which it lies with 95 %; ``share``: of matches, from 0 to 1."""

    mean: float
    low: float
    high: float
    n: int
    share: bool = False

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def exact(self) -> bool:
        """Was it computed instead of sampled?"""
        return self.n == 0 and self.low == self.high

    @property
    def known(self) -> bool:
        """Is there anything to be told?"""
        return self.n > 0 or self.exact


@dataclass(frozen=True, slots=True)
class Verdict:
    """A variant against the first one.  ``low``, ``high``: the interval of the difference; ``p``: corrected for the number of comparisons
    (of a sequential test none); ``clear``: told apart; ``narrow``: known closely enough; ``look``: at which this was found."""

    variant: int
    measure: str
    n: int
    difference: float
    low: float
    high: float
    p: float | None = None
    clear: bool = False
    narrow: bool = False
    look: int = 0

    def data(self) -> dict[str, Any]:
        """For programs."""
        return asdict(self)


class Table:
    """The matches and measures of an experiment as columns; ``of`` gives what one measure is in every match."""

    def __init__(
        self, matches: pyarrow.Table | None, measures: pyarrow.Table | None, exact: dict[tuple[str, int], float] | None = None,
        chances: frozenset[str] = frozenset(), titles: dict[str, dict[str, str]] | None = None,
    ) -> None:  # fmt: skip
        self.measures, self.exact, self.chances, self.titles = measures, exact or {}, chances, titles or {}
        none = np.zeros(0, dtype=np.int64)
        self.columns: dict[str, NDArray[Any]] = {name: none for name in COLUMNS if name not in WORDS}
        self.codes: dict[str, tuple[NDArray[Any], list[str]]] = {name: (none, []) for name in WORDS}
        if matches is not None:
            self.columns = {name: matches.column(name).to_numpy(zero_copy_only=False) for name in COLUMNS if name not in WORDS}
            self.codes = {name: _coded(matches.column(name)) for name in WORDS}
        self._measured: dict[str, dict[str, NDArray[Any]]] | None = None

    def __len__(self) -> int:
        return len(self.columns.get("seed", ()))

    def called(self, name: str, lang: str) -> str:
        """What the rules call a side or an entrant in a language; its name where they say nothing."""
        said = self.titles.get(name, {})
        return said.get(lang) or said.get("") or next(iter(said.values()), name)

    def winners(self) -> list[str]:
        """All that won a match, alone or with others: entrants where there are some, else sides."""
        (entrants, named), (winners, sides) = self.codes["entrants"], self.codes["winners"]
        nameless = (
            np.array([not said for said in named], dtype=bool)[entrants] & np.array([bool(said) for said in sides], dtype=bool)[winners]
        )
        held = sides if nameless.any() else named
        return sorted({name for said in held for name in said.split("+") if name})

    def names(self) -> list[str]:
        """The measures beside those of every match."""
        return list(dict.fromkeys(measure for measure, _ in self.exact)) + list(self._by_name())

    def of(self, measure: str) -> tuple[NDArray[Any], NDArray[Any], Numbers]:
        """Of every match its variant, its seed, and its value."""
        if measure in self._by_name():
            held = self._by_name()[measure]
            whole = held["at"] < 0
            known = whole & ~np.isnan(held["value"])
            return held["variant"][known], held["seed"][known], held["value"][known]
        variant, seed = self.columns["variant"], self.columns["seed"]
        if measure in ("turns", "decisions"):
            return variant, seed, self.columns[measure].astype(np.float64)
        ends = {"draws": DRAWN, "lost": LOST, "unfinished": UNFINISHED, "stopped": STOPPED}
        if measure in ends:
            return variant, seed, self._where("end", {ends[measure]})
        name = measure.removeprefix("wins ")
        sort = "entrants" if any(name in said.split("+") for said in self.codes["entrants"][1]) else "winners"
        return variant, seed, self._where(sort, {said for said in self.codes[sort][1] if name in said.split("+")})

    def course(self, measure: str, variant: int) -> tuple[NDArray[Any], Numbers]:
        """Of a value that was followed: turns, and the values there in all matches of a variant."""
        held = self._by_name()[measure]
        wanted = (held["variant"] == variant) & (held["at"] >= 0)
        return held["at"][wanted], held["value"][wanted]

    def is_course(self, measure: str) -> bool:
        """Was it followed, turn by turn or match by match of a season?"""
        return measure in self._by_name() and bool((self._by_name()[measure]["at"] >= 0).any())

    def is_whole(self, measure: str) -> bool:
        """Is it one number for every match, or for every season?"""
        return measure not in self._by_name() or bool((self._by_name()[measure]["at"] < 0).any())

    def is_share(self, measure: str) -> bool:
        """Is it yes or no in every match?"""
        return measure.startswith("wins ") or measure in ("draws", "lost", "unfinished", "stopped") or measure in self.chances

    def _where(self, sort: str, wanted: set[str]) -> Numbers:
        codes, words = self.codes[sort]
        found: Numbers = np.array([said in wanted for said in words] or [False], dtype=np.float64)[codes]
        return found

    def _by_name(self) -> dict[str, dict[str, NDArray[Any]]]:
        if self._measured is None:
            self._measured = {}
            if self.measures is not None and len(self.measures):
                codes, words = _coded(self.measures.column("measure"))
                for number in sorted(range(len(words)), key=lambda n: words[n]):
                    rows = np.nonzero(codes == number)[0]
                    self._measured[words[number]] = {
                        name: self.measures.column(name).to_numpy()[rows] for name in ("variant", "seed", "at", "value")
                    }
        return self._measured


WORDS = ("end", "winners", "entrants")


def _coded(column: Any) -> tuple[NDArray[Any], list[str]]:
    held = column.combine_chunks().dictionary_encode()
    if hasattr(held, "num_chunks"):
        held = held.combine_chunks()
    return held.indices.to_numpy(zero_copy_only=False), [str(word) for word in held.dictionary.to_pylist()]


def table_of(results: Results) -> Table:
    """Everything that was found so far."""
    found = {
        (name, one["number"]): float(Fraction(value)) for one in results.about["variants"] for name, value in one.get("exact", {}).items()
    }
    return Table(
        results.table("matches", COLUMNS),
        results.table("measures"),
        found,
        frozenset(results.about.get("chances", ())),
        results.about.get("titles"),
    )


def by_seed(seeds: NDArray[Any], values: Numbers) -> tuple[NDArray[Any], Numbers]:
    """The mean of every seed, seeds in order."""
    found, which = np.unique(seeds, return_inverse=True)
    return found, np.bincount(which, values) / np.bincount(which)


def estimate(table: Table, measure: str, variant: int) -> Estimate:
    """A measure in the matches of a variant."""
    from statsmodels.stats.proportion import proportion_confint

    if (measure, variant) in table.exact:
        value = table.exact[measure, variant]
        return Estimate(value, value, value, 0, table.is_share(measure))
    variants, seeds, values = table.of(measure)
    mine = variants == variant
    _, found = by_seed(seeds[mine], values[mine])
    if table.is_share(measure) and len(found) == int(mine.sum()):  # yes or no for every seed
        low, high = proportion_confint(int(found.sum()), max(1, len(found)), 1 - LEVEL, "wilson")
        return Estimate(float(found.mean()) if len(found) else math.nan, float(low), float(high), len(found), True)
    return mean(found, table.is_share(measure))


def mean(values: Numbers, share: bool = False) -> Estimate:
    """The mean of independent values, with Student's interval."""
    from scipy import stats

    n = len(values)
    if n < 2:
        return Estimate(float(values.mean()) if n else math.nan, -math.inf, math.inf, n, share)
    middle, error = float(values.mean()), float(stats.sem(values))
    low, high = stats.t.interval(LEVEL, n - 1, middle, error) if error else (middle, middle)
    if share:
        low, high = max(0.0, float(low)), min(1.0, float(high))
    return Estimate(middle, float(low), float(high), n, share)


def differences(table: Table, measure: str, variant: int, base: int = 0) -> Numbers:
    """By how much a variant differs from the base, seed by seed, where both have played it."""
    variants, seeds, values = table.of(measure)
    (own, mine), (other, theirs) = (by_seed(seeds[variants == n], values[variants == n]) for n in (variant, base))
    _, here, there = np.intersect1d(own, other, assume_unique=True, return_indices=True)
    apart: Numbers = mine[here] - theirs[there]
    return apart


def compared(table: Table, measure: str, variants: Sequence[int], error: float = 0.05) -> list[Verdict]:
    """All variants against the first of them, corrected for their number after Holm."""
    from scipy import stats
    from statsmodels.stats.multitest import multipletests

    out, chances = [], []
    for variant in variants[1:]:
        apart = differences(table, measure, variant, variants[0])
        found = mean(apart)
        sure = len(apart) >= FEWEST and np.ptp(apart) > 0
        chances.append(float(stats.ttest_1samp(apart, 0.0).pvalue) if sure else 1.0)
        out.append(Verdict(variant, measure, found.n, found.mean, found.low, found.high))
    if not out:
        return []
    clear, corrected, _, _ = multipletests(chances, error, "holm")
    return [Verdict(v.variant, measure, v.n, v.difference, v.low, v.high, float(p), bool(c))
            for v, p, c in zip(out, corrected, clear, strict=True)]  # fmt: skip


def looked_at(results: Results, experiment: Experiment, found: Sequence[Variant], look: int, before: Sequence[Verdict]) -> list[Verdict]:
    """What one look of a sequential test finds, beside what earlier ones have decided.

    The error that was chosen is shared out among the comparisons; the interval of each is as wide as its bound at this look.
    """
    stop = experiment.stop
    assert stop is not None
    decided = {verdict.variant: verdict for verdict in before if verdict.clear or verdict.narrow}
    table = table_of(results)
    if len(found) == 1:
        one = estimate(table, stop.measure, found[0].number)
        return [Verdict(found[0].number, stop.measure, one.n, one.mean, one.low, one.high, None, False,
                        bool(stop.within and one.half <= stop.within), look)]  # fmt: skip
    z = bounds(stop.looks, stop.error / (len(found) - 1))[look - 1]
    out = []
    for variant in found[1:]:
        if variant.number in decided:
            out.append(decided[variant.number])
            continue
        apart = differences(table, stop.measure, variant.number, found[0].number)
        out.append(judged(apart, z, stop.within, variant.number, stop.measure, look))
    return out


def judged(apart: Numbers, z: float, within: float = 0.0, variant: int = 0, measure: str = "", look: int = 1) -> Verdict:
    """Differences of pairs against a bound."""
    from scipy import stats

    n = len(apart)
    middle = float(apart.mean()) if n else 0.0
    half = z * float(stats.sem(apart)) if n > 1 else math.inf
    clear = n >= FEWEST and abs(middle) > half and half > 0
    return Verdict(variant, measure, n, middle, middle - half, middle + half, None, clear, bool(within and half <= within), look)
