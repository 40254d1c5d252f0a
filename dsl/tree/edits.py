"""What one file says of the declarations of others."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.tree.declarations import Decl, Span, Step
from dsl.tree.nodes import Pair
from dsl.tree.statements import Stmt


@dataclass(slots=True)
class Replace(Decl):
    decl: Decl


@dataclass(slots=True)
class ReplaceRow(Decl):
    path: str
    span: Span | None
    body: list[Stmt]


@dataclass(slots=True)
class Remove(Decl):
    path: str
    because: Pair | None


@dataclass(slots=True)
class Insert(Decl):
    before: bool
    path: str
    steps: list[Step]
