"""The surface tree: what a rulebook says, as it says it.

Nothing is lost or resolved here; the formatter, the documentation and the module merger read this tree, the binder turns it
into :mod:`dsl.core`.  Every node carries its :class:`~dsl.places.Place`, ignored by equality.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dsl.places import NOWHERE, Place


class Word(str):
    """A name as written, with its place."""

    place: Place

    def __new__(cls, text: str, place: Place = NOWHERE) -> Word:
        word = super().__new__(cls, text)
        word.place = place
        return word


@dataclass(slots=True)
class Node:
    place: Place = field(compare=False, repr=False)


@dataclass(slots=True)
class Pair(Node):
    """A text in both languages."""

    en: str
    fr: str


# ------------------------------------------------------------------------------------------------ types


@dataclass(slots=True)
class Bounded(Node):
    low: Any  # int, or the name of an option
    high: Any


@dataclass(slots=True)
class OfKind(Node):
    kind: Word
    optional: bool = False


@dataclass(slots=True)
class Subset(Node):
    kind: Word


Type = Bounded | OfKind | Subset


@dataclass(slots=True)
class SeenBy(Node):
    audience: Expr
    when: Expr | None


# ------------------------------------------------------------------------------------------------ expressions


@dataclass(slots=True)
class Expr(Node):
    pass


@dataclass(slots=True)
class Name(Expr):
    word: Word


@dataclass(slots=True)
class Number(Expr):
    value: int


@dataclass(slots=True)
class DiceValue(Expr):
    text: str  # "2d6"


@dataclass(slots=True)
class String(Expr):
    text: str


@dataclass(slots=True)
class Nothing(Expr):
    """``none``"""


@dataclass(slots=True)
class Dot(Expr):
    owner: Expr
    word: Word


@dataclass(slots=True)
class Apply(Expr):
    word: Word
    args: list[Expr]
    owner: Expr | None = None  # x.f(y)


@dataclass(slots=True)
class Tuple(Expr):
    items: list[Expr]


@dataclass(slots=True)
class Binary(Expr):
    op: str  # + - * / and or is is_not or_more or_less more_than less_than in not_in has knows
    left: Expr
    right: Expr


@dataclass(slots=True)
class Related(Expr):
    """``attacker is behind defender``"""

    left: Expr
    word: Word
    right: Expr


@dataclass(slots=True)
class Unary(Expr):
    op: str  # not -
    item: Expr


@dataclass(slots=True)
class Where(Expr):
    """``S where C``; ``sink`` is "set", "any", "no" or "the"; ``name`` names the element."""

    sink: str
    source: Expr
    test: Expr | None
    name: Word | None = None


# ------------------------------------------------------------------------------------------------ statements


@dataclass(slots=True)
class Arg(Node):
    preposition: str  # "" for the direct one
    value: Expr


@dataclass(slots=True)
class Stmt(Node):
    clauses: list[str] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class Call(Stmt):
    word: Word
    args: list[Arg]
    result: Word | None
    how: str = ""  # "", "roll" (a table), "test", "contest"
    branches: list[Branch] = field(default_factory=list)


@dataclass(slots=True)
class Branch(Node):
    name: Word
    body: list[Stmt]
    when: Expr | None = None
    title: Pair | None = None


@dataclass(slots=True)
class Lasting(Node):
    """``form``: during, during_next, during_count, until_next."""

    form: str
    agenda: Word
    count: int = 1


@dataclass(slots=True)
class Becomes(Stmt):
    target: Expr
    value: Expr
    lasting: Lasting | None


@dataclass(slots=True)
class Gains(Stmt):
    target: Expr
    amount: Expr
    what: Word | None
    gain: bool
    lasting: Lasting | None


@dataclass(slots=True)
class Let(Stmt):
    name: Word
    value: Expr


@dataclass(slots=True)
class Roll(Stmt):
    value: Expr
    name: Word


@dataclass(slots=True)
class Draw(Stmt):
    name: Word
    source: Expr


@dataclass(slots=True)
class Chooses(Stmt):
    chooser: Expr
    target: Expr
    source: Expr
    to: Expr | None
    secret: bool
    or_none: bool
    default: Expr | None


@dataclass(slots=True)
class ChoosesBranch(Stmt):
    chooser: Expr
    name: Word
    branches: list[Branch]
    secret: bool


@dataclass(slots=True)
class May(Stmt):
    chooser: Expr
    name: Word
    body: list[Stmt]
    otherwise: list[Stmt]


@dataclass(slots=True)
class Acts(Stmt):
    chooser: Expr
    step: Word
    actor: Expr | None
    budget: Expr | None
    guard: Expr | None
    must: bool


@dataclass(slots=True)
class GivesOrders(Stmt):
    chooser: Expr
    step: Word | None
    secret: bool


@dataclass(slots=True)
class Perform(Stmt):
    action: Word
    of: Word | None


@dataclass(slots=True)
class TellText(Stmt):
    audience: Expr
    text: Pair


@dataclass(slots=True)
class TellFact(Stmt):
    audience: Expr
    fact: Expr


@dataclass(slots=True)
class Create(Stmt):
    kind: Word
    name: Word
    values: list[tuple[Word, Expr]]


@dataclass(slots=True)
class Discard(Stmt):
    target: Expr


@dataclass(slots=True)
class Reschedule(Stmt):
    atom: Expr
    before: bool
    reference: Expr


@dataclass(slots=True)
class Wins(Stmt):
    winners: Expr


@dataclass(slots=True)
class Simple(Stmt):
    """``publish``, ``end``, ``prevent``, ``reroll``"""

    word: str


@dataclass(slots=True)
class Fail(Stmt):
    reason: Pair | None


@dataclass(slots=True)
class Proceed(Stmt):
    name: Word | None


@dataclass(slots=True)
class Give(Stmt):
    value: Expr


@dataclass(slots=True)
class If(Stmt):
    arms: list[tuple[Expr, list[Stmt]]]
    otherwise: list[Stmt]


@dataclass(slots=True)
class Key(Node):
    highest: bool
    value: Expr


@dataclass(slots=True)
class Order(Node):
    keys: list[Key]
    tie: str  # "", "draw", or dice
    drawn: bool = False


@dataclass(slots=True)
class ForEach(Stmt):
    name: Word
    source: Expr
    order: Order | None
    together: bool
    body: list[Stmt]


@dataclass(slots=True)
class While(Stmt):
    guard: Expr
    budget: int
    body: list[Stmt]


@dataclass(slots=True)
class Together(Stmt):
    body: list[Stmt]


@dataclass(slots=True)
class At(Stmt):
    edge: str  # start, end
    agenda: Word
    ahead: int  # runs of the agenda to come: 0 this one, 1 the next...
    body: list[Stmt]


# ------------------------------------------------------------------------------------------------ declarations


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
    times: int | None
    events_seen: SeenBy | None


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

    low: Any
    high: Any


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
class Floor(Node):
    number: int
    plan: str


@dataclass(slots=True)
class Mark(Node):
    character: str
    member: Word


@dataclass(slots=True)
class Link(Node):
    kind: Word
    origin: Expr
    target: Expr
    cost: Expr | None
    both_ways: bool
    when: Expr | None


@dataclass(slots=True)
class Map(Decl):
    name: Word
    floors: list[Floor]
    marks: list[Mark]
    links: list[Link]


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


@dataclass(slots=True)
class Contest(Decl):
    name: Word
    params: list[Parameter]
    left: Expr
    right: Expr
    again: bool


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
class Scene(Node):
    """One line of a scenario; ``form`` is the grammar's name for it, ``parts`` what it holds."""

    form: str
    parts: dict[str, Any]
    clauses: list[str] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class Scenario(Decl):
    name: str
    scenes: list[Scene]


@dataclass(slots=True)
class File:
    """One file as parsed: its declarations in order."""

    path: str
    text: str
    decls: list[Decl]
