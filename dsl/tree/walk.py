"""Walks over the surface tree: from a node to its parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.tree.nodes import Word

_PLAIN = frozenset(("int", "bool", "float", "None", "Place"))  # as fields are annotated that hold neither nodes nor names
_PARTS: dict[type, tuple[str, ...]] = {}
RULES = frozenset(("rules",))  # the rules of a member: they are declarations of their own


def parts_of(kind: type) -> tuple[str, ...]:
    """The fields of such a node that may hold nodes or names, in order; none for what is no node of a tree."""
    found = _PARTS.get(kind)
    if found is None:
        is_node = is_dataclass(kind) and not issubclass(kind, Place)
        kept = [part.name for part in fields(kind) if not _PLAIN.issuperset(re.findall(r"\w+", str(part.type)))] if is_node else ()
        found = _PARTS[kind] = tuple(kept)
    return found


def below(start: object, without: frozenset[str] = RULES, leaves: type | tuple[type, ...] = ()) -> Iterator[object]:
    """This node and every one below it, and the names they hold, in the order in which they are written.

    Args:
        start: a node, or a list of some.
        without: fields that are not followed.
        leaves: kinds of nodes that are neither given nor looked into.
    """
    open_ = [start]
    while open_:
        node = open_.pop()
        kind = type(node)
        if kind is list or kind is tuple:
            open_.extend(reversed(node))  # type: ignore[call-overload]
        elif kind is Word:
            yield node
        elif (names := parts_of(kind)) and not isinstance(node, leaves):
            yield node
            open_.extend([getattr(node, name) for name in reversed(names) if name not in without])
