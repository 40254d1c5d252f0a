"""A pass: small functions are written where they are called.

Cranelift compiles each function by itself, and a call costs more than most runtime routines do.  A call of a small function becomes its
instructions: arguments go into locals behind the caller's own, the callee's other locals begin at 0, and a return is a branch out of a
block.  These locals are shared by all calls of one caller.  Recursive calls stay calls.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain

from arbitre.interpreter.wasm.binary.function import Func
from arbitre.interpreter.wasm.binary.instr import Block, Call, Instr, Scope, callees, encode, instr, is_shorter
from arbitre.interpreter.wasm.binary.module import Module

SMALL = 300  # bytes of a body that is written again at every call
ONLY = 400  # of one that is called from one place alone
_LOCALS = frozenset(("local.get", "local.set", "local.tee"))
_MOVED = _LOCALS | {"return"}  # what becomes another instruction elsewhere


def inline(module: Module) -> None:
    """Writes small functions where they are called, in the whole module."""
    _Inliner(module).all()


class _Inliner:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.bodies: dict[str, Body | None] = {}
        self.done: set[str] = set()
        self.open: set[str] = set()
        self.called = {name: callees(func.code) for name, func in module.funcs.items()}
        self.sites = Counter(chain.from_iterable(self.called.values()))
        self.named = {*module.exports, *module.table}  # these are called from elsewhere too

    def all(self) -> None:
        reached = self.reached()
        for func in self.module.funcs.values():
            if func.name in reached:
                self.finish(func)
        for name, count in self.sites.items():
            if count == 1 and self.bodies.get(name) is not None and name not in self.named:
                func = self.module.funcs[name]  # it stands where it is called, and nowhere else
                func.code, func.locals = [instr("unreachable")], func.params

    def reached(self) -> set[str]:
        """The functions that anything comes to: the others are left as they are, for :mod:`pruner` to leave out."""
        out, open_ = set[str](), [*self.named]
        while open_:
            name = open_.pop()
            if name not in out:
                out.add(name)
                open_ += self.called[name]
        return out

    def finish(self, func: Func) -> None:
        """A function with what it calls written into it; those it calls first."""
        if func.name in self.done:
            return
        self.done.add(func.name)
        self.open.add(func.name)
        for name in dict.fromkeys(self.called[func.name]):
            self.finish(self.module.funcs[name])
        behind = self.rewrite(func.code, func.locals)
        func.locals += behind
        self.open.discard(func.name)

    def rewrite(self, code: list[Instr], base: int) -> int:
        """Replaces calls in place; gives how many locals they need from ``base`` on."""
        behind = 0
        placed: dict[Instr, list[Instr]] = {}  # calls of one function are one instruction
        for one in [one for one in code if not one.raw]:
            if isinstance(one, Call):
                body = self.body(one.callee)
                if body is not None:
                    placed[one] = body.at(base)
                    behind = max(behind, body.func.locals)
            elif isinstance(one, (Block, Scope)):
                behind = max(behind, self.rewrite(one.body, base))
                if isinstance(one, Block) and one.otherwise is not None:
                    behind = max(behind, self.rewrite(one.otherwise, base))
        if placed:
            code[:] = [part for one in code for part in placed.get(one, (one,))]
        return behind

    def body(self, name: str) -> Body | None:
        """The function to be written elsewhere; None for one that is too long, or that is being rewritten itself."""
        if name in self.open:
            return None
        if name not in self.bodies:
            func = self.module.funcs[name]
            most = ONLY if self.sites[name] == 1 and name not in self.named else SMALL
            small = not func.rare and is_shorter(func.code, most) and len(encode(func.code, self.module)) <= most
            self.bodies[name] = Body(func) if small else None
        return self.bodies[name]


class Body:
    """A small function as it is written elsewhere."""

    def __init__(self, func: Func) -> None:
        self.func = func
        self.known: dict[int, list[Instr]] = {}  # by where its locals begin

    def at(self, base: int) -> list[Instr]:
        """Its instructions with its locals from ``base`` on, with what moves its arguments there from the stack."""
        found = self.known.get(base)
        if found is None:
            func = self.func
            out = [instr("local.set", base + n) for n in reversed(range(func.params))]
            for n in range(func.params, func.locals):
                out += (instr("i64.const", 0), instr("local.set", base + n))
            placed = Placed(base)
            body = placed.code(func.code, 0)
            if placed.leaves:
                out.append(Block("block", body, func.gives))
            else:
                out += body
            found = self.known[base] = out
        return found


class Placed:
    """A body being copied: its locals are renumbered, ``return`` becomes a branch; ``leaves``: there was one."""

    def __init__(self, base: int) -> None:
        self.base, self.leaves = base, False

    def code(self, code: list[Instr], depth: int) -> list[Instr]:
        """A copy of instructions that stand in so many blocks."""
        return [one if one.raw and one.opcode.name not in _MOVED else self.one(one, depth) for one in code]

    def one(self, one: Instr, depth: int) -> Instr:
        name = one.opcode.name
        if name in _LOCALS:
            return instr(name, self.base + one.operand)
        if name == "return":
            self.leaves = True
            return instr("br", depth)
        if isinstance(one, Block):
            otherwise = None if one.otherwise is None else self.code(one.otherwise, depth + 1)
            return Block(one.kind, self.code(one.body, depth + 1), one.gives, otherwise, one.operand)
        if isinstance(one, Scope):
            return Scope(self.code(one.body, depth), one.slots)
        return one


__all__ = ["ONLY", "SMALL", "inline"]
