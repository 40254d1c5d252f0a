"""Questions put to seats where some are bots."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import bots, control, sampling, search
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import copy
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import decide_plainly, give_up
from arbitre.interpreter.wasm.runtime.primitives.answers import CHOICE
from arbitre.interpreter.wasm.runtime.search.decisions import told, wants_heuristics_of_told
from arbitre.interpreter.wasm.runtime.search.options import only_one
from arbitre.interpreter.wasm.runtime.search.question import (
    answered_in_part,
    by_lot,
    left_open,
    next_answer,
    note_question,
    part_and,
    plainly_best,
    supposed,
)
from arbitre.interpreter.wasm.runtime.search.replay import in_world, is_the_question
from arbitre.interpreter.wasm.runtime.search.rollout import thought, wants_heuristics_in_search


def decide_as_bot(seat: int, count: int) -> int:
    """The answer to a question with so many options."""
    return decide_plainly(seat, count, 0, 0)


def decide_plainly_as_bot(seat: int, count: int, plain: int, kept: int) -> int:
    """The same where bots by lot take only some: ``plain`` of the options, whose positions stand in a list."""
    if search.thinking:
        return thought(seat, count, plain, kept)
    ends_with_done = bots.ends_with_done
    bots.ends_with_done = 0
    if seat < 0:
        give_up(StopReason.FAILED, 0)
    secret = bots.secret
    bots.secret = 0
    if search.telling:
        return told(seat, count, secret)
    if sizes.hides:
        if sampling.replaying:
            return in_world(seat, count)
    at = next_answer()
    if at >= 0:
        found = areas.tape[at] & CHOICE
        control.tape_at = at + 1
        if found >= count:
            give_up(StopReason.FAILED, 0)
        return found
    if bots.pending:
        return 0
    if bots.trying:
        return supposed(seat, count, plain, kept, ends_with_done)
    if (bots.greedy >> seat) & 1:
        note_question(seat, count, secret)
        if sizes.hides:
            choice = only_one()
            copy(areas.asked_keys.address, areas.keys.address, count * WORD)
        else:
            choice = plainly_best()
        if choice >= 0:
            return answered_in_part(seat, count, choice, bots.asked_part)
        left_open()
        return 0
    return answered_in_part(seat, count, by_lot(seat, count, plain, kept), part_and(secret))


def wants_heuristics_as_bot(seat: int) -> int:
    """Are heuristics wanted of the options of the question that comes now?"""
    if search.thinking:
        return wants_heuristics_in_search(seat)
    if sizes.hides:
        return sampling.replaying and sampling.with_heuristics and is_the_question(seat)
    if search.telling:
        return wants_heuristics_of_told()
    if control.tape_at < control.tape_end or bots.pending or bots.trying or seat < 0:
        return 0
    return (bots.greedy >> seat) & 1
