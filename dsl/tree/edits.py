"""What one file says of the declarations of others."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl.tree.declarations import Decl, Step
from arbitre.dsl.tree.nodes import Node, Pair, Span
from arbitre.dsl.tree.statements import Stmt


@dataclass(slots=True)
class Replace(Decl):
    """``replace event strike: …``: a declaration in place of the one of that name"""

    decl: Decl


@dataclass(slots=True)
class ReplaceRow(Decl):
    """``replace mishap.cut: …``, ``replace mishap, 2 to 4: …``: the body of a row, a step or a named part"""

    path: str
    span: Span | None
    body: list[Stmt]


@dataclass(slots=True)
class Remove(Decl):
    """``remove strike because …``"""

    path: str
    because: Pair | None


@dataclass(slots=True)
class Beside(Node):
    """``before turn.moves``: where a step stands, seen from another"""

    before: bool
    path: str


@dataclass(slots=True)
class Insert(Decl):
    """``insert after turn.moves, before turn.songs:`` and steps"""

    before: bool
    path: str
    steps: list[Step]
    orders: list[Beside] = field(default_factory=list)  # and how they stand to what other files insert there


@dataclass(slots=True)
class Reorder(Decl):
    """``reschedule turn.songs before turn.decoys``: the order of two steps that files insert at one place"""

    path: str
    beside: Beside
