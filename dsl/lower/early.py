"""What must be known before a match starts and is not: the line that makes it depend on the match, where another file holds it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.lower.context import Context
from arbitre.dsl.resolve.symbols import Symbols
from arbitre.dsl.tree.walk import below


def culprit(cx: Context, bound: core.Expr, place: Place) -> tuple[Place, str] | None:
    """The line of a person's own file, and the name of what it changes, because of which a value elsewhere is not known."""
    if own(cx.symbols, place):
        return None
    names = set(spoken_of(cx, bound, set()))
    for decl in (d for d in cx.symbols.decls if own(cx.symbols, d.place)):
        if isinstance(decl, t.Adjust) and str(decl.name) in names:
            return decl.place, str(decl.name)
        for node in statements(decl):
            if isinstance(node, t.Becomes):
                word = str(node.target.word) if isinstance(node.target, t.Dot) else ""
            else:
                word = str(node.what or (node.target.word if isinstance(node.target, t.Dot) else ""))
            if word in names:
                return node.place, word
    return None


def own(symbols: Symbols, place: Place) -> bool:
    """Does it stand in the extensions asked for, or else in the folder of the very game?"""
    if symbols.rulebook.added:
        return place.file in symbols.rulebook.added
    return Path(symbols.rulebook.game.place.file).parent in Path(place.file).parents


def spoken_of(cx: Context, node: object, seen: set[int]) -> Iterator[str]:
    """Fields and values that an expression reads, those within its values too."""
    if isinstance(node, core.Read):
        yield cx.symbols.fields[node.field].name
    if isinstance(node, core.Apply) and node.function not in seen:
        seen.add(node.function)
        yield cx.functions[node.function].name
        yield from spoken_of(cx, cx.functions[node.function].body, seen)
    if isinstance(node, (tuple, list)):
        for item in node:
            yield from spoken_of(cx, item, seen)
    elif isinstance(node, core.Expr):
        for part in fields(node):
            if part.name != "place":
                yield from spoken_of(cx, getattr(node, part.name), seen)


def statements(node: object) -> Iterator[t.Becomes | t.Gains]:
    """Every change below a node."""
    return (part for part in below(node, leaves=t.Expr) if isinstance(part, (t.Becomes, t.Gains)))
