"""Searches over the rows of a kind that ask all of them at once, as operations on words with a bit for each row.

``cells where owner is none and any heading in directions where closes(player, it, heading)`` asks 64 cells in eight directions; said of
all cells together it is what the columns hold, shifted and joined (:mod:`arbitre.interpreter.plan.evaluator`).  What is known of a row
beside columns has to be known before a match begins; what must be known for that, a side say, is gone through.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.walk import children, free_slots, mapped, nodes
from arbitre.interpreter.analysis.recursion import put_in
from arbitre.interpreter.plan.bits import Straight, is_few_words, is_of_pieces, is_table, words_of
from arbitre.interpreter.plan.evaluator import MOST_PARTS, At
from arbitre.interpreter.plan.folds import FOLDS, folded
from arbitre.interpreter.plan.groups import Evaluator
from arbitre.interpreter.plan.implicit import ImplicitBoard, as_membership, as_standing, implicit_board
from arbitre.interpreter.plan.passes.tables import is_looked_up
from arbitre.interpreter.plan.passes.vectorize.candidates import Complete, with_candidates
from arbitre.interpreter.plan.passes.vectorize.given import Given, shared
from arbitre.interpreter.plan.rewrite import (
    DEEP,
    Rewriter,
    Slots,
    Values,
    compact,
    renumbered,
    searches,
    where_sure,
    with_part,
    with_query,
)
from arbitre.interpreter.plan.vectors import TooMuch, Vec, Wanted, case_by_case, deciding

MOST_WAYS = 8  # combinations of what must be known
MOST_SPENT, FEW_PARTS = 80_000, 12_000  # parts looked at for one program; for one search that must not cost much
MOST_OF_GIVEN, MUCH = 40_000, 2_000  # parts looked at for one search for a given row; what that costs where it is worth looking at so many
MOST_OF_TABLE, AT_ONCE = 100, 20  # what it may cost to find rows of a kind that is no board; what a search within another costs at best
HALF = 0.5  # the share of rows for which a condition holds of which nothing is known
COLUMN, DEAR, NEAR = 8, 20_000, 8  # what it costs to look at a column, a search at most, rows of which nothing is known


def words(r: Rewriter, given: bool = False, complete: bool = False) -> Program:
    """The pass.

    ``given``: what is about one row that is given is found at once as well, see :mod:`given`.
    ``complete``: and with which values of a parameter those after it can be filled, see :mod:`candidates`.
    """
    if not any(domain.dynamic or is_few_words(domain) or is_table(domain) for domain in r.program.domains):
        return r.program
    return _Words(r, given, complete).program()


class _Words:
    def __init__(self, r: Rewriter, given: bool, complete: bool) -> None:
        self.r, self.left, self.parts = r, MOST_SPENT, MOST_PARTS
        self.complete = Complete(r, self.apart, self.any_of_one, self.asked) if complete else None
        self.given = Given(r, self.cost_for_one, self.inner) if given else None
        self.costs: dict[int, int] = {}
        self.rays: dict[int, int] = {}  # by board, see longest
        self.alone: list[core.Expr] = []  # what must hold for searches for one row to find no more than that
        self.done: dict[tuple[core.Expr, tuple[tuple[int, Values], ...]], core.Expr | None] = {}
        self.offered: set[tuple[core.Expr, tuple[Values, ...]]] = set()  # searches that actions make, see canonical

    def program(self) -> Program:
        actions = [self.action(action) for action in self.r.program.actions]
        procedures = self.r.rules(self.again)
        program = self.r.rewritten(self.whole)
        return replace(program, actions=actions, procedures=procedures)

    def action(self, action: core.Action) -> core.Action:
        """The action with the values of its parameters found at once."""
        if action.ways or not self.r.program.procedures[action.procedure].params:
            return action
        made = with_candidates(self.r, action, self.candidates)
        slots = {p.slot: Values(p.domain, p.low, p.high) for p in self.r.program.procedures[action.procedure].params if not p.is_set}
        asked = [(pair, self.by_membership(pair[0], slots)) for pair in made.when]
        made = with_part(made, "when", [pair if test is pair[0] else (test, pair[1]) for pair, test in asked])
        return made if self.complete is None else self.complete.action(action, made)

    def candidates(self, e: core.Query, slots: Slots, most: int = DEAR) -> core.Expr | None:
        """What a parameter of an action may be, found at once."""
        found = self.apart(e, slots, most)
        if found is not None:
            self.offered.add(self.canonical(e, slots))
        return found

    def canonical(self, e: core.Query, slots: Slots) -> tuple[core.Expr, tuple[Values, ...]]:
        """A search and what its free slots may hold, whichever slots these and its own are."""
        free = sorted(free_slots(e))
        body = renumbered(e, [core.Local(e.place, slot) for slot in free], len(free))
        found = tuple(slots[slot] if slots[slot].domain == NONE else Values(slots[slot].domain) for slot in free)
        return compact(self.r.fresh(body), len(free))[0], found

    def by_membership(self, e: core.Expr, slots: Slots) -> core.Expr:
        """A condition of an action with memberships in the place of searches by numbers."""
        if isinstance(e, core.Query) and (found := as_membership(self.r, e, slots)) is not None:
            return where_sure(list(found[0]), found[1], self.asked(e, slots))
        return e if isinstance(e, core.Query) else mapped(e, lambda part: self.by_membership(part, slots))

    def whole(self, e: core.Expr, slots: Slots, frame: int) -> core.Expr:
        """The body of a function."""
        if isinstance(e, core.Query) and e.sink in ("any", "count") and free_slots(e) <= set(slots):
            rows = Evaluator.as_set(e)
            if self.canonical(rows, slots) in self.offered and (kept := self.apart(rows, slots)) is not None:
                return replace(e, source=kept, where=None)
        found = self.word(e, slots) if isinstance(e, core.Query) else self.put_together(e, slots) if isinstance(e, core.SetOp) else None
        if found is None:
            asked = e.item if isinstance(e, core.Not) else e
            standing = as_standing(self.r, asked, slots) if isinstance(asked, core.Query) and free_slots(asked) else None
            found = None if standing is None else replace(e, item=standing) if isinstance(e, core.Not) else standing
        return found if found is not None else self.again(e, slots)

    def again(self, e: core.Expr, slots: Slots) -> core.Expr:
        """An expression with such searches in it as questions to functions of their own."""
        if isinstance(e, core.Query):
            found = self.apart(e, slots)
            if found is not None:
                return found
            if (known := as_membership(self.r, e, slots)) is not None:  # of numbers that are no parameters
                return where_sure(list(known[0]), known[1], e)
            inner = self.r.within(e, slots)
            where, value = (None if part is None else self.again(part, inner) for part in (e.where, e.value))
            return with_query(e, self.again(e.source, slots), where, value)
        return mapped(e, lambda part: self.again(part, slots))

    def inner(self, e: core.Expr, slots: Slots) -> core.Expr:
        """What was vectorized, with the searches within searches among its inputs vectorized as well."""

        def again(part: core.Expr) -> core.Expr:
            nested = isinstance(part, core.Query) and part.sink == "set" and self.searches_for_each(part)
            return self.again(part, slots) if nested else inner(part)

        def inner(part: core.Expr) -> core.Expr:
            if isinstance(part, Straight):
                return replace(part, inputs=tuple(again(one) for one in part.inputs))
            return mapped(part, inner)

        return inner(e)

    def searches_for_each(self, e: core.Query) -> bool:
        """Does its condition search anew for each row?  That of ``owner is next_after(player, players)`` searches once for all of them."""
        return any(isinstance(part, core.Query) and e.slot in free_slots(part) for part in nodes(e.where))

    def put_together(self, e: core.SetOp, slots: Slots) -> core.Expr | None:
        """A set made of others, of which some are searched for, as one search."""
        kind = self.r.kind_of(e)
        if kind == NONE or not any(isinstance(part, core.Query) for part in nodes(e)):
            return None
        slot = self.r.fresh_slot()
        asked = core.Query(e.place, "set", core.Rows(e.place, kind), slot, self.is_in(e, core.Local(e.place, slot)))
        return self.word(asked, slots, e)

    def is_in(self, e: core.Expr, row: core.Local) -> core.Expr:
        """The condition that a row is in a set."""
        match e:
            case core.SetOp():
                one, two = self.is_in(e.left, row), self.is_in(e.right, row)
                if e.op == "|":
                    return core.Or(e.place, (one, two))
                return core.And(e.place, (one, core.Not(e.place, two) if e.op == "-" else two))
            case core.Query(sink="set") if e.where is not None:
                where = put_in(self.r.fresh(e.where), {e.slot: row})
                return where if isinstance(e.source, core.Rows) else core.And(e.place, (self.is_in(e.source, row), where))
        return core.In(e.place, row, e)

    def apart(self, e: core.Query, slots: Slots, most: int = DEAR) -> core.Expr | None:
        """A search as a question to a function that finds its rows at once; None where that costs more than it, or than ``most``."""
        free = free_slots(e)
        if not free <= set(slots):
            return None
        told = {slot: slots[slot] for slot in sorted(free)}
        key = e, tuple(told.items())
        if key not in self.done:
            self.parts = MOST_PARTS if most == DEAR else FEW_PARTS
            self.done[key] = self.word(e, told, most=most)
            self.parts = MOST_PARTS
        found = self.done[key]
        if found is None or not any(isinstance(part, Straight) for part in nodes(found)):
            return found
        is_set = e.sink in ("set", "best", "worst")
        kind = self.r.kind_of(e.source) if is_set or e.sink in ("first", "only") else NONE
        return self.r.function("word", [(core.Local(e.place, slot), values) for slot, values in told.items()], found, kind, is_set)

    # ------------------------------------------------------------------------------------ a search

    def word(self, e: core.Query, slots: Slots, as_written: core.Expr | None = None, most: int = DEAR) -> core.Expr | None:
        """The search with its rows found at once; None where that is not possible, or not worth it.  ``as_written``: what it stands for."""
        kind = self.r.kind_of(e.source)
        if kind == NONE or self.left <= 0:
            return None
        board = implicit_board(self.r, e) if self.r.program.domains[kind].dynamic else None
        if board is None and self.r.program.domains[kind].dynamic and (known := as_membership(self.r, e, slots)) is not None:
            guards, found = known
            return where_sure(list(guards), found, as_written or e)
        domain = self.r.program.domains[kind]
        if board is None and not (domain.dynamic or is_few_words(domain) or is_table(domain)):
            return None
        if e.sink == "any" and any(one.domain != NONE and is_of_pieces(self.r.program.domains[one.domain]) for one in slots.values()):
            looked_up = self.any_of_one(e, slots, 1)  # which is asked of many who come and go
            if looked_up is not None:
                return looked_up
        if board is None and ((e.where is None and e.sink not in FOLDS) or domain.dynamic):
            return None
        at_once = self.at_once(e, kind, slots, board)
        if at_once is None:
            return self.of_one(e, kind, slots, as_written or e) if board is None and e.where is not None else None
        found, inputs, cost, whole = at_once
        few = 1 if isinstance(e.source, core.Rows) else 2  # of a set that is given little may be looked at
        asked = self.cost(as_written or e) - (self.cost(e.source) if e.source in inputs else 0)  # which is found either way
        if is_table(domain):
            most = min(most, max(MOST_OF_TABLE, self.many(e.source) * self.searches_in(e.where) * AT_ONCE // 2))
        searched = sum(self.cost_for_one(one) - self.cost_of_input(one) for one in inputs) // 2  # as rows are known there
        if not inputs or few * cost > min(most, asked - searched):  # what never changes is kept for good anyway
            return None
        if e.sink in ("first", "only") and not self.r.facts.effects.of(e).reads and is_looked_up(self.r, e, slots):
            return None  # a table has it
        tests = self.r.all_guards([*inputs, *self.alone], set(), e.slot)
        if tests is None:
            return None
        found, alone = shared(self.r, self.inner(found, slots)), [shared(self.r, test) for test in self.alone]
        whole = whole or e.sink == "set"
        return where_sure([*tests, *alone], found if whole else replace(e, source=found, where=None), as_written or e)

    def at_once(
        self, e: core.Query, kind: int, slots: Slots, board: ImplicitBoard | None
    ) -> tuple[core.Expr, list[core.Expr], int, bool] | None:
        """What :meth:`ways` gives, and whether it is the search as a whole or its rows alone; None where it is too much."""
        for whole in (True, False) if board is None and e.sink in FOLDS else (False,):
            if not whole and e.where is None and board is None:
                return None
            self.alone.clear()
            try:
                return *self.ways(e, kind, slots, {}, board, whole), whole
            except TooMuch:
                continue
        return None

    def of_one(self, e: core.Query, kind: int, slots: Slots, as_written: core.Expr) -> core.Expr | None:
        """A search that depends on one given row of the kind it searches, vectorized over that row; None if it is not worth it."""
        if self.given is None or e.sink == "any" or is_looked_up(self.r, e, slots):
            return None
        found = self.over_given(self.given, e, [kind], slots, self.cost(as_written))
        return None if found is None else where_sure(*found, as_written)

    def any_of_one(self, e: core.Query, slots: Slots, times: int = NEAR) -> core.Expr | None:
        """Whether a search finds anything for a given row, as membership in the set of the rows for which it does; None if not worth it.

        ``times``: for how many rows, roughly, it is evaluated before the set must be computed again.
        """
        if self.given is None or self.left <= 0:
            return None
        kinds = [domain.index for domain in self.r.program.domains if is_few_words(domain)]
        found = self.over_given(self.given, e, kinds, slots, times * self.cost(e))
        if found is None:
            return None
        guards, asked = found
        return where_sure(list(dict.fromkeys(self.asked(test, slots) for test in guards)), asked, self.asked(e, slots))

    def over_given(
        self, given: Given, e: core.Query, kinds: list[int], slots: Slots, most: int
    ) -> tuple[list[core.Expr], core.Expr] | None:
        """What :meth:`Given.within` finds, which is charged to what is left for the program."""
        given.spent, given.most = 0, MOST_OF_GIVEN if most > MUCH else FEW_PARTS
        found = given.within(e, kinds, slots, most)
        self.left -= given.spent
        return found

    def asked(self, e: core.Expr, slots: Slots) -> core.Expr:
        """A condition, as a question to a function of its own if it searches: a rule has no slots but those it was written with."""
        if not searches(e):
            return e
        told: list[tuple[core.Expr, Values]] = [(core.Local(e.place, slot), slots[slot]) for slot in sorted(free_slots(e))]
        return self.r.function("condition", told, e, NONE, False)

    def ways(
        self, e: core.Query, kind: int, slots: Slots, assumed: dict[core.Expr, int], board: ImplicitBoard | None, whole: bool
    ) -> tuple[core.Expr, list[core.Expr], int]:
        """The rows that a search finds, what is asked for that, and what it costs; once for each of what must be known beforehand.

        ``whole``: what is made of the rows instead, which is a sum or an extreme.
        """
        try:
            made = self.rows(e, kind, assumed, whole) if board is None else self.combinations(e, board, assumed)
            words = [part for part in nodes(made) if isinstance(part, Straight)]
            inputs = list(dict.fromkeys(one for word in words for one in word.inputs))
            return made, inputs, sum(words_of(word.size) * len(word.steps) for word in words) + sum(map(self.cost_of_input, inputs))
        except Wanted as what:
            atoms = {atom: values for atom, values in deciding(self.r.program, what.e, slots).items() if atom not in assumed}
        if not atoms or len(assumed) + len(atoms) > 2 or prod(len(values) for values in atoms.values()) > MOST_WAYS:
            raise TooMuch
        asked = e if whole else Evaluator.as_set(e)
        return case_by_case(asked, atoms, lambda case: self.ways(e, kind, slots, {**assumed, **case}, board, whole))

    def rows(self, e: core.Query, kind: int, assumed: dict[core.Expr, int], whole: bool) -> core.Expr:
        evaluator = Evaluator(self.r, kind, assumed)
        evaluator.most = self.parts
        size, b = evaluator.size, evaluator.b
        env: dict[int, object] = {atom.slot: evaluator.all_of(value) for atom, value in assumed.items() if isinstance(atom, core.Local)}
        every = Vec(tuple(range(size)))
        at = At({**env, e.slot: every}, b.all, frozenset())
        try:
            held = b.every if isinstance(e.source, core.Rows) else evaluator.contains(every, e.source, at)
            if e.where is not None:
                held = b.meet(held, evaluator.test(e.where, At(at.env, at.live & b.upper[held], b.atoms(held))))
            made = folded(evaluator, e, held, At(at.env, b.upper[held], b.atoms(held))) if whole else b.expression(e.place, held)
            self.alone += [one for one in evaluator.alone if one not in self.alone]
            return made
        finally:
            self.left -= evaluator.spent

    def combinations(self, e: core.Query, board: ImplicitBoard, assumed: dict[core.Expr, int]) -> Straight:
        """The same of the combinations of numbers that tell rows apart."""
        evaluator = Evaluator(self.r, NONE, assumed, size=board.size)
        evaluator.most = self.parts
        try:
            made = board.straight(e, evaluator)
            self.alone += [one for one in evaluator.alone if one not in self.alone]
            return made
        finally:
            self.left -= evaluator.spent

    # ------------------------------------------------------------------------------------ what it costs otherwise

    def cost_of_input(self, e: core.Expr) -> int:
        """What it costs to look at a column, or through rows."""
        plain = not isinstance(e, core.Query) or (e.sink == "set" and isinstance(e.where, core.Compare))
        return COLUMN if plain else COLUMN + self.many(e)

    def cost_for_one(self, e: core.Expr) -> int:
        """The same where it is for one row: what conditions search for is not spread over many then."""
        return COLUMN + self.cost(e) if searches(e) and not isinstance(e, core.Query) else self.cost_of_input(e)

    def cost(self, e: core.Expr) -> int:
        if isinstance(e, core.Query):
            inner = sum(self.cost(part) for part in (e.where, e.value) if part is not None)
            return min(DEAR, self.cost(e.source) + self.many(e.source) * (1 + inner))
        if isinstance(e, core.And):
            spent, share = 1.0, 1.0
            for item in e.items:
                spent += share * self.cost(item)
                share *= self.share(item)
            return min(DEAR, round(spent))
        out = 1 + sum(self.cost(child) for child in children(e))
        if isinstance(e, core.Apply):
            if e.function not in self.costs:
                self.costs[e.function] = NEAR
                self.costs[e.function] = self.cost(self.r.program.functions[e.function].body)
            out += self.costs[e.function]
        return min(DEAR, out)

    def share(self, e: core.Expr) -> float:
        """Of how many rows a condition holds, roughly: where a set that never changes has few members, of few."""
        if isinstance(e, core.In) and isinstance(e.group, core.Read):
            column = self.r.program.fields[e.group.field]
            if column.values and column.target != NONE:
                return sum(mask.bit_count() for mask in column.values) / (len(column.values) * self.r.program.domains[column.target].size)
        return HALF

    def searches_in(self, e: core.Expr | None, depth: int = 0) -> int:
        """How many searches a condition makes, those of the values that it asks for too."""
        if e is None or depth > DEEP:
            return 0
        found = isinstance(e, core.Query) + sum(self.searches_in(child, depth) for child in children(e))
        if isinstance(e, core.Apply) and not isinstance(e, core.Partial):
            found += self.searches_in(self.r.program.functions[e.function].body, depth + 1)
        return found

    def many(self, e: core.Expr) -> int:
        match e:
            case core.Rows():
                return self.r.program.domains[e.domain].size
            case core.SetOf():
                return len(e.items)
            case core.Query():
                return self.many(e.source)
            case core.Ask(query="ray" | "line") if is_few_words(self.r.program.domains[e.board]):
                return min(NEAR, self.longest(e.board))
        return NEAR

    def longest(self, board: int) -> int:
        """How many cells the longest ray of a board has."""
        if board not in self.rays:
            cells = self.r.program.domains[board].cells
            self.rays[board] = max(len(cells.ray(cell, way)) for cell in range(cells.size) for way in range(cells.directions))
        return self.rays[board]
