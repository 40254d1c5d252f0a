"""Procedures, actions, and the program that holds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from arbitre.dsl.core.data import NONE, Domain, Field, Seen
from arbitre.dsl.core.decisions import MOST_NUMBERS
from arbitre.dsl.core.expressions import Expr
from arbitre.dsl.core.languages import SAID_IN
from arbitre.dsl.core.statements import ForEach, Piece, Reveal, Stmt
from arbitre.dsl.core.texts import Text
from arbitre.dsl.diagnostics.position import Place


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
    orders: tuple[tuple[bool, str, Place], ...] = ()  # hooks that it runs before (else after), and where that is said
    law: bool = False  # of an invariant, which changes nothing that rules read: odds leave it out


@dataclass(slots=True)
class Param:
    """What a function, an event or an action is given, in a slot: a row of ``domain``, or a number from ``low`` to ``high``."""

    name: str
    slot: int
    domain: int  # NONE for numbers and flags
    low: int = 0
    high: int = 0
    preposition: str = ""  # "" for the direct one
    is_set: bool = False
    step: int = 1  # of the numbers that are offered

    @property
    def numbers(self) -> range:
        """What a number may be, of an action; of more than one list holds the first."""
        return range(self.low, self.high + 1, self.step)[:MOST_NUMBERS]


@dataclass(frozen=True, slots=True)
class Chart:
    """The heads of the rows and columns of a chart: what each stands for, from and to, None where it is open."""

    rows: tuple[tuple[int | None, int | None], ...]
    columns: tuple[tuple[int | None, int | None], ...]


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
    depth: int = 200  # how often it may ask for itself; beyond: a run-time error
    reveals: tuple[Reveal, ...] = ()  # what everyone may know who knows the value
    reported: bool = False  # told with the counts of the side it is asked of, to each viewer as far as he sees what it reads
    chart: Chart | None = None  # of a chart: where its two parameters are looked up


@dataclass(slots=True)
class Modifier:
    """A line that modifies a value, or a throw: what it is called where it is told that it held.

    ``owner``: the member in whose block it is written, a domain and a row; that is its name where it has no title.
    """

    form: str
    title: Text
    place: Place
    clauses: tuple[str, ...] = ()
    owner: tuple[int, int] | None = None


# What is done for whoever has missed a deadline: what silence means; his last answers again; nothing, as he is waited for; a bot answers;
# nobody's answers count.
MISSED = ("default", "last", "hold", "bot", "null")


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
    due: str = ""  # what is asked in it is waited for till a deadline; what is done then for whoever has not answered (see MISSED)


@dataclass(slots=True)
class Procedure:
    """An event, test, table, action or agenda.

    Slots: parameters first, then ``result`` (NONE if none), own fields, locals.  ``init`` are the values slots take when
    it starts (parameters are overwritten).
    Order of things in a call: ``when`` first (a guard: false means that nothing happens, so that no hook hears of it), then
    ``before`` hooks (any may prevent), at most one matching ``instead`` (two matching: a run-time error naming both, unless
    one is ``over`` the other), else ``body``, then ``after`` hooks.  Hooks never see a prevented event.  A hook that is
    ``over`` another keeps it from running, whatever their position; that is asked before the first of them runs.
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
    quiet: bool = False  # it need not be told: ``says nothing``
    outcomes: tuple[tuple[int, tuple[Piece, ...]], ...] = ()  # tests and contests: what is said of a result
    seen: list[Seen] | None = None  # who sees it happen, evaluated over the frame; None: the game's default
    results: tuple[str, ...] = ()  # tests: names of the results; result value = index
    result_titles: tuple[Text, ...] = ()  # what they are called, where their lines say so
    # agendas
    steps: list[Step] = field(default_factory=list)
    each: ForEach | None = None  # per element: atoms are (step, element); its slot and order
    repeat: bool = False  # starts over when it ends, until the match is over
    guard: Expr | None = None  # runs (again) only while this holds


@dataclass(slots=True)
class Limit:
    """How often one actor may do an action in a run of an agenda, or in the match."""

    count: Expr
    period: int  # agenda procedure index, NONE: the match
    field: int  # counter column on the actor's domain (kept in the state, reset when the period begins)


@dataclass(slots=True)
class Way:
    """Another way to give an action: ``given`` (a parameter of its own) in place of ``instead``, which is then ``value``."""

    given: int  # parameter position
    instead: int
    value: Expr  # over the frame with the actor and ``given`` filled; none: the order fails
    title: Text


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
    form_of: int = -1  # the action that it is a form of
    spends: bool = False  # its charges are spent even when it fails
    shortcut: bool = False  # several steps in one: for persons, a bot by lot takes the steps themselves
    several: bool = False  # may be ordered more than once by one actor
    written: Text = field(default_factory=Text)  # further words that mean it in orders that are handed in
    appeal: Expr | None = None  # how much a bot likes it, over its parameters; "done" is worth 0
    hint: tuple[Piece, ...] = ()  # said beside the choice that completes it
    asks: tuple[tuple[Piece, ...], ...] = ()  # for each parameter how it is asked for; nothing where the rulebook words no question
    ways: list[Way] = field(default_factory=list)


@dataclass(slots=True)
class Decision:
    """A thing somebody is asked, by its name and title: what a question shows beside its options."""

    name: str
    title: Text
    place: Place
    clauses: tuple[str, ...] = ()
    within: Text = field(default_factory=Text)  # what it is asked in, for one that has no title


@dataclass(slots=True)
class Always:
    """An invariant, checked after every completed agenda statement.  ``reason``: why it holds, told where it no longer does."""

    name: str
    test: Expr
    slots: int
    place: Place
    reason: Text = field(default_factory=Text)


@dataclass(slots=True)
class AppearanceLine:
    """One way in which something is drawn: ``what`` (shape, fill, edge, label, badge, stack, link, at, ruler, arrow) and its ``word``.

    ``when`` is evaluated with the row in slot 0.  Of an edge ``sides`` (of a board, or ``around`` the cells for which ``when`` holds) or
    ``between``, two sets of cells, and ``line`` (thin, thick, dashed, barred; "" for what is usual).  ``title``: what a badge stands for,
    or what a label says.  ``at``: the column and row at which a cell is drawn.  ``pieces``: of a sign with values in it.
    """

    what: str
    word: str
    when: Expr | None
    slots: int
    place: Place
    sides: tuple[str, ...] = ()
    between: tuple[Expr, Expr] | None = None
    line: str = ""
    title: Text = field(default_factory=Text)
    at: tuple[Expr, Expr] | None = None
    pieces: tuple[Piece, ...] = ()


@dataclass(slots=True)
class Appearance:
    """How the rows of a kind are drawn, or one ``row`` of it, or (``domain`` NONE) every board.  Of several lines the first that holds.

    With ``rule``, the name of an action, an event or an agenda: how the ways are drawn that pieces go in it.
    """

    domain: int
    row: int
    lines: list[AppearanceLine]
    rule: str = ""


@dataclass(slots=True)
class OrderTable:
    """Where given orders are stored: a dynamic domain with these columns (indices of fields)."""

    domain: int
    action: int  # field: index into Program.actions
    giver: int  # field: seat
    state: int  # field: 0 pending, 1 done, 2 failed, 3 cancelled
    actors: dict[int, int]  # domain of the actor -> field that holds it


@dataclass(frozen=True, slots=True)
class RuleMark:
    """A rule by its name, a short fingerprint of what it says, and its title: for whoever opens a match that was begun by other rules."""

    name: str
    mark: str
    title: Text


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
    main_before: tuple[Stmt, ...] = ()  # what is noted before it begins: whose turn it is
    main_args: tuple[Expr, ...] = ()  # for whom it runs, asked after that
    max_rounds: int = 500  # after so many runs of the main agenda the match is closed, or stops unfinished
    closing: int = NONE  # procedure index of the event that closes it then, NONE
    atoms: int = NONE  # domain index of (step, element) atoms, NONE
    deadlines: bool = False  # do steps say what is waited for till a deadline
    keeps: dict[int, int] = field(default_factory=dict)  # agenda -> how many first slots outlive a step
    clauses: dict[str, Text] = field(default_factory=dict)
    modifiers: dict[Place, Modifier] = field(default_factory=dict)  # by the place of the line, which the expression made of it bears
    looks: list[Appearance] = field(default_factory=list)
    sources: dict[str, str] = field(default_factory=dict)  # file -> text, for reports
    package: str = ""  # the package that the game is, where it is one: ``author/name``
    release: str = ""  # and its version, as people count them
    rules: tuple[RuleMark, ...] = ()
    languages: tuple[str, ...] = SAID_IN  # those its texts may be asked for in: promised ones first, then those of translations
