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
    followed: dict[type, tuple[str, ...] | None] = {}  # by kind: every check walks through all declarations
    open_ = [start]
    push = open_.append
    while open_:
        node = open_.pop()
        kind = type(node)
        if kind is list or kind is tuple:
            open_.extend(reversed(node))  # type: ignore[call-overload]
            continue
        names = followed[kind] if kind in followed else followed.setdefault(kind, _followed(kind, without, leaves))
        if names is not None:
            yield node
            for name in names:
                push(getattr(node, name))


def _followed(kind: type, without: frozenset[str], leaves: type | tuple[type, ...]) -> tuple[str, ...] | None:
    """The fields of such a node that are followed, the last one first; None for what is not given."""
    if kind is Word:
        return ()
    names = parts_of(kind)
    return None if not names or issubclass(kind, leaves) else tuple(name for name in reversed(names) if name not in without)
