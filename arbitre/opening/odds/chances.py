"""Exact chances of one named thing of a rulebook."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.lower.scenario.scenarios import options_of
from arbitre.dsl.lower.values.charts import high_of, low_of
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.resolve.symbols import Symbols
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run
from arbitre.interpreter.play.scenario.stage import Outcome
from arbitre.opening.books import open_book, ready, refused
from arbitre.opening.odds.measures import Measured
from arbitre.opening.odds.questions import Question, fault, written


@dataclass(slots=True)
class Asked:
    """A question with its answer.  ``question``: how it was written; None where a scenario of the rulebook was asked."""

    name: str
    scenario: t.Scenario
    question: Question | None
    outcome: Outcome
    known: Measured
    symbols: Symbols
    books: Books
    rulebook: Rulebook

    @property
    def options(self) -> dict[str, str]:
        return options_of(self.scenario)


def chances(
    game: str, name: str, sets: dict[str, str], extensions: tuple[str, ...] = (), played: dict[str, str] | None = None
) -> list[dict[str, Any]]:
    """Outcomes of a test, table, contest, number or odds scenario, each ``{"probability": "p/q", "percent": x, ...}``.

    For the rest see :func:`ask`.
    """
    return outcomes(ask(game, name, sets, extensions, played))


def outcomes(asked: Asked) -> list[dict[str, Any]]:
    """The same of a question that was asked."""
    found_rows = rows(asked.outcome, asked.known)
    table = asked.symbols.rule_decls.get(asked.name) if asked.question is not None else None
    if isinstance(table, t.Table):
        for row in found_rows:
            row["row"] = row_of(asked.symbols, table, int(row["total"]))
    return found_rows


def ask(game: str, name: str, sets: dict[str, str], extensions: tuple[str, ...] = (), played: dict[str, str] | None = None) -> Asked:
    """A test, table, contest, number or odds scenario, and what it gives.

    ``sets`` gives options of the game, fields of the parameters (``piece.life=2``), or parameters that are members or
    numbers (``place=3``).  A name of the rules comes before that of a scenario, which says everything itself but the options
    it leaves open.  ``played``: the options of the game where nothing else is said.
    """
    rulebook, bound, machine = ready(game, None, extensions)
    options = {k: v for k, v in sets.items() if k in bound.symbols.options}
    rest = {k: v for k, v in sets.items() if k not in options}
    symbols = bound.symbols
    other = {k: v for k, v in (played or {}).items() if k not in options and str(bound.program.options.get(k)) != v}
    scenario, books = None, Books(rulebook)
    books.ready[()] = (bound, machine)
    if not any(name in known for known in (symbols.signatures, symbols.entries, symbols.conditions)):
        proved = open_book(game, extensions, scenarios=True)  # only now: reading every scenario takes longer than most answers
        scenario, rulebook = asked_by(proved, name), proved
        books = Books(proved)
    question = None
    if scenario is None:
        question = written(rulebook, symbols, name, rest, {**other, **options})
        scenario = question.read()
    else:
        own = options_of(scenario)
        scenario = with_options(scenario, rest, {**{k: v for k, v in other.items() if k not in own}, **options})
    outcome = run(books, scenario)
    if not outcome.ok:
        raise fault(outcome, question, rulebook.sources)
    if not outcome.measures:
        raise refused("cannot.measures_nothing", name=scenario.name)
    return Asked(name, scenario, question, outcome, Measured(books, scenario), bound.symbols, books, rulebook)


def asked_by(rulebook: Rulebook, name: str) -> t.Scenario | None:
    """The scenario of that name, or the only odds question with that in its name."""
    exact = next((s for s in rulebook.scenarios if s.name == name), None)
    if exact is not None or not name.strip():
        return exact
    found = [s for s in rulebook.scenarios if name.lower() in s.name.lower() and any(x.form == "measure" for x in s.scenes)]
    if len(found) > 1:
        shown = "".join(f"\n  {scenario.name}" for scenario in found)
        raise refused("cannot.which_question", name=name, n=len(found), shown=shown)
    return found[0] if found else None


def with_options(scenario: t.Scenario, rest: dict[str, str], options: dict[str, str]) -> t.Scenario:
    """A scenario played with options that it leaves open; anything else it says itself."""
    if rest:
        raise refused("cannot.scenario_sets", name=scenario.name, key=next(iter(rest)))
    own = options_of(scenario)
    for key, value in options.items():
        if own.get(key, value) != value:
            raise refused("cannot.scenario_option", name=scenario.name, key=key, value=own[key])
    asked = Question(scenario.name, options)
    for key, value in options.items():
        if key not in own:
            asked.line((f"option {key} = ", ""), (value, key))
    return replace(scenario, scenes=[*asked.read().scenes, *scenario.scenes]) if len(asked.lines) > 1 else scenario


def row_of(symbols: Symbols, table: t.Table, total: int) -> str:
    """The name of the row a total falls in."""
    for line in table.rows:
        low, high = low_of(symbols, line.span), high_of(symbols, line.span)
        if (low is None or total >= low) and (high is None or total <= high):
            return str(line.name or total)
    return ""


def rows(outcome: Outcome, known: Measured) -> list[dict[str, Any]]:
    """The outcomes by name, those of one result together."""
    total: dict[tuple[Any, ...], Fraction] = {}
    for values, chance in outcome.measures:
        total[values] = total.get(values, Fraction(0)) + chance
    out = []
    for values, chance in total.items():
        said = dict(zip(outcome.names, known.named(values), strict=True))
        out.append({**said, "probability": f"{chance.numerator}/{chance.denominator}", "percent": float(chance * 100)})
    return out
