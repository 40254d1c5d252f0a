"""What rules allow to be computed instead of sampled: exact chances and means of tests, tables, numbers and odds scenarios."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from arbitre.dsl.budget import afresh
from arbitre.lab.experiment import Measure
from arbitre.lab.matches.benches import Job
from arbitre.lab.variants import Variant
from arbitre.opening.books import refused
from arbitre.opening.odds.chances import chances


def exact(job: Job) -> tuple[tuple[str, str], ...]:
    """Of each measure of odds its value in the variant of a job, as ``p/q``.

    Raises:
        Refused, ArbitreError, RulebookError: it cannot be asked, or its outcome never comes about.
    """
    return tuple((measure.name, str(_value(job.variant, measure))) for measure in job.measures if measure.of == "odds")


def _value(variant: Variant, measure: Measure) -> Fraction:
    game, extensions = variant.rules.laid()
    afresh()
    rows = chances(game, measure.rule, dict(measure.sets), extensions, dict(variant.options))
    if measure.outcome:
        found = [row for row in rows if measure.outcome in _said(row)]
        if not found and not any(_said(row) for row in rows):
            raise refused("lab.fault.no_outcome", said=measure.rule, outcome=measure.outcome)
        return sum((Fraction(row["probability"]) for row in found), Fraction(0))
    total = Fraction(0)
    for row in rows:
        number = next((value for key, value in row.items() if key not in ("probability", "percent") and _is_number(value)), None)
        if number is None:
            shown = ", ".join(sorted({one for each in rows for one in _said(each)})[:12])
            raise refused("lab.fault.no_mean", said=measure.rule, known=shown)
        total += Fraction(number) * Fraction(row["probability"])
    return total


def _is_number(value: Any) -> bool:
    if isinstance(value, str):  # a chance that the question asks for
        return re.fullmatch(r"\d+(/\d+)?", value) is not None
    return isinstance(value, int) and not isinstance(value, bool)


def _said(row: dict[str, Any]) -> set[str]:
    """What an outcome may be called: a value of it, or ``name=value``."""
    out = set()
    for key, value in row.items():
        if key not in ("probability", "percent"):
            said = str(value).lower() if isinstance(value, bool) else str(value)
            out |= {said, f"{key}={said}"}
    return out
