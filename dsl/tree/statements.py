"""Statements of the surface tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl.tree.nodes import Arg, Expr, Node, Text, Word


@dataclass(slots=True)
class Stmt(Node):
    """Anything a rule does."""

    clauses: list[str] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class Call(Stmt):
    """``strike defender by attacker as result``; ``test``, ``contest`` and ``roll`` of a table too, with their branches"""

    word: Word
    args: list[Arg]
    result: Word | None
    how: str = ""  # "", "roll" (a table), "test", "contest"
    branches: list[Branch] = field(default_factory=list)
    seen: Expr | None = None  # of dice: who sees how they fall


@dataclass(slots=True)
class Branch(Node):
    """``success: …`` below a test, ``left preferring 2: …`` below a choice"""

    name: Word
    body: list[Stmt]
    when: Expr | None = None
    title: Text | None = None
    preferring: Expr | None = None
    clauses: list[str] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class Margin(Node):
    """The margin note of a line that opens a branch which has no name: ``otherwise:``"""

    clauses: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Lasting(Node):
    """``form``: during, during_next, during_count, until_next."""

    form: str
    agenda: Word
    count: int = 1


@dataclass(slots=True)
class Becomes(Stmt):
    """``place becomes target``, for a time where it says so"""

    target: Expr
    value: Expr
    lasting: Lasting | None


@dataclass(slots=True)
class Gains(Stmt):
    """``attacker gains 2 life``, ``loses glow during next turn``"""

    target: Expr
    amount: Expr
    what: Word | None
    gain: bool
    lasting: Lasting | None


@dataclass(slots=True)
class Let(Stmt):
    """``let best = …``, a name for the rest of the block"""

    name: Word
    value: Expr
    title: Text | None = None


@dataclass(slots=True)
class Roll(Stmt):
    """``roll d6 as strength``"""

    value: Expr
    name: Word
    seen: Expr | None = None


@dataclass(slots=True)
class Draw(Stmt):
    """``draw card from deck``, by lot"""

    name: Word
    source: Expr
    seen: Expr | None = None


@dataclass(slots=True)
class Chooses(Stmt):
    """``side chooses target from cells in secret``"""

    chooser: Expr
    target: Expr
    source: Expr
    to: Expr | None
    secret: bool
    or_none: bool
    default: Expr | None
    preferring: Expr | None = None
    asks: Text | None = None  # the question as it is put
    step: int = 1  # from one number to the next


@dataclass(slots=True)
class ChoosesBranch(Stmt):
    """``side chooses side_of_coin:`` and its named branches"""

    chooser: Expr
    name: Word
    branches: list[Branch]
    secret: bool
    title: Text | None = None


@dataclass(slots=True)
class May(Stmt):
    """``side may reroll: … otherwise: …``"""

    chooser: Expr
    name: Word
    body: list[Stmt]
    otherwise: list[Stmt]
    preferring: Expr | None = None  # how much a bot likes to
    title: Text | None = None
    margins: list[Margin] = field(default_factory=list)  # of what is done otherwise


@dataclass(slots=True)
class Acts(Stmt):
    """``side acts in moves with piece, up to 3 times``; ``must act`` lets nobody pass"""

    chooser: Expr
    step: Word
    actor: Expr | None
    budget: Expr | None
    guard: Expr | None
    must: bool
    asks: Text | None = None


@dataclass(slots=True)
class GivesOrders(Stmt):
    """``side gives orders in moves in secret``"""

    chooser: Expr
    step: Word | None
    secret: bool
    asks: Text | None = None


@dataclass(slots=True)
class Perform(Stmt):
    """``perform go of piece``: the orders given for it are carried out"""

    action: Word
    of: Word | None


@dataclass(slots=True)
class TellText(Stmt):
    """``tell side en "…" fr "…"``"""

    audience: Expr
    text: Text


@dataclass(slots=True)
class Says(Stmt):
    """``says en "…" fr "…"``: a sentence of what happens here, or none: ``says nothing``.  ``result``: of a test, what it is said of"""

    text: Text | None
    result: Word | None


@dataclass(slots=True)
class Due(Node):
    """``due orders otherwise last``: what is asked in those steps is waited for till a deadline; what is done for whoever says nothing"""

    steps: list[Word]
    missed: Word | None


@dataclass(slots=True)
class Reveals(Stmt):
    """``reveals role, orders to camp``: what follows in the block may show these; ``audience``: None for everyone"""

    names: list[Expr]
    audience: Expr | None


@dataclass(slots=True)
class TellFact(Stmt):
    """``tell side piece.life``"""

    audience: Expr
    fact: Expr


@dataclass(slots=True)
class Create(Stmt):
    """``create trap as t with place here``"""

    kind: Word
    name: Word | None
    values: list[tuple[Word, Expr]]


@dataclass(slots=True)
class Discard(Stmt):
    """``discard trap``"""

    target: Expr


@dataclass(slots=True)
class Reschedule(Stmt):
    """``reschedule a before b``, two atoms still to come"""

    atom: Expr
    before: bool
    reference: Expr


@dataclass(slots=True)
class Wins(Stmt):
    """``side wins``; ``lost``: ``side loses``"""

    who: Expr
    lost: bool = False


@dataclass(slots=True)
class Assert(Stmt):
    """What a law demands at its moment; written by no statement of a rulebook.  ``test`` is None: that it is the first time."""

    name: Word
    test: Expr | None
    because: Text | None
    period: Word | None = None


@dataclass(slots=True)
class Simple(Stmt):
    """``publish``, ``end``, ``prevent``, ``reroll``, ``play again``"""

    word: str


@dataclass(slots=True)
class Fail(Stmt):
    """``fail en "…" fr "…"``, in an action"""

    reason: Text | None


@dataclass(slots=True)
class Proceed(Stmt):
    """``proceed with strength 2 as result``, in an ``instead of`` hook"""

    name: Word | None
    values: list[tuple[Word, Expr]] = field(default_factory=list)  # what it goes on with instead of what was given


@dataclass(slots=True)
class Give(Stmt):
    """``give result``"""

    value: Expr


@dataclass(slots=True)
class If(Stmt):
    """``if …: … otherwise if …: … otherwise: …``"""

    arms: list[tuple[Expr, list[Stmt]]]
    otherwise: list[Stmt]
    margins: list[Margin] = field(default_factory=list)  # of the branches after the first


@dataclass(slots=True)
class Key(Node):
    """``highest speed``, one criterion of an order"""

    highest: bool
    value: Expr


@dataclass(slots=True)
class Order(Node):
    """``by highest speed then draw``"""

    keys: list[Key]
    tie: str  # "" or "draw"
    drawn: bool = False


@dataclass(slots=True)
class ForEach(Stmt):
    """``for each piece in pieces by highest speed together: …``, ``for each cell along way: …``"""

    name: Word
    source: Expr
    order: Order | None
    together: bool
    body: list[Stmt]
    along: bool = field(default=False, kw_only=True)  # cells in the order of a way, not of the board


@dataclass(slots=True)
class While(Stmt):
    """``while …, up to 9 times: …``"""

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
    """``together: …``"""

    body: list[Stmt]


@dataclass(slots=True)
class At(Stmt):
    """``at end of turn in 2 turns: …``"""

    edge: str  # start, end
    agenda: Word
    ahead: int  # runs of the agenda to come: 0 this one, 1 the next...
    body: list[Stmt]
