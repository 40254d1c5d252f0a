"""Built-in functions and questions to boards."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.walk import speaks_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.lower.context import Context, Typed, bad, bind_expression
from arbitre.dsl.lower.hints import written
from arbitre.dsl.lower.throws.chances import price_asked, walk_chance
from arbitre.dsl.lower.values.expressions import any_cell, bind_as, bind_flag, bind_set, fit
from arbitre.dsl.lower.values.slips import unmeasured
from arbitre.dsl.resolve.scope import Element, Scope
from arbitre.dsl.resolve.symbols import NONE, Symbols, describe, domain_name, is_board
from arbitre.dsl.resolve.types import CHANCE, FLAG, NUMBER, Ty, group, number, row

# name -> (how it is written, what it is)
BUILT_INS = {
    "count": ("count(S)", "how many there are in S"),
    "total": ("total(E, S)", "the sum of E over the elements of S"),
    "greatest": ("greatest(E, S)", "the greatest E over the elements of S, 0 if there is none"),
    "smallest": ("smallest(E, S)", "the smallest E over the elements of S, 0 if there is none"),
    "best": ("best(E, S)", "those of S whose E is greatest"),
    "worst": ("worst(E, S)", "those of S whose E is smallest"),
    "leaders": ("leaders(RANKING)", "those that come first in a ranking; leaders(RANKING, S) of S only"),
    "first": ("first(S)", "the first row of S, or none"),
    "next_after": (
        "next_after(x, S)",
        "the row of S that follows x in the order of rows; behind the last one, the first; none if S is empty",
    ),
    "min": ("min(a, b)", "the smaller number"),
    "max": ("max(a, b)", "the greater number"),
    "remainder": ("remainder(n, d)", "what is left over when n is shared out by d, from 0 to d - 1: 43 by 40 leaves 3, -1 by 40 leaves 39"),
    "percent": ("percent(C)", "a chance as a whole number of percent, rounded"),
    "arrival": (
        "arrival(a, b, limit, S, F(...), P(...))",
        "the chance of the surest walk of steps from a to b, for at most limit, entering none of S",
    ),
    "surest": ("surest(a, b, limit, S, F(...), P(...))", "the cells of that walk, b among them, a not"),
}
DECLARED_TOO = {"below", "above", "travel", "clear", "reach", "toward"}  # of boards with floors or ways: a rulebook may have its own
FORMS = frozenset(("step", "chance"))  # what is asked for in the same form, and is no function: a step for an element, the chance of a test
WALKS = ("arrival", "surest")
PRICED = ("travel", "reach", "toward")  # they may end with what a step costs
# name -> (kinds of its arguments, kind of its result)
BOARD = {
    "ahead": ("cell direction", "cell"),
    "neighbours": ("cell", "cells"),
    "distance": ("cell cell", "number"),
    "diagonal_distance": ("cell cell", "number"),
    "direction": ("cell cell", "direction"),
    "opposite": ("direction", "direction"),
    "ray": ("cell direction", "cells"),
    "line": ("cell cell", "cells"),
    "within": ("cell number", "cells"),
    "first_on_ray": ("cell direction cells", "cell"),
    "below": ("cell", "cell"),
    "above": ("cell", "cell"),
    "travel": ("cell cell", "number"),
    "reach": ("cell number cells", "cells"),
    "toward": ("cell cell cells", "cell"),
    "clear": ("cell cell", "flag"),
}


def tell_overruled(symbols: Symbols) -> None:
    """A value of the rulebook that nobody can ask for, as one that is built in has its name, or the cells of a board."""
    taken = BUILT_INS.keys() | (BOARD.keys() - DECLARED_TOO) | FORMS
    for decl in symbols.decls:
        if not isinstance(decl, t.Define) or not decl.params:
            continue
        name = str(decl.name)
        if name in taken:
            text = phrase("‘{0}’ is built in", name)
        elif is_board(symbols, name):
            text = phrase("‘{0}’ is a board, and ‘{0}(...)’ one of its cells", name)
        else:
            continue
        symbols.messages.error("N02", decl.name.place, text, "Choose another name for your value.")


def built_in(cx: Context, name: str, expr: t.Apply, args: list[t.Expr], scope: Scope, expected: Ty | None) -> Typed:
    """A function of the language itself, with as many values as it takes."""
    symbols = cx.symbols
    place = expr.place
    arity = {
        "count": (1, 1),
        "first": (1, 1),
        "leaders": (1, 2),
        "percent": (1, 1),
        "arrival": (5, 6),
        "surest": (5, 6),
    }.get(name, (2, 2))
    if not arity[0] <= len(args) <= arity[1]:
        cx.messages.error("T06", place, phrase("‘{0}’ is written {1}", name, BUILT_INS[name][0]))
        return bad(place)
    if name in ("count", "first"):
        source, type_ = bind_set(cx, args[0], scope)
        if type_.kind == "bad":
            return bad(place)
        if isinstance(source, core.Path):  # in its own order, and a cell it comes to twice counts twice
            first = core.Const(place, source.cells[0] if source.cells else NONE)
            return (core.Const(place, len(source.cells)), NUMBER) if name == "count" else (first, row(type_.domain, True))
        slot = scope.frame.slot()
        out = core.Query(place, name, source, slot)
        return out, (row(type_.domain, True) if name == "first" else number(0, symbols.domains[type_.domain].size))
    if name == "percent":
        return core.Built(place, "percent", (bind_as(cx, args[0], scope, CHANCE),)), number(0, 100)
    if name in WALKS:
        return walk_chance(cx, name, args, scope, place)
    if name in ("min", "max"):
        return extreme(cx, name, args, scope, place)
    if name == "remainder":
        return remainder(cx, args, scope, place)
    if name == "next_after":
        return next_after(cx, args, scope, place)
    if name == "leaders":
        return leaders(cx, args, scope, place)
    source, type_ = bind_set(cx, args[1], scope)
    if type_.kind == "bad":
        return bad(place)
    slot, inner = element_scope(scope, type_.domain)
    measured, of = bind_expression(cx, args[0], inner)
    if of.kind not in ("number", "flag", "bad") and not (of.kind == "chance" and name != "total"):
        cx.messages.error("T01", args[0].place, phrase("a number is expected, but this is {0}", describe(symbols, of)))
    one = (isinstance(source, core.SetOf) and len(source.items) == 1) or symbols.domains[type_.domain].size == 1
    hides = any(m.code == "N12" and m.place == args[0].place for m in cx.messages.items)  # that is the fault, then
    if of.kind != "bad" and not one and not hides and not speaks_of(measured, slot):
        kind = domain_name(symbols, type_.domain)
        cx.messages.add("R11", args[0].place, phrase("this says nothing of the {0}: it is the same for every one", kind),
                        unmeasured(symbols, name, args[0], type_.domain, scope, cx.sources))  # fmt: skip
    sink = {"total": "sum", "greatest": "high", "smallest": "low"}.get(name, name)
    out = core.Query(place, sink, source, slot, None, measured)
    if name in ("best", "worst"):
        return out, group(type_.domain)
    if of.kind == "chance":
        return out, CHANCE
    high = of.high * symbols.domains[type_.domain].size if name == "total" else of.high
    low = of.low * symbols.domains[type_.domain].size if name == "total" else of.low
    return out, number(min(0, low), max(0, high))


def extreme(cx: Context, name: str, args: list[t.Expr], scope: Scope, place: Place) -> Typed:
    """``min(a, b)``, ``max(a, b)``: of two numbers, or two chances."""
    (left, a), (right, b) = (bind_expression(cx, arg, scope) for arg in args)
    if b.is_set:
        most, those = ("smallest", "worst") if name == "min" else ("greatest", "best")
        said = ", ".join(written(arg, cx.sources) for arg in args)
        cx.messages.error("T01", args[1].place, phrase("‘{0}’ compares two numbers, and this is a set", name),
                          phrase("The number is ‘{0}({1})’, those who have it are ‘{2}({1})’.", most, said, those))  # fmt: skip
        return bad(place)
    wanted = CHANCE if a.kind == "chance" else NUMBER
    both = (fit(cx.symbols, left, a, wanted, args[0].place), fit(cx.symbols, right, b, wanted, args[1].place))
    pick = min if name == "min" else max
    return core.Arith(place, name, *both), CHANCE if wanted is CHANCE else number(pick(a.low, b.low), pick(a.high, b.high))


def next_after(cx: Context, args: list[t.Expr], scope: Scope, place: Place) -> Typed:
    """``next_after(x, S)``: round the table, in the order of rows."""
    source, type_ = bind_set(cx, args[1], scope)
    if type_.kind == "bad":
        return bad(place)
    before = bind_as(cx, args[0], scope, row(type_.domain, True))
    slot = scope.frame.slot()
    behind, others = (core.Compare(place, sign, core.Local(place, slot), before) for sign in (">", "<="))

    def found(sink: str, test: core.Expr) -> core.Expr:
        return core.Query(place, sink, source, slot, test)

    return core.Choice(place, found("any", behind), found("first", behind), found("first", others)), row(type_.domain, True)


def remainder(cx: Context, args: list[t.Expr], scope: Scope, place: Place) -> Typed:
    """``remainder(n, d)``: what a ring of ``d`` places leaves of ``n``; never negative where ``d`` is not."""
    (left, a), (right, b) = ((bind_as(cx, one, scope, NUMBER), bind_expression(cx, one, scope)[1]) for one in args)
    if isinstance(right, core.Const) and right.value == 0 and b.kind != "bad":
        cx.messages.error("T02", args[1].place, "division by 0")
        return bad(place)
    if isinstance(left, core.Const) and isinstance(right, core.Const) and right.value:
        value = left.value % right.value
        return core.Const(place, value), number(value, value)
    low, high = min(0, b.low + 1), max(0, b.high - 1)
    return core.Arith(place, "%", left, right), number(low, min(high, a.high) if a.low >= 0 and low == 0 else high)


def bind_either(cx: Context, expr: t.Either, scope: Scope, expected: Ty | None) -> Typed:
    """``(a if C otherwise b)``: both of one sort; a row beside a set is the set of it."""
    test = bind_flag(cx, expr.test, scope)
    then, a = bind_expression(cx, expr.then, scope, expected)
    other, b = bind_expression(cx, expr.other, scope, a if expected is None else expected)
    if a.kind in ("row", "set") and b.is_set:
        then = fit(cx.symbols, then, a, b, expr.then.place)
        a = b
    elif a.is_set and b.is_row:
        other = fit(cx.symbols, other, b, a, expr.other.place)
    elif a.kind != b.kind and not {a.kind, b.kind} & {"none", "empty", "bad"}:
        cx.messages.error(
            "T01",
            expr.other.place,
            phrase("this is either {0} or {1}", describe(cx.symbols, a), describe(cx.symbols, b)),
            "Both sides must be of the same type.",
        )
        return bad(expr.place)
    return core.Choice(expr.place, test, then, other), a | b


def element_scope(scope: Scope, domain: int) -> tuple[int, Scope]:
    """A scope whose plain words may be fields of an element of that kind, and the element's slot."""
    inner = scope.child()
    slot = inner.frame.slot()
    inner.elements = [*scope.elements, Element(slot, row(domain))]
    return slot, inner


def leaders(cx: Context, args: list[t.Expr], scope: Scope, place: Place) -> Typed:
    """``leaders(RANKING, S)``: those of S that no other comes before."""
    name = str(args[0].word) if isinstance(args[0], t.Name) else ""
    entry = next((e for e in cx.symbols.entries.get(name, []) if isinstance(e.decl, t.Ranking)), None)
    if entry is None:
        known = [n for n, es in cx.symbols.entries.items() if isinstance(es[0].decl, t.Ranking)]
        cx.messages.error("N01", args[0].place, phrase("there is no ranking ‘{0}’", name), did_you_mean(name, known))
        return bad(place)
    domain = entry.types[0].domain
    source = bind_set(cx, args[1], scope, domain)[0] if len(args) > 1 else core.Rows(place, domain)
    assert isinstance(entry.decl, t.Ranking)
    for rank in entry.decl.ranks:
        slot, inner = element_scope(scope, domain)
        measured, of = bind_expression(cx, rank.value, inner)
        if of.kind not in ("number", "flag", "bad"):
            cx.messages.error("T01", rank.value.place, phrase("a ranking compares numbers, and this is {0}", describe(cx.symbols, of)))
        source = core.Query(place, "best" if rank.highest else "worst", source, slot, None, measured)
    return source, group(domain)


def board_question(cx: Context, name: str, expr: t.Apply, args: list[t.Expr], scope: Scope) -> Typed:
    """``distance(a, b)`` and the like: what is asked of a board."""
    symbols = cx.symbols
    place = expr.place
    wanted, gives = BOARD[name]
    kinds = wanted.split()
    priced = args[len(kinds) :] if name in PRICED else []
    if len(args) - len(priced) != len(kinds) or len(priced) > 1:
        cx.messages.error("T06", place, phrase("‘{0}’ takes {1} values: {2}", name, len(kinds), ", ".join(kinds)))
        return bad(place)
    board = None
    directions = symbols.domain_by_name.get("direction", NONE)
    bound: list[core.Expr] = []
    for arg, kind in zip(args, kinds, strict=False):
        if kind == "cell":
            expected = row(board, True) if board is not None else any_cell(symbols)
            value, type_ = bind_expression(cx, arg, scope, expected)
            if type_.is_row and symbols.domains[type_.domain].board is not None:
                if board is not None and type_.domain != board:
                    cx.messages.error("T01", arg.place, "these cells belong to two different boards")
                board = type_.domain
            elif type_.kind not in ("bad", "none"):
                cx.messages.error("T01", arg.place, phrase("a cell is expected, but this is {0}", describe(symbols, type_)))
        elif kind == "direction":
            value = bind_as(cx, arg, scope, row(directions, True)) if directions != NONE else bad(arg.place)[0]
        elif kind == "cells":
            value = bind_set(cx, arg, scope, board)[0]
        else:
            value = bind_as(cx, arg, scope, NUMBER)
        bound.append(value)
    if board is None:
        boards = [d.index for d in symbols.domains if d.board is not None]
        if not boards:
            cx.messages.error("T03", place, "this game has no board")
            return bad(place)
        board = boards[0]
    for arg in priced:
        price = price_asked(cx, arg, scope, board)
        if price is None:
            return bad(place)
        bound.append(price)
    ask = core.Ask(place, board, name, tuple(bound))
    result = {
        "cell": row(board, True),
        "cells": group(board),
        "number": number(0, 9999),
        "direction": row(directions, True),
        "flag": FLAG,
    }
    return ask, result[gives]
