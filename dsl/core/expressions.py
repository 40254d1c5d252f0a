"""Expressions of the core: they have no effect, and everything is an integer."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl.diagnostics.position import Place


@dataclass(frozen=True, slots=True)
class Expr:
    """Anything that has a value."""

    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A number known when the rulebook is read; a row, a flag or a mask as well."""

    value: int


@dataclass(frozen=True, slots=True)
class Path(Const):
    """A named way over a board: ``value`` is the mask of its cells, ``cells`` has them in their order."""

    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """What a slot of the running function, procedure or hook holds."""

    slot: int


@dataclass(frozen=True, slots=True)
class Own(Expr):
    """A slot of the innermost running call of a procedure (``strike.momentum``); ``default`` when none is running."""

    procedure: int
    slot: int
    default: int


@dataclass(frozen=True, slots=True)
class Read(Expr):
    """A column at a row.  Reading at *none* is a run-time error that names the place."""

    field: int
    row: Expr


@dataclass(frozen=True, slots=True)
class OneOf(Expr):
    """A thing of one of several kinds: at most one of these (domain, row) is not none.  What is asked of it picks the kind."""

    choices: tuple[tuple[int, Expr], ...]


@dataclass(frozen=True, slots=True)
class Arith(Expr):
    """Two integers made one."""

    op: str  # "+", "-", "*", "/" (floor), "%" (floor), "min", "max"
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """1 where the comparison holds, else 0; rows compare as their numbers."""

    op: str  # "==", "!=", "<", "<=", ">", ">="
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class And(Expr):
    """1 where all hold; what comes after one that does not is not asked."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or(Expr):
    """1 where one holds; what comes after it is not asked."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not(Expr):
    """1 where it does not hold."""

    item: Expr


@dataclass(frozen=True, slots=True)
class Choice(Expr):
    """``then`` if ``test`` else ``other``; only the branch taken is evaluated."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Settled(Expr):
    """``values[n]`` where ``tests[n]`` holds, else ``base``; two that hold and differ are a run-time error that names both places."""

    base: Expr
    tests: tuple[Expr, ...]
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Apply(Expr):
    """A pure function (a number, a set, a condition of the rulebook) of its arguments."""

    function: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Partial(Apply):
    """A function without its last arguments: whoever asks it gives these.  It stands among the arguments of ``Ask`` and ``Walk``.

    As a price it lacks two: the cell left and the cell entered.
    """


@dataclass(frozen=True, slots=True)
class Rows(Expr):
    """All rows of a domain that exist, as a mask."""

    domain: int


@dataclass(frozen=True, slots=True)
class SetOf(Expr):
    """The set of the given elements; *none* is left out."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class SetOp(Expr):
    """Two masks made one."""

    op: str  # "|", "&", "-" (without)
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class In(Expr):
    """``item`` in the mask ``group``; *none* is in nothing."""

    item: Expr
    group: Expr


@dataclass(frozen=True, slots=True)
class Query(Expr):
    """A comprehension.  ``slot`` holds each row of ``source`` (a mask), rows in order; ``where`` filters.

    ``sink``: "set" (mask of the rows kept), "any", "count", "sum"/"high"/"low" of ``value`` (``high`` and ``low`` of
    nothing are ``empty``), "first" (row or none), "only" (row or none; two are a run-time error), "union" (the values
    as a mask: of rows, or united masks if ``value_is_set``), "best" (mask of the rows with the highest ``value``),
    "worst" (the lowest).
    """

    sink: str
    source: Expr
    slot: int
    where: Expr | None = None
    value: Expr | None = None
    value_is_set: bool = False
    empty: int = 0


@dataclass(frozen=True, slots=True)
class Ask(Expr):
    """A question to a board: ``query`` is the name of a method of graphs.Board taking and returning integers.

    "ahead" "neighbours" (mask) "distance" "diagonal_distance" "ray" (mask) "line" (mask) "direction" "opposite"
    "below" "above" (the cell on the next floor down, up), "travel" (price of the cheapest way, links included)
    "reach" (cell, price, mask of cells not to cross) -> the cells a walk of steps comes to for that price at most (mask)
    "toward" (cell, cell, mask) -> the first cell of the cheapest such walk
    These three may end with a ``Partial``: what a step costs, instead of the board's own prices (no step leads where these are 0).
    "clear" (1 when no place without a cell touches the straight line between the middles)
    "within" (mask), "first_on_ray" (cell, direction, mask of cells) -> the first cell of the ray in the mask or none.
    If an argument is *none*: a cell or direction result is none, a mask is empty, a distance is 9999, a way costs 1,000,000.
    """

    board: int  # domain index
    query: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Ratio(Expr):
    """A chance written as such: 50% is 50 of 100.  Chances are exact fractions; no field holds one."""

    part: int
    whole: int


@dataclass(frozen=True, slots=True)
class Chance(Expr):
    """The exact chance of a result of a test as its dice stand: without hooks, so without any second throw."""

    procedure: int
    args: tuple[Expr, ...]
    result: int


@dataclass(frozen=True, slots=True)
class ChanceAfter(Expr):
    """The exact chance that ``test`` holds once an event has happened, if everybody answers as bots like to.

    Every throw of the event is gone through, with all that hooks it: slow, and so for what a person is shown.
    """

    procedure: int
    args: tuple[Expr, ...]
    test: Expr


@dataclass(frozen=True, slots=True)
class Walk(Expr):
    """The surest walk of steps from ``start`` to ``goal`` for at most ``limit``, entering none of ``avoided``.

    Each step has the chance that ``function`` gives for ``args``, the cell left, the cell entered and the price so far, it
    included.  ``query``: "arrival" -> the chance of the whole walk, "surest" -> its cells (mask) without ``start``.
    """

    board: int
    query: str
    start: Expr
    goal: Expr
    limit: Expr
    avoided: Expr
    function: int
    args: tuple[Expr, ...]
    price: Expr | None = None  # a Partial: what a step costs


@dataclass(frozen=True, slots=True)
class Built(Expr):
    """A built-in of the engine: see ``arbitre.dsl.lower.values.builtins``.

    "turn" (how many times the agenda ``args[0]`` has begun), "pending" (is the atom ``args[0]`` still to come), "told"
    (seats mask, field const, row) -> all those seats have been told that fact; "match_over" -> flag; "tied" etc.
    """

    name: str
    args: tuple[Expr, ...]
