"""Walks over the core: the only place that goes from a node to its parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from operator import is_
from typing import Any, TypeVar

from arbitre.dsl import core
from arbitre.dsl.diagnostics.position import Place

E = TypeVar("E", bound=core.Expr)
N = TypeVar("N")
Expr = core.Expr  # asked for of every part of every node
_WORDS = (core.Text, core.Domain, core.Say, core.Reveal)  # what is only told or shown


def statements_of(body: tuple[core.Stmt, ...]):  # type: ignore[no-untyped-def]
    """Every statement of a block, those inside others too."""
    for stmt in body:
        yield stmt
        for name in ("then", "other", "body"):
            inner = getattr(stmt, name, None)
            if isinstance(inner, tuple):
                yield from statements_of(inner)
        for branch in getattr(stmt, "branches", ()):
            yield from statements_of(branch.body)


def hooks_of(p: core.Procedure) -> Iterator[core.Hook]:
    """Every hook of a rule and of its steps."""
    yield from (*p.before, *p.instead, *p.after, *p.rolled)
    for step in p.steps:
        yield from (*step.before, *step.instead, *step.after)


def bodies_of(p: core.Procedure) -> Iterator[tuple[core.Stmt, ...]]:
    """The statements of a rule, of its steps, of its hooks."""
    yield p.body
    yield from (step.body for step in p.steps)
    yield from (hook.body for hook in hooks_of(p))


def filled(s: core.Stmt) -> Iterator[int]:
    """The slots that one statement fills."""
    slot = getattr(s, "slot", None)
    if isinstance(slot, int) and not isinstance(s, core.SetOwn):
        yield slot
    if isinstance(s, core.Invoke):
        yield from (mine for _, mine in s.outputs)
    if isinstance(s, core.RollOff):
        yield from (s.left, s.right)


def blocks_of(body: tuple[core.Stmt, ...]) -> Iterator[tuple[core.Stmt, ...]]:
    """A block, and every block within it."""
    yield body
    for stmt in statements_of(body):
        for name in ("then", "other", "body"):
            inner = getattr(stmt, name, None)
            if isinstance(inner, tuple) and inner:
                yield inner
        yield from (branch.body for branch in getattr(stmt, "branches", ()))


def nodes(start: object, without: frozenset[str] = frozenset()) -> Iterator[object]:
    """Every node of the core below this one, each once; what names stand for is not followed.

    ``without``: names of parts that are left out.
    """
    seen: set[int] = set()
    open_ = [start]
    push = open_.append
    while open_:  # every check walks the whole program, some several times
        node = open_.pop()
        kind = type(node)
        if kind is tuple or kind is list:
            open_ += node  # type: ignore[arg-type]
            continue
        parts = _BELOW[kind] if kind in _BELOW else _below(kind)
        if parts is None or id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        for name in parts:
            if name not in without:
                push(getattr(node, name))


def carried_out(start: object) -> Iterator[object]:
    """Every node below this one that can decide anything: without texts and what is only shown."""
    open_ = [start]
    while open_:
        node = open_.pop()
        if isinstance(node, (list, tuple)):
            open_ += node
        elif type(node) not in _ATOMS and deciding_names_of(type(node)):
            yield node
            open_ += [getattr(node, name) for name in parts_of(type(node))]


_ATOMS = frozenset((int, str, bool, type(None)))  # most of what is met on a walk, and no node
_PLAIN = frozenset(("int", "str", "bool", "float", "None", "Place", "list", "tuple", "frozenset"))  # in annotations of fields without nodes
_HOLDING: dict[type, tuple[str, ...]] = {}
_BELOW: dict[type, tuple[str, ...] | None] = {}
_FIELDS: dict[type, tuple[str, ...]] = {}
_PARTS: dict[type, tuple[str, ...]] = {}
_NAMES: dict[type, tuple[str, ...]] = {}
_DECIDING: dict[type, tuple[str, ...]] = {}


def names_of(kind: type) -> tuple[str, ...]:
    """The parts of a node of that kind; none of what is no node."""
    if kind not in _NAMES:
        is_node = is_dataclass(kind) and not issubclass(kind, Place)
        _NAMES[kind] = tuple(part.name for part in fields(kind) if part.name != "board") if is_node else ()
    return _NAMES[kind]


def deciding_names_of(kind: type) -> tuple[str, ...]:
    """The same without texts, places, and what is only shown."""
    if kind not in _DECIDING:
        is_node = is_dataclass(kind) and not issubclass(kind, (Place, *_WORDS))
        _DECIDING[kind] = tuple(part.name for part in fields(kind) if part.name != "place") if is_node else ()
    return _DECIDING[kind]


def holding_names_of(kind: type) -> tuple[str, ...]:
    """The parts of a node of that kind that may hold nodes."""
    if kind not in _HOLDING:
        plain = _plain_names_of(kind)
        _HOLDING[kind] = tuple(name for name in names_of(kind) if name not in plain)
    return _HOLDING[kind]


def _below(kind: type) -> tuple[str, ...] | None:
    """The same for anything met on a walk: None for what is no node."""
    _BELOW[kind] = holding_names_of(kind) if names_of(kind) else None
    return _BELOW[kind]


def _plain_names_of(kind: type) -> set[str]:
    """The fields whose annotation names nothing but values and sequences of them."""
    return {part.name for part in fields(kind) if _PLAIN.issuperset(re.findall(r"\w+", str(part.type)))}


# ------------------------------------------------------------------------------------ expressions


def children(expr: core.Expr) -> list[core.Expr]:
    """The expressions directly below one."""
    kind = type(expr)
    out: list[core.Expr] = []
    for name in _PARTS[kind] if kind in _PARTS else parts_of(kind):
        value = getattr(expr, name)
        if isinstance(value, Expr):
            out.append(value)
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Expr):
                    out.append(item)
                elif isinstance(item, tuple):  # things of several kinds, each with its kind
                    out += [part for part in item if isinstance(part, Expr)]
    return out


def parts_of(kind: type) -> tuple[str, ...]:
    """The fields of a node that decide something and may hold other nodes; none of what is no node."""
    if kind not in _PARTS:
        names = deciding_names_of(kind)
        plain = _plain_names_of(kind) if names else set()
        _PARTS[kind] = tuple(name for name in names if name not in plain)
    return _PARTS[kind]


def mapped(expr: E, function: Callable[[core.Expr], core.Expr]) -> E:
    """The expression with each of those directly below it as the function gives it; the same one where none became another."""
    kind = type(expr)
    changed: dict[str, Any] = {}
    for name in _PARTS[kind] if kind in _PARTS else parts_of(kind):
        value = getattr(expr, name)
        if isinstance(value, Expr):
            new: Any = function(value)
        elif isinstance(value, tuple):
            new = _each_mapped(value, function)
        else:
            continue
        if new is not value:
            changed[name] = new
    return with_parts(expr, changed) if changed else expr


def _each_mapped(values: tuple[Any, ...], function: Callable[[core.Expr], core.Expr]) -> tuple[Any, ...]:
    new = [
        function(item) if isinstance(item, Expr) else _each_mapped(item, function) if isinstance(item, tuple) else item for item in values
    ]
    return values if all(map(is_, values, new)) else tuple(new)


def with_parts(node: N, changed: dict[str, Any]) -> N:
    """A node with some parts changed, as ``dataclasses.replace`` gives it, which takes twice as long."""
    kind = type(node)
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(part.name for part in fields(kind))  # type: ignore[arg-type]
    return kind(*[changed[name] if name in changed else getattr(node, name) for name in _FIELDS[kind]])


def expressions_in(node: object) -> Iterator[core.Expr]:
    """The outermost expressions of statements."""
    if isinstance(node, core.Expr):
        yield node
    elif isinstance(node, (list, tuple)):
        for item in node:
            yield from expressions_in(item)
    elif type(node) not in _ATOMS and names_of(type(node)):
        for name in holding_names_of(type(node)):
            yield from expressions_in(getattr(node, name))


def whole(expr: core.Expr, program: core.Program) -> Iterator[core.Expr]:
    """Every node of an expression and of the functions it asks, each function once."""
    seen: set[int] = set()
    open_ = [expr]
    while open_:
        part = open_.pop()
        yield part
        if isinstance(part, core.Apply) and part.function not in seen:
            seen.add(part.function)
            open_.append(program.functions[part.function].body)
        open_ += children(part)


def unconditional(expr: core.Expr) -> Iterator[core.Expr]:
    """An expression and those of its parts that are evaluated whatever is the case: not behind a condition, nor for each of some rows."""
    yield expr
    match expr:
        case core.Choice():
            parts = [expr.test]
        case core.And() | core.Or():
            parts = [*expr.items[:1]]
        case core.Query():
            parts = [expr.source]
        case core.Settled():
            parts = [expr.base]
        case core.Partial():
            parts = []
        case _:
            parts = children(expr)
    for part in parts:
        yield from unconditional(part)


def speaks_of(expr: core.Expr, slot: int) -> bool:
    """Does an expression read this slot, at any depth?"""
    if isinstance(expr, core.Local):
        return expr.slot == slot
    return any(speaks_of(child, slot) for child in children(expr))


def free_slots(expr: core.Expr) -> set[int]:
    """The slots an expression reads that it does not fill itself."""
    if isinstance(expr, core.Local):
        return {expr.slot}
    out: set[int] = set()
    for child in children(expr):
        out |= free_slots(child)
    if isinstance(expr, core.Query):
        out = free_slots(expr.source) | (out - {expr.slot})
    return out
