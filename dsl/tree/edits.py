"""What one file says of the declarations of others."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl.tree.declarations import Decl, Step
from arbitre.dsl.tree.nodes import Beside, Span, Text
from arbitre.dsl.tree.statements import Due, Stmt


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
    """``remove strike because …``; ``remove adjust rope.reach``: what ``rope`` adjusts about ``reach``"""

    path: str
    because: Text | None


@dataclass(slots=True)
class Gone(Decl):
    """``gone player.left because …``: a name that stands for nothing any more, and what takes its place"""

    path: str
    because: Text


@dataclass(slots=True)
class Insert(Decl):
    """``insert after turn.moves, before turn.bells:`` and steps"""

    before: bool
    path: str
    steps: list[Step]
    orders: list[Beside] = field(default_factory=list)  # and how they stand to what other files insert there
    due: list[Due] = field(default_factory=list)


@dataclass(slots=True)
class Reorder(Decl):
    """``reschedule turn.bells before turn.drums``: the order of two steps that files insert at one place, or of two hooks of one moment"""

    path: str
    beside: Beside
