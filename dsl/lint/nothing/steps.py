"""Goes through rules in the order in which they happen, and finds where something that may be none is asked for what it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from arbitre.dsl import core
from arbitre.dsl.core.walk import children, nodes, statements_of
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.dsl.lint.nothing.facts import NO_FACTS, NOTHING, Facts, Knowledge, mentions, touches, without

LEAVING = (core.End, core.Give, core.Fail, core.Finish, core.Prevent)
Thing = tuple[str, int, int]  # a value, or a field of one row
Owner = tuple[str, int]  # "value" or "rule", and its number


@dataclass(frozen=True, slots=True)
class Found:
    """Something that may be none is asked for a field, or given to who asks it for one."""

    place: Place
    what: core.Expr
    column: int
    reason: str  # "search", "field", "value", "choice", "edge" or "again"
    beyond: Place | None = None  # where it is asked, if it is given to a rule or a value
    origin: Place | None = None  # where a local name was given what may be none


@dataclass(slots=True)
class Needs:
    """What rules and values ask of their parameters without looking: by parameter, the column and the place."""

    program: core.Program
    of: dict[Owner, dict[int, tuple[int, Place]]] = field(default_factory=dict)
    version: int = 0  # goes up with whatever is added
    grown: dict[Owner, int] = field(default_factory=dict)  # the version in which something was added to each

    def add(self, owner: Owner, slot: int, column: int, place: Place) -> None:
        here = self.of.setdefault(owner, {})
        if slot not in here:
            here[slot] = (column, place)
            self.version += 1
            self.grown[owner] = self.version


@dataclass(slots=True)
class Walker:
    """Of one value, rule or hook: what is known where it stands, and what was found."""

    knowledge: Knowledge
    needs: Needs
    doubted: frozenset[Thing]  # what some rule asks whether it is none
    asked: dict[int, frozenset[int]]  # the columns a value looks at
    written: list[frozenset[int]]  # the columns a rule may change
    changing: frozenset[int]  # the columns that any rule changes
    owner: Owner | None
    given: dict[int, int]  # its slots that hold what it was given, and which parameter that is
    facts: Facts = NO_FACTS
    loose: dict[int, str] = field(default_factory=dict)  # slots that may hold none, and why
    origins: dict[int, Place] = field(default_factory=dict)  # where these were given it
    sets: dict[int, core.Expr] = field(default_factory=dict)  # what local names stand for: sets, and cells ahead
    stale: dict[core.Expr, Place] = field(default_factory=dict)  # what held as a loop began and may not any more
    found: list[Found] = field(default_factory=list)
    calls: set[Owner] = field(default_factory=set)  # what it gives something to

    @property
    def is_asked(self) -> bool:
        """A value is asked by rules that look first; what it is asked about, it need not ask again."""
        return self.owner is not None and self.owner[0] == "value"

    # ------------------------------------------------------------------------------------ values

    def ask(self, expr: core.Expr) -> None:
        match expr:
            case core.Read():
                self.ask(expr.row)
                self.want(expr.row, expr.field, expr.place)
            case core.And() | core.Or():
                before = self.facts
                for item in expr.items:
                    self.ask(item)
                    self.facts |= self.knowledge.told_by(item, isinstance(expr, core.And))
                self.facts = before
            case core.Choice():
                self.ask(expr.test)
                before = self.facts
                for holds, part in ((True, expr.then), (False, expr.other)):
                    self.facts = before | self.knowledge.told_by(expr.test, holds)
                    self.ask(part)
                self.facts = before
            case core.Settled():
                before = self.facts
                for test, value in zip(expr.tests, expr.values, strict=True):
                    self.ask(test)
                    self.facts = before | self.knowledge.told_by(test, True)
                    self.ask(value)
                    self.facts = before
                for test in expr.tests:
                    self.facts |= self.knowledge.told_by(test, False)
                self.ask(expr.base)
                self.facts = before
            case core.Query():
                self.ask(expr.source)
                before, loose = self.facts, dict(self.loose)
                self.forget({expr.slot}, set())
                self.facts |= self.knowledge.member(self.spelt(expr.source), expr.slot)
                for condition in (expr.where, expr.value):
                    if condition is not None:
                        self.ask(condition)
                        self.facts |= self.knowledge.told_by(condition, True) if condition is expr.where else NO_FACTS
                self.facts, self.loose = before, loose
            case core.Apply():
                self.each(expr.args)
                if not isinstance(expr, core.Partial):
                    self.give(("value", expr.function), expr.args, expr.place)
            case core.Chance() | core.ChanceAfter():
                self.each(expr.args)
            case _:
                self.each(children(expr))

    def each(self, parts: Iterable[object]) -> None:
        for part in parts:
            if isinstance(part, core.Expr):
                self.ask(part)
            elif isinstance(part, (list, tuple)):
                self.each(part)
            elif isinstance(part, (core.Piece, core.Period, core.Key)):
                self.each([getattr(part, name) for name in part.__dataclass_fields__])

    def give(self, owner: Owner, args: Iterable[core.Expr], place: Place) -> None:
        """What is given where it is asked for something without a look."""
        self.calls.add(owner)
        needed = self.needs.of.get(owner, {})
        for position, arg in enumerate(args):
            if position in needed:
                column, beyond = needed[position]
                edge = owner[0] == "value"  # what a rule is given stands for more: it is called where there is something to do
                self.want(arg, column, arg.place if arg.place.line else place, beyond, edge)

    def want(self, row: core.Expr, column: int, place: Place, beyond: Place | None = None, edge: bool = True) -> None:
        """A row is asked for a column: it must not be none.  ``edge``: may it be told of a cell ahead, beyond the edge?"""
        plain = self.knowledge.plain(row)
        if isinstance(row, core.Local):
            if row.slot in self.given and plain not in self.facts:
                if self.owner is not None and row.slot not in self.loose:
                    self.needs.add(self.owner, self.given[row.slot], column, place)
            if row.slot in self.loose and not self.is_seen(row) and (edge or self.loose[row.slot] != "edge"):
                self.found.append(Found(place, row, column, self.loose[row.slot], beyond, self.origins.get(row.slot)))
        elif not self.is_sure(row) and (plain in self.stale or self.is_told(row)) and not self.is_asked:
            self.found.append(Found(place, row, column, "again" if plain in self.stale else self.reason(row), beyond))
        elif edge and not self.is_seen(row) and self.knowledge.is_edge(row) and not self.is_asked:
            self.found.append(Found(place, row, column, "edge", beyond))
        self.facts |= {plain}

    def is_sure(self, row: core.Expr) -> bool:
        """Is it certain that it is not none, as it is written or with what local names stand for?"""
        return self.knowledge.known(row, self.facts) or self.knowledge.known(self.spelt(row), self.facts)

    def is_seen(self, row: core.Expr) -> bool:
        """Has it been looked at, as it is written or with what local names stand for?"""
        return not self.facts.isdisjoint((self.knowledge.plain(row), self.knowledge.plain(self.spelt(row))))

    def is_told(self, row: core.Expr) -> bool:
        """A search for what changes in a match; else what the rulebook itself takes for none somewhere: that a team has an opponent

        is said nowhere, and yet it is so.
        """
        if isinstance(row, core.Choice):
            return any(self.is_told(way) and not self.knowledge.known(way, self.facts) for way in (row.then, row.other))
        if isinstance(row, core.Query):
            return not self.knowledge.looked_up(row, self.asked, self.changing)
        return thing(row) in self.doubted

    def reason(self, row: core.Expr) -> str:
        if isinstance(row, core.Apply):
            return self.reason(self.knowledge.program.functions[row.function].body)
        if isinstance(row, core.Choice):
            return self.reason(row.then if self.knowledge.optional(row.then) else row.other)
        if isinstance(row, core.Settled):
            return "value"
        return "search" if isinstance(row, core.Query) else "field" if isinstance(row, core.Read) else "value"

    # ------------------------------------------------------------------------------------ statements

    def block(self, body: Iterable[core.Stmt]) -> bool:
        """Goes through statements; True where nothing comes after them."""
        return any([self.step(stmt) for stmt in self.until_left(body)][-1:])

    def until_left(self, body: Iterable[core.Stmt]) -> Iterator[core.Stmt]:
        for stmt in body:
            yield stmt
            if isinstance(stmt, LEAVING):
                return

    def step(self, stmt: core.Stmt) -> bool:
        match stmt:
            case core.If():
                self.ask(stmt.test)
                return self.branches([(stmt.test, True, stmt.then), (stmt.test, False, stmt.other)])
            case core.ChooseBranch():
                self.each([stmt.chooser])
                return self.branches([(branch.test, True, branch.body) for branch in stmt.branches])
            case core.ForEach():
                self.ask(stmt.source)
                self.loop(stmt)
            case core.While():
                before = self.facts
                kept = self.kept(stmt.body)
                self.forget(*self.changed(stmt.body))
                self.facts |= kept
                self.ask(stmt.test)
                self.facts |= self.knowledge.told_by(stmt.test, True)
                self.block(stmt.body)
                self.facts = before
                self.forget(*self.changed(stmt.body))
                self.facts |= kept | self.knowledge.told_by(stmt.test, False)
            case core.Let():
                self.ask(stmt.value)
                self.put(stmt.slot, stmt.value)
            case core.Choose():
                self.each([stmt.chooser, stmt.options, stmt.low, stmt.high])
                self.forget({stmt.slot}, set())
                self.loose.pop(stmt.slot, None)
                self.given.pop(stmt.slot, None)
                if stmt.decline:
                    self.loose[stmt.slot] = "choice"
                elif stmt.options is not None:
                    self.facts |= self.knowledge.member(self.spelt(stmt.options), stmt.slot)
            case core.Store():
                self.each([stmt.row, stmt.value, stmt.lasting])
                self.want(stmt.row, stmt.field, stmt.place)
                sure = self.knowledge.known(stmt.value, self.facts) and not self.is_loose(stmt.value)
                self.forget(set(), {stmt.field})
                if sure:
                    self.facts |= {self.knowledge.plain(core.Read(stmt.place, stmt.field, stmt.row))}
            case core.Change() | core.Join():
                self.each([getattr(stmt, name) for name in stmt.__dataclass_fields__])
                self.want(stmt.row, stmt.field, stmt.place)
            case core.Invoke():
                self.each(stmt.args)
                self.give(("rule", stmt.procedure), stmt.args, stmt.place)
                self.forget({slot for _, slot in stmt.outputs}, set())
                for _, slot in stmt.outputs:
                    self.loose.pop(slot, None)
            case core.Together():
                self.block(stmt.body)
            case _:
                self.each([getattr(stmt, name) for name in stmt.__dataclass_fields__])
                filled = getattr(stmt, "slot", None)
                if isinstance(filled, int):
                    self.forget({filled}, set())
                    self.loose.pop(filled, None)
        return isinstance(stmt, LEAVING)

    def is_loose(self, value: core.Expr) -> bool:
        return isinstance(value, core.Local) and value.slot in self.loose and self.knowledge.plain(value) not in self.facts

    def spelt(self, group: core.Expr) -> core.Expr:
        """A set or a cell with what local names stand for."""
        return self.knowledge.prover.renamed(group, dict(self.sets)) if self.sets else group

    def put(self, slot: int, value: core.Expr) -> None:
        known = self.is_sure(value)
        reason = self.loose.get(value.slot, "") if isinstance(value, core.Local) and self.is_loose(value) else ""
        edge = self.knowledge.is_edge(value) and not self.is_seen(value)
        why = reason or ("edge" if edge else "" if known or not self.is_told(value) else self.reason(value))
        stands_for = self.spelt(value)
        self.forget({slot}, set())
        self.given.pop(slot, None)
        self.loose.pop(slot, None)
        self.origins.pop(slot, None)
        if why:
            self.loose[slot] = why
            self.origins[slot] = value.place
        if (isinstance(value, (core.Query, core.SetOp, core.Apply)) or _is_step(stands_for)) and not mentions(stands_for, slot):
            self.sets[slot] = stands_for

    def branches(self, ways: list[tuple[core.Expr | None, bool, tuple[core.Stmt, ...]]]) -> bool:
        """Ways of which one is gone; True where none comes to its end."""
        facts, loose, given = self.facts, self.loose, self.given
        ends = []
        for test, holds, body in ways:
            self.facts = facts | (self.knowledge.told_by(test, holds) if test is not None else NO_FACTS)
            self.loose, self.given = dict(loose), dict(given)
            if test is not None and not holds and not body and isinstance(test, core.Const) and test.value:
                continue
            if not self.block(body):
                ends.append((self.facts, self.loose, self.given))
        if not ends:
            return True
        self.facts = frozenset.intersection(*(end[0] for end in ends))
        self.loose = {slot: why for end in ends for slot, why in end[1].items() if core.Local(NOWHERE, slot) not in end[0]}
        self.given = {slot: number for slot, number in ends[0][2].items() if all(slot in end[2] for end in ends)}
        return False

    def loop(self, stmt: core.ForEach) -> None:
        """The body for each: what made it one of them may not hold any more once the body has been done for another."""
        before = self.facts
        slots, columns = self.changed(stmt.body)
        self.forget(slots | {stmt.slot}, columns)
        self.loose.pop(stmt.slot, None)
        self.given.pop(stmt.slot, None)
        element = self.knowledge.member(self.spelt(stmt.source), stmt.slot)
        kept = element if stmt.together else without(element, set(), columns, self.asked)
        self.stale = {**self.stale, **{fact: stmt.place for fact in element - kept}}
        self.facts = before | element  # its order is found out as it begins
        for key in stmt.keys:
            self.each([key.value])
        self.facts = before
        self.forget(slots | {stmt.slot}, columns)
        self.facts |= kept
        self.block(stmt.body)
        self.facts = before
        self.forget(slots | {stmt.slot}, columns)

    def forget(self, slots: set[int], columns: set[int]) -> None:
        if slots:
            self.sets = {
                slot: group for slot, group in self.sets.items() if slot not in slots and not any(mentions(group, s) for s in slots)
            }
        self.facts = without(self.facts, slots, columns, self.asked)

    def kept(self, body: tuple[core.Stmt, ...]) -> Facts:
        """What stays known through a block that stores only what is surely there."""
        slots, columns = self.changed(body)
        stores = [stmt for stmt in statements_of(body) if isinstance(stmt, core.Store)]
        unsure = {s.field for s in stores if isinstance(s.value, core.Local) or self.knowledge.optional(s.value)}
        called = {c for s in statements_of(body) if isinstance(s, core.Invoke) for c in self.written[s.procedure]}
        sure = {store.field for store in stores} - unsure - called
        return frozenset(
            fact for fact in self.facts
            if isinstance(fact, core.Read) and fact.field in sure and not touches(fact.row, slots, columns, self.asked)
        )  # fmt: skip

    def changed(self, body: tuple[core.Stmt, ...]) -> tuple[set[int], set[int]]:
        """The slots and columns that statements write, through whatever they call."""
        slots: set[int] = set()
        columns: set[int] = set()
        for stmt in statements_of(body):
            slot = getattr(stmt, "slot", None)
            if isinstance(slot, int):
                slots.add(slot)
            if isinstance(stmt, core.Invoke):
                slots |= {out for _, out in stmt.outputs}
                columns |= self.written[stmt.procedure]
            if isinstance(stmt, (core.Store, core.Change, core.Join)):
                columns.add(stmt.field)
        return slots, columns


def _is_step(value: core.Expr) -> bool:
    """Is it a cell ahead of one that no field tells?  What is set later does not change which cell that is."""
    return isinstance(value, core.Ask) and value.query == "ahead" and not any(isinstance(n, (core.Read, core.Apply)) for n in nodes(value))


def thing(row: core.Expr) -> Thing | None:
    """What is meant, wherever it is said: a value by its number, a field of one named thing by both."""
    if isinstance(row, core.Apply):
        return "value", row.function, 0
    if isinstance(row, core.Read) and isinstance(row.row, core.Const):
        return "field", row.field, row.row.value
    return None


def doubted_in(program: core.Program) -> frozenset[Thing]:
    """What some rule asks whether it is none, itself or through a local name."""
    out: set[Thing] = set()
    whole: list[object] = [function.body for function in program.functions if function.name != "worth"]  # bots imagine more than happens
    for procedure in program.procedures:
        hooks = [*procedure.before, *procedure.instead, *procedure.after, *procedure.rolled]
        for step in procedure.steps:
            hooks += [*step.before, *step.instead, *step.after]
        whole += [(procedure.when, procedure.body), *((hook.when, hook.body) for hook in hooks), *(step.body for step in procedure.steps)]
    whole += [(action.when, action.needs) for action in program.actions]
    for body in whole:
        found = list(nodes(body))
        named = {node.slot: thing(node.value) for node in found if isinstance(node, core.Let)}
        for node in found:
            if isinstance(node, core.Compare) and isinstance(node.right, core.Const) and node.right.value == NOTHING:
                meant = named.get(node.left.slot) if isinstance(node.left, core.Local) else thing(node.left)
                if meant is not None:
                    out.add(meant)
    return frozenset(out)
