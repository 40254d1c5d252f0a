"""Agendas: for every step, block and loop the functions that the agenda machine calls by number, and the tables that name them.

The machine itself is :mod:`arbitre.interpreter.wasm.runtime.match.agendas`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import statements_of
from arbitre.interpreter.plan.passes.vectorize.counted import Skippable
from arbitre.interpreter.plan.passes.vectorize.loops import AtOnce
from arbitre.interpreter.state.signals import OVER, PREVENT
from arbitre.interpreter.wasm.compile.code import Code, Compiler
from arbitre.interpreter.wasm.compile.frames import fresh, initial_slots, put_argument
from arbitre.interpreter.wasm.compile.hooks import fitting, hook_name, run_hooks
from arbitre.interpreter.wasm.compile.order import collected, each_collected
from arbitre.interpreter.wasm.compile.queries.columns import changed
from arbitre.interpreter.wasm.compile.queries.instrumentation import count
from arbitre.interpreter.wasm.compile.statements import leave, leave_if_over, statement
from arbitre.interpreter.wasm.layout.records import AGENDA_FIELDS, BLOCK, LOOP, LOOP_FIELDS, STEP_FIELDS, WHILE
from arbitre.interpreter.wasm.layout.value_types import Unit
from arbitre.interpreter.wasm.turns.acts import act_round
from arbitre.interpreter.wasm.turns.proceed import choose, proceed, proceeds, push, stand_instead

_ASKING = (core.Choose, core.ChooseBranch, core.Act, core.GiveOrders, core.Invoke, core.Perform, core.Proceed)
DEEP = (core.Run, core.ForEach, core.Act, core.While, *_ASKING)


@dataclass(frozen=True, slots=True)
class Op:
    """A statement of a block: the number of its function, and does it only move on?

    Straight code writes some anew, from their blocks or their loop; of others it calls ``done``, which gives their signal.
    """

    stmt: core.Stmt
    number: int
    quiet: int = 0
    parts: tuple[int, ...] = ()
    done: str = ""


@dataclass(slots=True)
class Tables:
    """What the tables of the agenda machine say, before they are put into memory."""

    agendas: dict[int, dict[str, int]] = field(default_factory=dict)
    steps: dict[int, list[dict[str, int]]] = field(default_factory=dict)
    blocks: list[list[Op]] = field(default_factory=list)
    loops: list[dict[str, int]] = field(default_factory=list)


class Agendas:
    """The agenda code of a program being written."""

    def __init__(self, c: Compiler) -> None:
        self.c, self.tables = c, Tables()

    def write(self) -> None:
        for p in self.c.program.procedures:
            if p.kind == "agenda":
                self.agenda(p)

    # ------------------------------------------------------------------------------------ functions by number

    def function(self, unit: Unit, write: Callable[[Code], None], params: int = 1, name: str = "agenda") -> int:
        """The number of a new function on the slots of an agenda; what it leaves is what it gives."""
        code = self.c.part(unit, params, name)

        def released() -> None:
            mark = code.mark()
            write(code)
            if mark is not None:
                held = code.f.local()
                code.f.set(held)
                code.release(mark)
                code.f.get(held)

        code.attempt(released, self.c.program.procedures[(unit.owner or unit.key)[1]].place)
        return self.c.module.number_of(code.f.name)

    def hooks(self, unit: Unit, hooks: list[core.Hook]) -> int:
        """Hooks in turn: gives PREVENT where one prevents, OVER where the match is over."""

        def after(code: Code, signal: int) -> None:
            code.f.get(signal)
            code.f.const(PREVENT)
            code.f.op("eq")
            code.f.when()
            leave(code, PREVENT)
            code.f.end()
            leave_if_over(code)

        def write(code: Code) -> None:
            run_hooks(code, hooks, 0, lambda signal: after(code, signal))
            code.f.const(0)

        return self.function(unit, write) if hooks else NONE

    def late_hooks(self, unit: Unit, hooks: list[core.Hook]) -> int:
        def write(code: Code) -> None:
            run_hooks(code, hooks, 0, lambda signal: leave_if_over(code))
            code.f.const(0)

        return self.function(unit, write) if hooks else NONE

    def instead(self, unit: Unit, hooks: list[core.Hook], step: int) -> tuple[int, int]:
        """Two functions: which hook stands instead, and carrying it out; one that may let the step (none: the agenda) proceed is agenda
        code itself, and waits while that goes on."""
        if not hooks:
            return NONE, NONE
        blocks = [self.block(self.c.types.hook(hook), hook.body) if proceeds(hook.body) else NONE for hook in hooks]

        def which(code: Code) -> None:
            code.f.get(fitting(code, hooks, 0))

        def run(code: Code) -> None:
            for number, hook in enumerate(hooks):
                code.f.get(1)
                code.f.const(number)
                code.f.op("eq")
                code.f.when()
                if blocks[number] == NONE:
                    code.f.get(0)
                    code.f.call(hook_name(self.c, hook))
                    code.f.op("drop")
                else:
                    count(code, ("rule", hook.place.file, hook.name))
                    stand_instead(code, hook, step, number, blocks[number])
                code.f.end()
            code.f.const(0)

        return self.function(unit, which), self.function(unit, run, 2)

    # ------------------------------------------------------------------------------------ agendas

    def agenda(self, p: core.Procedure) -> None:
        c, unit = self.c, self.c.unit(("p", p.index))
        frame = c.memory.frames[unit.key]
        steps = []
        blocks = [self.block(unit, step.body) for step in p.steps]  # first, as in the interpreter: states name blocks by number
        for number, step in enumerate(p.steps):
            which, run = self.instead(unit, step.instead, number)
            steps.append({
                "before": self.hooks(unit, step.before), "instead": which, "replaced": run, "after": self.late_hooks(unit, step.after),
                "block": blocks[number], "element": frame.offsets[step.element] if step.element != NONE else 0,
                "hidden": int(step.hidden),
            })  # fmt: skip
        self.tables.steps[p.index] = steps
        which, run = self.instead(unit, p.instead, NONE)
        raw = initial_slots(c, p)
        live = self.live(p)
        self.tables.agendas[p.index] = {
            "size": frame.size, "init": c.module.constant(raw) if any(raw) else 0,
            "guard": NONE if p.guard is None else self.function(unit, lambda code: code.test(_some(p.guard))),
            "before": self.hooks(unit, p.before), "instead": which, "replaced": run, "after": self.late_hooks(unit, p.after),
            "atoms": self.function(unit, lambda code: self.atoms(code, p), 2),
            "args": self.function(unit, lambda code: self.args(code, p), 2),
            "steps": self.table([[step[name] for name in STEP_FIELDS] for step in steps]),
            "live": frame.offsets[live] if live < len(frame.offsets) else frame.size,
            "repeat": int(p.repeat), "limits": self.limits(unit, p),
        }  # fmt: skip

    def live(self, p: core.Procedure) -> int:
        kept = len(p.params) + sum(1 for i, v in enumerate(p.init) if i >= len(p.params) and v)
        return max(kept, p.each.slot + 1 if p.each is not None else 0, self.c.program.keeps.get(p.index, 0))

    def table(self, rows: list[list[int]]) -> int:
        return self.c.module.constant(b"".join((v & ((1 << 64) - 1)).to_bytes(8, "little") for row in rows for v in row) or bytes(8))

    def args(self, code: Code, p: core.Procedure) -> None:
        """Arguments from slots elsewhere into those of a run that begins."""
        frame, f = self.c.memory.frames["p", p.index], code.f
        for param in p.params:
            size = 8 * max(1, frame.words[param.slot])
            for local in (1, 0):
                f.get(local)
                f.const(frame.offsets[param.slot])
                f.op("add")
                f.wrap()
            f.const(size)
            f.wrap()
            f.copy()
        f.const(0)

    def limits(self, unit: Unit, p: core.Procedure) -> int:
        """What may be done so often in a run of this agenda may be done again."""
        fields = sorted({limit.field for form in self.c.forms for limit in form.action.limits if limit.period == p.index})

        def write(code: Code) -> None:
            for index in fields:
                column = self.c.memory.columns[index]
                for value in (column.at, 0, column.size * column.rows):
                    code.f.const(value)
                    code.f.wrap()
                code.f.fill()
                changed(code, index)
            code.f.const(0)

        return self.function(unit, write) if fields else NONE

    def atoms(self, code: Code, p: core.Procedure) -> None:
        """Writes the steps of a run in their order, each with its element, where the second value says; gives how many there are."""
        f, count = code.f, code.f.local()
        f.const(0)
        f.set(count)

        def one(step: int, element: int | None) -> None:
            f.get(count)
            f.const(8)
            f.op("mul")
            f.const(64)
            f.op("add")
            f.call("entry_room")
            f.get(1)
            f.get(count)
            f.const(8)
            f.op("mul")
            f.op("add")
            f.wrap()
            if element is None:
                f.const(0)
            else:
                f.get(element)
                f.const(1)
                f.op("add")
                f.const(16)
                f.op("shl")
            f.const(step)
            f.op("or")
            f.store("64")
            f.get(count)
            f.const(1)
            f.op("add")
            f.set(count)

        if p.each is None:
            for number in range(len(p.steps)):
                one(number, None)
        else:
            elements, total = collected(code, p.each)
            for number in range(len(p.steps)):
                each_collected(code, elements, total, lambda row, number=number: one(number, row))  # type: ignore[misc]
        f.get(count)

    # ------------------------------------------------------------------------------------ blocks

    def block(self, unit: Unit, stmts: tuple[core.Stmt, ...]) -> int:
        index = len(self.tables.blocks)
        self.tables.blocks.append([])
        self.tables.blocks[index] = [self.op(unit, stmt) for stmt in stmts if not isinstance(stmt, core.Reveal)]
        return index

    def op(self, unit: Unit, stmt: core.Stmt) -> Op:
        if isinstance(stmt, core.Run):
            return Op(stmt, self.function(unit, lambda code: self.run(code, stmt)))
        if isinstance(stmt, core.If) and any(isinstance(s, DEEP) for s in statements_of((*stmt.then, *stmt.other))):
            then, other = self.block(unit, stmt.then), self.block(unit, stmt.other)
            return Op(stmt, self.function(unit, lambda code: self.branch(code, stmt, then, other)), 1, (then, other))
        done = self.done(unit, stmt) if isinstance(stmt, (AtOnce, Skippable)) else ""
        if isinstance(stmt, core.ForEach) and not stmt.together:
            loop = self.loop({"kind": 1, "slot": self.c.memory.frames[unit.key].offsets[stmt.slot], "block": self.block(unit, stmt.body)})
            return Op(stmt, self.function(unit, lambda code: self.push_loop(code, stmt, loop)), int(not stmt.ties), (loop,), done)
        if isinstance(stmt, core.While):
            test = self.function(unit, lambda code: code.test(stmt.test))
            loop = self.loop({"kind": 2, "block": self.block(unit, stmt.body), "test": test, "most": stmt.budget})
            return Op(stmt, self.function(unit, lambda code: push(code, WHILE, loop)), 1, (loop,), done)
        if isinstance(stmt, core.Act):
            loop = self.acting(unit, stmt)
            return Op(stmt, self.function(unit, lambda code: push(code, WHILE, loop)), 1, (loop,))
        if isinstance(stmt, core.Proceed):
            return Op(stmt, self.function(unit, lambda code: proceed(code, stmt)))
        if isinstance(stmt, core.ChooseBranch) and proceeds((stmt,)):
            blocks = [self.block(unit, branch.body) for branch in stmt.branches]
            return Op(stmt, self.function(unit, lambda code: choose(code, stmt, blocks)))
        done = self.done(unit, stmt)
        return Op(stmt, self.function(unit, lambda code: self.do(code, done)), done=done)

    def acting(self, unit: Unit, stmt: core.Act) -> int:
        test = NONE if stmt.test is None else self.function(unit, lambda code: code.test(_some(stmt.test)))
        budget = self.function(unit, lambda code: code.value(stmt.budget))
        return self.loop({"kind": 3, "test": test, "budget": budget, "round": self.function(unit, lambda code: act_round(code, stmt))})

    def loop(self, found: dict[str, int]) -> int:
        self.tables.loops.append({name: found.get(name, NONE if name == "test" else 0) for name in LOOP_FIELDS})
        return len(self.tables.loops) - 1

    def done(self, unit: Unit, stmt: core.Stmt) -> str:
        """The function that does a statement in one go, and gives its signal."""
        inner = self.c.part(unit)
        statement(inner, stmt)
        inner.f.const(0)
        return inner.f.name

    def do(self, code: Code, done: str) -> None:
        """A statement done in one go; ``end`` and the like leave the step."""
        signal = code.f.local()
        code.f.get(0)
        code.f.call(done)
        code.f.tee(signal)
        code.f.const(0)
        code.f.op("ne")
        code.f.get(signal)
        code.f.const(OVER)
        code.f.op("ne")
        code.f.op("and")
        code.f.when()
        code.f.call("leave_step")
        code.f.end()
        leave_if_over(code)
        code.f.const(0)

    def run(self, code: Code, stmt: core.Run, straight: bool = False) -> None:
        """Begins an agenda; in straight code, goes through all of it."""
        f, p = code.f, self.c.program.procedures[stmt.procedure]
        held = f.local()
        f.call(fresh(self.c, self.c.memory.frames["p", p.index].size))
        f.set(held)
        for param, arg in zip(p.params, stmt.args, strict=True):
            put_argument(code, p, held, param, arg)
        if straight:
            f.get(held)
            f.call(straight_name(p.index))
            return
        f.const(p.index)
        f.get(held)
        f.call("begin")

    def branch(self, code: Code, stmt: core.If, then: int, other: int) -> None:
        code.test(stmt.test)
        code.f.when(True)
        push(code, BLOCK, then)
        code.f.otherwise()
        push(code, BLOCK, other)
        code.f.end()

    def push_loop(self, code: Code, stmt: core.ForEach, loop: int) -> None:
        f = code.f
        elements, total = collected(code, stmt)
        at = f.local()
        for value in (LOOP, loop):
            f.const(value)
        f.get(total)
        f.const(0)
        f.get(total)
        f.const(8)
        f.op("mul")
        f.call("push")
        f.tee(at)
        f.const(40)
        f.op("add")
        f.wrap()
        f.get(elements)
        f.wrap()
        f.get(total)
        f.const(8)
        f.op("mul")
        f.wrap()
        f.copy()
        f.const(0)

    # ------------------------------------------------------------------------------------ the tables

    def atom_owner(self) -> dict[str, int]:
        """The agenda whose steps can be moved, and how many elements it has."""
        for p in self.c.program.procedures:
            if p.kind == "agenda" and p.each is not None and isinstance(p.each.source, core.Rows):
                return {"ATOM_AGENDA": p.index, "ATOM_ROWS": self.c.program.domains[p.each.source.domain].size}
        return {"ATOM_AGENDA": NONE, "ATOM_ROWS": 1}

    def finish(self) -> dict[str, int]:
        """Puts the tables into memory; gives where each stands."""
        c, none = self.c, dict.fromkeys(AGENDA_FIELDS, NONE)
        ops: list[list[int]] = []
        blocks: list[list[int]] = []
        agendas = [[self.tables.agendas.get(p.index, none)[name] for name in AGENDA_FIELDS] for p in c.program.procedures]
        for block in self.tables.blocks:
            blocks.append([len(ops), len(block)])
            ops += [[op.number, op.quiet] for op in block]
        return {
            "AGENDAS": self.table(agendas), "AGENDA_SIZE": 8 * len(AGENDA_FIELDS), "STEP_SIZE": 8 * len(STEP_FIELDS),
            "BLOCKS": self.table(blocks), "OPS": self.table(ops),
            "LOOPS": self.table([[v[n] for n in LOOP_FIELDS] for v in self.tables.loops]),
            "LOOP_SIZE": 8 * len(LOOP_FIELDS), "AGENDA_COUNT": len(self.tables.agendas),
            **self.atom_owner(), "AGENDA_LIST": self.table([[index] for index in self.tables.agendas]),
        }  # fmt: skip


def straight_name(index: int) -> str:
    """The name of the function that goes through an agenda without coming back, see :mod:`arbitre.interpreter.wasm.turns.straight_line`."""
    return f"straight.{index}"


def _some(e: core.Expr | None) -> core.Expr:
    assert e is not None
    return e
