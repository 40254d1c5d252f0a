"""``squares where occupant is none``: whether somebody is there is asked of all squares at once.

``let occupant(place) = the players where square is place`` looks through the players for one square. Asked of many squares it is
faster to go through the players once and to see which squares they name.
"""

from __future__ import annotations

from collections.abc import Callable

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import speaks_of
from arbitre.interpreter.analysis.recursion import asks_for_itself
from arbitre.interpreter.code.machine import Fn, Machine, Run
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.masks import rows_of

Step = Callable[[Run, list[int], int], int]  # of a mask of rows: those for which the condition holds


def held_step(item: core.Expr, slot: int, m: Machine) -> Step | None:
    """A condition that some row points to the one in ``slot``, or that none does; None where it says something else."""
    if isinstance(item, core.Not):
        inner = held_step(item.item, slot, m)
        return None if inner is None else _without(inner)
    if isinstance(item, core.Compare) and item.op == "!=":
        return held_step(core.Not(item.place, core.Compare(item.place, "==", item.left, item.right)), slot, m)
    if isinstance(item, core.Compare) and item.op == "==":
        for asked, other in ((item.left, item.right), (item.right, item.left)):
            if isinstance(other, core.Const) and other.value == NONE:
                named = _named(asked, slot, ("first", "only"), m)
                return None if named is None else _not_among(named)
        return None
    named = _named(item, slot, ("any",), m)
    return None if named is None else _among(named)


def _among(named: Fn) -> Step:
    return lambda x, f, mask: mask & named(x, f)


def _not_among(named: Fn) -> Step:
    return lambda x, f, mask: mask & ~named(x, f)


def _without(step: Step) -> Step:
    return lambda x, f, mask: mask & ~step(x, f, mask)


def _named(expr: core.Expr, slot: int, sinks: tuple[str, ...], m: Machine) -> Fn | None:
    """The rows that are named by those which a query, or a value that is one, looks for; ``slot`` holds the row that it looks for."""
    slots = 0
    if type(expr) is core.Apply and len(expr.args) == 1 and expr.args[0] == core.Local(expr.place, slot):
        function = m.program.functions[expr.function]
        if asks_for_itself(expr.function, m.facts):
            return None
        expr, slot, slots = function.body, function.params[0].slot, function.slots
    sink = expr.sink if isinstance(expr, core.Query) else ""
    if isinstance(expr, core.Query) and expr.where is None and isinstance(expr.source, core.Query) and expr.source.sink == "set":
        expr = expr.source  # ``first(pieces where ...)``
    if not isinstance(expr, core.Query) or sink not in sinks or expr.where is None or speaks_of(expr.source, slot):
        return None
    items = expr.where.items if isinstance(expr.where, core.And) else (expr.where,)
    fields = [_points(item, expr.slot, slot) for item in items]
    rest = tuple(item for item, field in zip(items, fields, strict=True) if field is None)
    pointing = [field for field in fields if field is not None]
    if len(pointing) != 1 or any(speaks_of(item, slot) for item in rest):
        return None
    where = None if not rest else rest[0] if len(rest) == 1 else core.And(expr.place, rest)
    rows = m.expr(core.Query(expr.place, "set", expr.source, expr.slot, where))
    return _collected(rows, pointing[0], slots, sink == "only", m)


def _points(item: core.Expr, row: int, to: int) -> int | None:
    """The field by which the row in one slot must name that in the other."""
    if isinstance(item, core.Compare) and item.op == "==":
        for read, other in ((item.left, item.right), (item.right, item.left)):
            if isinstance(other, core.Local) and other.slot == to and isinstance(read, core.Read) and isinstance(read.row, core.Local):
                return read.field if read.row.slot == row else None
    return None


def _collected(rows: Fn, field: int, slots: int, single: bool, m: Machine) -> Fn:
    fixed = m.layout.constant[field]
    base = 0 if fixed is not None else m.layout.base[field]
    blank = [0] * slots

    def named(x: Run, f: list[int]) -> int:
        cells = x.cells if fixed is None else fixed
        found = 0
        for row in rows_of(rows(x, blank[:] if slots else f)):
            value = cells[base + row]
            if value >= 0:
                if single and found >> value & 1:
                    raise RulebookError("two")  # whoever asks goes on as it is written, and tells it there
                found |= 1 << value
        return found

    return named
