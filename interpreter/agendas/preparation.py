"""Agendas, prepared: their statements as blocks that can be left between two of them and come back to."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import expressions_in, free_slots, statements_of
from arbitre.interpreter.analysis.slots import searched_slots
from arbitre.interpreter.code.machine import Machine, Op, ReadyHook
from arbitre.interpreter.reference.actions.acts import take_action
from arbitre.interpreter.reference.actions.decisions import pick_branch
from arbitre.interpreter.reference.calls import ready_hooks
from arbitre.interpreter.reference.order import ordering

_ASKING = (core.Choose, core.ChooseBranch, core.Act, core.GiveOrders, core.Invoke, core.Perform, core.Proceed)


def make_agendas(m: Machine) -> None:
    """Fills the machine's table of agendas: their steps, guards, orders and hooks as closures."""
    m.agendas.main_before = m.block(m.program.main_before) if m.program.main_before else None
    m.agendas.main_args = [m.expr(arg) for arg in m.program.main_args]
    for p in m.program.procedures:
        if p.kind != "agenda":
            continue
        m.agendas.steps[p.index] = [block(m, step.body) for step in p.steps]
        m.agendas.guards[p.index] = m.maybe(p.guard)
        m.agendas.live[p.index] = live_slots(m, p)
        m.agendas.scratch[p.index] = scratch_slots(m, p)
        if p.each is not None:
            m.agendas.orders[p.index] = ordering(p.each, m)
            if m.agendas.atom_owner is None and isinstance(p.each.source, core.Rows):
                m.agendas.atom_owner = (p.index, m.program.domains[p.each.source.domain].size)
        for number, step in enumerate(p.steps):
            before, instead, after = (ready_hooks(hooks, m) for hooks in (step.before, step.instead, step.after))
            m.agendas.hooks[p.index, number] = (before, instead, after)
            let_proceed(m, instead, (p.index, number))
        let_proceed(m, m.ready[p.index].instead, (p.index, NONE))


def let_proceed(m: Machine, hooks: list[ReadyHook], where: tuple[int, int]) -> None:
    """A hook that says ``proceed`` is agenda code itself: it waits while what it stands for goes on."""
    for number, hook in enumerate(hooks):
        if holds(hook.hook.body, core.Proceed):
            hook.block = block(m, hook.hook.body)
            used = {target for _, target in hook.hook.params}
            m.agendas.hook_scratch[*where, number] = searched_alone([hook.hook.when, hook.hook.body], used)


def scratch_slots(m: Machine, p: core.Procedure) -> tuple[int, ...]:
    """Slots of an agenda that only searches use, each of them for itself."""
    used = {param.slot for param in p.params} | set(range(m.program.keeps.get(p.index, 0)))
    hooks = [h for step in p.steps for h in (*step.before, *step.instead, *step.after)]
    used |= {slot for hook in (*hooks, *p.before, *p.instead, *p.after) for slot, _ in hook.params}
    return searched_alone([p.guard, p.each, [step.body for step in p.steps]], used)


def searched_alone(code: object, used: set[int]) -> tuple[int, ...]:
    """The slots that searches use, but for those used otherwise as well."""
    searched: set[int] = set()
    for expr in expressions_in(code):
        used |= free_slots(expr)
        searched |= searched_slots(expr)
    return tuple(sorted(searched - used))


def live_slots(m: Machine, p: core.Procedure) -> int:
    """Slots below this one (parameters, kept fields, the element) outlive a step; the others are cleared after it."""
    kept = len(p.params) + sum(1 for i, v in enumerate(p.init) if i >= len(p.params) and v)
    each = p.each.slot + 1 if p.each is not None else 0
    return max(kept, each, m.program.keeps.get(p.index, 0))


def block(m: Machine, stmts: tuple[core.Stmt, ...]) -> int:
    index = len(m.agendas.blocks)
    m.agendas.blocks.append([])
    m.agendas.blocks[index] = [op(m, s) for s in stmts if not isinstance(s, core.Reveal)]
    return index


def op(m: Machine, stmt: core.Stmt) -> Op:
    m = m
    if isinstance(stmt, core.Run):
        op = Op(stmt, "run")
        op.fn = [m.expr(a) for a in stmt.args]
    elif isinstance(stmt, core.If) and deep(m, stmt):
        op = Op(stmt, "if")
        op.test = m.expr(stmt.test)
        op.block, op.other = block(m, stmt.then), block(m, stmt.other)
    elif isinstance(stmt, core.ForEach) and not stmt.together:
        op = Op(stmt, "for")
        op.fn, op.block = ordering(stmt, m), block(m, stmt.body)
        m.agendas.loops.append(op)
        op.other = len(m.agendas.loops) - 1
    elif isinstance(stmt, core.While):
        op = Op(stmt, "while")
        op.test, op.block = m.expr(stmt.test), block(m, stmt.body)
        m.agendas.loops.append(op)
        op.other = len(m.agendas.loops) - 1
    elif isinstance(stmt, core.Act):
        op = Op(stmt, "act")
        op.fn, op.test = take_action(stmt, m), m.maybe(stmt.test)
        m.agendas.loops.append(op)
        op.other = len(m.agendas.loops) - 1
    elif isinstance(stmt, core.Proceed):
        op = Op(stmt, "proceed")
        op.fn = [(target, m.expr(value)) for target, value in stmt.values]
    elif isinstance(stmt, core.ChooseBranch) and holds((stmt,), core.Proceed):
        op = Op(stmt, "choose")
        op.fn, op.blocks = pick_branch(stmt, m), [block(m, b.body) for b in stmt.branches]
    else:
        op = Op(stmt, "do")
        op.fn = m.stmt(stmt)
    return op


def deep(m: Machine, stmt: core.If) -> bool:
    """Does it hold anything worth stopping inside?"""
    return holds((*stmt.then, *stmt.other), (core.Run, core.ForEach, core.Act, core.While, *_ASKING))


def holds(stmts: tuple[core.Stmt, ...], kinds: type | tuple[type, ...]) -> bool:
    return any(isinstance(s, kinds) for s in statements_of(stmts))
