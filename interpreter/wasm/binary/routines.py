"""Routines written in a small part of Python, turned into WebAssembly.

What every module needs beside the rules themselves (lots, dice, the agendas' stack, lasting changes) is easier to read as functions of
integers than as instructions.  A routine is a function with plain parameters whose values are all 64-bit integers.  It may assign,
compare, count, branch, loop, call other functions of the module by their name, and reach memory with ``load64(at)``, ``store8(at, value)``
and the like, ``copy(to, at, size)`` and ``fill(at, byte, size)``;
``throw()`` leaves all up to the innermost ``try``.  Names in capitals are numbers that the compiler knows.  ``//`` and ``%``
are used of numbers from 0 on only, and ``>>`` does not keep the sign.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from arbitre.interpreter.wasm.binary.building import Func, Module

_BINARY: dict[type, str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "div_s", ast.Mod: "rem_u", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor", ast.LShift: "shl", ast.RShift: "shr_u",
}  # fmt: skip
_COMPARE: dict[type, str] = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt_s", ast.LtE: "le_s", ast.Gt: "gt_s", ast.GtE: "ge_s"}
_SINGLE = {"popcnt", "ctz", "clz", "rotr", "rotl", "lt_u"}


def add_routines(module: Module, routines: Sequence[Callable[..., Any]], names: Mapping[str, int], exported: tuple[str, ...] = ()) -> None:
    """Makes functions of the module out of Python functions; those that give something are annotated ``-> int``."""
    declare(module, routines, exported)
    write(module, routines, names)


def declare(module: Module, routines: Sequence[Callable[..., Any]], exported: tuple[str, ...] = ()) -> None:
    """The names of routines, so that others can call them before they are written."""
    for routine in routines:
        tree = _tree(routine)
        module.func(tree.name, len(tree.args.args), isinstance(tree.returns, ast.Name), tree.name in exported)


def write(module: Module, routines: Sequence[Callable[..., Any]], names: Mapping[str, int]) -> None:
    """Writes routines that were declared."""
    for routine in routines:
        tree = _tree(routine)
        _Writer(module.funcs[tree.name], tree, names).write()


def write_as(module: Module, routine: Callable[..., Any], name: str, names: Mapping[str, int], calls: Mapping[str, str]) -> None:
    """A routine written once more, under a name of its own: with numbers of its own, and calls of other functions than it names."""
    tree = _tree(routine)
    func = module.func(name, len(tree.args.args), isinstance(tree.returns, ast.Name))
    _Writer(func, tree, names, calls).write()


@cache
def _tree(routine: Callable[..., Any]) -> ast.FunctionDef:
    tree = ast.parse(textwrap.dedent(inspect.getsource(routine))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree


class _Writer:
    """One routine being written."""

    def __init__(self, func: Func, tree: ast.FunctionDef, names: Mapping[str, int], calls: Mapping[str, str] | None = None) -> None:
        self.f, self.tree, self.names, self.calls = func, tree, names, calls or {}
        self.slots = {arg.arg: n for n, arg in enumerate(tree.args.args)}
        self.loops: list[tuple[int, int]] = []

    def write(self) -> None:
        self.block(self.tree.body)
        if self.f.gives:
            self.f.const(0)

    def block(self, body: list[ast.stmt]) -> None:
        for stmt in body:
            self.stmt(stmt)

    def slot(self, name: str) -> int:
        if name not in self.slots:
            self.slots[name] = self.f.local()
        return self.slots[name]

    def stmt(self, s: ast.stmt) -> None:
        f = self.f
        match s:
            case ast.Assign(targets=[ast.Name(id=name)]):
                self.value(s.value)
                f.set(self.slot(name))
            case ast.AugAssign(target=ast.Name(id=name)):
                f.get(self.slot(name))
                self.value(s.value)
                f.op(_BINARY[type(s.op)])
                f.set(self.slot(name))
            case ast.If(test=ast.Name(id=name)) if name.isupper():  # known now
                self.block(s.body if self.names[name] else s.orelse)
            case ast.If():
                self.value(s.test)
                f.when()
                self.block(s.body)
                if s.orelse:
                    f.otherwise()
                    self.block(s.orelse)
                f.end()
            case ast.While():
                with f.block() as out, f.loop() as again:
                    self.value(s.test)
                    f.isnt()
                    f.br_if(out)
                    self.loops.append((out, again))
                    self.block(s.body)
                    self.loops.pop()
                    f.br(again)
            case ast.Try(handlers=[handler]):
                with f.rescuing(lambda: self.block(handler.body)):
                    self.block(s.body)
            case ast.Break():
                f.br(self.loops[-1][0])
            case ast.Continue():
                f.br(self.loops[-1][1])
            case ast.Return():
                if s.value is not None:
                    self.value(s.value)
                f.leave()
            case ast.Expr(value=ast.Call() as called):
                if self.call(called):
                    f.op("drop")
            case ast.Expr(value=ast.Constant()):
                pass
            case _:
                raise NotImplementedError(ast.dump(s))

    def value(self, e: ast.expr) -> None:
        f = self.f
        match e:
            case ast.Constant(value=int(number)):
                f.const(number)
            case ast.Name(id=name):
                if name.isupper():
                    f.const(self.names[name])
                else:
                    f.get(self.slots[name])
            case ast.BinOp():
                self.value(e.left)
                self.value(e.right)
                f.op(_BINARY[type(e.op)])
            case ast.UnaryOp(op=ast.Not()):
                self.value(e.operand)
                f.isnt()
            case ast.UnaryOp(op=ast.USub()):
                f.const(0)
                self.value(e.operand)
                f.op("sub")
            case ast.UnaryOp(op=ast.Invert()):
                self.value(e.operand)
                f.const(-1)
                f.op("xor")
            case ast.Compare(ops=[op]):
                self.value(e.left)
                self.value(e.comparators[0])
                f.op(_COMPARE[type(op)])
            case ast.BoolOp():
                self.value(e.values[0])
                for item in e.values[1:]:
                    f.when(True)
                    if isinstance(e.op, ast.Or):
                        f.const(1)
                        f.otherwise()
                        self.value(item)
                    else:
                        self.value(item)
                        f.otherwise()
                        f.const(0)
                    f.end()
            case ast.IfExp():
                self.value(e.test)
                f.when(True)
                self.value(e.body)
                f.otherwise()
                self.value(e.orelse)
                f.end()
            case ast.Call():
                self.call(e)
            case _:
                raise NotImplementedError(ast.dump(e))

    def call(self, e: ast.Call) -> bool:
        """Whether it gives a value."""
        f = self.f
        assert isinstance(e.func, ast.Name)
        name = e.func.id
        if name.startswith("load") and name[4:5].isdigit():
            self.value(e.args[0])
            f.load(name[4:])
            return True
        if name.startswith("store") and name[5:6].isdigit():
            self.value(e.args[0])
            f.wrap()
            self.value(e.args[1])
            f.store(name[5:])
            return False
        if name in ("copy", "fill"):
            for arg in e.args:
                self.value(arg)
                f.wrap()
            f.copy() if name == "copy" else f.fill()
            return False
        if name == "stop":
            f.op("unreachable")
            return False
        if name == "throw":
            f.throw()
            return False
        for arg in e.args:
            self.value(arg)
        if name in _SINGLE:
            f.op(name)
            return True
        if name == "by_number":  # the number first, then its arguments
            raise NotImplementedError("the number must come last: use numbered")
        if name == "numbered":
            f.call_by_number(len(e.args) - 1)
            return True
        name = self.calls.get(name, name)
        f.call(name)
        return f.module.funcs[name].gives
