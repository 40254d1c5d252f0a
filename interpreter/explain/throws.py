"""A throw accounted for: the lines that add to it, and the numbers it is held against, as they are when the dice fall."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Text
from arbitre.dsl.core.dice_sums import ways
from arbitre.dsl.core.walk import blocks_of, free_slots, statements_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.code.machine import Run
from arbitre.interpreter.explain.numbers import Modifier, NumberBreakdown, copy_of
from arbitre.interpreter.explain.sources import at_work
from arbitre.interpreter.reference.sentences import audience_of
from arbitre.interpreter.state.dice import land, ways_to_land
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.read_recorder import Looking
from arbitre.interpreter.state.visibility import may_see

MOST_TOLD = 2_000  # outcomes of the dice, where their chances are shown beside a throw
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True, slots=True)
class ComparedNumber:
    """A number that a throw was compared with, and its parts.  ``result``: what comes of it; ``sign``: how it must compare with it
    (``>=``, ``>``, ``<=``, ``<``, ``==``); ``of``: whether the dice themselves or their sum with what is added."""

    result: str
    of: str
    sign: str
    value: int
    title: Text
    place: Place
    parts: tuple[Modifier, ...]
    clauses: tuple[str, ...]
    audience: int

    def seen_by(self, viewer: int | str) -> bool:
        return may_see(self.audience, viewer)


@dataclass(frozen=True, slots=True)
class Thrown:
    """What is added to a throw, to the other throw of a contest, and what it is held against."""

    added: tuple[Modifier, ...] = ()
    against: tuple[Modifier, ...] = ()
    wanted: tuple[ComparedNumber, ...] = ()


def thrown(run: Run, procedure: core.Procedure, frame: list[int], roll: core.Stmt | None = None) -> Thrown:
    """The lines that hold for a throw of a test, a contest, a table or an event, now."""
    trial, cells = copy_of(run)
    given = {p.slot: p.name.replace("_", " ") for p in procedure.params if p.domain == NONE}
    try:
        breakdown = NumberBreakdown(trial, cells, at_work(run, trial, cells, procedure, frame), given=given)
        return _Throw(breakdown, procedure, roll).found()
    except (RulebookError, RecursionError):
        return Thrown()


def innermost(run: Run, label: str) -> tuple[core.Procedure, list[int]] | None:
    """The test or contest of that name that is running, and its slots."""
    for index, frames in run.running.items():
        procedure = run.program.procedures[index]
        if frames and procedure.name == label and procedure.results:
            return procedure, frames[-1]
    return None


@dataclass(frozen=True, slots=True)
class Single:
    """What dice that are thrown now can come to as they lie, before anything else is done to them.

    ``needs``: for each result the sums of the dice that give it, where these alone decide; ``totals``: sums with what is added;
    ``results``: what each sum of the dice gives.
    """

    chances: dict[str, Fraction]
    needs: dict[str, tuple[int, ...]]
    totals: dict[int, int]
    results: dict[int, str]
    audience: int


def alone(run: Run, procedure: core.Procedure, frame: list[int], first: bool = True) -> Single | None:
    """The results of one throw of a test or a contest; ``first``: nothing was thrown for it yet, so nothing is added as yet."""
    trial, cells = copy_of(run)
    try:
        slots = at_work(run, trial, cells, procedure, frame)
        if procedure.kind == "contest":
            return _of_contest(trial, cells, procedure, slots)
        return _of_test(trial, cells, procedure, slots, first)
    except (RulebookError, RecursionError):
        return None


def _of_test(x: Run, cells: Looking, procedure: core.Procedure, frame: list[int], first: bool) -> Single | None:
    lets = [s for s in procedure.body if isinstance(s, core.Let)]
    roll = procedure.body[0] if procedure.body else None
    if procedure.kind != "test" or not isinstance(roll, core.Roll) or len(lets) < 3:
        return None
    m, (bonus, total, result) = x.machine, (lets[0], lets[-2], lets[-1])
    out: dict[str, Fraction] = {}
    names: dict[int, set[str]] = {}
    totals: dict[int, int] = {}
    if first:
        frame[bonus.slot] = m.expr(bonus.value)(x, frame)
    summed, settled = m.expr(total.value), m.expr(result.value)
    found = ways_to_land(roll)
    if len(found) > MOST_TOLD:
        return None
    for faces, chance in found:
        land(frame, roll, faces)
        frame[total.slot] = totals[frame[roll.slot]] = summed(x, frame)
        name = procedure.results[settled(x, frame)]
        out[name] = out.get(name, Fraction(0)) + chance
        names.setdefault(frame[roll.slot], set()).add(name)
    results = {n: next(iter(found)) for n, found in names.items() if len(found) == 1}
    needs = {name: tuple(sorted(n for n, found in results.items() if found == name)) for name in out}
    return Single(out, needs if len(results) == len(names) else {}, totals, results, audience_of(x, cells.looked))


def _of_contest(x: Run, cells: Looking, procedure: core.Procedure, frame: list[int]) -> Single | None:
    off = next((s for s in procedure.body if isinstance(s, core.RollOff)), None)
    if off is None:
        return None
    lead = x.machine.expr(off.left_bonus)(x, frame) - x.machine.expr(off.right_bonus)(x, frame)
    (own, mine), (other, theirs) = ways(off.left_dice), ways(off.right_dice)
    least, most = min(other), max(other)
    span = range(least, most + 1)
    less = dict(zip(span, accumulate((other.get(n, 0) for n in span), initial=0), strict=False))  # how many ways lie below each sum
    won = tied = 0
    for total, count in own.items():
        total += lead
        won += count * (theirs if total > most else less[total] if total >= least else 0)
        tied += count * other.get(total, 0)
    whole = mine * theirs - (tied if off.again else 0)
    if not whole:
        return Single({}, {}, {}, {}, audience_of(x, cells.looked))
    counts = (won, mine * theirs - won - tied, 0 if off.again else tied)
    out = {name: Fraction(count, whole) for name, count in zip(procedure.results, counts, strict=False) if count}
    return Single(out, {}, {}, {}, audience_of(x, cells.looked))


def modifiers(run: Run, procedure: core.Procedure, frame: list[int]) -> tuple[Modifier, ...]:
    """What is added to a throw of a test or of the first side of a contest, now."""
    return thrown(run, procedure, frame).added


@dataclass(slots=True)
class _Throw:
    r: NumberBreakdown
    procedure: core.Procedure
    roll: core.Stmt | None

    def found(self) -> Thrown:
        body = self.procedure.body
        if self.procedure.kind == "contest":
            off = next((s for s in body if isinstance(s, core.RollOff)), None)
            if off is None:
                return Thrown()
            return Thrown(tuple(self.r.parts(off.left_bonus)), tuple(self.r.parts(off.right_bonus)))
        if self.procedure.kind == "test":
            lets = [s for s in body if isinstance(s, core.Let)]
            if len(lets) < 3 or not isinstance(body[0], core.Roll):
                return Thrown()
            bonus, total, outcome = lets[0], lets[-2], lets[-1]
            added = tuple(self.r.parts(bonus.value))
            slots = {body[0].slot: "natural", total.slot: "total"}
            return Thrown(added, (), tuple(self.needs(outcome.value, slots)))
        return self.of_event()

    def of_event(self) -> Thrown:
        """``roll 2d6 + b as blow`` and what the next line asks of it."""
        for block in blocks_of(self.procedure.body):
            for at, stmt in enumerate(block):
                if stmt is not self.roll or not isinstance(stmt, core.Roll):
                    continue
                follows = list(block[at + 1 : at + 3])
                slots = {stmt.slot: "total"}
                added: tuple[Modifier, ...] = ()
                if follows and isinstance(follows[0], core.Let) and is_sum(follows[0].value, stmt.slot):
                    let = follows.pop(0)
                    assert isinstance(let, core.Let) and isinstance(let.value, core.Arith)
                    slots = {stmt.slot: "natural", let.slot: "total"}
                    added = tuple(self.r.parts(let.value.right))
                wanted: tuple[ComparedNumber, ...] = ()
                if follows and isinstance(follows[0], core.If):
                    wanted = tuple(self.compared(follows[0].test, slots, ""))
                return Thrown(added, (), wanted)
        return Thrown()

    def needs(self, outcome: core.Expr, slots: dict[int, str]) -> Iterator[ComparedNumber]:
        """What each result line asks of the throw."""
        while isinstance(outcome, core.Choice):
            if isinstance(outcome.then, core.Const):
                yield from self.compared(outcome.test, slots, self.procedure.results[outcome.then.value])
            outcome = outcome.other

    def compared(self, test: core.Expr, slots: dict[int, str], result: str) -> Iterator[ComparedNumber]:
        match test:
            case core.And() | core.Or():
                for item in test.items:
                    yield from self.compared(item, slots, result)
            case core.Compare():
                left, right, sign = test.left, test.right, test.op
                if isinstance(right, core.Local) and right.slot in slots:
                    left, right, sign = right, left, MIRRORED.get(sign, sign)
                if isinstance(left, core.Local) and left.slot in slots and not speaks_of(right, set(slots)):
                    yield self.bound(result, slots[left.slot], sign, right)

    def bound(self, result: str, of: str, sign: str, expr: core.Expr) -> ComparedNumber:
        parts = tuple(self.r.parts(expr))
        value, looked = self.r.asked(expr)
        program = self.r.m.program
        clauses = program.functions[expr.function].clauses if isinstance(expr, core.Apply) else ()
        title = self.r.named(expr) or Text()
        return ComparedNumber(result, of, sign, value, title, expr.place, parts, clauses, audience_of(self.r.x, looked))


def speaks_of(expr: core.Expr, slots: set[int]) -> bool:
    """Does it read one of these slots?"""
    return bool(free_slots(expr) & slots)


def is_sum(expr: core.Expr, slot: int) -> bool:
    """Is it what was thrown, with something added?"""
    return isinstance(expr, core.Arith) and expr.op == "+" and isinstance(expr.left, core.Local) and expr.left.slot == slot


def rolls_of(body: tuple[core.Stmt, ...]) -> Iterator[core.Roll]:
    """Every throw of a block."""
    for stmt in statements_of(body):
        if isinstance(stmt, core.Roll):
            yield stmt
