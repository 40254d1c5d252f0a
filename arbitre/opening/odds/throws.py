"""Exact chances of throws that need nothing but their dice: what a test, a table or a contest of a rulebook gives."""

from __future__ import annotations

from fractions import Fraction

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.errors import ArbitreError
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.odds.compiled import explorers
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run
from arbitre.opening.books import Refused
from arbitre.opening.odds.chances import row_of
from arbitre.opening.odds.measures import Measured, shown
from arbitre.opening.odds.questions import written
from arbitre.words.phrases import of

RESULTS = frozenset({"success", "failure", "higher", "lower", "tie"})  # of tests and contests: the rulebook gives them no title
THROWN = ("test", "table", "contest")
Shares = dict[str, Fraction]


class Throws:
    """The throws of a rulebook.  ``books``: what scenarios of the same rulebook are run with; it is put together once for all of them.

    ``passing``: the rulebook is one of many states of it, each asked for little: compilation would take longer than it saves.
    """

    def __init__(self, rulebook: Rulebook, bound: Bound, passing: bool = False) -> None:
        self.rulebook, self.bound = rulebook, bound
        self.books = Books(rulebook)
        self.machine = machine_of(bound.program)
        self.books.ready[()] = (bound, self.machine)
        if passing:
            explorers[self.machine] = None

    def of(self, name: str, lang: str = "") -> Shares:
        """What may come of a throw, with the chance of each; empty where more than dice has to be known.

        Outcomes go by their names in the file, with ``lang`` by what players call them.
        """
        symbols = self.bound.symbols
        signature = symbols.signatures.get(name)
        if signature is None or signature.kind not in THROWN:
            return {}
        try:
            scenario = written(self.rulebook, symbols, name, {}, {}).read()
            outcome = run(self.books, scenario)
            if not outcome.ok or not outcome.measures:
                return {}
            known = Measured(self.books, scenario)
        except (Refused, ArbitreError):
            return {}
        table = symbols.rule_decls.get(name)
        out: Shares = {}
        for values, chance in outcome.measures:
            if isinstance(table, t.Table):
                key = row_of(symbols, table, int(values[0]))
                key = called(table, key, lang) if lang else key
            elif known.results[0]:
                key = known.results[0][values[0]]
                key = result_called(table, key, lang) if lang else key
            else:
                key = ", ".join(map(shown, known.named(values)))
            out[key] = out.get(key, Fraction(0)) + chance
        return out


def result_called(throw: object, result: str, lang: str) -> str:
    """What players call a result: by the title behind its first line in the test, else in general words, else by its own name."""
    for line in throw.modifiers if isinstance(throw, t.Test) else ():
        if line.form == "result" and str(line.name) == result and line.title is not None:
            said = line.title.within(lang)
            return said[:1].lower() + said[1:]
    return of(lang).say(result) if result in RESULTS else result.replace("_", " ")


def called(table: t.Table, row: str, lang: str) -> str:
    """What players call a row of a table."""
    title = next((line.title for line in table.rows if line.title is not None and str(line.name) == row), None)
    return (title.within(lang) if title is not None else "") or row.replace("_", " ")
