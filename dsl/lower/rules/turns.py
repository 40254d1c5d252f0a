"""Whose turn is next, where players take turns: one after the other, over those who have none, and again where a rule says so."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.lower.context import Context, Noted
from arbitre.dsl.lower.values.builtins import element_scope
from arbitre.dsl.lower.values.expressions import bind_as, bind_flag
from arbitre.dsl.resolve.fields import add_field
from arbitre.dsl.resolve.scope import Frame, Scope
from arbitre.dsl.resolve.symbols import NONE, new_scope
from arbitre.dsl.resolve.types import FLAG, row


def in_order(cx: Context, main: int, kind: int, turns: t.InTurn) -> core.Expr:
    """Who is next if everybody has his turn: computed from how often the agenda has begun, so that nothing needs to be kept."""
    place = turns.place
    begun: core.Expr = core.Built(place, "turn", (core.Const(place, main),))
    if turns.first is not None:
        begun = core.Arith(place, "+", begun, bind_as(cx, turns.first, new_scope(), row(kind), "‘from’"))
    return core.Arith(place, "%", begun, core.Const(place, cx.symbols.domains[kind].size))


def noted(cx: Context, kind: int, place: Place) -> Noted:
    """The columns for it, made when they are first asked for."""
    if cx.noted is None:
        match = cx.symbols.domains[cx.symbols.domain_by_name["match"]]
        mover = add_field(cx.symbols, match, "_mover", row(kind, True), NONE, place)
        again = add_field(cx.symbols, match, "_again", FLAG, 0, place)
        cx.noted = Noted(mover.index, again.index)
    return cx.noted


def note_turn(cx: Context, kind: int, turns: t.InTurn) -> tuple[core.Stmt, ...]:
    """What is noted before a turn begins: whose it is."""
    place, whole = turns.place, core.Const(turns.place, 0)
    kept = noted(cx, kind, place)
    if cx.next_turn == NONE:
        frame = Frame()
        body = whoever_is_next(cx, kind, turns, kept, Scope(frame))
        made = core.Function(len(cx.functions), "_next_turn", [], frame.size, body, place, domain=kind)
        cx.functions.append(made)
        cx.next_turn = made.index
    following = core.Store(place, kept.mover, whole, core.Apply(place, cx.next_turn, ()))
    return following, core.Store(place, kept.again, whole, core.Const(place, 0))


def whoever_is_next(cx: Context, kind: int, turns: t.InTurn, kept: Noted, scope: Scope) -> core.Expr:
    """The first behind whoever had the last turn of those who have one; he himself where he plays again."""
    place, whole = turns.place, core.Const(turns.place, 0)
    slot, inner = element_scope(scope, kind)
    able: core.Expr = bind_flag(cx, turns.where, inner) if turns.where is not None else core.Const(place, 1)
    one, rows = core.Local(place, slot), core.Rows(place, kind)
    last = core.Read(place, kept.mover, whole)

    def found(sink: str, *tests: core.Expr) -> core.Expr:
        return core.Query(place, sink, rows, slot, core.And(place, (*tests, able)))

    first: core.Expr = core.Const(place, 0)
    if turns.first is not None:
        first = bind_as(cx, turns.first, scope, row(kind), "‘from’")
    from_here = core.Compare(place, ">=", one, core.Choice(
        place, core.Compare(place, "==", last, core.Const(place, NONE)), first, core.Arith(place, "+", last, core.Const(place, 1)),
    ))  # fmt: skip
    behind = core.Choice(place, found("any", from_here), found("first", from_here), found("first"))
    again = core.And(place, (core.Read(place, kept.again, whole), found("any", core.Compare(place, "==", one, last))))
    return core.Choice(place, again, last, behind)
