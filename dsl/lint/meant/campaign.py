"""A kept flag that decides who wins and is never taken back (K01): once it is set every later match is won by it."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.walk import bodies_of, statements_of
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.disjoint import Prover
from arbitre.dsl.lint.doings import asked_by, columns_in, named_in, within
from arbitre.dsl.lint.own import concerns
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

SAID = "‘{0}’ carries over to the next match, decides who wins, and is never reset"
MEND = "Reset it where a match begins: ‘{0} becomes false’. If whoever has it is to win every later match, say ‘kept for good’."


def campaign(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of flags that pass from match to match, decide who wins, and are only ever set."""
    program = bound.program
    meant = {field.place for decl in rulebook.decls if isinstance(decl, t.Kind) for field in decl.fields if field.for_good}
    decisive = dict(reversed(list(decided(program))))
    for column in program.fields:
        if not column.kept or not column.is_flag or column.index not in decisive or column.place in meant:
            continue
        stores = [s for p in program.procedures for body in bodies_of(p) for s in statements_of(body)
                  if isinstance(s, core.Store) and s.field == column.index]  # fmt: skip
        constant = all(isinstance(s.value, core.Const) and s.value.value != column.default and s.lasting is None for s in stores)
        if stores and constant and column.place is not None and concerns(column.place, rulebook):
            end = decisive[column.index]
            bound.messages.add("K01", column.place, phrase(SAID, column.name), phrase(MEND, column.name), [(end.place, "it decides here")])


def decided(program: core.Program) -> Iterator[tuple[int, core.Finish]]:
    """The columns that matches end by: what the winners are found by, and what is asked around it."""
    prover, asked = Prover(program), asked_by(program)
    for rule in program.procedures:
        for body in bodies_of(rule):
            names = named_in(body, prover)
            for s, around in within(body):
                if isinstance(s, core.Finish):
                    parts = [prover.renamed(part, names) for part in (s.winners, *around)]
                    yield from ((column, s) for column in columns_in(parts, asked))
