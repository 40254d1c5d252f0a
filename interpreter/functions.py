"""Values and conditions of a rulebook asked: written out where they are short, kept where they cannot change meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from dsl import core
from dsl.core import NONE
from dsl.places import Place
from interpreter.lookups import children, is_kept

if TYPE_CHECKING:
    from interpreter.machine import Machine, Run

Fn = Callable[["Run", list[int]], int]
SHORT = 40  # nodes of a body that is written out where it is asked
DEEPEST = 180  # how many functions that ask for themselves may be at work


def compile_apply(e: core.Apply, m: Machine) -> Fn:
    from interpreter.expressions import compile_expr

    function, index, place = m.program.functions[e.function], e.function, e.place
    if index not in m.recursive:
        m.recursive[index] = asks_for_itself(index, m)
    args = [compile_expr(a, m) for a in e.args]
    rest = [0] * max(0, function.slots - len(args))
    if m.recursive[index]:
        return _again(function, place, args, rest, m)
    if all(isinstance(a, (core.Local, core.Const)) for a in e.args) and written_out(index, m) <= SHORT:
        return compile_expr(put_in(function.body, {p.slot: a for p, a in zip(function.params, e.args, strict=True)}), m)
    if is_kept(index, m) or not searches(index, m):
        return _plain(index, place, args, rest, m)
    return _remembered(index, place, args, rest, m)


def _plain(index: int, place: Place, args: list[Fn], rest: list[int], m: Machine) -> Fn:
    bodies = m.bodies
    if len(args) == 1:
        (only,) = args

        def apply_one(x: Run, f: list[int]) -> int:
            x.budget -= 1
            if x.budget < 0:
                x.spend(place)
            return bodies[index](x, [only(x, f), *rest])

        return apply_one

    def apply(x: Run, f: list[int]) -> int:
        x.budget -= 1
        if x.budget < 0:
            x.spend(place)
        return bodies[index](x, [a(x, f) for a in args] + rest)

    return apply


def _remembered(index: int, place: Place, args: list[Fn], rest: list[int], m: Machine) -> Fn:
    """A function that searches rows: while options are listed nothing changes, so it is asked once for the same arguments."""
    bodies = m.bodies

    def apply(x: Run, f: list[int]) -> int:
        x.budget -= 1
        if x.budget < 0:
            x.spend(place)
        given = [a(x, f) for a in args]
        memo = x.memo
        if memo is None:
            return bodies[index](x, given + rest)
        key = (index, *given)
        found: int | None = memo.get(key)
        if found is None:
            found = memo[key] = bodies[index](x, given + rest)
        return found

    return apply


def _again(function: core.Function, place: Place, args: list[Fn], rest: list[int], m: Machine) -> Fn:
    """A function that can ask for itself: at most so often as it says."""
    bodies, index, depth = m.bodies, function.index, function.depth

    def apply(x: Run, f: list[int]) -> int:
        x.budget -= 1
        if x.budget < 0:
            x.spend(place)
        given = [a(x, f) for a in args] + rest
        asked = x.asked
        running = asked.get(index, 0)
        if running >= depth or x.depth > DEEPEST:
            raise x.error(f"the value ‘{function.name}’ asks for itself more than {running} times", place)
        asked[index] = running + 1
        x.depth += 1
        try:
            return bodies[index](x, given)
        finally:  # an error may be caught by a search, which then asks in another order
            asked[index] = running
            x.depth -= 1

    return apply


# ------------------------------------------------------------------------------------------------ what a function is like


def asks_for_itself(index: int, m: Machine) -> bool:
    """Can a function lead back to itself?"""
    body = m.program.functions[index].body
    return any(isinstance(part, core.Apply) and part.function == index for part in whole(body, m.program))


def whole(expr: core.Expr, program: core.Program) -> Iterator[core.Expr]:
    """Every node of an expression and of the functions it asks, each function once."""
    seen: set[int] = set()
    open_ = [expr]
    while open_:
        part = open_.pop()
        yield part
        if isinstance(part, core.Apply) and part.function not in seen:
            seen.add(part.function)
            open_.append(program.functions[part.function].body)
        open_ += children(part)


def searches(index: int, m: Machine) -> bool:
    """Does it look through rows, dice or ways, itself or by a function it asks?"""
    if index not in m.searching:
        body = m.program.functions[index].body
        m.searching[index] = any(
            isinstance(part, (core.Query, core.Chance, core.ChanceAfter, core.Walk, core.Partial)) for part in whole(body, m.program)
        )
    return m.searching[index]


def written_out(index: int, m: Machine) -> int:
    """How many nodes its body has when short functions in it are written out too; too many where it cannot be."""
    if index not in m.lengths:
        function = m.program.functions[index]
        m.lengths[index] = SHORT + 1
        if not m.recursive.setdefault(index, asks_for_itself(index, m)) and not is_kept(index, m):
            m.lengths[index] = length(function.body, {p.slot for p in function.params}, m)
    return m.lengths[index]


def length(expr: core.Expr, slots: set[int], m: Machine) -> int:
    if isinstance(expr, core.Query) or (isinstance(expr, core.Local) and expr.slot not in slots):
        return SHORT + 1  # it needs slots of its own
    count = 1 + sum(length(child, slots, m) for child in children(expr))
    if isinstance(expr, core.Apply):
        inner = written_out(expr.function, m)
        count += inner if inner <= SHORT else 1
    return count


def put_in(expr: core.Expr, given: dict[int, core.Expr]) -> core.Expr:
    """A body with its arguments in the place of its parameters."""
    if isinstance(expr, core.Local):
        return given.get(expr.slot, expr)
    changed: dict[str, Any] = {}
    for part in fields(expr):
        value = getattr(expr, part.name)
        if isinstance(value, core.Expr):
            changed[part.name] = put_in(value, given)
        elif isinstance(value, tuple) and any(isinstance(item, core.Expr) for item in value):
            changed[part.name] = tuple(put_in(item, given) if isinstance(item, core.Expr) else item for item in value)
    return replace(expr, **changed) if changed else expr


def free_slots(expr: core.Expr) -> set[int]:
    """The slots an expression reads that it does not fill itself."""
    if isinstance(expr, core.Local):
        return {expr.slot}
    out: set[int] = set()
    for child in children(expr):
        out |= free_slots(child)
    if isinstance(expr, core.Query):
        out = free_slots(expr.source) | (out - {expr.slot})
    return out


def searched_slots(expr: core.Expr) -> set[int]:
    """The slots that searches of an expression fill."""
    out = {expr.slot} if isinstance(expr, core.Query) else set()
    for child in children(expr):
        out |= searched_slots(child)
    return out


def expressions_in(node: Any) -> Iterator[core.Expr]:
    """The outermost expressions of statements."""
    if isinstance(node, core.Expr):
        yield node
    elif isinstance(node, (list, tuple)):
        for item in node:
            yield from expressions_in(item)
    elif is_dataclass(node) and not isinstance(node, Place):
        for part in fields(node):
            yield from expressions_in(getattr(node, part.name))


def is_heavy(expr: core.Expr, m: Machine) -> bool:
    """Does it look through rows?"""
    if isinstance(expr, core.Query) or (isinstance(expr, core.Apply) and searches(expr.function, m)):
        return True
    return any(is_heavy(child, m) for child in children(expr))


def remembered_query(e: core.Query, asked: Fn, m: Machine) -> Fn:
    """A search that looks through rows for each of its rows, or that depends on nothing around it: done once while nothing changes."""
    slots = sorted(free_slots(e))
    inner = [part for part in (e.where, e.value) if part is not None]
    if len(slots) > 3 or (slots and not any(is_heavy(part, m) for part in inner)):
        return asked
    m.searches += 1
    number = NONE - m.searches  # below every function's index

    def once(x: Run, f: list[int]) -> int:
        memo = x.memo
        if memo is None:
            return asked(x, f)
        key = (number, *[f[slot] for slot in slots])
        found: int | None = memo.get(key)
        if found is None:
            found = memo[key] = asked(x, f)
        return found

    return once
