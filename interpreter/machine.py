"""A program made ready, and one run of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from dsl import core
from dsl.core import NONE, Program, Text
from dsl.places import NOWHERE, Place
from interpreter.errors import RulebookError
from interpreter.expressions import Fn, compile_expr
from interpreter.functions import whole
from interpreter.likelihood import said
from interpreter.lookups import is_kept, kept_value
from interpreter.requests import Answers, Option
from interpreter.state import Layout, State
from interpreter.trace import PUBLIC, Record, both

if TYPE_CHECKING:
    from interpreter.flow import Flow
    from interpreter.worlds import Worlds

Stmt = Callable[["Run", list[int]], int]
BUDGET = 1_000_000


class DiceSource(Protocol):
    def throw(self, size: int, number: int, label: str, place: Place) -> int: ...


class Machine:
    """A program with every expression and statement turned into a closure.  One machine serves any number of matches."""

    def __init__(self, program: Program) -> None:
        from interpreter.agenda import Agendas
        from interpreter.calls import Calls

        self.program = program
        self.layout = Layout(program)
        self.bodies: list[Fn] = []
        self.fixed_functions: dict[int, bool] = {}
        self.recursive: dict[int, bool] = {}  # functions that can ask for themselves
        self.searching: dict[int, bool] = {}  # functions that look through rows
        self.lengths: dict[int, int] = {}  # of functions written out where they are asked
        self.searches = 0
        self.add_functions()
        self.calls = Calls(self)
        self.agendas = Agendas(self)
        self.always = [(a, compile_expr(a.test, self), self.columns_of(a.test)) for a in program.always]
        self.worths: dict[int, Fn] = {}  # how well each seat stands, for bots
        self.options: dict[int, list[Option]] = {}  # of kinds whose rows are always called the same
        self.publishes = any("Publish" in type(s).__name__ for s in all_statements(program))
        self.field_seen = [self.seen(f.seen) for f in program.fields]
        self.kind_seen = [self.seen(d.seen) for d in program.domains]
        self.decision_titles = {d.name: d.title for d in program.decisions}

    @cached_property
    def flow(self) -> Flow:
        """What odds know of the program; nothing else needs it."""
        from interpreter.flow import Flow

        return Flow(self.program)

    def add_functions(self) -> None:
        """Makes the values that were bound since: those only a scenario speaks of."""
        first = len(self.bodies)
        fresh = self.program.functions[first:]
        self.bodies += [_unready] * len(fresh)
        for function in fresh:
            body = compile_expr(function.body, self)
            self.bodies[function.index] = kept_value(function.index, self, body) if is_kept(function.index, self) else body

    def columns_of(self, expr: core.Expr) -> list[tuple[int, int]] | None:
        """The cells on which a value depends, as (first, end); None if it depends on something else."""
        columns: set[int] = set()
        for part in whole(expr, self.program):
            if isinstance(part, (core.Built, core.Own)):
                return None
            if isinstance(part, core.Read):
                columns.add(part.field)
            if isinstance(part, core.Rows) and self.program.domains[part.domain].dynamic:
                columns.add(self.program.domains[part.domain].alive)
        sizes = {c: self.program.domains[self.program.fields[c].domain].size for c in columns}
        return [(self.layout.base[c], self.layout.base[c] + sizes[c]) for c in sorted(columns) if self.layout.constant[c] is None]

    def seen(self, lines: list[core.Seen]) -> list[tuple[Fn, Fn | None, int]]:
        return [(self.expr(s.audience), self.maybe(s.when), s.slots) for s in lines]

    def audience_of(self, x: Run, column: int, row: int) -> int:
        """The seats that may see a field of a row, and which row it is, as a mask; PUBLIC for everybody."""
        domain = self.program.fields[column].domain
        return both(self.mask(x, self.field_seen[column], row), self.mask(x, self.kind_seen[domain], row))

    def mask(self, x: Run, lines: list[tuple[Fn, Fn | None, int]], row: int) -> int:
        if not lines:
            return PUBLIC
        out = 0
        for audience, when, slots in lines:
            frame = [row] + [0] * (slots + 4)
            if when is None or when(x, frame):
                out |= audience(x, frame)
        everyone = (1 << self.program.domains[self.program.seats].size) - 1 if self.program.seats != NONE else 0
        return PUBLIC if out == everyone else out

    def place_of(self, x: Run, domain: int, row: int, seat: int) -> str:
        """Where a row stands, as far as a seat may see it: the label of its cell, or nothing."""
        for column in self.program.fields:
            if column.domain == domain and not column.is_set and column.target != NONE and column.values is None:
                board = self.program.domains[column.target].board
                if board is None:
                    continue
                mask = self.mask(x, self.field_seen[column.index], row)
                cell = x.cells[self.layout.base[column.index] + row]
                if cell >= 0 and (mask == PUBLIC or mask >> seat & 1):
                    return str(board.label(cell))
        return ""

    def expr(self, expr: core.Expr) -> Fn:
        return compile_expr(expr, self)

    def words(self, parts: tuple[core.Piece, ...], x: Run, frame: list[int]) -> Text:
        """A told text in both languages, its values put in."""
        out = {"en": "", "fr": ""}
        for part in parts:
            for language in ("en", "fr"):
                text = getattr(part.text, language) if part.text is not None else ""
                if part.value is None or not text:
                    out[language] += text
                    continue
                value = part.value if callable(part.value) else self.expr(part.value)
                found = value(x, frame)
                shown = getattr(self.row_title(part.domain, found, x.cells), language) if part.domain != NONE else said(found, language)
                out[language] += shown
        return Text(out["en"], out["fr"])

    def maybe(self, expr: core.Expr | None) -> Fn | None:
        return None if expr is None else compile_expr(expr, self)

    def row_key(self, domain: int, row: int) -> str:
        """A row's short name: what a person types."""
        if row < 0:
            return "none"
        kind = self.program.domains[domain]
        return kind.rows[row] or f"{kind.name}_{row + 1}"

    def row_title(self, domain: int, row: int, cells: list[int] | None = None) -> Text:
        """A row as shown: its title, or for created rows what it bears and its number."""
        if row < 0:
            return Text("nobody", "personne")
        kind = self.program.domains[domain]
        title = kind.titles[row] if row < len(kind.titles) else Text()
        if not kind.dynamic:
            name = kind.rows[row].replace("_", " ")
            return Text(title.en or name, title.fr or name)
        base = Text(title.en or kind.name, title.fr or kind.name)
        if kind.label != NONE and cells is not None:
            column = self.program.fields[kind.label]
            held = cells[self.layout.base[kind.label] + row]
            if held >= 0:
                base = self.row_title(column.target, held)
        if kind.seen:  # its number would tell which row it is
            return base
        return Text(f"{base.en} {row + 1}", f"{base.fr} {row + 1}")


def all_statements(program: Program) -> list[Any]:
    from dsl.statements import walk

    out: list[Any] = []
    for procedure in program.procedures:
        out += list(walk(procedure.body))
        for step in procedure.steps:
            out += list(walk(step.body))
            for hook in (*step.before, *step.instead, *step.after):
                out += list(walk(hook.body))
        for hook in (*procedure.before, *procedure.instead, *procedure.after, *procedure.rolled):
            out += list(walk(hook.body))
    return out


def _unready(x: Run, f: list[int]) -> int:
    raise RulebookError("a value was asked before it was made")


class Run:
    """One passage through the rules from a state; dice and answers come from outside."""

    def __init__(self, machine: Machine, state: State, dice: DiceSource, answers: Answers, trace: bool = False) -> None:
        self.machine = machine
        self.program = machine.program
        self.state = state
        self.cells = state.cells
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
        self.enumerating = False
        self.worlds: Worlds | None = None  # odds: every way matters may stand
        self.appraise = False  # questions say how much a bot likes each option
        self.hinting = False  # and what is said beside it, which may take longer to find out
        self.audience = PUBLIC  # of what happens now
        self.shown: int | None = None  # of what is called next, where the statement that calls it says so
        self.halt: tuple[int, frozenset[int]] | None = None  # an agenda and those of its steps before which it stops
        self.passing = False  # it stands before one of them, and goes on
        self.deeds: list[tuple[int, int, int]] | None = None  # steps that began: agenda, step, and how much had happened
        self.explaining = False  # questions say why what they do not offer is not offered
        self.steps = 0  # statements of agendas since the last question
        self.jump: tuple[int, ...] | None = None  # for odds: a call that is all that is left to do, and its arguments
        self.given: int | None = None  # what ``give`` gave, until the event takes it

    def use(self, state: State) -> None:
        self.state, self.cells = state, state.cells

    def error(self, text: str, place: Place = NOWHERE) -> RulebookError:
        return RulebookError(text, place, list(self.chain))

    def spend(self, place: Place) -> None:
        self.budget -= 1
        if self.budget < 0:
            raise self.error("the rules go on without end", place)

    def record(self, kind: str, name: str, place: Place, clauses: tuple[str, ...] = (), audience: int | None = None, **data: Any) -> int:
        if self.log is None:
            return -1
        seen = self.audience if audience is None else audience
        self.log.append(Record(kind, name, place, clauses, seen, self.cause, len(self.log), data))
        return len(self.log) - 1

    def is_pending(self, atom: int) -> bool:
        """Is that step of that element still to come in the agenda that holds it?"""
        owner = self.machine.agendas.atom_owner
        if atom < 0 or owner is None:
            return False
        procedure, size = owner
        for entry in reversed(self.state.stack):
            if entry[0] in "AR" and entry[1] == procedure:
                return (atom // size, atom % size) in entry[3]
        return False
