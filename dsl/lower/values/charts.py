"""Charts and the spans of rows and columns."""

from __future__ import annotations

from itertools import pairwise

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context, Typed, bad, bind_expression
from arbitre.dsl.lower.values.expressions import bind_as
from arbitre.dsl.resolve.nouns import bound_of
from arbitre.dsl.resolve.scope import Scope
from arbitre.dsl.resolve.symbols import NONE, Entry, Symbols
from arbitre.dsl.resolve.types import NUMBER, Ty


def grid_body(cx: Context, decl: t.Grid, entry: Entry, scope: Scope) -> Typed:
    """A chart as choices within choices, and the type of its cells."""
    place = decl.place
    if len(decl.lines) < 2:
        cx.messages.error("T06", place, "a chart has a line of columns and a line for each row")
        return bad(place)
    heads = decl.lines[0].cells[1:]
    row_slot, column_slot = (core.Local(place, i) for i in (0, 1))
    check_spans(cx.symbols, heads, entry.types[1], place)
    out: core.Expr = core.Const(place, NONE)
    type_: Ty | None = None
    for line in reversed(decl.lines[1:]):
        key = bind_as(cx, line.cells[0], scope, entry.types[0]) if isinstance(line.cells[0], t.Expr) else core.Const(place, 0)
        if len(line.cells) != len(heads) + 1:
            cx.messages.error("T06", line.place, phrase("this row has {0} cells, the chart has {1}", len(line.cells), len(heads) + 1))
            continue
        across: core.Expr | None = None
        for head, cell in reversed(list(zip(heads, line.cells[1:], strict=True))):
            if not isinstance(cell, t.Expr):
                continue
            bound, found = bind_expression(cx, cell, scope, type_)
            type_ = found if type_ is None else type_ | found
            if across is None:
                across = bound
            else:
                across = core.Choice(cell.place, in_span(cx, column_slot, head, entry.types[1], scope), bound, across)
        if across is not None:
            head_of_row = line.cells[0]
            by_span = isinstance(head_of_row, t.Span)
            test = in_span(cx, row_slot, head_of_row, entry.types[0], scope) if by_span else core.Compare(line.place, "==", row_slot, key)
            out = core.Choice(line.place, test, across, out) if not (isinstance(out, core.Const)) else across
    return out, type_ or NUMBER


def heads_of(cx: Context, decl: t.Grid, entry: Entry, scope: Scope) -> core.Chart:
    """What the rows and the columns of a chart stand for."""

    def span(head: t.Cell, type_: Ty) -> tuple[int | None, int | None]:
        if isinstance(head, t.Expr) and not isinstance(head, t.Number):
            member = bind_as(cx, head, scope, type_)
            return (member.value, member.value) if isinstance(member, core.Const) else (None, None)
        return low_of(cx.symbols, head), high_of(cx.symbols, head)

    rows, columns = [line.cells[0] for line in decl.lines[1:] if line.cells], decl.lines[0].cells[1:] if decl.lines else []
    return core.Chart(tuple(span(head, entry.types[0]) for head in rows), tuple(span(head, entry.types[1]) for head in columns))


def in_span(cx: Context, value: core.Expr, head: t.Cell, type_: Ty, scope: Scope) -> core.Expr:
    """Does a value stand under that head of a column or row?"""
    place = value.place
    if isinstance(head, t.Span):
        tests: list[core.Expr] = []
        if head.low is not None:
            tests.append(core.Compare(place, ">=", value, core.Const(place, bound_of(cx.symbols, head.low))))
        if head.high is not None:
            tests.append(core.Compare(place, "<=", value, core.Const(place, bound_of(cx.symbols, head.high))))
        return tests[0] if len(tests) == 1 else core.And(place, tuple(tests))
    if head is None:
        return core.Const(place, 1)
    return core.Compare(place, "==", value, bind_as(cx, head, scope, type_))


def check_spans(symbols: Symbols, heads: list[t.Cell], type_: Ty, place: Place) -> None:
    """Tells of gaps and overlaps between the columns of a chart."""
    if type_.kind != "number":
        return
    spans = [(low_of(symbols, h), high_of(symbols, h), h) for h in heads if isinstance(h, (t.Span, t.Number))]
    for (_, high, _), (low, _, head) in pairwise(spans):
        if head is None or high is None or low is None:
            continue
        if low > high + 1:
            symbols.messages.error("R01", head.place, phrase("there is a gap between {0} and {1}", high, low))
        elif low <= high:
            symbols.messages.error("R02", head.place, phrase("this column overlaps the one before it, which goes to {0}", high))


def low_of(symbols: Symbols, span: t.Span | t.Expr | None) -> int | None:
    """The lower end of a span, None where it is open."""
    if isinstance(span, t.Number):
        return span.value
    return bound_of(symbols, span.low) if isinstance(span, t.Span) and span.low is not None else None


def high_of(symbols: Symbols, span: t.Span | t.Expr | None) -> int | None:
    """The upper end of a span, None where it is open."""
    if isinstance(span, t.Number):
        return span.value
    return bound_of(symbols, span.high) if isinstance(span, t.Span) and span.high is not None else None
