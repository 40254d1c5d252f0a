"""What must hold for a condition on many things, asked of the few of them that most of it is about.

``endangered(player, place, origin, target)`` says whether a place is attacked once a piece has gone from its origin to its target.  Hardly
any place is attacked at all: where no rival's rook stands on any line from it, no knight a leap away ..., that is so for every origin and
target.  So ‘endangered(player, place, origin, target)’ becomes ‘may_be(player, place) and endangered(...)’, whose first half leaves out
what is asked of the others, and has few enough values to be kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations
from math import prod

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.walk import free_slots, mapped, speaks_of
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.analysis.recursion import asks_for_itself, put_in
from arbitre.interpreter.plan.rewrite import Rewriter, Slots, Values, WithFallback, all_of, conjuncts_of, searches, size_of

FEWEST, MOST_KEPT = 4096, 256  # combinations of things from which on values are not kept for each; of those that are
LEAST = 24  # nodes of what must hold


def necessary(r: Rewriter) -> Program:
    """The pass."""
    return _Necessary(r).program()


@dataclass(frozen=True, slots=True)
class Found:
    """What must hold for a condition to hold, as long as some tests do.  ``told``: the parameters that it is about."""

    told: tuple[int, ...]
    must: core.Expr
    tests: list[core.Expr]


class _Necessary:
    def __init__(self, r: Rewriter) -> None:
        self.r = r
        self.known: dict[int, Found | None] = {}  # by function

    def program(self) -> Program:
        procedures = self.r.rules(self.again)
        functions = []
        for function in self.r.program.functions:
            slots = {p.slot: Values(p.domain, p.low, p.high) for p in function.params if not p.is_set}
            body = self.again(function.body, slots)
            functions.append(function if body is function.body else replace(function, body=body))
        actions = [self.action(action) for action in self.r.program.actions]
        return replace(self.r.program, procedures=procedures, functions=[*functions, *self.r.made], actions=actions)

    def action(self, action: core.Action) -> core.Action:
        when = [(self.again(test, {}), place) for test, place in action.when]
        return action if all(a is b for (a, _), (b, _) in zip(when, action.when, strict=True)) else replace(action, when=when)

    def again(self, e: core.Expr, slots: Slots) -> core.Expr:
        """An expression with such conditions in it asked where what must hold for them does."""
        made = mapped(e, lambda part: self.again(part, slots))
        if not isinstance(made, core.Apply) or isinstance(made, core.Partial) or made.function >= len(self.r.program.functions):
            return made
        found = self.of(made.function)
        if found is None:
            return made
        function = self.r.program.functions[made.function]
        others = [arg for n, arg in enumerate(made.args) if n not in found.told]
        if any(isinstance(made.args[n], core.Local) and made.args[n] in others for n in found.told):
            return made  # it is about hardly more things than what must hold
        given = {p.slot: arg for p, arg in zip(function.params, made.args, strict=True)}
        params = [function.params[n] for n in found.told]
        atoms: list[tuple[core.Expr, Values]] = [(core.Local(made.place, p.slot), Values(p.domain, p.low, p.high)) for p in params]
        asked = self.r.function("may_be", atoms, found.must, NONE, False)
        first = replace(asked, args=tuple(made.args[n] for n in found.told))
        unsure = [core.Not(made.place, put_in(test, given)) for test in found.tests]  # then it is asked as it stands, and may fail
        return core.And(made.place, (core.Or(made.place, (*unsure, first)) if unsure else first, made))

    def of(self, index: int) -> Found | None:
        """What must hold for a condition to hold; None where too little is known."""
        if index not in self.known:
            self.known[index] = self.found(self.r.program.functions[index])
        return self.known[index]

    def found(self, function: core.Function) -> Found | None:
        program, params = self.r.program, function.params
        if len(params) < 3 or not all(p.domain != NONE and not p.is_set for p in params) or asks_for_itself(function.index, self.r.facts):
            return None
        sizes, done = [program.domains[p.domain].size for p in params], self.r.facts.effects.function(function.index)
        if prod(sizes) < FEWEST or not done.pure or done.beyond or not _is_truth(function.body):
            return None
        out, most = None, LEAST
        for told in combinations(range(len(params)), 2):
            if prod(sizes[n] for n in told) <= MOST_KEPT:
                weaker = _Weaker(self.r, {p.slot for n, p in enumerate(params) if n not in told})
                must = weaker.of(function.body, frozenset())
                if must is not None and size_of(must) > most and not weaker.fails and not any(map(searches, weaker.tests)):
                    out, most = Found(told, must, weaker.tests), size_of(must)
        return out


@dataclass(slots=True)
class _Weaker:
    """A condition made weaker: what speaks of some slots is left out.

    What is left is asked in the same order, and nothing else is asked besides, so that it fails only where the condition does.
    """

    r: Rewriter
    slots: set[int]
    tests: list[core.Expr] = field(default_factory=list)  # what must hold for nothing that is left out to fail
    fails: bool = False  # is that not known?

    def of(self, e: core.Expr, sure: frozenset[int]) -> core.Expr | None:
        """What must hold for a condition to hold, which speaks of none of these slots; None where nothing is known.  ``sure``: slots that
        hold a row."""
        if not free_slots(e) & self.slots:
            return e
        match e:
            case WithFallback():
                self.tests += [test for test in conjuncts_of(e.test) if test not in self.tests]
                return self.of(e.then, sure)
            case core.And():
                return self.all(e, sure)
            case core.Or():
                return _either(e, [self.of(item, sure) for item in e.items])
            case core.Choice() if e.then == core.Const(e.place, 1):
                return _either(e, [self.of(e.test, sure), self.of(e.other, sure)])
            case core.Query(sink="any") if not free_slots(e.source) & self.slots and e.where is not None:
                return replace(e, where=self.of(e.where, sure | {e.slot}))
        self.left_out(e, sure)
        return None

    def all(self, e: core.And, sure: frozenset[int]) -> core.Expr | None:
        """Of conditions that must all hold those that can be asked: behind one that is left out only what cannot fail."""
        items: list[core.Expr] = []
        whole = True
        for item in e.items:
            if not whole and may_fail(item, set(sure), self.r.program):
                self.left_out(item, sure)
                continue
            made = self.of(item, sure)
            whole = whole and made is item
            if made is not None:
                items.append(made)
        return all_of(items)

    def left_out(self, e: core.Expr, sure: frozenset[int]) -> None:
        tests = self.r.guards(self.r.written_out(e), set(sure))
        self.fails = self.fails or tests is None or any(speaks_of(test, slot) for test in tests for slot in sure)
        self.tests += [test for test in tests or () if test not in self.tests]


def _either(e: core.Expr, items: list[core.Expr | None]) -> core.Expr | None:
    known = [item for item in items if item is not None and item != core.Const(item.place, 0)]
    if any(item is None for item in items):
        return None
    return core.Const(e.place, 0) if not known else known[0] if len(known) == 1 else core.Or(e.place, tuple(known))


def _is_truth(e: core.Expr) -> bool:
    """Is it a condition?"""
    match e:
        case core.Const():
            return e.value in (0, 1)
        case core.Choice():
            return _is_truth(e.then) and _is_truth(e.other)
        case core.Query():
            return e.sink == "any"
    return isinstance(e, (core.And, core.Or, core.Not, core.Compare, core.In))
