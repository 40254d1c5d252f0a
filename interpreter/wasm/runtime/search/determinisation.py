"""Determinisation: a seat with hidden information decides by trying its answers in sampled worlds, each consistent with what it knows.

Greedy seats do so while the module plays.  For a thinker the question that waits is first come to (:mod:`decisions`); then worlds are
sampled (``draw_world_for``), in each of which answers are tried as in any other (:mod:`rollout`).
"""

from __future__ import annotations

from arbitre.interpreter.state.trials import WIDE
from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import bots, control, sampling, search
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.search_rooms import PATHS
from arbitre.interpreter.wasm.routines.machine import copy
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import give_up
from arbitre.interpreter.wasm.runtime.primitives.answers import CHOICE
from arbitre.interpreter.wasm.runtime.primitives.dice import lot_below, seed_lots
from arbitre.interpreter.wasm.runtime.search.options import most_appealing, some_of, without_doomed
from arbitre.interpreter.wasm.runtime.search.question import PART
from arbitre.interpreter.wasm.runtime.search.replay import answers_in, sample_world
from arbitre.interpreter.wasm.runtime.search.snapshots import carry
from arbitre.interpreter.wasm.runtime.search.trials import best_tried
from arbitre.interpreter.wasm.runtime.search.view import is_said_at, know


def decide_by_sampling(first: int) -> int:
    """The answer of a seat with hidden information; the tape is left as it is."""
    begun = bots.begun
    end = control.tape_end
    asked = bots.asked_part & PART
    sampling.asked_number = answers_in(asked)
    know()
    if end - begun > sizes.said_most:
        give_up(StopReason.FULL, 0)
    sampling.said = end - begun
    copy(areas.said_tape.address, areas.tape.at(begun), (end - begun) * WORD)
    copy(areas.said_in.address, areas.asked_in.at(begun), (end - begun) * WORD)
    copy(areas.said_keys.address, areas.tape_keys.at(begun), (end - begun) * WORD)
    at = begun
    while at < end:
        areas.said_open[at - begun] = is_said_at(at)
        at += 1
    n = bots.count_left
    if sample_world(first, 1):
        if sampling.holds:
            hold_sampled()
        n = without_doomed(n)
        if bots.rated:
            choice = most_appealing(n)
        else:
            if n > WIDE:
                n = some_of(n)
            choice = best_tried(first, begun, n)
    else:
        sampling.asked_number = -1  # no world is found
        choice = areas.left[lot_below(n)]
    copy(areas.tape.at(begun), areas.said_tape.address, (end - begun) * WORD)
    copy(areas.asked_in.at(begun), areas.said_in.address, (end - begun) * WORD)
    control.tape_end = end
    areas.keys[choice] = areas.asked_keys[choice]
    bots.hidden = 0
    bots.lists_end = areas.lists.address
    bots.lists_full = 0
    return choice


def draw_world_for(first: int, lots: int) -> int:
    """Samples another world for the seat of the question that was told, in which answers are tried; 0 where none is found."""
    search.thinking = 0
    seed_lots(lots)
    bots.pending = 1
    found = sample_world(first, 0)
    if found:
        hold_sampled()
    bots.world_seed = sampling.held_seed
    bots.pending = 0
    search.thinking = 1
    return found


def hold_sampled() -> None:
    """Keeps the sampled world and the answers that lead to its question, by the parts they stand in; among them the one that is tried."""
    carry(areas.world.address, areas.sampled_world.address)
    own = bots.asked_part & PART
    end = control.tape_end
    to = sizes.said_most
    count = 0
    at = -1
    while at < end:
        part = own
        new = 1
        if at >= 0:
            part = areas.asked_in[at] & PART
            new = part != own and is_first_of(part, at)
        if new:
            if count >= PATHS:
                give_up(StopReason.FULL, 0)
            entry = areas.given_paths[count]
            entry.key = ((part >> 20) << 32) | (part & 0xFFFFF)
            entry.first = to
            i = 0
            while i < end:
                if (areas.asked_in[i] & PART) == part:
                    areas.tape[to] = areas.tape[i] & CHOICE
                    to += 1
                i += 1
            if at < 0:
                search.option_at = to
                to += 1
            entry.until = to
            entry.next = entry.first
            count += 1
        at += 1
    areas.given_paths.count = count
    areas.seeds[0].first = 0
    sampling.held_seed = bots.world_seed
    sampling.sampled = 1


def is_first_of(part: int, at: int) -> int:
    """Does no earlier answer on the tape stand in the same part?"""
    i = 0
    while i < at:
        if (areas.asked_in[i] & PART) == part:
            return 0
        i += 1
    return 1
