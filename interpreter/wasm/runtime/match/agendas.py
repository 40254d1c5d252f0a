"""The agenda machine: what :mod:`arbitre.interpreter.agendas.stepper` does, by tables that say for every agenda, step, block and loop which
functions of the module belong to it.
"""

from __future__ import annotations

from arbitre.dsl.core import NONE
from arbitre.interpreter.state.signals import OVER, PREVENT
from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control, state
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.records import (
    AGENDA,
    AGENDA_AGAIN,
    BLOCK,
    HOOK,
    LOOP,
    STEP,
    STEP_AGAIN,
    STEP_BITS,
    STEP_NUMBER,
    WHILE,
    AgendaEntry,
    BlockEntry,
    Entry,
    LoopEntry,
    WhileEntry,
)
from arbitre.interpreter.wasm.routines.machine import call_indirect, fill, load_word, store64
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import give_up
from arbitre.interpreter.wasm.runtime.match.schedule import due
from arbitre.interpreter.wasm.runtime.match.stack import entry_room, first_atom, has_slots, pop, push, push_block, step_row
from arbitre.interpreter.wasm.runtime.match.timed import begin_period, end_period
from arbitre.interpreter.wasm.runtime.primitives.frames import put_slots

MORE = AgendaEntry.SIZE - Entry.SIZE  # bytes of an agenda or a hook before its slots
ENDLESS = 2  # a kind of loop: it may not go on for ever


def refill(index: int, at: int, size: int) -> None:
    """Slots as they are when an agenda starts."""
    init = areas.agendas[index].init
    if init:
        put_slots(at, init, size)
        return
    end = at + size
    while at < end:
        store64(at, 0)
        at += WORD


def begin(index: int, given: int) -> int:
    """Puts an agenda on the stack, with arguments that stand as in its slots; gives ``OVER`` where the match is over by that."""
    size = areas.agendas[index].size
    entry_room(AgendaEntry.SIZE + size)
    frame = AgendaEntry(state.stack_top).slots
    put_slots(areas.temp.address, given, size)
    refill(index, frame, size)
    call_indirect(areas.temp.address, frame, areas.agendas[index].args)
    if areas.agendas[index].guard >= 0:
        if call_indirect(frame, areas.agendas[index].guard) == 0:
            return 0
    areas.runs[index] += 1
    if index == sizes.main:
        control.steps = 0
    if areas.agendas[index].limits >= 0:
        call_indirect(frame, areas.agendas[index].limits)
    at = AgendaEntry(push(AGENDA, index, NONE, NONE, MORE + size))
    at.count = 0
    at.done = 0
    outer = areas.current[index]
    areas.current[index] = frame
    begin_period(index)
    if areas.agendas[index].before >= 0:
        signal = call_indirect(frame, areas.agendas[index].before)
        if signal == PREVENT:
            pop()
            areas.current[index] = outer
            end_period(index)
            return 0
        if state.over:
            return OVER
    if sizes.scheduled_most:
        due(index, 0)
        if state.over:
            return OVER
    found = -1
    if areas.agendas[index].instead >= 0:
        found = call_indirect(frame, areas.agendas[index].instead)
    if found >= 0:
        call_indirect(frame, found, areas.agendas[index].replaced)
    else:
        count = call_indirect(frame, frame + size, areas.agendas[index].atoms)
        at.count = count
        state.stack_top = frame + size + count * WORD
    areas.current[index] = outer
    return OVER if state.over else 0


def finish(at: AgendaEntry) -> int:
    """The end of a run: its last hooks, and its next run if it repeats."""
    index = at.index
    if areas.agendas[index].after >= 0:
        call_indirect(at.slots, areas.agendas[index].after)
        if state.over:
            return OVER
    if sizes.scheduled_most:
        due(index, 1)
    pop()
    end_period(index)
    if state.over:
        return OVER
    if areas.agendas[index].repeat:
        return begin(index, at.slots)
    return 0


def leave_step() -> None:
    """``end`` in a step leaves the step."""
    while state.stack_last:
        tag = state.stack_last.tag
        if tag == STEP or has_slots(tag):
            return
        pop()


def hook_at_work() -> AgendaEntry:
    """The innermost hook that stands instead of a step or an agenda."""
    at = state.stack_last
    while at.tag != HOOK:
        at = at.below
    return AgendaEntry(at)


def slots_below(at: Entry) -> int:
    """The slots of the agenda that such a hook belongs to."""
    while at.tag != AGENDA:
        at = at.below
    return AgendaEntry(at).slots


def stand_instead(index: int, step: int, number: int, block: int, size: int) -> int:
    """A hook that may let what it stands for proceed: gives where its slots are, which are empty yet."""
    at = push(HOOK, index, step, number, MORE + size)
    fill(at.end, 0, MORE + size)
    push_block(block)
    return AgendaEntry(at).slots


def proceed() -> None:
    """Lets what the innermost such hook stands for run now, above it."""
    at = hook_at_work()
    index = at.index
    step = at.step
    if step >= 0:
        push(STEP_AGAIN, index, step, 0, 0)
        push_block(step_row(index, step).block)
        return
    frame = slots_below(at)
    at = AgendaEntry(push(AGENDA_AGAIN, index, NONE, NONE, MORE))
    count = call_indirect(frame, at.slots, areas.agendas[index].atoms)
    at.count = count
    at.done = 0
    state.stack_top = at.slots + count * WORD


def take_atom(at: AgendaEntry, first: int) -> int:
    """Begins the next of the steps that stand from an address on; none where all are done."""
    done = at.done
    if done >= at.count:
        return -1
    atom = load_word(first, done)
    at.done = done + 1
    at.step = atom & STEP_NUMBER
    at.element = (atom >> STEP_BITS) - 1
    return atom


def advance_agenda(at: AgendaEntry, frame: int) -> int:
    """The next step of an agenda, or its end."""
    index = at.index
    atom = take_atom(at, first_atom(at))
    if atom < 0:
        if at.tag == AGENDA:
            return finish(at)
        pop()
        return 0
    number = atom & STEP_NUMBER
    if atom >> STEP_BITS:
        store64(frame + step_row(index, number).element, (atom >> STEP_BITS) - 1)
    if step_row(index, number).before >= 0:
        if call_indirect(frame, step_row(index, number).before) == PREVENT:
            return 0
        if state.over:
            return OVER
    push(STEP, index, number, 0, 0)
    found = -1
    if step_row(index, number).instead >= 0:
        found = call_indirect(frame, step_row(index, number).instead)
    if found >= 0:
        call_indirect(frame, found, step_row(index, number).replaced)
    else:
        push_block(step_row(index, number).block)
    return OVER if state.over else 0


def end_step(at: Entry, frame: int) -> int:
    """The end of a step: its last hooks."""
    index = at.index
    number = at.step
    pop()
    if step_row(index, number).after >= 0:
        call_indirect(frame, step_row(index, number).after)
        if state.over:
            return OVER
    forget_step(index, frame)
    return 0


def forget_step(index: int, frame: int) -> None:
    """What a step has left in its own slots is gone."""
    live = areas.agendas[index].live
    init = areas.agendas[index].init
    size = areas.agendas[index].size
    if init:
        put_slots(frame + live, init + live, size - live)
        return
    while live < size:
        store64(frame + live, 0)
        live += WORD


def next_statement(at: BlockEntry, frame: int) -> int:
    """The next statement of a block, or its end."""
    block = areas.blocks[at.index]
    position = at.next
    if position >= block.length:
        pop()
        return 0
    at.next = position + 1
    return call_indirect(frame, areas.ops[block.first + position].routine)


def next_element(at: LoopEntry, frame: int) -> int:
    """The next round of a loop over elements, or its end."""
    loop = areas.loops[at.index]
    done = at.done
    if done >= at.count:
        pop()
        return 0
    store64(frame + loop.slot, load_word(at.elements, done))
    at.done = done + 1
    push_block(loop.block)
    return 0


def next_round(at: WhileEntry, frame: int) -> int:
    """The next round of a loop with a test, or its end."""
    loop = areas.loops[at.index]
    rounds = at.rounds
    if loop.test >= 0:
        if call_indirect(frame, loop.test) == 0:
            pop()
            return 0
    at.rounds = rounds + 1
    if loop.kind == ENDLESS:
        if rounds >= loop.most:
            give_up(StopReason.FAILED, 0)
        push_block(loop.block)
        return 0
    most = call_indirect(frame, loop.budget)
    if rounds >= most:
        pop()
        return 0
    signal = call_indirect(frame, loop.round)
    if signal == OVER:
        return OVER
    if signal:
        pop()
    return 0


def glide(at: AgendaEntry, frame: int) -> int:
    """Moves on, where there is no need to stop before that; 0 where there is."""
    tag = at.tag
    index = at.index
    if tag == BLOCK:
        block = areas.blocks[index]
        position = at.step
        if position >= block.length:
            pop()
            return 1
        op = areas.ops[block.first + position]
        if op.quiet == 0:
            return 0
        at.step = position + 1
        call_indirect(frame, op.routine)
        return 1
    if tag == LOOP:
        next_element(LoopEntry(at), frame)
        return 1
    if tag == STEP:
        if step_row(index, at.step).after >= 0:
            return 0
        end_step(at, frame)
        return 1
    if tag == AGENDA or tag == AGENDA_AGAIN:  # noqa: SIM109
        done = at.done
        if done >= at.count:
            return 0
        number = load_word(first_atom(at), done) & STEP_NUMBER
        if step_row(index, number).before >= 0 or step_row(index, number).instead >= 0:
            return 0
        advance_agenda(at, frame)
        return 1
    return 0


def move(at: Entry, frame: int) -> int:
    """One move of the machine; ``OVER`` where the match is over by that."""
    tag = at.tag
    if tag == BLOCK:
        return next_statement(BlockEntry(at), frame)
    if tag == LOOP:
        return next_element(LoopEntry(at), frame)
    if tag == WHILE:
        return next_round(WhileEntry(at), frame)
    if tag == STEP:
        return end_step(at, frame)
    if tag == HOOK or tag == STEP_AGAIN:  # noqa: SIM109
        pop()
        return 0
    return advance_agenda(AgendaEntry(at), frame)
