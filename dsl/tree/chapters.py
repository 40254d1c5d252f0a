"""Chapters, by which a rulebook is taught, clauses of the paper rules, and files with all their declarations."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl.diagnostics.cascades import Gaps
from arbitre.dsl.tree.declarations import Decl
from arbitre.dsl.tree.nodes import Expr, Node, Text, Word
from arbitre.dsl.tree.scenarios import Shown


@dataclass(slots=True)
class Clause(Decl):
    """``clause AB-one-02:``, the sentence of the paper rules, its ruling and why, or why it is waived"""

    name: Word
    sentence: Text | None
    ruling: Text | None
    because: Text | None
    waived: Text | None


@dataclass(slots=True)
class Axis(Node):
    """``mine in 1 to 6``, what the rows or the columns of a table go through; ``hero.strength in 1 to 6``: a field that is given each"""

    what: Expr
    values: Expr
    title: Text | None


@dataclass(slots=True)
class Tabled(Node):
    """A table of a chapter: fields of the members of a kind, or a value by what it depends on"""

    kind: Word | None = None
    columns: list[Word] = field(default_factory=list)
    value: Expr | None = None
    axes: list[Axis] = field(default_factory=list)


@dataclass(slots=True)
class ChapterPart(Node):
    """A line of a chapter: ``text``, ``tip``, ``rules``, ``picture``, ``drawing``, ``cards``, ``odds``, ``example``, ``table``, ``sheet``
    or ``turn``, and the clauses it teaches"""

    form: str
    said: Text | None  # what the author says; of a drawing or an example its caption
    word: Word | None  # the board, map, agenda, value, kind, member, test or table that is shown
    scenario: str  # or the scenario
    taught: list[str]
    shown: list[Shown] = field(default_factory=list, kw_only=True)  # over the board of a drawing
    tabled: Tabled | None = field(default=None, kw_only=True)
    told: list[Word] = field(default_factory=list)  # the rules, steps or agendas that a line of the sheet or of the turn speaks for


@dataclass(slots=True)
class Chapter(Decl):
    """``chapter moving, after the_turn:``, a part of the handbook; ``in rooms``: a section of that chapter"""

    name: Word
    placed: str  # after, in, or nothing: in the order of the files
    where: Word | None
    parts: list[ChapterPart]


@dataclass(slots=True)
class Sheet(Decl):
    """``replace sheet in moving:``, all lines of the quick reference that a chapter has; ``replace turn in``, all of its phases"""

    name: Word
    parts: list[ChapterPart]
    form: str  # sheet or turn


@dataclass(slots=True)
class File:
    """One file as parsed: its declarations in order."""

    path: str
    text: str
    decls: list[Decl]
    lost: Gaps = field(default_factory=Gaps)  # what its faulty declarations took with them
