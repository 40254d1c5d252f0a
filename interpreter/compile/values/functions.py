"""Values and conditions of a rulebook asked: written out where they are short, kept where they cannot change meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import free_slots
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.analysis.constants import is_kept
from arbitre.interpreter.analysis.recursion import SHORT, asks_for_itself, is_heavy, put_in, searches, written_out
from arbitre.interpreter.code.machine import VALUE, Fn, Machine, Run

DEEPEST = 180  # how many functions that ask for themselves may be at work


def compile_apply(e: core.Apply, m: Machine) -> Fn:

    function, index, place = m.program.functions[e.function], e.function, e.place
    args = [m.expr(a) for a in e.args]
    rest = [0] * max(0, function.slots - len(args))
    if asks_for_itself(index, m.facts):
        return _again(function, place, args, rest, m)
    if all(isinstance(a, (core.Local, core.Const)) for a in e.args) and written_out(index, m.facts) <= SHORT:
        return m.expr(put_in(function.body, {p.slot: a for p, a in zip(function.params, e.args, strict=True)}))
    if is_kept(index, m.facts) or not searches(index, m.facts):
        return _plain(index, place, args, rest, m)
    return _remembered(index, place, args, rest, m)


def _plain(index: int, place: Place, args: list[Fn], rest: list[int], m: Machine) -> Fn:
    bodies = m.bodies
    if len(args) == 1:
        (only,) = args

        def apply_one(x: Run, f: list[int]) -> int:
            x.budget -= VALUE
            if x.budget < 0:
                x.spend(place)
            return bodies[index](x, [only(x, f), *rest])

        return apply_one

    def apply(x: Run, f: list[int]) -> int:
        x.budget -= VALUE
        if x.budget < 0:
            x.spend(place)
        return bodies[index](x, [a(x, f) for a in args] + rest)

    return apply


def _remembered(index: int, place: Place, args: list[Fn], rest: list[int], m: Machine) -> Fn:
    """A function that searches rows: while options are listed nothing changes, so it is asked once for the same arguments."""
    bodies = m.bodies

    def apply(x: Run, f: list[int]) -> int:
        x.budget -= VALUE
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
        x.budget -= VALUE
        if x.budget < 0:
            x.spend(place)
        given = [a(x, f) for a in args] + rest
        asked = x.asked
        running = asked.get(index, 0)
        if running >= depth or x.depth > DEEPEST:
            raise x.error(phrase("the value ‘{0}’ asks for itself more than {1} times", function.name, running), place)
        asked[index] = running + 1
        x.depth += 1
        try:
            return bodies[index](x, given)
        finally:  # an error may be caught by a search, which then asks in another order
            asked[index] = running
            x.depth -= 1

    return apply


def remembered_query(e: core.Query, asked: Fn, m: Machine) -> Fn:
    """A search that looks through rows for each of its rows, or that depends on nothing around it: done once while nothing changes."""
    slots = sorted(free_slots(e))
    inner = [part for part in (e.where, e.value) if part is not None]
    if len(slots) > 3 or (slots and not any(is_heavy(part, m.facts) for part in inner)):
        return asked
    m.remembered += 1
    number = NONE - m.remembered  # below every function's index

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


FUNCTIONS: dict[type, Callable[[Any, Machine], Fn]] = {
    core.Apply: compile_apply,
}
