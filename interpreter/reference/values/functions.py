"""Values and conditions of a rulebook asked for with arguments.

What scans rows is evaluated once for the same arguments while options are listed, as nothing changes meanwhile (``Run.memo``); what
depends on nothing that changes in a match is worked out once for a machine.  Both change only the time it takes.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.analysis.constants import is_kept
from arbitre.interpreter.analysis.recursion import asks_for_itself, searches
from arbitre.interpreter.code.machine import VALUE, Fn, Machine, Run

DEEPEST = 800  # how many functions that ask for themselves may be at work
PLAIN = 40  # of these fit into Python's usual recursion limit
CALLS = 20_000  # the recursion limit for more of them


def compile_apply(e: core.Apply, m: Machine) -> Fn:
    function, index, place = m.program.functions[e.function], e.function, e.place
    args = [m.expr(a) for a in e.args]
    rest = [0] * max(0, function.slots - len(args))
    if asks_for_itself(index, m.facts):
        return _again(function, place, args, rest, m)
    memoised = worth_keeping(index, m)
    bodies = m.bodies

    def apply(x: Run, f: list[int]) -> int:
        x.spend(place, VALUE)
        return bodies[index](x, [a(x, f) for a in args] + rest)

    def apply_once(x: Run, f: list[int]) -> int:
        x.spend(place, VALUE)
        given = [a(x, f) for a in args]
        memo = x.memo
        if memo is None:
            return bodies[index](x, given + rest)
        key = (index, *given)
        found: int | None = memo.get(key)
        if found is None:
            found = memo[key] = bodies[index](x, given + rest)
        return found

    return apply_once if memoised else apply


def worth_keeping(index: int, m: Machine) -> bool:
    """Is what a function comes to kept for as long as nothing changes?  Where it scans rows, and the machine does not keep it for good."""
    return searches(index, m.facts) and not asks_for_itself(index, m.facts) and not is_kept(index, m.facts)


def _again(function: core.Function, place: Place, args: list[Fn], rest: list[int], m: Machine) -> Fn:
    """A function that can ask for itself: at most so often as it says."""
    bodies, index, depth = m.bodies, function.index, function.depth

    def apply(x: Run, f: list[int]) -> int:
        x.spend(place, VALUE)
        given = [a(x, f) for a in args] + rest
        asked = x.asked
        running = asked.get(index, 0)
        if running >= depth or x.depth > DEEPEST:
            raise x.error(phrase("the value ‘{0}’ asks for itself more than {1} times", function.name, running), place)
        asked[index] = running + 1
        x.depth += 1
        try:
            return bodies[index](x, given) if x.depth != PLAIN else deep(bodies[index], x, given)
        finally:  # an error may be caught by a search, which then asks in another order
            asked[index] = running
            x.depth -= 1

    return apply


class _Calls:
    """How many calls Python allows: more while any thread evaluates a value that has asked for itself often already."""

    def __init__(self) -> None:
        self.lock, self.deep, self.usual = threading.Lock(), 0, 0

    def __enter__(self) -> None:
        with self.lock:
            if not self.deep:
                self.usual = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self.usual, CALLS))
            self.deep += 1

    def __exit__(self, *error: object) -> None:
        with self.lock:
            self.deep -= 1
            if not self.deep:
                sys.setrecursionlimit(self.usual)


_calls = _Calls()  # the limit is that of the whole process


def deep(body: Fn, x: Run, given: list[int]) -> int:
    """A value that has asked for itself often already."""
    with _calls:
        return body(x, given)


def kept_value(index: int, m: Machine, body: Fn) -> Fn:
    """A function of what never changes: each of its values is worked out once.  A frame starts with its arguments."""
    known: dict[tuple[int, ...], int] = {}
    count = len(m.program.functions[index].params)

    def value(x: Run, frame: list[int]) -> int:
        key = tuple(frame[:count])
        if key not in known:
            known[key] = unspent(x, lambda: body(x, frame))
        return known[key]

    return value


def unspent(x: Run, ask: Callable[[], Any]) -> Any:
    """Asks without counting it: what is kept for good may not depend on who asked first."""
    budget, depth = x.budget, x.depth
    try:
        return ask()
    finally:
        x.budget, x.depth = budget, depth


FUNCTIONS: dict[type, Callable[[Any, Machine], Fn]] = {
    core.Apply: compile_apply,
}
