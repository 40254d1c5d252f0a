"""Words, places, texts, types and expressions of the surface tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl.core.texts import PLAIN, Traits, Worded
from arbitre.dsl.diagnostics.position import NOWHERE, Place


class Word(str):
    """A name as written, with its place."""

    place: Place

    def __new__(cls, text: str, place: Place = NOWHERE) -> Word:
        word = super().__new__(cls, text)
        word.place = place
        return word


def plural_of(name: str) -> str:
    """What several things of a kind are called, unless the rulebook says another word."""
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    if name.endswith(("s", "x", "ch", "sh", "z")):
        return name + "es"
    return name + "s"


@dataclass(slots=True)
class Node:
    """Anything a file says, with its place."""

    place: Place = field(compare=False, repr=False)


@dataclass(slots=True)
class Text(Node, Worded):
    """A text in some languages; a title says more of itself (``feminine``, ``not "Closed"``).

    ``written``: the languages that the file names, those too in which it says nothing.
    """

    said: tuple[tuple[str, str], ...] = ()
    traits: tuple[tuple[str, Traits], ...] = ()
    written: tuple[Word, ...] = field(default=(), compare=False, repr=False)


@dataclass(slots=True)
class Asks(Node):
    """``asks place en "Where to?"`` of an action: how one of its parameters is asked for"""

    name: Word
    text: Text


@dataclass(slots=True)
class Former(Node):
    """``formerly go``: what the declaration around it used to be called; ``formerly victim for prey``: what a part of it was called"""

    old: Word
    part: Word | None


@dataclass(slots=True)
class Expr(Node):
    """Anything that has a value."""


@dataclass(slots=True)
class Arg(Node):
    """``by mover`` of a call: what is given, behind its preposition"""

    preposition: str  # "" for the direct one
    value: Expr


@dataclass(slots=True)
class Name(Expr):
    """``attacker``"""

    word: Word


@dataclass(slots=True)
class Number(Expr):
    """``3``"""

    value: int


@dataclass(slots=True)
class DiceValue(Expr):
    """``2d6``"""

    text: str  # "2d6"


@dataclass(slots=True)
class Percent(Expr):
    """``50%``"""

    value: int  # 50 of ``50%``


@dataclass(slots=True)
class Fraction(Expr):
    """``1 in 6``"""

    part: int
    whole: int


@dataclass(slots=True)
class ChanceOf(Expr):
    """``chance(climb by mover to place)``, of a result of a test, or that a condition holds after an event.

    ``args`` are :class:`Arg`.
    """

    word: Word
    args: list[Arg]
    result: Expr | None = None


@dataclass(slots=True)
class String(Expr):
    """``"glory"``; the title of a row in a table of data may say more of itself."""

    text: str
    traits: Traits = PLAIN


@dataclass(slots=True)
class Nothing(Expr):
    """``none``"""


@dataclass(slots=True)
class Dot(Expr):
    """``attacker.life``"""

    owner: Expr
    word: Word


@dataclass(slots=True)
class Apply(Expr):
    """``reach(piece)``, ``board.distance(a, b)``"""

    word: Word
    args: list[Expr]
    owner: Expr | None = None  # x.f(y)


@dataclass(slots=True)
class Tuple(Expr):
    """``(1, 2)``"""

    items: list[Expr]


@dataclass(slots=True)
class Binary(Expr):
    """``a + b``, ``life is 2 or more``, ``cell in zone``, ``a and b``"""

    op: str  # + - * / and or is is_not or_more or_less more_than less_than between (two numbers) in not_in has knows
    left: Expr
    right: Expr
    exact: bool = False  # ``is exactly 3``: more would be another thing, and that is meant


@dataclass(slots=True)
class Either(Expr):
    """``(a if C otherwise b)``"""

    test: Expr
    then: Expr
    other: Expr


@dataclass(slots=True)
class Titled(Expr):
    """A condition of a list, called by a title: ``life is 1 or more title en "Alive" fr "Vivant"``."""

    test: Expr
    title: Text


@dataclass(slots=True)
class Related(Expr):
    """``attacker is behind defender``, ``piece is hidden from watcher``, ``square is under_path from start to goal``"""

    left: Expr
    word: Word
    others: list[Arg]  # at least one; only the first may stand without a preposition


@dataclass(slots=True)
class Unary(Expr):
    """``not x``, ``-x``"""

    op: str  # not -
    item: Expr


@dataclass(slots=True)
class Where(Expr):
    """``S where C``; ``sink`` is "set", "any", "no" or "the"; ``name`` names the element."""

    sink: str
    source: Expr
    test: Expr | None
    name: Word | None = None


@dataclass(slots=True)
class Bounded(Node):
    """``0 to 9``, ``0 to 90 by 10``, as a type"""

    low: int | Word  # a number, or the name of an option
    high: int | Word
    step: int = 1


@dataclass(slots=True)
class OfKind(Node):
    """``piece``, ``piece or none``, as a type"""

    kind: Word
    optional: bool = False


@dataclass(slots=True)
class Subset(Node):
    """``any piece``, as a type"""

    kind: Word


Type = Bounded | OfKind | Subset


@dataclass(slots=True)
class SeenBy(Node):
    """``seen by side when …``"""

    audience: Expr
    when: Expr | None


@dataclass(slots=True)
class Span(Node):
    """A range of a table; ``None`` is open."""

    low: int | Word | None
    high: int | Word | None


Cell = Expr | Span | None


@dataclass(slots=True)
class Line(Node):
    """A line of a table: cells between bars"""

    cells: list[Cell]
    clauses: list[str]


@dataclass(slots=True)
class Beside(Node):
    """``before turn.moves``: where a step or a hook stands, seen from another"""

    before: bool
    path: str


@dataclass(slots=True)
class InTurn(Node):
    """``by each player in turn``, ``by each player in turn from match.starter where not out``: an agenda played for one after the other"""

    preposition: str
    kind: Word
    first: Expr | None  # who begins; else the first row of the kind
    where: Expr | None = None  # who has turns at all, asked before each; else everyone
