"""Boards that a rulebook does not name: pieces that are told apart by two or three of their numbers, such as a column and a height.

``any discs where owner is player and in_line(it)`` asks every disc of a player.  What it asks of a disc is decided by where the disc lies,
so it can be asked of all combinations of column and height at once, as it would be of the cells of a board; one scan of the discs says
which combinations the player holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import bodies_of, free_slots, statements_of
from arbitre.interpreter.analysis.equalities import equality_of
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.analysis.recursion import is_heavy, put_in
from arbitre.interpreter.plan.bits import WIDEST, WORD, Straight
from arbitre.interpreter.plan.evaluator import At
from arbitre.interpreter.plan.groups import Evaluator
from arbitre.interpreter.plan.joins import MOST_JOINS, MOST_ROWS, EquiJoin, code_of
from arbitre.interpreter.plan.rewrite import Rewriter, Slots, Values, all_of, conjuncts_of, searches
from arbitre.interpreter.plan.vectors import Coded, Vec

LEAST_ROWS = 17  # one scan of sixteen rows at once is as quick
FLAG = 2  # values of a flag
MOST_MEMBERS = 1 << 10  # rows of which it is kept which numbers they have
MOST_TOLD = 16  # sets of cells, one for each of what else is asked
DEEP = 6  # functions that a source stands for, within each other


@dataclass(frozen=True, slots=True)
class ImplicitBoard:
    """A search over rows of a dynamic kind, as one over the combinations of the numbers that tell them apart.

    ``tests``: equalities of a column with something that is the same for all rows; ``same``: what those columns hold, by column.
    ``keys``: the columns that tell rows apart, each with the numbers it may hold; ``where``: what else is asked of a row.
    """

    kind: int
    slot: int
    tests: tuple[core.Expr, ...]
    same: tuple[tuple[int, core.Expr], ...]
    keys: tuple[tuple[int, range], ...]
    where: core.Expr

    @property
    def size(self) -> int:
        """How many combinations there are."""
        return prod(len(held) for _, held in self.keys)

    def rows(self) -> list[Vec]:
        """What each key is, for each combination."""
        return [Vec(held) for held in zip(*product(*(numbers for _, numbers in self.keys)), strict=True)]

    def straight(self, e: core.Query, evaluator: Evaluator) -> Straight:
        """The combinations that a search finds; what must hold for that is added to the guards of the evaluator.

        Raises:
            TooMuch: they cannot be found at once.
            Wanted: they can once the value of a further part is known.
        """
        b, slot = evaluator.b, evaluator.columns.slot_of(self.kind)
        env: dict[int, object] = {
            atom.slot: evaluator.all_of(value) for atom, value in evaluator.assumed.items() if isinstance(atom, core.Local)
        }
        row, at = core.Local(e.place, slot), At(env, b.all, frozenset())
        tests = tuple(put_in(test, {self.slot: row}) for test in self.tests)
        keys = tuple(core.Read(e.place, column, row) for column, _ in self.keys)
        join = EquiJoin(self.kind, slot, tests, keys, tuple(((b.every, held),) for held in self.rows()), tuple(range(len(keys))), e.place)
        held = b.given(evaluator.places(join, None))
        columns = [(column, evaluator.lone_value(said, at)) for column, said in self.same]
        columns += zip((column for column, _ in self.keys), self.rows(), strict=True)
        more = evaluator.test(self.where, At({**env, self.slot: Coded(tuple(columns))}, b.all, frozenset()))
        if e.sink != "any":
            evaluator.alone.append(evaluator.is_unique(join))
        return b.expression(e.place, b.meet(held, more))


def implicit_board(r: Rewriter, e: core.Query) -> ImplicitBoard | None:
    """The board that the rows of a search lie on; None where few numbers do not tell them apart."""
    kind, items = r.kind_of(e.source), _items(r, e)
    if items is None or e.sink not in ("any", "count"):
        return None
    same: dict[int, core.Expr] = {}
    said, left = dict[int, core.Expr](), list[core.Expr]()
    for item in items:
        found = _same(r, item, e.slot)
        if found is None or found[0] in same:
            left.append(item)
        elif any(may_fail(one, {e.slot}, r.program) for one in left):
            return None  # they are asked of rows in which that column holds something else
        else:
            said[found[0]], same[found[0]] = item, found[1]
    many, asked = r.program.domains[kind].size >= LEAST_ROWS, all_of(left)
    if asked is None or not (many or is_heavy(asked, r.facts)):
        return None  # to ask one row after the other is as quick
    keys = _keys(r, kind, left, same)
    if keys is not None and len(keys) == 1 and many:  # with another number, of which it is asked what it is
        also = [column for column in said if r.program.fields[column].target == NONE]
        left = [*(said.pop(column) for column in also if same.pop(column, None) is not None), *left]
        keys = _keys(r, kind, left, same)
    if keys is None:
        return None
    tests, where = tuple(said.values()), all_of(left)
    assert where is not None
    if not 1 < len(keys) <= MOST_JOINS or prod(len(held) for _, held in keys) > WIDEST:
        return None
    keys.sort(key=lambda one: len(one[1]) > FLAG)  # so that places lie as far apart whatever flags say
    return ImplicitBoard(kind, e.slot, tests, tuple(same.items()), tuple(keys), where)


def _keys(r: Rewriter, kind: int, items: list[core.Expr], same: dict[int, core.Expr]) -> list[tuple[int, range]] | None:
    """The columns that conditions on the rows of a kind ask for, each with what it may hold, but those of which it is known."""
    keys: list[tuple[int, range]] = []
    for column in sorted(r.facts.effects.of(items).reads):
        field = r.program.fields[column]
        if field.domain != kind or field.index in same or field.index == r.program.domains[kind].alive:
            continue
        low, high = min(field.low, field.default), max(field.high, field.default)
        if field.is_set or low < 0 or high - low >= WORD:
            return None
        keys.append((field.index, range(low, high + 1)))
    return keys


def _items(r: Rewriter, e: core.Query, most: int = MOST_ROWS) -> list[core.Expr] | None:
    """All conditions on the rows of a search, those of the sets too among which it searches; None if its rows do not come and go."""
    row, out, source = core.Local(e.place, e.slot), r.conjuncts(e.where), e.source
    for _ in range(DEEP):
        match source:
            case core.Rows():
                kind = r.program.domains[source.domain]
                return out if kind.dynamic and kind.size <= most else None
            case core.Query(sink="set"):
                where = [put_in(r.fresh(item), {source.slot: row}) for item in conjuncts_of(source.where)]
                out, source = [*where, *out], source.source
            case core.Apply() if not isinstance(source, core.Partial):
                function = r.program.functions[source.function]
                source = put_in(r.fresh(function.body), {p.slot: arg for p, arg in zip(function.params, source.args, strict=True)})
            case _:
                return None
    return None


def _same(r: Rewriter, e: core.Expr, slot: int) -> tuple[int, core.Expr] | None:
    """The column that a condition says to hold something that is the same for all rows, and that."""
    sides = equality_of(e, slot)
    if sides is None or not isinstance(sides[0], core.Read) or sides[0].row != core.Local(e.place, slot):
        return None
    field = r.program.fields[sides[0].field]
    return (field.index, sides[1]) if field.values is None and not field.is_set else None


def as_membership(r: Rewriter, e: core.Query, slots: Slots) -> tuple[list[core.Expr], core.Expr] | None:
    """``count(discs where owner is player and column is across and height is up)`` as membership of a combination of numbers in the set of
    those that discs of the player hold; None where a search is about more than equalities, or of few rows.

    Whether there is any such disc is asked in the same way where there may be many of them.

    Returns:
        The guards, and the membership.
    """
    kind, items = r.kind_of(e.source), _items(r, e, MOST_MEMBERS if e.sink == "any" else MOST_ROWS)
    many = WORD if e.sink == "any" else LEAST_ROWS - 1
    if items is None or e.sink not in ("any", "count") or r.program.domains[kind].size <= many:
        return None
    said: dict[int, core.Expr] = {}
    for item in items:
        found = _same(r, item, e.slot)
        if found is None or found[0] in said:
            return None
        said[found[0]] = found[1]
    keys: list[tuple[int, range]] = []
    for column in sorted(said, key=lambda column: -r.program.fields[column].high):
        field = r.program.fields[column]
        held = range(min(field.low, field.default), max(field.high, field.default) + 1)
        if held.start >= 0 and prod(len(numbers) for _, numbers in keys) * len(held) <= (WIDEST if e.sink == "any" else WORD):
            keys.append((column, held))
    told = [slot for column, other in said.items() if column not in dict(keys) for slot in sorted(free_slots(other))]
    if len(keys) < 2 or any(slot not in slots for slot in told) or not _is_set_once(r, [column for column, _ in keys]):
        return None
    place, row = e.place, core.Local(e.place, r.fresh_slot())
    tests: list[core.Expr] = [
        core.Compare(place, "==", core.Read(place, column, row), other) for column, other in said.items() if column not in dict(keys)
    ]
    ranges = [held for _, held in keys]
    code, asked = code_of(place, [core.Read(place, column, row) for column, _ in keys], ranges), list[core.Expr]()
    size = prod(map(len, ranges))
    standing = core.Query(
        place, "union", core.Rows(place, kind), row.slot, all_of(tests), core.Arith(place, "%", code, core.Const(place, size))
    )
    atoms: list[tuple[core.Expr, Values]] = [(core.Local(place, slot), slots[slot]) for slot in dict.fromkeys(told)]
    codes = r.function("standing", atoms, standing, NONE, True)
    for column, numbers in keys:
        asked.append(core.Compare(place, ">=", said[column], core.Const(place, numbers.start)))
        asked.append(core.Compare(place, "<", said[column], core.Const(place, numbers.stop)))
    within = core.In(place, code_of(place, [said[column] for column, _ in keys], ranges), codes)
    guards = r.all_guards(list(said.values()), set(), e.slot)
    if guards is None:
        return None
    if e.sink == "count":
        all_there = core.Query(place, "count", core.Rows(place, kind), row.slot, all_of(tests))
        alone = core.Compare(place, "==", all_there, core.Query(place, "count", codes, row.slot, None))
        guards.append(r.function("alone", atoms, alone, NONE, False))
    return guards, core.And(place, (*asked, within))


def as_standing(r: Rewriter, e: core.Query, slots: Slots) -> core.Expr | None:
    """``any tokens where cell is place and owner is player``, asked of one place after the other, as membership of the place in the set of
    cells on which a player's tokens stand; None if it is about more than one cell, or if a token may stand on none."""
    kind, items = r.kind_of(e.source), _items(r, e)
    if e.sink != "any" or items is None:
        return None
    place, row = e.place, core.Local(e.place, r.fresh_slot())
    asked: tuple[int, core.Expr] | None = None
    rest: list[core.Expr] = []
    for item in items:
        found = _same(r, item, e.slot)
        if found is not None and asked is None and _is_cell(r, found[0]):
            asked = found
        else:
            rest.append(item)
    if asked is None or any(may_fail(item, {e.slot}, r.program) or searches(item) for item in (*rest, asked[1])):
        return None
    told = sorted(set().union(*(free_slots(item) for item in rest)) - {e.slot}) if rest else []
    if not set(told) <= set(slots) or set(told) & free_slots(asked[1]) or prod(slots[slot].many(r.program) for slot in told) > MOST_TOLD:
        return None
    where = all_of([put_in(item, {e.slot: row}) for item in rest])
    column = r.program.fields[asked[0]]
    standing = core.Query(place, "union", core.Rows(place, kind), row.slot, where, core.Read(place, column.index, row))
    atoms: list[tuple[core.Expr, Values]] = [(core.Local(place, slot), slots[slot]) for slot in told]
    return core.In(place, asked[1], r.function("standing", atoms, standing, column.target, True))


def _is_cell(r: Rewriter, index: int) -> bool:
    """Does a column name a row of a kind of which a word holds all, and never none?"""
    column = r.program.fields[index]
    return column.target != NONE and min(column.low, column.default) >= 0 and r.program.domains[column.target].size <= WORD


def _is_set_once(r: Rewriter, columns: list[int]) -> bool:
    """Are columns written only as a row is created?  Dice that are thrown again often show the same, and discs do not move."""
    stmts = (stmt for p in r.program.procedures for body in bodies_of(p) for stmt in statements_of(body))
    return not any(isinstance(stmt, (core.Store, core.Change)) and stmt.field in columns for stmt in stmts)
