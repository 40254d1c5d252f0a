"""Statements of the core: everything that rolls, asks or changes something."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl.core.data import NONE, Text
from arbitre.dsl.core.expressions import Expr
from arbitre.dsl.core.throws import UNNAMED, Dice, Faces, Occasion
from arbitre.dsl.diagnostics.position import Place


@dataclass(frozen=True, slots=True)
class Stmt:
    """Anything that is done."""

    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Period:
    """How long a change lasts, or when something is due, counted in runs of an agenda.

    ``start``: "now" or "next" (it takes effect when the next run begins).  ``runs``: how many runs it covers, the current
    one (or the next, for "next") being the first.  It ends when the last of these runs ends, after its ``after`` hooks.
    If the agenda is not running, a "now" period counts its next run as the first.
    """

    agenda: int  # procedure index
    start: str
    runs: Expr


@dataclass(frozen=True, slots=True)
class Let(Stmt):
    """Stores in a slot of the running procedure or hook."""

    slot: int
    value: Expr


@dataclass(frozen=True, slots=True)
class SetOwn(Stmt):
    """Stores in a slot of the innermost running call of ``procedure``; out of range is a run-time error."""

    procedure: int
    slot: int
    value: Expr
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Store(Stmt):
    """``becomes``: out of range is a run-time error.  With ``lasting`` the old value comes back at the period's end."""

    field: int
    row: Expr
    value: Expr
    lasting: Period | None = None


@dataclass(frozen=True, slots=True)
class Change(Stmt):
    """``gains 2 life`` / ``loses 1 life``: adds ``delta``, stopping at the field's bounds.  ``lasting`` undoes just that."""

    field: int
    row: Expr
    delta: Expr
    lasting: Period | None = None


@dataclass(frozen=True, slots=True)
class Join(Stmt):
    """``gains glow`` (``add``) or ``loses glow``: a mask joins or leaves a set.  A lasting gain leaves at its end.

    Gaining again what is held extends it to the later of the two ends; a gain without end removes the end; losing it
    forgets the end.
    """

    field: int
    row: Expr
    mask: Expr
    add: bool
    lasting: Period | None = None


@dataclass(frozen=True, slots=True)
class If(Stmt):
    """Runs ``then`` where the test holds, else ``other``."""

    test: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True)
class Key:
    """One criterion of an order, evaluated with the element in the loop's slot."""

    value: Expr
    highest: bool


@dataclass(frozen=True, slots=True)
class ForEach(Stmt):
    """Runs ``body`` for each row of ``source`` (evaluated once).

    Order: by ``keys``, then ``ties``: "" row order; "draw": drawn by lot; "highest" or "lowest": every tied element throws
    ``dice`` once and goes by their sum, those still tied throw again.
    ``together``: every iteration starts from the state before the loop; their changes are merged afterwards: amounts
    gained or lost add up, set members unite or leave, two different stored values are a run-time error.  Inside, secret
    choices of different seats are pending at the same time; dice may then not be thrown (checked at load).
    """

    slot: int
    source: Expr
    body: tuple[Stmt, ...]
    keys: tuple[Key, ...] = ()
    ties: str = ""
    dice: tuple[Dice, ...] = ()
    together: bool = False
    along: bool = False  # ``source`` is a way over a board: its cells in their order
    rule: str = ""  # in which it stands: dice of those who are tied are told apart by it
    domain: int = NONE  # what the rows are of


@dataclass(frozen=True, slots=True)
class While(Stmt):
    """Runs ``body`` while ``test``; passing ``budget`` rounds is a run-time error."""

    test: Expr
    body: tuple[Stmt, ...]
    budget: int


@dataclass(frozen=True, slots=True)
class Invoke(Stmt):
    """Calls an event, a test, a contest or a table.  ``outputs``: (slot of the callee, slot of the caller) copied back.

    A callee that was prevented, replaced without a result, or ended without ``give`` leaves its result slot's default.
    """

    procedure: int
    args: tuple[Expr, ...]  # one per parameter, in the procedure's order
    outputs: tuple[tuple[int, int], ...] = ()
    plain: bool = False  # of a test only the result matters here: throws with one result need not be told apart
    seen: Expr | None = None  # who sees what happens in it, a mask of seats; None: whoever sees what runs here


@dataclass(frozen=True, slots=True)
class Run(Stmt):
    """Runs an agenda to its end; only in agenda code, where every statement is a place to stop and resume."""

    procedure: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Give(Stmt):
    """Stores the result and leaves the event."""

    value: Expr


@dataclass(frozen=True, slots=True)
class End(Stmt):
    """Leaves the event (or hook, or agenda step) early."""


@dataclass(frozen=True, slots=True)
class Fail(Stmt):
    """The order fails: leaves the action, its charge is not spent unless ``spends``; the giver learns ``reason``, if any."""

    reason: Text | None = None
    spends: bool = False


@dataclass(frozen=True, slots=True)
class Prevent(Stmt):
    """In a ``before`` hook: the event does not happen."""


@dataclass(frozen=True, slots=True)
class Proceed(Stmt):
    """In an ``instead of`` hook: runs the body that was replaced; its result goes to ``slot``, if given.

    ``values``: (slot of the event, what it holds from then on), computed in the hook.
    """

    slot: int = NONE
    values: tuple[tuple[int, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class Rolled(Stmt):
    """In a test, after the dice: its ``rolled`` hooks run here; they may throw again or change its bonus.

    ``refresh`` computes total and result anew before each of them, so that a hook may ask for the result as it stands.
    """

    refresh: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True)
class Cancel(Stmt):
    """Sets the state of a given order (``order.state becomes cancelled``)."""

    order: Expr
    state: Expr


@dataclass(frozen=True, slots=True)
class Roll(Stmt):
    """Throws dice into ``slot`` as their sum, and every die into a slot of its own where ``each`` is read.

    ``label`` names what it is for (the test, table or variable): scenarios may label dice by it, players see it.
    ``target``/``odds`` are shown to players only.  Enumeration sees one weighted draw over the sums.
    """

    slot: int
    dice: tuple[Dice, ...]
    label: str
    each: Faces | None = None
    seen: Expr | None = None  # who sees how they fall, a mask of seats; None: whoever sees what runs here
    occasion: Occasion = UNNAMED


@dataclass(frozen=True, slots=True)
class RollCount(Stmt):
    """A die with a computed number of faces (1 to ``faces``), or ``count`` computed dice; sum into ``slot``."""

    slot: int
    count: Expr
    faces: Expr
    label: str
    limit: int = 20  # greatest count allowed
    seen: Expr | None = None
    occasion: Occasion = UNNAMED


@dataclass(frozen=True, slots=True)
class RollOff(Stmt):
    """Both sides throw; with ``again`` equal totals are thrown again (enumeration: conditional on no tie, exact).

    Each slot gets the sum of its dice; ``left_bonus``/``right_bonus`` are added for the comparison only.
    """

    left: int
    right: int
    left_dice: tuple[Dice, ...]
    right_dice: tuple[Dice, ...]
    left_bonus: Expr
    right_bonus: Expr
    again: bool
    label: str
    occasion: Occasion = UNNAMED


@dataclass(frozen=True, slots=True)
class Draw(Stmt):
    """A row of ``source`` by lot into ``slot`` (none when empty; no die when there is just one)."""

    slot: int
    source: Expr
    label: str
    seen: Expr | None = None  # who sees what is drawn
    occasion: Occasion = UNNAMED


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a told text: a literal per language, or an expression shown as a row of ``domain`` (NONE: as a number), or a set of rows.

    ``agrees``: letters that are said only if what was shown last is feminine (``"f"``), or several (``"s"``).
    """

    text: Text | None
    value: Expr | None = None
    domain: int = NONE
    agrees: str = ""
    is_set: bool = False


@dataclass(frozen=True, slots=True)
class Tell(Stmt):
    """A message to the seats of ``audience`` (a mask; spectators get it when ``public``)."""

    audience: Expr
    public: bool
    parts: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Say(Stmt):
    """A sentence of the story, or a part of one, for whoever sees what happens; it changes nothing.  ``row``: of a table, by its title."""

    parts: tuple[Piece, ...]
    row: bool = False


@dataclass(frozen=True, slots=True)
class TellFact(Stmt):
    """Those seats know from now on what ``field`` of ``row`` is at this moment (kept as a remembered fact)."""

    audience: Expr
    public: bool
    field: int
    row: Expr


@dataclass(frozen=True, slots=True)
class Finish(Stmt):
    """Ends the match.  ``winners``: rows of ``domain`` (seats, or groups of them); if none, it is drawn, or with ``lost`` lost by all."""

    winners: Expr
    domain: int
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Schedule(Stmt):
    """Runs ``procedure`` at the ``edge`` ("start" or "end") of the last run ``when`` covers, with these arguments."""

    edge: str
    when: Period
    procedure: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Reschedule(Stmt):
    """Moves a pending atom just before or just after another pending atom in the running agenda that holds both."""

    atom: Expr
    reference: Expr
    before: Expr  # flag


@dataclass(frozen=True, slots=True)
class Create(Stmt):
    """Brings the first free row of a dynamic domain into play, fields at their defaults but those given."""

    slot: int
    domain: int
    values: tuple[tuple[int, Expr], ...]


@dataclass(frozen=True, slots=True)
class Discard(Stmt):
    """Takes a row of a dynamic domain out of play; what refers to it is none from then on."""

    domain: int
    row: Expr


@dataclass(frozen=True, slots=True)
class Assert(Stmt):
    """A law held at a moment: the match stops where ``test`` is false.  What is only tried, and odds, pass over it."""

    test: Expr
    name: str
    reason: Text


@dataclass(frozen=True, slots=True)
class Publish(Stmt):
    """What sides see is the state as it stood at the last ``publish`` (games without any: the state as it is)."""


@dataclass(frozen=True, slots=True)
class Reveal(Stmt):
    """What follows in the block may show these (fields, choices, orders, dice) to ``audience``, a mask; None: to everyone.
    It does nothing: it is for the check of what can be known (:mod:`arbitre.dsl.lint.flow`)."""

    names: tuple[str, ...]
    audience: Expr | None = None


@dataclass(frozen=True, slots=True)
class Together(Stmt):
    """Each statement of ``body`` reads the state from before the block; changes are merged as in :class:`ForEach`."""

    body: tuple[Stmt, ...]
