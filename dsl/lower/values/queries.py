"""Sets picked out by ``where``, and whatever is written with brackets."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context, Typed, bad, bind_expression
from arbitre.dsl.lower.rules.steps import atom
from arbitre.dsl.lower.throws.faces import asked_of_dice
from arbitre.dsl.lower.values.builtins import BOARD, BUILT_INS, DECLARED_TOO, board_question, built_in
from arbitre.dsl.lower.values.expressions import bind_flag, bind_set, cell
from arbitre.dsl.lower.values.names import member_of
from arbitre.dsl.lower.values.slips import named_where, of_value
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
            tell_nested(cx, expr, scope)
            told = len(cx.messages.items)
            bind_flag(cx, expr.test, inner)
            cx.messages.since(told)  # its words may mean another element
            return core.Const(place, 0), FLAG if expr.sink in ("any", "no") else BAD
    test = bind_flag(cx, expr.test, inner) if expr.test is not None else None
    tell_swallowed(cx, expr, test, slot)
    match expr.sink:
        case "any" | "no":
            query: core.Expr = core.Query(place, "any", source, slot, test)
            return (query if expr.sink == "any" else core.Not(place, query)), FLAG
        case "the":
            return core.Query(place, "only", source, slot, test), row(type_.domain, True)
    return core.Query(place, "set", source, slot, test), group(type_.domain)


def tell_nested(cx: Context, expr: t.Where, scope: Scope) -> None:
    """A search in a search: of which of the two a plain word speaks must be clear."""
    outer = scope.elements[-1]
    last = outer.where.test if outer.where is not None else None
    between = str(last.op) if isinstance(last, t.Binary) else ""
    while isinstance(last, t.Binary) and last.op in ("and", "or"):
        last = last.right
    apart = between in ("and", "or") and last is expr and expr.sink in ("any", "no")
    hint = named_where(cx.symbols, expr, outer, between if apart else "", scope.names)
    cx.messages.error("N08", expr.place, "in a ‘where’ inside a ‘where’ it is not clear whose fields are meant", hint)


def swallowed(cx: Context, expr: t.Where, test: core.And | core.Or, slot: int) -> t.Where | None:
    """The last part of a condition, if it is a search of its own without brackets that says nothing about the element in the slot."""
    op, last = "and" if isinstance(test, core.And) else "or", expr.test
    while isinstance(last, t.Binary) and last.op == op:
        last = last.right
    if not isinstance(last, t.Where) or last.sink not in ("any", "no") or bracketed(cx, last):
        return None
    return None if any(isinstance(node, core.Local) and node.slot == slot for node in nodes(test.items[-1])) else last


def tell_swallowed(cx: Context, expr: t.Where, test: core.Expr | None, slot: int) -> None:
    """``any S where A or any x in T where B``: the second half, though it says nothing of S, is a part of what is asked of S.

    ``no S where A and no x in T where B`` reads as two statements as well: it says that no S has A while there is no such x.
    """
    if not isinstance(test, core.Or) and not (isinstance(test, core.And) and expr.sink == "no"):
        return
    last = swallowed(cx, expr, test, slot)
    if last is not None and isinstance(test, core.Or):
        cx.messages.error("N08", last.place, "this part says nothing about the element of its ‘where’",
                          "A ‘where’ runs to the end: write ‘(any ... where ...) or ...’; "
                          "if that is what you mean, put this part in brackets.")  # fmt: skip
    elif last is not None:
        cx.messages.add("R05", last.place, "this part belongs to the condition of ‘no ... where’, and says nothing about its element",
                        "Two statements are written ‘(no ... where ...) and ...’; "
                        "if it belongs to the condition, put this part in brackets.",
                        [(expr.place, "the condition it belongs to")])  # fmt: skip


def bracketed(cx: Context, expr: t.Expr) -> bool:
    """Does a bracket stand right before it?"""
    lines = cx.sources.get(expr.place.file, "").split("\n")
    before = lines[expr.place.line - 1][: expr.place.column - 1] if 0 < expr.place.line <= len(lines) else ""
    return before.rstrip().endswith("(")


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
