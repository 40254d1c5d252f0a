"""Maps of the surface tree, and the parts that maps place."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl.tree.declarations import Decl
from arbitre.dsl.tree.nodes import Expr, Node, Text, Word


@dataclass(slots=True)
class Floor(Node):
    """Part of a floor drawn as text; ``column`` and ``row`` say where it is laid over what others drew, 0 where it is the floor."""

    number: int
    plan: str
    column: int = 0
    row: int = 0


@dataclass(slots=True)
class Mark(Node):
    """What a character stands for: members of kinds, the name of the one cell that bears it, further fields.

    ``cut_off``: no way is meant to lead to these cells.
    """

    character: str
    members: list[Word]
    named: Word | None = None
    values: list[tuple[Word, Expr]] = field(default_factory=list)
    title: Text | None = None
    cut_off: bool = False


@dataclass(slots=True)
class Link(Node):
    """``link stair as north from a to b, cost 2, both ways``"""

    kind: Word
    named: Word | None
    origin: Expr
    target: Expr
    cost: Expr | None
    back: Expr | None
    both_ways: bool
    values: list[tuple[Word, Expr]]


@dataclass(slots=True)
class Path(Node):
    """A named way over cells, in its order."""

    name: Word
    cells: list[Expr]
    title: Text | None = None
    text: Text | None = None


@dataclass(slots=True)
class PlacePart(Node):
    """Where a map takes a part in: what the part counts as (1, 1, 0) comes there. ``named``: before the names of its cells."""

    part: Word
    column: int
    row: int
    floor: int
    named: Word | None = None


@dataclass(slots=True)
class Map(Decl):
    """``map house:`` with floors drawn as text, marks, links, paths and the parts it places"""

    name: Word
    floors: list[Floor]
    marks: list[Mark]
    links: list[Link]
    paths: list[Path]
    places: list[PlacePart] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class Part(Decl):
    """A room with cells of its own, which any map may give a place."""

    name: Word
    floors: list[Floor]
    marks: list[Mark]
    links: list[Link]
    paths: list[Path]


Drawing = Map | Part  # what is drawn with floors, marks, links and ways
