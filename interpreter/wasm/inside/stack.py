"""The agenda machine inside the module: the stack of :mod:`arbitre.interpreter.agendas.stack`, entry upon entry in the match's block.

An entry is five numbers (where the one below begins, its tag, and three of its own) and what else it holds: for an agenda how many
steps there are and how many are done, its slots, and the steps in their order (for one that proceeds below a hook, all but the slots);
for a hook that may let what it stands for proceed its slots; for a loop its elements.  Tables say for every agenda, step, block and loop
which functions of the module belong to it.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any

AGENDA, STEP, BLOCK, LOOP, WHILE, HOOK, STEP_AGAIN, AGENDA_AGAIN = 1, 3, 4, 5, 6, 7, 8, 9  # tags
TAGS = {"A": AGENDA, "S": STEP, "B": BLOCK, "F": LOOP, "W": WHILE, "H": HOOK, "P": STEP_AGAIN, "R": AGENDA_AGAIN}
AGENDA_FIELDS = ("size", "init", "guard", "before", "instead", "after", "atoms", "args", "steps", "live", "repeat", "limits", "replaced")
STEP_FIELDS = ("before", "instead", "after", "block", "element", "replaced", "hidden")
LOOP_FIELDS = ("kind", "slot", "block", "test", "budget", "round", "most")


def entry_room(size):
    if load64(STACK_TOP) + size > STACK_LIMIT:
        give_up(2, 0)


def push(tag, one, two, three, more) -> int:
    """A new entry with so many bytes behind its numbers."""
    at = load64(STACK_TOP)
    entry_room(40 + more)
    store64(at, load64(STACK_LAST))
    store64(at + 8, tag)
    store64(at + 16, one)
    store64(at + 24, two)
    store64(at + 32, three)
    store64(STACK_LAST, at)
    store64(STACK_TOP, at + 40 + more)
    if tag == 1 or tag >= 7:
        store64(PREPARED, 0)
    return at


def pop():
    at = load64(STACK_LAST)
    if load64(at + 8) == 1 or load64(at + 8) >= 7:
        store64(PREPARED, 0)
    store64(STACK_TOP, at)
    store64(STACK_LAST, load64(at))


def agenda(index, field) -> int:
    return load64(AGENDAS + index * AGENDA_SIZE + field * 8)


def step_of(index, number, field) -> int:
    return load64(agenda(index, 8) + number * STEP_SIZE + field * 8)


def prepare():
    """Whose slots the code at work uses, and which agendas are running: both as the stack says, if another has come or gone."""
    if load64(PREPARED):
        return
    store64(PREPARED, 1)
    i = 0
    while i < AGENDA_COUNT:
        store64(CURRENT + load64(AGENDA_LIST + i * 8) * 8, 0)
        i += 1
    at = load64(STACK_LAST)
    found = 0
    proceeding = 0
    while at:
        tag = load64(at + 8)
        if tag >= 8:
            proceeding = 1
        if tag == 7 and found == 0 and not proceeding:
            found = at
        if tag == 1:
            if found == 0:
                found = at
            index = load64(at + 16)
            if load64(CURRENT + index * 8) == 0:
                store64(CURRENT + index * 8, at + 56)
        at = load64(at)
    store64(POSITION, found)


def put_slots(to, source, size):
    """So many bytes of slots from elsewhere: there are few."""
    end = to + size
    while to < end:
        store64(to, load64(source))
        to += 8
        source += 8


def refill(index, at, size):
    """Slots as they are when an agenda starts."""
    init = agenda(index, 1)
    if init:
        put_slots(at, init, size)
        return
    end = at + size
    while at < end:
        store64(at, 0)
        at += 8


def begin(index, given) -> int:
    """Puts an agenda on the stack, with arguments that stand as in its slots; gives 4 where the match is over by that."""
    size = agenda(index, 0)
    entry_room(56 + size)
    at = load64(STACK_TOP)
    frame = at + 56
    put_slots(TEMP, given, size)
    refill(index, frame, size)
    numbered(TEMP, frame, agenda(index, 7))
    if agenda(index, 2) >= 0:
        if numbered(frame, agenda(index, 2)) == 0:
            return 0
    store64(RUNS + index * 8, load64(RUNS + index * 8) + 1)
    if index == MAIN:
        store64(STEPS, 0)
    if agenda(index, 11) >= 0:
        numbered(frame, agenda(index, 11))
    at = push(1, index, -1, -1, 16 + size)
    store64(at + 40, 0)
    store64(at + 48, 0)
    outer = load64(CURRENT + index * 8)
    store64(CURRENT + index * 8, frame)
    begin_period(index)
    if agenda(index, 3) >= 0:
        signal = numbered(frame, agenda(index, 3))
        if signal == 3:
            pop()
            store64(CURRENT + index * 8, outer)
            end_period(index)
            return 0
        if load64(OVER):
            return 4
    if SCHEDULED_MOST:
        due(index, 0)
        if load64(OVER):
            return 4
    found = -1
    if agenda(index, 4) >= 0:
        found = numbered(frame, agenda(index, 4))
    if found >= 0:
        numbered(frame, found, agenda(index, 12))
    else:
        count = numbered(frame, frame + size, agenda(index, 6))
        store64(at + 40, count)
        store64(STACK_TOP, frame + size + count * 8)
    store64(CURRENT + index * 8, outer)
    return 4 if load64(OVER) else 0


def finish(at) -> int:
    """The end of a run: its last hooks, and its next run if it repeats."""
    index = load64(at + 16)
    if agenda(index, 5) >= 0:
        numbered(at + 56, agenda(index, 5))
        if load64(OVER):
            return 4
    if SCHEDULED_MOST:
        due(index, 1)
    pop()
    end_period(index)
    if load64(OVER):
        return 4
    if agenda(index, 10):
        return begin(index, at + 56)
    return 0


def leave_step():
    """``end`` in a step leaves the step."""
    while load64(STACK_LAST):
        tag = load64(load64(STACK_LAST) + 8)
        if tag == 3 or tag == 1 or tag >= 7:
            return
        pop()


def first_atom(at) -> int:
    """Where the steps of a run stand."""
    return at + 56 + agenda(load64(at + 16), 0) if load64(at + 8) == 1 else at + 56


def hook_at_work() -> int:
    """The innermost hook that stands instead of a step or an agenda."""
    at = load64(STACK_LAST)
    while load64(at + 8) != 7:
        at = load64(at)
    return at


def slots_below(at) -> int:
    """The slots of the agenda that such a hook belongs to."""
    while load64(at + 8) != 1:
        at = load64(at)
    return at + 56


def stand_instead(index, step, number, block, size) -> int:
    """A hook that may let what it stands for proceed: gives where its slots are, which are empty yet."""
    at = push(7, index, step, number, 16 + size)
    fill(at + 40, 0, 16 + size)
    push(4, block, 0, 0, 0)
    return at + 56


def proceed():
    """Lets what the innermost such hook stands for run now, above it."""
    at = hook_at_work()
    index = load64(at + 16)
    step = load64(at + 24)
    if step >= 0:
        push(8, index, step, 0, 0)
        push(4, step_of(index, step, 3), 0, 0, 0)
        return
    frame = slots_below(at)
    at = push(9, index, -1, -1, 16)
    count = numbered(frame, at + 56, agenda(index, 6))
    store64(at + 40, count)
    store64(at + 48, 0)
    store64(STACK_TOP, at + 56 + count * 8)


def take_atom(at, first) -> int:
    """Begins the next of the steps that stand from an address on; none where all are done."""
    done = load64(at + 48)
    if done >= load64(at + 40):
        return -1
    atom = load64(first + done * 8)
    store64(at + 48, done + 1)
    store64(at + 24, atom & 65535)
    store64(at + 32, (atom >> 16) - 1)
    return atom


def advance_agenda(at, frame) -> int:
    """The next step of an agenda, or its end."""
    index = load64(at + 16)
    atom = take_atom(at, first_atom(at))
    if atom < 0:
        if load64(at + 8) == 1:
            return finish(at)
        pop()
        return 0
    number = atom & 65535
    if atom >> 16:
        store64(frame + step_of(index, number, 4), (atom >> 16) - 1)
    if step_of(index, number, 0) >= 0:
        if numbered(frame, step_of(index, number, 0)) == 3:
            return 0
        if load64(OVER):
            return 4
    push(3, index, number, 0, 0)
    found = -1
    if step_of(index, number, 1) >= 0:
        found = numbered(frame, step_of(index, number, 1))
    if found >= 0:
        numbered(frame, found, step_of(index, number, 5))
    else:
        push(4, step_of(index, number, 3), 0, 0, 0)
    return 4 if load64(OVER) else 0


def end_step(at, frame) -> int:
    index = load64(at + 16)
    number = load64(at + 24)
    pop()
    if step_of(index, number, 2) >= 0:
        numbered(frame, step_of(index, number, 2))
        if load64(OVER):
            return 4
    forget_step(index, frame)
    return 0


def forget_step(index, frame):
    """What a step has left in its own slots is gone."""
    live = agenda(index, 9)
    init = agenda(index, 1)
    size = agenda(index, 0)
    if init:
        put_slots(frame + live, init + live, size - live)
        return
    while live < size:
        store64(frame + live, 0)
        live += 8


def next_statement(at, frame) -> int:
    block = BLOCKS + load64(at + 16) * 16
    position = load64(at + 24)
    if position >= load64(block + 8):
        pop()
        return 0
    store64(at + 24, position + 1)
    return numbered(frame, load64(OPS + (load64(block) + position) * 16))


def next_element(at, frame) -> int:
    loop = LOOPS + load64(at + 16) * LOOP_SIZE
    done = load64(at + 32)
    if done >= load64(at + 24):
        pop()
        return 0
    store64(frame + load64(loop + 8), load64(at + 40 + done * 8))
    store64(at + 32, done + 1)
    push(4, load64(loop + 16), 0, 0, 0)
    return 0


def next_round(at, frame) -> int:
    loop = LOOPS + load64(at + 16) * LOOP_SIZE
    rounds = load64(at + 24)
    if load64(loop + 24) >= 0:
        if numbered(frame, load64(loop + 24)) == 0:
            pop()
            return 0
    store64(at + 24, rounds + 1)
    if load64(loop) == 2:
        if rounds >= load64(loop + 48):
            give_up(1, 0)
        push(4, load64(loop + 16), 0, 0, 0)
        return 0
    most = numbered(frame, load64(loop + 32))
    if rounds >= most:
        pop()
        return 0
    signal = numbered(frame, load64(loop + 40))
    if signal == 4:
        return 4
    if signal:
        pop()
    return 0


def glide(at, frame) -> int:
    """Moves on, where there is no need to stop before that; 0 where there is."""
    tag = load64(at + 8)
    index = load64(at + 16)
    if tag == 4:
        block = BLOCKS + index * 16
        position = load64(at + 24)
        if position >= load64(block + 8):
            pop()
            return 1
        op = OPS + (load64(block) + position) * 16
        if load64(op + 8) == 0:
            return 0
        store64(at + 24, position + 1)
        numbered(frame, load64(op))
        return 1
    if tag == 5:
        next_element(at, frame)
        return 1
    if tag == 3:
        if step_of(index, load64(at + 24), 2) >= 0:
            return 0
        end_step(at, frame)
        return 1
    if tag == 1 or tag == 9:
        done = load64(at + 48)
        if done >= load64(at + 40):
            return 0
        number = load64(first_atom(at) + done * 8) & 65535
        if step_of(index, number, 0) >= 0 or step_of(index, number, 1) >= 0:
            return 0
        advance_agenda(at, frame)
        return 1
    return 0


def move(at, frame) -> int:
    tag = load64(at + 8)
    if tag == 4:
        return next_statement(at, frame)
    if tag == 5:
        return next_element(at, frame)
    if tag == 6:
        return next_round(at, frame)
    if tag == 3:
        return end_step(at, frame)
    if tag == 7 or tag == 8:
        pop()
        return 0
    return advance_agenda(at, frame)


ROUTINES: list[Any] = [
    entry_room, push, pop, put_slots, glide, agenda, step_of, prepare, refill, begin, finish, leave_step, first_atom, hook_at_work,
    slots_below, stand_instead, proceed, take_atom, advance_agenda, end_step, forget_step,
    next_statement, next_element, next_round, move,
]  # fmt: skip
