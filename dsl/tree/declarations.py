"""Declarations of the surface tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.diagnostics.cascades import Gaps
from dsl.tree.nodes import Expr, Node, Pair, SeenBy, Type, Word
from dsl.tree.statements import Order, Stmt


@dataclass(slots=True)
class Decl(Node):
    title: Pair | None = field(default=None, kw_only=True)
    text: Pair | None = field(default=None, kw_only=True)
    clauses: list[str] = field(default_factory=list, kw_only=True)
    owner: str = field(default="", kw_only=True)  # the member whose block it stands in


@dataclass(slots=True)
class Game(Decl):
    name: Word
    extends: Word | None
    plays: Word | None
    times: Expr | None
    events_seen: SeenBy | None
    then: Word | None = None  # what happens once it was played so often


@dataclass(slots=True)
class Extends(Decl):
    name: Word


@dataclass(slots=True)
class Option(Decl):
    name: Word
    type: Type
    default: Expr


@dataclass(slots=True)
class Field(Decl):
    name: Word
    type: Type
    default: Expr | None
    seen: list[SeenBy]
    kept: bool
    added_to: tuple[Word, Word] | None


@dataclass(slots=True)
class Kind(Decl):
    name: Word
    nouns: list[Word]
    capacity: Expr | None
    seats: bool
    kept: bool
    plural: Word | None
    bearer: Word | None
    shape: tuple[Word, list[Expr]] | None
    members: list[Word]
    fields: list[Field]
    seen: list[SeenBy]
    links: bool = False
    entry_cost: Word | None = None


@dataclass(slots=True)
class Property(Node):
    name: Word
    value: Expr
    clauses: list[str] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class Member(Decl):
    kind: Word
    name: Word
    amount: tuple[int, int] | None
    properties: list[Property]
    rules: list[Decl]


@dataclass(slots=True)
class Span(Node):
    """A range of a table; ``None`` is open."""

    low: int | Word | None
    high: int | Word | None


Cell = Expr | Span | None


@dataclass(slots=True)
class Line(Node):
    cells: list[Cell]
    clauses: list[str]


@dataclass(slots=True)
class DataTable(Decl):
    kind: Word
    lines: list[Line]


@dataclass(slots=True)
class Grid(Decl):
    name: Word
    row: Word
    column: Word
    lines: list[Line]


@dataclass(slots=True)
class Parameter(Node):
    name: Word
    type: Type | None = None
    preposition: str = ""


@dataclass(slots=True)
class Modifier(Node):
    """``form``: bonus, bonus_each, override, floor, ceiling, also, also_when, not_when, except, result."""

    form: str
    value: Expr | None
    when: Expr | None
    sign: int = 1
    name: Word | None = None
    clauses: list[str] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class Define(Decl):
    name: Word
    params: list[Parameter]
    value: Expr
    modifiers: list[Modifier]


@dataclass(slots=True)
class Condition(Decl):
    subject: Word
    name: Word
    object: Word | None
    when: Expr
    modifiers: list[Modifier]


@dataclass(slots=True)
class Test(Decl):
    name: Word
    params: list[Parameter]
    dice: Expr
    modifiers: list[Modifier]
    depth: int = 1


@dataclass(slots=True)
class Contest(Decl):
    name: Word
    params: list[Parameter]
    left: Expr
    right: Expr
    again: bool
    depth: int = 1


@dataclass(slots=True)
class Row(Node):
    span: Span
    name: Word | None
    body: list[Stmt]
    title: Pair | None = None
    clauses: list[str] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class Table(Decl):
    name: Word
    params: list[Parameter]
    key: Expr
    rows: list[Row]
    depth: int = 1


@dataclass(slots=True)
class Rank(Node):
    name: Word
    highest: bool
    value: Expr
    clauses: list[str] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class Ranking(Decl):
    name: Word
    kind: Word
    ranks: list[Rank]


@dataclass(slots=True)
class Keeps(Node):
    name: Word
    type: Type
    default: Expr | None


@dataclass(slots=True)
class Limit(Node):
    count: Expr
    period: Word


@dataclass(slots=True)
class Way(Node):
    """Another way to name what a parameter stands for; the one with the same preposition is meant."""

    param: Parameter
    value: Expr
    title: Pair | None = None


@dataclass(slots=True)
class Needs(Node):
    test: Expr
    reason: Pair | None
    clauses: list[str] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class RuleLines:
    """The lines that come before the statements of an event, action or hook."""

    whens: list[Needs] = field(default_factory=list)
    needs: list[Needs] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    seen: list[SeenBy] = field(default_factory=list)
    during: Word | None = None
    instead_of: list[Word] = field(default_factory=list)
    keeps: list[Keeps] = field(default_factory=list)
    gives: Type | None = None
    says: Pair | None = None
    several: bool = False
    spends: bool = False
    shortcut: bool = False
    appeal: Expr | None = None
    hint: Pair | None = None
    ways: list[Way] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Event(Decl):
    name: Word
    params: list[Parameter]
    depth: int
    lines: RuleLines
    body: list[Stmt]


@dataclass(slots=True)
class Action(Decl):
    name: Word
    params: list[Parameter]
    lines: RuleLines
    body: list[Stmt]
    depth: int = 1


@dataclass(slots=True)
class Hook(Decl):
    position: str  # before, after, instead
    roll: bool
    name: Word
    params: list[Parameter]
    dotted: list[Word]
    when: Expr | None
    over: str
    lines: RuleLines
    body: list[Stmt]


@dataclass(slots=True)
class Step(Decl):
    name: Word
    of: Word | None
    fixed: bool
    body: list[Stmt] | None


@dataclass(slots=True)
class Agenda(Decl):
    name: Word
    params: list[Parameter]
    each: Word | None
    order: Order | None
    guard: Expr | None
    repeated: bool
    keeps: list[Keeps]
    seen: list[SeenBy]
    steps: list[Step]


@dataclass(slots=True)
class Adjust(Decl):
    what: str  # value, relation, test
    name: Word
    params: list[Parameter]
    modifiers: list[Modifier]


@dataclass(slots=True)
class Always(Decl):
    name: Word
    test: Expr


@dataclass(slots=True)
class Clause(Decl):
    name: Word
    sentence: Pair | None
    ruling: Pair | None
    because: Pair | None
    waived: Pair | None


@dataclass(slots=True)
class File:
    """One file as parsed: its declarations in order."""

    path: str
    text: str
    decls: list[Decl]
    lost: Gaps = field(default_factory=Gaps)  # what its faulty declarations took with them
