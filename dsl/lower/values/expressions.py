"""Expressions of a wanted type, and the simplest of them: numbers, sets written out, cells."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import THIS, phrase
from arbitre.dsl.lower.context import Context, Typed, bad, bind_expression
from arbitre.dsl.lower.hints import found_by_numbers, suggest_cell
from arbitre.dsl.lower.values.slips import of_condition, said_again
from arbitre.dsl.resolve.scope import Scope
from arbitre.dsl.resolve.symbols import NONE, Symbols, describe, domain_name, turns
from arbitre.dsl.resolve.types import BAD, EMPTY, FLAG, NOTHING, Ty, group, number, row

ONE_OF_SEVERAL = (
    "Only one fits here: go through them, ‘any one in S where ...’, ‘for each one in S:’, or take ‘first(S)’. "
    "A value of a single thing is asked of all of them by a dot, ‘S.value’; one of two things is not."
)


def any_cell(symbols: Symbols) -> Ty | None:
    """A cell of the first board, whichever it is."""
    boards = [d.index for d in symbols.domains if d.board is not None]
    return row(boards[0], True) if boards else None


def as_kind(one: core.Expr, domain: int, place: Place) -> core.Expr:
    """The row if it is of that kind, else none."""
    assert isinstance(one, core.OneOf)
    return next((choice for kind, choice in one.choices if kind == domain), core.Const(place, NONE))


def is_there(choice: core.Expr, place: Place) -> core.Expr:
    """Is it anything at all?"""
    return core.Compare(place, "!=", choice, core.Const(place, NONE))


def bind_flag(cx: Context, expr: t.Expr, scope: Scope) -> core.Expr:
    """A condition."""
    bound, type_ = bind_expression(cx, expr, scope, FLAG)
    check_flag(cx, expr, type_)
    return bound


def check_flag(cx: Context, expr: t.Expr, type_: Ty, before: t.Expr | None = None) -> None:
    """Is it a condition?  ``before``: the one that it is joined to."""
    if type_.kind == "set":
        cx.messages.error("T01", expr.place, "a set cannot be used as a condition", "Write ‘any ...’ or ‘no ...’ before it.")
    elif type_.kind not in ("flag", "bad"):
        hint = said_again(before, expr, type_, cx.sources) or of_condition(expr, type_, cx.sources)
        cx.messages.error("T01", expr.place, phrase("a condition is expected, but this is {0}", describe(cx.symbols, type_)), hint)


def bind_as(cx: Context, expr: t.Expr, scope: Scope, expected: Ty, what: str = THIS) -> core.Expr:
    """An expression of a given type."""
    bound, type_ = bind_expression(cx, expr, scope, expected)
    return fit(cx.symbols, bound, type_, expected, expr.place, what)


def fit(symbols: Symbols, bound: core.Expr, type_: Ty, expected: Ty, place: Place, what: str = THIS) -> core.Expr:
    """What was bound, made what is expected: a row becomes a set of one, a number turns a direction."""
    if "bad" in (type_.kind, expected.kind) or (expected.kind in ("row", "set") and expected.domain == NONE):
        return bound
    if expected.kind == "set":
        if type_.kind == "empty":
            return core.Const(place, 0)
        if type_.is_row and type_.domain == expected.domain:
            return core.SetOf(place, (bound,))
        if type_.is_set and type_.domain == expected.domain:
            return bound
        if type_.kind == "none":
            return core.Const(place, 0)
    elif expected.kind == "row":
        if type_.kind == "none" and not expected.optional:
            symbols.messages.error("T01", place, phrase("{0} is {1} and cannot be none", what, describe(symbols, expected)),
                                   phrase("To allow it, write the type ‘{0} or none’.", domain_name(symbols, expected.domain)))  # fmt: skip
            return bound
        if type_.kind == "none" or (type_.is_row and type_.domain == expected.domain):
            return bound
        if type_.kind == "several" and expected.domain in [kind for kind, _ in bound.choices]:  # type: ignore[attr-defined]
            return as_kind(bound, expected.domain, place)
        if type_.is_row and turns(symbols, type_.domain) and turns(symbols, expected.domain):
            return bound  # a vertex stands for the direction before it, a direction for the vertex after it
        if type_.kind == "number" and turns(symbols, expected.domain):
            return turned(symbols, bound, expected.domain, place)
    elif expected.kind in ("number", "flag", "chance"):
        if type_.kind == expected.kind:
            check_range(symbols, bound, type_, expected, place)
            return bound
    else:
        return bound
    hint = "percent(...) turns it into a whole number." if (type_.kind, expected.kind) == ("chance", "number") else ""
    if expected.kind == "row" and type_.is_set and type_.domain == expected.domain:
        hint = ONE_OF_SEVERAL
    said = phrase("{0} must be {1}, but it is {2}", what, describe(symbols, expected), describe(symbols, type_))
    symbols.messages.error("T01", place, said, hint)
    return bound


def check_range(symbols: Symbols, bound: core.Expr, type_: Ty, expected: Ty, place: Place) -> None:
    """Tells of a number that is never in the range it must have."""
    if expected.kind == "number" and isinstance(bound, core.Const) and not expected.low <= bound.value <= expected.high:
        symbols.messages.error("T02", place, phrase("{0} is not from {1} to {2}", bound.value, expected.low, expected.high))


def turned(symbols: Symbols, bound: core.Expr, domain: int, place: Place) -> core.Expr:
    """A direction by its number, going round."""
    size = max(1, symbols.domains[domain].size)
    if isinstance(bound, core.Const):
        return core.Const(place, bound.value % size)
    return core.Arith(place, "%", bound, core.Const(place, size))


def bind_set(cx: Context, expr: t.Expr, scope: Scope, domain: int | None = None) -> Typed:
    """An expression that is a set; one row is the set of it."""
    told = len(cx.messages.items)
    if isinstance(expr, t.Tuple) and len(expr.items) > 1 and all_numbers(expr) and not is_cell(cx.symbols, expr):
        hint = "Ask it once for each number, joined by ‘or’; or declare a kind whose members have that number as a field."
        cx.messages.error("T01", expr.place, "numbers are no set: only the things of a kind can be gone through", hint)
        return core.Const(expr.place, 0), BAD
    bound, type_ = bind_expression(cx, expr, scope, group(domain) if domain is not None else None)
    if type_.kind == "bad":
        tell_plural(cx, expr, cx.messages.items[told:])
    if type_.is_row:
        return core.SetOf(expr.place, (bound,)), group(type_.domain)
    if type_.kind == "empty":
        return core.Const(expr.place, 0), group(domain if domain is not None else 0)
    if type_.kind not in ("set", "bad"):
        word = str(expr.word) if isinstance(expr, t.Name) else ""
        hint = ""
        if word in cx.symbols.plurals:  # an option of that name, say, is what the word means
            owner = cx.symbols.domains[cx.symbols.plurals[word]].name
            hint = phrase("It would mean all rows of ‘{0}’, but something else has that name: rename that.", owner)
        cx.messages.error("T01", expr.place, phrase("a set is expected, but this is {0}", describe(cx.symbols, type_)), hint)
        return core.Const(expr.place, 0), BAD
    return bound, type_


def tell_plural(cx: Context, expr: t.Expr, told: list[Message]) -> None:
    """``any square where ...``: where a set is meant, the noun of a kind stands for all of them."""
    word = str(expr.word) if isinstance(expr, t.Name) else ""
    if word not in cx.symbols.nouns:
        return
    plural = next((plural for plural, kind in cx.symbols.plurals.items() if kind == cx.symbols.nouns[word]), "")
    for message in told if plural else ():
        if message.code == "N01" and message.place == expr.place:
            message.hint = phrase("All of them are ‘{0}’.", plural)


def bind_number(cx: Context, expr: t.Number, scope: Scope, expected: Ty | None) -> Typed:
    """``3``: a number, or a direction where one is expected."""
    if expected is not None and expected.is_row and turns(cx.symbols, expected.domain):
        return turned(cx.symbols, core.Const(expr.place, expr.value), expected.domain, expr.place), row(expected.domain)
    return core.Const(expr.place, expr.value), number(expr.value, expr.value)


def bind_string(cx: Context, expr: t.String, scope: Scope, expected: Ty | None) -> Typed:
    """A text, which no rule computes with."""
    cx.messages.error("T01", expr.place, "a text cannot be calculated with")
    return bad(expr.place)


def bind_dice_value(cx: Context, expr: t.DiceValue, scope: Scope, expected: Ty | None) -> Typed:
    """``2d6`` where a value stands: dice are thrown by a statement."""
    return no_dice(cx, expr.place, expr.text)


def no_dice(cx: Context, place: Place, text: str) -> Typed:
    """Dice where a value stands: they are thrown by a statement."""
    cx.messages.error("T07", place, "dice are thrown by ‘roll ... as NAME’, a test or a table",
                      phrase("Write ‘roll {0} as NAME’ on a line before.", text))  # fmt: skip
    return bad(place)


def bind_nothing(cx: Context, expr: t.Nothing, scope: Scope, expected: Ty | None) -> Typed:
    """``none``: no row, or the empty set."""
    if expected is not None and expected.is_set:
        return core.Const(expr.place, 0), EMPTY
    return core.Const(expr.place, NONE), NOTHING


def bind_tuple(cx: Context, expr: t.Tuple, scope: Scope, expected: Ty | None) -> Typed:
    """``(a, b)``: a set written out, or a cell by its numbers."""
    if expected is not None and expected.kind == "bad":
        return bad(expr.place)
    board = cell_domain(cx.symbols, expected) if expected is not None else None
    if board is None and expected is None:
        board = only_board(cx.symbols)
        if board is not None and not all(plain_number(i) for i in expr.items):
            board = None
    if board is not None and all(plain_number(i) for i in expr.items):
        return cell(cx, expr, scope, board)
    wanted = row(expected.domain, True) if expected is not None and expected.kind in ("set", "row") else None
    near = board if board is not None else only_board(cx.symbols)
    parts = [bind_expression(cx, item, scope, wanted) for item in expr.items]
    if near is not None and (wanted is None or wanted.domain == near) and all(found.kind == "number" for _, found in parts):
        if all(plain_number(item) for item in expr.items):
            return cell(cx, expr, scope, near)
        if len(parts) == len(cx.symbols.domains[near].cells.coordinates[0]):
            return computed_cell(cx, expr, expr.items, near)
    items: list[core.Expr] = []
    type_ = wanted or NOTHING
    union: core.Expr | None = None
    for item, (bound, found) in zip(expr.items, parts, strict=True):
        if wanted is not None and found.is_row and turns(cx.symbols, found.domain) and turns(cx.symbols, wanted.domain):
            found = wanted
        if found.is_set:
            union = bound if union is None else core.SetOp(expr.place, "|", union, bound)
            type_ = row(found.domain)
            continue
        if type_.is_row and found.is_row and found.domain != type_.domain:
            cx.messages.error(
                "T01", item.place, phrase("this is {0}, but the rest of the set is of another type", describe(cx.symbols, found))
            )
        if found.is_row:
            type_ = found
        elif found.kind not in ("none", "bad"):
            cx.messages.error("T01", item.place, phrase("a set holds rows of one kind, and this is {0}", describe(cx.symbols, found)))
        items.append(bound)
    out: core.Expr = core.SetOf(expr.place, tuple(items))
    if union is not None:
        out = core.SetOp(expr.place, "|", union, out) if items else union
    return out, group(type_.domain) if type_.is_row else EMPTY


def plain_number(expr: t.Expr) -> bool:
    """Is it a number as written, with a sign or without?"""
    return isinstance(expr, t.Number) or (isinstance(expr, t.Unary) and expr.op == "-" and isinstance(expr.item, t.Number))


def cell_domain(symbols: Symbols, expected: Ty) -> int | None:
    """The kind of cells that is expected, None if it is none."""
    if expected.kind in ("row", "set") and expected.domain >= 0 and symbols.domains[expected.domain].board is not None:
        return expected.domain
    return None


def only_board(symbols: Symbols) -> int | None:
    """The kind of the game's cells, if there is one such kind."""
    boards = [d.index for d in symbols.domains if d.board is not None]
    return boards[0] if len(boards) == 1 else None


def all_numbers(expr: t.Tuple) -> bool:
    """Does it hold plain numbers alone, with their signs?"""
    plain = [item.item if isinstance(item, t.Unary) and item.op == "-" else item for item in expr.items]
    return all(isinstance(item, t.Number) for item in plain)


def is_cell(symbols: Symbols, expr: t.Tuple) -> bool:
    """Are these plain numbers a cell of the one board there is?"""
    board = only_board(symbols)
    values = [-item.item.value if isinstance(item, t.Unary) else item.value for item in expr.items]  # type: ignore[attr-defined]
    return board is not None and symbols.domains[board].cells.cell_at(*values) >= 0


def computed_cell(cx: Context, expr: t.Expr, items: list[t.Expr], domain: int) -> Typed:
    """``square(place.x + 1, place.y)``: a cell is written by numbers as they are, and else looked for."""
    fitting = len(items) == len(cx.symbols.domains[domain].cells.coordinates[0])
    hint = found_by_numbers(cx.symbols, domain, items, cx.sources) if fitting else ""
    cx.messages.error("T01", expr.place, "a cell is written with plain numbers", hint)
    return bad(expr.place)


def cell(cx: Context, expr: t.Tuple | t.Apply, scope: Scope, domain: int) -> Typed:
    """A cell by its numbers."""
    items = expr.items if isinstance(expr, t.Tuple) else expr.args
    values = [bind_expression(cx, item, scope)[0] for item in items]
    if not all(isinstance(v, core.Const) for v in values):
        return computed_cell(cx, expr, items, domain)
    place = [v.value for v in values if isinstance(v, core.Const)]
    board = cx.symbols.domains[domain].cells
    found = board.cell_at(*place)
    if found < 0:
        shown = ", ".join(str(p) for p in place)
        cx.messages.error("B02", expr.place, phrase("there is no cell ({0}) on this board", shown), suggest_cell(board, place))
        found = 0
    return core.Const(expr.place, found), row(domain)
