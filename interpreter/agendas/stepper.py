"""The agenda machine: the only code that is ever stopped and resumed.

Its stack is described in :mod:`arbitre.interpreter.agendas.stack`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.agendas.stack import atoms_of, flat, frame_of, keep, keep_outer, leave_step, place_of
from arbitre.interpreter.code.machine import ReadyHook, Run
from arbitre.interpreter.reference import calls, changes, sentences
from arbitre.interpreter.state.dice import Fork
from arbitre.interpreter.state.signals import OVER, PREVENT
from arbitre.interpreter.state.state import Entry

STEPS = 50_000  # statements of agendas in one turn without a question


# ------------------------------------------------------------------------------------ beginning and ending


def begin(x: Run, index: int, args: list[int], place: Place) -> int:
    """Puts an agenda on the stack; its ``before`` hooks and the changes due run first."""
    p = x.machine.program.procedures[index]
    if sum(1 for e in x.state.stack if e[0] == "A") > 60:
        raise x.error("agendas run each other too deeply", place)
    frame = p.init[:] or [0] * p.slots
    for param, value in zip(p.params, args, strict=True):
        frame[param.slot] = value
    guard = x.machine.agendas.guards[index]
    if guard is not None and not guard(x, frame):
        return 0
    x.state.runs[index] += 1
    if index == x.machine.program.main:
        x.steps = 0
    for action in x.machine.actions:
        for limit, (_, base) in zip(action.action.limits, action.limits, strict=True):
            if limit.period == index:
                size = x.machine.program.domains[action.actors].size
                x.cells[base : base + size] = [0] * size
    # It counts as running from here on: what its first hooks change "until its end" ends with this run.
    position = len(x.state.stack)
    x.state.stack.append(("A", index, flat(x, index, frame), (), (NONE, NONE)))
    x.running.setdefault(index, []).append(frame)
    changes.begin_period(x, index, place)
    ready = x.machine.ready[index]
    for hook in calls.standing(x, ready.before, frame):
        if calls.run_hook(x, hook, frame, p) == PREVENT:
            x.state.stack.pop()
            x.running[index].pop()
            changes.end_period(x, index)
            return 0
        if x.state.over:
            return OVER
    signal = due(x, index, "start")
    if signal:
        return signal
    if x.log is not None:
        x.cause = -1
        begun = x.record("agenda", p.name, p.place, p.clauses, number=x.state.runs[index])
        if p.says:
            sentences.head(x, p.says, frame, begun)
    # What is replaced is the steps: the run itself begins, and ends with its ``after`` hooks, as any other.
    matching = calls.fitting_hook(x, ready.instead, frame, p.name) if ready.instead else None
    atoms = atoms_of(x, index, frame) if matching is None else ()
    if matching is not None:
        replace(x, matching, frame, p, NONE, ready.instead.index(matching))
    x.state.stack[position] = ("A", index, flat(x, index, frame), atoms, (NONE, NONE))
    x.running[index].pop()
    return OVER if x.state.over else 0


def begin_main(x: Run) -> int:
    """Puts the agenda of the game on the stack, for whoever it is played."""
    main, agendas = x.machine.program.main, x.machine.agendas
    if agendas.main_before is not None:
        agendas.main_before(x, [])
    args = [arg(x, []) for arg in agendas.main_args]
    if NONE in args:
        raise x.error("nobody is left who takes a turn", x.machine.program.procedures[main].place)
    return begin(x, main, args, NOWHERE)


def replace(x: Run, hook: ReadyHook, frame: list[int], p: core.Procedure, step: int, number: int) -> None:
    """Carries out a hook that stands instead of a step or an agenda; one that may let it proceed, statement by statement."""
    if hook.block == NONE:
        calls.run_hook(x, hook, frame, p)
        return
    if x.log is not None:
        x.record("hook", hook.hook.name, hook.hook.place, hook.hook.clauses)
    x.state.stack.append(("H", p.index, tuple(hook.frame(frame)), step, number))
    x.state.stack.append(("B", hook.block, 0))


def proceed(x: Run, values: Sequence[tuple[int, int]] = ()) -> None:
    """Lets the innermost replaced step or agenda run now, above the hook, which goes on when it is done.

    ``values``: slots of the agenda that hold something else from now on.
    """
    stack = x.state.stack
    at = next(position for position in range(len(stack) - 1, -1, -1) if stack[position][0] == "H")
    _, index, _, step, _ = stack[at]
    if step != NONE:
        stack.append(("P", index, step))
        stack.append(("B", x.machine.agendas.steps[index][step], 0))
        return
    stack.append(("R", index, (), (), (NONE, NONE)))
    position, frame = frame_of(x)
    for slot, value in values:
        frame[slot] = x.running[index][-1][slot] = value  # also where the rest of this statement has it
    atoms = atoms_of(x, index, frame)
    keep(x, position, frame)
    stack[-1] = ("R", index, (), atoms, (NONE, NONE))


def due(x: Run, index: int, edge: str) -> int:
    """Carries out what was put off until this edge (``start`` or ``end``) of this run."""
    now = x.state.runs[index]
    found = [s for s in x.state.scheduled if s[0] == index and s[1] <= now and s[2] == edge]
    if not found:
        return 0
    x.state.scheduled[:] = [s for s in x.state.scheduled if s not in found]
    for _, _, _, procedure, args in found:
        calls.call(x, procedure, list(args), x.machine.program.procedures[procedure].place)
        if x.state.over:
            return OVER
    return 0


def finish(x: Run, entry: Entry, frame: list[int]) -> int:
    """The end of an agenda's run: its ``after`` hooks, what is due, and its next run if it repeats."""
    index = entry[1]
    p = x.machine.program.procedures[index]
    for hook in calls.standing(x, x.machine.ready[index].after, frame):
        calls.run_hook(x, hook, frame, p)
        if x.state.over:
            return OVER
    signal = due(x, index, "end")
    x.state.stack.pop()
    changes.end_period(x, index)
    if not signal and p.repeat:
        return begin(x, index, [frame[q.slot] for q in p.params], p.place)
    return signal


# ------------------------------------------------------------------------------------ going on


def step(x: Run) -> int:
    """One statement.  Leaves the state whole: everything it does is done, or Need is raised and the caller goes back."""
    stack = x.state.stack
    position, frame = frame_of(x)
    x.steps += 1
    if x.steps > STEPS:
        raise x.error(phrase("a turn runs for more than {0} statements without a question", format(STEPS, ",")), place_of(x, stack))
    x.running = {}
    outer: list[tuple[int, list[int]]] = []
    for place, entry in enumerate(stack):
        if entry[0] == "A":
            slots = frame if place == position else list(entry[2])
            x.running.setdefault(entry[1], []).append(slots)
            if place != position:
                outer.append((place, slots))
    while stack and trivial(x, stack[-1]) and not halted(x):
        MOVES[stack[-1][0]](x, stack[-1], position, frame)
    if halted(x):
        keep_outer(x, outer)
        return 0
    try:
        signal = MOVES[stack[-1][0]](x, stack[-1], position, frame) if stack else 0
    except Fork as fork:
        if fork.worlds and fork.frame is frame and position != NONE:
            thrown(x, fork, position, outer)
        raise
    keep_outer(x, outer)
    return signal


def halted(x: Run) -> bool:
    """Does a step come next before which whoever plays the agenda wants to stop?"""
    if x.halt is None or x.passing or not x.state.stack:
        return False
    tag, index, *rest = x.state.stack[-1]
    return tag in "AR" and index == x.halt[0] and bool(rest[1]) and rest[1][0][0] in x.halt[1]


def within(x: Run, work: Callable[[Run], object]) -> Any:
    """Does something from outside while agendas are under way: their fields are known to it, and may be changed."""
    outer = [(place, list(entry[2])) for place, entry in enumerate(x.state.stack) if entry[0] == "A"]
    x.running = {}
    for place, slots in outer:
        x.running.setdefault(x.state.stack[place][1], []).append(slots)
    out = work(x)
    keep_outer(x, outer)
    return out


def thrown(x: Run, fork: Fork, position: int, outer: list[tuple[int, list[int]]]) -> None:
    """For odds: what is left of the statement once its throw has fallen, for each of its outcomes."""
    frames = x.handler.frames(x, fork.frame)
    for world, chance in fork.worlds:
        state = world.state.beside()
        x.use(state)
        world.put(x, frames)
        if world.signal and world.signal != OVER:
            leave_step(x)
        keep(x, position, fork.frame)
        keep_outer(x, outer)
        fork.states.append((state, chance))


def trivial(x: Run, entry: Entry) -> bool:
    """Only moves on, among the same slots: nothing is thrown, asked, hooked or changed, so there is no need to stop there."""
    tag, index = entry[0], entry[1]
    if tag == "B":
        ops = x.machine.agendas.blocks[index]
        return entry[2] >= len(ops) or ops[entry[2]].quiet
    if tag == "F":
        return True
    if tag == "S":
        return not x.machine.agendas.hooks[index, entry[2]][2]
    if tag in "AR" and entry[3]:
        before, instead, _ = x.machine.agendas.hooks[index, entry[3][0][0]]
        return not before and not instead
    return False


def _a(x: Run, entry: Entry, position: int, frame: list[int]) -> int:
    tag, index, atoms = entry[0], entry[1], entry[3]
    p = x.machine.program.procedures[index]
    if not atoms:
        return finish(x, entry, frame) if tag == "A" else _done(x, entry, position, frame)
    number, element = atoms[0]
    step = p.steps[number]
    x.passing = False
    if element != NONE:
        frame[step.element] = element
    x.state.stack[-1] = (tag, index, entry[2], atoms[1:], atoms[0])
    keep(x, position, frame)
    before, instead, _ = x.machine.agendas.hooks[index, number]
    for hook in calls.standing(x, before, frame):
        prevented = calls.run_hook(x, hook, frame, p) == PREVENT
        keep(x, position, frame)  # a hook may set a field of the agenda
        if prevented:
            return 0
        if x.state.over:
            return OVER
    x.state.stack.append(("S", index, number))
    if x.deeds is not None:
        x.deeds.append((index, number, len(x.log or ()), tuple(frame)))
    matching = calls.fitting_hook(x, instead, frame, f"{p.name}.{step.name}") if instead else None
    if matching is None:
        x.state.stack.append(("B", x.machine.agendas.steps[index][number], 0))
        return 0
    replace(x, matching, frame, p, number, instead.index(matching))
    keep(x, position, frame)
    return OVER if x.state.over else 0


def _done(x: Run, entry: Entry, position: int, frame: list[int]) -> int:
    x.state.stack.pop()
    return 0


def _s(x: Run, entry: Entry, position: int, frame: list[int]) -> int:
    index, number = entry[1], entry[2]
    p = x.machine.program.procedures[index]
    x.state.stack.pop()
    for hook in calls.standing(x, x.machine.agendas.hooks[index, number][2], frame):
        calls.run_hook(x, hook, frame, p)
        if x.state.over:
            return OVER
    live = x.machine.agendas.live[index]
    frame[live:] = p.init[live:]
    keep(x, position, frame)
    return 0


def _b(x: Run, entry: Entry, position: int, frame: list[int]) -> int:
    ops = x.machine.agendas.blocks[entry[1]]
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
                leave_step(x)
            keep(x, position, frame)
            return OVER if x.state.over else 0
        case "run":
            args = [a(x, frame) for a in op.fn]
            return begin(x, op.stmt.procedure, args, op.place)  # type: ignore[attr-defined]
        case "if":
            stack.append(("B", op.block if op.test(x, frame) else op.other, 0))
        case "for":
            stack.append(("F", op.other, tuple(op.fn(x, frame))))
        case "proceed":
            proceed(x, [(target, value(x, frame)) for target, value in op.fn])
            return 0
        case "choose":
            x.cause = -1
            picked = op.fn(x, frame)
            if picked != NONE:
                stack.append(("B", op.blocks[picked], 0))
        case _:
            stack.append(("W", op.other, 0))
    keep(x, position, frame)
    return 0


def _f(x: Run, entry: Entry, position: int, frame: list[int]) -> int:
    op, elements = x.machine.agendas.loops[entry[1]], entry[2]
    stack = x.state.stack
    if not elements:
        stack.pop()
        return 0
    frame[op.stmt.slot] = elements[0]  # type: ignore[attr-defined]
    stack[-1] = ("F", entry[1], elements[1:])
    stack.append(("B", op.block, 0))
    keep(x, position, frame)
    return 0


def _w(x: Run, entry: Entry, position: int, frame: list[int]) -> int:
    op, rounds = x.machine.agendas.loops[entry[1]], entry[2]
    stack = x.state.stack
    if op.test is not None and not op.test(x, frame):
        stack.pop()
        return 0
    # Odds count no rounds of a ``while``: states that differ in nothing else are one, and what never ends is seen to.
    stack[-1] = ("W", entry[1], x.handler.round_after(rounds) if op.kind == "while" else rounds + 1)
    if op.kind == "while":
        if rounds >= op.stmt.budget:  # type: ignore[attr-defined]
            raise x.error(phrase("this is done more than {0} times", rounds), op.place)
        stack.append(("B", op.block, 0))
        return 0
    if rounds >= x.machine.expr(op.stmt.budget)(x, frame):  # type: ignore[attr-defined]
        stack.pop()
        return 0
    signal = op.fn(x, frame)
    keep(x, position, frame)
    if signal == OVER:
        return OVER
    if signal:
        stack.pop()
    return 0


# ------------------------------------------------------------------------------------ the agenda as state


MOVES: dict[str, Callable[[Run, Entry, int, list[int]], int]] = {
    "A": _a, "R": _a, "S": _s, "B": _b, "F": _f, "W": _w,
    "H": _done, "P": _done,
}  # fmt: skip
