"""Who may know what the slots of a rule at work hold: information flow through locals, parameters and results.

A local is no cell of the state, so that what it was made of is worked out once more from the rule: whoever reads a slot looks at the
cells its value came from (:class:`~arbitre.interpreter.state.read_recorder.Looking`), at the dice and answers that filled it, and at what
decided whether it was filled.  Where that cannot be told exactly, as of sums that grow in a loop or of cells that have changed since, every
row of the columns that were read counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import filled, hooks_of, nodes, statements_of
from arbitre.interpreter.code.machine import Machine, Run
from arbitre.interpreter.reference.sentences import hides
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.read_recorder import Looking, only_for
from arbitre.interpreter.state.trace import Record, first_told
from arbitre.interpreter.state.visibility import PUBLIC, may_see

NOBODY = 0  # the audience of what cannot be told
THROWS = (core.Roll, core.RollCount, core.RollOff, core.Draw)


class Slots(list[int]):
    """Slots that have their cells looked at when they are read.  ``made_of``: the cells that the value of a slot came from."""

    def __init__(self, held: Iterable[int], cells: Looking, made_of: Callable[[int], Iterable[int]]) -> None:
        super().__init__(held)
        self.cells, self.made_of = cells, made_of
        self.fresh: set[int] = set()  # filled by whoever asks
        self.named: dict[int, int] = {}  # slots that stand for another

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            out = Slots(super().__getitem__(at), self.cells, self.made_of)
            out.fresh, out.named = set(self.fresh), dict(self.named)
            return out
        if at not in self.fresh:
            self.cells.looked |= set(self.made_of(self.named.get(at, at)))
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        self.fresh.add(at)
        super().__setitem__(at, value)


def filled_again(slots: list[int], slot: int, value: int) -> None:
    """Puts a value where the rule itself puts it: who may know it stays the same."""
    list.__setitem__(slots, slot, value)


def stands_for(slots: list[int], slot: int, other: int) -> None:
    """Makes a slot hold what another one holds."""
    list.__setitem__(slots, slot, list.__getitem__(slots, other))
    if isinstance(slots, Slots):
        slots.named[slot] = other
        slots.fresh.discard(slot)


@dataclass(slots=True)
class Filling:
    """A statement that fills a slot, and the conditions and sets it stands in."""

    stmt: core.Stmt
    around: tuple[core.Expr, ...]


@dataclass(slots=True)
class Known:
    """Of one program: by rule and slot what fills it, and what hooks put there."""

    fillings: dict[int, dict[int, list[Filling]]] = field(default_factory=dict)
    hooked: dict[tuple[int, int], list[tuple[object, ...]]] | None = None


_known: WeakKeyDictionary[Machine, Known] = WeakKeyDictionary()


class Sources:
    """What the slots of the rules at work were made of, when the record ``at`` was written.

    ``viewer``: for whom that is asked; None: for all.  ``cause``: the record that caused what is asked about; that of ``at`` if not given.
    """

    def __init__(
        self, x: Run, cells: Looking, log: Sequence[Record], at: int, viewer: int | str | None = None, cause: int | None = None
    ) -> None:
        self.x, self.m, self.cells, self.log, self.viewer = x, x.machine, cells, log, viewer
        self.at = min(at, len(log) - 1)
        self.last = self.at if cause is None else cause
        self.known = _known.setdefault(x.machine, Known())
        self.found: dict[tuple[int, int], frozenset[int]] = {}
        self.secretive = hides(x)

    def slots(self, procedure: core.Procedure, held: Iterable[int]) -> list[int]:
        """The slots of a rule at work, read with what they were made of; plain ones where nothing is secret."""
        if not self.secretive:
            return list(held)
        out = Slots(held, self.cells, lambda slot: self.of(procedure, out, slot))
        return out

    def hooked(self, hook: core.Hook, procedure: core.Procedure, event: list[int], held: list[int]) -> list[int]:
        """The slots of a hook, which was given those of the event that it joins."""
        given = {target: source for source, target in hook.params}
        if not self.secretive:
            return held
        inner = self.slots(procedure, event)
        return Slots(held, self.cells, lambda slot: self.of(procedure, inner, given[slot]) if slot in given else ())

    def of(self, procedure: core.Procedure, slots: list[int], slot: int) -> frozenset[int]:
        """The cells and audiences that the value of a slot came from."""
        key = procedure.index, slot
        if key in self.found:
            return self.found[key]
        self.found[key] = frozenset()  # what it was before counts with the rest
        before, self.cells.looked = self.cells.looked, set()
        try:
            self.look(procedure, slots, slot)
        except (RulebookError, RecursionError):
            self.cells.looked.add(only_for(NOBODY))
        finally:
            self.found[key], self.cells.looked = frozenset(self.cells.looked), before
        return self.found[key]

    def look(self, procedure: core.Procedure, slots: list[int], slot: int) -> None:
        ways = self.fillings(procedure).get(slot, [])
        position = next((n for n, p in enumerate(procedure.params) if p.slot == slot), NONE)
        if position != NONE:
            self.given(procedure, position)
        if procedure.each is not None and procedure.each.slot == slot:
            self.value(procedure.each.source, slots)
        for parts in self.by_hooks(procedure, slot):
            self.columns(slots, *parts)
        if len(ways) == 1 and position == NONE:
            self.made(procedure, ways[0].stmt, slots)
            return
        for way in ways:  # stored more than once: whatever it may have come from, and whether it was stored at all
            self.columns(slots, way.stmt, *way.around)
            self.happened(way.stmt, self.began(procedure), every=True)

    # ------------------------------------------------------------------------------------ what fills slots

    def made(self, procedure: core.Procedure, stmt: core.Stmt, slots: list[int]) -> None:
        """What one statement put there."""
        start = self.began(procedure)
        match stmt:
            case core.Let():
                self.value(stmt.value, slots, start)
            case core.ForEach():
                self.value(stmt.source, slots, start)
            case core.Choose():
                if not self.happened(stmt, start):  # nobody was asked: there was one answer
                    self.columns(slots, stmt.options, stmt.low, stmt.high)
            case core.Invoke():
                self.result(stmt, slots, start)
            case core.Create():
                pass
            case _ if isinstance(stmt, THROWS):
                self.happened(stmt, start)
            case _:
                self.columns(slots, stmt)

    def value(self, expr: core.Expr, slots: list[int], start: int = NONE) -> None:
        """A value is evaluated as it was; where what it looks at has changed since, all of it counts."""
        if start != NONE:
            read = self.m.facts.effects.of(expr).reads
            kinds = {self.m.program.fields[column].domain for column in read}
            changed = (r for r in self.records(start) if r.kind in ("change", "create", "discard"))
            if any(r.data.get("field") in read or r.data.get("domain") in kinds for r in changed):
                self.columns(slots, expr)
        self.m.expr(expr)(self.x, slots)

    def result(self, stmt: core.Invoke, slots: list[int], start: int) -> None:
        """What an event gave: the result of a test is told to whoever sees the test; any other value may come from all that was read."""
        callee = self.m.program.procedures[stmt.procedure]
        call = next((r for r in reversed(list(self.records(start))) if r.kind == "call" and r.name == callee.name), None)
        if callee.results and call is not None:
            self.only(call.audience)
            return
        self.columns(slots, stmt)
        for record in self.records(call.index) if call is not None else ():
            if record.kind in ("roll", "choice"):
                self.only(record.audience)

    def happened(self, stmt: core.Stmt, start: int, every: bool = False) -> bool:
        """The dice or the answer that filled a slot: who saw them; False if there were none."""
        found = False
        for record in reversed(list(self.records(start))):
            if record.place == stmt.place and record.kind in ("roll", "choice"):
                self.only(record.audience)
                found = True
                if not every:
                    break
        return found

    def given(self, procedure: core.Procedure, position: int) -> None:
        """What a rule was given: rows are told with the call to whoever sees it, numbers and sets come from whoever called."""
        param = procedure.params[position]
        calls_ = (r for r in (*self.chain(), *reversed(list(self.records(0)))) if r.kind == "call" and r.name == procedure.name)
        call = next(calls_, None)
        if call is None:
            return
        seen = call.audience == PUBLIC or (self.viewer is not None and may_see(call.audience, self.viewer))
        if seen and (procedure.kind == "action" or (param.domain != NONE and not param.is_set)):
            return
        if procedure.kind == "action":
            order = next((r for r in reversed(list(self.records(0, call.index))) if r.kind in ("order", "choice")), None)
            self.only(order.audience if order is not None else call.audience)
            return
        caller = self.caller(call)
        frames = self.x.running.get(caller.index) if caller is not None and caller is not procedure else None
        calls = [s for s in self.calls_in(caller, procedure)] if caller is not None else []
        if caller is not None and frames and calls:
            slots = self.slots(caller, frames[-1])
            for stmt in calls:
                self.value(stmt.args[position], slots, self.began(caller))
            return
        for owner in self.m.program.procedures:  # a hook called it, or it was put off
            for body in (owner.body, *(s.body for s in owner.steps), *(h.body for h in hooks_of(owner))):
                found = [s for s in statements_of(body) if isinstance(s, (core.Invoke, core.Schedule)) and s.procedure == procedure.index]
                if found:
                    locals_ = [s.value for s in statements_of(body) if isinstance(s, core.Let)]
                    self.columns([], *(s.args[position] for s in found), *locals_)

    # ------------------------------------------------------------------------------------ the log

    def records(self, start: int, end: int = NONE) -> Iterator[Record]:
        """What has happened since, as far as it is at hand."""
        for index in range(max(start, first_told(self.log), 0), (self.at if end == NONE else end) + 1):
            yield self.log[index]

    def chain(self) -> Iterator[Record]:
        """The last record and all that led to it."""
        record = self.log[self.last] if self.last >= 0 else None
        while record is not None:
            yield record
            record = self.log[record.cause] if record.cause >= 0 else None

    def began(self, procedure: core.Procedure) -> int:
        """The number of the record with which a rule began to be carried out; that of the agenda for what no call is written down of."""
        call = next((r for r in self.chain() if r.kind == "call" and r.name == procedure.name), None)
        if call is not None:
            return call.index
        runs = (index for index in range(self.at, first_told(self.log) - 1, -1) if self.log[index].kind == "agenda")
        return next(runs, first_told(self.log))

    def caller(self, call: Record) -> core.Procedure | None:
        """The rule that a call stands in: an event, or the agenda at work."""
        program = self.m.program
        if call.cause >= 0:
            cause = self.log[call.cause]
            found = [p for p in program.procedures if cause.kind == "call" and p.name == cause.name and p.kind == cause.data.get("rule")]
            return found[0] if found else None
        at_work = [p for p in program.procedures if p.steps and self.x.running.get(p.index) and call.name in self.called(p)]
        return at_work[-1] if at_work else None

    def called(self, procedure: core.Procedure) -> set[str]:
        every = (s for step in procedure.steps for s in statements_of(step.body) if isinstance(s, core.Invoke))
        return {self.m.program.procedures[s.procedure].name for s in every}

    def calls_in(self, caller: core.Procedure, procedure: core.Procedure) -> Iterator[core.Invoke]:
        for body in (caller.body, *(step.body for step in caller.steps)):
            yield from (s for s in statements_of(body) if isinstance(s, core.Invoke) and s.procedure == procedure.index)

    # ------------------------------------------------------------------------------------ who may know

    def only(self, audience: int) -> None:
        if audience != PUBLIC:
            self.cells.looked.add(only_for(audience))

    def columns(self, slots: list[int], *parts: object) -> None:
        """Everything that these parts may have looked at, in every row there is, and what their slots were made of."""
        layout, program = self.m.layout, self.m.program
        for column in self.m.facts.effects.of(*parts).reads:
            kind = program.domains[program.fields[column].domain]
            if self.m.field_seen[column] or self.m.kind_seen[kind.index]:
                there = layout.base[kind.alive] if kind.dynamic else NONE
                rows = [row for row in range(kind.size) if there == NONE or list.__getitem__(self.cells, there + row)]
                self.cells.looked |= {layout.base[column] + row for row in rows}
        for node in nodes(parts):
            if isinstance(node, core.Local) and node.slot < len(slots):
                slots[node.slot]

    # ------------------------------------------------------------------------------------ the rules

    def fillings(self, procedure: core.Procedure) -> dict[int, list[Filling]]:
        """By slot, the statements of a rule that fill it."""
        if procedure.index not in self.known.fillings:
            out: dict[int, list[Filling]] = {}
            for body in (procedure.body, *(step.body for step in procedure.steps)):
                for stmt, around in within(body, ()):
                    for slot in slots_of(stmt):
                        out.setdefault(slot, []).append(Filling(stmt, around))
            self.known.fillings[procedure.index] = out
        return self.known.fillings[procedure.index]

    def by_hooks(self, procedure: core.Procedure, slot: int) -> list[tuple[object, ...]]:
        """What hooks put into a slot of what they join, with all that they look at before."""
        if self.known.hooked is None:
            self.known.hooked = {}
            for owner in self.m.program.procedures:
                for hook in hooks_of(owner):
                    self.add_hook(self.known.hooked, owner, hook)
        return self.known.hooked.get((procedure.index, slot), [])

    def add_hook(self, hooked: dict[tuple[int, int], list[tuple[object, ...]]], owner: core.Procedure, hook: core.Hook) -> None:
        tests = [part for stmt, around in within(hook.body, ()) for part in (*around, getattr(stmt, "value", None))]
        looked = (hook.when, *tests)
        for stmt in statements_of(hook.body):
            if isinstance(stmt, core.SetOwn):
                hooked.setdefault((stmt.procedure, stmt.slot), []).append(looked)
            if isinstance(stmt, core.Proceed):
                for target, value in stmt.values:
                    hooked.setdefault((owner.index, target), []).append((*looked, value))


def at_work(x: Run, trial: Run, cells: Looking, procedure: core.Procedure, held: list[int]) -> list[int]:
    """The slots of a rule that is carried out now, as a copy of the match is asked about them."""
    if x.log is None:
        return held[:]
    return Sources(trial, cells, x.log, len(x.log) - 1, cause=x.cause).slots(procedure, held)


def slots_of(stmt: core.Stmt) -> Iterator[int]:
    """The slots that a statement fills, those of its single dice among them."""
    yield from (slot for slot in filled(stmt) if slot != NONE)
    if isinstance(stmt, core.Roll) and stmt.each is not None:
        yield from stmt.each.slots


def within(body: tuple[core.Stmt, ...], around: tuple[core.Expr, ...]) -> Iterator[tuple[core.Stmt, tuple[core.Expr, ...]]]:
    """Every statement of a block, with the conditions and sets that decide whether it is carried out."""
    for stmt in body:
        yield stmt, around
        inner = around
        if isinstance(stmt, (core.If, core.While)):
            inner = (*around, stmt.test)
        elif isinstance(stmt, core.ForEach):
            inner = (*around, stmt.source)
        for name in ("then", "other", "body"):
            found = getattr(stmt, name, None)
            if isinstance(found, tuple):
                yield from within(found, inner)
        for branch in getattr(stmt, "branches", ()):
            yield from within(branch.body, inner if branch.test is None else (*inner, branch.test))
