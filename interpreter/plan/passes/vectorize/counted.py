"""Counted loops, such as a search for four in a row by column and height, skipped where no round of them has an effect.

How often ``repeat 7 times: ... repeat 6 times: ...`` goes round and what its counters hold in each round is known when the plan is made:
each round is a lane.  What the statements in it test is evaluated for all lanes at once (:mod:`arbitre.interpreter.plan.predication`).  If
no lane comes to a statement with an effect, the counters are set to what they hold in the end; otherwise the loop is executed as written.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.constant_folding import fold
from arbitre.dsl.core.walk import free_slots, nodes, statements_of
from arbitre.interpreter.plan.bits import CONST, WIDEST, Straight, words_of
from arbitre.interpreter.plan.groups import Evaluator
from arbitre.interpreter.plan.predication import LEAVING, UNSET, Env, PredicatedLoop
from arbitre.interpreter.plan.rewrite import Rewriter, Slots, Values, all_of, with_part
from arbitre.interpreter.plan.vectors import TooMuch, Vec, for_each_case

LEAST_LANES = 4
MOST_WAYS, MOST_SPENT = 8, 60_000  # combinations of what must be known; parts looked at for one program
MOST_ROUNDS = 1_000  # of all loops within each other, gone through while the plan is made
DEEPEST = 4  # loops within each other whose rounds are lanes
COLUMN, ROUND = 8, 20  # what a look at a column costs; a round with its tests
Numbers = dict[int, int]  # what slots hold


def counted(r: Rewriter) -> Program:
    """The pass."""
    return _Counted(r).program()


@dataclass(frozen=True, slots=True)
class Skippable(core.While):
    """A loop that is skipped where ``nothing`` would come of it; ``ends`` gives slots what they hold behind it then."""

    nothing: core.Expr | None = None
    ends: tuple[core.Let, ...] = ()


@dataclass(slots=True)
class _Run:
    """Statements that depend on the state, and the lanes in which they are executed: what slots hold as each of them begins."""

    body: tuple[core.Stmt, ...]
    lanes: list[Numbers] = field(default_factory=list)


class _Simulation:
    """A loop gone through with what slots are known to hold; ``levels``: how many loops within each other are."""

    def __init__(self, program: Program, levels: int) -> None:
        self.program, self.levels = program, levels
        self.runs: dict[int, _Run] = {}  # by the first statement of each
        self.rounds = 0

    def known(self, e: core.Expr, held: Numbers) -> int | None:
        return fold(e, self.program.fields, self.program.functions, held)

    def loop(self, s: core.While, held: Numbers, level: int) -> None:
        for _ in range(s.budget + 1):
            self.rounds += 1
            test = self.known(s.test, held)
            if test is None or self.rounds > MOST_ROUNDS:
                raise TooMuch
            if not test:
                return
            self.block(s.body, held, level + 1)
        raise TooMuch  # which is an error

    def block(self, stmts: tuple[core.Stmt, ...], held: Numbers, level: int) -> None:
        """Executes what is known, and notes a lane for each run of statements between that is not."""
        left = stmts
        while left:
            many = self.unknown(left, held, level)
            if many:
                first = left[0]
                run = self.runs.setdefault(id(first), _Run(left[:many]))
                if len(run.body) != many:
                    raise TooMuch
                run.lanes.append(dict(held))
                self.after(left[:many], held)
                left = left[many:]
            else:
                self.step(left[0], held, level)
                left = left[1:]

    def unknown(self, stmts: tuple[core.Stmt, ...], held: Numbers, level: int) -> int:
        """How many statements are a run, the last of which is not known: none where the first is."""
        held, many = dict(held), 0
        for number, stmt in enumerate(stmts):
            if self.is_known(stmt, held, level):
                if not many or isinstance(stmt, core.While):
                    break
                self.after((stmt,), held)
            else:
                many = number + 1
                self.after((stmt,), held)
        return many

    def is_known(self, s: core.Stmt, held: Numbers, level: int) -> bool:
        match s:
            case core.Let():
                return self.known(s.value, held) is not None
            case core.If() | core.While():
                return (isinstance(s, core.If) or level < self.levels) and self.known(s.test, held) is not None
        return False

    def after(self, stmts: tuple[core.Stmt, ...], held: Numbers) -> None:
        """What slots hold after some statements, as far as that is known."""
        for stmt in stmts:
            value = self.known(stmt.value, held) if isinstance(stmt, core.Let) else None
            for slot in assigned((stmt,)):
                held.pop(slot, None)
            if isinstance(stmt, core.Let) and value is not None:
                held[stmt.slot] = value

    def step(self, s: core.Stmt, held: Numbers, level: int) -> None:
        match s:
            case core.Let():
                self.after((s,), held)
            case core.If():
                self.block(s.then if self.known(s.test, held) else s.other, held, level)
            case core.While():
                self.loop(s, held, level)


def assigned(stmts: tuple[core.Stmt, ...]) -> set[int]:
    """The slots that statements give a value."""
    out = {part.slot for part in statements_of(stmts) if isinstance(part, (core.Let, core.ForEach, core.Create))}
    return out | {slot for part in statements_of(stmts) if isinstance(part, core.Invoke) for _, slot in part.outputs}


class _Lanes(PredicatedLoop):
    """A run of statements, executed for all lanes; whatever has an effect is one lane more that must be gone through as written."""

    def statement(self, s: core.Stmt, env: Env, going: int) -> tuple[Env, int]:
        if isinstance(s, LEAVING) and not self.calls:
            return env, self.as_written(going)
        return super().statement(s, env, going)


@dataclass(slots=True)
class _Way:
    """The lanes of a run that have an effect, where some parts are as assumed; and what must hold for that to be known."""

    assumed: dict[core.Expr, int]
    rest: Straight
    alone: list[core.Expr]


class _Counted:
    def __init__(self, r: Rewriter) -> None:
        self.r, self.left = r, MOST_SPENT

    def program(self) -> Program:
        procedures = [self.procedure(p) for p in self.r.program.procedures]
        return replace(self.r.program, procedures=procedures, functions=[*self.r.program.functions, *self.r.made])

    def procedure(self, p: core.Procedure) -> core.Procedure:
        slots = {q.slot: Values(q.domain, q.low, q.high) for q in p.params if not q.is_set and q.domain != NONE}
        steps = [with_part(step, "body", self.block(step.body, p, slots, {})) for step in p.steps]
        made: core.Procedure = with_part(with_part(p, "body", self.block(p.body, p, slots, {})), "steps", steps)
        return made

    def block(self, stmts: tuple[core.Stmt, ...], p: core.Procedure, slots: Slots, held: Numbers) -> tuple[core.Stmt, ...]:
        """Statements with such loops among them; what is let in them is known to those behind it."""
        out: list[core.Stmt] = []
        outside, slots, held = _Simulation(self.r.program, 0), dict(slots), dict(held)
        for stmt in stmts:
            made = stmt
            inner = {slot: number for slot, number in held.items() if slot not in assigned((stmt,))}
            if isinstance(stmt, core.Let):
                kind = self.r.kind_of_row(stmt.value)
                if kind != NONE:
                    slots[stmt.slot] = Values(kind)
            elif isinstance(stmt, core.ForEach):
                kind = self.r.kind_of(stmt.source)
                within = {**slots, stmt.slot: Values(kind)} if kind != NONE else slots
                made = with_part(stmt, "body", self.block(stmt.body, p, within, inner))
            elif isinstance(stmt, core.If):
                made = with_part(stmt, "then", self.block(stmt.then, p, slots, held))
                made = with_part(made, "other", self.block(stmt.other, p, slots, held))
            elif isinstance(stmt, core.While):
                made = self.skipped(stmt, p, slots, held) or with_part(stmt, "body", self.block(stmt.body, p, slots, inner))
            outside.after((stmt,), held)
            out.append(made)
        return stmts if all(a is b for a, b in zip(stmts, out, strict=True)) else tuple(out)

    def skipped(self, s: core.While, p: core.Procedure, slots: Slots, held: Numbers) -> Skippable | None:
        """The loop with a test of whether anything would come of it; None where that cannot be told, or costs as much."""
        if self.left <= 0 or fold(s.test, self.r.program.fields, self.r.program.functions, held) is None or not self.is_quiet(s):
            return None
        changed = assigned((s,))
        for levels in range(DEEPEST, 0, -1):
            simulation, after = _Simulation(self.r.program, levels), dict(held)
            try:
                simulation.loop(s, after, 0)
                if self.is_read_outside(changed - set(after), s, p):
                    return None
                test = self.nothing(s, list(simulation.runs.values()), slots)
            except TooMuch:
                continue
            if test is None:
                return None
            ends = tuple(core.Let(s.place, slot, core.Const(s.place, after[slot])) for slot in sorted(changed & set(after)))
            return Skippable(s.place, s.test, s.body, s.budget, nothing=test, ends=ends)
        return None

    @staticmethod
    def is_read_outside(slots: set[int], s: core.While, p: core.Procedure) -> bool:
        """Does anything read these slots that is no part of the loop?"""
        inside = {id(part) for part in nodes(s)}
        return any(isinstance(part, core.Local) and part.slot in slots and id(part) not in inside for part in nodes([p.body, p.steps]))

    def is_quiet(self, s: core.While) -> bool:
        """Does a loop change nothing but slots as long as it is not left, and may it be left?"""
        effects = self.r.facts.effects.of(s)
        if effects.writes or effects.throws or effects.asks or effects.sets_fields or effects.later or effects.proceeds or effects.beyond:
            return False
        return effects.ends or effects.leaves

    def nothing(self, s: core.While, runs: list[_Run], slots: Slots) -> core.Expr | None:
        """That no lane has an effect, as a question to a function of its own."""
        inside, tests, cost, lanes = assigned((s,)), list[core.Expr](), 0, 0
        for run in runs:
            if not LEAST_LANES <= len(run.lanes) <= WIDEST:
                raise TooMuch
            ways = for_each_case(self.r.program, slots, partial(self.way, run, inside), MOST_WAYS)
            found = self.tests(s, ways, slots)
            if found is None:
                return None
            tests += [test for test in found if test not in tests]
            lanes += len(run.lanes)
            cost += max(words_of(way.rest.size) * (len(way.rest.steps) + COLUMN * len(way.rest.inputs)) for way in ways)
        test = all_of(tests)
        if test is None or cost > lanes * ROUND:
            return None
        return self.r.function("nothing", told(s, test, slots), test, NONE, False)

    def tests(self, s: core.While, ways: list[_Way], slots: Slots) -> list[core.Expr] | None:
        """What must hold for no lane to have an effect; None where that asks for what nobody knows there."""
        out = list[core.Expr]()
        nothing = list[core.Expr]()
        for way in ways:
            asked = [*way.alone, *way.rest.inputs, *way.assumed]
            sure = self.r.all_guards(asked, set(), NONE)
            if sure is None or not set().union(*(free_slots(e) for e in asked)) <= set(slots):
                return None
            out += [test for test in (*sure, *way.alone) if test not in out]
            none = core.Not(s.place, core.Query(s.place, "any", way.rest, self.r.fresh_slot(), None))
            assumed: list[core.Expr] = [
                core.Compare(s.place, "==", atom, core.Const(s.place, value)) for atom, value in way.assumed.items()
            ]
            if way.rest.steps[-1][:2] != (CONST, 0):
                nothing.append(all_of([*assumed, none]) or none)
            elif assumed:
                nothing.append(all_of(assumed) or none)
            else:
                return out  # there never is
        return [*out, nothing[0] if len(nothing) == 1 else core.Or(s.place, tuple(nothing))]

    def way(self, run: _Run, inside: set[int], assumed: dict[core.Expr, int]) -> _Way:
        asked = Evaluator(self.r, NONE, assumed, size=len(run.lanes))
        found, b = _Lanes(asked), asked.b
        known = set(run.lanes[0]).intersection(*run.lanes[1:])
        env: Env = {slot: UNSET for slot in inside if slot not in known}
        env |= {slot: Vec(tuple(lane[slot] for lane in run.lanes)) for slot in known}
        env |= {atom.slot: asked.all_of(value) for atom, value in assumed.items() if isinstance(atom, core.Local)}
        try:
            found.run(run.body, env, b.every, every=True)
        finally:
            self.left -= asked.spent
        if found.noted.stores:
            raise TooMuch
        return _Way(assumed, b.expression(run.body[0].place, found.noted.rest), list(asked.alone))


def told(s: core.Stmt, e: core.Expr, slots: Slots) -> list[tuple[core.Expr, Values]]:
    """The slots that an expression asks for, each with what it may hold."""
    return [(core.Local(s.place, slot), slots[slot]) for slot in sorted(free_slots(e))]


__all__ = ["Skippable", "counted"]
