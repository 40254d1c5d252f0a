"""Exact chances under both rulebooks: of every throw that needs nothing but its dice, and of every question the base asks."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from arbitre.opening.books import Refused
from arbitre.opening.chances import row_of
from arbitre.opening.measures import Measured, shown
from arbitre.opening.questions import written
from dsl import tree as t
from dsl.diagnostics.errors import ArbitreError
from dsl.lower.program import Bound
from dsl.modules.rulebook import Rulebook
from interpreter.play.scenarios import Books, run

Shares = dict[str, Fraction]


@dataclass(frozen=True, slots=True)
class Chances:
    """One thing whose odds differ: what may come of it, with the chance in each."""

    name: str
    title: str
    was: Shares
    now: Shares

    def rows(self) -> list[tuple[str, Fraction, Fraction]]:
        """What may come of it, with both chances."""
        return [(key, self.was.get(key, Fraction(0)), self.now.get(key, Fraction(0))) for key in dict.fromkeys([*self.was, *self.now])]

    def data(self) -> dict[str, Any]:
        """For programs."""
        return {
            "name": self.name, "title": self.title,
            "rows": [{"of": key, "was": str(a), "now": str(b), "points": float(100 * (b - a))} for key, a, b in self.rows()],
        }  # fmt: skip


def chances(one: tuple[Rulebook, Bound], two: tuple[Rulebook, Bound], lang: str) -> list[Chances]:
    """Every throw and question that both rulebooks know and answer differently."""
    books = (Books(one[0]), Books(two[0]))
    out = []
    for name, signature in one[1].symbols.signatures.items():
        other = two[1].symbols.signatures.get(name)
        if signature.kind in ("test", "table", "contest") and other is not None and other.kind == signature.kind:
            was, now = thrown(books[0], one, name), thrown(books[1], two, name)
            if was and now and was != now:
                title = getattr(one[1].symbols.rule_decls.get(name), "title", None)
                out.append(Chances(name, getattr(title, lang, "") or name.replace("_", " "), was, now))
    for scenario in one[0].scenarios:
        if any(scene.form == "measure" for scene in scenario.scenes):
            was, now = asked(books[0], scenario), asked(books[1], scenario)
            if was and now and was != now:
                out.append(Chances(scenario.name, getattr(scenario.title, lang, "") or scenario.name, was, now))
    return out


def thrown(books: Books, side: tuple[Rulebook, Bound], name: str) -> Shares:
    """What a test, table or contest gives when nothing but dice decides; empty where it needs more."""
    rulebook, bound = side
    signature = bound.symbols.signatures[name]
    try:
        scenario = written(rulebook, bound.symbols, name, {}, {}).read()
        outcome = run(books, scenario)
        if not outcome.ok or not outcome.measures:
            return {}
        known = Measured(books, scenario)
    except (Refused, ArbitreError):
        return {}
    table = bound.symbols.rule_decls.get(name)
    total: dict[str, Fraction] = {}
    for values, chance in outcome.measures:
        if isinstance(table, t.Table):
            key = row_of(bound.symbols, table, int(values[0]))
        elif signature.results and outcome.names[0] == "result":
            key = signature.results[values[0]]
        else:
            key = ", ".join(map(shown, known.named(values)))
        total[key] = total.get(key, Fraction(0)) + chance
    return total


def asked(books: Books, scenario: t.Scenario) -> Shares:
    """What comes of a question of the base; empty where it cannot be asked."""
    try:
        outcome = run(books, scenario)
        if not outcome.ok:
            return {}
        known = Measured(books, scenario)
    except (Refused, ArbitreError):
        return {}
    total: Shares = {}
    for values, chance in outcome.measures:
        key = ", ".join(f"{name} {shown(value)}" for name, value in zip(outcome.names, known.named(values), strict=True))
        total[key] = total.get(key, Fraction(0)) + chance
    return total
