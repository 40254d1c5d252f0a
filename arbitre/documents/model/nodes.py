"""Going through what rulebooks say: every node of a tree, every name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from dsl import tree as t
from dsl.diagnostics.position import Place


@cache
def parts_of(node: type[Any]) -> tuple[str, ...]:
    """What a form of the surface tree holds, but for its place and for the rules that are declarations of their own."""
    return tuple(part.name for part in fields(node) if part.name not in ("place", "rules"))


def spoken(node: object) -> Iterator[str]:
    """Every name said below a node."""
    if isinstance(node, t.Word):
        yield str(node)
    elif isinstance(node, (list, tuple)):
        for item in node:
            yield from spoken(item)
    elif is_dataclass(node) and not isinstance(node, (Place, type)):
        for part in parts_of(type(node)):
            if part not in ("title", "text"):
                yield from spoken(getattr(node, part, None))


def walk(node: object) -> Iterator[object]:
    """Every node of the surface tree below (and with) this one; the rules of a member are declarations of their own."""
    if isinstance(node, (list, tuple)):
        for item in node:
            yield from walk(item)
    elif is_dataclass(node) and not isinstance(node, (Place, type)):
        yield node
        for part in parts_of(type(node)):
            yield from walk(getattr(node, part, None))
