"""Searches: what becomes of the rows that pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.plan.bits import Straight
from arbitre.interpreter.wasm.binary.wide import wide
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.queries.columns import copy_set
from arbitre.interpreter.wasm.compile.queries.equality_scans import conjuncts_of, count_by_scan
from arbitre.interpreter.wasm.compile.queries.search import rows_kept
from arbitre.interpreter.wasm.compile.queries.sets import room
from arbitre.interpreter.wasm.compile.queries.vectorized import search_at_once
from arbitre.interpreter.wasm.compile.values.expressions import joined
from arbitre.interpreter.wasm.compile.values.straight import straight
from arbitre.interpreter.wasm.compile.values.words import held_at_once


def query_value(c: Code, e: core.Query) -> None:
    """A search that comes to a number."""
    f, out = c.f, c.f.local()
    mark = c.mark()
    if e.sink == "any" and e.where is None:
        c.test(e.source)
        f.flagged()
        f.set(out)
    elif e.sink in ("count", "first") and e.where is None and c.words(e.source) == 1:
        _of_word(c, e)
        f.set(out)
    elif e.sink == "count" and e.where is None and isinstance(e.source, Straight):
        c.set(e.source, c.words(e.source))
        f.const(c.words(e.source))
        f.call("set_count")
        f.set(out)
    elif e.sink == "any":
        _at_once(c, e, out, lambda: _is_any(c), lambda: _first(c, e, out))
    elif e.sink == "first":
        _first(c, e, out)
    elif e.sink == "only":
        f.const(NONE)
        f.set(out)

        def lone(row: int) -> None:
            f.get(out)
            f.const(NONE)
            f.op("eq")
            c.stop_unless(e.place)
            f.get(row)
            f.set(out)

        rows_kept(c, e, lone)
    elif e.sink == "count":

        def counted() -> None:
            f.const(0)
            f.set(out)
            if not count_by_scan(c, e, out):
                rows_kept(c, e, lambda row: _add(c, out, None))

        _at_once(c, e, out, lambda: f.op("popcnt"), counted)
    else:
        _folded(c, e, out)
    c.release(mark)
    f.get(out)


def _at_once(c: Code, e: core.Query, out: int, of_word: Callable[[], object], one_by_one: Callable[[], None]) -> None:
    """Puts into a local what is made of the word with all rows that pass, where these can be found at once; else does it row by row."""

    def put() -> None:
        of_word()
        c.f.set(out)

    found = False
    if e.where is not None:
        with c.hoisting([e.where], {e.slot}):
            found = search_at_once(c, e.slot, conjuncts_of(e.where), e.source, put, one_by_one)
    if not found:
        one_by_one()


def _is_any(c: Code) -> None:
    c.f.const(0)
    c.f.op("ne")
    c.f.flagged()


def _of_word(c: Code, e: core.Query) -> None:
    """How many rows a set of one word has, or the first of them."""
    f, rows = c.f, c.f.local()
    c.set(e.source, 1)
    if e.sink == "count":
        f.op("popcnt")
        return
    f.tee(rows)
    f.op("ctz")
    f.const(NONE)
    f.get(rows)
    f.const(0)
    f.op("ne")
    f.select()


def _add(c: Code, out: int, value: core.Expr | None) -> None:
    c.f.get(out)
    if value is None:
        c.f.const(1)
    else:
        c.value(value)
    c.f.op("add")
    c.f.set(out)


def _first(c: Code, e: core.Query, out: int) -> None:
    """``any`` and ``first``: the first row that passes ends the search, unless a later one could be an error that must be reported."""
    f, any_ = c.f, e.sink == "any"
    probe = core.Query(e.place, "set", e.source, e.slot, e.where)
    quick = any_ or not may_fail(probe, set(c.sure), c.c.program)
    f.const(0 if any_ else NONE)
    f.set(out)
    if not quick:

        def first(row: int) -> None:
            f.get(row)
            f.get(out)
            f.get(out)
            f.const(NONE)
            f.op("eq")
            f.select()
            f.set(out)

        rows_kept(c, e, first)
        return
    with f.block() as found:

        def take(row: int) -> None:
            if any_:
                f.const(1)
            else:
                f.get(row)
            f.set(out)
            f.br(found)

        rows_kept(c, e, take, whole=False)


def _folded(c: Code, e: core.Query, out: int) -> None:
    f, some, now = c.f, c.f.local(), c.f.local()
    assert e.value is not None
    value = e.value
    f.const(0)
    f.set(out)
    f.const(0)
    f.set(some)

    def fold(row: int) -> None:
        c.value(value)
        f.set(now)
        if e.sink == "sum":
            f.get(out)
            f.get(now)
            f.op("add")
            f.set(out)
        else:
            f.get(now)
            f.get(out)
            f.get(now)
            f.get(out)
            f.op("gt_s" if e.sink == "high" else "lt_s")
            f.get(some)
            f.isnt()
            f.op("or")
            f.select()
            f.set(out)
        f.const(1)
        f.set(some)

    rows_kept(c, e, fold)
    f.get(out)
    f.const(e.empty)
    f.get(some)
    f.select()
    f.set(out)


def query_set(c: Code, e: core.Query) -> None:
    """A search that comes to a set."""
    if e.sink == "set" and e.where is None:
        c.set(e.source, c.words(e))
        return
    if held_at_once(c, e):
        return
    f, words = c.f, c.words(e)
    out = f.local() if words == 1 else room(c, words)
    if words == 1:
        f.const(0)
        f.set(out)
    inner = c.mark()
    if e.sink in ("high", "low"):
        _best_chance(c, e, out)
    elif e.sink in ("set", "union"):
        assert e.sink == "set" or e.value is not None
        value = e.value

        def join(row: int) -> None:
            if e.sink == "union" and e.value_is_set and value is not None:
                f.get(out)
                c.set(value, words)
                if words > 1:
                    f.call(wide(c.c.module, "join", words))
                else:
                    f.op("or")
                    f.set(out)
                return
            f.get(out)
            if e.sink == "union" and value is not None and words == 1:
                joined(c, value)
                f.set(out)
                return
            if e.sink == "union" and value is not None:
                c.value(value)
            else:
                f.get(row)
            if words > 1:
                f.const(words)
                f.call("put_member")
            else:
                f.call("joined_bit")
                f.set(out)

        if e.sink == "set" and words == 1:
            _at_once(c, e, out, lambda: None, lambda: rows_kept(c, e, join))
        else:
            rows_kept(c, e, join)
    else:
        _extreme(c, e, out, words)
    c.release(inner)
    f.get(out)


def _best_chance(c: Code, e: core.Query, out: int) -> None:
    """The greatest or smallest of chances."""
    f, some, now = c.f, c.f.local(), c.f.local()
    assert e.value is not None
    value = e.value
    f.const(0)
    f.set(some)

    def fold(row: int) -> None:
        c.set(value, 2)
        f.set(now)
        for local in (out, now) if e.sink == "high" else (now, out):
            f.get(local)
        f.call("chance_less")
        f.get(some)
        f.isnt()
        f.op("or")
        f.when()
        f.get(out)
        copy_set(c, now, 2)
        f.end()
        f.const(1)
        f.set(some)

    rows_kept(c, e, fold)
    f.get(some)
    f.isnt()
    f.when()
    f.get(out)
    f.wrap()
    f.const(e.empty)
    f.store("64")
    f.end()


def _extreme(c: Code, e: core.Query, out: int, words: int) -> None:
    """``best`` and ``worst``: the rows with the highest or lowest value, which may be a chance."""
    f, some, now, most = c.f, c.f.local(), c.f.local(), c.f.local()
    assert e.value is not None
    value, chances = e.value, c.words(e.value) == 2
    f.const(0)
    f.set(some)
    if chances:
        f.const(16)
        f.call("take_room")
        f.set(most)

    def better() -> None:
        if not chances:
            f.get(now)
            f.get(most)
            f.op("gt_s" if e.sink == "best" else "lt_s")
            return
        for local in (most, now) if e.sink == "best" else (now, most):
            f.get(local)
        f.call("chance_less")

    def compare(row: int) -> None:
        c.any(value, 2 if chances else 0)
        f.set(now)
        better()
        f.get(some)
        f.isnt()
        f.op("or")
        f.when()
        if words == 1:
            f.const(0)
            f.set(out)
        else:
            f.get(out)
            f.call(wide(c.c.module, "clear", words))
        if chances:
            f.get(most)
            copy_set(c, now, 2)
        else:
            f.get(now)
            f.set(most)
        f.const(1)
        f.set(some)
        f.end()
        f.get(now)
        f.get(most)
        if chances:
            f.const(2)
            f.call("set_equal")
        else:
            f.op("eq")
        f.when()
        f.get(out)
        f.get(row)
        if words == 1:
            f.call("joined_bit")
            f.set(out)
        else:
            f.const(words)
            f.call("put_member")
        f.end()

    rows_kept(c, e, compare)


QUERIES: dict[type, Callable[[Code, Any], None]] = {core.Query: query_value}
QUERY_SETS: dict[type, Callable[[Code, Any], None]] = {core.Query: query_set, Straight: straight}
