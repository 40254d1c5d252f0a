"""A program becomes a machine: every expression, statement, procedure and action made once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import Program
from arbitre.dsl.core.walk import bodies_of, statements_of
from arbitre.interpreter.analysis.constants import is_kept
from arbitre.interpreter.analysis.footprints import Footprints
from arbitre.interpreter.code.machine import ChanceAfter, Fn, Machine, Run, Stmt
from arbitre.interpreter.reference.actions.action_list import make_actions
from arbitre.interpreter.reference.actions.acts import ACTIONS
from arbitre.interpreter.reference.actions.decisions import CHOICES
from arbitre.interpreter.reference.actions.disclosure import TELLING
from arbitre.interpreter.reference.actions.orders import ORDERS
from arbitre.interpreter.reference.boards.boards import BOARDS
from arbitre.interpreter.reference.boards.chances import CHANCES
from arbitre.interpreter.reference.calls import ready_procedure
from arbitre.interpreter.reference.control import CONTROL
from arbitre.interpreter.reference.dice_statements import THROWS
from arbitre.interpreter.reference.playing import PLAYING
from arbitre.interpreter.reference.stores import STORES
from arbitre.interpreter.reference.values.expressions import EXPRESSIONS
from arbitre.interpreter.reference.values.functions import FUNCTIONS, kept_value
from arbitre.interpreter.reference.values.queries import QUERIES
from arbitre.interpreter.state.errors import RulebookError

VALUES: dict[type, Callable[[Any, Machine], Fn]] = {**EXPRESSIONS, **QUERIES, **BOARDS, **FUNCTIONS, **CHANCES}
STATEMENTS: dict[type, Callable[[Any, Machine], Stmt]] = {
    **STORES, **CONTROL, **ACTIONS, **CHOICES, **ORDERS, **TELLING, **THROWS,
}  # fmt: skip


def fill(m: Machine, chance_after: ChanceAfter, footprints: Footprints | None = None) -> None:
    """All closures of a machine but its agendas.  ``chance_after``: how the chance of what an event may bring is computed."""
    program = m.program
    m.expressions = VALUES if footprints is None else footprints.values(VALUES)
    m.statements = STATEMENTS if footprints is None else footprints.statements(STATEMENTS)
    m.chance_after, m.playing = chance_after, PLAYING
    m.publishes = any(isinstance(s, core.Publish) for s in all_statements(program))
    m.decision_titles = {d.name: d.title for d in program.decisions}
    add_functions(m)
    m.field_seen = [m.seen(f.seen) for f in program.fields]
    m.kind_seen = [m.seen(d.seen) for d in program.domains]
    m.ready = [ready_procedure(p, m) for p in program.procedures]
    make_actions(m)
    for a in program.always:
        m.always.add(a, m.expr(a.test), columns_of(a.test, m))


def add_functions(m: Machine) -> None:
    """Makes the values that were bound since: those only a scenario speaks of."""
    fresh = m.program.functions[len(m.bodies) :]
    m.bodies += [_unready] * len(fresh)
    for function in fresh:
        body = m.expr(function.body)
        m.bodies[function.index] = kept_value(function.index, m, body) if is_kept(function.index, m.facts) else body


def columns_of(expr: core.Expr, m: Machine) -> list[tuple[int, int]] | None:
    """The cells on which a value depends, as (first, end); None if it depends on something else."""
    found = m.facts.effects.of(expr)
    if found.beyond:
        return None
    sizes = {c: m.program.domains[m.program.fields[c].domain].size for c in found.reads}
    return [(m.layout.base[c], m.layout.base[c] + sizes[c]) for c in sorted(found.reads)]


def all_statements(program: Program) -> list[Any]:
    """Every statement of a program, at every depth, of procedures, steps and hooks."""
    return [stmt for p in program.procedures for body in bodies_of(p) for stmt in statements_of(body)]


def _unready(x: Run, f: list[int]) -> int:
    raise RulebookError("a value was asked before it was made")
