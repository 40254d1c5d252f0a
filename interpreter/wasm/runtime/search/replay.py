"""The statement done again in a sampled world up to the question: with the answers and dice that the seat knows, others by lot.

Options are the same where they are called the same: rows and numbers by themselves, rows that the seat does not recognise by where they
stand.
"""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import bots, control, random, sampling, search, state
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import GivenUp, copy
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import begin_heuristics, give_up
from arbitre.interpreter.wasm.runtime.primitives.answers import CHOICE
from arbitre.interpreter.wasm.runtime.sampling.statement import answer_in_world
from arbitre.interpreter.wasm.runtime.sampling.world import draw_world
from arbitre.interpreter.wasm.runtime.search.question import PART, left_open, step
from arbitre.interpreter.wasm.runtime.search.snapshots import carry
from arbitre.interpreter.wasm.runtime.search.view import turn_into


def answers_in(part: int) -> int:
    """How many answers of a part stand on the tape since the statement began."""
    found = 0
    at = bots.begun
    while at < control.tape_end:
        found += (areas.asked_in[at] & PART) == part
        at += 1
    return found


def said_at(part: int, number: int) -> int:
    """Where the real answer with that number in a part stands, if the seat knows it; else -1."""
    at = 0
    while at < sampling.said:
        if (areas.said_in[at] & PART) == part:
            if number == 0:
                return at if areas.said_open[at] else -1
            number -= 1
        at += 1
    return -1


def found_in_world(part: int, found: int) -> int:
    """Writes down what leads to the question."""
    end = control.tape_end
    if end >= sizes.tape_room - 2 or end - bots.begun >= sizes.said_most:
        give_up(StopReason.FULL, 0)
    areas.tape[end] = found
    areas.asked_in[end] = part
    control.tape_end = end + 1
    control.tape_at = end + 1
    return found


def in_world(seat: int, count: int) -> int:
    """The answer to a question of the statement that is done again in a world."""
    if bots.pending:
        return 0
    part = bots.part
    asked = bots.asked_part & PART
    if control.together > 1:
        left_open()
        return 0
    number = answers_in(part)
    if part != 0 and asked != 0 and part != asked:
        at = said_at(part, number)
        if at < 0 or not sampling.own_parts:  # nobody looks into what others do meanwhile
            sampling.skipping = 1
            bots.hidden = 1
            left_open()
            return 0
        found = areas.said_tape[at] & CHOICE
        sampling.own_parts = found < count and areas.keys[found] == areas.said_keys[at]
        if not sampling.own_parts:
            left_open()
            return 0
        return found_in_world(part, found)
    if part == asked and number == sampling.asked_number:
        sampling.reached = seat == bots.asked_seat and count == bots.asked_count and are_asked_keys(count)
        left_open()
        return 0
    at = said_at(part, number)
    found = answer_in_world(at >= 0, offered_at(at, count), count)
    if found < 0:
        left_open()
        return 0
    return found_in_world(part, found)


def offered_at(at: int, count: int) -> int:
    """The position, among so many options, of what was answered there; -1 where it is not offered, or nothing was answered."""
    found = 0
    while at >= 0 and found < count:
        if areas.keys[found] == areas.said_keys[at]:
            return found
        found += 1
    return -1


def part_is_left() -> int:
    """After a part of what is done at once: was it left because nobody looks into it?  The others go on."""
    if not sampling.skipping:
        return 0
    sampling.skipping = 0
    bots.pending = 0
    state.over = 0
    return 1


def are_asked_keys(count: int) -> int:
    """Are the options called as those of the question?"""
    i = 0
    while i < count:
        if areas.keys[i] != areas.asked_keys[i]:
            return 0
        i += 1
    return 1


def is_the_question(seat: int) -> int:
    """Is it the question of the seat that makes up its mind which comes now?"""
    part = bots.part
    if bots.pending or part != (bots.asked_part & PART) or seat != bots.asked_seat:
        return 0
    return answers_in(part) == sampling.asked_number


def wants_keys() -> int:
    """Are the keys of the options of the question that comes now wanted?"""
    if bots.pending or search.thinking:
        return 0
    return sampling.replaying or (bots.trying == 0 and control.tape_at >= control.tape_end)


def begin_marks(seat: int, count: int) -> int:
    """Is it wanted which options no bot takes?"""
    if bots.pending or bots.trying or search.thinking or control.tape_at < control.tape_end or not (bots.greedy >> seat) & 1:
        return 0
    begin_heuristics(count, 0)
    return 1


def number_keys(count: int) -> None:
    """Options that are called by where they stand, and stand in the same place, are numbered."""
    i = 1
    while i < count:
        key = areas.keys[i]
        before = areas.keys[i - 1]
        if key >> 40 and (before >> 8) == (key >> 8):
            areas.keys[i] = before + 1
        i += 1


def replay_once(first: int, heuristics: int) -> int:
    """Replays the statement in the sampled world once; was the question reached?"""
    turn_into(areas.sampled_world.address)
    if heuristics:
        begin_heuristics(bots.asked_count, 0)
    sampling.with_heuristics = heuristics
    control.tape_at = bots.begun
    control.tape_end = bots.begun
    bots.pending = 0
    bots.further = 0
    bots.trying = 1
    sampling.replaying = 1
    sampling.reached = 0
    sampling.skipping = 0
    control.steps = 0
    bots.hidden = 0
    bots.lists_end = areas.lists.address
    bots.lists_full = 0
    try:
        step(first)
    except GivenUp:
        sampling.replaying = 0
    sampling.replaying = 0
    bots.trying = 0
    bots.has_heuristics = 0
    bots.pending = 1
    if bots.hidden and bots.asked_rolls != bots.begun_rolls:
        give_up(StopReason.LACKING, 0)
    if sampling.whole and sampling.own_parts and not sampling.reached:
        give_up(StopReason.FAILED, 0)
    return sampling.reached


def replay_to_question(first: int, heuristics: int) -> int:
    """Replays the statement in the sampled world up to its question, and notes the answers that lead there; 0 if it is not reached.

    Where what the seat itself answered in other parts of what is done at once means others in this world, it is as if not given.
    """
    lots = random.lot
    sampling.own_parts = 1
    found = replay_once(first, heuristics)
    if sampling.own_parts:
        return found
    random.lot = lots
    return replay_once(first, heuristics)


def sample_world(first: int, heuristics: int) -> int:
    """Samples a world at the same question with the same options; 0, and the one before stands, if none is found."""
    sampling.old_seed = bots.world_seed
    sampling.old_end = control.tape_end
    carry(areas.old_sampled_world.address, areas.sampled_world.address)
    size = (control.tape_end - bots.begun) * WORD
    copy(areas.old_tape.address, areas.tape.at(bots.begun), size)
    copy(areas.old_in.address, areas.asked_in.at(bots.begun), size)
    sampling.in_setup = first
    sampling.wants_heuristics = heuristics
    if draw_world():
        return 1
    bots.world_seed = sampling.old_seed
    carry(areas.sampled_world.address, areas.old_sampled_world.address)
    control.tape_end = sampling.old_end
    copy(areas.tape.at(bots.begun), areas.old_tape.address, size)
    copy(areas.asked_in.at(bots.begun), areas.old_in.address, size)
    return 0
