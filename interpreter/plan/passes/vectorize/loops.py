"""Loops over the rows of a kind, done for all rows at once where what each row does depends on no other.

``for each cell in cells where disc is none: for each heading in directions: probe cell for heading`` goes from each cell in each direction
and marks some.  All cells are evaluated at once (:mod:`arbitre.interpreter.plan.predication`), and only those that it marks are written.
Rows that do anything else, end the match say, do all of it as it is written; where there are none, nothing is left to do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.effects import Effects
from arbitre.dsl.core.walk import free_slots, nodes, statements_of
from arbitre.interpreter.plan.bits import CONST, Straight, is_one_word
from arbitre.interpreter.plan.groups import Evaluator
from arbitre.interpreter.plan.predication import UNSET, Env, PredicatedLoop
from arbitre.interpreter.plan.rewrite import Rewriter, Slots, Values, all_of, searches, size_of, where_sure, with_part
from arbitre.interpreter.plan.vectors import TooMuch, Vec, for_each_case

MOST_WAYS, MOST_SPENT = 8, 80_000  # combinations of what must be known; parts looked at for one program
COLUMN, CALL, ROUNDS, FEW = 8, 10, 3, 4  # what a look at a column costs, a call; rounds of a loop; rows of which nothing is known


@dataclass(frozen=True, slots=True)
class Stored:
    """A value that a column is given in some rows."""

    field: int
    value: core.Expr
    rows: core.Expr


@dataclass(frozen=True, slots=True)
class AtOnce(core.ForEach):
    """A loop done at once where ``sure`` holds: columns are given values; rows of ``rest`` do what is written."""

    stores: tuple[Stored, ...] = ()
    rest: core.Expr | None = None
    sure: core.Expr | None = None


def loops(r: Rewriter) -> Program:
    """The pass."""
    if not any(is_one_word(domain) for domain in r.program.domains):
        return r.program
    return _Loops(r).program()


class _Loops:
    def __init__(self, r: Rewriter) -> None:
        self.r, self.left = r, MOST_SPENT
        laws = [law.test for law in r.program.always]
        self.watched = r.facts.effects.of(laws).reads

    def program(self) -> Program:
        procedures = [self.procedure(p) for p in self.r.program.procedures]
        return replace(self.r.program, procedures=procedures, functions=[*self.r.program.functions, *self.r.made])

    def procedure(self, p: core.Procedure) -> core.Procedure:
        slots = {q.slot: Values(q.domain, q.low, q.high) for q in p.params if not q.is_set and q.domain != NONE}
        steps = [with_part(step, "body", self.block(step.body, p, slots)) for step in p.steps]
        made: core.Procedure = with_part(with_part(p, "body", self.block(p.body, p, slots)), "steps", steps)
        return made

    def block(self, stmts: tuple[core.Stmt, ...], p: core.Procedure, slots: Slots) -> tuple[core.Stmt, ...]:
        """Statements with such loops among them done at once; what is let in them is known to those behind it."""
        out: list[core.Stmt] = []
        slots = dict(slots)
        for stmt in stmts:
            made = stmt
            if isinstance(stmt, core.Let):
                kind = self.r.kind_of_row(stmt.value)
                if kind != NONE:
                    slots[stmt.slot] = Values(kind)
            elif isinstance(stmt, core.ForEach):
                found = self.at_once(stmt, p, slots)
                kind = self.r.kind_of(stmt.source)
                inner = {**slots, stmt.slot: Values(kind)} if kind != NONE else slots
                made = found or with_part(stmt, "body", self.block(stmt.body, p, inner))
            elif isinstance(stmt, core.If):
                made = with_part(with_part(stmt, "then", self.block(stmt.then, p, slots)), "other", self.block(stmt.other, p, slots))
            elif isinstance(stmt, core.While):
                made = with_part(stmt, "body", self.block(stmt.body, p, slots))
            out.append(made)
        return stmts if all(a is b for a, b in zip(stmts, out, strict=True)) else tuple(out)

    # ------------------------------------------------------------------------------------ a loop

    def at_once(self, s: core.ForEach, p: core.Procedure, slots: Slots) -> AtOnce | None:
        kind = self.r.kind_of(s.source)
        if s.keys or s.ties or s.together or s.along or kind == NONE or not is_one_word(self.r.program.domains[kind]) or self.left <= 0:
            return None
        if not self.are_apart(s, p):
            return None
        try:
            ways = for_each_case(self.r.program, slots, lambda assumed: self.way(s, kind, assumed), MOST_WAYS)
        except TooMuch:
            return None
        if not any(way.stores for way in ways) and any(way.rest.steps[-1][0] == CONST for way in ways):
            return None  # all rows do it, or none of those that are known beforehand
        cost = max(sum(len(e.steps) + sum(COLUMN for _ in e.inputs) for e in (*found.stores.values(), found.rest)) for found in ways)
        if cost > self.cost((s,)):
            return None
        return self.written(s, ways, slots)

    def are_apart(self, s: core.ForEach, p: core.Procedure) -> bool:
        """Can no row tell that another one was there before it?"""
        effects: Effects = self.r.facts.effects.of(s)
        writes = effects.writes
        quiet = not (effects.throws or effects.asks or effects.sets_fields or effects.later or effects.proceeds or effects.beyond)
        if not quiet or writes & self.r.facts.effects.of(s.body).reads or writes & self.watched or (effects.ends and self.writes_own(s)):
            return False
        assigned = {part.slot for part in statements_of(s.body) if isinstance(part, (core.Let, core.ForEach, core.Create))}
        inside = {id(part) for part in nodes(s)}
        told = (part for part in nodes([p.body, p.steps]) if isinstance(part, core.Local) and id(part) not in inside)
        return not any(part.slot in assigned for part in told)

    def writes_own(self, s: core.ForEach) -> bool:
        """May it give columns of its row a value?"""
        return any(isinstance(part, core.Store) for part in self.all_statements(s.body, set()))

    def all_statements(self, body: tuple[core.Stmt, ...], seen: set[int]) -> list[core.Stmt]:
        out: list[core.Stmt] = []
        for part in statements_of(body):
            out.append(part)
            if isinstance(part, core.Invoke) and part.procedure not in seen:
                seen.add(part.procedure)
                out += self.all_statements(self.r.program.procedures[part.procedure].body, seen)
        return out

    def way(self, s: core.ForEach, kind: int, assumed: dict[core.Expr, int]) -> _Way:
        asked = Evaluator(self.r, kind, assumed)
        found, b, here = PredicatedLoop(asked), asked.b, Vec(tuple(range(asked.size)))
        env: Env = {part.slot: UNSET for part in statements_of(s.body) if isinstance(part, (core.Let, core.ForEach))}
        env |= {atom.slot: asked.all_of(value) for atom, value in assumed.items() if isinstance(atom, core.Local)}
        env[s.slot] = here
        try:
            rows = b.every if isinstance(s.source, core.Rows) else asked.contains(here, s.source, found.at(env, b.every))
            found.run(s.body, env, rows, every=True)
        finally:
            self.left -= asked.spent
        stores = {key: b.expression(s.place, step) for key, step in found.noted.stores.items() if step != b.none}
        return _Way(assumed, stores, b.expression(s.place, found.noted.rest), list(asked.alone))

    def written(self, s: core.ForEach, ways: list[_Way], slots: Slots) -> AtOnce | None:
        """The loop with what its rows do; None where that asks for what nobody knows there."""
        r, sure = self.r, list[core.Expr]()
        for way in ways:
            asked = [*way.alone, *(e for word in (*way.stores.values(), way.rest) for e in word.inputs)]
            tests = r.all_guards([*asked, *way.assumed], set(), s.slot)
            free = set().union(*(free_slots(e) for e in (*asked, *way.assumed)))
            if tests is None or not free <= set(slots):
                return None
            sure += [test for test in (*tests, *way.alone) if test not in sure]
        if len(ways) > 1:
            sure.append(core.Or(s.place, tuple(self.holds(s, way) for way in ways)))
        keys = dict.fromkeys(key for way in ways for key in way.stores)
        if any(searches(value) for _, value in keys):
            return None
        nothing = core.SetOf(s.place, ())
        kind = r.kind_of(s.source)

        def told(e: core.Expr) -> list[tuple[core.Expr, Values]]:
            return [(core.Local(s.place, slot), slots[slot]) for slot in sorted(free_slots(e))]

        def rows(of: Any) -> core.Expr:
            found: core.Expr = nothing
            for way in ways:
                word = of(way)
                if word is not None and len(ways) == 1 and word.steps == ((CONST, (1 << word.size) - 1, 0, 0),):
                    return core.Rows(s.place, kind)
                if word is not None:
                    found = where_sure([] if len(ways) == 1 else [self.holds(s, way)], word, found)
            return r.function("loop", told(found), found, kind, True)

        stores = tuple(Stored(field, value, rows(lambda way, key=(field, value): way.stores.get(key))) for field, value in keys)
        empty = all(way.rest.steps[-1][:2] == (CONST, 0) for way in ways)
        rest = None if empty else rows(lambda way: way.rest)
        held = all_of(sure)
        test = None if held is None else r.function("apart", told(held), held, NONE, False)
        return AtOnce(s.place, s.slot, s.source, s.body, rule=s.rule, stores=stores, rest=rest, sure=test)

    @staticmethod
    def holds(s: core.ForEach, way: _Way) -> core.Expr:
        """That it is as assumed."""
        tests = tuple(core.Compare(s.place, "==", atom, core.Const(s.place, value)) for atom, value in way.assumed.items())
        return tests[0] if len(tests) == 1 else core.And(s.place, tests)

    # ------------------------------------------------------------------------------------ what it costs otherwise

    def cost(self, stmts: tuple[core.Stmt, ...], depth: int = 0) -> int:
        """Steps of some statements, roughly."""
        out = 0
        for stmt in stmts if depth < FEW else ():
            match stmt:
                case core.Let():
                    out += size_of(stmt.value)
                case core.If():
                    out += size_of(stmt.test) + max(self.cost(stmt.then, depth), self.cost(stmt.other, depth))
                case core.While():
                    out += ROUNDS * (size_of(stmt.test) + self.cost(stmt.body, depth))
                case core.ForEach():
                    where = stmt.source.where if isinstance(stmt.source, core.Query) else None
                    many = self.many(stmt.source)
                    out += many * (1 if where is None else size_of(where)) + (many if where is None else many // 2) * self.cost(
                        stmt.body, depth
                    )
                case core.Invoke():
                    out += CALL + self.cost(self.r.program.procedures[stmt.procedure].body, depth + 1)
                case core.Store():
                    out += size_of(stmt.value)
        return out

    def many(self, e: core.Expr) -> int:
        match e:
            case core.Rows():
                return self.r.program.domains[e.domain].size
            case core.SetOf():
                return len(e.items)
            case core.Query():
                return self.many(e.source)
        return FEW


@dataclass(slots=True)
class _Way:
    """What the rows do where some parts are as assumed."""

    assumed: dict[core.Expr, int]
    stores: dict[tuple[int, core.Expr], Straight]
    rest: Straight
    alone: list[core.Expr]
