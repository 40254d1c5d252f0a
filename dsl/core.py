"""The core: what a checked rulebook means, with every name resolved, ready to be executed.

The binder (``dsl.bind``) turns syntax trees into one :class:`Program` for one choice of options; the interpreter
executes it.  Everything is an integer at run time:

* a number is itself, a flag is 0 or 1;
* a row (a piece, a member of a kind, a cell, a direction, a side) is its row number, ``-1`` is *none*;
* a set of rows is a bit mask (bit ``n`` stands for row ``n``).

Expressions have no effect; everything that rolls, asks or changes something is a statement of its own.  Each node carries
the place it was written at, which equality ignores.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dsl.places import Place

NONE = -1


@dataclass(frozen=True, slots=True)
class Text:
    """A bilingual text.  ``parts`` alternates literal text and slots: see :class:`Tell`."""

    en: str = ""
    fr: str = ""


# --------------------------------------------------------------------------------------------------- data


@dataclass(slots=True)
class Domain:
    """A finite type: the rows of a kind.  ``dynamic`` rows exist only once created (see :class:`Create`)."""

    index: int
    name: str
    size: int
    rows: list[str]  # row names, "" when a row has none (then shown as "piece 3")
    titles: list[Text]  # one a row; for dynamic kinds one shared title may be repeated
    dynamic: bool = False
    board: Any = None  # a graphs.Board when the rows are cells
    title: Text = field(default_factory=Text)
    seat: bool = False  # rows of this kind answer requests (exactly one domain of a game)
    alive: int = NONE  # for dynamic kinds: the flag field that says which rows exist
    label: int = NONE  # field index whose value names the row best (a role, a profile), or NONE
    place: Place | None = None
    seen: list[Seen] = field(default_factory=list)  # who sees *which* row it is; others see it without its number
    kept: bool = False  # its rows pass from match to match


@dataclass(slots=True)
class Field:
    """A column: one integer per row of ``domain``.  ``constant`` columns never change and stand outside the state."""

    index: int
    domain: int
    name: str
    low: int
    high: int  # for sets: low = 0, high = 2**size - 1
    default: int
    is_set: bool = False
    target: int = NONE  # domain of the rows it refers to (or holds, for a set); NONE for numbers
    is_flag: bool = False
    values: list[int] | None = None  # constant columns: the data
    start: list[int] | None = None  # mutable columns whose rows begin with different values
    seen: list[Seen] = field(default_factory=list)  # who sees it; empty means everyone
    kept: bool = False  # carried from match to match
    title: Text = field(default_factory=Text)
    place: Place | None = None


@dataclass(slots=True)
class Seen:
    """One ``seen by`` line.  ``audience`` and ``when`` are evaluated with the row in slot 0: a mask of seats, a flag."""

    audience: Expr
    when: Expr | None
    slots: int  # size of the frame the two expressions need


# --------------------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Expr:
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Const(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Local(Expr):
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
class Arith(Expr):
    op: str  # "+", "-", "*", "/" (floor), "%" (floor), "min", "max"
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    op: str  # "==", "!=", "<", "<=", ">", ">="
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class And(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not(Expr):
    item: Expr


@dataclass(frozen=True, slots=True)
class Choice(Expr):
    """``then`` if ``test`` else ``other``; only the branch taken is evaluated."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Apply(Expr):
    """A pure function (a number, a set, a condition of the rulebook) of its arguments."""

    function: int
    args: tuple[Expr, ...]


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
    "within" (mask), "first_on_ray" (cell, direction, mask of cells) -> the first cell of the ray in the mask or none.
    If an argument is *none*: a cell or direction result is none, a mask is empty, a distance is 9999.
    """

    board: int  # domain index
    query: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Built(Expr):
    """A built-in of the engine: see ``dsl.builtins``.

    "turn" (how many times the agenda ``args[0]`` has begun), "pending" (is the atom ``args[0]`` still to come), "told"
    (seats mask, field const, row) -> all those seats have been told that fact; "match_over" -> flag; "tied" etc.
    """

    name: str
    args: tuple[Expr, ...]


# --------------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Stmt:
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
    """``gains dust`` (``add``) or ``loses dust``: a mask joins or leaves a set.  A lasting gain leaves at its end.

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

    Order: by ``keys``, then ``ties``: "" row order; "draw": drawn by lot; "roll": every tied element throws ``dice``
    (lowest first, or highest first if the first key is ``highest``), those still tied throw again.
    ``together``: every iteration starts from the state before the loop; their changes are merged afterwards: amounts
    gained or lost add up, set members unite or leave, two different stored values are a run-time error.  Inside, secret
    choices of different seats are pending at the same time; dice may then not be thrown (checked at load).
    """

    slot: int
    source: Expr
    body: tuple[Stmt, ...]
    keys: tuple[Key, ...] = ()
    ties: str = ""
    dice: Dice | None = None
    together: bool = False


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
    """In an ``instead of`` hook: runs the body that was replaced; its result goes to ``slot``, if given."""

    slot: int = NONE


@dataclass(frozen=True, slots=True)
class Dice:
    """``count`` dice, each with ``faces`` (values in order; equal values are allowed: a custom die)."""

    count: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rolled(Stmt):
    """In a test, after the dice: its ``rolled`` hooks run here; they may throw again or change its bonus."""


@dataclass(frozen=True, slots=True)
class Cancel(Stmt):
    """Sets the state of a given order (``order.state becomes cancelled``)."""

    order: Expr
    state: Expr


@dataclass(frozen=True, slots=True)
class Roll(Stmt):
    """Throws dice into ``slot`` as their sum (or, when ``each`` holds slots, every die into its own).

    ``label`` names what it is for (the test, table or variable): scenarios may label dice by it, players see it.
    ``target``/``odds`` are shown to players only.  Enumeration sees one weighted draw over the sums.
    """

    slot: int
    dice: tuple[Dice, ...]
    label: str
    each: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RollCount(Stmt):
    """A die with a computed number of faces (1 to ``faces``), or ``count`` computed dice; sum into ``slot``."""

    slot: int
    count: Expr
    faces: Expr
    label: str
    limit: int = 20  # greatest count allowed


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


@dataclass(frozen=True, slots=True)
class Draw(Stmt):
    """A row of ``source`` by lot into ``slot`` (none when empty; no die when there is just one)."""

    slot: int
    source: Expr
    label: str


@dataclass(frozen=True, slots=True)
class Choose(Stmt):
    """``chooser`` (a seat) picks one of ``options``: a mask of rows, or the numbers ``low`` to ``high``.

    ``decline``: "none" is offered last, as the value -1.  ``default``: the value taken when the seat stays silent (a forfeit
    or time-out given by the referee), else the last option.  No options: ``slot`` becomes none, nobody is asked.  One
    option and no ``decline``: taken without asking.  ``decision`` indexes Program.decisions.
    """

    slot: int
    chooser: Expr
    decision: int
    options: Expr | None
    low: Expr | None = None
    high: Expr | None = None
    decline: bool = False
    default: Expr | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    name: str
    title: Text
    test: Expr | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class ChooseBranch(Stmt):
    """``chooser`` picks one of the named branches whose test holds, and its body runs.  ``may x:`` is yes / no."""

    chooser: Expr
    decision: int
    branches: tuple[Branch, ...]
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Act(Stmt):
    """``chooser`` takes actions offered in step ``offer``, done at once, again and again until "done" is chosen.

    At most ``budget`` times, ``until`` the test is false.  ``actor``: only actions of that row; else of any row the seat
    commands.  Asked in stages: action with actor, then each parameter; only completable options are offered.
    ``must``: "done" is not offered while an action is possible.
    """

    chooser: Expr
    offer: str
    actor: Expr | None
    budget: Expr
    test: Expr | None
    decision: int
    must: bool = False


@dataclass(frozen=True, slots=True)
class GiveOrders(Stmt):
    """``chooser`` gives orders among the actions offered in ``offer`` until "done": stored as rows of Program.orders.

    Actions whose ``at_once`` is true are executed at once instead of being stored.
    """

    chooser: Expr
    offer: str
    decision: int
    secret: bool


@dataclass(frozen=True, slots=True)
class Perform(Stmt):
    """Executes the pending orders of ``action`` whose actor (in ``slot``) passes ``where``, in row order of the actors."""

    action: int
    slot: int
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a told text: a literal per language, or an expression shown as a row of ``domain`` (NONE: as a number)."""

    text: Text | None
    value: Expr | None = None
    domain: int = NONE


@dataclass(frozen=True, slots=True)
class Tell(Stmt):
    """A message to the seats of ``audience`` (a mask; spectators get it when ``public``)."""

    audience: Expr
    public: bool
    parts: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class TellFact(Stmt):
    """Those seats know from now on what ``field`` of ``row`` is at this moment (kept as a remembered fact)."""

    audience: Expr
    public: bool
    field: int
    row: Expr


@dataclass(frozen=True, slots=True)
class Finish(Stmt):
    """Ends the match.  ``winners``: a mask of rows of ``domain`` (seats, or groups of seats); empty: a draw."""

    winners: Expr
    domain: int


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
    domain: int
    row: Expr


@dataclass(frozen=True, slots=True)
class Publish(Stmt):
    """What sides see is the state as it stood at the last ``publish`` (games without any: the state as it is)."""


@dataclass(frozen=True, slots=True)
class Together(Stmt):
    """Each statement of ``body`` reads the state from before the block; changes are merged as in :class:`ForEach`."""

    body: tuple[Stmt, ...]


# --------------------------------------------------------------------------------------------------- procedures


@dataclass(slots=True)
class Hook:
    """Code attached to a procedure.  ``params``: (slot of the event, slot of the hook) copied before ``when`` is asked."""

    name: str
    params: tuple[tuple[int, int], ...]
    slots: int
    when: Expr | None
    body: tuple[Stmt, ...]
    place: Place
    clauses: tuple[str, ...] = ()
    over: tuple[str, ...] = ()  # names of hooks it openly overrides: they do not run when this one matches


@dataclass(slots=True)
class Param:
    name: str
    slot: int
    domain: int  # NONE for numbers and flags
    low: int = 0
    high: int = 0
    preposition: str = ""  # "" for the direct one
    is_set: bool = False


@dataclass(slots=True)
class Function:
    """A pure function; parameters are slots 0..n-1."""

    index: int
    name: str
    params: list[Param]
    slots: int
    body: Expr
    place: Place
    clauses: tuple[str, ...] = ()
    title: Text = field(default_factory=Text)
    domain: int = NONE  # of the result
    is_set: bool = False
    depth: int = 64  # recursion bound


@dataclass(slots=True)
class Step:
    """A named step of an agenda.  ``hidden`` steps (``fixed``) are not atoms a rule may move."""

    name: str
    title: Text
    body: tuple[Stmt, ...]
    before: list[Hook]
    instead: list[Hook]
    after: list[Hook]
    place: Place
    clauses: tuple[str, ...] = ()
    hidden: bool = False
    element: int = NONE  # slot that holds the agenda's element (each_slot), NONE if the agenda has none


@dataclass(slots=True)
class Procedure:
    """An event, test, table, action or agenda.

    Slots: parameters first, then ``result`` (NONE if none), own fields, locals.  ``init`` are the values slots take when
    it starts (parameters are overwritten).
    Order of things in a call: ``before`` hooks (any may prevent), at most one matching ``instead`` (two matching: a run-time
    error naming both, unless one is ``over`` the other), else ``when`` (a guard: false means nothing happens) and ``body``,
    then ``after`` hooks.  Hooks never see a prevented event; ``after`` hooks do not run when the guard was false.
    """

    index: int
    kind: str  # "event", "test", "contest", "table", "action", "agenda", "scheduled"
    name: str
    params: list[Param]
    slots: int
    init: list[int]
    result: int
    body: tuple[Stmt, ...]
    place: Place
    when: Expr | None = None
    before: list[Hook] = field(default_factory=list)
    instead: list[Hook] = field(default_factory=list)
    after: list[Hook] = field(default_factory=list)
    rolled: list[Hook] = field(default_factory=list)  # tests: hooks between the dice and the result
    depth: int = 1  # how many calls of it may be running at once; beyond: a run-time error naming the chain
    clauses: tuple[str, ...] = ()
    title: Text = field(default_factory=Text)
    says: tuple[Piece, ...] = ()  # told with the event, to those who see it
    seen: list[Seen] | None = None  # who sees it happen, evaluated over the frame; None: the game's default
    results: tuple[str, ...] = ()  # tests: names of the results; result value = index
    # agendas
    steps: list[Step] = field(default_factory=list)
    each: ForEach | None = None  # per element: atoms are (step, element); its slot and order
    repeat: bool = False  # starts over when it ends, until the match is over
    guard: Expr | None = None  # runs (again) only while this holds


@dataclass(slots=True)
class Limit:
    count: Expr
    period: int  # agenda procedure index, NONE: the match
    field: int  # counter column on the actor's domain (kept in the state, reset when the period begins)


@dataclass(slots=True)
class Action:
    """An action a seat may order or take.  ``procedure`` does it; parameters 0.. are the procedure's.

    ``when``: asked when ordering, each as soon as the slots it needs are known: (expression, highest parameter position).
    ``needs``: asked when resolving; the first false one makes the order fail with its reason.
    ``values``: for each parameter after the actor, the expression for its candidates (a mask), or None for low..high.
    """

    index: int
    procedure: int
    name: str
    title: Text
    actor: int  # parameter position of the actor
    offer: str  # name of the step it is offered in ("orders" when it is an order)
    at_once: bool
    commander: Expr  # over the frame with the actor's slot filled: the seat that commands it, or none
    when: list[tuple[Expr, int]]
    needs: list[tuple[Expr, Text | None]]
    values: list[Expr | None]
    limits: list[Limit]
    excludes: list[int]  # actions it stands instead of: one of them and this one cannot both be ordered by an actor
    order_fields: list[int]  # for each parameter, the field of Program.orders that stores it
    spends: bool = False  # its charges are spent even when it fails
    several: bool = False  # may be ordered more than once by one actor


@dataclass(slots=True)
class Decision:
    name: str
    title: Text
    place: Place
    clauses: tuple[str, ...] = ()


@dataclass(slots=True)
class Always:
    """An invariant, checked after every completed agenda statement."""

    name: str
    test: Expr
    slots: int
    place: Place


@dataclass(slots=True)
class OrderTable:
    """Where given orders are stored: a dynamic domain with these columns (indices of fields)."""

    domain: int
    action: int  # field: index into Program.actions
    giver: int  # field: seat
    state: int  # field: 0 pending, 1 done, 2 failed, 3 cancelled
    actors: dict[int, int]  # domain of the actor -> field that holds it


@dataclass(slots=True)
class Program:
    """One game with one choice of options, resolved."""

    name: str
    title: Text
    version: str  # fingerprint of every source file and of the options
    options: dict[str, Any]
    domains: list[Domain]
    fields: list[Field]
    functions: list[Function]
    procedures: list[Procedure]
    actions: list[Action]
    decisions: list[Decision]
    always: list[Always]
    orders: OrderTable | None
    seats: int  # domain index of the seats
    groups: list[tuple[int, int]]  # (domain, field of the seat domain): camps and the like
    setup: int  # procedure index of event "setup", NONE
    main: int  # procedure index of the agenda the match runs (repeated)
    public_events: bool  # are events seen by everyone unless they say otherwise
    max_rounds: int = 500  # the match stops unfinished after so many runs of the main agenda
    atoms: int = NONE  # domain index of (step, element) atoms, NONE
    keeps: dict[int, int] = field(default_factory=dict)  # agenda -> how many first slots outlive a step
    clauses: dict[str, Text] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)  # file -> text, for reports
