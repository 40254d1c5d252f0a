"""Expressions of the core become closures ``f(run, frame) -> int``.

Each node type has one maker in the table at the end; making happens once, when a program is loaded.  ``run.cells`` is the
state's block, ``frame`` the slots of the procedure.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from dsl import core
from dsl.core import NONE
from interpreter.errors import RulebookError
from interpreter.functions import compile_apply, remembered_query
from interpreter.likelihood import compile_chance, compile_chance_after, compile_ratio, compile_walk, rounded
from interpreter.lookups import narrowed
from interpreter.pricing import compile_priced

if TYPE_CHECKING:
    from interpreter.machine import Machine, Run

Fn = Callable[["Run", list[int]], int]
FAR = 9999
MOST_ANSWERS = 50_000  # of a board to one question of the rulebook that are kept
_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "min": min, "max": max,
}  # fmt: skip
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


@lru_cache(maxsize=100_000)
def rows_of(mask: int) -> tuple[int, ...]:
    """The rows of a mask, in order."""
    out = []
    while mask:
        low = mask & -mask
        out.append(low.bit_length() - 1)
        mask ^= low
    return tuple(out)


def compile_expr(expr: core.Expr, machine: Machine) -> Fn:
    return _MAKERS[type(expr)](expr, machine)


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
    row, place, column = compile_expr(e.row, m), e.place, m.program.fields[e.field]
    name = column.name
    size = m.program.domains[column.domain].size
    fixed = m.layout.constant[e.field]
    if fixed is not None:

        def read_fixed(x: Run, f: list[int]) -> int:
            at = row(x, f)
            if at < 0:
                raise x.error(f"‘{name}’ is asked of nothing", place)
            return fixed[at]

        return read_fixed
    base = m.layout.base[e.field]
    if isinstance(e.row, core.Const) and 0 <= e.row.value < size:
        cell = base + e.row.value
        return lambda x, f: x.cells[cell]
    if isinstance(e.row, core.Local):
        slot = e.row.slot

        def read_local(x: Run, f: list[int]) -> int:
            at = f[slot]
            if at < 0:
                raise x.error(f"‘{name}’ is asked of nothing", place)
            return x.cells[base + at]

        return read_local

    def read(x: Run, f: list[int]) -> int:
        at = row(x, f)
        if at < 0:
            raise x.error(f"‘{name}’ is asked of nothing", place)
        return x.cells[base + at]

    return read


def _arith(e: core.Arith, m: Machine) -> Fn:
    left, right, place = compile_expr(e.left, m), compile_expr(e.right, m), e.place
    if e.op in "/%":
        divide = operator.floordiv if e.op == "/" else operator.mod

        def division(x: Run, f: list[int]) -> int:
            by = right(x, f)
            if by == 0:
                raise x.error("a division by 0", place)
            return int(divide(left(x, f), by))

        return division
    if isinstance(e.right, core.Const):
        value = e.right.value
        if e.op in "+-":
            amount = value if e.op == "+" else -value
            return lambda x, f: left(x, f) + amount
        if e.op == "max":
            return lambda x, f: v if (v := left(x, f)) > value else value
        if e.op == "min":
            return lambda x, f: v if (v := left(x, f)) < value else value
    if e.op == "+" and isinstance(e.right, core.Choice) and isinstance(e.right.then, core.Const) and e.right.other == core.Const(place, 0):
        test, amount = compile_expr(e.right.test, m), e.right.then.value
        return lambda x, f: left(x, f) + amount if test(x, f) else left(x, f)
    if e.op == "+":
        return lambda x, f: left(x, f) + right(x, f)
    if e.op == "-":
        return lambda x, f: left(x, f) - right(x, f)
    act = _OPERATORS[e.op]
    return lambda x, f: act(left(x, f), right(x, f))


def _compare(e: core.Compare, m: Machine) -> Fn:
    left, right, test = compile_expr(e.left, m), compile_expr(e.right, m), _COMPARE[e.op]
    if isinstance(e.right, core.Const):
        value = e.right.value
        if e.op == "==":
            return lambda x, f: left(x, f) == value
        if e.op == "!=":
            return lambda x, f: left(x, f) != value
        return lambda x, f: test(left(x, f), value)
    if e.op == "==":
        return lambda x, f: left(x, f) == right(x, f)
    return lambda x, f: test(left(x, f), right(x, f))


def _and(e: core.And, m: Machine) -> Fn:
    items = [compile_expr(i, m) for i in e.items]
    if len(items) == 2:
        one, two = items
        return lambda x, f: 1 if one(x, f) and two(x, f) else 0

    def conjunction(x: Run, f: list[int]) -> int:
        for item in items:
            if not item(x, f):
                return 0
        return 1

    return conjunction


def _or(e: core.Or, m: Machine) -> Fn:
    items = [compile_expr(i, m) for i in e.items]

    def disjunction(x: Run, f: list[int]) -> int:
        for item in items:
            if item(x, f):
                return 1
        return 0

    return disjunction


def _not(e: core.Not, m: Machine) -> Fn:
    item = compile_expr(e.item, m)
    return lambda x, f: 0 if item(x, f) else 1


def _choice(e: core.Choice, m: Machine) -> Fn:
    test, then, other = (compile_expr(i, m) for i in (e.test, e.then, e.other))
    return lambda x, f: then(x, f) if test(x, f) else other(x, f)


def _settled(e: core.Settled, m: Machine) -> Fn:
    base = compile_expr(e.base, m)
    lines = [(compile_expr(t, m), compile_expr(v, m), v.place) for t, v in zip(e.tests, e.values, strict=True)]

    def settled(x: Run, f: list[int]) -> int:
        holding = [(value(x, f), place) for test, value, place in lines if test(x, f)]
        for value, place in holding[1:]:
            if value != holding[0][0]:
                raise x.error(f"two files replace this value, and both hold: at {holding[0][1]} and at {place}", place)
        return holding[0][0] if holding else base(x, f)

    return settled


def _rows(e: core.Rows, m: Machine) -> Fn:
    domain = m.program.domains[e.domain]
    if not domain.dynamic:
        mask = (1 << domain.size) - 1
        return lambda x, f: mask
    base, size = m.layout.base[domain.alive], domain.size
    end, key = base + size, ("rows", base)

    def rows(x: Run, f: list[int]) -> int:
        memo = x.memo
        if memo is not None:
            known: int | None = memo.get(key)
            if known is None:
                known = memo[key] = living(x)
            return known
        return living(x)

    def living(x: Run) -> int:
        alive = x.cells[base:end]
        count = alive.count(1)
        if 0 not in alive[:count]:  # rows are created from the first on
            return (1 << count) - 1
        return sum(1 << row for row, lives in enumerate(alive) if lives)

    return rows


def _set_of(e: core.SetOf, m: Machine) -> Fn:
    items = [compile_expr(i, m) for i in e.items]

    def make(x: Run, f: list[int]) -> int:
        mask = 0
        for item in items:
            value = item(x, f)
            if value >= 0:
                mask |= 1 << value
        return mask

    return make


def _set_op(e: core.SetOp, m: Machine) -> Fn:
    left, right = compile_expr(e.left, m), compile_expr(e.right, m)
    if e.op == "|":
        return lambda x, f: left(x, f) | right(x, f)
    if e.op == "&":
        return lambda x, f: left(x, f) & right(x, f)
    return lambda x, f: left(x, f) & ~right(x, f)


def _one_of(e: core.OneOf, m: Machine) -> Fn:
    choices = [compile_expr(choice, m) for _, choice in e.choices]
    return lambda x, f: next((row for row in (choice(x, f) for choice in choices) if row >= 0), -1)


def _in(e: core.In, m: Machine) -> Fn:
    item, group = compile_expr(e.item, m), compile_expr(e.group, m)
    if isinstance(e.item, core.Const) and e.item.value >= 0:
        row = e.item.value
        return lambda x, f: (group(x, f) >> row) & 1

    def member(x: Run, f: list[int]) -> int:
        value = item(x, f)
        return (group(x, f) >> value) & 1 if value >= 0 else 0

    return member


def _query(e: core.Query, m: Machine) -> Fn:
    source, where = narrowed(e, m)
    value = compile_expr(e.value, m) if e.value is not None else None
    return remembered_query(e, _SINKS[e.sink](e, source, e.slot, where, value), m)


def _sink_any(e: core.Query, source: Fn, slot: int, where: Fn | None, value: Fn | None) -> Fn:
    if where is None:
        return lambda x, f: 1 if source(x, f) else 0

    def exists(x: Run, f: list[int]) -> int:
        for row in rows_of(source(x, f)):
            f[slot] = row
            if where(x, f):
                return 1
        return 0

    return exists


def _sink_set(e: core.Query, source: Fn, slot: int, where: Fn | None, value: Fn | None) -> Fn:
    if where is None:
        return source

    def kept(x: Run, f: list[int]) -> int:
        mask = 0
        for row in rows_of(source(x, f)):
            f[slot] = row
            if where(x, f):
                mask |= 1 << row
        return mask

    return kept


def _kept(source: Fn, slot: int, where: Fn | None) -> Fn:
    return source if where is None else _sink_set(None, source, slot, where, None)  # type: ignore[arg-type]


def _sink_count(e: core.Query, source: Fn, slot: int, where: Fn | None, value: Fn | None) -> Fn:
    kept = _kept(source, slot, where)
    return lambda x, f: kept(x, f).bit_count()


def _sink_first(e: core.Query, source: Fn, slot: int, where: Fn | None, value: Fn | None) -> Fn:
    kept = _kept(source, slot, where)

    def first(x: Run, f: list[int]) -> int:
        mask = kept(x, f)
        return (mask & -mask).bit_length() - 1

    return first


def _sink_only(e: core.Query, source: Fn, slot: int, where: Fn | None, value: Fn | None) -> Fn:
    kept, place = _kept(source, slot, where), e.place

    def only(x: Run, f: list[int]) -> int:
        mask = kept(x, f)
        if mask & (mask - 1):
            raise x.error(f"‘the ... where’ fits {mask.bit_count()} things, at most one is expected", place)
        return mask.bit_length() - 1

    return only


def _folded(pick: Callable[[list[int]], int]) -> Callable[..., Fn]:
    def make(e: core.Query, source: Fn, slot: int, where: Fn | None, value: Fn | None) -> Fn:
        kept, empty = _kept(source, slot, where), e.empty
        assert value is not None

        def fold(x: Run, f: list[int]) -> int:
            found = []
            for row in rows_of(kept(x, f)):
                f[slot] = row
                found.append(value(x, f))
            return pick(found) if found else empty

        return fold

    return make


def _sink_union(e: core.Query, source: Fn, slot: int, where: Fn | None, value: Fn | None) -> Fn:
    kept, is_set = _kept(source, slot, where), e.value_is_set
    assert value is not None

    def union(x: Run, f: list[int]) -> int:
        mask = 0
        for row in rows_of(kept(x, f)):
            f[slot] = row
            found = value(x, f)
            if is_set:
                mask |= found
            elif found >= 0:
                mask |= 1 << found
        return mask

    return union


def _extreme(pick: Callable[[list[int]], int]) -> Callable[..., Fn]:
    def make(e: core.Query, source: Fn, slot: int, where: Fn | None, value: Fn | None) -> Fn:
        kept = _kept(source, slot, where)
        assert value is not None

        def extreme(x: Run, f: list[int]) -> int:
            found: list[tuple[int, int]] = []
            for row in rows_of(kept(x, f)):
                f[slot] = row
                found.append((value(x, f), row))
            if not found:
                return 0
            wanted = pick([v for v, _ in found])
            return sum(1 << row for v, row in found if v == wanted)

        return extreme

    return make


_SINKS: dict[str, Callable[..., Fn]] = {
    "any": _sink_any, "set": _sink_set, "count": _sink_count, "first": _sink_first, "only": _sink_only,
    "sum": _folded(sum), "high": _folded(max), "low": _folded(min), "union": _sink_union,
    "best": _extreme(max), "worst": _extreme(min),
}  # fmt: skip


def _ask(e: core.Ask, m: Machine) -> Fn:
    board = m.program.domains[e.board].board
    if isinstance(e.args[-1], core.Partial):
        return compile_priced(e, m)
    args = [compile_expr(a, m) for a in e.args]
    if e.query == "ahead":
        steps, count, (cell, heading) = board.steps, board.directions, args

        def ahead(x: Run, f: list[int]) -> int:
            at, to = cell(x, f), heading(x, f)
            return steps[at][to % count] if at >= 0 and to >= 0 else NONE

        return ahead
    if e.query == "neighbours":
        masks = [board.neighbour_mask(c) for c in range(board.size)]
        (only,) = args
        return lambda x, f: masks[c] if (c := only(x, f)) >= 0 else 0
    if e.query in ("reach", "toward"):
        first, second, third = args
        question = board.reach_mask if e.query == "reach" else board.toward
        nothing = 0 if e.query == "reach" else NONE
        answers: dict[tuple[int, int, int], int] = {}

        def walked(x: Run, f: list[int]) -> int:
            key = (first(x, f), second(x, f), third(x, f))
            if key[0] < 0 or key[1] < 0:
                return nothing
            if len(answers) > MOST_ANSWERS:
                answers.clear()
            found = answers.get(key)
            if found is None:
                found = answers[key] = question(*key)
            return found

        return walked
    if e.query in ("below", "above"):
        (only,) = args
        shafts = [board.stacked(c, -1 if e.query == "below" else 1) for c in range(board.size)]
        return lambda x, f: shafts[c] if (c := only(x, f)) >= 0 else NONE
    if e.query in ("distance", "diagonal_distance", "direction", "travel", "clear"):
        ask = getattr(board, e.query)
        one, two = args
        empty = {"direction": NONE, "clear": 0}.get(e.query, FAR)
        known: dict[tuple[int, int], int] = {}

        def between(x: Run, f: list[int]) -> int:
            a, b = one(x, f), two(x, f)
            if a < 0 or b < 0:
                return empty
            found = known.get((a, b))
            if found is None:
                if len(known) > MOST_ANSWERS:
                    known.clear()
                found = known[a, b] = ask(a, b)
            return found

        if e.query == "travel":  # the board itself keeps them, in less space
            return lambda x, f: ask(a, b) if (a := one(x, f)) >= 0 and (b := two(x, f)) >= 0 else FAR
        return between
    if e.query == "opposite":
        (only,) = args
        return lambda x, f: board.opposite(d) if (d := only(x, f)) >= 0 else NONE
    return _ask_cells(e.query, board, args)


def _ask_cells(query: str, board: Any, args: list[Fn]) -> Fn:
    known: dict[tuple[int, int], Any] = {}
    one, two = args[0], args[1]

    def cells(a: int, b: int) -> Any:
        found = known.get((a, b))
        if found is None:
            if query == "within":
                found = board.within_mask(a, b)
            elif query == "line":
                found = sum(1 << c for c in board.line(a, b))
            else:
                found = board.ray(a, b)
            if len(known) > MOST_ANSWERS:
                known.clear()
            known[a, b] = found
        return found

    def masked(x: Run, f: list[int]) -> int:
        a, b = one(x, f), two(x, f)
        if a < 0 or b < 0:
            return 0
        found = cells(a, b)
        return found if isinstance(found, int) else sum(1 << c for c in found)

    def first(x: Run, f: list[int]) -> int:
        a, b = one(x, f), two(x, f)
        if a < 0 or b < 0:
            return NONE
        mask = args[2](x, f)
        return next((c for c in cells(a, b) if mask >> c & 1), NONE)

    return first if query == "first_on_ray" else masked


def _built(e: core.Built, m: Machine) -> Fn:
    args = [compile_expr(a, m) for a in e.args]
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
                seats, column, domain, row = (a(x, f) for a in args)
                lines = m.field_seen[column] if column != NONE else m.kind_seen[domain]
                mask = m.mask(x, lines, row)
                return int(mask == -1 or (seats != 0 and not seats & ~mask))

            return sees
        case "percent":
            return lambda x, f: rounded(args[0](x, f))  # type: ignore[arg-type]
        case "match_over":
            return lambda x, f: int(x.state.over)
    raise RulebookError(f"there is no built-in ‘{e.name}’", e.place)


_MAKERS: dict[type, Callable[[Any, Machine], Fn]] = {
    core.Const: _const, core.Path: _const, core.Local: _local, core.Own: _own, core.Read: _read, core.Arith: _arith, core.Compare: _compare,
    core.And: _and, core.Or: _or, core.Not: _not, core.Choice: _choice, core.Settled: _settled, core.Apply: compile_apply, core.Rows: _rows,
    core.SetOf: _set_of, core.SetOp: _set_op, core.In: _in, core.OneOf: _one_of, core.Query: _query, core.Ask: _ask, core.Built: _built,
    core.Ratio: compile_ratio, core.Chance: compile_chance, core.ChanceAfter: compile_chance_after, core.Walk: compile_walk,
}  # fmt: skip
