"""From routines to instructions.

A routine is a function whose values are all 64-bit integers or records (addresses of them).  It may assign, compare, count, branch, loop,
call other routines and what :mod:`machine` provides, read and write declared memory (:mod:`records`), and catch what ``throw()`` raises.
Names are looked up where Python would: a constant of the layout, of an enumeration or of another file is known here, and a branch on a
constant of the layout is decided here.  ``//`` and ``%`` are used of numbers from 0 on only; ``>>`` does not keep the sign.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from arbitre.interpreter.wasm.binary.module import Module
from arbitre.interpreter.wasm.routines.records import Cells, Entries, Words
from arbitre.interpreter.wasm.routines.values import BINARY, Known, Routine, Untranslatable, Values, hints_of, tree_of


def add_routines(module: Module, routines: Sequence[Routine], names: Mapping[str, int], exported: Sequence[str] = ()) -> None:
    """Makes functions of the module out of routines."""
    declare(module, {routine.__name__: routine for routine in routines}, exported)
    for routine in routines:
        write(module, routine.__name__, routine, names)


def declare(module: Module, routines: Mapping[str, Routine], exported: Sequence[str] = ()) -> None:
    """The functions that routines become, by name, so that others can call them before they are written."""
    for name, routine in routines.items():
        tree = tree_of(routine)
        module.func(name, len(tree.args.args), hints_of(routine).get("return", type(None)) is not type(None), name in exported)


def write(module: Module, name: str, routine: Routine, names: Mapping[str, int], calls: Mapping[str, str] | None = None) -> None:
    """Writes a function that was declared.  ``calls``: functions of the module that stand for those that the routine names.

    Raises:
        Untranslatable: the routine does what routines may not.
    """
    _Translation(module, module.funcs[name], routine, names, calls or {}).write()


class _Translation(Values):
    """One routine being written."""

    def write(self) -> None:
        *body, last = self.tree.body
        self.block(body)
        if isinstance(last, ast.Return) and last.value is not None:
            self.value(last.value)  # what is left at the end is what a function gives
            return
        self.stmt(last)
        if self.f.gives:
            self.f.const(0)

    # ------------------------------------------------------------------------------------ statements

    def block(self, body: Sequence[ast.stmt]) -> None:
        for stmt in body:
            self.stmt(stmt)

    def stmt(self, s: ast.stmt) -> None:
        match s:
            case ast.Assign(targets=[target]):
                self.assign(target, lambda: self.value(s.value))
            case ast.AugAssign():
                self.assign(s.target, lambda: self.operation(s))
            case ast.If():
                self.branch(s)
            case ast.While():
                self.loop(s)
            case ast.Try(handlers=[handler]):
                with self.f.rescuing(lambda: self.block(handler.body)):
                    self.block(s.body)
            case ast.Break():
                self.f.br(self.loops[-1][0])
            case ast.Continue():
                self.f.br(self.loops[-1][1])
            case ast.Return():
                if s.value is not None:
                    self.value(s.value)
                self.f.leave()
            case ast.Expr(value=ast.Call() as called):
                if self.call(called)[0]:
                    self.f.op("drop")
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case _:
                raise self.fault(s, f"no such statement: {ast.unparse(s)}")

    def operation(self, s: ast.AugAssign) -> Known:
        load = s.target
        self.value(load)
        self.value(s.value)
        self.f.op(BINARY[type(s.op)])
        return None

    def assign(self, target: ast.expr, value: Callable[[], Known]) -> None:
        f = self.f
        match target:
            case ast.Name(id=name):
                known = value()
                if name not in self.slots:
                    self.slots[name], self.known[name] = f.local(), known
                f.set(self.slots[name])
            case ast.Attribute(value=inner, attr=attr):
                held, offset = self.fixed(inner), 0
                if isinstance(held, Cells):
                    kind = "64"
                    f.const(self.names[self.cell(held, attr).name])
                elif isinstance(held, (Entries, Words)) and attr == "count":
                    kind = "64"
                    f.const(self.names[held.name])
                else:
                    kind, _, offset = self.field(target)
                f.wrap()
                value()
                f.store(kind.rstrip("su"), offset)
            case ast.Subscript():
                kind, _ = self.element(target)
                f.wrap()
                value()
                f.store(kind.rstrip("su"))
            case _:
                raise self.fault(target, f"nothing can be stored there: {ast.unparse(target)}")

    def branch(self, s: ast.If) -> None:
        known = self.fixed_number(s.test)
        if known is not None:
            self.block(s.body if known else s.orelse)
            return
        self.value(s.test)
        self.f.when()
        self.block(s.body)
        if s.orelse:
            self.f.otherwise()
            self.block(s.orelse)
        self.f.end()

    def loop(self, s: ast.While) -> None:
        f = self.f
        with f.block() as out, f.loop() as again:
            self.value(s.test)
            f.isnt()
            f.br_if(out)
            self.loops.append((out, again))
            self.block(s.body)
            self.loops.pop()
            f.br(again)


__all__ = ["Routine", "Untranslatable", "add_routines", "declare", "write"]
