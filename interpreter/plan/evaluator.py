"""A condition asked of all rows of a kind at once, where what it looks at beside columns is known beforehand.

Cells ahead, rows of a table, lines between cells are known for each row before a match begins; so a condition becomes a few operations on
words that say which rows hold what.  A value that asks for itself along a ray is written out until the ray has ended everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.constant_folding import fold
from arbitre.dsl.core.walk import free_slots, mapped, nodes, speaks_of
from arbitre.interpreter.analysis.recursion import put_in
from arbitre.interpreter.plan.bits import Bits
from arbitre.interpreter.plan.rewrite import Rewriter
from arbitre.interpreter.plan.vectors import COMPARE, Behind, Cases, Coded, Columns, Count, JoinedRow, TooMuch, Uni, Value, Vec

MOST_PARTS = 30_000  # that are looked at for one condition
MOST_STEPS = 8_000
MOST_LIMITS = 8  # numbers that a count is compared with, of which each row has one
DEEP = 60
ASKED = -1  # where what slots hold is noted: what is known of values that were asked for
T = TypeVar("T")
Member = tuple[Vec, int]  # a row for each row, and the step that says for which it is one


@dataclass(frozen=True, slots=True)
class Group:
    """A set as it was given: an expression in the slots that it was written in."""

    e: core.Expr
    env: dict[int, object] = field(hash=False, compare=False)


@dataclass(slots=True)
class At:
    """Where something is asked: what slots hold, for which rows it is asked at all, which steps hold there, how deep."""

    env: dict[int, object]
    live: int
    path: frozenset[int]
    depth: int = 0


def asked_before(env: dict[int, object]) -> dict[core.Expr, Cases]:
    """What is known of values beside what they come to, since a condition was asked of them."""
    return env.get(ASKED, {})  # type: ignore[return-value]


class Conditions:
    """One condition, for the rows of one kind."""

    def __init__(
        self, r: Rewriter, kind: int, assumed: dict[core.Expr, int], known: dict[core.Read, Vec] | None = None, size: int | None = None
    ) -> None:
        self.r, self.program = r, r.program
        self.assumed = assumed  # of slots and cells, what they hold
        self.columns_assumed = frozenset(one.field for one in assumed if isinstance(one, core.Read) and isinstance(one.row, core.Const))
        self.given = known or {}  # columns of a row that is given, and what they hold where it stands on each row in turn
        self.told_of = frozenset(one for one in assumed if isinstance(one, core.Read) and isinstance(one.row, core.Local))
        self.size = r.program.domains[kind].size if size is None else size
        self.kind = kind  # whose rows it is about; none where it is about combinations of numbers
        self.b = Bits(self.size)
        self.columns = Columns(r, self.b)
        self.spent, self.most = 0, MOST_PARTS
        self.told: dict[object, Any] = {}  # functions that were asked
        self.free: dict[int, frozenset[int]] = {}
        self.moves: dict[int, bool] = {}
        self.opened: dict[int, bool] = {}  # does it look at what is assumed?
        self.written: dict[tuple[int, tuple[object, ...]], tuple[core.Expr, bool] | None] = {}
        self.alone: list[core.Expr] = []  # what must hold for those that are found to be the only ones
        self.held: list[core.Expr] = []  # expressions whose identity is used
        self.read_off: dict[tuple[int, int, Coded], core.Expr | None] = {}  # see read_of
        self.placed: dict[int, list[tuple[int, Value]]] = {}

    # Numbers, rows that come and go, sets: :mod:`numbers`, :mod:`joins` and :mod:`groups` of :mod:`arbitre.interpreter.plan`.

    def some(self, e: core.Query, at: At) -> int | None:
        raise NotImplementedError

    def faced(self, op: str, a: Value, other: Value, live: int, e: core.Expr) -> int:
        raise NotImplementedError

    def is_set(self, e: core.Expr, at: At) -> bool:
        raise NotImplementedError

    def different(self, found: list[Member]) -> list[Member]:
        raise NotImplementedError

    def rows(self, kind: int) -> list[Member]:
        raise NotImplementedError

    def asked_of(self, e: core.Query, at: At) -> tuple[core.Domain, list[tuple[core.Expr, int, At]]] | None:
        raise NotImplementedError

    def places(self, join: Any, more: core.Expr | None) -> core.Expr:
        raise NotImplementedError

    def on_cells(self, e: core.Query, at: At) -> tuple[list[int], Any] | None:
        raise NotImplementedError

    def members(self, e: core.Expr, at: At) -> list[Member]:
        raise NotImplementedError

    def contains(self, row: Value, e: core.Expr, at: At) -> int:
        raise NotImplementedError

    def number(self, e: core.Expr, at: At) -> Cases | Count:
        raise NotImplementedError

    def as_count(self, found: Cases | Count) -> Count:
        raise NotImplementedError

    def bound(self, at: At, slot: int, row: Value) -> At:
        raise NotImplementedError

    # ------------------------------------------------------------------------------------ what is the same for all rows

    def spend(self, at: At) -> None:
        self.spent += 1
        if self.spent > self.most or len(self.b.steps) > MOST_STEPS or at.depth > DEEP:
            raise TooMuch

    def all_of(self, value: int) -> Vec:
        return Vec((value,) * self.size)

    def uniform(self, e: core.Expr, at: At) -> core.Expr | None:
        """An expression in the slots outside, where it is about none of the rows and can change."""
        made = self.outside(e, at)
        return None if made is None or made[1] else made[0]

    def always(self, e: core.Expr, at: At) -> int | None:
        """What an expression comes to for all rows in every match."""
        made = self.outside(e, at)
        return fold(made[0], self.program.fields, self.program.functions) if made is not None and made[1] else None

    def outside(self, e: core.Expr, at: At) -> tuple[core.Expr, bool] | None:
        """An expression in the slots outside, where it is about none of the rows, and whether it is the same in every match."""
        if id(e) not in self.free:
            self.held.append(e)
            self.free[id(e)] = frozenset(free_slots(e))
            found = self.r.facts.effects.of(e)
            self.moves[id(e)], self.opened[id(e)] = bool(found.reads or found.beyond), bool(found.reads & self.columns_assumed)
        given: dict[int, core.Expr] = {}
        moves = self.moves[id(e)]
        if self.opened[id(e)]:
            return None
        for slot in self.free[id(e)]:
            value = at.env.get(slot)
            if isinstance(value, list) and len(value) == 1:
                value = value[0][1]
            if value is None:
                moves = True
            elif isinstance(value, Uni):
                given[slot], moves = value.e, True
            elif isinstance(value, Vec) and value.rows.count(value.rows[0]) == self.size:
                given[slot] = core.Const(e.place, value.rows[0])
            elif isinstance(value, Group) and (asked := self.uniform(value.e, At(value.env, at.live, at.path))) is not None:
                given[slot], moves = asked, True
            elif isinstance(value, Coded) and (read := self.read_of(e, slot, value)) is not None:
                return self.outside(read, At({**at.env, **{one: said for one, said in self.placed[id(read)]}}, at.live, at.path, at.depth))
            else:
                return None
        if not moves:
            return None
        key = (id(e), tuple(sorted(given.items(), key=lambda one: one[0])))
        if key not in self.written:
            made = self.as_assumed(put_in(self.r.fresh(e), given))
            self.written[key] = None if made is None else (made, self.is_known(made))  # what its parts come to is known as well then
        return self.written[key]

    def read_of(self, e: core.Expr, slot: int, row: Coded) -> core.Expr | None:
        """An expression with slots in place of the columns of a row, where it is about no more of the row than these; what the slots hold
        is noted in ``placed``."""
        key = id(e), slot, row
        if key not in self.read_off:
            told: dict[int, int] = {}

            def put(part: core.Expr) -> core.Expr:
                if isinstance(part, core.Read) and part.row == core.Local(part.place, slot) and part.field in dict(row.columns):
                    return core.Local(part.place, told.setdefault(part.field, self.r.fresh_slot()))
                return mapped(part, put)

            made = put(e)
            self.read_off[key] = None if speaks_of(made, slot) else made
            self.placed[id(made)] = [(one, dict(row.columns)[column]) for column, one in told.items()]
        return self.read_off[key]

    def is_known(self, e: core.Expr) -> bool:
        """Is it the same in every match: a constant, or what boards and columns that never change say of constants?"""
        if fold(e, self.program.fields, self.program.functions) is not None:
            return True
        found = self.r.facts.effects.of(e)
        return not (found.reads or found.beyond or free_slots(e))

    def as_assumed(self, e: core.Expr) -> core.Expr | None:
        """An expression with what is assumed of given rows put in; None where it is about the row that such a row names."""
        if not self.given and not self.told_of:
            return e
        named = {*self.given, *self.told_of}
        slots, columns = {one.row for one in named}, {one.field for one in named}
        fixed = any(self.program.fields[column].values is not None for column in columns)  # whether they are read is not kept
        for part in nodes(e):
            if part in self.given:
                return None
            if isinstance(part, core.Apply) and slots & set(part.args) and (fixed or columns & self.r.facts.effects.of(part).reads):
                return None  # it is asked of what the value looks at

        def put(part: core.Expr) -> core.Expr:
            return core.Const(part.place, self.assumed[part]) if part in self.told_of else mapped(part, put)

        return put(e)

    # ------------------------------------------------------------------------------------ conditions

    def test(self, e: core.Expr, at: At) -> int:
        """The step that says for which rows a condition holds, of those for which all of the path does."""
        found = self.tested(e, at)
        return self.b.every if found in at.path else self.b.none if self.b.excludes(at.path, found) else found

    def tested(self, e: core.Expr, at: At) -> int:
        self.spend(at)
        b = self.b
        if not at.live:
            return b.none
        if isinstance(e, core.Const):
            return b.every if e.value else b.none
        asked = self.uniform(e, at)
        if asked is not None:
            return b.flag(asked)
        match e:
            case core.And() | core.Or():
                return self.in_turn(e.items, isinstance(e, core.And), at)
            case core.Not():
                return b.negate(self.test(e.item, at))
            case core.Choice():
                test, other = self.either(e, at)
                return b.join(b.meet(test[0], self.test(e.then, test[1])), b.meet(other[0], self.test(e.other, other[1])))
            case core.Compare() if not self.is_set(e.left, at) and not self.is_set(e.right, at):
                return self.compare(e.op, self.number(e.left, at), self.number(e.right, at), at, e)
            case core.In():
                return self.any_case(self.number(e.item, at), at, lambda row, inner: self.contains(row, e.group, inner))
            case core.Query(sink="any"):
                found = self.some(e, at)
                if found is not None:
                    return found
                return self.columns.any_of(held for _, held in self.members(self.as_set(e), at))
            case core.Apply() if not isinstance(e, core.Partial) and not self.is_set(e, at):
                return self.once(self.test, e, at)
        if self.is_set(e, at):
            return self.columns.any_of(held for _, held in self.members(e, at))
        if isinstance(e, (core.Local, core.Read, core.Query, core.Arith)):
            return self.compare("!=", self.number(e, at), [(b.every, self.all_of(0))], at, e)
        raise TooMuch

    def in_turn(self, items: tuple[core.Expr, ...], every: bool, at: At) -> int:
        """Conditions of which all must hold, or one: each is asked where those before it have not decided."""
        b = self.b
        out = b.every if every else b.none
        for item in items:
            found = self.test(item, at)
            out = b.meet(out, found) if every else b.join(out, found)
            left = found if every else b.negate(found)
            at = At(self.narrowed(at.env, item, every, at), at.live & b.upper[left], at.path | b.atoms(left), at.depth)
        return out

    def narrowed(self, env: dict[int, object], e: core.Expr, holds: bool, at: At | None = None) -> dict[int, object]:
        """What slots hold where a condition does, or does not: what would contradict it is left out.

        ``at``: where it is asked; then ``end(cell) is not none`` narrows what ``end(cell)`` is as well, should it be asked for again.
        """
        match e:
            case core.Not():
                return self.narrowed(env, e.item, not holds, at)
            case core.And() | core.Or() if isinstance(e, core.And) == holds:
                for item in e.items:
                    env = self.narrowed(env, item, holds, at)
            case core.Compare(left=core.Local(slot=slot), right=core.Const(value=number)) if isinstance(env.get(slot), (list, Vec)):
                held = env[slot]
                cases: Cases = held if isinstance(held, list) else [(self.b.every, held)]  # type: ignore[list-item]
                return {**env, slot: self.fitting(cases, e.op, number, holds)}
            case core.Compare(left=core.Apply() | core.Ask() as asked, right=core.Const(value=value)) if at is not None and value == NONE:
                found = self.number(asked, at)
                if isinstance(found, list) and len(found) > 1:
                    return {**env, ASKED: {**asked_before(env), asked: self.fitting(found, e.op, value, holds)}}
        return env

    def fitting(self, cases: Cases, op: str, number: int, holds: bool) -> Cases:
        """The cases in which a comparison with a number holds, or does not."""
        left: Cases = []
        for going, value in cases:
            rows = self.b.every
            if isinstance(value, Vec):
                rows = self.b.const(sum(1 << n for n, v in enumerate(value.rows) if COMPARE[op](v, number) == holds))
            if self.b.meet(going, rows) != self.b.none:
                left.append((self.b.meet(going, rows), value))
        return left

    @staticmethod
    def as_set(e: core.Query) -> core.Query:
        return core.Query(e.place, "set", e.source, e.slot, e.where)

    def either(self, e: core.Choice, at: At) -> tuple[tuple[int, At], tuple[int, At]]:
        """The two branches: for which rows each is asked, and where."""
        b, test = self.b, self.test(e.test, at)
        no = b.negate(test)
        then, other = (self.narrowed(at.env, e.test, holds, at) for holds in (True, False))
        return (
            (test, At(then, at.live & b.upper[test], at.path | b.atoms(test), at.depth)),
            (no, At(other, at.live & b.upper[no], at.path | b.atoms(no), at.depth)),
        )

    def inside(self, e: core.Apply, at: At) -> At:
        """Where the body of a function is asked."""
        function = self.program.functions[e.function]
        env: dict[int, object] = {}
        for p, arg in zip(function.params, e.args, strict=True):
            env[p.slot] = Group(arg, at.env) if p.is_set or self.is_set(arg, at) else self.number(arg, at)
        return At(env, at.live, at.path, at.depth + 1)

    def once(self, ask: Callable[[core.Expr, At], T], e: core.Apply, at: At) -> T:
        """A function asked of what it was not asked before."""
        inner = self.inside(e, at)
        if any(isinstance(value, Group) for value in inner.env.values()):
            return ask(self.program.functions[e.function].body, inner)
        told = tuple((slot, tuple(value) if isinstance(value, list) else value) for slot, value in inner.env.items())
        key = (ask.__name__, e.function, told, at.live, at.path)
        if key not in self.told:
            self.told[key] = ask(self.program.functions[e.function].body, inner)
        found: T = self.told[key]
        return found

    def any_case(self, found: Cases | Count, at: At, asked) -> int:  # type: ignore[no-untyped-def]
        if isinstance(found, Count):
            raise TooMuch
        out = self.b.none
        for held, row in found:
            inner = At(at.env, at.live & self.b.upper[held], at.path | self.b.atoms(held), at.depth)
            if inner.live:
                out = self.b.join(out, self.b.meet(held, asked(row, inner)))
        return out

    def compare(self, op: str, left: Cases | Count, right: Cases | Count, at: At, e: core.Expr) -> int:
        if isinstance(left, Count) or isinstance(right, Count):
            return self.counted(op, left, right, at)
        out = self.b.none
        for one, a in left:
            for two, other in right:
                both = self.b.meet(one, two)
                live = at.live & self.b.upper[both]
                if live:
                    beyond = isinstance(a, (JoinedRow, Behind)) or isinstance(other, (JoinedRow, Behind))
                    found = self.faced(op, a, other, live, e) if beyond else self.columns.compared(op, a, other, live, e)
                    out = self.b.join(out, self.b.meet(both, found))
        return out

    def counted(self, op: str, left: Cases | Count, right: Cases | Count, at: At) -> int:
        if isinstance(right, Count):
            if isinstance(left, Count):
                raise TooMuch
            return self.counted({"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(op, op), right, left, at)
        assert isinstance(left, Count)
        if len(right) != 1 or not isinstance(right[0][1], Vec):
            raise TooMuch
        limits: dict[int, int] = {}  # what it is compared with, and in which rows
        for n, limit in enumerate(right[0][1].rows):
            if at.live >> n & 1:
                limits[limit] = limits.get(limit, 0) | 1 << n
        if len(limits) > MOST_LIMITS:
            raise TooMuch
        found = [(rows, self.as_many(op, left, limit - left.more)) for limit, rows in limits.items()]
        if len(found) == 1:
            return found[0][1]
        return self.columns.any_of(self.b.meet(self.b.const(rows), step) for rows, step in found)

    def as_many(self, op: str, count: Count, limit: int) -> int:
        """The rows for which so many of the steps hold, more or fewer, as a comparison says."""
        b = self.b
        if op in (">=", ">"):
            return self.at_least(count, limit + (op == ">"))
        if op in ("<", "<="):
            return b.negate(self.at_least(count, limit + (op == "<=")))
        same = b.meet(self.at_least(count, limit), b.negate(self.at_least(count, limit + 1)))
        return same if op == "==" else b.negate(same)

    def at_least(self, count: Count, least: int) -> int:
        """The rows that so many of the steps hold, at least."""
        if count.nested and least > 0:
            return count.parts[least - 1] if least <= len(count.parts) else self.b.none
        return self.b.at_least(list(count.parts), least)
