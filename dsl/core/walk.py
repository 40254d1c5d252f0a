"""Ways through a tree of the core."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from dsl import core
from dsl.diagnostics.position import Place


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
        elif is_dataclass(node) and not isinstance(node, Place):
            yield node
            open_ += [getattr(node, part.name) for part in fields(node) if part.name != "board"]
