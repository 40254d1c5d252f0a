"""The outliner: parts of values that are the same for many rows become values of their own, computed once and kept.

``obstacles of a player`` may look at no player at all, and ``steps of a man`` at no more of him than his side. Such a part, if it takes its
time, becomes a function of what it looks at; it is kept as the others are (see :mod:`memoisation`), and
longer the less of what changes it speaks of.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.walk import children, mapped, nodes
from arbitre.interpreter.analysis.facts import Facts
from arbitre.interpreter.analysis.recursion import asks_for_itself
from arbitre.interpreter.analysis.slots import parameters_in
from arbitre.interpreter.plan.bits import Straight
from arbitre.interpreter.plan.rewrite import where_sure
from arbitre.interpreter.state.layout import Layout
from arbitre.interpreter.wasm.compile.code import WALKED

WORTH = 30  # steps, roughly
FEW = 16  # rows of a kind that a part may have as an argument
NEAR = 8  # rows of a source of which nothing is known
_PLAIN = (
    core.Const, core.Local, core.Read, core.OneOf, core.Arith, core.Compare, core.And, core.Or, core.Not, core.Choice, core.Apply,
    core.Rows, core.SetOf, core.SetOp, core.In, core.Query, core.Ask, Straight,
)  # fmt: skip


@dataclass(slots=True)
class _Part:
    """What is being analysed: a function, the slots that enclosing queries have bound, what the whole expression depends on."""

    function: core.Function
    bound: frozenset[int]
    columns: frozenset[int]
    told: int  # how many rows the whole is told
    atoms: list[core.Expr] = field(default_factory=list)


OWN = -1  # in place of a parameter's position: the actors of a seat


def outlined(program: Program) -> tuple[Program, dict[tuple[int, int], int]]:
    """The program with such parts as functions of their own, behind its own functions; and by action and position of a parameter the
    function that gives all with which its own conditions hold."""
    outliner = _Outliner(program)
    return outliner.program(), outliner.offers


class _Outliner:
    def __init__(self, program: Program) -> None:
        self.whole, self.facts = program, Facts(program, Layout(program))
        self.made: list[core.Function] = []
        self.known: dict[Any, int] = {}
        self.costs: dict[int, int] = {}
        self.asked: dict[int, frozenset[int] | None] = {}  # by function, see _asked_if_plain
        self.offers: dict[tuple[int, int], int] = {}

    def program(self) -> Program:
        functions = []
        for function in self.whole.functions:
            body = function.body
            if not asks_for_itself(function.index, self.facts):
                columns = self.columns(body)
                if columns is not None:
                    body = self.again(body, _Part(function, frozenset(), columns, len(function.params)))
            functions.append(replace(function, body=body))
        for action in self.whole.actions:
            if not action.ways:
                self.offered(action)
        return replace(self.whole, functions=[*functions, *self.made])

    # ------------------------------------------------------------------------------------ what is offered

    def offered(self, action: core.Action) -> None:
        """Functions that give whom a seat commands, and with which values of a parameter the conditions hold that are about it alone."""
        p = self.whole.procedures[action.procedure]
        if not p.params:
            return
        place, actor = p.place, p.params[action.actor]
        if self.whole.seats != NONE and parameters_in(action.commander, len(p.params)) == {actor.slot}:
            commander, seat = _renumbered(action.commander, [], 1), core.Param("seat", 0, self.whole.seats)
            where = core.Compare(place, "==", commander, core.Local(place, 0))
            found = core.Query(place, "set", core.Rows(place, actor.domain), actor.slot + 1, where)
            self.offers[action.index, OWN] = self.of_action(found, actor.domain, [seat], p.slots + 1)
        for position, values in enumerate(action.values):
            slot = p.params[position].slot
            tests = tuple(test for test, _ in action.when if parameters_in(test, len(p.params)) == {slot})
            if position != action.actor and isinstance(values, core.Rows) and tests:
                found = core.Query(place, "set", values, slot, tests[0] if len(tests) == 1 else core.And(place, tests))
                self.offers[action.index, position] = self.of_action(found, values.domain, [], p.slots)

    def of_action(self, body: core.Query, kind: int, params: list[core.Param], slots: int) -> int:
        key = (body, len(params))
        if key not in self.known:
            index = self.known[key] = len(self.whole.functions) + len(self.made)
            self.made.append(core.Function(index, f"offered.{index}", params, slots, body, body.place, domain=kind, is_set=True))
        return self.known[key]

    # ------------------------------------------------------------------------------------ what a part is like

    def cost(self, e: core.Expr) -> int:
        """How many steps it takes, roughly; what is kept anyway takes few."""
        if isinstance(e, core.Query):
            inner = sum(self.cost(part) for part in (e.where, e.value) if part is not None)
            return self.cost(e.source) + self.rows(e.source) * (1 + inner)
        out = 1 + sum(self.cost(child) for child in children(e))
        if isinstance(e, core.Apply):
            if e.function not in self.costs:
                self.costs[e.function] = NEAR
                self.costs[e.function] = min(NEAR, self.cost(self.whole.functions[e.function].body))
            out += self.costs[e.function]
        return out

    def rows(self, e: core.Expr) -> int:
        match e:
            case core.Rows():
                return self.whole.domains[e.domain].size
            case core.SetOf():
                return len(e.items)
            case core.Query():
                return self.rows(e.source)
            case core.SetOp(op="-"):
                return self.rows(e.left)
        return NEAR

    def columns(self, e: core.Expr) -> frozenset[int] | None:
        """The columns a part speaks of; None where it speaks of anything else that changes, or is kept by other means."""
        own = _asked_if_plain(e)
        if own is None:
            return None
        seen: set[int] = set()
        open_ = list(own)
        while open_:
            function = open_.pop()
            if function in seen:
                continue
            seen.add(function)
            if function not in self.asked:
                self.asked[function] = _asked_if_plain(self.whole.functions[function].body)
            asked = self.asked[function]
            if asked is None:
                return None
            open_ += asked
        return self.facts.effects.of(e).reads

    def atoms(self, e: core.Expr, inner: frozenset[int], part: _Part) -> bool:
        """Finds what a part must be told; False where that is too much."""
        if isinstance(e, core.Read) and isinstance(e.row, core.Local) and e.row.slot not in inner and not self.is_few(e.row, part):
            target = self.whole.fields[e.field].target
            if target == NONE or self.whole.domains[target].size > FEW:
                return False
            self.tell(e, part)
            return True
        if isinstance(e, core.Local):
            if e.slot in inner:
                return True
            self.tell(e, part)
            return self.is_few(e, part)
        if isinstance(e, core.Query):
            further = inner | {e.slot}
            asked = (item for item in (e.where, e.value) if item is not None)
            return self.atoms(e.source, inner, part) and all(self.atoms(item, further, part) for item in asked)
        return all(self.atoms(child, inner, part) for child in children(e))

    @staticmethod
    def tell(e: core.Expr, part: _Part) -> None:
        if e not in part.atoms:
            part.atoms.append(e)

    def domain_of(self, atom: core.Expr, part: _Part) -> int:
        if isinstance(atom, core.Read):
            return self.whole.fields[atom.field].target
        assert isinstance(atom, core.Local)
        return next((p.domain for p in part.function.params if p.slot == atom.slot and not p.is_set), NONE)

    def is_few(self, e: core.Local, part: _Part) -> bool:
        domain = self.domain_of(e, part) if e.slot not in part.bound else NONE
        return domain != NONE and self.whole.domains[domain].size <= FEW

    # ------------------------------------------------------------------------------------ writing it again

    def again(self, e: core.Expr, part: _Part) -> core.Expr:
        """An expression with the parts of it that are worth it as questions to functions of their own."""
        if isinstance(e, (core.Query, core.SetOp)) and self.cost(e) >= WORTH:
            found = self.taken_out(e, part)
            if found is not None:
                return found
        return self.inside(e, part)

    def inside(self, e: core.Expr, part: _Part) -> core.Expr:
        if isinstance(e, core.Query):
            inner = replace(part, bound=part.bound | {e.slot})
            where = None if e.where is None else self.again(e.where, inner)
            value = None if e.value is None else self.again(e.value, inner)
            return replace(e, source=self.again(e.source, part), where=where, value=value)
        return mapped(e, lambda item: self.again(item, part))

    def taken_out(self, e: core.Expr, part: _Part) -> core.Expr | None:
        """The question to a function of its own, if that is told less than the whole or speaks of less that changes."""
        columns, mine = self.columns(e), replace(part, atoms=[])
        if columns is None or not self.atoms(e, frozenset(), mine) or len(mine.atoms) > 2:
            return None
        params = {p.slot for p in part.function.params}
        same = len(mine.atoms) >= part.told and all(isinstance(atom, core.Local) and atom.slot in params for atom in mine.atoms)
        if same and not columns < part.columns:
            return None
        asked = core.Apply(e.place, self.function(e, mine, columns), tuple(mine.atoms))
        rows = [atom.row for atom in mine.atoms if isinstance(atom, core.Read)]
        if all(isinstance(row, core.Local) and row.slot in part.bound for row in rows):
            return asked
        tests: list[core.Expr] = [core.Compare(e.place, "!=", row, core.Const(e.place, NONE)) for row in rows]
        return where_sure(tests, asked, e)

    def function(self, e: core.Expr, part: _Part, columns: frozenset[int]) -> int:
        """The function that a part becomes; parts that differ in the slots of their queries alone are one."""
        count = len(part.atoms)
        params = [core.Param(f"told_{n}", n, self.domain_of(atom, part)) for n, atom in enumerate(part.atoms)]
        body = _by_depth(_renumbered(e, part.atoms, count), {}, count)
        key = body, tuple(p.domain for p in params)
        if key not in self.known:
            index = self.known[key] = len(self.whole.functions) + len(self.made)
            slots = max([count, *(node.slot + 1 for node in nodes(body) if isinstance(node, core.Query))])
            made = core.Function(index, f"{part.function.name}.{index}", params, slots, body, e.place)
            self.made.append(made)
            made.body = self.inside(body, _Part(made, frozenset(), columns, count))
        return self.known[key]


def _asked_if_plain(e: core.Expr) -> frozenset[int] | None:
    """The functions that a part asks; None where it has anything else in it that changes, or is kept by other means."""
    out: set[int] = set()
    open_ = [e]
    while open_:
        part = open_.pop()
        if not isinstance(part, _PLAIN) or isinstance(part, core.Partial) or (isinstance(part, core.Ask) and part.query in WALKED):
            return None
        if isinstance(part, core.Apply):
            out.add(part.function)
        open_ += children(part)
    return frozenset(out)


def _by_depth(e: core.Expr, names: dict[int, int], depth: int) -> core.Expr:
    """The same with the slots of queries numbered from ``depth`` on, by how many queries they stand in.

    ``names``: the slots of the queries around it, with their new numbers.
    """
    if isinstance(e, core.Local):
        return replace(e, slot=names[e.slot]) if e.slot in names else e
    if isinstance(e, core.Query):
        inner = {**names, e.slot: depth}
        where, value = (None if part is None else _by_depth(part, inner, depth + 1) for part in (e.where, e.value))
        return replace(e, source=_by_depth(e.source, names, depth), slot=depth, where=where, value=value)
    return mapped(e, lambda part: _by_depth(part, names, depth))


def _renumbered(e: core.Expr, atoms: list[core.Expr], count: int) -> core.Expr:
    """The body of a new function: what it is told in the first slots, all other slots behind them."""
    if e in atoms:
        return core.Local(e.place, atoms.index(e))
    made = mapped(e, lambda item: _renumbered(item, atoms, count))
    return replace(made, slot=made.slot + count) if isinstance(made, (core.Local, core.Query)) else made
