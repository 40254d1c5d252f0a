"""Declarations of the surface tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.tree.nodes import Asks, Beside, Expr, Former, InTurn, Line, Node, SeenBy, Span, String, Text, Type, Word
from arbitre.dsl.tree.statements import Due, Order, Reveals, Says, Stmt


@dataclass(slots=True)
class Decl(Node):
    """What stands at the left margin of a file, or in the block of a member: all may have a title, a text, and margin notes."""

    title: Text | None = field(default=None, kw_only=True)
    text: Text | None = field(default=None, kw_only=True)
    clauses: list[str] = field(default_factory=list, kw_only=True)
    owner: str = field(default="", kw_only=True)  # the member whose block it stands in
    says: list[Says] = field(default_factory=list, kw_only=True)  # how it is told, where its head may say that
    reveals: list[Reveals] = field(default_factory=list, kw_only=True)  # what a value, a condition, an agenda lets everyone know
    formerly: list[Former] = field(default_factory=list, kw_only=True)  # its former names, and those of its parts


@dataclass(slots=True)
class Game(Decl):
    """``game short extends long:`` with ``play round up to 9 times, then closing``, ``events seen by …``, ``goal``..."""

    name: Word
    extends: Word | None
    plays: Word | None
    times: Expr | None
    events_seen: SeenBy | None
    then: Word | None = None  # what happens once it was played so often
    goal: Text | None = None  # and what else is asked first: how many play, how long
    players: Text | None = None
    lasts: Text | None = None
    turns: InTurn | None = None  # for whom it is played, each time another
    rights: Text | None = None  # whose game it is: authors, source, trade marks
    edition: Word | None = None  # of the language it is written for, a number; the first where it is not said
    languages: list[Word] = field(default_factory=list)  # those it promises to be told in; English and French where it does not say


@dataclass(slots=True)
class Extends(Decl):
    """``extends game``, at the head of a file"""

    name: Word


@dataclass(slots=True)
class Option(Decl):
    """``option hearts: 1 to 9 = 3``"""

    name: Word
    type: Type
    default: Expr


@dataclass(slots=True)
class Field(Decl):
    """``life: 0 to 3 = 3, seen by side, kept``, within a kind or ``added to`` one"""

    name: Word
    type: Type
    default: Expr | None
    seen: list[SeenBy]
    kept: bool
    added_to: tuple[Word, Word] | None
    reported: bool = False
    for_good: bool = False  # kept, and never taken back: that is meant


@dataclass(slots=True)
class Kind(Decl):
    """``kind piece (attacker, defender), up to 8, many pieces:`` and its fields; seats, boards, links and lists of names are kinds too"""

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
    moved_by: Word | None = None  # what says how it stands now: the steps of cells, whether a link is open
    owned_by: Word | None = None  # what says whose each of its rows is, as things stand
    sign: String | None = None  # what its rows are drawn as


@dataclass(slots=True)
class Property(Node):
    """``life 3``, a value of a field in the block of a member"""

    name: Word
    value: Expr
    clauses: list[str] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class Member(Decl):
    """``tool rope:`` with its values and its own rules; ``tool rope, 1 to 4`` makes several"""

    kind: Word
    name: Word
    amount: tuple[int, int] | None
    properties: list[Property]
    rules: list[Decl]


@dataclass(slots=True)
class DataTable(Decl):
    """``table of tool:`` with a member in each line, a field in each column"""

    kind: Word
    lines: list[Line]


@dataclass(slots=True)
class Grid(Decl):
    """``table of reach by tool and size:``, a value for each pair of members"""

    name: Word
    row: Word
    column: Word
    lines: list[Line]


@dataclass(slots=True)
class Parameter(Node):
    """``to (place: cell)``: what a rule is given, behind its preposition, with a type where the name does not tell it"""

    name: Word
    type: Type | None = None
    preposition: str = ""


@dataclass(slots=True)
class Modifier(Node):
    """``form``: bonus, bonus_each, override, floor, ceiling, also, also_when, not_when, except, result.

    ``whom``: the side of a contest that a number is added to; ``title``: what the line is called.
    """

    form: str
    value: Expr | None
    when: Expr | None
    sign: int = 1
    name: Word | None = None
    whom: Word | None = None
    title: Text | None = field(default=None, kw_only=True)
    clauses: list[str] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class Define(Decl):
    """``let reach(piece) = 2``, with lines that modify it: a number, a flag, a row or a set"""

    name: Word
    params: list[Parameter]
    value: Expr
    modifiers: list[Modifier]
    reported: bool = False


@dataclass(slots=True)
class Condition(Decl):
    """``piece is free when …``, or a relation: ``attacker is behind defender when …``, ``piece is hidden from watcher when …``"""

    subject: Word
    name: Word
    others: list[Parameter]  # of a relation; only the first may stand without a preposition
    when: Expr
    modifiers: list[Modifier]

    @property
    def params(self) -> list[Parameter]:
        """The subject, then the others."""
        return [Parameter(self.subject.place, self.subject), *self.others]


@dataclass(slots=True)
class Test(Decl):
    """``test climb by mover: d6`` with modifiers and results"""

    name: Word
    params: list[Parameter]
    dice: Expr
    modifiers: list[Modifier]
    depth: int = 1


@dataclass(slots=True)
class Contest(Decl):
    """``contest push by attacker against defender: d6 against d6, ties again``, with lines such as ``+1 for attacker when …``"""

    name: Word
    params: list[Parameter]
    left: Expr
    right: Expr
    again: bool
    modifiers: list[Modifier] = field(default_factory=list)
    depth: int = 1


@dataclass(slots=True)
class Row(Node):
    """``2 to 4 blinded: …``, a row of a table of dice"""

    span: Span
    name: Word | None
    body: list[Stmt]
    title: Text | None = None
    clauses: list[str] = field(default_factory=list, kw_only=True)
    formerly: list[Former] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class Table(Decl):
    """``table mishap for attacker: d6``, whose rows say what comes of each throw"""

    name: Word
    params: list[Parameter]
    key: Expr
    rows: list[Row]
    depth: int = 1


@dataclass(slots=True)
class Rank(Node):
    """``most_wins: highest wins``, one criterion of a ranking"""

    name: Word
    highest: bool
    value: Expr
    clauses: list[str] = field(default_factory=list, kw_only=True)


@dataclass(slots=True)
class Ranking(Decl):
    """``ranking order_of_merit of side:``, criterion after criterion"""

    name: Word
    kind: Word
    ranks: list[Rank]


@dataclass(slots=True)
class Keeps(Node):
    """``keeps momentum: 0 to 9 = 0``, a field that lives as long as the rule runs"""

    name: Word
    type: Type
    default: Expr | None


@dataclass(slots=True)
class Limit(Node):
    """``once per turn``, ``up (n) per turn``"""

    count: Expr
    period: Word


@dataclass(slots=True)
class Way(Node):
    """Another way to name what a parameter stands for; the one with the same preposition is meant."""

    param: Parameter
    value: Expr
    title: Text | None = None


@dataclass(slots=True)
class Needs(Node):
    """``needs …`` of an action, with the reason told where it fails; ``when …`` lines are held like it"""

    test: Expr
    reason: Text | None
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
    says: Says | None = None
    several: bool = False
    spends: bool = False
    shortcut: bool = False
    appeal: Expr | None = None
    hint: Text | None = None
    written: Text | None = None
    asks: list[Asks] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    stated: list[tuple[str, Place]] = field(default_factory=list)  # which lines there are, and where
    repeated: list[tuple[str, Place]] = field(default_factory=list)  # lines of which a rule has one, said once more
    clauses: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Event(Decl):
    """``event strike defender by attacker:``, what happens when a rule calls it"""

    name: Word
    params: list[Parameter]
    depth: int
    lines: RuleLines
    body: list[Stmt]


@dataclass(slots=True)
class Action(Decl):
    """``action go of piece to place:``, what a side may order or take; ``action hop is go ...``: a form of another action"""

    name: Word
    params: list[Parameter]
    lines: RuleLines
    body: list[Stmt]
    depth: int = 1
    form_of: Word | None = None


@dataclass(slots=True)
class Hook(Decl):
    """``before strike``, ``after roll of climb``, ``instead of turn.moves``: a rule that joins another"""

    position: str  # before, after, instead
    roll: bool
    name: Word
    params: list[Parameter]
    dotted: list[Word]
    when: Expr | None
    over: str
    lines: RuleLines
    body: list[Stmt]
    orders: list[Beside] = field(default_factory=list)  # and how it stands to other hooks of its moment
    depth: int = 0  # how often what it stands beside may begin again because of it


@dataclass(slots=True)
class Step(Decl):
    """``moves: …``, a step of an agenda, or ``fixed begin``"""

    name: Word
    of: Word | None
    fixed: bool
    body: list[Stmt] | None


@dataclass(slots=True)
class Agenda(Decl):
    """``agenda turn, repeated:`` and its steps, for each element of a kind where it says so"""

    name: Word
    params: list[Parameter]
    each: Word | None
    order: Order | None
    guard: Expr | None
    repeated: bool
    keeps: list[Keeps]
    due: list[Due]
    seen: list[SeenBy]
    steps: list[Step]


@dataclass(slots=True)
class Adjust(Decl):
    """``adjust reach(piece): +1 when …``: modifiers that another file adds"""

    what: str  # value, relation, test, contest
    name: Word
    params: list[Parameter]
    modifiers: list[Modifier]


@dataclass(slots=True)
class Always(Decl):
    """``always one_ball: …``, what must hold after every statement; ``always settled after strike piece: …``, at a moment;
    ``always drawn_once once per match: draw card``, what happens no more than once (``test`` is None)"""

    name: Word
    test: Expr | None
    because: Text | None = None
    moment: Hook | None = None  # the hook that watches: its body checks the law
    period: Word | None = None
