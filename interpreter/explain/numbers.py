"""Numbers accounted for: the lines of a value or a throw that held, what each of them added, and who may know it.

A number is taken apart into what it is the sum of: lines with a condition that holds, columns of things that are borne, other values
with lines of their own, and what it starts from. The parts always add up to the number.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Text
from arbitre.dsl.core.texts import together
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.interpreter.code.machine import BUDGET, Machine, Run
from arbitre.interpreter.explain.conditions import truth
from arbitre.interpreter.reference.sentences import audience_of
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.read_recorder import Looking
from arbitre.interpreter.state.requests import Answers
from arbitre.interpreter.state.visibility import PUBLIC, both, may_see

LINES = frozenset({"bonus", "each", "column", "is", "floor", "ceiling"})
DEEPEST = 12  # values within values that are taken apart


@dataclass(frozen=True, slots=True)
class Modifier:
    """A part of a number.  ``amount``: what it adds; the parts add up to the number.

    ``form``: base (what it starts from), term (another number in the sum), column (of a thing that is borne), bonus, each (``times``
    over), is (it stands instead of all that comes before it), floor, ceiling.  ``audience``: who may know that it held.
    """

    form: str
    amount: int
    title: Text
    place: Place = NOWHERE
    clauses: tuple[str, ...] = ()
    audience: int = PUBLIC
    times: int = 1

    def seen_by(self, viewer: int | str) -> bool:
        return may_see(self.audience, viewer)


def copy_of(run: Run) -> tuple[Run, Looking]:
    """A run to evaluate things in: the cells it reads are recorded, and the match is not affected."""
    state = run.state.copy()
    state.cells = cells = Looking(state.cells)
    trial = Run(run.machine, state, run.dice, Answers(), trace=False)
    trial.budget, trial.order = BUDGET // 10, run.order
    trial.running = {i: [f[:] for f in frames] for i, frames in run.running.items()}
    return trial, cells


# ------------------------------------------------------------------------------------------------ what a number is made of


@dataclass(slots=True)
class NumberBreakdown:
    """Breaks numbers down into their parts, over one frame of one moment.  ``inside``: the value whose lines these are."""

    x: Run
    cells: Looking
    frame: list[int]
    inside: core.Function | None = None
    depth: int = 0
    known: set[int] = field(default_factory=set)  # cells that decided that these parts count at all
    given: dict[int, str] = field(default_factory=dict)  # numbers that whoever throws was given, by slot

    @property
    def m(self) -> Machine:
        return self.x.machine

    def value(self, expr: core.Expr) -> int:
        return self.m.expr(expr)(self.x, self.frame)

    @contextmanager
    def looking(self) -> Iterator[set[int]]:
        """The cells read meanwhile."""
        before, self.cells.looked = self.cells.looked, set()
        found = self.cells.looked
        try:
            yield found
        finally:
            self.cells.looked = before | found

    def asked(self, expr: core.Expr) -> tuple[int, set[int]]:
        with self.looking() as found:
            value = self.value(expr)
        return value, set(found)

    def decide(self, test: core.Expr) -> bool:
        """A condition that decides which parts there are: whoever may not know of it may know none of them."""
        held, looked = self.asked(test)
        self.known |= looked
        return bool(held)

    def part(self, form: str, amount: int, title: Text, looked: set[int], line: core.Modifier | None = None,
             place: Place = NOWHERE, times: int = 1, clauses: tuple[str, ...] = ()) -> Modifier:  # fmt: skip
        audience = audience_of(self.x, looked | self.known)
        if line is not None:
            place, clauses = line.place, line.clauses
        return Modifier(form, amount, title, place, clauses, audience, times)

    def parts(self, expr: core.Expr) -> list[Modifier]:
        """What the value of an expression is the sum of."""
        line = self.m.program.modifiers.get(expr.place)
        match expr:
            case core.Arith(op="+" | "-"):
                left = self.parts(expr.left)
                sign = 1 if expr.op == "+" else -1
                return left + (self.line(line, expr.right, sign) if line is not None else self.added(expr.right, sign))
            case core.Arith(op="min" | "max") if line is not None:
                return self.bounded(line, expr)
            case core.Choice() if line is not None and line.form != "override":
                held = self.decide(expr.test)
                return self.parts(expr.then if held else expr.other)
            case core.Choice() if line is not None:
                if not self.decide(expr.test):
                    return self.parts(expr.other)
                amount, looked = self.asked(expr.then)
                return [self.part("is", amount, self.title(line, expr.then, expr.test), looked, line)]
            case core.Settled():
                for test, value in zip(expr.tests, expr.values, strict=True):
                    if self.decide(test):
                        return self.parts(value)
                return self.parts(expr.base)
            case core.Choice():
                return self.parts(expr.then if self.decide(expr.test) else expr.other)
        return self.term(expr)

    def line(self, line: core.Modifier, expr: core.Expr, sign: int) -> list[Modifier]:
        """What a line adds; nothing where its condition does not hold."""
        test = None
        if isinstance(expr, core.Choice) and expr.place == line.place:
            with self.looking() as found:
                if not self.value(expr.test):
                    return []
            test, before, expr = expr.test, set(found), expr.then
        else:
            before = set()
        amount, looked = self.asked(expr)
        if not amount:
            return []
        times = 1
        if line.form == "bonus_each" and isinstance(expr, core.Arith):
            times = self.value(expr.right)
        elif not line.title and line.owner is None:
            inner = self.inner(expr)
            if any(p.form in LINES for p in inner):
                return [replace(p, amount=sign * p.amount, audience=both(p.audience, audience_of(self.x, before))) for p in inner]
        form = "each" if line.form == "bonus_each" else "bonus"
        return [self.part(form, sign * amount, self.title(line, expr, test), before | looked, line, times=times)]

    def added(self, expr: core.Expr, sign: int) -> list[Modifier]:
        """What stands behind a plus that is no line: a column of things that are borne, or another number."""
        if isinstance(expr, core.Query) and expr.sink == "sum" and isinstance(expr.value, core.Read):
            return [replace(p, amount=sign * p.amount) for p in self.columns(expr)]
        return [replace(p, amount=sign * p.amount) for p in self.parts(expr)]

    def columns(self, expr: core.Query) -> Iterator[Modifier]:
        domain = self.m.program.fields[expr.value.field].domain if isinstance(expr.value, core.Read) else NONE
        mask, before = self.asked(expr.source)
        for row in rows_of(mask):
            self.frame[expr.slot] = row
            if expr.value is not None and (expr.where is None or self.value(expr.where)):
                amount, looked = self.asked(expr.value)
                if amount:
                    yield self.part("column", amount, self.m.row_title(domain, row, self.x.cells), before | looked, place=expr.place)

    def bounded(self, line: core.Modifier, expr: core.Arith) -> list[Modifier]:
        """A floor or a ceiling, where it changes anything."""
        below = self.parts(expr.left)
        (before, one), (after, two) = self.asked(expr.left), self.asked(expr)
        if before == after:
            return below
        return [*below, self.part(line.form, after - before, self.title(line, expr.right, None), one | two, line)]

    def term(self, expr: core.Expr) -> list[Modifier]:
        """A number by itself: what a value with lines of its own is made of, or one part."""
        inner = self.inner(expr)
        if len(inner) > 1 or any(p.form in LINES for p in inner):
            return inner
        amount, looked = self.asked(expr)
        if not amount:
            return []
        title = self.named(expr) or (self.inside.title if self.inside is not None else Text())
        clauses = self.m.program.functions[expr.function].clauses if isinstance(expr, core.Apply) else ()
        form = "base" if isinstance(expr, core.Const) else "term"
        return [self.part(form, amount, title, looked, place=expr.place, clauses=clauses)]

    def inner(self, expr: core.Expr) -> list[Modifier]:
        """The parts of a value of the rulebook."""
        if not isinstance(expr, core.Apply) or isinstance(expr, core.Partial) or self.depth >= DEEPEST:
            return []
        function = self.m.program.functions[expr.function]
        if function.domain != NONE or function.is_set or truth(function.body):
            return []
        with self.looking() as found:
            given = [self.value(a) for a in expr.args]
        frame = [*given, *[0] * max(0, function.slots - len(given))]
        deeper = NumberBreakdown(self.x, self.cells, frame, function, self.depth + 1, self.known | set(found))
        return deeper.parts(function.body)

    # ------------------------------------------------------------------------------------ names

    def title(self, line: core.Modifier, amount: core.Expr, test: core.Expr | None) -> Text:
        """What a line is called: as it says, else the member in whose block it stands, else what it counts, else what it asks."""
        if line.title:
            return line.title
        if line.owner is not None:
            return self.m.row_title(*line.owner)
        found = self.named(amount) or (self.asks(test) if test is not None else None)
        if found is not None:
            return found
        return self.inside.title if self.inside is not None else Text()

    def named(self, expr: core.Expr) -> Text | None:
        """What a number is called."""
        program = self.m.program
        match expr:
            case core.Apply():
                found = program.functions[expr.function]
                title = found.title.or_name(found.name.replace("_", " "))
                if found.chart is None:
                    return title
                read = looked_up(self.m, found, [self.value(arg) for arg in expr.args], self.x.cells)
                return together([title, *read], lambda _, name, row, column: f"{name} ({row}, {column})")
            case core.Read():
                column = program.fields[expr.field]
                return column.title.or_name(column.name.replace("_", " "))
            case core.Query():
                return self.named(expr.source)
            case core.Local() if expr.slot in self.given:
                return Text.in_all(self.given[expr.slot])
            case core.Rows():
                return program.domains[expr.domain].title or None
            case core.Arith():
                return self.named(expr.right) or self.named(expr.left)
        return None

    def asks(self, test: core.Expr) -> Text | None:
        """What a condition that holds is about, in a word: the thing that is borne, a condition of the rulebook, a flag."""
        program = self.m.program
        match test:
            case core.And():
                return next((t for item in test.items if (t := self.asks(item)) is not None), None)
            case core.Or():
                held = (item for item in test.items if self.value(item))
                return next((t for item in held if (t := self.asks(item)) is not None), None)
            case core.In(item=core.Const(value=row), group=core.Read(field=column)):
                return self.member(program.fields[column].target, row)
            case core.Compare(op="==", left=core.Read(field=column), right=core.Const(value=row)):
                return self.member(program.fields[column].target, row)
            case core.Apply():
                title = program.functions[test.function].title
                return title or None
            case core.Read():
                title = program.fields[test.field].title
                return title or None
            case core.Query(sink="any"):
                return (self.asks_of_any(test.where) if test.where is not None else None) or self.named(test.source)
            case core.Compare():
                return self.named(test.left) if not isinstance(test.left, (core.Local, core.Const)) else self.named(test.right)
        return None

    def asks_of_any(self, where: core.Expr) -> Text | None:
        """Of a search only what the condition says by itself: its row is another each time."""
        items = where.items if isinstance(where, core.And) else (where,)
        for item in items:
            if isinstance(item, (core.In, core.Compare)):
                found = self.asks(item) if isinstance(getattr(item, "item", None) or getattr(item, "right", None), core.Const) else None
                if found is not None:
                    return found
        return None

    def member(self, domain: int, row: int) -> Text | None:
        if domain == NONE or row < 0 or self.m.program.domains[domain].dynamic or self.m.program.domains[domain].board is not None:
            return None
        return self.m.row_title(domain, row)


def looked_up(
    machine: Machine, function: core.Function, given: list[int], cells: list[int] | None = None, exactly: bool = False
) -> tuple[Text, Text]:
    """The row and the column in which a chart is read: a member by its title, a number by the head it falls under, ``5 – 6``, ``7+``;
    ``exactly``: with the number, ``5 – 6 (6)``."""
    assert function.chart is not None
    found = []
    for param, heads, value in zip(function.params, (function.chart.rows, function.chart.columns), given, strict=True):
        if param.domain != NONE:
            found.append(machine.row_title(param.domain, value, cells) if value >= 0 else Text.in_all("–"))
            continue
        fits = ((low, high) for low, high in heads if (low is None or low <= value) and (high is None or value <= high))
        low, high = next(fits, heads[-1])  # what fits nowhere is read in the last one
        if low == high:
            found.append(Text.in_all(str(value if low is None else low)))
            continue
        said = f"≤ {high}" if low is None else f"{low}+" if high is None else f"{low} – {high}"
        found.append(Text.in_all(f"{said} ({value})" if exactly else said))
    return found[0], found[1]


def modifiers_of(run: Run, expr: core.Expr, frame: list[int]) -> tuple[Modifier, ...]:
    """The parts of a number, as the state stands."""
    trial, cells = copy_of(run)
    return tuple(NumberBreakdown(trial, cells, frame[:]).parts(expr))
