"""Bots that try their answers, as :mod:`arbitre.interpreter.play.bots.bots` does, with the same lots, and to the same end.

A statement is begun as ever.  Where a bot is asked, what the rulebook says of its options is noted.  If that decides it, well; else the
statement goes on with any answer, for nothing: then matters are put back as they were before it, the seat tries its answers, and the
statement is done again with a longer tape.
"""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import bots, control, random, sampling, state
from arbitre.interpreter.wasm.routines.machine import copy
from arbitre.interpreter.wasm.runtime.search.determinisation import decide_by_sampling
from arbitre.interpreter.wasm.runtime.search.question import answered_in_part, hide_others, show_others, step
from arbitre.interpreter.wasm.runtime.search.snapshots import begin_again, carry
from arbitre.interpreter.wasm.runtime.search.trials import best_tried
from arbitre.interpreter.wasm.runtime.search.view import turn_into


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
            hide_others()
            choice = best_tried(first, begun, bots.count_left)
            show_others()
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
