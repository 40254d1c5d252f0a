"""Searches over all rows of a kind that look at the few rows a condition names.

``squares where it is ahead(man.square, up) or ...`` holds for two squares at most: they are put together instead of asking every square.
The same is done for the parameters of actions, whose conditions are asked of what is offered.  Conditions that name rows are equalities
(``it is X``, ``ahead(it, D) is X`` where boards lead back the same way), membership, and what is made of them by *and*, *or* and values.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.walk import free_slots, mapped, speaks_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.graphs.board import Board
from arbitre.interpreter.analysis.recursion import asks_for_itself, put_in
from arbitre.interpreter.plan.rewrite import Rewriter, Slots, all_of, conjuncts_of, searches, where_sure, with_query

FEW = 12  # rows that are named, at most
ROWS_OF_GROUP = 4  # that a set has, roughly
ENOUGH = 4  # times as many rows are looked through otherwise
DEEP = 5


@dataclass(frozen=True, slots=True)
class Bound:
    """The rows of which a condition may hold, and sets of such rows.  ``exact``: it holds of all of them.

    ``asked``: what is asked of rows that are not named before they fail the condition, with slots that hold rows there.
    """

    rows: tuple[core.Expr, ...]
    exact: bool
    groups: tuple[core.Expr, ...] = ()
    asked: tuple[core.Expr, ...] = ()
    sure: frozenset[int] = frozenset()

    @property
    def size(self) -> int:
        """How many rows that may be, roughly."""
        return len(self.rows) + ROWS_OF_GROUP * len(self.groups)

    def put_together(self, place: Place) -> core.Expr:
        """The set of them."""
        out: core.Expr | None = core.SetOf(place, self.rows) if self.rows or not self.groups else None
        for group in self.groups:
            out = group if out is None else core.SetOp(place, "|", out, group)
        assert out is not None
        return out


def narrow(r: Rewriter) -> Program:
    """The pass."""
    return _Narrower(r).program()


class _Narrower:
    def __init__(self, r: Rewriter) -> None:
        self.r, self.back = r, dict[int, bool]()

    def program(self) -> Program:
        actions = [self.action(action) for action in self.r.program.actions]
        return replace(self.r.rewritten(self.again), actions=actions)

    # ------------------------------------------------------------------------------------ searches

    def again(self, e: core.Expr, slots: Slots, frame: int) -> core.Expr:
        if not isinstance(e, core.Query):
            return mapped(e, lambda part: self.again(part, slots, frame))
        inner = self.r.within(e, slots)
        where, value = (None if part is None else self.again(part, inner, frame) for part in (e.where, e.value))
        made = with_query(e, self.again(e.source, slots, frame), where, value)
        size = self.all_rows(made.source)
        if not size or where is None:
            return made
        found = self.few(conjuncts_of(where), e.slot, set(), size)
        if found is None:
            return made
        bound, left, tests = found
        return where_sure(tests, replace(made, source=bound.put_together(e.place), where=all_of(left)), made)

    def all_rows(self, source: core.Expr | None) -> int:
        """How many rows a source has that is all rows of a kind whose rows do not come and go; else 0."""
        kind = self.r.program.domains[source.domain] if isinstance(source, core.Rows) else None
        return kind.size if kind is not None and not kind.dynamic else 0

    def few(self, items: list[core.Expr], slot: int, sure: set[int], size: int) -> tuple[Bound, list[core.Expr], list[core.Expr]] | None:
        """The fewest rows that one of these conditions names, what is left to ask of them, and what must hold for that."""
        best: tuple[Bound, list[core.Expr], list[core.Expr]] | None = None
        for number, item in enumerate(items):
            bound = self.bound(item, slot, 0)
            if bound is None or ENOUGH * bound.size > size or (best is not None and best[0].size <= bound.size):
                continue
            # Of rows that are not named the conditions before this one are no longer asked: they must not fail.
            asked = [*items[:number], *bound.asked, bound.put_together(item.place)]
            tests = self.r.all_guards(asked, sure | bound.sure, slot)
            if tests is None or any(speaks_of(test, one) for test in tests for one in bound.sure):
                continue
            best = bound, [other for other in items if other is not item or not bound.exact], tests
        return best

    def bound(self, e: core.Expr, slot: int, depth: int) -> Bound | None:
        """The rows that a condition names for a slot."""
        if depth > DEEP:
            return None
        found: Bound | None = None
        match e:
            case core.Compare(op="=="):
                found = self.equal(e, slot)
            case core.In(item=core.Local(slot=asked), group=core.SetOf() as group) if asked == slot and not speaks_of(group, slot):
                found = Bound(group.items, True, asked=(e,))
            case core.In(item=core.Local(slot=asked)) if asked == slot and not speaks_of(e.group, slot):
                found = Bound((), True, (e.group,), asked=(e,))
            case core.Query(sink="any") if not speaks_of(e.source, slot) and e.where is not None:
                found = self.image(e, slot, depth)
            case core.And():
                items = conjuncts_of(e)
                some = [(bound, n) for n, item in enumerate(items) if (bound := self.bound(item, slot, depth)) is not None]
                if some:
                    least, number = min(some, key=lambda one: one[0].size)
                    found = replace(least, exact=least.exact and len(items) == 1, asked=(*items[:number], *least.asked))
            case core.Or():
                parts = [self.bound(item, slot, depth) for item in e.items]
                if all(part is not None for part in parts):
                    every = [part for part in parts if part is not None]
                    rows = dict.fromkeys(row for part in every for row in part.rows)
                    groups = dict.fromkeys(group for part in every for group in part.groups)
                    before = tuple(one for part in every for one in part.asked)
                    sure = frozenset(one for part in every for one in part.sure)
                    found = Bound(tuple(rows), all(part.exact for part in every), tuple(groups), before, sure)
            case core.Choice(other=core.Const(value=0)):
                return self.bound(core.And(e.place, (e.test, e.then)), slot, depth)
            case core.Choice(then=core.Const(value=1)):
                return self.bound(core.Or(e.place, (e.test, e.other)), slot, depth)
            case core.Apply() if not isinstance(e, core.Partial) and not asks_for_itself(e.function, self.r.facts):
                function = self.r.program.functions[e.function]
                given = {p.slot: arg for p, arg in zip(function.params, e.args, strict=True)}
                body = self.r.fresh(function.body) if searches(function.body) else function.body
                found = self.bound(put_in(body, given), slot, depth + 1)
                return None if found is None else replace(found, asked=(*e.args, *found.asked))
        if found is None or found.size > FEW or any(speaks_of(part, slot) for part in (*found.rows, *found.groups)):
            return None
        return found

    def image(self, e: core.Query, slot: int, depth: int) -> Bound | None:
        """``any heading in S where it is ahead(square, heading)``: what these conditions name for all rows of S.

        Conditions before that, which are not about what is named, are asked of the rows of S first: they tell for which of them there is
        something to name.
        """
        items = conjuncts_of(e.where)
        first = 0
        while first < len(items) - 1 and not speaks_of(items[first], slot):
            first += 1
        rest = all_of(items[first:])
        found = None if rest is None else self.bound(rest, slot, depth)
        if found is None:
            return None
        where = all_of(items[:first])
        alone = [row for row in found.rows if not speaks_of(row, e.slot)]
        lone = [group for group in found.groups if not speaks_of(group, e.slot)]
        groups = list(lone)
        for row in found.rows:
            if row not in alone:
                groups.append(core.Query(e.place, "union", e.source, e.slot, where, row))
        for group in found.groups:
            if group not in lone:
                groups.append(core.Query(e.place, "union", e.source, e.slot, where, group, value_is_set=True))
        sure = where is None and isinstance(e.source, core.Rows) and not self.r.program.domains[e.source.domain].dynamic
        asked = found.asked if where is None else (core.And(e.place, (where, *found.asked)),)
        return Bound(tuple(alone), found.exact and (sure or not (alone or lone)), tuple(groups), (e.source, *asked), found.sure | {e.slot})

    def equal(self, e: core.Compare, slot: int) -> Bound | None:
        for here, there in ((e.left, e.right), (e.right, e.left)):
            if speaks_of(there, slot):
                continue
            if isinstance(here, core.Local) and here.slot == slot:
                return Bound((there,), True, asked=(e,))
            if isinstance(here, core.Ask) and here.query == "ahead" and self.leads_back(here.board):
                start, heading = here.args
                if isinstance(start, core.Local) and start.slot == slot and not speaks_of(heading, slot) and self.is_sure_row(there):
                    size = core.Const(e.place, self.r.program.domains[here.board].cells.directions)
                    back = core.Ask(e.place, here.board, "opposite", (core.Arith(e.place, "%", heading, size),))
                    return Bound((core.Ask(e.place, here.board, "ahead", (there, back)),), True, asked=(e,))
        return None

    def is_sure_row(self, e: core.Expr) -> bool:
        """Is it never none?  Where nothing lies ahead of many cells, they would all be named."""
        return isinstance(e, core.Const) and e.value >= 0

    def leads_back(self, domain: int) -> bool:
        """Does a step back lead to where a step came from, everywhere on a board?"""
        if domain not in self.back:
            self.back[domain] = _leads_back(self.r.program.domains[domain].cells)
        return self.back[domain]

    # ------------------------------------------------------------------------------------ actions

    def action(self, action: core.Action) -> core.Action:
        """The action with fewer values for its parameters, where its conditions name them."""
        p = self.r.program.procedures[action.procedure]
        if action.ways or not p.params:
            return action
        values, when = list(action.values), list(action.when)
        known = [action.actor]
        for position, param in enumerate(p.params):
            if position == action.actor:
                continue
            size, before = self.all_rows(values[position]), {p.params[n].slot for n in known}
            sure = {p.params[n].slot for n in known if p.params[n].domain != NONE and not p.params[n].is_set}
            known.append(position)
            if not size:
                continue
            usable = [test for test, _ in when if free_slots(test) <= before | {param.slot} and speaks_of(test, param.slot)]
            found = self.few([item for test in usable for item in conjuncts_of(test)], param.slot, sure, size)
            if found is None:
                continue
            bound, left, tests = found
            body = where_sure(tests, bound.put_together(p.place), core.Rows(p.place, param.domain))
            values[position] = self.r.of_action(p, body, param.domain)
            if not tests:
                asked = [item for test in usable for item in conjuncts_of(test)]
                done = [item for item in asked if not any(item is other for other in left)]
                when = [(test, at) for test, at in when if not any(test is item for item in done)]
        return replace(action, values=values, when=when)


def _leads_back(board: Board) -> bool:
    return all(
        there < 0 or board.steps[there][board.opposite(direction)] == cell
        for cell, row in enumerate(board.steps)
        for direction, there in enumerate(row)
    )
