"""Scenarios of the surface tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from arbitre.dsl.tree.declarations import Decl
from arbitre.dsl.tree.nodes import Expr, Node, Text, Word


@dataclass(slots=True)
class Scene(Node):
    """One line of a scenario; ``form`` is the grammar's name for it, ``parts`` what it holds."""

    form: str
    parts: dict[str, Any]
    clauses: list[str] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class Because(Node):
    """Why something is refused.  ``form``: name (what the failing condition speaks of, or ``limit``), told, instead of, during."""

    form: str
    word: Word


@dataclass(slots=True)
class Shown(Node):
    """What a picture shows over the board: ``what`` are cells or pieces; ``to``: an arrow from one to the other, drawn as ``line`` says."""

    what: Expr
    to: Expr | None = None
    line: Word | None = None
    title: Text | None = None


@dataclass(slots=True)
class Scenario(Decl):
    """``scenario "name":`` and its lines"""

    name: str
    scenes: list[Scene]

    def called(self, lang: str) -> str:
        """Its title in a language; its name where it has none there."""
        return (self.title.own(lang) if self.title is not None else "") or self.name


@dataclass(slots=True)
class Setting(Decl):
    """Lines that several scenarios start from; they are put before those of each when the rulebook is loaded."""

    name: Word
    scenes: list[Scene]
