"""Statements of the surface tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.tree.nodes import Arg, Expr, Node, Pair, Word


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
    seen: Expr | None = None  # of dice: who sees how they fall


@dataclass(slots=True)
class Branch(Node):
    name: Word
    body: list[Stmt]
    when: Expr | None = None
    title: Pair | None = None
    preferring: Expr | None = None


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
    seen: Expr | None = None


@dataclass(slots=True)
class Draw(Stmt):
    name: Word
    source: Expr
    seen: Expr | None = None


@dataclass(slots=True)
class Chooses(Stmt):
    chooser: Expr
    target: Expr
    source: Expr
    to: Expr | None
    secret: bool
    or_none: bool
    default: Expr | None
    preferring: Expr | None = None


@dataclass(slots=True)
class ChoosesBranch(Stmt):
    chooser: Expr
    name: Word
    branches: list[Branch]
    secret: bool
    title: Pair | None = None


@dataclass(slots=True)
class May(Stmt):
    chooser: Expr
    name: Word
    body: list[Stmt]
    otherwise: list[Stmt]
    preferring: Expr | None = None  # how much a bot likes to
    title: Pair | None = None


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
    name: Word | None
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
    values: list[tuple[Word, Expr]] = field(default_factory=list)  # what it goes on with instead of what was given


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
    tie: str  # "" or "draw"
    drawn: bool = False


@dataclass(slots=True)
class ForEach(Stmt):
    name: Word
    source: Expr
    order: Order | None
    together: bool
    body: list[Stmt]
    along: bool = field(default=False, kw_only=True)  # cells in the order of a way, not of the board


@dataclass(slots=True)
class While(Stmt):
    guard: Expr
    budget: int
    body: list[Stmt]


@dataclass(slots=True)
class Repeat(Stmt):
    """``repeat N times:``"""

    times: Expr
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
