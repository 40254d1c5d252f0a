"""Determinisation: a seat that does not know everything decides by worlds that it holds possible."""

from __future__ import annotations

from arbitre.interpreter.state.trials import WIDE
from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import bots, control, sampling
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import copy
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import give_up
from arbitre.interpreter.wasm.runtime.primitives.dice import lot_below
from arbitre.interpreter.wasm.runtime.search.options import most_liked, some_of, without_doomed
from arbitre.interpreter.wasm.runtime.search.question import PART
from arbitre.interpreter.wasm.runtime.search.replay import answers_in, draw_world
from arbitre.interpreter.wasm.runtime.search.trials import best_tried
from arbitre.interpreter.wasm.runtime.search.view import is_said, know


def guess(first: int) -> int:
    """What a seat that does not know everything decides; what stands on the tape stays as it is."""
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
        areas.said_open[at - begun] = is_said(at)
        at += 1
    n = bots.count_left
    if draw_world(first, 1):
        n = without_doomed(n)
        if bots.liked:
            choice = most_liked(n)
        else:
            if n > WIDE:
                n = some_of(n)
            choice = best_tried(first, begun, n)
    else:
        choice = areas.left[lot_below(n)]
    copy(areas.tape.at(begun), areas.said_tape.address, (end - begun) * WORD)
    copy(areas.asked_in.at(begun), areas.said_in.address, (end - begun) * WORD)
    control.tape_end = end
    areas.keys[choice] = areas.asked_keys[choice]
    bots.hidden = 0
    bots.lists_end = areas.lists.address
    bots.lists_full = 0
    return choice
