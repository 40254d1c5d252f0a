"""Vectorized evaluation of search conditions: a predicate is tested on sixteen rows at a time with SIMD instructions on byte columns.

A set of up to 64 rows is a bit mask in one 64-bit word.  Each condition takes a mask and leaves the mask of the rows that satisfy it, so
``and`` filters the mask further, ``or`` and ``not`` are bit operations, and no row costs a branch.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import children, mapped, speaks_of
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.analysis.recursion import asks_for_itself, put_in
from arbitre.interpreter.plan.bits import WORD
from arbitre.interpreter.plan.rewrite import searches, size_of
from arbitre.interpreter.plan.vectors import COMPARE, FLIPPED, MOST_KNOWN
from arbitre.interpreter.wasm.binary.wide import LANES
from arbitre.interpreter.wasm.compile.code import Code, Compiler
from arbitre.interpreter.wasm.compile.queries.equality_scans import conjuncts_of
from arbitre.interpreter.wasm.compile.queries.masks import combined, in_local, row_mask, unless_empty, without
from arbitre.interpreter.wasm.compile.queries.matches import each_bit
from arbitre.interpreter.wasm.compile.values.straight import clamped
from arbitre.interpreter.wasm.compile.values.words import is_byte_column, rows_naming, rows_where
from arbitre.interpreter.wasm.layout.value_types import Unit

FEWEST_ROWS = 12  # below this a loop over the rows is as quick
MOST_INLINED = 60  # nodes in the body of a function that is inlined
DEEPEST = 4  # calls inlined within each other


def search_at_once(
    c: Code, slot: int, items: list[core.Expr], source: core.Expr, then: Callable[[], None], otherwise: Callable[[], None]
) -> bool:
    """Evaluates a search on all rows of its source at once, if its conditions can be vectorized.

    ``items``: the conditions on the row in ``slot``, all of which must hold.
    ``then``: writes what is done with the mask of the matching rows, which is on the stack.
    ``otherwise``: writes the search as a loop.  It runs if a column that the conditions read through is none in some row, which is an error
    if the loop comes to that row.

    Returns:
        False, and no code is written, if the search cannot be vectorized or has too few rows.
    """
    if not FEWEST_ROWS <= c.c.types.of(source, c.unit)[1] <= WORD or c.words(source) != 1:
        return False
    inlined = [inlined_for(c, item, slot) for item in items]
    vectorizable = _is_scan(c.c, source) and all(_is_vectorizable(c, item, slot) for item in inlined)
    if not vectorizable and not (items and all(_is_of_masks(c, item, slot) for item in inlined)):
        return False

    whole = core.And(source.place, tuple(inlined))

    def found(rows: int) -> None:
        c.f.get(matching(c, whole, slot, rows))
        then()

    rows, nullable = in_local(c, lambda: c.set(source, 1)), _nullable(c, whole, slot)
    if not nullable:
        found(rows)
        return True
    c.f.const(0)
    for field in dict.fromkeys(field.index for field in nullable):
        rows_where(c, c.c.program.fields[field], core.Const(source.place, NONE))
        c.f.op("or")
    c.f.get(rows)
    c.f.op("and")
    c.f.when()
    otherwise()
    c.f.otherwise()
    found(rows)
    c.f.end()
    return True


def chunks_of(c: Compiler, e: core.Query, unit: Unit) -> int:
    """How many chunks of sixteen rows a vectorized search reads, for an estimate of its cost; 0 if it is not vectorized.

    Only comparisons of a byte column, or of a fixed column read through one, with something that does not depend on the row are counted.
    """
    size = c.types.of(e.source, unit)[1]
    if e.sink not in ("any", "count", "set") or not FEWEST_ROWS <= size <= WORD or e.where is None or not _is_scan(c, e.source):
        return 0
    for item in conjuncts_of(e.where):
        if _is_flag(c, item.item if isinstance(item, core.Not) else item, e.slot):
            continue
        sides = (item.left, item.right) if isinstance(item, core.Compare) else ()
        dependent = [side for side in sides if speaks_of(side, e.slot)]
        if len(dependent) != 1 or not _reads_byte(c, dependent[0], e.slot):
            return 0
    return (size + LANES - 1) // LANES


def _is_scan(c: Compiler, source: core.Expr) -> bool:
    """Does a source go through all rows of a kind?  A set of a few rows that are named is looped over more quickly."""
    match source:
        case core.Rows():
            return True
        case core.Query(sink="set") | core.Query(sink="best") | core.Query(sink="worst"):
            return _is_scan(c, source.source)
        case core.SetOp(op="-"):
            return _is_scan(c, source.left)
        case core.Apply() if not isinstance(source, core.Partial) and not asks_for_itself(source.function, c.facts):
            return _is_scan(c, c.program.functions[source.function].body)
    return False


def _reads_byte(c: Compiler, e: core.Expr, slot: int) -> bool:
    """Does an expression read a byte column of the row, or a fixed column of the row that such a column names?"""
    if not isinstance(e, core.Read):
        return False
    if c.program.fields[e.field].values is not None and isinstance(e.row, core.Read):
        e = e.row
    return e.row == core.Local(e.place, slot) and is_byte_column(c, e.field)


def _is_flag(c: Compiler, e: core.Expr, slot: int) -> bool:
    """``it.taken``: a flag of the row that is kept as a byte."""
    return isinstance(e, core.Read) and c.program.fields[e.field].is_flag and _reads_byte(c, e, slot)


# ------------------------------------------------------------------------------------ which conditions


def inlined_for(c: Code, e: core.Expr, slot: int, depth: int = 0) -> core.Expr:
    """A condition with short functions inlined, and with choices moved outwards so that each branch is a plain comparison.
    ``it.y is (1 if it.owner is white otherwise 6)`` becomes ``it.y is 1 if it.owner is white otherwise it.y is 6``.
    """
    if not speaks_of(e, slot):  # it is asked once, as it stands: its value may be memoised
        return e
    if isinstance(e, core.Apply) and not isinstance(e, core.Partial) and depth < DEEPEST:
        function = c.c.program.functions[e.function]
        if size_of(function.body) <= MOST_INLINED and not searches(function.body) and not asks_for_itself(e.function, c.c.facts):
            given = {p.slot: arg for p, arg in zip(function.params, e.args, strict=True)}
            return inlined_for(c, put_in(function.body, given), slot, depth + 1)
    if isinstance(e, (core.And, core.Or, core.Not, core.Choice)):
        return mapped(e, lambda part: inlined_for(c, part, slot, depth))
    if _is_flag(c.c, e, slot):
        return core.Compare(e.place, "==", e, core.Const(e.place, 1))
    if isinstance(e, core.Compare):
        for here, chosen, op in ((e.left, e.right, e.op), (e.right, e.left, FLIPPED[e.op])):
            if isinstance(chosen, core.Choice) and speaks_of(chosen.test, slot) and speaks_of(here, slot):
                one, two = (core.Compare(e.place, op, here, part) for part in (chosen.then, chosen.other))
                return inlined_for(c, core.Choice(e.place, chosen.test, one, two), slot, depth)
    return e


def _is_vectorizable(c: Code, e: core.Expr, slot: int) -> bool:
    """Can a condition be evaluated on all rows at once?  The ``otherwise`` of a choice need not: few rows are left for it."""
    match e:
        case core.And() | core.Or():
            return all(_is_vectorizable(c, item, slot) for item in e.items)
        case core.Not():
            return _is_vectorizable(c, e.item, slot)
        case core.Choice():
            return _is_vectorizable(c, e.test, slot) and _is_vectorizable(c, e.then, slot)
        case core.Compare() if _is_no_test(e, slot):
            return True
    if not speaks_of(e, slot):
        return not may_fail(e, c.sure, c.c.program)
    return any(form(c, e, slot) is not None for form in (_member, _compared, _read_through))


def _is_no_test(e: core.Compare, slot: int) -> bool:
    """``it is not none``: every row in a mask is a row."""
    return e.op == "!=" and e.left == core.Local(e.place, slot) and e.right == core.Const(e.place, NONE)


def _told(e: core.Expr, slot: int) -> core.Expr | None:
    """``it is X`` or ``is not X``, where X is the same for all rows: that one row."""
    for here, there in ((e.left, e.right), (e.right, e.left)) if isinstance(e, core.Compare) and e.op in ("==", "!=") else ():
        if here == core.Local(e.place, slot) and not speaks_of(there, slot):
            return there
    return None


def _is_row_in(c: Code, e: core.In, slot: int) -> bool:
    """``it in S``, where S is one word and the same for all rows: an intersection of two masks."""
    same = e.item == core.Local(e.place, slot) and c.words(e.group) == 1 and not speaks_of(e.group, slot)
    return same and not may_fail(e.group, c.sure, c.c.program)


def _nullable(c: Code, e: core.Expr, slot: int, named: frozenset[int] = frozenset()) -> list[core.Field]:
    """The columns that a condition reads through and that may be none, which makes the condition an error for that row.

    ``named``: columns that are not none in the rows of which it is asked.
    """
    if isinstance(e, core.And):
        out: list[core.Field] = []
        for item in e.items:
            out += _nullable(c, item, slot, named)
            named |= _told_named(item, slot)
        return out
    if isinstance(e, (core.Or, core.Not, core.Choice)):
        return [field for part in children(e) for field in _nullable(c, part, slot, named)]
    found = _read_through(c, e, slot)
    return [found[0]] if found is not None and min(found[0].low, found[0].default) < 0 and found[0].index not in named else []


def _told_named(e: core.Expr, slot: int) -> frozenset[int]:
    """The column of the row that is not none wherever a condition holds, for it says so: ``it.piece is not none``."""
    told = isinstance(e, core.Compare) and e.op == "!=" and e.right == core.Const(e.place, NONE) and e.left
    return frozenset((told.field,)) if isinstance(told, core.Read) and told.row == core.Local(e.place, slot) else frozenset()


def _is_of_masks(c: Code, e: core.Expr, slot: int) -> bool:
    """Is a condition put together from whether the row is in sets, or is one row, that are the same for all rows?"""
    if isinstance(e, (core.And, core.Or, core.Not)):
        return all(_is_of_masks(c, part, slot) for part in children(e))
    if isinstance(e, core.In):
        return _is_row_in(c, e, slot)
    lone = _told(e, slot)
    return lone is not None and not c.words(lone) and not may_fail(lone, c.sure, c.c.program)


# The three forms of a condition that is evaluated on sixteen rows at a time.  Each function returns None if a condition is not of its form.


def _member(c: Code, e: core.Expr, slot: int) -> core.Field | None:
    """``it.square in S``, where S is one word and the same for all rows: the column that is tested for membership."""
    if isinstance(e, core.In) and c.words(e.group) == 1 and not speaks_of(e.group, slot) and not may_fail(e.group, c.sure, c.c.program):
        field = _byte_column(c, e.item, slot)
        if field is not None and field.target >= 0 and c.c.program.domains[field.target].size <= WORD:
            return field
    return None


def _compared(c: Code, e: core.Expr, slot: int) -> tuple[core.Field, core.Expr] | None:
    """``it.owner is X`` or ``is not X``, where X is the same for all rows: the column, and X."""
    for here, there in ((e.left, e.right), (e.right, e.left)) if isinstance(e, core.Compare) and e.op in ("==", "!=") else ():
        field = _byte_column(c, here, slot)
        if field is not None and not speaks_of(there, slot) and not c.words(there) and not may_fail(there, c.sure, c.c.program):
            return field, there
    return None


def _read_through(c: Code, e: core.Expr, slot: int) -> tuple[core.Field, Callable[[], None]] | None:
    """``it.square.y is N``, or any other comparison of a fixed column of the row that a column names with a number N.

    Returns:
        The column that names a row, and what writes the mask of the rows that it may name for the comparison to hold.
    """
    if not isinstance(e, core.Compare):
        return None
    for here, there, op in ((e.left, e.right, e.op), (e.right, e.left, FLIPPED[e.op])):
        if not isinstance(here, core.Read) or speaks_of(there, slot) or c.words(there) or may_fail(there, c.sure, c.c.program):
            continue
        field, fixed = _byte_column(c, here.row, slot), c.c.program.fields[here.field].values
        if field is not None and fixed is not None and field.target >= 0 and len(fixed) <= WORD:
            # One mask for each number that N may be; all numbers outside of the range of the column compare as those just outside do.
            numbers = [there.value] if isinstance(there, core.Const) else range(min(fixed) - 1, max(fixed) + 2)
            if len(numbers) <= MOST_KNOWN:
                masks = [sum(1 << row for row, value in enumerate(fixed) if COMPARE[op](value, number)) for number in numbers]
                return field, partial(_mask_for, c, there, numbers[0], masks)
    return None


def _mask_for(c: Code, number: core.Expr, first: int, masks: list[int]) -> None:
    """Leaves the mask for a number from a table whose first entry is for ``first``; a number outside of the table is clamped to it."""
    f = c.f
    if len(masks) == 1:
        f.const(masks[0])
        return
    clamped(c, in_local(c, lambda: c.value(number)), first, len(masks))
    f.const(8)
    f.op("mul")
    f.load("64", c.c.memory.masks(masks, 1))


def _byte_column(c: Code, e: core.Expr, slot: int) -> core.Field | None:
    """The column of bytes that an expression reads of the row in a slot, if its kind has at most 64 rows; else None."""
    if not isinstance(e, core.Read) or e.row != core.Local(e.place, slot):
        return None
    field = c.c.program.fields[e.field]
    return field if is_byte_column(c.c, field.index) and c.c.program.domains[field.domain].size <= WORD else None


# ------------------------------------------------------------------------------------ their code


def matching(c: Code, e: core.Expr, slot: int, rows: int, named: frozenset[int] = frozenset()) -> int:
    """A local with the mask of those rows, of the mask in the local ``rows``, that satisfy a condition on the row in a slot.

    A condition that cannot be vectorized is evaluated row by row.  Rows that are not in the mask are never the cause of an error.
    ``named``: columns that are not none in these rows.
    """
    match e:
        case core.Apply() if (inlined := inlined_for(c, e, slot)) is not e:
            return matching(c, inlined, slot, rows, named)
        case core.And():
            for item in e.items:
                rows = matching(c, item, slot, rows, named)
                named |= _told_named(item, slot)
            return rows
        case core.Or():
            out, left = in_local(c, lambda: c.f.const(0)), rows
            for item in e.items:
                found = matching(c, item, slot, left, named)
                out, left = combined(c, "or", out, found), without(c, left, found)
            return out
        case core.Not():
            return without(c, rows, matching(c, e.item, slot, rows, named))
        case core.Choice():
            test = matching(c, e.test, slot, rows, named)
            then, other = (matching(c, part, slot, found, named) for part, found in ((e.then, test), (e.other, without(c, rows, test))))
            return combined(c, "or", then, other)
        case core.Compare() if _is_no_test(e, slot):
            return rows
        case core.In() if _is_row_in(c, e, slot):
            return unless_empty(c, rows, lambda: _row_in(c, e.group, rows))
    return unless_empty(c, rows, lambda: _matching_leaf(c, e, slot, rows, named))


def _row_in(c: Code, group: core.Expr, rows: int) -> None:
    c.set(group, 1)
    c.f.get(rows)
    c.f.op("and")


def _matching_leaf(c: Code, e: core.Expr, slot: int, rows: int, named: frozenset[int]) -> None:
    """Leaves the mask of the rows that satisfy a condition without *and*, *or* and *not*; ``rows`` is not empty."""
    f = c.f
    if not speaks_of(e, slot):
        c.test(e)
        f.when(True)
        f.get(rows)
        f.otherwise()
        f.const(0)
        f.end()
        return
    field = _member(c, e, slot)
    if field is not None and isinstance(e, core.In):
        rows_naming(c, field, in_local(c, lambda: c.set(e.group, 1)))
        f.get(rows)
        f.op("and")
        return
    lone = _told(e, slot)
    if lone is not None and not c.words(lone) and isinstance(e, core.Compare):
        row_mask(c, lone)
        f.get(rows)
        f.op("and")
        if e.op == "!=":
            f.get(rows)
            f.op("xor")
        return
    pair = _compared(c, e, slot)
    if pair is not None and isinstance(e, core.Compare):
        rows_where(c, *pair)
        f.get(rows)
        f.op("and")
        if e.op == "!=":
            f.get(rows)
            f.op("xor")
        return
    through = _read_through(c, e, slot)
    if through is not None:
        field, mask = through
        rows_naming(c, field, in_local(c, mask))
        f.get(rows)
        f.op("and")
        if min(field.low, field.default) < 0 and field.index not in named:
            rows_where(c, field, core.Const(e.place, NONE))
            f.get(rows)
            f.op("and")
            f.when()
            c.stop(e.place)  # to read through none is an error
            f.end()
        return
    _one_by_one(c, e, slot, rows)


def _one_by_one(c: Code, e: core.Expr, slot: int, rows: int) -> None:
    """Leaves the mask of the rows that satisfy a condition, which is evaluated for each of them."""
    f, out = c.f, in_local(c, lambda: c.f.const(0))

    def row(held: int) -> None:
        with c.bound(slot, held):
            mark = c.mark()
            c.test(e)
            f.flagged()
            if mark is not None:
                kept = f.local()
                f.set(kept)
                c.release(mark)
                f.get(kept)
        f.get(held)
        f.op("shl")
        f.get(out)
        f.op("or")
        f.set(out)

    f.get(rows)
    each_bit(c, 1, row)
    f.get(out)


__all__ = ["chunks_of", "inlined_for", "matching", "search_at_once"]
