"""Expressions of the core as Python closures ``f(cells, slots) -> int``.

Each node is compiled once, when the program is loaded, by the function its type has in ``_COMPILERS``; common shapes (a
column at a local row, a comparison with a constant) get closures of their own.  Running one is calling it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dsl import core
from dsl.core import NONE
from dsl.places import Place
from interpreter import boards, queries
from interpreter.errors import RulebookError

if TYPE_CHECKING:
    from interpreter.engine import Engine

Eval = Callable[[list[int], list[int]], int]

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def compile_expr(engine: Engine, node: core.Expr) -> Eval:
    """The closure of a node."""
    made = _COMPILERS.get(type(node))
    if made is None:
        raise RulebookError(f"the interpreter knows no expression {type(node).__name__}", node.place)
    compiled: Eval = made(engine, node)
    return compiled


# --------------------------------------------------------------------------------------------------- leaves


def _const(engine: Engine, node: core.Const) -> Eval:
    value = int(node.value)
    return lambda cells, slots: value


def _local(engine: Engine, node: core.Local) -> Eval:
    slot = node.slot
    return lambda cells, slots: slots[slot]


def _own(engine: Engine, node: core.Own) -> Eval:
    calls, slot, default = engine.running[node.procedure], node.slot, node.default

    def own(cells: list[int], slots: list[int]) -> int:
        return calls[-1][slot] if calls else default

    return own


def _no_row(engine: Engine, field: int, row: int, place: Place) -> RulebookError:
    name = engine.program.fields[field].name
    domain = engine.program.domains[engine.program.fields[field].domain]
    if row == NONE:
        return RulebookError(f"‘{name}’ is asked of none: there is no {domain.name} here", place)
    return RulebookError(f"‘{name}’ is asked of {domain.name} {row}, and there is none", place)


def _read(engine: Engine, node: core.Read) -> Eval:
    field, place = node.field, node.place
    base, column = engine.layout.offset[field], engine.layout.columns[field]
    size = engine.program.domains[engine.program.fields[field].domain].size
    if base < 0:
        return _read_column(engine, node, column)
    if isinstance(node.row, core.Const) and 0 <= node.row.value < size:
        at = base + node.row.value
        return lambda cells, slots: cells[at]
    if isinstance(node.row, core.Local):
        slot = node.row.slot

        def read_local(cells: list[int], slots: list[int]) -> int:
            row = slots[slot]
            if 0 <= row < size:
                return cells[base + row]
            raise _no_row(engine, field, row, place)

        return read_local
    which = compile_expr(engine, node.row)

    def read(cells: list[int], slots: list[int]) -> int:
        row = which(cells, slots)
        if 0 <= row < size:
            return cells[base + row]
        raise _no_row(engine, field, row, place)

    return read


def _read_column(engine: Engine, node: core.Read, column: tuple[int, ...]) -> Eval:
    """A constant column: data beside the state."""
    field, place, size = node.field, node.place, len(column)
    if isinstance(node.row, core.Local):
        slot = node.row.slot

        def data_local(cells: list[int], slots: list[int]) -> int:
            row = slots[slot]
            if 0 <= row < size:
                return column[row]
            raise _no_row(engine, field, row, place)

        return data_local
    which = compile_expr(engine, node.row)

    def data(cells: list[int], slots: list[int]) -> int:
        row = which(cells, slots)
        if 0 <= row < size:
            return column[row]
        raise _no_row(engine, field, row, place)

    return data


# --------------------------------------------------------------------------------------------------- numbers and flags


def _arith(engine: Engine, node: core.Arith) -> Eval:
    left, right, place = compile_expr(engine, node.left), compile_expr(engine, node.right), node.place
    match node.op:
        case "+":
            if isinstance(node.right, core.Const):
                more = node.right.value
                return lambda cells, slots: left(cells, slots) + more
            return lambda cells, slots: left(cells, slots) + right(cells, slots)
        case "-":
            return lambda cells, slots: left(cells, slots) - right(cells, slots)
        case "*":
            return lambda cells, slots: left(cells, slots) * right(cells, slots)
        case "min":
            return lambda cells, slots: min(left(cells, slots), right(cells, slots))
        case "max":
            return lambda cells, slots: max(left(cells, slots), right(cells, slots))
        case "/" | "%":
            return _divide(left, right, node.op == "%", place)
    raise RulebookError(f"the interpreter knows no operation {node.op}", place)


def _divide(left: Eval, right: Eval, rest: bool, place: Place) -> Eval:
    def divide(cells: list[int], slots: list[int]) -> int:
        by = right(cells, slots)
        if by == 0:
            raise RulebookError("a division by zero", place)
        return left(cells, slots) % by if rest else left(cells, slots) // by

    return divide


def _compare(engine: Engine, node: core.Compare) -> Eval:
    left, right = compile_expr(engine, node.left), compile_expr(engine, node.right)
    test = _COMPARE.get(node.op)
    if test is None:
        raise RulebookError(f"the interpreter knows no comparison {node.op}", node.place)
    if isinstance(node.right, core.Const):
        return _compare_constant(node.op, left, node.right.value)
    if node.op == "==":
        return lambda cells, slots: left(cells, slots) == right(cells, slots)
    if node.op == "!=":
        return lambda cells, slots: left(cells, slots) != right(cells, slots)
    if node.op == ">=":
        return lambda cells, slots: left(cells, slots) >= right(cells, slots)
    return lambda cells, slots: test(left(cells, slots), right(cells, slots))


def _compare_constant(op: str, left: Eval, value: int) -> Eval:
    match op:
        case "==":
            return lambda cells, slots: left(cells, slots) == value
        case "!=":
            return lambda cells, slots: left(cells, slots) != value
        case "<":
            return lambda cells, slots: left(cells, slots) < value
        case "<=":
            return lambda cells, slots: left(cells, slots) <= value
        case ">":
            return lambda cells, slots: left(cells, slots) > value
    return lambda cells, slots: left(cells, slots) >= value


def _and(engine: Engine, node: core.And) -> Eval:
    items = tuple(compile_expr(engine, item) for item in node.items)
    if len(items) == 2:
        first, second = items
        return lambda cells, slots: bool(first(cells, slots) and second(cells, slots))

    def every(cells: list[int], slots: list[int]) -> int:
        for item in items:
            if not item(cells, slots):
                return 0
        return 1

    return every


def _or(engine: Engine, node: core.Or) -> Eval:
    items = tuple(compile_expr(engine, item) for item in node.items)
    if len(items) == 2:
        first, second = items
        return lambda cells, slots: bool(first(cells, slots) or second(cells, slots))

    def some(cells: list[int], slots: list[int]) -> int:
        for item in items:
            if item(cells, slots):
                return 1
        return 0

    return some


def _not(engine: Engine, node: core.Not) -> Eval:
    item = compile_expr(engine, node.item)
    return lambda cells, slots: not item(cells, slots)


def _choice(engine: Engine, node: core.Choice) -> Eval:
    test, then, other = (compile_expr(engine, n) for n in (node.test, node.then, node.other))
    return lambda cells, slots: then(cells, slots) if test(cells, slots) else other(cells, slots)


# --------------------------------------------------------------------------------------------------- functions


def _apply(engine: Engine, node: core.Apply) -> Eval:
    """A call of a function: late bound, for functions may speak of each other; recursion is bounded by its depth."""
    function = engine.program.functions[node.function]
    args = tuple(compile_expr(engine, arg) for arg in node.args)
    padding = [0] * max(0, function.slots - len(args))
    bodies, fuel, place, index = engine.bodies, engine.fuel, node.place, node.function

    def apply(cells: list[int], slots: list[int]) -> int:
        fuel[0] -= 1
        if fuel[0] < 0:
            raise RulebookError("too much to do for one answer: the rules run in circles", place)
        try:
            return bodies[index](cells, [arg(cells, slots) for arg in args] + padding)
        except RulebookError as error:
            raise error.within(function.name, place) from error.__cause__

    if index not in engine.recursive:
        return apply
    depth, limit = engine.depths, function.depth

    def bounded(cells: list[int], slots: list[int]) -> int:
        depth[index] += 1
        try:
            if depth[index] > limit:
                raise RulebookError(f"‘{function.name}’ speaks of itself more than {limit} deep", place)
            return apply(cells, slots)
        finally:
            depth[index] -= 1

    return bounded


# --------------------------------------------------------------------------------------------------- sets


def _set_of(engine: Engine, node: core.SetOf) -> Eval:
    items = tuple(compile_expr(engine, item) for item in node.items)
    if len(items) == 1:
        only = items[0]

        def single(cells: list[int], slots: list[int]) -> int:
            row = only(cells, slots)
            return 1 << row if row >= 0 else 0

        return single

    def several(cells: list[int], slots: list[int]) -> int:
        mask = 0
        for item in items:
            row = item(cells, slots)
            if row >= 0:
                mask |= 1 << row
        return mask

    return several


def _set_op(engine: Engine, node: core.SetOp) -> Eval:
    left, right = compile_expr(engine, node.left), compile_expr(engine, node.right)
    if node.op == "|":
        return lambda cells, slots: left(cells, slots) | right(cells, slots)
    if node.op == "&":
        return lambda cells, slots: left(cells, slots) & right(cells, slots)
    if node.op == "-":
        return lambda cells, slots: left(cells, slots) & ~right(cells, slots)
    raise RulebookError(f"the interpreter knows no operation {node.op} on sets", node.place)


def _in(engine: Engine, node: core.In) -> Eval:
    item, group = compile_expr(engine, node.item), compile_expr(engine, node.group)
    if isinstance(node.item, core.Const):
        bit = 1 << node.item.value if node.item.value >= 0 else 0
        return lambda cells, slots: bool(group(cells, slots) & bit)

    def member(cells: list[int], slots: list[int]) -> int:
        row = item(cells, slots)
        return row >= 0 and group(cells, slots) >> row & 1

    return member


# --------------------------------------------------------------------------------------------------- built in


def _built(engine: Engine, node: core.Built) -> Eval:
    args = tuple(compile_expr(engine, arg) for arg in node.args)
    live = engine.live
    match node.name:
        case "turn":
            assert isinstance(node.args[0], core.Const)
            at = engine.layout.counters[node.args[0].value]
            return lambda cells, slots: cells[at]
        case "pending":
            return lambda cells, slots: live.now.pending(args[0](cells, slots))
        case "told":
            return lambda cells, slots: live.now.knows(*(arg(cells, slots) for arg in args))
        case "match_over":
            return lambda cells, slots: live.now.state.over
    raise RulebookError(f"the interpreter knows no built-in ‘{node.name}’", node.place)


_COMPILERS: dict[type, Callable[[Any, Any], Eval]] = {
    core.Const: _const,
    core.Local: _local,
    core.Own: _own,
    core.Read: _read,
    core.Arith: _arith,
    core.Compare: _compare,
    core.And: _and,
    core.Or: _or,
    core.Not: _not,
    core.Choice: _choice,
    core.Apply: _apply,
    core.Rows: queries.compile_rows,
    core.SetOf: _set_of,
    core.SetOp: _set_op,
    core.In: _in,
    core.Query: queries.compile_query,
    core.Ask: boards.compile_ask,
    core.Built: _built,
}
