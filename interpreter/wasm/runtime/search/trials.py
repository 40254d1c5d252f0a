"""Answers tried: each in a few worlds, those that fall behind in no more."""

from __future__ import annotations

from arbitre.interpreter.state.trials import ALIKE, ENOUGH, LOST, SAMPLES
from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import bots, control, random, sampling, state
from arbitre.interpreter.wasm.routines.machine import GivenUp, load64
from arbitre.interpreter.wasm.runtime.interfaces import worth_of
from arbitre.interpreter.wasm.runtime.match.play import advance, reset_run
from arbitre.interpreter.wasm.runtime.primitives.dice import lot_below, lot_word
from arbitre.interpreter.wasm.runtime.search.question import question_waits, step
from arbitre.interpreter.wasm.runtime.search.ranking import asking_agenda, begin_comparing, best_of, better_half, note_worth, without_beaten
from arbitre.interpreter.wasm.runtime.search.replay import sample_world
from arbitre.interpreter.wasm.runtime.search.snapshots import begin_again, carry, put_back

FEW, SOME, MANY = SAMPLES


def tried(first: int, begun: int, option: int, seed: int) -> int:
    """What an answer leads to in a world: its worth is left; was chance part of it?

    It goes on to the end of its statement and then to the next question, but no further than the agenda that asks.
    """
    lots = random.lot
    end = control.tape_end
    seat = bots.asked_seat
    begin_again()
    until = asking_agenda()
    before = state.rolls
    thrown = bots.asked_rolls - before
    random.lot = seed
    areas.tape[end] = option
    areas.asked_in[end] = bots.asked_part
    control.tape_end = end + 1
    control.tape_at = begun
    bots.pending = 0
    bots.further = 0
    bots.trying = 1
    control.steps = 0
    others = 0
    lost = 0
    try:
        more = step(first)
        others = bots.trying > 1
        if bots.pending:
            begin_again()
        else:
            bots.further = 1
            bots.lists_at = bots.lists_end
            while more and state.stack_last >= until:
                carry(areas.next_boundary.address, areas.match_block.address)
                then = control.clock
                more = advance()
                if question_waits():
                    if (
                        bots.pending_rolls - load64(areas.next_boundary.address + (areas.rolls.address - areas.match_block.address))
                        > thrown
                    ):
                        others = 1
                    put_back(areas.next_boundary.address, then)
                    more = 0
    except GivenUp:
        lost = 1
    bots.trying = 0
    bots.pending = 1
    control.tape_end = end
    random.lot = lots
    if lost:  # a rule cannot be carried out
        bots.value = LOST
        return 1
    reset_run()
    bots.value = worth_of(seat)
    return others or state.rolls > before


def best_tried(first: int, begun: int, n: int) -> int:
    """The option that leads to the greatest worth on average over a few worlds; every option is tried on the same ones.

    Where chance has its part the better half is tried on more worlds, and the better half of those again, without what is clearly behind.
    """
    begin_comparing(n)
    worlds = 0
    samples = 0
    turn = 0
    while turn < 3:
        samples = FEW if turn == 0 else SOME if turn == 1 else MANY
        times = samples // (n // 8 if n > 8 else 1)
        if times < 2:
            times = 2
        while times > 0:
            seed = lot_word()
            chance = 0
            alike = 1
            i = 0
            while i < n:
                one = areas.left[i]
                chance = chance | tried(first, begun, one, seed)
                note_worth(one, worlds, bots.value)
                if areas.totals[one] != areas.totals[areas.left[0]]:
                    alike = 0
                i += 1
            if sizes.hides:
                chance = chance or not sampling.whole
            if not chance:
                return best_of(n)
            worlds += 1
            if worlds == ALIKE and alike:
                return areas.left[lot_below(n)]
            if worlds >= ENOUGH:
                n = without_beaten(n, worlds)
                if n == 1:
                    return areas.left[0]
            if sizes.hides:
                sample_world(first, 0)
            else:
                bots.world_seed = lot_word() >> 2
            times -= 1
        n = better_half(n)
        if n == 1:
            turn = 3
        turn += 1
    return best_of(n)
