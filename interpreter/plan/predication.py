"""Predication: statements executed symbolically for all rows of a kind at once, each row with its own control flow.

What slots hold is known case by case, and the mask of the rows still active is a step over words: both branches of a condition are
executed, each under the mask of the rows that take it, and a loop is unrolled until no row can be active in it.  State does not change
meanwhile: writes of columns are recorded with the mask of their rows, and written columns must not be among those that are read.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import hooks_of, nodes
from arbitre.interpreter.plan.evaluator import At, Group
from arbitre.interpreter.plan.groups import Evaluator
from arbitre.interpreter.plan.vectors import MOST_CASES, Cases, Count, TooMuch, Uni, Unset, Vec

Env = dict[int, object]
MOST_CALLS = 6  # nested calls of events
MOST_ROUNDS = 40
QUIET = (core.Say, core.Tell, core.Reveal)  # words for whoever reads the story
LEAVING = (core.End, core.Give, core.Assert, core.Fail, core.Prevent)
REST = (core.Finish, core.Change, core.Join, core.Create, core.Discard, core.Store)  # done as written, by the rows that come to it


@dataclass(slots=True)
class Noted:
    """Effects: by column and value, the mask of the rows that write it; ``rest``: the mask of the rows with any other effect."""

    stores: dict[tuple[int, core.Expr], int] = field(default_factory=dict)
    rest: int = 0


class PredicatedLoop:
    """The statements of one loop, executed under masks of the rows of one kind."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.e, self.b, self.size = evaluator, evaluator.b, evaluator.size
        self.noted, self.calls = Noted(rest=self.b.none), 0

    def at(self, env: Env, going: int) -> At:
        return At(env, self.b.upper[going] & self.b.all, self.b.atoms(going))

    # ------------------------------------------------------------------------------------ statements

    def run(self, stmts: tuple[core.Stmt, ...], env: Env, going: int, every: bool = False) -> tuple[Env, int]:
        """What slots hold after some statements, and which rows reach their end, as a mask.  ``every``: all rows begin them."""
        for stmt in stmts:
            if going == self.b.none or isinstance(stmt, QUIET):
                continue
            try:
                env, going = self.statement(stmt, env, going)
            except TooMuch:
                if every or (not self.calls and any(isinstance(part, LEAVING) for part in nodes(stmt))):
                    raise
                going = self.as_written(going)
        return env, going

    def as_written(self, going: int) -> int:
        """These rows execute the whole body as written, one after the other."""
        self.noted.rest = self.b.join(self.noted.rest, going)
        return self.b.none

    def statement(self, s: core.Stmt, env: Env, going: int) -> tuple[Env, int]:
        b, at = self.b, self.at(env, going)
        self.e.spend(at)
        match s:
            case core.Let():
                if self.e.is_set(s.value, at):
                    return {**env, s.slot: Group(s.value, env)}, going
                return {**env, s.slot: self.e.number(s.value, at)}, going
            case core.If():
                test = self.e.test(s.test, at)
                then, other = b.meet(going, test), b.meet(going, b.negate(test))
                yes = self.run(s.then, self.e.narrowed(env, s.test, True), then)
                no = self.run(s.other, self.e.narrowed(env, s.test, False), other)
                found, left = self.joined([yes, no])
                return found, going if (yes[1], no[1]) == (then, other) else left
            case core.While():
                return self.rounds(s, env, going)
            case core.ForEach() if not (s.keys or s.ties or s.together or s.along):
                return self.each(s, env, going)
            case core.Invoke():
                return self.call(s, env, going)
            case core.End() if self.calls:
                return env, b.none
            case core.Store(row=core.Local(slot=row)) if s.lasting is None and self.is_own(env, row):
                self.store(s, at, going)
                return env, going
        if not isinstance(s, REST) or getattr(s, "lasting", None) is not None:
            raise TooMuch
        return env, self.as_written(going)

    def is_own(self, env: Env, slot: int) -> bool:
        """Does a slot hold the row itself?"""
        held = env.get(slot)
        cases = held if isinstance(held, list) else [(self.b.every, held)]
        return all(isinstance(value, Vec) and value.rows == tuple(range(self.size)) for _, value in cases)

    def store(self, s: core.Store, at: At, going: int) -> None:
        """A column of the row itself is given a value; what it was given before is gone."""
        if self.e.program.fields[s.field].is_set:
            raise TooMuch
        made: list[tuple[core.Expr, int]] = []
        for held, value in self.e.cases(s.value, at):
            rows = self.b.meet(going, held)
            if isinstance(value, Uni):
                made.append((value.e, rows))
                continue
            if not isinstance(value, Vec):
                raise TooMuch
            groups: dict[int, int] = {}
            for n, number in enumerate(value.rows):
                if self.b.upper[rows] >> n & 1:
                    groups[number] = groups.get(number, 0) | 1 << n
            if len(groups) > MOST_CASES:
                raise TooMuch
            made += [(core.Const(s.place, number), self.b.meet(rows, self.b.const(keep))) for number, keep in groups.items()]
        stores = self.noted.stores
        for key in [key for key in stores if key[0] == s.field]:
            stores[key] = self.b.meet(stores[key], self.b.negate(going))
        for e, rows in made:
            stores[s.field, e] = self.b.join(stores.get((s.field, e), self.b.none), rows)

    def rounds(self, s: core.While, env: Env, going: int) -> tuple[Env, int]:
        """A loop, unrolled until no row can be active in it."""
        ends, all_of_them, lost = list[tuple[Env, int]](), going, False
        for _ in range(min(s.budget, MOST_ROUNDS) + 1):
            test = self.e.test(s.test, self.at(env, going))
            ends.append((self.e.narrowed(env, s.test, False), self.b.meet(going, self.b.negate(test))))
            going = self.b.meet(going, test)
            if going == self.b.none or not self.b.upper[going] & self.b.all:
                found, left = self.joined(ends)
                return found, left if lost else all_of_them
            inside = going
            env, going = self.run(s.body, self.e.narrowed(env, s.test, True), inside)
            lost = lost or going != inside
        raise TooMuch  # it may be one round too many

    def each(self, s: core.ForEach, env: Env, going: int) -> tuple[Env, int]:
        """A loop over rows that are known beforehand, or of which it is asked at its beginning whether each is among them."""
        for row, held in self.in_order(s.source, self.at(env, going)):
            inside = self.b.meet(going, held)
            outside = self.b.meet(going, self.b.negate(held))
            found = self.run(s.body, {**env, s.slot: row}, inside)
            env, left = self.joined([found, (env, outside)])
            going = going if found[1] == inside else left
        return env, going

    def in_order(self, source: core.Expr, at: At) -> list[tuple[Vec, int]]:
        """The rows of a set as a loop takes them: lowest first, each once."""
        if isinstance(source, core.Query) and source.sink == "set" and source.where is not None:
            out = []
            for row, held in self.in_order(source.source, at):
                inner = At({**at.env, source.slot: row}, at.live & self.b.upper[held], at.path | self.b.atoms(held), at.depth)
                out.append((row, self.b.meet(held, self.e.test(source.where, inner))))
            return out
        rows: list[set[int]] = [set() for _ in range(self.size)]
        for member, held in self.e.members(source, at):
            known = self.b.fixed(held)
            if known is None:
                raise TooMuch
            for n, one in enumerate(member.rows):
                if known >> n & 1 and one >= 0:
                    rows[n].add(one)
        ordered = [sorted(some) for some in rows]
        longest = max(len(some) for n, some in enumerate(ordered) if at.live >> n & 1) if at.live else 0
        if longest > MOST_ROUNDS:
            raise TooMuch
        return [
            (
                Vec(tuple(some[k] if k < len(some) else NONE for some in ordered)),
                self.b.const(sum(1 << n for n, some in enumerate(ordered) if k < len(some))),
            )
            for k in range(longest)
        ]

    def call(self, s: core.Invoke, env: Env, going: int) -> tuple[Env, int]:
        """An event without hooks, in slots of its own."""
        p = self.e.program.procedures[s.procedure]
        plain = p.kind == "event" and p.when is None and p.result == NONE and not p.steps and not any(True for _ in hooks_of(p))
        if not plain or s.outputs or s.seen is not None or self.calls >= MOST_CALLS:
            raise TooMuch
        at = self.at(env, going)
        if any(q.is_set or self.e.is_set(arg, at) for q, arg in zip(p.params, s.args, strict=True)):
            raise TooMuch
        inner: Env = {slot: self.e.all_of(p.init[slot] if slot < len(p.init) else 0) for slot in range(p.slots)}
        inner |= {q.slot: self.e.number(arg, at) for q, arg in zip(p.params, s.args, strict=True)}
        self.calls += 1
        self.run(p.body, inner, going)
        self.calls -= 1
        return env, self.b.meet(going, self.b.negate(self.noted.rest))

    # ------------------------------------------------------------------------------------ merges

    def joined(self, ends: list[tuple[Env, int]]) -> tuple[Env, int]:
        """What slots hold where branches merge, and the mask of the rows that reach it."""
        ends = [(env, going) for env, going in ends if going != self.b.none]
        if not ends:
            return {}, self.b.none
        if len(ends) == 1:
            return ends[0]
        out: Env = {}
        for slot in {slot for env, _ in ends for slot in env}:
            values = [env.get(slot, UNSET) for env, _ in ends]
            first = values[0]
            if all(value is first or (value == first and not isinstance(first, Group)) for value in values[1:]):
                out[slot] = first
            else:
                out[slot] = self.met(values, [going for _, going in ends])
        return out, self.e.columns.any_of(going for _, going in ends)

    def met(self, values: list[object], rows: list[int]) -> object:
        """What a slot holds after a merge of branches (a phi)."""
        found: dict[object, int] = {}
        for value, going in zip(values, rows, strict=True):
            if isinstance(value, (Group, Count, Unset)):
                return UNSET
            cases: Cases = value if isinstance(value, list) else [(self.b.every, value)]  # type: ignore[list-item]
            for held, one in cases:
                both = self.b.meet(going, held)
                if both != self.b.none:
                    if isinstance(one, Vec):  # where it is the same for all rows that come here, it is the same for all
                        some = {number for n, number in enumerate(one.rows) if self.b.upper[both] >> n & 1}
                        one = self.e.all_of(some.pop()) if len(some) == 1 else one
                    found[one] = self.b.join(found[one], both) if one in found else both
        return self.e.few([(held, value) for value, held in found.items()])  # type: ignore[misc]


UNSET = Unset()
