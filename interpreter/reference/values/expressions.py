"""Expressions of the core become closures ``f(run, frame) -> int``.

Each node type has one maker in the table at the end; making happens once, when a program is loaded.  ``run.cells`` is the
state's block, ``frame`` the slots of the procedure.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.machine import GREATEST, Fn, Machine, Run
from arbitre.interpreter.code.value_text import rounded
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.visibility import includes

_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "min": min, "max": max,
}  # fmt: skip
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_SETS: dict[str, Callable[[int, int], int]] = {"|": operator.or_, "&": operator.and_, "-": lambda a, b: a & ~b}


def _const(e: core.Const, m: Machine) -> Fn:
    value = e.value
    return lambda x, f: value


def _local(e: core.Local, m: Machine) -> Fn:
    slot = e.slot
    return lambda x, f: f[slot]


def _own(e: core.Own, m: Machine) -> Fn:
    procedure, slot, default = e.procedure, e.slot, e.default

    def own(x: Run, f: list[int]) -> int:
        frames = x.running.get(procedure)
        return frames[-1][slot] if frames else default

    return own


def _read(e: core.Read, m: Machine) -> Fn:
    row, place, name = m.expr(e.row), e.place, m.program.fields[e.field].name
    base, fixed = m.layout.base[e.field], m.layout.constant[e.field]

    def read(x: Run, f: list[int]) -> int:
        at = row(x, f)
        if at < 0:
            raise x.error(phrase("‘{0}’ is asked of none", name), place)
        return x.cells[base + at] if fixed is None else fixed[at]

    return read


def _arith(e: core.Arith, m: Machine) -> Fn:
    left, right, place = m.expr(e.left), m.expr(e.right), e.place
    if e.op in "/%":
        divide = operator.floordiv if e.op == "/" else operator.mod

        def division(x: Run, f: list[int]) -> int:
            by = right(x, f)
            if by == 0:
                raise x.error("division by 0", place)
            return int(divide(left(x, f), by))

        return division
    act = _OPERATORS[e.op]
    if e.op == "*":

        def product(x: Run, f: list[int]) -> int:
            found = left(x, f) * right(x, f)
            return found if -GREATEST <= found <= GREATEST else too_great(x, place)

        return product
    return lambda x, f: act(left(x, f), right(x, f))


def too_great(x: Run, place: Place) -> int:
    """Stops: numbers go no farther."""
    raise x.error(phrase("this number has more than {0} digits", len(str(GREATEST)) - 1), place)


def _compare(e: core.Compare, m: Machine) -> Fn:
    left, right, test = m.expr(e.left), m.expr(e.right), _COMPARE[e.op]
    return lambda x, f: test(left(x, f), right(x, f))


def _and(e: core.And, m: Machine) -> Fn:
    items = [m.expr(i) for i in e.items]

    def conjunction(x: Run, f: list[int]) -> int:
        for item in items:
            if not item(x, f):
                return 0
        return 1

    return conjunction


def _or(e: core.Or, m: Machine) -> Fn:
    items = [m.expr(i) for i in e.items]

    def disjunction(x: Run, f: list[int]) -> int:
        for item in items:
            if item(x, f):
                return 1
        return 0

    return disjunction


def _not(e: core.Not, m: Machine) -> Fn:
    item = m.expr(e.item)
    return lambda x, f: 0 if item(x, f) else 1


def _choice(e: core.Choice, m: Machine) -> Fn:
    test, then, other = (m.expr(i) for i in (e.test, e.then, e.other))
    return lambda x, f: then(x, f) if test(x, f) else other(x, f)


def _settled(e: core.Settled, m: Machine) -> Fn:
    base = m.expr(e.base)
    lines = [(m.expr(t), m.expr(v), v.place) for t, v in zip(e.tests, e.values, strict=True)]

    def settled(x: Run, f: list[int]) -> int:
        holding = [(value(x, f), place) for test, value, place in lines if test(x, f)]
        for value, place in holding[1:]:
            if value != holding[0][0]:
                raise x.error(phrase("two files replace this value, and both apply: at {0} and at {1}", holding[0][1], place), place)
        return holding[0][0] if holding else base(x, f)

    return settled


def _rows(e: core.Rows, m: Machine) -> Fn:
    domain = m.program.domains[e.domain]
    if not domain.dynamic:
        mask = (1 << domain.size) - 1
        return lambda x, f: mask
    first, end = m.layout.base[domain.alive], m.layout.base[domain.alive] + domain.size
    return lambda x, f: sum(1 << row for row, lives in enumerate(x.cells[first:end]) if lives)


def _set_of(e: core.SetOf, m: Machine) -> Fn:
    items = [m.expr(i) for i in e.items]

    def make(x: Run, f: list[int]) -> int:
        mask = 0
        for item in items:
            value = item(x, f)
            if value >= 0:
                mask |= 1 << value
        return mask

    return make


def _set_op(e: core.SetOp, m: Machine) -> Fn:
    left, right = m.expr(e.left), m.expr(e.right)
    act = _SETS[e.op]
    return lambda x, f: act(left(x, f), right(x, f))


def _one_of(e: core.OneOf, m: Machine) -> Fn:
    choices = [m.expr(choice) for _, choice in e.choices]
    return lambda x, f: next((row for row in (choice(x, f) for choice in choices) if row >= 0), -1)


def _in(e: core.In, m: Machine) -> Fn:
    item, group = m.expr(e.item), m.expr(e.group)

    def member(x: Run, f: list[int]) -> int:
        value = item(x, f)
        return (group(x, f) >> value) & 1 if value >= 0 else 0

    return member


def _built(e: core.Built, m: Machine) -> Fn:
    args = [m.expr(a) for a in e.args]
    match e.name:
        case "turn":
            return lambda x, f: x.state.runs[args[0](x, f)]
        case "pending":
            return lambda x, f: int(x.is_pending(args[0](x, f)))
        case "told":

            def told(x: Run, f: list[int]) -> int:
                seats, column, row = (a(x, f) for a in args)
                known = {(s, c, r) for s, c, r, _ in x.state.told}
                return int((-2, column, row) in known or (seats != 0 and all((s, column, row) in known for s in rows_of(seats))))

            return told
        case "sees":

            def sees(x: Run, f: list[int]) -> int:
                seats, column, domain, row = (a(x, f) for a in args[:4])
                lines = m.field_seen[column] if column != NONE else m.kind_seen[domain]
                mask = m.mask(x, lines, row)
                return int(includes(mask, seats) and as_published(m, x, column, domain, row))

            return sees
        case "percent":
            return lambda x, f: rounded(args[0](x, f))  # type: ignore[arg-type]
        case "match_over":
            return lambda x, f: int(x.state.over)
    raise RulebookError(phrase("there is no built-in ‘{0}’", e.name), e.place)


def as_published(m: Machine, x: Run, column: int, domain: int, row: int) -> bool:
    """Is what sides see of it what it is now?  Where a game publishes they see what was published last, but for orders."""
    cells = x.state.published
    kind = m.program.domains[domain if column == NONE else m.program.fields[column].domain]
    orders = m.program.orders
    if cells is None or row < 0 or (orders is not None and kind.index == orders.domain):
        return True
    if kind.dynamic and not cells[m.layout.base[kind.alive] + row]:
        return False
    if column == NONE or m.layout.constant[column] is not None:
        return True
    at = m.layout.base[column] + row
    return cells[at] == x.cells[at]


EXPRESSIONS: dict[type, Callable[[Any, Machine], Fn]] = {
    core.Const: _const, core.Path: _const, core.Local: _local, core.Own: _own, core.Read: _read, core.Arith: _arith, core.Compare:
    _compare, core.And: _and, core.Or: _or, core.Not: _not, core.Choice: _choice, core.Settled: _settled, core.Rows: _rows,
    core.SetOf: _set_of, core.SetOp: _set_op, core.In: _in, core.OneOf: _one_of, core.Built: _built,
}  # fmt: skip
