"""What is known not to be nothing, and what a condition says of that."""

from __future__ import annotations

from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.lint.disjoint import DEEP, OPPOSITE, Prover
from arbitre.dsl.lint.doings import columns_in

NOTHING = -1
APART = ("distance", "diagonal_distance")
FAR = 9999  # the distance where no way leads, or to no cell
LARGEST = 150  # cells of a board between any two of which is looked for others
Facts = frozenset[core.Expr]  # of a row: it is not none; of a search whether there is any: it holds
NO_FACTS: Facts = frozenset()


class Knowledge:
    """Draws what is not none from the conditions of one program."""

    def __init__(self, program: core.Program) -> None:
        self.program = program
        self.prover = Prover(program)
        self._plain: dict[int, tuple[core.Expr, core.Expr]] = {}
        self._said: dict[tuple[int, bool], tuple[core.Expr, Facts]] = {}
        self._members: dict[tuple[int, int], tuple[core.Expr, Facts]] = {}
        self._edges: dict[int, bool] = {}  # by board
        self._between: dict[tuple[int, str, str, int], bool] = {}

    def plain(self, expr: core.Expr) -> core.Expr:
        """An expression in the form in which it is compared."""
        kept = self._plain.get(id(expr))
        if kept is None or kept[0] is not expr:
            kept = self._plain[id(expr)] = (expr, self.prover.renamed(expr, {}))
        return kept[1]

    def optional(self, expr: core.Expr, deep: int = DEEP) -> bool:
        """May it be none, as it is written, before anything is known?"""
        match expr:
            case core.Const():
                return expr.value == NOTHING
            case core.Query():
                return expr.sink in ("first", "only")
            case core.Read():
                column = self.program.fields[expr.field]
                return column.target >= 0 and not column.is_set and column.low < 0
            case core.Choice():
                return self.optional(expr.then, deep) or self.optional(expr.other, deep)
            case core.Settled():
                return any(self.optional(value, deep) for value in (expr.base, *expr.values))
            case core.Apply() if deep:
                function = self.program.functions[expr.function]
                return (
                    function.domain >= 0 and not function.is_set and self.optional(function.body, self.prover.deeper(expr.function, deep))
                )
        return False

    def is_edge(self, expr: core.Expr) -> bool:
        """Is it the cell ahead on a board with edges, or a value that stands for it?  Beyond them there is none."""
        for _ in range(DEEP):
            if isinstance(expr, core.Apply) and not isinstance(expr, core.Partial):
                expr = self.program.functions[expr.function].body
        if not isinstance(expr, core.Ask) or expr.query != "ahead":
            return False
        if expr.board not in self._edges:
            cells = self.program.domains[expr.board].cells
            self._edges[expr.board] = any(cells.ahead(cell, way) < 0 for cell in range(cells.size) for way in range(cells.directions))
        return self._edges[expr.board]

    def known(self, expr: core.Expr, facts: Facts, deep: int = DEEP) -> bool:
        """Is it certain that it is not none?"""
        if not self.optional(expr) or self.plain(expr) in facts:
            return True
        match expr:
            case core.Query():
                return self.found(expr, facts, deep)
            case core.Choice() if (those := round_of(expr)) is not None and self.found(those, facts, deep):
                return True
            case core.Choice():
                yes = self.known(expr.then, facts | self.said(expr.test, True), deep)
                return yes and self.known(expr.other, facts | self.said(expr.test, False), deep)
            case core.Apply() if deep:
                body = self.program.functions[expr.function].body
                return self.known(self.prover.renamed(body, dict(enumerate(expr.args))), facts, self.prover.deeper(expr.function, deep))
        return False

    def any_of(self, query: core.Query) -> core.Expr:
        """The condition that there is any of what is searched."""
        return self.plain(self.whole(replace(query, sink="any", value=None, empty=0, value_is_set=False)))

    def whole(self, query: core.Query) -> core.Query:
        """A search in what another search found is one search; the greatest of some are there where these are."""
        source = query.source
        if query.where is None and isinstance(source, core.Query) and source.sink in ("set", "best", "worst"):
            return self.whole(replace(source, sink=query.sink, value=None, empty=0, value_is_set=False))
        return query

    def found(self, query: core.Query, facts: Facts, deep: int = DEEP) -> bool:
        """Is it certain that a search finds something?"""
        query = self.whole(query)
        if self.any_of(query) in facts:
            return True
        source = query.source
        if query.where is not None:
            where = query.where
            others = (
                isinstance(where, core.Compare) and where.op == "!=" and core.Local(where.place, query.slot) in (where.left, where.right)
            )
            return others and self.rows(source) >= 2
        if isinstance(source, core.Apply) and deep:
            body = self.prover.renamed(self.program.functions[source.function].body, dict(enumerate(source.args)))
            return self.found(replace(query, source=body), facts, self.prover.deeper(source.function, deep))
        if isinstance(source, core.SetOp) and source.op == "|":
            return any(self.found(replace(query, source=side), facts, deep) for side in (source.left, source.right))
        if isinstance(source, core.Choice):
            yes = self.found(replace(query, source=source.then), facts | self.said(source.test, True), deep)
            return yes and self.found(replace(query, source=source.other), facts | self.said(source.test, False), deep)
        if isinstance(source, core.Query) and source.sink == "union":
            return self.found(replace(source, sink="any", value=None), facts, deep)
        return self.rows(source) >= 1

    def looked_up(self, query: core.Query, asked: dict[int, frozenset[int]], changed: frozenset[int], deep: int = DEEP) -> bool:
        """Is one of fixed rows found by a number (who has rank 1), or by what tables alone say?  What is there is then seen in them."""
        query = self.whole(query)
        source, slot = query.source, query.slot
        if isinstance(source, core.Apply) and query.where is None and deep:
            body = self.prover.renamed(self.program.functions[source.function].body, dict(enumerate(source.args)))
            return self.looked_up(replace(query, source=body), asked, changed, self.prover.deeper(source.function, deep))
        if not isinstance(source, core.Rows) or self.program.domains[source.domain].dynamic:
            return False
        where = query.where
        tests = where.items if isinstance(where, core.And) else (where,)
        if self.program.domains[source.domain].board is not None and any(
            isinstance(test, core.Compare) and test.op == "=="
            and isinstance(side, core.Arith) and side.op in ("+", "-") and not self.is_mirror(test, side, slot)
            for test in tests for side in (getattr(test, "left", None), getattr(test, "right", None))
        ):  # fmt: skip
            return False  # a cell by a number that is counted on from another: beyond the edge there is none
        if isinstance(where, core.Compare) and where.op == "==":
            keys = [side for side in (where.left, where.right) if isinstance(side, core.Read) and side.row == core.Local(side.place, slot)]
            if any(self.program.fields[key.field].target < 0 for key in keys):
                return True
        own = (part for part in nodes(where) if isinstance(part, (core.Read, core.Apply)) and mentions(part, slot))
        return not any(columns_in(part, asked) & changed for part in own)

    def is_mirror(self, test: core.Compare, side: core.Arith, slot: int) -> bool:
        """``x is 9 - it.x``: is there a number of the board for each one that is taken from the other?"""
        key, other = (test.left if side is test.right else test.right), side.right
        if side.op != "-" or not isinstance(side.left, core.Const) or not isinstance(key, core.Read) or not isinstance(other, core.Read):
            return False
        there, taken = self.program.fields[key.field].values, self.program.fields[other.field].values
        if there is None or taken is None or key.row != core.Local(key.place, slot):
            return False
        return {side.left.value - value for value in taken} <= set(there)

    def rows(self, source: core.Expr) -> int:
        """How many rows there are in a set at least, whatever happens."""
        if isinstance(source, core.Const):
            return source.value.bit_count() if source.value > 0 else 0
        if isinstance(source, core.Rows):
            domain = self.program.domains[source.domain]
            return 0 if domain.dynamic else domain.size
        return 0

    def told_by(self, test: core.Expr, wanted: bool) -> Facts:
        """What :meth:`said` says of a condition of the program, found out once."""
        kept = self._said.get((id(test), wanted))
        if kept is None or kept[0] is not test:
            kept = self._said[id(test), wanted] = (test, self.said(test, wanted))
        return kept[1]

    def said(self, test: core.Expr, wanted: bool, deep: int = DEEP) -> Facts:
        """What is not none where a condition holds (or, not ``wanted``, does not)."""
        match test:
            case core.Not():
                return self.said(test.item, not wanted, deep)
            case core.And() | core.Or():
                each = [self.said(item, wanted, deep) for item in test.items]
                if isinstance(test, core.And) is wanted:
                    return frozenset().union(*each)
                return frozenset.intersection(*each) if each else NO_FACTS
            case core.Compare():
                return self.compared(test, wanted, deep)
            case core.In() if wanted:
                return frozenset({self.plain(test.item)}) | self.element(test.group, test.item, deep)
            case core.Query() if test.sink == "any" and wanted:
                parts = test.where.items if isinstance(test.where, core.And) else ()
                alone = test.source.items if isinstance(test.source, core.SetOf) and len(test.source.items) == 1 else ()
                less = (None, *parts) if test.where is not None else ()  # whoever finds any with all of this finds any without it
                return frozenset({self.any_of(test), *(self.any_of(replace(test, where=part)) for part in less), *map(self.plain, alone)})
            case core.Choice():
                yes = self.said(test.test, True, deep) | self.said(test.then, wanted, deep)
                no = self.said(test.test, False, deep) | self.said(test.other, wanted, deep)
                if isinstance(test.then, core.Const) and bool(test.then.value) is not wanted:
                    return no
                if isinstance(test.other, core.Const) and bool(test.other.value) is not wanted:
                    return yes
                return yes & no
            case core.Apply() if deep:
                body = self.program.functions[test.function].body
                return self.said(self.prover.renamed(body, dict(enumerate(test.args))), wanted, self.prover.deeper(test.function, deep))
        return frozenset({self.plain(test)}) if wanted and isinstance(test, core.Read) else NO_FACTS

    def compared(self, test: core.Compare, wanted: bool, deep: int) -> Facts:
        left, right = test.left, test.right
        if isinstance(left, core.Const):
            left, right = right, left
        if isinstance(right, core.Const):
            if isinstance(left, core.Query) and left.sink == "count":
                least = {">=": right.value, ">": right.value + 1, "==": right.value}.get(test.op, 0) if wanted else 0
                zero = not wanted and (test.op, right.value) in (("==", 0), ("<", 1), ("<=", 0))
                return frozenset({self.any_of(left)}) if least >= 1 or zero else NO_FACTS
            differs = test.op in ("!=", ">") if wanted else test.op in ("==", "<=")
            if isinstance(left, core.Apply) and deep:
                lines = self.changed_by(left, test.op if wanted else OPPOSITE[test.op], right.value, deep)
                if lines:
                    return lines
            if right.value == NOTHING:
                return frozenset({self.plain(left)}) if differs else NO_FACTS
            if (
                isinstance(left, core.Ask)
                and left.query in APART
                and self.is_between(left, test.op if wanted else OPPOSITE[test.op], right.value)
            ):
                return frozenset(self.any_of(between(left, *ends)) for ends in (left.args, left.args[::-1]))
            if right.value == 0 and test.op == ">=" and wanted:
                return frozenset({self.plain(left)})
            return frozenset({self.plain(left)}) if wanted and test.op == "==" else NO_FACTS
        if test.op == ("==" if wanted else "!="):
            sides = [side for side, other in ((left, right), (right, left)) if not self.optional(other)]
            return frozenset(self.plain(side) for side in sides)
        return NO_FACTS

    def changed_by(self, value: core.Apply, op: str, number: int, deep: int) -> Facts:
        """What is known because a value compares so that would not if none of the lines that change it held."""
        body = self.program.functions[value.function].body
        tests: list[core.Expr] = []
        alone = undisturbed(body, tests)
        if alone is None or not tests or holds(alone, op, number):
            return NO_FACTS
        given = dict(enumerate(value.args))
        inside = self.prover.deeper(value.function, deep)
        return frozenset.intersection(*(self.said(self.prover.renamed(test, given), True, inside) for test in tests))

    def is_between(self, apart: core.Ask, op: str, number: int) -> bool:
        """Is there a cell between any two of the board that are so far apart?"""
        board = self.program.domains[apart.board].cells
        key = (apart.board, apart.query, op, number)
        if key not in self._between and board.size <= LARGEST:
            cells = range(board.size)
            measure = getattr(board, apart.query)
            far = any(map(self.optional, apart.args)) and holds(FAR, op, number)
            self._between[key] = not far and all(
                board.line(one, other) for one in cells for other in cells if holds(measure(one, other), op, number)
            )
        return self._between.get(key, False)

    def member(self, group: core.Expr, slot: int) -> Facts:
        """What :meth:`element` says of what stands in a slot, found out once."""
        kept = self._members.get((id(group), slot))
        if kept is None or kept[0] is not group:
            kept = self._members[id(group), slot] = (group, self.element(group, core.Local(group.place, slot)))
        return kept[1]

    def element(self, group: core.Expr, item: core.Expr, deep: int = DEEP) -> Facts:
        """What is known of something because it is in a set."""
        match group:
            case core.Query() if group.sink == "set":
                here = self.element(group.source, item, deep)
                if group.where is not None:
                    here |= self.said(self.prover.renamed(group.where, {group.slot: item}), True, deep)
                return here
            case core.SetOp() if group.op == "-":
                return self.element(group.left, item, deep)
            case core.SetOp() if group.op == "&":
                return self.element(group.left, item, deep) | self.element(group.right, item, deep)
            case core.Apply() if deep:
                body = self.program.functions[group.function].body
                return self.element(self.prover.renamed(body, dict(enumerate(group.args))), item, self.prover.deeper(group.function, deep))
        return NO_FACTS


def undisturbed(body: core.Expr, tests: list[core.Expr]) -> int | None:
    """A number as it is where none of the lines holds that add to it, whose conditions are collected; none if it is not of that form."""
    if isinstance(body, core.Const):
        return body.value
    if isinstance(body, core.Choice) and isinstance(body.other, core.Const):
        tests.append(body.test)
        return body.other.value
    if isinstance(body, core.Arith) and body.op in ("+", "-"):
        left, right = undisturbed(body.left, tests), undisturbed(body.right, tests)
        return None if left is None or right is None else left + (right if body.op == "+" else -right)
    return None


def round_of(expr: core.Choice) -> core.Query | None:
    """Of ``next_after(x, S)``, which is the first behind x or else the first up to it: a search for any of S."""
    behind, others = expr.then, expr.other
    if not isinstance(behind, core.Query) or not isinstance(others, core.Query) or behind.source != others.source:
        return None
    both = behind.where, others.where
    if not all(isinstance(where, core.Compare) for where in both) or [getattr(where, "op", "") for where in both] != [">", "<="]:
        return None
    return replace(behind, where=None)


def between(apart: core.Ask, start: core.Expr, end: core.Expr) -> core.Query:
    """A search for any cell between two of which the distance is asked."""
    return core.Query(apart.place, "any", core.Ask(apart.place, apart.board, "line", (start, end)), 0, None)


def holds(value: int, op: str, number: int) -> bool:
    """A comparison of two numbers."""
    return {"==": value == number, "!=": value != number, "<": value < number, "<=": value <= number, ">": value > number}.get(
        op, value >= number
    )


def without(facts: Facts, slots: set[int], columns: set[int], asked: dict[int, frozenset[int]]) -> Facts:
    """The facts that speak neither of these slots nor of these columns."""
    if not slots and not columns:
        return facts
    return frozenset(fact for fact in facts if not touches(fact, slots, columns, asked))


def touches(fact: core.Expr, slots: set[int], columns: set[int], asked: dict[int, frozenset[int]]) -> bool:
    """Does a fact speak of one of these slots or columns, itself or through a value that it asks?"""
    for node in nodes(fact):
        if (isinstance(node, core.Local) and node.slot in slots) or (isinstance(node, core.Read) and node.field in columns):
            return True
        if isinstance(node, core.Apply) and not columns.isdisjoint(asked.get(node.function, ())):
            return True
    return False


def mentions(expr: core.Expr, slot: int) -> bool:
    """Does it speak of what this slot holds?"""
    return any(isinstance(node, core.Local) and node.slot == slot for node in nodes(expr))
