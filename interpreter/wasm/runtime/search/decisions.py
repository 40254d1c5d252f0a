"""Where bots decide: greedy seats in a match of the module's own, and a question that waits in a match played elsewhere.

In a match of its own a statement is begun as ever.  Where a bot is asked, what the rulebook says of its options is noted.  If that decides
it, well; else the statement goes on with any answer, for nothing: then matters are put back as they were before it, the seat tries its
answers, and the statement is done again with a longer tape.

For a match played elsewhere the statement that asks is gone through to the question (``tell``), with the answers that it was given; then a
bot decides there in the same way (``decide_told``), or plays its answers on.
"""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import bots, control, random, sampling, search, state
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import copy
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import give_up, worth_of
from arbitre.interpreter.wasm.runtime.match.play import reset_run
from arbitre.interpreter.wasm.runtime.search.determinisation import decide_by_sampling
from arbitre.interpreter.wasm.runtime.search.options import only_one
from arbitre.interpreter.wasm.runtime.search.question import (
    PART,
    answered_in_part,
    left_open,
    note_question,
    part_and,
    plainly_best,
    step,
)
from arbitre.interpreter.wasm.runtime.search.rollout import given_here
from arbitre.interpreter.wasm.runtime.search.snapshots import begin_again, bring_back, carry
from arbitre.interpreter.wasm.runtime.search.trials import best_tried
from arbitre.interpreter.wasm.runtime.search.view import know, turn_into

NOT_REACHED, REACHED, KNOWS_ALL = 0, 1, 2


def with_bots(first: int) -> int:
    """One statement, or the first of all, with all its questions; 0 when there is no more to do."""
    if not control.keeps_tape:
        control.tape_at = 0
    bots.trying = 0  # a match that was given up may have left them
    bots.has_heuristics = 0
    bots.secret = 0
    bots.ends_with_done = 0
    if sizes.hides:
        sampling.looked = 0
        sampling.replaying = 0
        sampling.skipping = 0
        bots.hidden = 0
    begun = control.tape_at
    control.tape_end = begun
    bots.begun = begun
    bots.begun_rolls = state.rolls
    carry(areas.boundary.address, areas.match_block.address)
    bots.boundary_clock = control.clock
    if sizes.used_size:
        copy(areas.used_before.address, areas.used.address, sizes.used_size)
    steps = control.steps
    dirty = control.dirty
    bots.pending = 0
    bots.lists_end = areas.lists.address
    bots.lists_full = 0
    more = step(first)
    while bots.pending:
        bots.real_seed = random.seed
        if sizes.hides:
            choice = decide_by_sampling(first)
        else:
            choice = best_tried(first, begun, bots.count_left)
        control.tape_at = control.tape_end
        answered_in_part(bots.asked_seat, bots.asked_count, choice, bots.asked_part)
        control.tape_at = begun
        control.steps = steps
        control.dirty = dirty
        bots.pending = 0
        if sizes.hides:
            turn_into(areas.boundary.address)
        else:
            begin_again()
        if sizes.used_size:
            copy(areas.used.address, areas.used_before.address, sizes.used_size)
        more = step(first)
    bots.lists_end = 0
    if control.tape_at > begun:
        control.steps = 0
    return more


def set_up_with_bots() -> None:
    """The setup of a match, with bots."""
    with_bots(1)


def play_with_bots(most: int) -> int:
    """Goes on for so many statements at most; 1 if there is more to do."""
    while most > 0:
        if not with_bots(0):
            return 0
        most -= 1
    return 1


# ------------------------------------------------------------------------------------ for matches played elsewhere


def tell(first: int, seat: int, part: int) -> int:
    """Goes through the statement with the answers that were given, listed by the parts they stand in, to the question of a seat in a part.

    ``KNOWS_ALL`` where nothing is hidden from the seat; ``NOT_REACHED`` where it does not come there.
    """
    begin_telling(seat, part)
    step(first)
    search.telling = 0
    bots.greedy = 0
    found = NOT_REACHED
    if bots.pending and search.is_told and bots.asked_seat == seat and are_all_given(part):
        found = KNOWS_ALL
        if sizes.hides:
            if (bots.asked_part & PART) and bots.asked_rolls != bots.begun_rolls:  # whose die it is depends on what others answer
                found = NOT_REACHED
            else:
                know()
                if not sampling.whole:
                    found = REACHED
    bots.pending = 0
    search.thinking = 1
    return found


def begin_telling(seat: int, part: int) -> None:
    """The match stands before the statement, and nothing is left of what was tried before."""
    search.thinking = 0
    search.thought_end = 0
    search.telling = 1
    search.wanted_part = part
    search.is_told = 0
    search.part_key = 0
    if sizes.hides:
        sampling.sampled = 0
        sampling.holds = 0
        sampling.looked = 0
        sampling.replaying = 0
        sampling.skipping = 0
    i = 0
    while i < areas.given_paths.count:
        areas.given_paths[i].next = areas.given_paths[i].first
        i += 1
    control.tape_at = 0
    control.tape_end = 0
    control.asked = 0
    control.steps = 0
    bots.greedy = 1 << seat
    bots.trying = 0
    bots.has_heuristics = 0
    bots.secret = 0
    bots.ends_with_done = 0
    bots.hidden = 0
    bots.begun = 0
    bots.begun_rolls = state.rolls
    bots.real_seed = random.seed
    carry(areas.boundary.address, areas.match_block.address)
    bots.boundary_clock = control.clock
    bots.pending = 0
    bots.lists_end = areas.lists.address
    bots.lists_full = 0


def told(seat: int, count: int, secret: int) -> int:
    """The answer to a question of the statement that is told, as it was given; its own is left open, and so are those of other parts."""
    if bots.pending:
        return 0
    at = given_here()
    if at:
        found = areas.tape[at.next]
        at.next += 1
        bots.has_heuristics = 0
        if found >= count:
            give_up(StopReason.FAILED, 0)
        return answered_in_part(seat, count, found, part_and(secret))
    if search.part_key == search.wanted_part:
        note_question(seat, count, secret)
        only_one()
        if sizes.hides:
            copy(areas.asked_keys.address, areas.keys.address, count * WORD)
        search.is_told = 1
        left_open()
        return 0
    if bots.part == 0 or control.together > 1:
        give_up(StopReason.LACKING, 0)
    if sizes.hides:
        sampling.skipping = 1
    left_open()
    return 0


def wants_heuristics_of_told() -> int:
    """Is it the question that waits which comes now?"""
    if bots.pending or given_here():
        return 0
    return search.part_key == search.wanted_part


def are_all_given(part: int) -> int:
    """Was every answer asked for that was given in the part of the question, or before the parts?  Of others it need not know."""
    i = 0
    while i < areas.given_paths.count:
        at = areas.given_paths[i]
        if (at.key == 0 or at.key == part) and at.next < at.until:
            return 0
        i += 1
    return 1


def decide_told(first: int, lots: int) -> int:
    """What a greedy seat answers to the question that was told."""
    search.thinking = 0
    random.lot = lots
    bots.pending = 1
    if sizes.hides:
        sampling.holds = 1
        found = decide_by_sampling(first)
        sampling.holds = 0
        bots.world_seed = sampling.held_seed
    else:
        found = plainly_best()
        if found < 0:
            found = best_tried(first, 0, bots.count_left)
    bots.pending = 0
    search.thinking = 1
    return found


def worth_here() -> int:
    """How well the seat stands in the sampled world."""
    bring_back(areas.world.address)
    reset_run()
    return worth_of(bots.asked_seat)
