"""What binding works with, and the three ways into a tree: an expression, a statement, a block."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.resolve.sayable import Sayable
from arbitre.dsl.resolve.scope import Scope
from arbitre.dsl.resolve.symbols import NONE, Symbols
from arbitre.dsl.resolve.types import BAD, Ty

Typed = tuple[core.Expr, Ty]
ExpressionBinder = Callable[..., Typed]  # of (context, node, scope, expected type)
StatementBinder = Callable[..., list[core.Stmt]]  # of (context, node, scope)


@dataclass(slots=True)
class Resolution:
    """What each node of the tree became, by its identity: each node is kept with it, so that no other takes its place.

    ``braces``: the values that stand in the braces of a text, in their order, by language.
    """

    expressions: dict[int, tuple[t.Expr, core.Expr, Ty]] = field(default_factory=dict)
    statements: dict[int, tuple[t.Stmt, list[core.Stmt]]] = field(default_factory=dict)
    braces: dict[int, tuple[t.Text, dict[str, list[t.Expr]]]] = field(default_factory=dict)

    def keep(self, expr: t.Expr, made: core.Expr, type_: Ty) -> None:
        """What an expression became, for those that :func:`bind_expression` did not see."""
        self.expressions[id(expr)] = (expr, made, type_)

    def values_in(self, pair: t.Text, language: str) -> list[t.Expr]:
        """What stands in the braces of a text, none if it was not bound."""
        found = self.braces.get(id(pair))
        return found[1].get(language, []) if found is not None else []

    def type_of(self, expr: t.Expr) -> Ty | None:
        found = self.expressions.get(id(expr))
        return found[2] if found is not None else None


@dataclass(slots=True)
class Noted:
    """What a match keeps of its turns, where that cannot be computed from their number: who had the last one, and has he the next too."""

    mover: int
    again: int


@dataclass(slots=True)
class Context:
    """The names, what has been made so far, and which function binds which node of the tree."""

    symbols: Symbols
    expressions: dict[type[t.Expr], ExpressionBinder]
    statements: dict[type[t.Stmt], StatementBinder]
    functions: list[core.Function] = field(default_factory=list)
    procedures: list[core.Procedure] = field(default_factory=list)
    action_rows: list[core.Action] = field(default_factory=list)
    decisions: list[core.Decision] = field(default_factory=list)
    members_of_rule: dict[str, list[tuple[int, tuple[int, int]]]] = field(default_factory=dict)
    test_dice: dict[int, tuple[core.Dice, ...]] = field(default_factory=dict)
    names_of: dict[int, str] = field(default_factory=dict)
    each_of_scope: tuple[Ty, int] | None = None  # the element of the agenda that is being bound
    performed: dict[str, set[tuple[int, int] | None]] = field(default_factory=dict)  # whose orders of an action some step performs:
    # those of the bearers of a member; None for those of everybody; an empty set where whose they are is found in play
    exact: set[Place] = field(default_factory=set)  # comparisons that say ‘is exactly’
    offers: dict[str, Place] = field(default_factory=dict)  # where orders and actions are asked for
    narrowed: dict[str, dict[int, int] | None] | None = None  # of the steps that some ‘with’ narrows: the columns for it, once asked for
    sources: dict[str, str] = field(default_factory=dict)
    lines_of: dict[str, list[str]] = field(default_factory=dict)
    sayable: Sayable | None = None  # what its texts could say, once a scenario asks
    resolution: Resolution = field(default_factory=Resolution)
    noted: Noted | None = None  # columns for whose turn it is, where a match must keep that
    next_turn: int = NONE  # the function that says whose is next

    @property
    def messages(self) -> Messages:
        return self.symbols.messages


def bind_expression(cx: Context, expr: t.Expr, scope: Scope, expected: Ty | None = None) -> Typed:
    """Any expression, with the type it turns out to have; ``expected`` settles words that have several meanings."""
    bound = cx.expressions[type(expr)](cx, expr, scope, expected)
    cx.resolution.keep(expr, *bound)
    return bound


def bind_statement(cx: Context, stmt: t.Stmt, scope: Scope) -> list[core.Stmt]:
    """The statements of the core that a statement of the tree becomes; the resolution remembers them."""
    bound = cx.statements[type(stmt)](cx, stmt, scope)
    cx.resolution.statements[id(stmt)] = (stmt, bound)
    return bound


def bind_block(cx: Context, stmts: list[t.Stmt], scope: Scope) -> tuple[core.Stmt, ...]:
    """A block bound, statement after statement, in one scope."""
    out: list[core.Stmt] = []
    for stmt in stmts:
        out += bind_statement(cx, stmt, scope)
    return tuple(out)


def bad(place: Place) -> Typed:
    """In place of what has a fault that was told: it has no type, and nothing more is said of it."""
    return core.Const(place, 0), BAD
