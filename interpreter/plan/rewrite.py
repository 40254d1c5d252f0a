"""What passes have in common: functions added to a program, sets and their kinds, and what must hold for a part not to fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.walk import children, mapped, parts_of, speaks_of, with_parts
from arbitre.interpreter.analysis.errors import is_there, may_fail, needed_to_be_alone
from arbitre.interpreter.analysis.facts import Facts
from arbitre.interpreter.analysis.recursion import asks_for_itself, put_in
from arbitre.interpreter.analysis.searching import Searching
from arbitre.interpreter.analysis.slots import number_slots
from arbitre.interpreter.state.layout import Layout

MASKS = frozenset(("neighbours", "ray", "line", "within", "reach"))
SHORT, LONG = 60, 200  # nodes of a value that is written out; of a condition that is taken apart
FRESH = 1 << 30  # the first of the slots that are numbered anew in the end
DEEP = 4  # functions written out within each other


@dataclass(frozen=True, slots=True)
class Values:
    """What a slot or an atom may hold: rows of a kind, or numbers of a range."""

    domain: int = NONE
    low: int = 0
    high: int = 0

    def many(self, program: Program) -> int:
        """How many values that are."""
        return program.domains[self.domain].size if self.domain != NONE else self.high - self.low + 1


Slots = dict[int, Values]
ANY_NUMBER = Values(low=-(1 << 40), high=1 << 40)  # of which nothing is known


@dataclass(slots=True)
class Rewriter:
    """A program being rewritten, with the functions added to it."""

    program: Program
    searching: Searching = field(default_factory=Searching)
    facts: Facts = field(init=False)
    made: list[core.Function] = field(default_factory=list)
    known: dict[Any, int] = field(default_factory=dict)
    short: dict[int, bool] = field(default_factory=dict)  # by function: may it be written out?
    plain: dict[int, bool] = field(default_factory=dict)  # by function: may it be taken apart?
    taken: int = 0  # how many slots were given to searches that stand where they did not

    def __post_init__(self) -> None:
        self.facts = Facts(self.program, Layout(self.program))

    def function(self, name: str, atoms: list[tuple[core.Expr, Values]], body: core.Expr, domain: int, is_set: bool) -> core.Apply:
        """A question to a function of its own, which is told the atoms; equal ones are one."""
        given, count = [atom for atom, _ in atoms], len(atoms)
        inner, more = compact(self.fresh(renumbered(body, given, count)), count)
        key = (inner, tuple(values if values.domain == NONE else Values(values.domain) for _, values in atoms))
        if key not in self.known:
            params = [core.Param(f"told_{n}", n, values.domain, values.low, values.high) for n, (_, values) in enumerate(atoms)]
            index = self.known[key] = len(self.program.functions) + len(self.made)
            self.made.append(core.Function(index, f"{name}.{index}", params, count + more, inner, body.place, domain=domain, is_set=is_set))
        return core.Apply(body.place, self.known[key], tuple(given))

    def of_action(self, p: core.Procedure, body: core.Expr, kind: int) -> core.Apply:
        """What a parameter of an action may be, as a question to a function of those before it."""
        told = [one for one in p.params if speaks_of(body, one.slot)]
        return self.function(
            "candidates", [(core.Local(p.place, one.slot), Values(one.domain, one.low, one.high)) for one in told], body, kind, True
        )

    def rewritten(self, again: Callable[[core.Expr, Slots, int], core.Expr]) -> Program:
        """The program with ``again`` applied to the body of each function that searches; it is told what the parameters hold, and how many
        slots there are."""
        functions = []
        for function in self.program.functions:
            if not self.searching(function.body):
                functions.append(function)
                continue
            slots = {p.slot: Values(p.domain, p.low, p.high) for p in function.params if not p.is_set}
            body = again(function.body, slots, function.slots)
            if body is not function.body:
                body, more = compact(body, function.slots)
                function = replace(function, body=body, slots=function.slots + more)
            functions.append(function)
        return replace(self.program, functions=[*functions, *self.made])

    def everywhere(self, again: Callable[[core.Expr, Slots], core.Expr]) -> Program:
        """The program with ``again`` applied to the expressions of its rules and functions that search."""
        procedures = self.rules(again)
        program = self.rewritten(lambda e, slots, frame: again(e, slots))
        return replace(program, procedures=procedures)

    def rules(self, again: Callable[[core.Expr, Slots], core.Expr]) -> list[core.Procedure]:
        """The rules with ``again`` applied to the expressions of those that search."""
        return [in_procedure(p, self.program, again) if self.searching(p) else p for p in self.program.procedures]

    def fresh(self, e: core.Expr, names: dict[int, int] | None = None) -> core.Expr:
        """The same with slots of their own for its searches, so that it can stand among others."""
        known = names or {}

        def again(part: core.Expr) -> core.Expr:
            if isinstance(part, core.Local):
                return replace(part, slot=known[part.slot]) if part.slot in known else part
            if not isinstance(part, core.Query):
                return mapped(part, again)
            slot = self.fresh_slot()  # taken down now: searches within this one take more
            inner = {**known, part.slot: slot}
            where, value = (None if one is None else self.fresh(one, inner) for one in (part.where, part.value))
            return replace(part, source=again(part.source), slot=slot, where=where, value=value)

        return again(e)

    def fresh_slot(self) -> int:
        """A slot for a search of its own."""
        self.taken += 1
        return FRESH + self.taken

    # ------------------------------------------------------------------------------------ what parts are

    def kind_of(self, group: core.Expr) -> int:
        """The kind whose rows a set holds; NONE where that is not known."""
        match group:
            case core.Rows():
                return group.domain
            case core.Apply():
                return self.program.functions[group.function].domain if group.function < len(self.program.functions) else NONE
            case core.Ask() if group.query in MASKS:
                return group.board
            case core.Read():
                return self.program.fields[group.field].target
            case core.Query() if group.sink in ("set", "best", "worst"):
                return self.kind_of(group.source)
            case core.SetOp():
                left = self.kind_of(group.left)
                return left if left != NONE else self.kind_of(group.right)
            case core.SetOf() if group.items:
                return self.kind_of_row(group.items[0])
        return NONE

    def kind_of_row(self, row: core.Expr) -> int:
        """The kind of a row; NONE where that is not known."""
        match row:
            case core.Read() if not self.program.fields[row.field].is_set:
                return self.program.fields[row.field].target
            case core.Ask() if row.query in ("ahead", "below", "above", "toward", "first_on_ray"):
                return row.board
            case core.Apply():
                return self.program.functions[row.function].domain
            case core.Query() if row.sink in ("first", "only"):
                return self.kind_of(row.source)
        return NONE

    def within(self, e: core.Query, slots: Slots) -> Slots:
        """What slots hold inside a search."""
        kind = self.kind_of(e.source)
        inner = {slot: values for slot, values in slots.items() if slot != e.slot}
        return {**inner, e.slot: Values(kind)} if kind != NONE else inner

    def written_out(self, e: core.Expr, depth: int = 0) -> core.Expr:
        """The same with short values in the place of questions to them, as far as they do not search."""
        functions = self.program.functions

        def again(part: core.Expr) -> core.Expr:
            if isinstance(part, core.Apply) and not isinstance(part, core.Partial) and part.function < len(functions):
                if self.is_short(part.function):
                    given = {p.slot: arg for p, arg in zip(functions[part.function].params, part.args, strict=True)}
                    return self.written_out(put_in(functions[part.function].body, given), depth + 1)
            return mapped(part, again)

        return again(e) if depth < DEEP else e

    def conjuncts(self, e: core.Expr | None, depth: int = 0) -> list[core.Expr]:
        """The conditions of which all must hold, those too that values stand for; what searches among them has fresh slots."""
        out: list[core.Expr] = []
        for item in conjuncts_of(e):
            if isinstance(item, core.Apply) and not isinstance(item, core.Partial) and depth < DEEP and self.is_plain(item.function):
                function = self.program.functions[item.function]
                given = {p.slot: arg for p, arg in zip(function.params, item.args, strict=True)}
                out += self.conjuncts(put_in(self.fresh(function.body), given), depth + 1)
            else:
                out += conjuncts_of(self.written_out(item))
        return out

    def is_plain(self, index: int) -> bool:
        """May a condition be taken apart: is it not too long, and does it not ask for itself?"""
        if index not in self.plain:
            self.plain[index] = size_of(self.program.functions[index].body) <= LONG and not asks_for_itself(index, self.facts)
        return self.plain[index]

    def is_short(self, index: int) -> bool:
        """Is a value short enough to be written out, without a search, and does it not ask for itself?"""
        if index not in self.short:
            body = self.program.functions[index].body
            self.short[index] = size_of(body) <= SHORT and not searches(body) and not asks_for_itself(index, self.facts)
        return self.short[index]

    def guards(self, e: core.Expr, sure: set[int], depth: int = 0) -> list[core.Expr] | None:
        """What must hold for a part not to fail; None where that cannot be said."""
        if not may_fail(e, sure, self.program):
            return []
        match e:
            case core.Read():
                found = self.guards(e.row, sure, depth)
                if found is None or is_there(e.row, sure, self.program):
                    return found
                return [*found, core.Compare(e.place, "!=", e.row, core.Const(e.place, NONE))]
            case core.Query(sink="only") if (needed := needed_to_be_alone(e, self.program)) is not None:
                return [core.Compare(e.place, "!=", core.Local(e.place, slot), core.Const(e.place, NONE)) for slot in sorted(needed - sure)]
            case core.Query() if e.sink != "only":
                inner = tuple(part for part in (e.where, e.value) if part is not None)
                parts = [self.guards(e.source, sure, depth), self.guards_in_turn(inner, {*sure, e.slot}, depth)]
                if any(part is None or any(speaks_of(test, e.slot) for test in part) for part in parts):
                    return None
                return [test for part in parts for test in part or ()]
            case core.Apply() if not isinstance(e, core.Partial) and depth < DEEP and not asks_for_itself(e.function, self.facts):
                function = self.program.functions[e.function]
                given = {p.slot: arg for p, arg in zip(function.params, e.args, strict=True)}
                return self.guards(put_in(self.fresh(function.body), given), sure, depth + 1)
            case core.And():
                return self.guards_in_turn(e.items, sure, depth)
            case core.Query() | core.Settled() | core.Chance() | core.ChanceAfter() | core.Walk() | core.Partial() | core.Apply():
                return None
            case core.Arith(op="/") | core.Arith(op="%") if not (isinstance(e.right, core.Const) and e.right.value):
                return None
        out: list[core.Expr] = []
        for child in children(e):
            more = self.guards(child, sure, depth)
            if more is None:
                return None
            out += [test for test in more if test not in out]
        return out

    def guards_in_turn(self, items: tuple[core.Expr, ...], sure: set[int], depth: int) -> list[core.Expr] | None:
        """The same of conditions of which each is asked once those before it hold."""
        out: list[core.Expr] = []
        for n, item in enumerate(items):
            more = self.guards(item, sure, depth)
            if more is None:
                return None
            out += [test for test in more if test not in out and not _is_implied(test, items[:n])]
        return out

    def all_guards(self, items: list[core.Expr], sure: set[int], slot: int) -> list[core.Expr] | None:
        """What must hold for none of these to fail, whatever row a slot holds; None where that cannot be said."""
        out: list[core.Expr] = []
        for item in items:
            tests = self.guards(self.written_out(item), {*sure, slot})
            if tests is None or any(speaks_of(test, slot) for test in tests):
                return None
            out += [test for test in tests if test not in out]
        return out


def _is_implied(test: core.Expr, before: tuple[core.Expr, ...]) -> bool:
    """Does a test hold where these conditions do?  What is a member of a set, or equal to a row, is there."""
    known = [one for item in before for one in conjuncts_of(item)]
    if test in known:
        return True
    if not (isinstance(test, core.Compare) and test.op == "!=" and test.right == core.Const(test.place, NONE)):
        return False
    return any(isinstance(one, core.In) and one.item == test.left for one in known)


def in_procedure(p: core.Procedure, program: Program, again: Callable[[core.Expr, Slots], core.Expr]) -> core.Procedure:
    """A rule with ``again`` applied to the expressions of its statements, steps and hooks; it is told what parameters and numbers hold."""
    numbers = number_slots((*p.body, *(stmt for step in p.steps for stmt in step.body)), program)
    slots = {slot: ANY_NUMBER for slot in numbers}
    slots |= {q.slot: Values(q.domain, q.low, q.high) if q.domain != NONE else ANY_NUMBER for q in p.params if not q.is_set}
    p = with_hooks(p, slots, program, again)
    p = with_part(p, "steps", [in_step(step, slots, program, again) for step in p.steps])
    for name in ("body", "when", "guard"):
        p = with_part(p, name, in_statements(getattr(p, name), slots, again))
    return p


def in_step(step: core.Step, slots: Slots, program: Program, again: Callable[[core.Expr, Slots], core.Expr]) -> core.Step:
    """The same of a step of an agenda."""
    made: core.Step = with_part(with_hooks(step, slots, program, again), "body", in_statements(step.body, slots, again))
    return made


def with_hooks(node: Any, slots: Slots, program: Program, again: Callable[[core.Expr, Slots], core.Expr]) -> Any:
    """A rule or a step with its hooks rewritten.  A hook has slots of its own, into which those of the rule are copied."""

    def rewritten(hook: core.Hook) -> core.Hook:
        own = {slot: ANY_NUMBER for slot in number_slots(hook.body, program)}
        own |= {mine: slots[theirs] for theirs, mine in hook.params if theirs in slots}
        for name in ("when", "body"):
            hook = with_part(hook, name, in_statements(getattr(hook, name), own, again))
        return hook

    for name in ("before", "instead", "after", "rolled"):
        if hasattr(node, name):
            node = with_part(node, name, [rewritten(hook) for hook in getattr(node, name)])
    return node


def in_statements(node: Any, slots: Slots, again: Callable[[core.Expr, Slots], core.Expr]) -> Any:
    """A statement, or several, with ``again`` applied to the expressions in it; the same one where none became another."""
    if isinstance(node, core.Expr):
        return again(node, slots)
    if isinstance(node, (list, tuple)):
        made = [in_statements(one, slots, again) for one in node]
        return node if all(a is b for a, b in zip(node, made, strict=True)) else type(node)(made)
    changed = {}
    for name in parts_of(type(node)):
        value = getattr(node, name)
        new = in_statements(value, slots, again)
        if new is not value:
            changed[name] = new
    return with_parts(node, changed) if changed else node


def with_part(node: Any, name: str, value: Any) -> Any:
    """A node with another part, the same one where that is no other."""
    old = getattr(node, name)
    same = value is old or (isinstance(value, list) and all(a is b for a, b in zip(old, value, strict=True)))
    return node if same else replace(node, **{name: value})


@dataclass(frozen=True, slots=True)
class WithFallback(core.Choice):
    """An optimised expression behind its guards; ``other`` is the expression as it was written, which is evaluated where a guard fails."""


def where_sure(tests: list[core.Expr], then: core.Expr, other: core.Expr) -> core.Expr:
    """One where the tests hold, else the other."""
    if not tests:
        return then
    return WithFallback(other.place, tests[0] if len(tests) == 1 else core.And(other.place, tuple(tests)), then, other)


def with_query(e: core.Query, source: core.Expr, where: core.Expr | None, value: core.Expr | None) -> core.Query:
    """A search with other parts, the same one where they are no others."""
    return e if source is e.source and where is e.where and value is e.value else replace(e, source=source, where=where, value=value)


def conjuncts_of(where: core.Expr | None) -> list[core.Expr]:
    """The conjuncts of a condition, those of nested conjunctions too."""
    if where is None:
        return []
    return [one for item in where.items for one in conjuncts_of(item)] if isinstance(where, core.And) else [where]


def all_of(items: list[core.Expr]) -> core.Expr | None:
    """One condition that holds where all of them do."""
    return None if not items else items[0] if len(items) == 1 else core.And(items[0].place, tuple(items))


def searches(e: core.Expr) -> bool:
    """Does it hold a search, or anything else that fills slots of its own?"""
    return isinstance(e, core.Query) or any(searches(child) for child in children(e))


def without_slot(e: core.Expr, slot: int) -> core.Expr:
    """A search that asks nothing of its rows with a slot that stands already."""
    return replace(e, slot=slot) if isinstance(e, core.Query) and e.where is None and e.value is None else e


def has_slot(part: object) -> bool:
    """Is it a search with a slot that only functions have room for?"""
    return isinstance(part, core.Query) and part.slot >= FRESH


def size_of(e: core.Expr) -> int:
    """How many nodes it has."""
    return 1 + sum(size_of(child) for child in children(e))


def renumbered(e: core.Expr, atoms: list[core.Expr], count: int) -> core.Expr:
    """The body of a new function: what it is told in the first slots, all other slots behind them."""
    if e in atoms:
        return core.Local(e.place, atoms.index(e))
    made = mapped(e, lambda item: renumbered(item, atoms, count))
    return replace(made, slot=made.slot + count) if isinstance(made, (core.Local, core.Query)) else made


def compact(e: core.Expr, first: int) -> tuple[core.Expr, int]:
    """The same with its fresh slots numbered from ``first`` on, and how many they are."""
    numbers: dict[int, int] = {}

    def again(part: core.Expr) -> core.Expr:
        made = mapped(part, again)
        if not isinstance(made, (core.Local, core.Query)) or made.slot < FRESH:
            return made
        return replace(made, slot=numbers.setdefault(made.slot, first + len(numbers)))

    return again(e), len(numbers)
