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
from arbitre.dsl.core.walk import speaks_of
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.analysis.recursion import is_heavy, put_in
from arbitre.interpreter.plan.bits import WORD, Straight
from arbitre.interpreter.plan.evaluator import At
from arbitre.interpreter.plan.groups import Evaluator
from arbitre.interpreter.plan.joins import MOST_JOINS, MOST_ROWS, EquiJoin
from arbitre.interpreter.plan.rewrite import Rewriter, all_of, conjuncts_of
from arbitre.interpreter.plan.vectors import Coded, Vec

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
    tests, left = list[core.Expr](), list[core.Expr]()
    for item in items:
        found = _same(r, item, e.slot)
        if found is None or found[0] in same:
            left.append(item)
        elif any(may_fail(one, {e.slot}, r.program) for one in left):
            return None  # they are asked of rows in which that column holds something else
        else:
            tests.append(item)
            same[found[0]] = found[1]
    where = all_of(left)
    if where is None or not is_heavy(where, r.facts):
        return None  # to ask one row after the other is as quick
    keys = []
    for column in sorted(r.facts.effects.of(where).reads):
        field = r.program.fields[column]
        if field.domain != kind or field.index in same or field.index == r.program.domains[kind].alive:
            continue
        low, high = min(field.low, field.default), max(field.high, field.default)
        if field.is_set or low < 0 or high - low >= WORD:
            return None
        keys.append((field.index, range(low, high + 1)))
    if not 1 < len(keys) <= MOST_JOINS or prod(len(held) for _, held in keys) > WORD:
        return None
    return ImplicitBoard(kind, e.slot, tuple(tests), tuple(same.items()), tuple(keys), where)


def _items(r: Rewriter, e: core.Query) -> list[core.Expr] | None:
    """All conditions on the rows of a search, those of the sets too among which it searches; None if its rows do not come and go."""
    row, out, source = core.Local(e.place, e.slot), r.conjuncts(e.where), e.source
    for _ in range(DEEP):
        match source:
            case core.Rows():
                kind = r.program.domains[source.domain]
                return out if kind.dynamic and kind.size <= MOST_ROWS else None
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
    for here, there in ((e.left, e.right), (e.right, e.left)) if isinstance(e, core.Compare) and e.op == "==" else ():
        if isinstance(here, core.Read) and here.row == core.Local(here.place, slot) and not speaks_of(there, slot):
            field = r.program.fields[here.field]
            if field.values is None and not field.is_set:
                return field.index, there
    return None
