"""What odds know of a program before anything runs: where dice may be thrown, and which slots are still read later.

Two ways a match can have gone are one as soon as nothing tells them apart any more, so a slot that nobody will read is not
looked at. This is computed from the end of a body to its start; what is not sure counts as read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import carried_out, deciding_names_of, free_slots, hooks_of

Own = tuple[int, int]  # procedure, slot
Slots = frozenset[int]
NOTHING: Slots = frozenset()
_THROWS = (core.Roll, core.RollCount, core.RollOff, core.Draw, core.Proceed)
_ACTS = (core.Act, core.GiveOrders, core.Perform)  # they may carry out any action
_LEAVES = (core.Give, core.End, core.Fail, core.Prevent)


class Liveness:
    """Of one program.  ``changeable``: the procedures whose slots other code may change while they run."""

    def __init__(self, program: core.Program) -> None:
        self.program = program
        self.walked: int | None = None  # how many functions were looked through for questions about turns
        self.turns: set[int] = set()
        self.live: dict[int, list[Slots]] = {}  # by the identity of a block: what is read after each of its statements
        self.rounds: dict[int, Slots] = {}  # by the identity of a loop's body: what is read after one round of it
        self.functions: dict[int, frozenset[Own]] = {}
        procedures = program.procedures
        self.changeable = {s.procedure for p in procedures for s in carried_out(code_of(p)) if isinstance(s, core.SetOwn)}
        self.actions = {action.procedure for action in program.actions}
        self.needs = {a.procedure: [test for test, _ in a.needs] for a in program.actions}
        # What is asked whenever actions are listed, and whenever rows are shown to a seat.
        listed = self.owned([[a.when, a.values, a.commander, [limit.count for limit in a.limits], a.appeal] for a in program.actions])
        self.anywhere = frozenset(listed | self.owned([[d.seen for d in program.domains], [f.seen for f in program.fields]]))
        self.calls = [self.called(code_of(p)) for p in procedures]
        self.throwing = self.which_throw()
        self.asking = self.what_is_asked()
        self.last = self.last_calls()
        self.outputs: dict[int, set[int]] = {}
        for p in procedures:
            for s in carried_out(code_of(p)):
                if isinstance(s, core.Invoke):
                    self.outputs.setdefault(s.procedure, set()).update(source for source, _ in s.outputs)
        self.kept = [self.read_at_the_end(p) for p in procedures]
        for p in procedures:
            self.procedure = p.index
            if p.kind != "agenda":
                self.block(p.body, self.kept[p.index], self.kept[p.index])
            self.procedure = NONE
            for hook in hooks_of(p):
                self.block(hook.body, NOTHING, NOTHING)

    def turns_asked(self) -> tuple[int, ...]:
        """The agendas of which a rule asks how often they have begun; functions may have come since the last question."""
        if self.walked is None:
            program = self.program
            self.turns = turns_in([getattr(program, name) for name in deciding_names_of(type(program)) if name != "functions"])
            self.walked = 0
        self.turns |= turns_in(self.program.functions[self.walked :])
        self.walked = len(self.program.functions)
        return tuple(sorted(self.turns))

    # ------------------------------------------------------------------------------------ dice

    def called(self, node: object) -> set[int]:
        """The procedures that statements may carry out."""
        out: set[int] = set()
        for s in carried_out(node):
            if isinstance(s, core.Invoke):
                out.add(s.procedure)
            elif isinstance(s, _ACTS):
                out |= self.actions
        return out

    def which_throw(self) -> set[int]:
        known = {p.index for p in self.program.procedures if any(throws(s) for s in carried_out(code_of(p)))}
        while more := {i for i, called in enumerate(self.calls) if i not in known and called & known}:
            known |= more
        return known

    def may_throw(self, node: object) -> bool:
        return any(throws(s) for s in carried_out(node)) or bool(self.called(node) & self.throwing)

    # ------------------------------------------------------------------------------------ what is left to do

    def last_calls(self) -> dict[int, set[int]]:
        """For each procedure the calls, by identity, that are all that is left to do of it and may lead back to it.

        A ball that bounces bounces again, and has nothing to do after: odds end the first bounce before they begin the next, so that
        ways that come to the same square are one.  What asks for the fields of an event that goes on needs it to go on.
        """
        program = self.program
        asked = {part.procedure for part in carried_out([getattr(program, name) for name in deciding_names_of(type(program))])
                 if isinstance(part, (core.Own, core.SetOwn))}  # fmt: skip
        out: dict[int, set[int]] = {}
        for p in program.procedures:
            if p.kind not in ("event", "table") or p.after or p.index in asked or p.index not in self.throwing:
                continue
            if any(isinstance(s, core.Proceed) for hook in p.instead for s in carried_out(hook.body)):  # the hook may have more to do
                continue
            last = [s for body in (p.body, *(h.body for h in p.instead)) for s in ends_of(body)]
            found = {id(s) for s in last if isinstance(s, core.Invoke) and not s.outputs and p.index in self.reached(s.procedure)}
            if found:
                out[p.index] = found
        owners: dict[int, set[int]] = {}  # a hook may stand at several events, and not be the end of all
        for p in program.procedures:
            for s in carried_out(code_of(p)):
                owners.setdefault(id(s), set()).add(p.index)
        out = {index: {call for call in calls if len(owners[call]) == 1} for index, calls in out.items()}
        return {index: calls for index, calls in out.items() if calls}

    def reached(self, index: int) -> set[int]:
        """All that a procedure may call, itself included."""
        seen, open_ = {index}, [index]
        while open_:
            for called in self.calls[open_.pop()]:
                if called not in seen:
                    seen.add(called)
                    open_.append(called)
        return seen

    # ------------------------------------------------------------------------------------ fields of what runs

    def what_is_asked(self) -> list[frozenset[Own]]:
        """For each procedure the fields of what runs around it that it may ask for, whatever it calls included."""
        own = [frozenset(self.owned([code_of(p), p.when, self.needs.get(p.index)])) for p in self.program.procedures]
        asked = [{o for o in found if o[0] != i} for i, found in enumerate(own)]
        changed = True
        while changed:
            changed = False
            for i, called in enumerate(self.calls):
                more = {o for c in called for o in asked[c] if o[0] != i} - asked[i]
                if more:
                    asked[i] |= more
                    changed = True
        return [frozenset(a) for a in asked]

    def owned(self, node: object) -> set[Own]:
        """The fields of what runs that a node asks for itself, by the values it asks too."""
        out: set[Own] = set()
        for part in carried_out(node):
            if isinstance(part, core.Own):
                out.add((part.procedure, part.slot))
            elif isinstance(part, (core.Apply, core.Walk)):
                out |= self.of_function(part.function)
            elif isinstance(part, core.Chance):
                out |= self.of_test(part.procedure)
        return out

    def of_test(self, procedure: int) -> frozenset[Own]:
        """What the lines of a test whose chance is asked ask themselves."""
        key = -1 - procedure
        if key not in self.functions:
            self.functions[key] = frozenset()
            self.functions[key] = frozenset(self.owned(self.program.procedures[procedure].body))
        return self.functions[key]

    def of_function(self, index: int) -> frozenset[Own]:
        if index not in self.functions:
            self.functions[index] = frozenset()  # one that asks for itself adds nothing by that
            seen, open_, out = {index}, [index], set()
            while open_:
                for part in carried_out(self.program.functions[open_.pop()].body):
                    if isinstance(part, core.Own):
                        out.add((part.procedure, part.slot))
                    elif isinstance(part, (core.Apply, core.Walk)) and part.function not in seen:
                        seen.add(part.function)
                        open_.append(part.function)
                    elif isinstance(part, core.Chance):
                        out |= self.of_test(part.procedure)
            self.functions[index] = frozenset(out)
        return self.functions[index]

    def fields_read(self, node: object, procedure: int) -> Slots:
        """The fields of a running procedure that a node reads, by whatever it carries out."""
        if procedure == NONE:
            return NOTHING
        found = self.owned(node) | self.anywhere
        for called in self.called(node):
            found |= self.asking[called]
        return frozenset(slot for owner, slot in found if owner == procedure)

    # ------------------------------------------------------------------------------------ slots

    def read_at_the_end(self, p: core.Procedure) -> Slots:
        """What of the slots is looked at after the body."""
        proceeding = any(isinstance(s, core.Proceed) for hook in p.instead for s in carried_out(hook.body))
        if (p.kind != "event" and p.kind != "action") or proceeding:  # a body may be carried out twice
            return frozenset(range(p.slots))
        out = {p.result} | self.outputs.get(p.index, set()) | self.fields_read(p.after, p.index)
        return frozenset(out | {source for hook in p.after for source, _ in hook.params})

    def block(self, stmts: tuple[core.Stmt, ...], after: Slots, end: Slots) -> Slots:
        """What is read before a block, if ``after`` is read behind it and ``end`` where it is left for good."""
        live = after
        known = self.live.setdefault(id(stmts), [NOTHING] * len(stmts)) if stmts else []
        for position in range(len(stmts) - 1, -1, -1):
            known[position] |= live
            live = self.stmt(stmts[position], live, end)
        return live

    def stmt(self, s: core.Stmt, after: Slots, end: Slots) -> Slots:
        match s:
            case core.If():
                return self.reads(s.test) | self.block(s.then, after, end) | self.block(s.other, after, end)
            case core.While():
                live = after | self.reads(s.test)
                while (more := live | self.block(s.body, live, end)) != live:
                    live = more
                self.rounds[id(s.body)] = self.rounds.get(id(s.body), NOTHING) | live
                return live
            case core.ForEach(together=False):
                live = after
                while (more := live | (self.block(s.body, live, end) - {s.slot})) != live:
                    live = more
                self.rounds[id(s.body)] = self.rounds.get(id(s.body), NOTHING) | live
                return live | self.reads(s.source) | (self.reads(s.keys) - {s.slot})
            case core.ChooseBranch():
                out = self.reads(s.chooser) | after
                for branch in s.branches:
                    out |= self.reads(branch.test) | self.reads(branch.appeal) | self.block(branch.body, after, end)
                return out
        if isinstance(s, _LEAVES):
            return end | self.reads(s)
        return (after - written(s)) | self.reads(s)

    def reads(self, node: object) -> Slots:
        out = set(self.fields_read(node, self.procedure))
        out |= read_in(node)
        if self.procedure != NONE and any(isinstance(s, core.Rolled) for s in carried_out(node)):
            rolled = self.program.procedures[self.procedure].rolled
            out |= {source for hook in rolled for source, _ in hook.params} | self.fields_read(rolled, self.procedure)
        return frozenset(out)


def code_of(p: core.Procedure) -> list[Any]:
    """All that is carried out when a procedure is."""
    return [p.body, list(hooks_of(p)), [step.body for step in p.steps]]


def ends_of(stmts: tuple[core.Stmt, ...], last: bool = True) -> Iterator[core.Stmt]:
    """The statements after which a body is at its end: its last one, and any before ``end``; ``last``: is the end of these its end?"""
    for position, s in enumerate(stmts):
        following = stmts[position + 1] if position + 1 < len(stmts) else None
        final = isinstance(following, core.End) or (following is None and last)
        match s:
            case core.If():
                yield from ends_of(s.then, final)
                yield from ends_of(s.other, final)
            case core.ChooseBranch():
                for branch in s.branches:
                    yield from ends_of(branch.body, final)
            case core.While() | core.ForEach(together=False):
                yield from ends_of(s.body, False)
            case _ if final:
                yield s


def turns_in(node: object) -> set[int]:
    """The agendas of which a node asks how often they have begun."""
    asking = (part for part in carried_out(node) if isinstance(part, core.Built) and part.name == "turn")
    return {part.args[0].value for part in asking if isinstance(part.args[0], core.Const)}


def throws(s: object) -> bool:
    return isinstance(s, _THROWS) or (isinstance(s, core.ForEach) and bool(s.ties))


def read_in(node: object) -> set[int]:
    """The slots that a node reads; what a loop or a search fills itself is none of them."""
    if isinstance(node, core.Expr):
        return free_slots(node)
    if isinstance(node, (list, tuple)):
        return union(read_in(item) for item in node)
    return union(read_in(getattr(node, name)) for name in deciding_names_of(type(node)))


def union(sets: Iterable[set[int]]) -> set[int]:
    out: set[int] = set()
    for item in sets:
        out |= item
    return out


def written(s: core.Stmt) -> set[int]:
    """The slots a statement fills whatever happens."""
    match s:
        case core.Let() | core.RollCount() | core.Draw() | core.Choose() | core.Create():
            return {s.slot}
        case core.Roll():
            return {s.slot, *(s.each.slots if s.each is not None and s.each.look.read else ())}
        case core.RollOff():
            return {s.left, s.right}
        case core.Invoke():
            return {target for _, target in s.outputs}
    return set()
