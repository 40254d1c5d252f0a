"""Which rows a condition on a row looks at, where these are the same in every state: the row itself, the cells beside it.

``the next to be filled`` looks at a cell and at the one below. When a cell changes, then, only it and the one above it can have become
another answer: whoever keeps the cells that pass need not ask the others again.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.walk import children
from arbitre.graphs.board import Board
from arbitre.interpreter.state.masks import rows_of

MOST_VALUES = 64  # that a part of a condition is followed through
MOST_NODES = 30_000  # of conditions gone through for one function
DEEP = 8  # questions within questions

Values = frozenset[int] | None  # what a part may come to; None: anything
Env = dict[int, Values]


class TooFar(Exception):
    """A condition looks at rows that nothing says beforehand, or at something other than columns."""


_PLAIN = (
    core.Const, core.Local, core.Read, core.OneOf, core.Arith, core.Compare, core.And, core.Or, core.Not, core.Choice, core.SetOf,
    core.SetOp, core.In, core.Ask, core.Rows,
)  # fmt: skip
_ON_BOARDS = frozenset(("ahead", "below", "above", "opposite", "neighbours", "ray", "line", "distance", "diagonal_distance", "direction"))


class Nearby:
    """Looks through conditions, one row after the other, and notes which cells they read."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.read: dict[int, dict[int, set[int]]] = {}  # by column and row, the rows asked about that look there
        self.row, self.left = 0, MOST_NODES

    def look_from_all(self, rows: int, slots: Sequence[int], parts: Sequence[core.Expr], groups: Sequence[core.Expr]) -> None:
        """Notes for every row what these parts read where the slots hold it, and what decides whether it is in these groups.

        Raises:
            TooFar: that cannot be said beforehand, or there is too much of it.
        """
        for row in range(rows):
            self.look(row, slots, parts, groups)
            if (MOST_NODES - self.left) * rows > MOST_NODES * (row + 1):
                raise TooFar

    def look(self, row: int, slots: Sequence[int], parts: Sequence[core.Expr], groups: Sequence[core.Expr]) -> None:
        """The same for one row."""
        self.row = row
        env: Env = dict.fromkeys(slots, frozenset((row,)))
        for part in parts:
            self.note(part, env, 0)
        for group in groups:
            self.membership(group, {}, 0)

    # ------------------------------------------------------------------------------------ what is read

    def reads(self, column: int, rows: Values) -> None:
        if rows is None:
            raise TooFar
        for row in rows:
            if row >= 0:
                self.read.setdefault(column, {}).setdefault(row, set()).add(self.row)

    def note(self, e: core.Expr, env: Env, depth: int) -> None:
        """Notes the cells that a part reads."""
        self.left -= 1
        if depth > DEEP or self.left < 0:
            raise TooFar
        match e:
            case core.Read():
                self.note(e.row, env, depth)
                if self.program.fields[e.field].values is None:
                    self.reads(e.field, self.values(e.row, env, depth))
            case core.Query() if e.sink != "only":
                self.note(e.source, env, depth)
                inner = {**env, e.slot: self.values(e.source, env, depth)}
                for part in (e.where, e.value):
                    if part is not None:
                        self.note(part, inner, depth)
            case core.Apply() if not isinstance(e, core.Partial):
                for arg in e.args:
                    self.note(arg, env, depth)
                self.note(self.program.functions[e.function].body, self.given(e, env, depth), depth + 1)
            case core.Rows() if self.program.domains[e.domain].dynamic:
                raise TooFar
            case core.Ask() if e.query not in _ON_BOARDS:
                raise TooFar
            case _ if isinstance(e, _PLAIN):
                for child in children(e):
                    self.note(child, env, depth)
            case _:
                raise TooFar

    def membership(self, group: core.Expr, env: Env, depth: int) -> None:
        """Notes the cells that decide whether the row is in a group."""
        if depth > DEEP:
            raise TooFar
        match group:
            case core.Rows():
                domain = self.program.domains[group.domain]
                if domain.dynamic:
                    self.reads(domain.alive, frozenset((self.row,)))
            case core.Query(sink="set"):
                self.membership(group.source, env, depth)
                if group.where is not None:
                    self.note(group.where, {**env, group.slot: frozenset((self.row,))}, depth)
            case core.Apply() if not isinstance(group, core.Partial):
                for arg in group.args:
                    self.note(arg, env, depth)
                self.membership(self.program.functions[group.function].body, self.given(group, env, depth), depth + 1)
            case core.SetOp():
                self.membership(group.left, env, depth)
                self.membership(group.right, env, depth)
            case _:
                self.note(group, env, depth)

    # ------------------------------------------------------------------------------------ what a part may come to

    def given(self, e: core.Apply, env: Env, depth: int) -> Env:
        function = self.program.functions[e.function]
        return {p.slot: self.values(arg, env, depth) for p, arg in zip(function.params, e.args, strict=True)}

    def values(self, e: core.Expr, env: Env, depth: int) -> Values:
        """The numbers, or the members, that a part may come to."""
        found = self._values(e, env, depth) if depth <= DEEP else None
        return None if found is not None and len(found) > MOST_VALUES else found

    def _values(self, e: core.Expr, env: Env, depth: int) -> Values:
        match e:
            case core.Const():
                return frozenset((e.value,))
            case core.Local():
                return env.get(e.slot)
            case core.Read():
                column, rows = self.program.fields[e.field], self.values(e.row, env, depth)
                if column.values is None or column.is_set or rows is None:
                    return None
                return frozenset(column.values[row] for row in rows if 0 <= row < len(column.values))
            case core.Arith():
                return self.arithmetic(e, env, depth)
            case core.Choice():
                return self.either(self.values(e.then, env, depth), self.values(e.other, env, depth))
            case core.Apply() if not isinstance(e, core.Partial):
                return self.values(self.program.functions[e.function].body, self.given(e, env, depth), depth + 1)
            case core.SetOf():
                out: Values = frozenset()
                for item in e.items:
                    out = self.either(out, self.values(item, env, depth))
                return None if out is None else out - {NONE}
            case core.Ask():
                return self.answers(e, env, depth)
            case core.Query(sink="set" | "best" | "worst" | "any" | "first"):
                found = self.values(e.source, env, depth)
                return found if found is None or e.sink not in ("any", "first") else found | {NONE, 0, 1}
            case core.SetOp():
                one, two = self.values(e.left, env, depth), self.values(e.right, env, depth)
                if e.op == "|":
                    return self.either(one, two)
                return one if e.op == "-" or two is None else two if one is None else one & two
        return None

    @staticmethod
    def either(one: Values, two: Values) -> Values:
        return None if one is None or two is None else one | two

    def arithmetic(self, e: core.Arith, env: Env, depth: int) -> Values:
        left, right = self.values(e.left, env, depth), self.values(e.right, env, depth)
        if left is None or right is None or len(left) * len(right) > MOST_VALUES:
            return None
        pairs = [(one, two) for one in left for two in right]
        match e.op:
            case "+":
                return frozenset(one + two for one, two in pairs)
            case "-":
                return frozenset(one - two for one, two in pairs)
            case "*":
                return frozenset(one * two for one, two in pairs)
            case "%" if 0 not in right:
                return frozenset(one % two for one, two in pairs)
            case "/" if 0 not in right:
                return frozenset(one // two for one, two in pairs)
        return left | right if e.op in ("min", "max") else None

    def answers(self, e: core.Ask, env: Env, depth: int) -> Values:
        """What a board that stands still answers."""
        board = self.program.domains[e.board].cells
        args = [self.values(arg, env, depth) for arg in e.args]
        if e.query not in ("ahead", "below", "above", "opposite", "neighbours", "ray", "line") or not args or None in args:
            return None
        out: set[int] = set()
        for one in args[0] or ():
            if e.query in ("ahead", "ray", "line"):
                for two in args[1] or ():
                    out |= _two(board, e.query, one, two)
            else:
                out |= _one(board, e.query, one)
            if len(out) > MOST_VALUES:
                return None
        return frozenset(out)


def _one(board: Board, query: str, one: int) -> set[int]:
    if not 0 <= one < (board.directions if query == "opposite" else board.size):
        return {NONE}
    if query == "neighbours":
        return set(rows_of(board.neighbour_mask(one)))
    return {board.opposite(one) if query == "opposite" else board.stacked(one, -1 if query == "below" else 1)}


def _two(board: Board, query: str, one: int, two: int) -> set[int]:
    if query == "ahead":
        return {board.steps[one][two % board.directions]} if 0 <= one < board.size and two >= 0 else {NONE}
    if not (0 <= one < board.size and 0 <= two < (board.size if query == "line" else board.directions)):
        return set()
    return set(board.ray(one, two) if query == "ray" else board.line(one, two))
