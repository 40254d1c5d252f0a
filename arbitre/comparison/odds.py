"""Exact chances under both rulebooks: of every throw that needs nothing but its dice, and of every question the base asks."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.errors import ArbitreError
from arbitre.interpreter.play.scenario.scenarios import run
from arbitre.opening.books import Refused
from arbitre.opening.odds.chances import Asked
from arbitre.opening.odds.measures import Measured
from arbitre.opening.odds.throws import Shares, Throws
from arbitre.session.answers import Answer, ordered


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


def chances(throws: tuple[Throws, Throws], lang: str) -> list[Chances]:
    """Every throw and question that both rulebooks know and answer differently."""
    out = []
    symbols = throws[0].bound.symbols
    for name, signature in symbols.signatures.items():
        other = throws[1].bound.symbols.signatures.get(name)
        if other is not None and other.kind == signature.kind:
            was, now = (each.of(name, lang) for each in throws)
            if was and now and was != now:
                title = getattr(symbols.rule_decls.get(name), "title", None)
                out.append(Chances(name, (title.within(lang) if title is not None else "") or name.replace("_", " "), was, now))
    for scenario in throws[0].rulebook.scenarios:
        if any(scene.form == "measure" for scene in scenario.scenes):
            found = [asked(each, scenario, lang) for each in throws]
            title = (scenario.title.within(lang) if scenario.title is not None else "") or scenario.name
            for head, was in found[0].items():
                now = found[1].get(head, {})
                if now and was != now:
                    several = len(found[0]) > 1
                    out.append(Chances(scenario.name, f"{title} – {head}" if several else title, was, now))
    return out


def asked(throws: Throws, scenario: t.Scenario, lang: str) -> dict[str, Shares]:
    """What comes of a question of the base, each thing that it measures on its own; nothing where it cannot be asked."""
    try:
        outcome = run(throws.books, scenario)
        if not outcome.ok or not outcome.measures:
            return {}
        known = Measured(throws.books, scenario)
        symbols = throws.bound.symbols
        answer = Answer(Asked(scenario.name, scenario, None, outcome, known, symbols, throws.books, throws.rulebook), lang)
        return {head: {str(value): totals[value] for value in ordered(totals)[0]} for head, totals in answer.marginals()}
    except (Refused, ArbitreError):
        return {}
