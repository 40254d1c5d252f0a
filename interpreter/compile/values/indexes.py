"""What a query can find without looking at every row.

``players where square is place and it is watchful``: the rows whose column holds a value are found by searching the column,
``it in S`` narrows to S, and what depends on nothing that changes is reckoned once for a machine. The rest of the condition is
asked of what remains, in the order it is written. Nothing of this changes a result, only the time it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import speaks_of
from arbitre.interpreter.analysis.constants import is_fixed
from arbitre.interpreter.code.machine import Fn, Machine, Run
from arbitre.interpreter.compile.values.holders import held_step
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.masks import rows_of

Step = Callable[[Run, list[int], int], int]  # of a mask of rows: those for which a condition holds


def unspent(x: Run, ask: Callable[[], Any]) -> Any:
    """Asks without counting it: what is kept for good may not depend on who asked first."""
    budget, depth = x.budget, x.depth
    try:
        return ask()
    finally:
        x.budget, x.depth = budget, depth


def narrowed(e: core.Query, m: Machine) -> tuple[Fn, Fn | None]:
    """The rows worth looking at, and what is left to ask of them."""

    source = m.expr(e.source)
    if e.where is None:
        return source, None
    items = list(e.where.items) if isinstance(e.where, core.And) else [e.where]
    steps: list[Step] = []
    held: list[Step] = []
    unheld: list[core.Expr] = []  # what is asked row by row if those who point to them cannot be collected
    rest: list[core.Expr] = []
    size = m.program.domains[e.source.domain].size if isinstance(e.source, core.Rows) else 0
    for item in items:
        step = set_step(item, e.slot, size, m)
        if step is not None:
            steps.append(step)
            continue
        unheld.append(item)
        step = held_step(item, e.slot, m)
        if step is not None:
            held.append(step)
        else:
            rest.append(item)
    if not steps and not held:
        return source, m.expr(e.where)
    whole = m.expr(e.where)
    found = _found(source, steps, whole, e.slot)
    if held:
        found = _found_held(found, held, _together(unheld, e, m), e.slot)
    return found, _together(rest, e, m) if rest else None


def _together(items: list[core.Expr], e: core.Query, m: Machine) -> Fn:
    return m.expr(items[0] if len(items) == 1 else core.And(e.place, tuple(items)))


def _found(source: Fn, steps: list[Step], whole: Fn, slot: int) -> Fn:

    def rows(x: Run, f: list[int]) -> int:
        mask = start = source(x, f)
        try:
            for step in steps:
                if not mask:
                    return 0
                mask = step(x, f, mask)
        except RulebookError:  # a part that an earlier part would have kept from being asked: ask as it is written
            mask = _asked(x, f, start, whole, slot)
        return mask

    return rows


def _found_held(found: Fn, held: list[Step], each: Fn, slot: int) -> Fn:

    def rows(x: Run, f: list[int]) -> int:
        mask = start = found(x, f)
        try:
            for step in held:
                if not mask:
                    return 0
                mask = step(x, f, mask)
        except RulebookError:
            mask = _asked(x, f, start, each, slot)
        return mask

    return rows


def _asked(x: Run, f: list[int], start: int, test: Fn, slot: int) -> int:
    mask = 0
    x.budget -= start.bit_count()
    for row in rows_of(start):
        f[slot] = row
        if test(x, f):
            mask |= 1 << row
    return mask


def set_step(item: core.Expr, slot: int, size: int, m: Machine) -> Step | None:
    """A condition on the row in ``slot`` asked of all rows of a mask at once; None where that cannot be done."""
    if size and is_fixed(item, frozenset({slot}), m.facts):
        return _once(item, slot, size, m)
    match item:
        case core.Not():
            inner = set_step(item.item, slot, 0, m)
            return None if inner is None else _without(inner)
        case core.Or():
            parts = [set_step(part, slot, 0, m) for part in item.items]
            made = [part for part in parts if part is not None]
            return _any(made) if len(made) == len(parts) else None
        case core.Compare(op="!="):
            inner = set_step(core.Compare(item.place, "==", item.left, item.right), slot, 0, m)
            return None if inner is None else _without(inner)
        case core.Compare(op="=="):
            for read, other in ((item.left, item.right), (item.right, item.left)):
                if speaks_of(other, slot):
                    continue
                if isinstance(read, core.Read) and isinstance(read.row, core.Local) and read.row.slot == slot:
                    return _by_value(read.field, other, m)
                if isinstance(read, core.Local) and read.slot == slot:
                    return _the_row(other, m)
        case core.In():
            if not speaks_of(item.group, slot):
                if isinstance(item.item, core.Local) and item.item.slot == slot:
                    return _by_group(item.group, m)
                if isinstance(item.item, core.Read) and isinstance(item.item.row, core.Local) and item.item.row.slot == slot:
                    return _by_column(item.item.field, item.group, m)
    return None


def _without(step: Step) -> Step:
    return lambda x, f, mask: mask & ~step(x, f, mask)


def _any(steps: list[Step]) -> Step:

    def union(x: Run, f: list[int], mask: int) -> int:
        found = 0
        for step in steps:
            found |= step(x, f, mask & ~found)
        return found

    return union


def _the_row(other: core.Expr, m: Machine) -> Step:

    wanted = m.expr(other)
    return lambda x, f, mask: mask & (1 << row) if (row := wanted(x, f)) >= 0 else 0


def _once(item: core.Expr, slot: int, size: int, m: Machine) -> Step:

    test = m.expr(item)
    kept: list[int] = []

    def fixed(x: Run, f: list[int], mask: int) -> int:
        if not kept:

            def all_rows() -> int:
                found = 0
                frame = f[:]
                for row in range(size):
                    frame[slot] = row
                    if test(x, frame):
                        found |= 1 << row
                return found

            kept.append(unspent(x, all_rows))
        return mask & kept[0]

    return fixed


def _by_value(field: int, other: core.Expr, m: Machine) -> Step:

    wanted = m.expr(other)
    fixed = m.layout.constant[field]
    if fixed is not None:
        masks = _masks(fixed)
        return lambda x, f, mask: mask & masks.get(wanted(x, f), 0)
    base = m.layout.base[field]
    end = base + m.program.domains[m.program.fields[field].domain].size
    bits = [1 << n for n in range(end - base)]

    last: tuple[list[int], dict[int, int]] = ([], {})  # the column as it was, and what was found in it: it changes seldom

    def search(x: Run, f: list[int], mask: int) -> int:
        nonlocal last
        value, column, now = wanted(x, f), x.cells[base:end], last
        if column != now[0]:
            last = now = (column, {})
        found = now[1].get(value)
        if found is None:
            found = now[1][value] = rows_holding(value, column)
        return mask & found

    def rows_holding(value: int, column: list[int]) -> int:
        found = 0
        if column.count(value) > 5:
            for bit, held in zip(bits, column, strict=True):
                if held == value:
                    found |= bit
            return found
        at = -1
        try:
            while True:
                at = column.index(value, at + 1)
                found |= bits[at]
        except ValueError:
            return found

    return search


def _by_group(group: core.Expr, m: Machine) -> Step:

    wanted = m.expr(group)
    return lambda x, f, mask: mask & wanted(x, f)


def _masks(values: Sequence[int]) -> dict[int, int]:
    """The rows that hold each value."""
    masks: dict[int, int] = {}
    for row, value in enumerate(values):
        masks[value] = masks.get(value, 0) | 1 << row
    return masks


def _by_column(field: int, group: core.Expr, m: Machine) -> Step:

    wanted = m.expr(group)
    fixed = m.layout.constant[field]
    if fixed is not None:
        masks = _masks(fixed)

        def known(x: Run, f: list[int], mask: int) -> int:
            found = 0
            for value in rows_of(wanted(x, f)):
                found |= masks.get(value, 0)
            return mask & found

        return known
    base = m.layout.base[field]
    end = base + m.program.domains[m.program.fields[field].domain].size

    def search(x: Run, f: list[int], mask: int) -> int:
        values, found = wanted(x, f), 0
        for row, value in enumerate(x.cells[base:end]):
            if value != NONE and values >> value & 1:
                found |= 1 << row
        return mask & found

    return search


INDEXED = 128  # rows of a column that is worth an index


def kept_value(index: int, m: Machine, body: Fn) -> Callable[[Run, list[int]], int]:
    """A function of what never changes: each of its values is reckoned once. ``frame`` starts with its arguments."""
    known: dict[tuple[int, ...], int] = {}
    count = len(m.program.functions[index].params)

    def value(x: Run, frame: list[int]) -> int:
        key = tuple(frame[:count])
        found = known.get(key)
        if found is None:
            found = known[key] = unspent(x, lambda: body(x, frame))
        return found

    return value
