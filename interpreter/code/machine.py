"""A prepared program, and one run of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program, Text
from arbitre.dsl.core.constant_folding import GREATEST as GREATEST  # numbers go so far, up and down
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.graphs.board import Board
from arbitre.interpreter.analysis.facts import Facts
from arbitre.interpreter.analysis.liveness import Liveness
from arbitre.interpreter.code.handler import Handler, Line
from arbitre.interpreter.code.invariants import Invariants
from arbitre.interpreter.code.value_text import listed, nothing, said, several
from arbitre.interpreter.state import visibility
from arbitre.interpreter.state.dice import DiceSource
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.layout import Layout
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.requests import Answers, Barred, Option
from arbitre.interpreter.state.state import State
from arbitre.interpreter.state.trace import Record
from arbitre.interpreter.state.visibility import PUBLIC, both

T = TypeVar("T")
Fn = Callable[["Run", list[int]], int]  # an expression: its value
Stmt = Callable[["Run", list[int]], int]  # a statement: its signal, 0 to go on
# Something to do; the slots nobody reads after it; do all its throws tell how matters stand after them (else it may be done again)?
Portion = tuple[Callable[["Run", list[int]], int], Sequence[int], bool]
SeenLine = tuple[Fn, Fn | None, int]  # ``seen by``: who, when, and how many slots both need
Began = tuple[int, int, int, tuple[int, ...]]  # a step: its agenda and number, how much had happened, the slots of the agenda
ChanceAfter = Callable[["Run", int, list[int], Place, Callable[["Run"], int]], Fraction]
# The most steps that one statement of an agenda may take: a row evaluated counts 1, a call of a function 2, a statement repeated or an
# event called 10, a sentence told 100.
BUDGET, VALUE, STATEMENT, TOLD = 5_000_000, 2, 10, 100


@dataclass(slots=True)
class ReadyAction:
    """An action with its questions as closures, in the order in which they are asked."""

    action: core.Action
    procedure: core.Procedure
    actors: int  # domain
    commander: Fn
    rank: list[int]  # positions in the order they are asked: the actor first
    when: list[list[Fn]]  # by rank: asked as soon as that one is known
    values: list[Fn | None]
    limits: list[tuple[Fn, int]]  # how often, base of the counter
    rivals: set[int]  # actions that cannot be ordered besides this one
    appeal: Fn | None = None  # the heuristic value of an option for bots
    needs: list[list[Fn]] = field(default_factory=list)  # by rank: what it needs that can be told then, asked for bots
    late: list[Fn] = field(default_factory=list)  # and what can be told only of what another way stands for
    # Other ways to give what a parameter stands for: each is offered beside the action, and is the same order.
    key: str = ""
    title: Text = field(default_factory=Text)
    left: tuple[int, ...] = ()  # positions that are not asked
    way: core.Way | None = None  # the way it is given in, if not as it is first written
    empty: list[int] = field(default_factory=list)  # a frame of which nothing is known yet
    ways: list[tuple[core.Way, Fn]] = field(default_factory=list)
    # How each parameter is asked for, if any has words of its own.
    asks: list[Callable[[Run, list[int], int], tuple[Text, Text]]] = field(default_factory=list)
    shunned: bool = False  # its appeal is a plain number below 0: no bot does it


class Op:
    """A statement of agenda code."""

    __slots__ = ("block", "blocks", "fn", "kind", "other", "place", "quiet", "stmt", "test")

    def __init__(self, stmt: core.Stmt, kind: str) -> None:
        self.stmt, self.kind, self.place = stmt, kind, stmt.place
        self.fn: Any = None
        self.test: Any = None
        self.block = self.other = NONE
        self.blocks: list[int] = []
        self.quiet = kind in ("if", "while", "act") or (kind == "for" and not getattr(stmt, "ties", ""))


@dataclass(slots=True)
class ReadyHook:
    """A hook with its condition and body as closures."""

    hook: core.Hook
    when: Fn | None
    body: Stmt
    blank: list[int]
    settled: bool = False  # some hook beside it stands ``over`` another
    block: int = NONE  # of agenda code, for a hook that lets a step or an agenda proceed

    def frame(self, event: list[int]) -> list[int]:
        out = self.blank[:]
        for source, target in self.hook.params:
            out[target] = event[source]
        return out


@dataclass(slots=True)
class Ready:
    """A procedure with its body and hooks as closures, and what odds learn of it on the way."""

    procedure: core.Procedure
    guard: Fn | None
    body: Stmt
    before: list[ReadyHook]
    instead: list[ReadyHook]
    after: list[ReadyHook]
    rolled: list[ReadyHook]
    seen: list[SeenLine] | None
    needs: list[tuple[Fn, Text | None]] = field(default_factory=list)  # of an action: asked once no guard prevents it
    stages: dict[tuple[int, ...], list[Portion]] = field(default_factory=dict)  # how odds cut a call, by what its caller looks at
    tells: bool | None = None  # for odds: see :func:`arbitre.interpreter.odds.segments.tells`; None: not asked yet
    lawless: Ready | None = None  # for odds: see :func:`arbitre.interpreter.odds.segments.lawless`; None: not asked yet


def unbeaten(hooks: list[ReadyHook], fitting: list[ReadyHook]) -> list[ReadyHook]:
    """Those that no other fitting hook stands ``over``; hooks of one file may share a name, and none is over itself."""
    return [h for h in hooks if not any(h.hook.name in other.hook.over for other in fitting if other is not h)]


@dataclass(slots=True)
class AgendaCode:
    """The agendas of a program: blocks of statements that can be left and come back to; see :mod:`arbitre.interpreter.agendas`."""

    blocks: list[list[Op]] = field(default_factory=list)
    loops: list[Op] = field(default_factory=list)
    steps: dict[int, list[int]] = field(default_factory=dict)  # of each agenda: the blocks of its steps
    orders: dict[int, Callable[[Run, list[int]], Sequence[int]]] = field(default_factory=dict)
    guards: dict[int, Fn | None] = field(default_factory=dict)
    hooks: dict[tuple[int, int], tuple[list[ReadyHook], list[ReadyHook], list[ReadyHook]]] = field(default_factory=dict)
    live: dict[int, int] = field(default_factory=dict)  # slots below this one outlive a step
    scratch: dict[int, tuple[int, ...]] = field(default_factory=dict)  # slots that only searches use
    hook_scratch: dict[tuple[int, int, int], tuple[int, ...]] = field(default_factory=dict)  # the same, by agenda, step and hook
    main_before: Fn | None = None  # what is noted before the agenda of the game begins
    main_args: list[Fn] = field(default_factory=list)  # for whom it is played
    atom_owner: tuple[int, int] | None = None  # the agenda whose steps can be moved, and how many elements it has


@dataclass(eq=False)
class Machine:
    """A program with every expression and statement turned into a closure.  One machine serves any number of matches.

    It is data: :mod:`arbitre.interpreter.reference.program` fills it, with the tables of makers by type of node.
    """

    program: Program
    expressions: dict[type, Callable[[Any, Machine], Fn]] = field(init=False)
    statements: dict[type, Callable[[Any, Machine], Stmt]] = field(init=False)
    chance_after: ChanceAfter = field(init=False)
    playing: Handler = field(init=False)  # how effects are handled where a match is played
    publishes: bool = field(init=False)  # are there statements that do
    decision_titles: dict[str, Text] = field(init=False)
    layout: Layout = field(init=False)
    facts: Facts = field(init=False)
    bodies: list[Fn] = field(default_factory=list)  # of the values of the rulebook
    ready: list[Ready] = field(default_factory=list)  # its procedures
    actions: list[ReadyAction] = field(default_factory=list)
    action_of: dict[int, ReadyAction] = field(default_factory=dict)  # by the index of the action
    offers: dict[str, list[ReadyAction]] = field(default_factory=dict)  # by where they are offered
    agendas: AgendaCode = field(default_factory=AgendaCode)
    always: Invariants = field(default_factory=Invariants)
    worths: dict[int, Fn] = field(default_factory=dict)  # how well each seat stands, for bots
    options: dict[int, list[Option]] = field(default_factory=dict)  # of kinds whose rows are always called the same
    field_seen: list[list[SeenLine]] = field(default_factory=list)
    kind_seen: list[list[SeenLine]] = field(default_factory=list)
    moving: dict[int, Callable[[Run], Board] | None] = field(default_factory=dict)  # boards as a match stands, by kind
    shows: dict[int, Any] = field(default_factory=dict)  # what views show of each kind
    usual: dict[tuple[int, ...], bool | None] = field(default_factory=dict)  # is a price the board's own? by value, board, arguments
    liveness: Liveness | None = None  # what odds know of the program, once they have asked

    def __post_init__(self) -> None:
        self.layout = Layout(self.program)
        self.facts = Facts(self.program, self.layout)

    # ------------------------------------------------------------------------------------ making

    def expr(self, expr: core.Expr) -> Fn:
        return self.expressions[type(expr)](expr, self)

    def maybe(self, expr: core.Expr | None) -> Fn | None:
        return None if expr is None else self.expr(expr)

    def stmt(self, stmt: core.Stmt) -> Stmt:
        return self.statements[type(stmt)](stmt, self)

    def block(self, stmts: tuple[core.Stmt, ...]) -> Stmt:
        """Statements one after the other; a signal of one of them leaves the block."""
        stmts = tuple(s for s in stmts if not isinstance(s, core.Reveal))
        made = [self.stmt(s) for s in stmts]
        if not made:
            return lambda x, f: 0
        if len(made) == 1:
            return made[0]
        line = Line(stmts, made)

        return lambda x, f: x.handler.block(x, f, line)

    def seen(self, lines: list[core.Seen]) -> list[SeenLine]:
        return [(self.expr(s.audience), self.maybe(s.when), s.slots) for s in lines]

    # ------------------------------------------------------------------------------------ who sees what

    @property
    def everyone(self) -> int:
        """All seats, as a mask."""
        return (1 << self.program.domains[self.program.seats].size) - 1 if self.program.seats != NONE else 0

    def mask(self, x: Run, lines: list[SeenLine], row: int) -> int:
        """The audience of a row by the lines of its kind, or of a field of it; PUBLIC without a line."""
        return visibility.audience(x, lines, lambda slots: [row] + [0] * (slots + 4), self.everyone) if lines else PUBLIC

    def audience_of(self, x: Run, column: int, row: int) -> int:
        """The seats that may see a field of a row, and which row it is, as a mask; PUBLIC for everybody."""
        domain = self.program.fields[column].domain
        return both(self.mask(x, self.field_seen[column], row), self.mask(x, self.kind_seen[domain], row))

    # ------------------------------------------------------------------------------------ words

    def words(self, parts: tuple[core.Piece, ...], x: Run, frame: list[int]) -> Text:
        """A told text in each of its languages, its values put in."""
        out: dict[str, str] = {}
        last = core.PLAIN  # what is known of the value shown last
        for part in parts:
            for language, text in part.text.said if part.text is not None else ():
                out.setdefault(language, "")
                if part.agrees and (last.gender != "f" if part.agrees == "f" else last.number != "plural"):
                    continue
                if part.value is None:
                    out[language] += text
                    continue
                value = part.value if callable(part.value) else self.expr(part.value)
                found = value(x, frame)
                if part.domain == NONE:
                    out[language] += said(found, language)
                    last = several(found, language)
                    continue
                titles = self.titles_of(part.domain, found, x.cells) if part.is_set else [self.row_title(part.domain, found, x.cells)]
                out[language], last = listed(out[language], titles, language)
        return Text.saying(out)

    def titles_of(self, domain: int, mask: int, cells: list[int] | None = None) -> list[Text]:
        """The rows of a set as shown, in their order; that there is nobody in it, or nothing."""
        found = [self.row_title(domain, row, cells) for row in rows_of(mask)]
        return found or [self.none_title(domain)]

    def none_title(self, domain: int) -> Text:
        """That there is none of a kind: ``nobody`` of those who play or act, ``none`` of all else."""
        program = self.program
        people = domain in (NONE, program.seats) or any(
            program.procedures[a.procedure].params[a.actor].domain == domain for a in program.actions
        )
        return nothing(people, program.domains[domain].title if domain != NONE else Text())

    def row_key(self, domain: int, row: int) -> str:
        """A row's short name: what a person types."""
        if row < 0:
            return "none"
        kind = self.program.domains[domain]
        return kind.rows[row] or f"{kind.name}_{row + 1}"

    def row_title(self, domain: int, row: int, cells: list[int] | None = None) -> Text:
        """A row as shown: its title, or for created rows what it bears and its number."""
        if row < 0:
            return self.none_title(domain)
        kind = self.program.domains[domain]
        title = kind.titles[row] if row < len(kind.titles) else Text()
        if not kind.dynamic:
            name = kind.rows[row].replace("_", " ")
            # A cell that a rule names is still known by its place, unless every cell of the board goes by a name.
            untitled = not title or title.within("en") in (kind.rows[row], name)
            if kind.board is not None and untitled and any(one.startswith("(") for one in kind.rows):
                title, name = Text(), kind.board.spot(row)
            return title.or_name(name)
        base = title.or_name(kind.name)
        if kind.label != NONE and cells is not None:
            first = self.layout.base[kind.label]
            held = cells[first + row]
            if held >= 0:
                base = self.row_title(self.program.fields[kind.label].target, held)
                if base.within("en")[-1:].isdigit():  # it bears a number already, and needs one of its own only among several of these
                    same = [other for other, what in enumerate(cells[first : first + kind.size]) if what == held]
                    nth = f" ({same.index(row) + 1})" if len(same) > 1 else ""
                    return base.each(lambda said: said + nth)
        return base if kind.seen else base.each(lambda said: f"{said} {row + 1}")  # a number tells which it is


class Run:
    """One passage through the rules from a state; dice and answers come from outside."""

    def __init__(self, machine: Machine, state: State, dice: DiceSource, answers: Answers, trace: bool = False) -> None:
        self.machine, self.program = machine, machine.program
        self.state, self.cells = state, state.cells
        self.dice = dice
        self.answers = answers
        self.running: dict[int, list[list[int]]] = {}
        self.chain: list[str] = []
        self.depth = 0
        self.asked: dict[int, int] = {}  # how often each function that asks for itself is at work
        self.budget = BUDGET
        self.log: list[Record] | None = [] if trace else None
        self.cause = -1
        self.stored: set[int] | None = None  # cells stored (not counted up) in an iteration of a together
        self.memo: dict[Any, Any] | None = None  # values that hold while options are listed, when nothing changes
        self.amounts: dict[int, int] = {}  # of cells counted up or down in it, before the bounds cut them
        self.for_good: dict[tuple[int, int], int] = {}  # members gained for good in it: no iteration gives them an end
        self.made: dict[int, set[int]] = {}  # rows created, by kind, in the iterations of a together
        self.order = NONE  # the order being carried out
        self.reason: Text | None = None
        self.spent = False  # the failure itself says that the charge is spent
        self.handler = machine.playing  # another one where odds are asked for
        self.original: list[tuple[Ready, list[int]]] = []  # what the hooks at work stand instead of
        self.appraise = self.hinting = False  # questions carry the appeal of each option; and its hints
        self.part: tuple[int, ...] | None = None  # of things done at once the one whose questions say so, if it is one alone
        self.audience = PUBLIC  # of what happens now
        self.shown: int | None = None  # of what is called next, where the statement that calls it says so
        self.halt: tuple[int, frozenset[int]] | None = None  # an agenda, and its steps before which it stops
        self.asserts = True  # laws are held; what is only tried may break them
        self.passing = False  # at one of them, and goes on
        self.explaining: Callable[[Run, core.Stmt, list[int]], tuple[Barred, ...]] | None = None  # what a question does not offer, and why
        self.deeds: list[Began] | None = None  # steps that began
        self.cancelled: dict[int, Place] = {}  # orders by row: the line that cancelled each last, for whoever asks why nothing came of it
        self.steps = 0  # statements of agendas since the last question
        self.jump: tuple[int, ...] | None = None  # for odds: a call that is all that is left to do, and its arguments
        self.given: int | None = None  # what ``give`` gave, until the event takes it

    def once(self, key: object, ask: Callable[[], T]) -> T:
        """What a question comes to: asked once for each key while options are listed, as nothing changes meanwhile."""
        if self.memo is None:
            return ask()
        if key not in self.memo:
            self.memo[key] = ask()
        found: T = self.memo[key]
        return found

    def wants_appeals(self) -> bool:
        """Are the appeals of the options of the next question wanted?  Not if it has its answer already."""
        return self.appraise and self.part in (None, self.answers.path) and self.answers.open()

    def use(self, state: State) -> None:
        self.state, self.cells = state, state.cells

    def error(self, text: str, place: Place = NOWHERE) -> RulebookError:
        return RulebookError(text, place, list(self.chain))

    def spend(self, place: Place, amount: int = STATEMENT) -> None:
        self.budget -= amount
        if self.budget < 0:
            raise self.error("the rules never stop", place)

    def looked(self, rows: int, place: Place) -> None:
        """So many rows are scanned."""
        self.budget -= rows
        if self.budget < 0:
            raise self.error("this looks at too many rows in one go", place)

    def record(self, kind: str, name: str, place: Place, clauses: tuple[str, ...] = (), audience: int | None = None, **data: Any) -> int:
        if self.log is None:
            return -1
        seen = audience if audience is not None else self.audience
        self.log.append(Record(kind, name, place, clauses, seen, self.cause, len(self.log), data))
        return len(self.log) - 1

    def is_pending(self, atom: int) -> bool:
        """Is that step of that element still to come in the agenda that holds it?"""
        if atom < 0 or self.machine.agendas.atom_owner is None:
            return False
        procedure, size = self.machine.agendas.atom_owner
        for entry in reversed(self.state.stack):
            if entry[0] in "AR" and entry[1] == procedure:
                return (atom // size, atom % size) in entry[3]
        return False
