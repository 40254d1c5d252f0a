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


@cache
def held(sort: type[Any]) -> tuple[str, ...] | None:
    """The same of what is a node, from the last to the first; None for all else."""
    return tuple(reversed(parts_of(sort))) if is_dataclass(sort) and not issubclass(sort, Place) else None


@cache
def telling(sort: type[Any]) -> tuple[str, ...] | None:
    """What of it is said of the rules: no title, no text."""
    parts = held(sort)
    return None if parts is None else tuple(part for part in parts if part not in ("title", "text"))


def spoken(node: object) -> Iterator[str]:
    """Every name said below a node."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, t.Word):
            yield str(node)
        elif isinstance(node, (list, tuple)):
            waiting += reversed(node)
        elif (parts := telling(type(node))) is not None:
            waiting += [getattr(node, part, None) for part in parts]


def walk(node: object) -> Iterator[object]:
    """Every node of the surface tree below (and with) this one; the rules of a member are declarations of their own."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (list, tuple)):
            waiting += reversed(node)
        elif (parts := held(type(node))) is not None:
            yield node
            waiting += [getattr(node, part, None) for part in parts]
