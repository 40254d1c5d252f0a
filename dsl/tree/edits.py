"""What one file says of the declarations of others."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.tree.declarations import Decl, Step
from dsl.tree.nodes import Pair, Span
from dsl.tree.statements import Stmt


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
class Insert(Decl):
    """``insert before turn.moves:`` and steps"""

    before: bool
    path: str
    steps: list[Step]
