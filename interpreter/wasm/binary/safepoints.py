"""A pass: safepoints, where a module looks whether it has been told to stop.

Nothing outside can stop WebAssembly in the midst of a call.  wasmtime's own interruption polls in every loop and every function, which
takes an eighth to a third of the time of matches; this pass polls only where time can add up: in loops that contain other loops, or calls
of functions that do, and in recursive functions.  Between two polls lie at most one innermost loop, whose rounds the rules or the tables
bound, and code without any.  Runs after inlining, which moves loops into each other.

The flag is read by an atomic load: a plain one could be moved out of a loop that does not write.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arbitre.interpreter.wasm.binary.instr import Block, Call, CallIndirect, Instr, callees, instr, walk
from arbitre.interpreter.wasm.binary.module import Module


def add_safepoints(module: Module, flag: int) -> None:
    """Makes all functions of a module trap soon after the 64-bit word at the address ``flag`` has become something else than 0."""
    calls = {name: set(_called(func.code, module)) for name, func in module.funcs.items()}
    recursive = _in_cycles(calls)
    slow = {name for name, func in module.funcs.items() if name in recursive or any(map(_is_loop, walk(func.code)))}
    _spread(slow, calls)
    poll = _poll(flag)
    for name, func in module.funcs.items():
        for one in list(walk(func.code)):
            if isinstance(one, Block) and one.kind == "loop" and _is_slow(one.body, slow):
                one.body[:0] = poll
        if name in recursive:
            func.code[:0] = poll


def _poll(flag: int) -> list[Instr]:
    asked = [instr("i32.const", flag), instr("i64.atomic.load"), instr("i64.const", 0), instr("i64.ne")]
    return [*asked, Block("if", [instr("unreachable")])]


def _is_loop(one: Instr) -> bool:
    return isinstance(one, Block) and one.kind == "loop"


def _is_slow(body: Sequence[Instr], slow: set[str]) -> bool:
    """Is there a loop in it, or a call that may come to one?"""
    return any(_is_loop(one) or isinstance(one, CallIndirect) or (isinstance(one, Call) and one.callee in slow) for one in walk(body))


def _called(code: Sequence[Instr], module: Module) -> Iterator[str]:
    """The functions that code may call; by an index, all of the table."""
    yield from callees(code)
    if any(isinstance(one, CallIndirect) for one in walk(code)):
        yield from module.table


def _spread(names: set[str], calls: dict[str, set[str]]) -> None:
    """Adds all that call one of these functions, directly or not."""
    callers: dict[str, set[str]] = {}
    for name, called in calls.items():
        for other in called:
            callers.setdefault(other, set()).add(name)
    open_ = list(names)
    while open_:
        fresh = callers.get(open_.pop(), set()) - names
        names |= fresh
        open_ += fresh


def _in_cycles(calls: dict[str, set[str]]) -> set[str]:
    """The functions that may lead back to themselves: leaves are taken away from both ends until none is left."""
    callers: dict[str, set[str]] = {name: set() for name in calls}
    for name, called in calls.items():
        for other in called:
            callers[other].add(name)
    left = set(calls)
    for ahead, behind in ((calls, callers), (callers, calls)):
        count = {name: len(ahead[name] & left) for name in left}
        open_ = [name for name in left if not count[name]]
        while open_:
            gone = open_.pop()
            left.discard(gone)
            for other in behind[gone] & left:
                count[other] -= 1
                if not count[other]:
                    open_.append(other)
    return left


__all__ = ["add_safepoints"]
