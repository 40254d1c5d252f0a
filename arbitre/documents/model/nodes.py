"""Going through what rulebooks say: every node of a tree, every name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place


@cache
def parts_of(node: type[Any]) -> tuple[str, ...]:
    """What a form of the surface tree holds, but for its place and for the rules that are declarations of their own."""
    return tuple(part.name for part in fields(node) if part.name not in ("place", "rules"))


@cache
def held(sort: Any) -> tuple[str, ...] | None:
    """The same of what is a node, from the last to the first; None for all else."""
    is_node = bool(is_dataclass(sort)) and not issubclass(sort, Place)
    return tuple(reversed(parts_of(sort))) if is_node else None


@cache
def telling(sort: Any) -> tuple[str, ...] | None:
    """What of it is said of the rules: no title, no text."""
    parts = held(sort)
    return None if parts is None else tuple(part for part in parts if part not in ("title", "text"))


def sort_of(node: object) -> Any:
    """Its class; a type checker does not know that classes can be keys of a table."""
    return type(node)


def given_in(decl: object) -> Iterator[t.Word]:
    """The names that a declaration gives, for itself alone: what it lets, rolls, draws, is given, goes through."""
    for node in walk(decl):
        match node:
            case t.Let() | t.Roll() | t.Draw() | t.ForEach() | t.Keeps():
                yield node.name
            case t.Parameter() if node.type is not None:  # without a type its name is that of a kind or a role, which is meant
                yield node.name
            case t.Create() | t.Proceed() | t.Where() if node.name is not None:
                yield node.name
            case t.Call() if node.result is not None:
                yield node.result
            case t.Chooses() if isinstance(node.target, t.Name):
                yield node.target.word


def spoken(node: object) -> Iterator[t.Word]:
    """Every name said below a node."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, t.Word):
            yield node
        elif isinstance(node, (list, tuple)):
            waiting += reversed(node)
        elif (parts := telling(sort_of(node))) is not None:
            waiting += [getattr(node, part, None) for part in parts]


def walk(node: object) -> Iterator[object]:
    """Every node of the surface tree below (and with) this one; the rules of a member are declarations of their own."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (list, tuple)):
            waiting += reversed(node)
        elif (parts := held(sort_of(node))) is not None:
            yield node
            waiting += [getattr(node, part, None) for part in parts]
