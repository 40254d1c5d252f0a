"""Sets picked out by ``where``, and whatever is written with brackets."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context, Typed, bad, bind_expression
from arbitre.dsl.lower.rules.steps import atom
from arbitre.dsl.lower.throws.faces import asked_of_dice
from arbitre.dsl.lower.values.builtins import BOARD, BUILT_INS, DECLARED_TOO, board_question, built_in
from arbitre.dsl.lower.values.elements import tell_misread, tell_nested
from arbitre.dsl.lower.values.expressions import bind_flag, bind_set, cell
from arbitre.dsl.lower.values.names import member_of
from arbitre.dsl.lower.values.slips import of_value
from arbitre.dsl.lower.values.values import call_function, function_names, tell_form
from arbitre.dsl.resolve.scope import Element, Scope
from arbitre.dsl.resolve.symbols import Symbols
from arbitre.dsl.resolve.types import BAD, FLAG, Ty, group, row


def bind_where(cx: Context, expr: t.Where, scope: Scope, expected: Ty | None) -> Typed:
    """``S where C``, ``any x in S where C``, ``the S where C``."""
    place = expr.place
    source, type_ = bind_set(cx, expr.source, scope)
    if type_.kind == "bad":
        return core.Const(place, 0), FLAG if expr.sink in ("any", "no") else BAD
    inner = scope.child()
    if expr.name is not None:
        slot = inner.add(str(expr.name), row(type_.domain))
    else:
        slot = inner.frame.slot()
        inner.elements = [*scope.elements, Element(slot, row(type_.domain), expr)]
        if expr.test is not None and scope.elements:
            tell_nested(cx, expr, type_.domain, scope)
            told = len(cx.messages.items)
            bind_flag(cx, expr.test, inner)
            cx.messages.since(told)  # its words may mean another element
            return core.Const(place, 0), FLAG if expr.sink in ("any", "no") else BAD
    told = len(cx.messages.items)
    test = bind_flag(cx, expr.test, inner) if expr.test is not None else None
    tell_misread(cx, expr, test, slot, type_.domain, scope, sound=len(cx.messages.items) == told)
    match expr.sink:
        case "any" | "no":
            query: core.Expr = core.Query(place, "any", source, slot, test)
            return (query if expr.sink == "any" else core.Not(place, query)), FLAG
        case "the":
            return core.Query(place, "only", source, slot, test), row(type_.domain, True)
    return core.Query(place, "set", source, slot, test), group(type_.domain)


def bind_apply(cx: Context, expr: t.Apply, scope: Scope, expected: Ty | None) -> Typed:
    """``f(x)`` and ``x.f(y)``: a built-in, a question to a board, a cell, a value of the rulebook."""
    symbols = cx.symbols
    if scope.thrown and (asked := asked_of_dice(cx, expr, scope)) is not None:
        return asked
    name, args = str(expr.word), expr.args
    if expr.owner is not None:
        args = [expr.owner, *args]
    if name in BUILT_INS:
        return built_in(cx, name, expr, args, scope, expected)
    if name in BOARD and not (name in DECLARED_TOO and is_declared(symbols, name, args)):
        return board_question(cx, name, expr, args, scope)
    if name == "step":
        return atom(cx, expr, args, scope)
    if name in symbols.domain_by_name and symbols.domains[symbols.domain_by_name[name]].board is not None:
        return cell(cx, expr, scope, symbols.domain_by_name[name])
    found = call_function(cx, name, args, expr.place, scope)
    if found is not None:
        return found
    if len(args) == 1:
        owner, type_ = bind_expression(cx, args[0], scope)
        member = member_of(cx, owner, type_, expr.word, scope, quiet=True)
        if member is not None:
            return member
    relations = [e for e in symbols.conditions.get(name, []) if len(e.types) >= 2]
    if relations:
        tell_form(symbols, relations[0], "N01", expr.word.place)
        return bad(expr.place)
    hint = of_value(symbols, expr, args, [*BUILT_INS, *BOARD], cx.sources)
    cx.messages.error("N01", expr.word.place, phrase("there is no {0} ‘{1}’", phrase("value"), expr.word), hint)
    return bad(expr.place)


def is_declared(symbols: Symbols, name: str, args: list[t.Expr]) -> bool:
    """Newer questions to boards give way to a value or field of the same name that a rulebook has."""
    fields = any(name in held for held in symbols.fields_of.values())
    return fields or name in function_names(symbols)
