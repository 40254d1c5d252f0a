"""Seats: who is asked, who is told, who commands a thing."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import an
from arbitre.dsl.lower.context import Context, bind_expression
from arbitre.dsl.resolve.scope import Scope
from arbitre.dsl.resolve.symbols import NONE, Symbols, describe, domain_name


def seat_of(cx: Context, expr: t.Expr, scope: Scope) -> core.Expr:
    """An expression that must name who answers."""
    symbols = cx.symbols
    bound, type_ = bind_expression(cx, expr, scope)
    if type_.is_row and type_.domain == symbols.seats:
        return bound
    if type_.kind != "bad":
        kind = domain_name(symbols, symbols.seats) if symbols.seats != NONE else "kind marked ‘seats’"
        cx.messages.error("T05", expr.place, phrase("only {0} can answer, and this is {1}", an(kind), describe(symbols, type_)),
                          phrase("Say whose decision it is: ‘x.{0} chooses ...’.", kind))  # fmt: skip
    return bound


def audience_of(cx: Context, expr: t.Expr, scope: Scope) -> core.Expr:
    """Seats, or anything that seats belong to, as a mask of seats."""
    symbols = cx.symbols
    bound, type_ = bind_expression(cx, expr, scope)
    place = expr.place
    if type_.kind in ("bad", "empty"):
        return core.Const(place, 0)
    if type_.kind in ("row", "set") and type_.domain == symbols.seats:
        return bound if type_.is_set else core.SetOf(place, (bound,))
    if type_.kind in ("row", "set") and symbols.seats != NONE:
        for field in symbols.fields_of[symbols.seats].values():
            if symbols.field_types[field].is_row and symbols.field_types[field].domain == type_.domain:
                slot = scope.frame.slot()
                camp = core.Read(place, field, core.Local(place, slot))
                test: core.Expr = core.In(place, camp, bound) if type_.is_set else core.Compare(place, "==", camp, bound)
                return core.Query(place, "set", core.Rows(place, symbols.seats), slot, test)
        owner = owner_field(symbols, type_.domain)
        if owner is not None and type_.is_row:
            return core.SetOf(place, (owner(bound),))
    cx.messages.error("T05", place, phrase("only sides can be told or shown things, and this is {0}", describe(symbols, type_)),
                      "Use a seat, everyone, nobody, or what seats belong to.")  # fmt: skip
    return core.Const(place, 0)


def owner_field(symbols: Symbols, domain: int):  # type: ignore[no-untyped-def]
    """How a row of a kind leads to the seat that commands it: at once, or through one more thing."""
    if domain == symbols.seats:
        return lambda x: x
    for name, field in symbols.fields_of[domain].items():
        if symbols.field_types[field].is_row and symbols.field_types[field].domain == symbols.seats and not name.startswith("_"):
            return lambda x, f=field: core.Read(x.place, f, x)
    for first in symbols.fields_of[domain].values():
        through = symbols.field_types[first]
        if through.is_row and through.domain != domain and through.domain >= 0:
            for second in symbols.fields_of[through.domain].values():
                if symbols.field_types[second].is_row and symbols.field_types[second].domain == symbols.seats:
                    return lambda x, f=first, g=second: core.Read(x.place, g, core.Read(x.place, f, x))
    return None


def is_public(expr: t.Expr) -> bool:
    """Is it told to everyone, spectators too?"""
    return isinstance(expr, t.Name) and str(expr.word) == "everyone"


def shown_to(cx: Context, seen: t.Expr | None, scope: Scope) -> core.Expr | None:
    """Who sees how dice fall, where the statement says so."""
    return None if seen is None else audience_of(cx, seen, scope)
