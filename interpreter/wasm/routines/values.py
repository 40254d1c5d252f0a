"""Values of routines, translated: names, arithmetic, memory, calls."""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any, get_type_hints

from arbitre.interpreter.wasm.binary.function import Func
from arbitre.interpreter.wasm.binary.module import Module
from arbitre.interpreter.wasm.routines import machine
from arbitre.interpreter.wasm.routines.records import Area, Array, Cell, Cells, Constants, Entries, Record, Table, Words

Routine = Callable[..., Any]
Known = type[Record] | None  # what is known of a value: the record that it is the address of

BINARY: dict[type, str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "div_s", ast.Mod: "rem_u", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor", ast.LShift: "shl", ast.RShift: "shr_u",
}  # fmt: skip
_COMPARE: dict[type, str] = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt_s", ast.LtE: "le_s", ast.Gt: "gt_s", ast.GtE: "ge_s"}
_LOADS = {getattr(machine, f"load{kind}"): kind for kind in machine.SIZES}
_STORES = {getattr(machine, f"store{kind}"): kind for kind in ("8", "16", "32", "64")}
_SINGLE = {getattr(machine, name): name for name in ("popcnt", "ctz", "clz", "lt_u", "shr_u", "shl", "mul", "add", "div_s")}


class Untranslatable(Exception):
    """Something that routines may not do; says where."""


@cache
def tree_of(routine: Routine) -> ast.FunctionDef:
    """The source of a routine."""
    plain = inspect.unwrap(routine)
    found = _file(plain.__code__.co_filename).get(plain.__qualname__)
    if found is not None and found.lineno >= plain.__code__.co_firstlineno:
        return found
    tree = ast.parse(textwrap.dedent(inspect.getsource(routine))).body[0]  # one within another function: those of tests
    assert isinstance(tree, ast.FunctionDef)
    ast.increment_lineno(tree, plain.__code__.co_firstlineno - 1)
    return tree


@cache
def _file(name: str) -> dict[str, ast.FunctionDef]:
    """The functions of a file, by name."""
    source = "".join(linecache.getlines(name))
    return {one.name: one for one in ast.parse(source).body if isinstance(one, ast.FunctionDef)}


@cache
def hints_of(routine: Routine) -> dict[str, Any]:
    """The types of its parameters, and of what it gives."""
    return get_type_hints(routine)


def _record(hint: Any) -> Known:
    return hint if isinstance(hint, type) and issubclass(hint, Record) else None


class Values:
    """A routine being written, as far as its values go."""

    def __init__(self, module: Module, func: Func, routine: Routine, names: Mapping[str, int], calls: Mapping[str, str]) -> None:
        self.module, self.f, self.routine, self.names, self.calls = module, func, routine, names, calls
        self.tree = tree_of(routine)
        self.globals: Mapping[str, Any] = inspect.unwrap(routine).__globals__
        hints = hints_of(routine)
        self.slots = {arg.arg: n for n, arg in enumerate(self.tree.args.args)}
        self.known: dict[str, Known] = {arg: _record(hints.get(arg)) for arg in self.slots}
        self.loops: list[tuple[int, int]] = []

    def fault(self, node: ast.AST, what: str) -> Untranslatable:
        line = getattr(node, "lineno", self.routine.__code__.co_firstlineno)
        return Untranslatable(f"{self.routine.__module__}, line {line}, in {self.tree.name}: {what}")

    # ------------------------------------------------------------------------------------ what is known

    def fixed(self, e: ast.expr) -> Any:
        """What a name outside of the routine stands for; None for one of its own, and for what is no name."""
        match e:
            case ast.Name(id=name) if name not in self.slots:
                if name not in self.globals:
                    raise self.fault(e, f"no such name: {name}")
                return self.globals[name]
            case ast.Attribute(value=inner, attr=attr):
                held = self.fixed(inner)
                if isinstance(held, (ModuleType, type)):
                    return getattr(held, attr)
                if isinstance(held, Constants):
                    return self.constant(e, attr.upper())
                if isinstance(held, Area) and attr == "address":
                    return self.constant(e, held.name)
        return None

    def constant(self, e: ast.expr, name: str) -> int:
        if name not in self.names:
            raise self.fault(e, f"the layout has no {name}")
        return self.names[name]

    def fixed_number(self, e: ast.expr) -> int | None:
        found = self.fixed(e) if isinstance(e, (ast.Name, ast.Attribute)) else None
        return int(found) if isinstance(found, int) else None

    def cell(self, cells: Cells, attr: str) -> Cell:
        found = vars(type(cells)).get(attr)
        if not isinstance(found, Cell) or found.name not in self.names:
            raise self.fault(self.tree, f"the layout has no cell {attr}")
        return found

    # ------------------------------------------------------------------------------------ values

    def value(self, e: ast.expr) -> Known:
        """Leaves a value; says which record it is the address of."""
        f = self.f
        match e:
            case ast.Constant(value=int(number)):
                f.const(number)
            case ast.Name(id=name) if name in self.slots:
                f.get(self.slots[name])
                return self.known[name]
            case ast.Name():
                f.const(self.known_number(e))
            case ast.Attribute():
                return self.attribute(e)
            case ast.Subscript():
                kind, row = self.element(e)
                if row is not None:
                    return row
                f.load(kind)
            case ast.BinOp():
                self.value(e.left)
                self.value(e.right)
                f.op(BINARY[type(e.op)])
            case ast.UnaryOp():
                self.unary(e)
            case ast.Compare(ops=[op]):
                self.value(e.left)
                self.value(e.comparators[0])
                f.op(_COMPARE[type(op)])
            case ast.BoolOp():
                self.logic(e)
            case ast.IfExp():
                self.value(e.test)
                f.when(True)
                known = self.value(e.body)
                f.otherwise()
                self.value(e.orelse)
                f.end()
                return known
            case ast.Call():
                gives, known = self.call(e)
                if not gives:
                    raise self.fault(e, f"it gives nothing: {ast.unparse(e)}")
                return known
            case _:
                raise self.fault(e, f"no such value: {ast.unparse(e)}")
        return None

    def known_number(self, e: ast.expr) -> int:
        found = self.fixed_number(e)
        if found is None:
            raise self.fault(e, f"no number: {ast.unparse(e)}")
        return found

    def unary(self, e: ast.UnaryOp) -> None:
        f = self.f
        if isinstance(e.op, ast.USub):
            if isinstance(e.operand, ast.Constant) and isinstance(e.operand.value, int):
                f.const(-e.operand.value)
                return
            f.const(0)
        self.value(e.operand)
        match e.op:
            case ast.Not():
                f.isnt()
            case ast.USub():
                f.op("sub")
            case ast.Invert():
                f.const(-1)
                f.op("xor")
            case _:
                raise self.fault(e, f"no such operation: {ast.unparse(e)}")

    def logic(self, e: ast.BoolOp) -> None:
        f = self.f
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

    # ------------------------------------------------------------------------------------ memory

    def attribute(self, e: ast.Attribute) -> Known:
        """A cell, a constant, the count of a list, a field of a record."""
        held = self.fixed(e.value)
        f = self.f
        if isinstance(held, Cells):
            cell = self.cell(held, e.attr)
            f.const(self.names[cell.name])
            f.load("64")
            return cell.target
        if isinstance(held, (Entries, Words)) and e.attr in ("count", "first"):
            f.const(self.constant(e, held.name) + (8 if e.attr == "first" else 0))
            if e.attr == "first":
                return held.row if isinstance(held, Entries) else None
            f.load("64")
            return None
        if isinstance(held, Entries) and e.attr == "bytes":
            f.const(8)
            f.const(self.constant(e, held.name))
            f.load("64")
            f.const(self.stride(e, held))
            f.op("mul")
            f.op("add")
            return None
        if held is not None:
            if isinstance(held, Table) and e.attr == "step":
                f.const(self.stride(e, held))
                return None
            f.const(self.known_number(e))
            return None
        kind, target, offset = self.field(e)
        if kind != "inline":
            f.load(kind, offset)
        elif offset:
            f.const(offset)
            f.op("add")
        return target

    def field(self, e: ast.Attribute) -> tuple[str, Known, int]:
        """Leaves the address of the record of a field; says how it is read, which record it points to, and where it stands."""
        known = self.value(e.value)
        if known is None:
            raise self.fault(e, f"not a record: {ast.unparse(e.value)}")
        if e.attr == "end":
            return "inline", None, known.SIZE
        place = known.places().get(e.attr)
        if place is None:
            raise self.fault(e, f"{known.__name__} has no {e.attr}")
        return place.kind, place.target, place.offset

    def element(self, e: ast.Subscript) -> tuple[str, Known]:
        """Leaves the address of an element; says how it is read, or which record it is."""
        held = self.fixed(e.value)
        if not isinstance(held, (Array, Table, Words)):
            raise self.fault(e, f"neither array nor table: {ast.unparse(e.value)}")
        first = self.constant(e, held.name) + (8 if isinstance(held, (Entries, Words)) else 0)
        if isinstance(held, Table):
            self.index(e.slice, first, self.stride(e, held))
            return "", held.row
        self.index(e.slice, first, 8 if isinstance(held, Words) else held.size)
        return ("64" if isinstance(held, Words) else held.kind), None

    def stride(self, e: ast.expr, table: Table[Any]) -> int:
        return self.constant(e, table.stride) if table.stride else table.row.SIZE

    def index(self, e: ast.expr, first: int, size: int) -> None:
        self.f.const(first)
        self.scaled(e, size)

    def scaled(self, e: ast.expr, size: int) -> None:
        """Adds an index, times a size, to the address that is on top."""
        self.value(e)
        if size != 1:
            self.f.const(size)
            self.f.op("mul")
        self.f.op("add")

    # ------------------------------------------------------------------------------------ calls

    def call(self, e: ast.Call) -> tuple[bool, Known]:
        """Whether a value is left, and of which record it is the address."""
        if isinstance(e.func, ast.Attribute):
            method = self.method(e, e.func)
            if method is not None:
                return True, method[0]
        called = self.fixed(e.func)
        if isinstance(called, type) and issubclass(called, Record):
            self.value(e.args[0])
            return True, called
        if called in _LOADS or called in _STORES or getattr(called, "__module__", "") == machine.__name__:
            return self.intrinsic(e, called), None
        if not callable(called):
            raise self.fault(e, f"no routine: {ast.unparse(e.func)}")
        for arg in e.args:
            self.value(arg)
        name = self.calls.get(called.__name__, called.__name__)
        if name not in self.module.funcs:
            raise self.fault(e, f"the module has no {name}")
        self.f.call(name)
        return self.module.funcs[name].gives, _record(hints_of(called).get("return"))

    def method(self, e: ast.Call, func: ast.Attribute) -> tuple[Known] | None:
        """``array.at(i)``, ``record.nth(i)`` and ``record.plus(size)``; None for anything else."""
        held = self.fixed(func.value)
        if isinstance(held, Array) and func.attr == "at":
            self.index(e.args[0], self.constant(e, held.name), held.size)
            return (None,)
        if held is None and func.attr in ("plus", "nth"):
            known = self.value(func.value)
            if known is None:
                raise self.fault(e, f"not a record: {ast.unparse(func.value)}")
            self.scaled(e.args[0], known.SIZE if func.attr == "nth" else 1)
            return (known,)
        return None

    def intrinsic(self, e: ast.Call, called: Any) -> bool:
        """What :mod:`machine` provides; whether a value is left."""
        f = self.f
        if called in _LOADS:
            self.value(e.args[0])
            f.load(_LOADS[called])
            return True
        if called in _STORES:
            self.value(e.args[0])
            f.wrap()
            self.value(e.args[1])
            f.store(_STORES[called])
            return False
        if called in (machine.load_word, machine.store_word):
            self.value(e.args[0])
            self.scaled(e.args[1], 8)
            if called is machine.load_word:
                f.load("64")
                return True
            f.wrap()
            self.value(e.args[2])
            f.store("64")
            return False
        if called in (machine.copy, machine.fill):
            for arg in e.args:
                self.value(arg)
                f.wrap()
            f.copy() if called is machine.copy else f.fill()
            return False
        if called in (machine.stop, machine.throw):
            f.op("unreachable") if called is machine.stop else f.throw()
            return False
        for arg in e.args:
            self.value(arg)
        if called is machine.call_indirect:
            f.call_by_number(len(e.args) - 1)
        elif called in _SINGLE:
            f.op(_SINGLE[called])
        else:
            raise self.fault(e, f"no such instruction: {ast.unparse(e.func)}")
        return True


__all__ = ["BINARY", "Known", "Routine", "Untranslatable", "Values", "hints_of", "tree_of"]
