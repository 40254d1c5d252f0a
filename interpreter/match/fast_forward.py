"""A match played from its tape by the compiled executor: how it stands where the answers end, without a word of how it came there."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.start import start_of
from arbitre.interpreter.state.state import State
from arbitre.interpreter.wasm.run.runtime import Stopped, holds
from arbitre.interpreter.wasm.run.shared import runner_for
from arbitre.interpreter.wasm.run.state_transfer import Unfit

LARGEST = 1 << 24  # a choice that a compiled tape cannot hold


@dataclass(frozen=True, slots=True)
class Stand:
    """A match between two statements: the last one had the last of the answers.  ``seats``: who gave each of them."""

    state: State
    seats: tuple[int, ...]


def stand(machine: Machine, start: State, seed: int, answers: Sequence[int], executor: str = "") -> Stand | None:
    """How a match stands that begins with a state, before its setup, once these answers are given.

    None where the interpreter is to say so: there is no compiled code, it would have to be made for too few answers, it gave up, or the
    answers are not those of whole statements of this match.
    """
    if start_of(machine) is not None:
        return None
    runner = runner_for(machine, executor, len(answers)) if holds(seed) and all(0 <= answer < LARGEST for answer in answers) else None
    if runner is None or len(answers) > runner.at["TAPE_ROOM"]:
        return None
    try:
        runner.load(start, seed)
        for name, value in (("SEATS_BY_LOT", 0), ("KEEPS_TAPE", 1), ("IS_SET_UP", 0), ("SEEDS", 0)):
            runner.put(name, value)
        runner.script(None)
        runner.put("PACKED_SIZE", runner.call("pack", runner.at["PACKED"]))
        raw, at = struct.pack(f"<{len(answers)}q", *answers), runner.at["TAPE"]
        runner.view[at : at + len(raw)] = raw
        runner.put("TAPE_END", len(answers))
        runner.call("go_on", runner.seed_word(seed))
        if runner.number("TAKEN") != len(answers):
            return None
        words = runner.numbers(at, len(answers))
        runner.call("unpack", runner.at["PACKED"])
        return Stand(runner.state(), tuple(word >> 48 for word in words)) if runner.number("IS_SET_UP") else None
    except (Stopped, Unfit):
        return None
