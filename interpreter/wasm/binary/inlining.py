"""Small functions written where they are called.

Cranelift compiles each function by itself, and a call costs more than most routines do: the sets, the agendas' tables, the kept values.
So a call of a small function becomes its instructions: what it was given goes into locals behind the caller's own, the callee's other
locals begin at 0, and leaving it is a branch out of a block. The locals behind the caller's own serve all its calls, one after the other.

Calls are noted as they are written (:attr:`Func.calls`), so only the bodies of small functions are read again here, once each.
"""

from __future__ import annotations

from dataclasses import dataclass

from arbitre.interpreter.wasm.binary.building import Func, Module
from arbitre.interpreter.wasm.binary.encoding import I64, NOTHING, OPS, number_at, unsigned

SMALL = 300  # bytes of a body that is written again at every call
ONLY = 400  # of one that is called from one place alone
_LOCALS = (0x20, 0x21, 0x22)  # get, set, tee
_BLOCKS = (0x02, 0x03, 0x04, 0x1F)
_BRANCHES = (0x0C, 0x0D)
_BULK, _SIMD = 0xFC, 0xFD


@dataclass(slots=True)
class Template:
    """A body made ready to be written elsewhere: bytes as they are, and between them (``local``: code and number) what is to be changed."""

    parts: list[bytes | tuple[int, int]]
    locals: int
    leaves: bool  # it is left in its midst


def inline(module: Module) -> None:
    """Writes small functions where they are called, in the whole module."""
    _Inliner(module).all()


class _Inliner:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.templates: dict[str, Template | None] = {}
        self.done: set[str] = set()
        self.open: set[str] = set()
        self.sites: dict[str, int] = {}
        for func in module.funcs.values():
            for _, name in func.calls:
                self.sites[name] = self.sites.get(name, 0) + 1
        self.named = {*module.exports, *module.table}  # these are called from elsewhere too

    def all(self) -> None:
        for func in self.module.funcs.values():
            self.finish(func)
        for name, count in self.sites.items():
            if count == 1 and self.templates.get(name) is not None and name not in self.named:
                func = self.module.funcs[name]  # it stands where it is called, and nowhere else
                func.code, func.calls, func.locals = bytearray([OPS["unreachable"]]), [], func.params

    def finish(self, func: Func) -> None:
        """A function with what it calls written into it; those it calls first."""
        if func.name in self.done:
            return
        self.done.add(func.name)
        self.open.add(func.name)
        for _, name in func.calls:
            self.finish(self.module.funcs[name])
        self.write(func)
        self.open.discard(func.name)

    def template(self, name: str) -> Template | None:
        """How a function is written elsewhere; None for one that is too long, or that is being written itself."""
        if name in self.open:
            return None
        if name not in self.templates:
            func = self.module.funcs[name]
            once = self.sites.get(name) == 1 and name not in self.named
            small = len(func.code) <= (ONLY if once else SMALL)
            self.templates[name] = template_of(func) if small else None
        return self.templates[name]

    def write(self, func: Func) -> None:
        out, first, behind = bytearray(), 0, 0
        calls: list[tuple[int, str]] = []
        for at, name in func.calls:
            found = self.template(name)
            out += func.code[first:at]
            first = at + 1 + len(unsigned(self.module.index_of(name)))
            if found is None:
                calls.append((len(out), name))
                out += func.code[at:first]
                continue
            _put(out, self.module.funcs[name], found, func.locals)
            behind = max(behind, found.locals)
        out += func.code[first:]
        func.code, func.calls = out, calls
        func.locals += behind


def _put(out: bytearray, callee: Func, found: Template, base: int) -> None:
    """One call: what was given from the stack into locals, and the body in a block if it is left in its midst."""
    for number in reversed(range(callee.params)):
        out += b"\x21" + unsigned(base + number)
    for number in range(callee.params, found.locals):
        out += b"\x42\x00\x21" + unsigned(base + number)
    if found.leaves:
        out += bytes([0x02, I64 if callee.gives else NOTHING])
    for part in found.parts:
        if isinstance(part, tuple):
            out.append(part[0])
            out += unsigned(base + part[1])
        else:
            out += part
    if found.leaves:
        out.append(OPS["end"])


def template_of(func: Func) -> Template:
    """Reads a body: its locals are renumbered where it is written, ``return`` becomes a branch, all else stays as it is."""
    code, at, first, depth, leaves = func.code, 0, 0, 0, False
    out: list[bytes | tuple[int, int]] = []
    while at < len(code):
        op = code[at]
        if op in _LOCALS:
            out.append(bytes(code[first:at]))
            number, at = number_at(code, at + 1)
            out.append((op, number))
            first = at
        elif op == OPS["return"]:
            out.append(bytes(code[first:at]) + b"\x0c" + unsigned(depth))
            at += 1
            first, leaves = at, True
        else:
            depth += 1 if op in _BLOCKS else -1 if op == OPS["end"] else 0
            at = _after(code, at)
    out.append(bytes(code[first:]))
    return Template([part for part in out if part], func.locals, leaves)


def _after(code: bytearray, at: int) -> int:
    """Where the next instruction begins."""
    op = code[at]
    if op == 0x1F:  # what catches: one sort of what is caught, and where that leads to
        return number_at(code, at + 4)[1]
    if op in _BLOCKS:
        return at + 2
    if op in _BRANCHES or op in (0x08, 0x10):
        return number_at(code, at + 1)[1]
    if op == 0x11:  # a call by number: its type and its table
        return number_at(code, number_at(code, at + 1)[1])[1]
    if 0x28 <= op <= 0x3E:  # loads and stores
        return number_at(code, number_at(code, at + 1)[1])[1]
    if op in (0x41, 0x42):
        return number_at(code, at + 1)[1]
    if op == _SIMD:
        code_, at = number_at(code, at + 1)
        return number_at(code, number_at(code, at)[1])[1] if code_ in (0x00, 0x0B) else at
    if op == _BULK:
        return at + (4 if code[at + 1] == 0x0A else 3)
    return at + 1
