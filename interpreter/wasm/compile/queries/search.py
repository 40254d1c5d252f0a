"""The loops of searches: over the rows that may pass, with the condition asked inside."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import speaks_of
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.plan.bits import WORD
from arbitre.interpreter.wasm.binary.wide import wide
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.queries.equality_scans import conjuncts_of, each_equal, equalities_of, tested
from arbitre.interpreter.wasm.compile.queries.matches import each_bit
from arbitre.interpreter.wasm.compile.queries.vectorized import search_at_once

AHEAD = 8  # rows of which one word says whether any exists; most rows of a small kind do
Body = Callable[[int], None]  # what is done with a row, which stands in a local


def each(c: Code, source: core.Expr, body: Body, whole: bool = True) -> None:
    """Does something with each row of a set, in order.  ``whole``: all of them are come to, so that an error in one is not missed."""
    f = c.f
    if isinstance(source, core.Query) and source.sink == "set" and (whole or not may_fail(source, set(c.sure), c.c.program)):
        fused(c, source, body, whole)
        return
    if isinstance(source, core.Rows):
        domain = c.c.program.domains[source.domain]
        alive = c.c.memory.alive(domain)
        skipped = alive if alive is not None and alive.size == 1 and domain.size > WORD else None
        row = f.local()
        f.const(0)
        f.set(row)
        with f.loop() as again:
            if skipped is not None:
                f.get(row)
                f.load("64", skipped.at)
                f.when()
            if alive is not None:
                f.get(row)
                if alive.size > 1:
                    f.const(alive.size)
                    f.op("mul")
                f.load(alive.load, alive.at)
                f.when()
            body(row)
            if alive is not None:
                f.end()
            if skipped is not None:  # none of the next rows exists
                f.otherwise()
                f.get(row)
                f.const(AHEAD - 1)
                f.op("add")
                f.set(row)
                f.end()
            f.get(row)
            f.const(1)
            f.op("add")
            f.tee(row)
            f.const(domain.size)
            f.op("lt_s")
            f.br_if(again)
        return
    words = max(1, c.words(source))
    if isinstance(source, core.Ask) and source.query == "neighbours" and words > 1:
        _each_neighbour(c, source, body)
        return
    if isinstance(source, core.SetOf) and len(source.items) == 1:
        _each_lone(c, source.items[0], body)
        return
    c.set(source, words)
    each_bit(c, words, body)


def rows_in(mask: int) -> Iterator[int]:
    """The members of a set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _each_neighbour(c: Code, source: core.Ask, body: Body) -> None:
    """The cells beside one, from a list that ends with none: there are few of them on a large board."""
    f, board, at, row = c.f, c.c.program.domains[source.board].cells, c.f.local(), c.f.local()
    if source.board not in c.c.near:
        around = [list(rows_in(board.neighbour_mask(cell))) for cell in range(board.size)]
        most = max(map(len, around), default=0) + 1
        c.c.near[source.board] = c.c.memory.numbers([cell for near in around for cell in [*near, *[NONE] * (most - len(near))]]), most
    first, most = c.c.near[source.board]
    c.value(source.args[0])
    f.tee(at)
    f.const(board.size)
    f.op("lt_u")
    f.when()
    f.get(at)
    f.const(4 * most)
    f.op("mul")
    f.set(at)
    with f.block() as out, f.loop() as again:
        f.get(at)
        f.load("32s", first)
        f.tee(row)
        f.const(0)
        f.op("lt_s")
        f.br_if(out)
        f.get(at)
        f.const(4)
        f.op("add")
        f.set(at)
        body(row)
        f.br(again)
    f.end()


def _each_lone(c: Code, item: core.Expr, body: Body) -> None:
    """The one member of a set, if it is not none."""
    f, row = c.f, c.f.local()
    c.value(item)
    f.tee(row)
    f.const(0)
    f.op("ge_s")
    f.when()
    body(row)
    f.end()


def fused(c: Code, e: core.Query, body: Body, whole: bool) -> None:
    """The rows of a search, without putting them together first."""
    items, source, sure = conjuncts_of(e.where), e.source, set(c.sure)
    for item in items:  # ``it in S``: only the rows of S are scanned
        narrows = isinstance(item, core.In) and isinstance(item.item, core.Local) and item.item.slot == e.slot
        if isinstance(item, core.In) and narrows and not speaks_of(item.group, e.slot) and not may_fail(item.group, sure, c.c.program):
            if c.words(item.group):
                rows = isinstance(source, core.Rows) and not c.c.program.domains[source.domain].dynamic
                fits = c.c.types.of(item.group, c.unit)[1] <= c.c.types.of(source, c.unit)[1]
                source = item.group if rows and fits else core.SetOp(e.place, "&", source, item.group)
                items.remove(item)
                break
    held = equalities_of(c, e.slot, items, source)

    def one_by_one() -> None:
        if held and isinstance(source, core.Rows):
            each_equal(c, e, source.domain, held, items[len(held) :], body)
        else:
            _each_tested(c, e, source, items, body, whole)

    if len(held) < len(items) and search_at_once(
        c, e.slot, items, source, lambda: each_bit(c, 1, lambda row: _within(c, e.slot, row, body)), one_by_one
    ):
        return
    one_by_one()


def _each_tested(c: Code, e: core.Query, source: core.Expr, items: list[core.Expr], body: Body, whole: bool) -> None:
    """The rows of a source for which conditions hold, one after the other."""
    lone = _lone_value(c, e.slot, items, source)
    if lone is not None:
        _each_equal(c, e, source, lone, items[1:], body)
        return
    if not items:
        each(c, source, lambda row: _within(c, e.slot, row, body), whole)
        return
    where = items[0] if len(items) == 1 else core.And(e.place, tuple(items))

    each(c, source, lambda row: tested(c, e.slot, row, [where], body), whole)


def _lone_value(c: Code, slot: int, items: list[core.Expr], source: core.Expr) -> core.Expr | None:
    """What the first condition says the row is, where it says that."""
    if items and isinstance(items[0], core.Compare) and items[0].op == "==" and not isinstance(source, core.Rows):
        for here, there in ((items[0].left, items[0].right), (items[0].right, items[0].left)):
            if isinstance(here, core.Local) and here.slot == slot and not speaks_of(there, slot) and not c.words(there):
                return there
    return None


def _each_equal(c: Code, e: core.Query, source: core.Expr, lone: core.Expr, items: list[core.Expr], body: Body) -> None:
    """``where it is X``: X alone is tested, once there is any row at all."""
    f, words, rows, row = c.f, max(1, c.words(source)), c.f.local(), c.f.local()
    c.set(source, words)
    f.tee(rows)
    if words > 1:
        f.call(wide(c.c.module, "any", words))
    f.when()
    c.value(lone)
    f.set(row)
    f.get(row)
    f.const(64 * words)
    f.op("lt_u")
    f.when()
    f.get(rows)
    if words > 1:
        f.get(row)
        f.const(words)
        f.call("member")
    else:
        f.get(row)
        f.op("shr_u")
        f.const(1)
        f.op("and")
    f.when()
    with c.bound(e.slot, row):
        for item in items:
            c.test(item)
            f.when()
        body(row)
        for _ in items:
            f.end()
    for _ in range(3):
        f.end()


def _within(c: Code, slot: int, row: int, body: Body) -> None:
    with c.bound(slot, row):
        body(row)


def rows_kept(c: Code, e: core.Query, body: Body, whole: bool = True) -> None:
    """Does something with each row that passes; the slot is bound meanwhile."""
    plain = core.Query(e.place, "set", e.source, e.slot, e.where)
    with c.hoisting([e.where, e.value], {e.slot}):
        if e.where is None:
            each(c, e.source, lambda row: _within(c, e.slot, row, body), whole)
        else:
            fused(c, plain, body, whole)
