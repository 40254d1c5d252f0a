"""Plots of an experiment as SVG: they take the colour of the text around them, and the colours of Okabe and Ito, which the colour-blind
tell apart.  The same numbers give the same file."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from arbitre.lab.findings.ratings import Rating
from arbitre.lab.findings.statistics import Estimate, Table, estimate, mean
from arbitre.words.fragments import with_own_ids
from arbitre.words.numbers import decimal

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
TEXT = "#010203"  # stands for the colour of the text
SHADES = "cividis"


def drawn(paint: Callable[[Any], None], wide: float = 8, high: float = 4) -> str:
    """A figure, painted on its axes."""
    import matplotlib
    from matplotlib.figure import Figure

    style: Any = {"svg.hashsalt": "arbitre", "svg.fonttype": "none", "text.color": TEXT, "axes.labelcolor": TEXT, "axes.edgecolor": TEXT,
             "xtick.color": TEXT, "ytick.color": TEXT, "axes.facecolor": "none", "legend.frameon": False, "font.size": 11}  # fmt: skip
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(wide, high), layout="constrained", facecolor="none")
        axes = figure.add_subplot()
        axes.spines[["top", "right"]].set_visible(False)
        paint(axes)
        held = io.StringIO()
        figure.savefig(held, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    text = re.sub(r"<metadata>.*?</metadata>", "", held.getvalue()[held.getvalue().index("<svg") :], flags=re.DOTALL)
    return with_own_ids(text.replace(TEXT, "currentColor"))


def over_a_number(x: Sequence[float], series: dict[str, list[Estimate]], label: str, lang: str, meets: dict[str, Any] | None = None) -> str:
    """Estimates over a number, each with its interval; a stroke where the goal of a search is met."""
    order = np.argsort(x)

    def paint(axes: Any) -> None:
        for number, (name, found) in enumerate(series.items()):
            unit = 100.0 if found[0].share else 1.0
            middle = unit * np.array([one.mean for one in found])
            below = middle - unit * np.array([one.low for one in found])
            above = unit * np.array([one.high for one in found]) - middle
            axes.errorbar(np.array(x)[order], middle[order], yerr=[below[order], above[order]], linestyle="-", capsize=3, label=name,
                          color=COLOURS[number % len(COLOURS)], marker="os^Dv*"[number % 6])  # fmt: skip
        if meets and meets.get("value") is not None:
            axes.axvline(meets["value"], color=TEXT, linestyle="--", linewidth=1)
        axes.set_xlabel(label)
        axes.set_ylabel("%" if next(iter(series.values()))[0].share else "")
        axes.legend()

    return drawn(paint)


def heat(rows: Sequence[str], columns: Sequence[str], values: Any, names: tuple[str, str], lang: str, share: bool = True) -> str:
    """A map of two things that vary, its numbers written into it."""
    held = (100 if share else 1) * np.array(values, dtype=float)

    def paint(axes: Any) -> None:
        low, high = (0, 100) if share else (np.nanmin(held), np.nanmax(held))
        axes.imshow(np.ma.masked_invalid(held), cmap=SHADES, vmin=low, vmax=high, aspect="auto")
        axes.set_xticks(range(len(columns)), columns, rotation=45 if max(map(len, columns)) > 4 else 0, ha="right")
        axes.set_yticks(range(len(rows)), rows)
        axes.set_ylabel(names[0])
        axes.set_xlabel(names[1])
        for y, x in np.ndindex(held.shape):
            if not np.isnan(held[y, x]):
                light = (held[y, x] - low) / ((high - low) or 1) > 0.55
                axes.text(x, y, decimal(f"{held[y, x]:.0f}" if share else f"{held[y, x]:.3g}", lang), ha="center", va="center",
                          color="black" if light else "white", fontsize=9)  # fmt: skip

    return drawn(paint, max(5, 1.5 + 0.55 * len(columns)), max(3, 1.2 + 0.42 * len(rows)))


def forest(names: Sequence[str], found: Sequence[Estimate], label: str, centre: float | None = None) -> str:
    """One estimate below the other, each with its interval."""
    unit = 100.0 if found[0].share else 1.0

    def paint(axes: Any) -> None:
        for number, one in enumerate(found):
            axes.errorbar(unit * one.mean, number, xerr=[[unit * (one.mean - one.low)], [unit * (one.high - one.mean)]], fmt="o", capsize=3,
                          color=COLOURS[0])  # fmt: skip
        if centre is not None:
            axes.axvline(centre, color=TEXT, linewidth=1, linestyle="--")
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        axes.set_xlabel(label)

    return drawn(paint, 8, 1 + 0.32 * len(names))


def rated(found: Sequence[Rating], label: str) -> str:
    """Ratings with their intervals, the strongest first."""
    return forest([one.name for one in found], [Estimate(one.points, one.low, one.high, 0) for one in found], label, 0.0)


def lengths(table: Table, named: dict[int, str], label: str) -> str:
    """How long matches are: the share of those that have ended by each turn."""
    variants, _, turns = table.of("turns")

    def paint(axes: Any) -> None:
        for number, (variant, name) in enumerate(list(named.items())[: len(COLOURS)]):
            mine = np.sort(turns[variants == variant])
            if len(mine):
                at, first = np.unique(mine, return_index=True)
                until = np.append(first[1:], len(mine)) / len(mine)
                axes.step(at, 100 * until, where="post", label=name, color=COLOURS[number])
        axes.set_xlabel(label)
        axes.set_ylabel("%")
        axes.legend()

    return drawn(paint)


def course(table: Table, measure: str, named: dict[int, str], label: str) -> str:
    """A value within a match, turn by turn, with the interval of its mean; as long as a tenth of the matches go on."""

    def paint(axes: Any) -> None:
        for number, (variant, name) in enumerate(list(named.items())[: len(COLOURS)]):
            turns, values = table.course(measure, variant)
            at = np.unique(turns)
            counts = np.array([(turns == turn).sum() for turn in at])
            at = at[counts >= max(3, counts.max(initial=0) / 10)]
            found = [mean(values[turns == turn]) for turn in at]
            axes.plot(at, [one.mean for one in found], label=name, color=COLOURS[number])
            axes.fill_between(at, [one.low for one in found], [one.high for one in found], color=COLOURS[number], alpha=0.25, linewidth=0)
        axes.axhline(0, color=TEXT, linewidth=0.5)
        axes.set_xlabel(label)
        axes.set_ylabel(measure)
        axes.legend()

    return drawn(paint)


def each(table: Table, measure: str, named: dict[int, str], label: str) -> str:
    """One measure in every variant."""
    return forest(list(named.values()), [estimate(table, measure, variant) for variant in named], label)
