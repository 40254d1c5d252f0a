"""A pass for odds: functions that can be left in their midst.

Odds carry out a statement again and again, each time a throw farther.  Where a throw has no outcome yet, every function under way is left
at once, and writes down what it would still read: live locals and what waits on the stack of an expression.  Together with the match and
the slots of calls that is all that could tell this way from another, so two ways are merged exactly where nothing is left that differs.
"""

from __future__ import annotations

from collections.abc import Iterable

from arbitre.interpreter.wasm.binary.function import Func
from arbitre.interpreter.wasm.binary.instr import Block, Call, CallIndirect, Instr, Scope, Slots, call, callees, instr, walk
from arbitre.interpreter.wasm.binary.liveness import Site, find_live
from arbitre.interpreter.wasm.binary.module import Module
from arbitre.interpreter.wasm.binary.stack_types import OutOfReach, find_waiting

FLAG = "UNWINDING"  # the cell that says that everything is to be left
NOTE, CLEAR = "still", "clear_slots"  # the routines that note a value, and empty slots that are dead
NEVER = ("explore", "attempt")  # they begin and end the attempts themselves


class Unwinder:
    """Makes all functions of a module such that they can be left.

    ``outcome``: the function that finds outcomes; ``by_number``: those that call others through the table, which may throw; ``names``:
    addresses.
    """

    def __init__(self, module: Module, outcome: str, by_number: Iterable[str], names: dict[str, int]) -> None:
        self.module, self.names = module, names
        self.by_number = {name for name in by_number if any(isinstance(one, CallIndirect) for one in walk(module.funcs[name].code))}
        self.throwing = self.which_throw(outcome)
        self.sites = 0

    def which_throw(self, outcome: str) -> set[str]:
        """The functions that may come to a throw, by whatever they call."""
        callers: dict[str, set[str]] = {}
        for func in self.module.funcs.values():
            for name in callees(func.code):
                callers.setdefault(name, set()).add(func.name)
        found = {outcome, *self.by_number}
        open_ = list(found)
        while open_:
            fresh = callers.get(open_.pop(), set()) - found
            found |= fresh
            open_ += fresh
        return found

    def all(self) -> None:
        """Rewrites the module.

        Raises:
            OutOfReach: a throw stands in a part of an expression whose other values could not be told.
        """
        for func in self.module.funcs.values():
            if func.name in self.throwing and func.name not in NEVER:
                self.rewrite(func)

    def rewrite(self, func: Func) -> None:
        """Behind each call that may throw: if an outcome is wanted, say what is still needed, and leave."""
        code, found = self.marked(func, func.code, None)
        if not found:
            return
        try:
            find_waiting(code, self.signature)
        except OutOfReach:
            raise OutOfReach(func.name) from None
        find_live(code)
        func.code = self.replaced(func, code, func.locals)

    def signature(self, name: str) -> tuple[int, bool]:
        func = self.module.funcs[name]
        return func.params, func.gives

    # ------------------------------------------------------------------------------------ sites marked, and replaced

    def marked(self, func: Func, code: list[Instr], slots: Slots | None) -> tuple[list[Instr], bool]:
        """The same code with a :class:`Site` for each call that may throw; are there any?"""
        out: list[Instr] = []
        any_ = False
        for one in code:
            if self.may_throw(func, one):
                one = Site(one, slots)
                any_ = True
            elif isinstance(one, Scope):
                body, found = self.marked(func, one.body, one.slots)
                one = Scope(body, one.slots)
                any_ |= found
            elif isinstance(one, Block):
                body, found = self.marked(func, one.body, slots)
                otherwise, also = (None, False) if one.otherwise is None else self.marked(func, one.otherwise, slots)
                one = Block(one.kind, body, one.gives, otherwise, one.operand)
                any_ |= found or also
            out.append(one)
        return out, any_

    def may_throw(self, func: Func, one: Instr) -> bool:
        if isinstance(one, Call):
            return one.callee in self.throwing
        return isinstance(one, CallIndirect) and func.name in self.by_number

    def replaced(self, func: Func, code: list[Instr], locals_: int) -> list[Instr]:
        """The code with its sites written out; ``locals_``: how many locals the function had."""
        out: list[Instr] = []
        for one in code:
            if isinstance(one, Site):
                held = self.put_aside(func, out, one, locals_)
                out.append(one.call)
                still = [*(local for local in range(locals_) if one.live >> local & 1 and local not in func.counters), *held]
                self.leave(func, out, still, one.slots)
            elif isinstance(one, Scope):
                out += self.replaced(func, one.body, locals_)
            elif isinstance(one, Block):
                body = self.replaced(func, one.body, locals_)
                otherwise = None if one.otherwise is None else self.replaced(func, one.otherwise, locals_)
                out.append(Block(one.kind, body, one.gives, otherwise, one.operand))
            else:
                out.append(one)
        return out

    def put_aside(self, func: Func, out: list[Instr], site: Site, first: int) -> list[int]:
        """What waits below the arguments of a call goes into locals too, so that it can be told; gives these locals."""
        if not site.waiting:
            return []
        arguments = self.signature(site.call.callee)[0] if isinstance(site.call, Call) else site.call.operand
        short = [*site.waiting, *[False] * arguments, *[True] * isinstance(site.call, CallIndirect)]  # values of 32 bits
        func.locals = max(func.locals, first + len(short))
        for n in reversed(range(len(short))):
            out += [instr("i64.extend_i32_u")] * short[n]
            out.append(instr("local.set", first + n))
        for n in range(len(short)):
            out.append(instr("local.get", first + n))
            out += [instr("i32.wrap_i64")] * short[n]
        return list(range(first, first + len(site.waiting)))

    def leave(self, func: Func, out: list[Instr], still: list[int], slots: Slots | None) -> None:
        """``if (UNWINDING)``: what is still read, by which site, is noted; dead slots are emptied, and the function returns."""
        self.sites += 1
        then: list[Instr] = []
        for value in (*(instr("local.get", local) for local in still), instr("i64.const", self.sites)):
            then += (value, call(NOTE))
        if slots is not None and slots.dead:
            raw = b"".join(offset.to_bytes(8, "little") + size.to_bytes(8, "little") for offset, size in slots.dead) + bytes(16)
            then += (instr("local.get", slots.frame), instr("i64.const", self.module.constant(raw)), call(CLEAR))
        if func.gives:
            then.append(instr("i64.const", 0))
        then.append(instr("return"))
        out += (instr("i32.const", 0), instr("i64.load", self.names[FLAG]), instr("i64.eqz"), instr("i32.eqz"), Block("if", then))


__all__ = ["Unwinder"]
