"""The agenda machine: the only code that is ever stopped and resumed.

Its stack is part of the state: plain tuples, so that between any two statements of an agenda a match is flat data.

===== =====================================================================================
("A", procedure, frame, order, current)   an agenda: its slots, the (step, element) atoms to come, the one at work
("S", procedure, step)                    below the statements of a step: its ``after`` hooks are still to run
("H", procedure, frame, step, hook)       an ``instead of`` hook that may let the step (none: the agenda) proceed: its slots
("P", procedure, step)                    above such a hook: the step proceeds, in the slots of its agenda
("R", procedure, (), order, current)      above such a hook: the agenda proceeds, its (step, element) atoms to come
("B", block, position)                    statements of a block
("F", loop, elements)                     elements a ``for each`` has still to go through
("W", loop, rounds)                       a ``while``, or the actions of ``acts in``
===== =====================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dsl import core
from dsl.core import NONE
from dsl.places import NOWHERE, Place
from interpreter import changes
from interpreter.actions import Actions, take_action
from interpreter.choices import pick_branch
from interpreter.dice import Fork
from interpreter.functions import expressions_in, free_slots, searched_slots
from interpreter.signals import OVER, PREVENT
from interpreter.state import Entry
from interpreter.statements import compile_stmt, ordering

if TYPE_CHECKING:
    from interpreter.calls import ReadyHook
    from interpreter.machine import Machine, Run

STEPS = 50_000  # statements of agendas in one turn without a question
_ASKING = (core.Choose, core.ChooseBranch, core.Act, core.GiveOrders, core.Invoke, core.Perform, core.Proceed)


class Op:
    """A statement of agenda code."""

    __slots__ = ("block", "blocks", "fn", "kind", "other", "place", "quiet", "stmt", "test")

    def __init__(self, stmt: core.Stmt, kind: str) -> None:
        self.stmt, self.kind, self.place = stmt, kind, stmt.place
        self.fn: Any = None
        self.test: Any = None
        self.block = self.other = NONE
        self.blocks: list[int] = []
        self.quiet = kind in ("if", "while", "act") or (kind == "for" and not getattr(stmt, "ties", ""))


class Agendas:
    def __init__(self, m: Machine) -> None:
        self.m = m
        self.actions = Actions(m)
        self.blocks: list[list[Op]] = []
        self.loops: list[Op] = []
        self.steps: dict[int, list[int]] = {}
        self.orders: dict[int, Any] = {}
        self.guards: dict[int, Any] = {}
        self.hooks: dict[tuple[int, int], tuple[list[ReadyHook], list[ReadyHook], list[ReadyHook]]] = {}
        self.live: dict[int, int] = {}
        self.scratch: dict[int, tuple[int, ...]] = {}
        self.atom_owner: tuple[int, int] | None = None
        for p in m.program.procedures:
            if p.kind != "agenda":
                continue
            self.steps[p.index] = [self.block(step.body) for step in p.steps]
            self.guards[p.index] = m.maybe(p.guard)
            self.live[p.index] = self.live_slots(p)
            self.scratch[p.index] = self.scratch_slots(p)
            if p.each is not None:
                self.orders[p.index] = ordering(p.each, m)
                if self.atom_owner is None and isinstance(p.each.source, core.Rows):
                    self.atom_owner = (p.index, m.program.domains[p.each.source.domain].size)
            for number, step in enumerate(p.steps):
                before, instead, after = (m.calls.hooks(hooks) for hooks in (step.before, step.instead, step.after))
                self.hooks[p.index, number] = (before, instead, after)
                self.let_proceed(instead)
            self.let_proceed(m.calls.ready[p.index].instead)

    def let_proceed(self, hooks: list[ReadyHook]) -> None:
        """A hook that says ``proceed`` is agenda code itself: it waits while what it stands for goes on."""
        for hook in hooks:
            if holds(hook.hook.body, core.Proceed):
                hook.block = self.block(hook.hook.body)

    def scratch_slots(self, p: core.Procedure) -> tuple[int, ...]:
        """Slots that only searches use, each of them for itself."""
        used = {param.slot for param in p.params} | set(range(self.m.program.keeps.get(p.index, 0)))
        hooks = [h for step in p.steps for h in (*step.before, *step.instead, *step.after)]
        used |= {slot for hook in (*hooks, *p.before, *p.instead, *p.after) for slot, _ in hook.params}
        searched: set[int] = set()
        for expr in expressions_in([p.guard, p.each, [step.body for step in p.steps]]):
            used |= free_slots(expr)
            searched |= searched_slots(expr)
        return tuple(sorted(searched - used))

    def live_slots(self, p: core.Procedure) -> int:
        """Slots below this one (parameters, kept fields, the element) outlive a step; the others are cleared after it."""
        kept = len(p.params) + sum(1 for i, v in enumerate(p.init) if i >= len(p.params) and v)
        each = p.each.slot + 1 if p.each is not None else 0
        return max(kept, each, self.m.program.keeps.get(p.index, 0))

    # ------------------------------------------------------------------------------------ making

    def block(self, stmts: tuple[core.Stmt, ...]) -> int:
        index = len(self.blocks)
        self.blocks.append([])
        self.blocks[index] = [self.op(s) for s in stmts]
        return index

    def op(self, stmt: core.Stmt) -> Op:
        m = self.m
        if isinstance(stmt, core.Run):
            op = Op(stmt, "run")
            op.fn = [m.expr(a) for a in stmt.args]
        elif isinstance(stmt, core.If) and self.deep(stmt):
            op = Op(stmt, "if")
            op.test = m.expr(stmt.test)
            op.block, op.other = self.block(stmt.then), self.block(stmt.other)
        elif isinstance(stmt, core.ForEach) and not stmt.together:
            op = Op(stmt, "for")
            op.fn, op.block = ordering(stmt, m), self.block(stmt.body)
            self.loops.append(op)
            op.other = len(self.loops) - 1
        elif isinstance(stmt, core.While):
            op = Op(stmt, "while")
            op.test, op.block = m.expr(stmt.test), self.block(stmt.body)
            self.loops.append(op)
            op.other = len(self.loops) - 1
        elif isinstance(stmt, core.Act):
            op = Op(stmt, "act")
            op.fn, op.test = take_action(stmt, m), m.maybe(stmt.test)
            self.loops.append(op)
            op.other = len(self.loops) - 1
        elif isinstance(stmt, core.Proceed):
            op = Op(stmt, "proceed")
            op.fn = [(target, m.expr(value)) for target, value in stmt.values]
        elif isinstance(stmt, core.ChooseBranch) and holds((stmt,), core.Proceed):
            op = Op(stmt, "choose")
            op.fn, op.blocks = pick_branch(stmt, m), [self.block(b.body) for b in stmt.branches]
        else:
            op = Op(stmt, "do")
            op.fn = compile_stmt(stmt, m)
        return op

    def deep(self, stmt: core.If) -> bool:
        """Does it hold anything worth stopping inside?"""
        return holds((*stmt.then, *stmt.other), (core.Run, core.ForEach, core.Act, core.While, *_ASKING))

    # ------------------------------------------------------------------------------------ beginning and ending

    def begin(self, x: Run, index: int, args: list[int], place: Any) -> int:
        """Puts an agenda on the stack; its ``before`` hooks and the changes due run first."""
        p = self.m.program.procedures[index]
        if sum(1 for e in x.state.stack if e[0] == "A") > 60:
            raise x.error("agendas run each other too deeply", place)
        frame = p.init[:] or [0] * p.slots
        for param, value in zip(p.params, args, strict=True):
            frame[param.slot] = value
        guard = self.guards[index]
        if guard is not None and not guard(x, frame):
            return 0
        x.state.runs[index] += 1
        if index == self.m.program.main:
            x.steps = 0
        for action in self.actions.ready:
            for limit, (_, base) in zip(action.action.limits, action.limits, strict=True):
                if limit.period == index:
                    size = self.m.program.domains[action.actors].size
                    x.cells[base : base + size] = [0] * size
        # It counts as running from here on: what its first hooks change "until its end" ends with this run.
        position = len(x.state.stack)
        x.state.stack.append(("A", index, self.flat(index, frame), (), (NONE, NONE)))
        x.running.setdefault(index, []).append(frame)
        changes.begin_period(x, index, place)
        ready = self.m.calls.ready[index]
        for hook in self.m.calls.standing(x, ready.before, frame):
            if self.m.calls.run_hook(x, hook, frame, p) == PREVENT:
                x.state.stack.pop()
                x.running[index].pop()
                changes.end_period(x, index)
                return 0
            if x.state.over:
                return OVER
        signal = self.due(x, index, "start")
        if signal:
            return signal
        if x.log is not None:
            x.cause = -1
            x.record("agenda", p.name, p.place, p.clauses, number=x.state.runs[index])
        # What is replaced is the steps: the run itself begins, and ends with its ``after`` hooks, as any other.
        matching = self.m.calls.matching(x, ready.instead, frame, p.name) if ready.instead else None
        atoms = self.atoms(x, index, frame) if matching is None else ()
        if matching is not None:
            self.replace(x, matching, frame, p, NONE, ready.instead.index(matching))
        x.state.stack[position] = ("A", index, self.flat(index, frame), atoms, (NONE, NONE))
        x.running[index].pop()
        return OVER if x.state.over else 0

    def atoms(self, x: Run, index: int, frame: list[int]) -> tuple[tuple[int, int], ...]:
        """The steps of an agenda in their order, each with its element."""
        steps = range(len(self.m.program.procedures[index].steps))
        elements = self.orders[index](x, frame) if index in self.orders else (NONE,)
        return tuple((step, element) for step in steps for element in elements)

    def replace(self, x: Run, hook: ReadyHook, frame: list[int], p: core.Procedure, step: int, number: int) -> None:
        """Carries out a hook that stands instead of a step or an agenda; one that may let it proceed, statement by statement."""
        if hook.block == NONE:
            self.m.calls.run_hook(x, hook, frame, p)
            return
        if x.log is not None:
            x.record("hook", hook.hook.name, hook.hook.place, hook.hook.clauses)
        x.state.stack.append(("H", p.index, tuple(hook.frame(frame)), step, number))
        x.state.stack.append(("B", hook.block, 0))

    def proceed(self, x: Run, values: Sequence[tuple[int, int]] = ()) -> None:
        """Lets the innermost replaced step or agenda run now, above the hook, which goes on when it is done.

        ``values``: slots of the agenda that hold something else from now on.
        """
        stack = x.state.stack
        at = next(position for position in range(len(stack) - 1, -1, -1) if stack[position][0] == "H")
        _, index, _, step, _ = stack[at]
        if step != NONE:
            stack.append(("P", index, step))
            stack.append(("B", self.steps[index][step], 0))
            return
        stack.append(("R", index, (), (), (NONE, NONE)))
        position, frame = self.frame_of(x)
        for slot, value in values:
            frame[slot] = x.running[index][-1][slot] = value  # also where the rest of this statement has it
        atoms = self.atoms(x, index, frame)
        self.keep(x, position, frame)
        stack[-1] = ("R", index, (), atoms, (NONE, NONE))

    def due(self, x: Run, index: int, edge: str) -> int:
        now = x.state.runs[index]
        found = [s for s in x.state.scheduled if s[0] == index and s[1] <= now and s[2] == edge]
        if not found:
            return 0
        x.state.scheduled[:] = [s for s in x.state.scheduled if s not in found]
        for _, _, _, procedure, args in found:
            self.m.calls.call(x, procedure, list(args), self.m.program.procedures[procedure].place)
            if x.state.over:
                return OVER
        return 0

    def finish(self, x: Run, entry: Entry, frame: list[int]) -> int:
        index = entry[1]
        p = self.m.program.procedures[index]
        for hook in self.m.calls.standing(x, self.m.calls.ready[index].after, frame):
            self.m.calls.run_hook(x, hook, frame, p)
            if x.state.over:
                return OVER
        signal = self.due(x, index, "end")
        x.state.stack.pop()
        changes.end_period(x, index)
        if not signal and p.repeat:
            return self.begin(x, index, [frame[q.slot] for q in p.params], p.place)
        return signal

    # ------------------------------------------------------------------------------------ going on

    def frame_of(self, x: Run) -> tuple[int, list[int]]:
        """Whose slots the code at work uses: the innermost agenda's, or a hook's that stands for a part of it.

        Gives the position on the stack, and the slots (a scenario's own below all agendas).
        """
        stack = x.state.stack
        proceeding = False
        for position in range(len(stack) - 1, -1, -1):
            tag = stack[position][0]
            if tag == "A" or (tag == "H" and not proceeding):
                return position, list(stack[position][2])
            proceeding = proceeding or tag in "PR"
        return NONE, x.state.locals

    def keep(self, x: Run, position: int, frame: list[int]) -> None:
        if position != NONE:
            tag, index, _, order, current = x.state.stack[position]
            x.state.stack[position] = (tag, index, self.flat(index, frame) if tag == "A" else tuple(frame), order, current)

    def flat(self, index: int, frame: list[int]) -> tuple[int, ...]:
        """The slots of an agenda as they are kept in the state: what a search left in its own is no part of it."""
        for slot in self.scratch[index]:
            frame[slot] = 0
        return tuple(frame)

    def step(self, x: Run) -> int:
        """One statement.  Leaves the state whole: everything it does is done, or Need is raised and the caller goes back."""
        stack = x.state.stack
        position, frame = self.frame_of(x)
        x.steps += 1
        if x.steps > STEPS:
            raise x.error(f"a turn goes on for more than {STEPS:,} statements without a question", self.place_of(stack))
        x.running = {}
        outer: list[tuple[int, list[int]]] = []
        for place, entry in enumerate(stack):
            if entry[0] == "A":
                slots = frame if place == position else list(entry[2])
                x.running.setdefault(entry[1], []).append(slots)
                if place != position:
                    outer.append((place, slots))
        while stack and self.trivial(stack[-1]) and not self.halted(x):
            MOVES[stack[-1][0]](self, x, stack[-1], position, frame)
        if self.halted(x):
            self.keep_outer(x, outer)
            return 0
        try:
            signal = MOVES[stack[-1][0]](self, x, stack[-1], position, frame) if stack else 0
        except Fork as fork:
            if fork.worlds and fork.frame is frame and position != NONE:
                self.thrown(x, fork, position, outer)
            raise
        self.keep_outer(x, outer)
        return signal

    def halted(self, x: Run) -> bool:
        """Does a step come next before which whoever plays the agenda wants to stop?"""
        if x.halt is None or x.passing or not x.state.stack:
            return False
        tag, index, *rest = x.state.stack[-1]
        return tag in "AR" and index == x.halt[0] and bool(rest[1]) and rest[1][0][0] in x.halt[1]

    def within(self, x: Run, work: Callable[[Run], Any]) -> Any:
        """Does something from outside while agendas are under way: their fields are known to it, and may be changed."""
        outer = [(place, list(entry[2])) for place, entry in enumerate(x.state.stack) if entry[0] == "A"]
        x.running = {}
        for place, slots in outer:
            x.running.setdefault(x.state.stack[place][1], []).append(slots)
        out = work(x)
        self.keep_outer(x, outer)
        return out

    def offering(self, x: Run) -> set[str]:
        """The phases in which somebody acts now."""
        ops = [self.loops[entry[1]] for entry in x.state.stack if entry[0] == "W"]
        return {op.stmt.offer for op in ops if isinstance(op.stmt, core.Act)}

    def place_of(self, stack: list[Entry]) -> Place:
        """Where the statement at work stands, or the step or agenda that holds it."""
        procedures = self.m.program.procedures
        for tag, index, *rest in reversed(stack):
            if tag == "B" and self.blocks[index]:
                found: Place = self.blocks[index][min(rest[0], len(self.blocks[index]) - 1)].place
                return found
            if tag in "FW":
                return self.loops[index].place
            if tag in "ARSHP":
                place: Place = procedures[index].place
                return place
        return NOWHERE

    def keep_outer(self, x: Run, outer: list[tuple[int, list[int]]]) -> None:
        """Fields of an outer agenda may have been set."""
        stack = x.state.stack
        for place, slots in outer:
            if place < len(stack) and tuple(slots) != stack[place][2]:
                self.keep(x, place, slots)

    def thrown(self, x: Run, fork: Fork, position: int, outer: list[tuple[int, list[int]]]) -> None:
        """For odds: what is left of the statement once its throw has fallen, for each of its outcomes."""
        assert x.worlds is not None
        frames = x.worlds.frames(x, fork.frame)
        for world, chance in fork.worlds:
            state = world.state.beside()
            x.use(state)
            world.put(x, frames)
            if world.signal and world.signal != OVER:
                self.leave_step(x)
            self.keep(x, position, fork.frame)
            self.keep_outer(x, outer)
            fork.states.append((state, chance))

    def trivial(self, entry: Entry) -> bool:
        """Only moves on, among the same slots: nothing is thrown, asked, hooked or changed, so there is no need to stop there."""
        tag, index = entry[0], entry[1]
        if tag == "B":
            ops = self.blocks[index]
            return entry[2] >= len(ops) or ops[entry[2]].quiet
        if tag == "F":
            return True
        if tag == "S":
            return not self.hooks[index, entry[2]][2]
        if tag in "AR" and entry[3]:
            before, instead, _ = self.hooks[index, entry[3][0][0]]
            return not before and not instead
        return False

    def _a(self, x: Run, entry: Entry, position: int, frame: list[int]) -> int:
        tag, index, atoms = entry[0], entry[1], entry[3]
        p = self.m.program.procedures[index]
        if not atoms:
            return self.finish(x, entry, frame) if tag == "A" else self._done(x, entry, position, frame)
        number, element = atoms[0]
        step = p.steps[number]
        x.passing = False
        if element != NONE:
            frame[step.element] = element
        x.state.stack[-1] = (tag, index, entry[2], atoms[1:], atoms[0])
        self.keep(x, position, frame)
        before, instead, _ = self.hooks[index, number]
        for hook in self.m.calls.standing(x, before, frame):
            prevented = self.m.calls.run_hook(x, hook, frame, p) == PREVENT
            self.keep(x, position, frame)  # a hook may set a field of the agenda
            if prevented:
                return 0
            if x.state.over:
                return OVER
        x.state.stack.append(("S", index, number))
        if x.deeds is not None:
            x.deeds.append((index, number, len(x.log or ())))
        matching = self.m.calls.matching(x, instead, frame, f"{p.name}.{step.name}") if instead else None
        if matching is None:
            x.state.stack.append(("B", self.steps[index][number], 0))
            return 0
        self.replace(x, matching, frame, p, number, instead.index(matching))
        self.keep(x, position, frame)
        return OVER if x.state.over else 0

    def _done(self, x: Run, entry: Entry, position: int, frame: list[int]) -> int:
        x.state.stack.pop()
        return 0

    def _s(self, x: Run, entry: Entry, position: int, frame: list[int]) -> int:
        index, number = entry[1], entry[2]
        p = self.m.program.procedures[index]
        x.state.stack.pop()
        for hook in self.m.calls.standing(x, self.hooks[index, number][2], frame):
            self.m.calls.run_hook(x, hook, frame, p)
            if x.state.over:
                return OVER
        live = self.live[index]
        frame[live:] = p.init[live:]
        self.keep(x, position, frame)
        return 0

    def _b(self, x: Run, entry: Entry, position: int, frame: list[int]) -> int:
        ops = self.blocks[entry[1]]
        stack = x.state.stack
        if entry[2] >= len(ops):
            stack.pop()
            return 0
        op = ops[entry[2]]
        stack[-1] = ("B", entry[1], entry[2] + 1)
        match op.kind:
            case "do":
                x.cause = -1
                signal = op.fn(x, frame)
                if signal and signal != OVER:
                    self.leave_step(x)
                self.keep(x, position, frame)
                return OVER if x.state.over else 0
            case "run":
                args = [a(x, frame) for a in op.fn]
                return self.begin(x, op.stmt.procedure, args, op.place)  # type: ignore[attr-defined]
            case "if":
                stack.append(("B", op.block if op.test(x, frame) else op.other, 0))
            case "for":
                stack.append(("F", op.other, tuple(op.fn(x, frame))))
            case "proceed":
                self.proceed(x, [(target, value(x, frame)) for target, value in op.fn])
                return 0
            case "choose":
                x.cause = -1
                picked = op.fn(x, frame)
                if picked != NONE:
                    stack.append(("B", op.blocks[picked], 0))
            case _:
                stack.append(("W", op.other, 0))
        self.keep(x, position, frame)
        return 0

    def leave_step(self, x: Run) -> None:
        """``end`` in a step leaves the step; in a hook that stands for it, the hook."""
        while x.state.stack and x.state.stack[-1][0] not in "SAHPR":
            x.state.stack.pop()

    def _f(self, x: Run, entry: Entry, position: int, frame: list[int]) -> int:
        op, elements = self.loops[entry[1]], entry[2]
        stack = x.state.stack
        if not elements:
            stack.pop()
            return 0
        frame[op.stmt.slot] = elements[0]  # type: ignore[attr-defined]
        stack[-1] = ("F", entry[1], elements[1:])
        stack.append(("B", op.block, 0))
        self.keep(x, position, frame)
        return 0

    def _w(self, x: Run, entry: Entry, position: int, frame: list[int]) -> int:
        op, rounds = self.loops[entry[1]], entry[2]
        stack = x.state.stack
        if op.test is not None and not op.test(x, frame):
            stack.pop()
            return 0
        # Odds count no rounds of a ``while``: states that differ in nothing else are one, and what never ends is seen to.
        stack[-1] = ("W", entry[1], rounds if x.enumerating and op.kind == "while" else rounds + 1)
        if op.kind == "while":
            if rounds >= op.stmt.budget:  # type: ignore[attr-defined]
                raise x.error(f"this is done more than {rounds} times", op.place)
            stack.append(("B", op.block, 0))
            return 0
        if rounds >= self.m.expr(op.stmt.budget)(x, frame):  # type: ignore[attr-defined]
            stack.pop()
            return 0
        signal = op.fn(x, frame)
        self.keep(x, position, frame)
        if signal == OVER:
            return OVER
        if signal:
            stack.pop()
        return 0

    # ------------------------------------------------------------------------------------ the agenda as state

    def reschedule(self, x: Run, atom: int, reference: int, before: bool) -> None:
        """Moves a pending atom next to another; nothing happens if either is no longer to come."""
        owner = self.atom_owner
        if owner is None or atom < 0 or reference < 0 or atom == reference:
            return
        procedure, size = owner
        moved, other = (atom // size, atom % size), (reference // size, reference % size)
        steps = self.m.program.procedures[procedure].steps
        if steps[moved[0]].hidden or steps[other[0]].hidden:  # ``fixed``
            return
        for position in range(len(x.state.stack) - 1, -1, -1):
            entry = x.state.stack[position]
            if entry[0] in "AR" and entry[1] == procedure:
                atoms = list(entry[3])
                running = other == entry[4] and not before  # just after the step at work: first of those to come
                if moved not in atoms or (other not in atoms and not running):
                    return
                atoms.remove(moved)
                at = 0 if running else atoms.index(other) + (0 if before else 1)
                atoms.insert(at, moved)
                x.state.stack[position] = (entry[0], entry[1], entry[2], tuple(atoms), entry[4])
                x.record("moved", "step", self.m.program.procedures[procedure].place, audience=0, atom=atom, reference=reference)
                return


def holds(stmts: tuple[core.Stmt, ...], kinds: type | tuple[type, ...]) -> bool:
    from dsl.statements import walk

    return any(isinstance(s, kinds) for s in walk(stmts))


MOVES: dict[str, Callable[[Agendas, Run, Entry, int, list[int]], int]] = {
    "A": Agendas._a, "R": Agendas._a, "S": Agendas._s, "B": Agendas._b, "F": Agendas._f, "W": Agendas._w,
    "H": Agendas._done, "P": Agendas._done,
}  # fmt: skip
