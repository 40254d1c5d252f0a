"""A pass: safepoints, where a module looks whether it has been told to stop.

Nothing outside can stop WebAssembly in the midst of a call.  wasmtime's own interruption polls in every loop and every function, which
takes up to a third of the time of matches; this pass polls only where time can add up: in loops that contain other loops, or calls
of functions that do, and in recursive functions.  Between two polls lie at most one innermost loop, whose rounds the rules or the tables
bound, and code without any.  Runs after inlining, which moves loops into each other.

The flag is read by an atomic load: a plain one could be moved out of a loop that does not write.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbitre.interpreter.wasm.binary.instr import Block, Call, CallIndirect, Instr, Scope, instr
from arbitre.interpreter.wasm.binary.module import Module


def add_safepoints(module: Module, flag: int) -> None:
    """Makes all functions of a module trap soon after the 64-bit word at the address ``flag`` has become something else than 0."""
    found = {name: _Found() for name in module.funcs}
    for name, func in module.funcs.items():
        found[name].look(func.code)
    calls = {name: one.calls | set(module.table) if one.indirect else one.calls for name, one in found.items()}
    recursive = _in_cycles(calls)
    slow = recursive | {name for name, one in found.items() if one.loops}
    _spread(slow, calls)
    poll = _poll(flag)
    for name, func in module.funcs.items():
        if found[name].loops:
            _poll_loops(func.code, slow, poll)
        if name in recursive:
            func.code[:0] = poll


class _Found:
    """What a function consists of: the functions that it calls by name, whether it calls others by their index, whether it has loops."""

    __slots__ = ("calls", "indirect", "loops")

    def __init__(self) -> None:
        self.calls: set[str] = set()
        self.indirect = self.loops = False

    def look(self, code: Sequence[Instr]) -> None:
        for one in [one for one in code if not one.raw]:
            if isinstance(one, Call):
                self.calls.add(one.callee)
            elif isinstance(one, (Block, Scope)):
                self.look(one.body)
                if isinstance(one, Block):
                    self.loops = self.loops or one.kind == "loop"
                    self.look(one.otherwise or ())
            else:
                self.indirect = self.indirect or isinstance(one, CallIndirect)


def _poll_loops(code: list[Instr], slow: set[str], poll: list[Instr]) -> bool:
    """Puts polls into loops in which time adds up; is there a loop in the code, or a call that may come to one?"""
    found = False
    for one in [one for one in code if not one.raw]:
        if isinstance(one, (Block, Scope)):
            inner = _poll_loops(one.body, slow, poll)
            if isinstance(one, Block):
                if one.otherwise is not None and _poll_loops(one.otherwise, slow, poll):
                    inner = True
                if one.kind == "loop":
                    if inner:
                        one.body[:0] = poll
                    inner = True
            found = found or inner
        else:
            found = found or isinstance(one, CallIndirect) or (isinstance(one, Call) and one.callee in slow)
    return found


def _poll(flag: int) -> list[Instr]:
    asked = [instr("i32.const", flag), instr("i64.atomic.load"), instr("i64.const", 0), instr("i64.ne")]
    return [*asked, Block("if", [instr("unreachable")])]


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
