"""Ways through a tree of the core."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache

from arbitre.dsl import core
from arbitre.dsl.diagnostics.position import Place


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
    """Every hook of a rule, those of its steps too."""
    for step in p.steps:
        yield from (*step.before, *step.instead, *step.after)
    yield from (*p.before, *p.instead, *p.after, *p.rolled)


def bodies_of(p: core.Procedure) -> Iterator[tuple[core.Stmt, ...]]:
    """The statements of a rule, of its steps, of its hooks."""
    yield p.body
    yield from (step.body for step in p.steps)
    yield from (hook.body for hook in hooks_of(p))


def blocks_of(body: tuple[core.Stmt, ...]) -> Iterator[tuple[core.Stmt, ...]]:
    """A block, and every block within it."""
    yield body
    for stmt in statements_of(body):
        for name in ("then", "other", "body"):
            inner = getattr(stmt, name, None)
            if isinstance(inner, tuple) and inner:
                yield inner
        yield from (branch.body for branch in getattr(stmt, "branches", ()))


def nodes(start: object) -> Iterator[object]:
    """Every node of the core below this one."""
    seen: set[int] = set()
    open_ = [start]
    while open_:
        node = open_.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, (list, tuple)):
            open_ += node
        elif names := names_of(type(node)):  # type: ignore[arg-type]
            yield node
            open_ += [getattr(node, name) for name in names]


@cache
def names_of(kind: type) -> tuple[str, ...]:
    """The parts of a node of that kind; none of what is no node."""
    if not is_dataclass(kind) or issubclass(kind, Place):
        return ()
    return tuple(part.name for part in fields(kind) if part.name != "board")
