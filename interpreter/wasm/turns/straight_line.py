"""Agendas as straight code, for matches that are played to their end without a stop: what the agenda machine does with tables and a
stack, written out for each agenda.

Agendas under way and the elements of loops stand on the stack all the same, for rules that ask whether an agenda is running or move its
steps; steps and blocks do not.  Between two statements all is done that the machine does there (``boundary``).  An agenda in which a hook
may let what it stands for proceed is left to the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.state.signals import OVER, PREVENT
from arbitre.interpreter.wasm.compile.code import Code, Compiler
from arbitre.interpreter.wasm.compile.statements import leave
from arbitre.interpreter.wasm.layout.memory import ENTRY
from arbitre.interpreter.wasm.turns import edges
from arbitre.interpreter.wasm.turns.agendas import Agendas, Op, straight_name
from arbitre.interpreter.wasm.turns.boundaries import Boundaries
from arbitre.interpreter.wasm.turns.edges import SLOTS, is_plain
from arbitre.interpreter.wasm.turns.proceed import proceeds
from arbitre.interpreter.wasm.turns.start import begin_main

COUNT = 40  # where an entry tells how many steps there are


def declare_straight(c: Compiler) -> None:
    """The names of the functions, one for each agenda; each is given slots, and gives OVER where the match is over by it."""
    for p in c.program.procedures:
        if p.kind == "agenda":
            c.module.func(straight_name(p.index), 1)
    c.module.func("straight_main", 0, False)


def write_straight(agendas: Agendas) -> None:
    """All these functions, and ``straight_main()``: a round of the match."""
    c = agendas.c
    for p in c.program.procedures:
        if p.kind == "agenda":
            code = Code(c, c.module.funcs[straight_name(p.index)], c.unit(("p", p.index)), None)
            if any(proceeds(hook.body) for hooks in (p.instead, *(step.instead for step in p.steps)) for hook in hooks):
                code.f.const(p.index)
                code.f.get(0)
                code.f.call("go_through")
            else:
                _Writer(agendas, code, p).write()
    main = c.program.procedures[c.program.main]
    code = Code(c, c.module.funcs["straight_main"], c.unit(("p", main.index)), None)
    begin_main(agendas, code, straight=True)
    code.f.op("drop")


class _Writer(Boundaries):
    """One agenda being written."""

    def __init__(self, agendas: Agendas, code: Code, p: core.Procedure) -> None:
        super().__init__(code)
        self.agendas, self.p = agendas, p
        self.at, self.frame = self.f.local(), self.f.local()
        self.size = self.c.memory.frames["p", p.index].size
        self.out, self.loops = 0, False  # what leaves a step; are there loops in it?
        code.frame = self.frame

    def write(self) -> None:
        f, current, p = self.f, self.c.at["CURRENT"] + 8 * self.p.index, self.p
        below, outer = f.local(), f.local()
        self.code.load_name("STACK_LAST")
        f.set(below)
        f.const(0)
        f.load("64", current)
        f.set(outer)
        if is_plain(self.code, p):
            edges.begin(self.code, p, self.agendas.tables.agendas[p.index], self.at, self.frame)
            with self.boundary_if_changed() as changed:
                edges.wake(self.code, p, changed)
            self.code.attempt(self.each_step, p.place)
            with self.boundary_if_changed() as changed:
                edges.end(self.code, p, self.at, below, changed)
        else:
            self.runs(below, current)
        self.put(current, outer)
        f.const(0)

    def runs(self, below: int, current: int) -> None:
        """An agenda that the agenda machine begins and ends, until it does not begin again."""
        f, p = self.f, self.p
        f.const(p.index)
        f.get(0)
        f.call("begin")
        f.op("drop")
        with f.block() as ended, f.loop() as again:
            self.boundary()
            self.code.load_name("STACK_LAST")
            f.tee(self.at)
            f.get(below)
            f.op("eq")
            f.br_if(ended)
            f.get(self.at)
            f.const(SLOTS)
            f.op("add")
            f.set(self.frame)
            self.put(current, self.frame)
            self.code.attempt(self.steps, p.place)
            f.get(self.at)
            f.call("finish")
            f.op("drop")
            f.br(again)

    def put(self, address: int, local: int) -> None:
        self.f.const(0)
        self.f.wrap()
        self.f.get(local)
        self.f.store("64", address)

    def named(self, number: int) -> str:
        return self.c.module.table[number]

    # ------------------------------------------------------------------------------------ steps

    def steps(self) -> None:
        """The steps as they stand in the entry: in the order in which they are written, unless each is done by several elements."""
        f = self.f
        if self.p.each is None:
            f.get(self.at)
            f.load("64", COUNT)
            f.when()
            self.each_step()
            f.end()
            return
        number, element = f.local(), f.local()
        with f.block() as ended, f.loop() as again:
            f.get(self.at)
            f.get(self.frame)
            f.const(self.size)
            f.op("add")
            f.call("take_atom")
            f.tee(number)
            f.const(0)
            f.op("lt_s")
            f.br_if(ended)
            f.get(number)
            f.const(16)
            f.op("shr_u")
            f.const(1)
            f.op("sub")
            f.set(element)
            f.get(number)
            f.const(65535)
            f.op("and")
            f.set(number)
            self.one_of(0, len(self.p.steps), number, element)
            f.br(again)

    def each_step(self) -> None:
        for position in range(len(self.p.steps)):
            self.step(position)

    def one_of(self, first: int, end: int, number: int, element: int) -> None:
        """The step with a number, of these."""
        f = self.f
        if end - first > 1:
            middle = (first + end) // 2
            f.get(number)
            f.const(middle)
            f.op("lt_s")
            f.when()
            self.one_of(first, middle, number, element)
            f.otherwise()
            self.one_of(middle, end, number, element)
            f.end()
        elif end > first:
            f.get(element)
            f.const(0)
            f.op("ge_s")
            f.when()
            f.get(self.frame)
            f.wrap()
            f.get(element)
            f.store("64", self.agendas.tables.steps[self.p.index][first]["element"])
            f.end()
            self.step(first)

    def step(self, position: int) -> None:
        f, step = self.f, self.agendas.tables.steps[self.p.index][position]
        with f.block() as skipped:
            if step["before"] != NONE:
                f.get(self.frame)
                f.call(self.named(step["before"]))
                f.const(PREVENT)
                f.op("eq")
                f.when()
                self.boundary()
                f.br(skipped)
                f.end()
            with f.block() as out:
                self.out, self.loops = out, False
                self.middle(step)
            if self.loops:
                self.drop_loops()
            if step["after"] != NONE:
                f.get(self.frame)
                f.call(self.named(step["after"]))
                f.op("drop")
            edges.forget(self.code, self.p, self.agendas.tables.agendas[self.p.index]["live"], self.frame)
            if step["after"] != NONE:
                self.boundary()

    def middle(self, step: dict[str, int]) -> None:
        """The block of a step, or what stands instead of it."""
        f = self.f
        if step["instead"] != NONE:
            found = f.local()
            f.get(self.frame)
            f.call(self.named(step["instead"]))
            f.tee(found)
            f.const(0)
            f.op("ge_s")
            f.when()
            f.get(self.frame)
            f.get(found)
            f.call(self.named(step["replaced"]))
            f.op("drop")
            self.boundary()
            f.br(self.out)
            f.end()
        if step["instead"] != NONE or step["before"] != NONE:
            self.boundary()
        self.block(step["block"])

    def drop_loops(self) -> None:
        """Whatever loops were left in their midst are no longer on the stack."""
        f, top = self.f, self.f.local()
        f.get(self.frame)
        f.get(self.at)
        f.load("64", COUNT)
        f.const(8)
        f.op("mul")
        f.op("add")
        f.const(self.size)
        f.op("add")
        f.set(top)
        self.put(self.c.at["STACK_LAST"], self.at)
        self.put(self.c.at["STACK_TOP"], top)

    # ------------------------------------------------------------------------------------ statements

    def block(self, index: int) -> None:
        for op in self.agendas.tables.blocks[index]:
            self.op(op)

    def op(self, op: Op) -> None:
        f, stmt = self.f, op.stmt
        match stmt:
            case core.Run():
                self.agendas.run(self.code, stmt, straight=True)
                f.when()
                leave(self.code, OVER)
                f.end()
            case core.If() if op.parts:
                self.tested(stmt.test)
                f.when()
                self.block(op.parts[0])
                if self.agendas.tables.blocks[op.parts[1]]:
                    f.otherwise()
                    self.block(op.parts[1])
                f.end()
            case core.ForEach() if op.parts and not op.done:
                self.each(op, stmt)
            case core.While() if not op.done:
                self.go_round(op, stmt)
            case core.Act():
                self.act(op, stmt)
            case _:
                signal = f.local()
                f.get(self.frame)
                f.call(op.done)
                f.set(signal)
                self.boundary()
                f.get(signal)
                f.br_if(self.out)

    def tested(self, test: core.Expr) -> None:
        """Leaves whether a condition holds."""
        mark = self.code.mark()
        self.code.test(test)
        if mark is not None:
            held = self.f.local()
            self.f.flagged()
            self.f.set(held)
            self.code.release(mark)
            self.f.get(held)

    def each(self, op: Op, stmt: core.ForEach) -> None:
        """Elements wait on the stack for their turn."""
        f, at, done, loop = self.f, self.f.local(), self.f.local(), self.agendas.tables.loops[op.parts[0]]
        self.loops = True
        self.agendas.push_loop(self.code, stmt, op.parts[0])
        f.op("drop")
        self.code.load_name("STACK_LAST")
        f.set(at)
        if not op.quiet:
            self.boundary()
        f.const(0)
        f.set(done)
        with f.block() as ended, f.loop() as again:
            f.get(done)
            f.get(at)
            f.load("64", 24)
            f.op("ge_s")
            f.br_if(ended)
            f.get(self.frame)
            f.wrap()
            f.get(at)
            f.get(done)
            f.const(8)
            f.op("mul")
            f.op("add")
            f.load("64", ENTRY)
            f.store("64", loop["slot"])
            f.get(done)
            f.const(1)
            f.op("add")
            f.set(done)
            self.block(loop["block"])
            f.br(again)
        f.call("pop")

    def go_round(self, op: Op, stmt: core.While) -> None:
        f, loop = self.f, self.agendas.tables.loops[op.parts[0]]
        with self.rounds() as (done, ended):
            self.tested(stmt.test)
            f.isnt()
            self.leave_if(ended)
            f.get(done)
            f.const(loop["most"])
            f.op("le_s")
            self.code.stop_unless(stmt.place)
            self.quiet_boundary()
            self.block(loop["block"])

    def act(self, op: Op, stmt: core.Act) -> None:
        """Actions, one after the other."""
        f, signal = self.f, self.f.local()
        with self.rounds() as (done, ended):
            if stmt.test is not None:
                self.tested(stmt.test)
                f.isnt()
                self.leave_if(ended)
            f.get(done)
            self.code.value(stmt.budget)
            f.op("gt_s")
            self.leave_if(ended)
            f.get(self.frame)
            f.call(self.named(self.agendas.tables.loops[op.parts[0]]["round"]))
            f.set(signal)
            if self.c.counts_ways(stmt):  # those to end the turn are known: nothing follows
                self.code.load_name("WAYS")
                f.when()
                leave(self.code, OVER)
                f.end()
            self.boundary()
            f.get(signal)
            f.br_if(ended)

    @contextmanager
    def rounds(self) -> Iterator[tuple[int, int]]:
        """Round after round, which are counted from 1 in a local, until it is left."""
        f, done = self.f, self.f.local()
        f.const(0)
        f.set(done)
        with f.block() as ended, f.loop() as again:
            f.get(done)
            f.const(1)
            f.op("add")
            f.set(done)
            yield done, ended
            f.br(again)

    def leave_if(self, ended: int) -> None:
        """Leaves a loop where the condition on top holds: a statement of its own."""
        self.f.when()
        self.quiet_boundary()
        self.f.br(ended)
        self.f.end()
