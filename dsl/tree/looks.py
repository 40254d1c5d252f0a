"""How things are drawn, as the surface tree has it."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl.tree.declarations import Decl
from arbitre.dsl.tree.nodes import Expr, Node, Text, Word


@dataclass(slots=True)
class LookLine(Node):
    """A line of a ``look``: ``fill dark when …``, ``edge left, right: red thick``, ``badge "×" title … when …``.

    ``what``: shape, fill, edge, label, badge, stack, link, at.  ``word``: what follows it; of an edge its colour.  ``sides``: of the board,
    or ``around``; ``between``: two sets of cells in their place.  ``at``: the column and row a cell is drawn at.
    """

    what: Word
    word: Word
    when: Expr | None = None
    sides: list[Word] = field(default_factory=list)
    between: tuple[Expr, Expr] | None = None
    line: Word | None = None
    at: tuple[Expr, Expr] | None = None
    title: Text | None = field(default=None, kw_only=True)
    clauses: list[str] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class Look(Decl):
    """``look point:``, how the rows of a kind, a member or the ``board`` are drawn"""

    name: Word
    lines: list[LookLine]
