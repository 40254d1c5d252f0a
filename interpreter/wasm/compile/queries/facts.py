"""What seats are told for good, what is published, and what rules ask of both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.wasm.compile.code import Code, Unsupported
from arbitre.interpreter.wasm.compile.queries.columns import address, check_row, row_of
from arbitre.interpreter.wasm.compile.queries.visibility import sees_field, sees_row


def _tell_fact(c: Code, s: core.TellFact) -> None:
    f, seats, value = c.f, c.f.local(), c.f.local()
    column = c.c.memory.columns[s.field]
    if column.words > 1:
        raise Unsupported("a fact that is a long set")
    row = row_of(c, s.row)
    check_row(c, row, s.field, s.place)
    address(c, s.field, row)
    f.load(column.load or "64", column.at)
    f.set(value)
    c.set(s.audience, 1)
    f.set(seats)
    f.get(seats)
    f.const(int(s.public))
    f.const(s.field)
    f.get(row)
    f.get(value)
    f.call("tell_fact")


def _publish(c: Code, s: core.Publish) -> None:
    c.f.call("publish")


def told(c: Code, e: core.Built) -> None:
    """Have all of these seats been told a fact?"""
    seats, column, row = e.args
    c.set(seats, 1)
    c.value(column)
    c.value(row)
    c.f.call("is_told")


def sees(c: Code, e: core.Built) -> None:
    """Do all of these seats see a field of a row, or which row it is, and is it as they see it?"""
    f, seats, row, mask, held = c.f, c.f.local(), c.f.local(), c.f.local(), c.f.local()
    column, domain = e.args[1], e.args[2]
    assert isinstance(column, core.Const) and isinstance(domain, core.Const)
    field = column.value
    kind = domain.value if field == NONE else c.c.program.fields[field].domain
    c.set(e.args[0], 1)
    f.set(seats)
    c.value(e.args[3])
    f.set(row)
    if c.c.program.fields[field].seen if field != NONE else c.c.program.domains[kind].seen:
        f.get(row)
        f.call(sees_field(c.c, field) if field != NONE else sees_row(c.c, kind))
    else:
        f.const(-1)
    f.set(mask)
    f.get(mask)
    f.const(-1)
    f.op("eq")
    f.get(seats)
    f.const(0)
    f.op("ne")
    f.get(seats)
    f.get(mask)
    f.const(-1)
    f.op("xor")
    f.op("and")
    f.isnt()
    f.op("and")
    f.op("or")
    f.set(held)
    _as_published(c, field, kind, row, held)
    f.get(held)


def _as_published(c: Code, field: int, kind: int, row: int, held: int) -> None:
    """Where a game publishes they see what was published last, but for orders: else what is in a local becomes 0."""
    f, memory, orders, domain = c.f, c.c.memory, c.c.program.orders, c.c.program.domains[kind]
    if not memory.publishes or (orders is not None and orders.domain == kind):
        return
    away = memory.names["PUBLISHED_CELLS"] - memory.names["CELLS"]
    f.get(held)
    c.load_name("PUBLISHED")
    f.get(row)
    f.const(0)
    f.op("ge_s")
    f.op("and")
    f.op("and")
    f.when()
    if domain.dynamic:
        alive = memory.columns[domain.alive]
        address(c, domain.alive, row)
        f.load(alive.load, alive.at + away)
        f.set(held)
    if field != NONE and c.c.program.fields[field].values is None:
        column = memory.columns[field]
        for at in (column.at, column.at + away):
            address(c, field, row)
            f.const(at)
            f.op("add")
        f.const(column.size)
        f.call("same")
        f.get(held)
        f.op("and")
        f.set(held)
    f.end()


FACTS: dict[type, Callable[[Code, Any], None]] = {core.TellFact: _tell_fact, core.Publish: _publish}
BUILT: dict[str, Callable[[Code, core.Built], None]] = {"told": told, "sees": sees}
