"""A statement that asks bots: the tape of answers, the parts of what is done at once, options that were listed, dice of trials."""

from __future__ import annotations

from arbitre.interpreter.state.trials import AHEAD, WIDE
from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.bot_records import Options
from arbitre.interpreter.wasm.layout.cells import bots, control, random, sampling, search, state
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import load_word, lt_u
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import begin_heuristics, give_up
from arbitre.interpreter.wasm.runtime.match.play import advance, first_statement
from arbitre.interpreter.wasm.runtime.primitives.answers import lot_for, written
from arbitre.interpreter.wasm.runtime.primitives.dice import counted, die_of, lot_below, lot_word, other_dice
from arbitre.interpreter.wasm.runtime.primitives.frames import put_slots
from arbitre.interpreter.wasm.runtime.search.options import most_appealing, only_one, some_of, without_doomed
from arbitre.interpreter.wasm.runtime.search.view import is_known_die

PART = 0xFFFFFFFF  # of where a question is asked: in which part of what is done at once


def step(first: int) -> int:
    """A statement, or what comes before the first round."""
    bots.part = 0
    search.parts_loop = 0
    if sizes.hides:
        sampling.die_seen = sizes.not_sure
        sampling.audience = -1
        sampling.is_shown = 0
    bots.lists_at = areas.lists.address
    if bots.trying and bots.hidden:
        bots.lists_at = bots.lists_end
    if first:
        first_statement()
        return 1
    return advance()


def question_waits() -> int:
    """Does a question wait for an answer?"""
    return bots.pending


def left_open() -> None:
    """A question waits: what is at work is left as if the match were over, and will be put back."""
    bots.pending = 1
    state.over = 1


def by_lot(seat: int, count: int, plain: int, kept: int) -> int:
    """The answer of a seat by lot, of those that bots take."""
    if plain == 0 or plain >= count:
        return lot_for(seat, count)
    return load_word(kept, lot_for(seat, plain))


def enter_loop() -> None:
    """Things that are done at once begin."""
    if control.together == 1:
        search.parts_loop += 1


def enter_part(what: int) -> None:
    """A part of what is done at once begins: that for a row, or by number."""
    if control.together == 1:
        search.part_key = (search.parts_loop << 32) | (what + 1)
        bots.part = (search.parts_loop << 20) | (what + 1)


def leave_part() -> None:
    """A part of what is done at once is over."""
    if control.together == 1:
        bots.part = 0
        search.part_key = 0


def part_and(secret: int) -> int:
    """Where a question is asked: in which part of what is done at once, and is it answered in secret?"""
    return bots.part | (secret << 32) | ((control.together > 1) << 33)


def next_answer() -> int:
    """Where the answer to this question stands on the tape, or -1.  Of parts whose answers are not known others may ask more or less."""
    at = control.tape_at
    end = control.tape_end
    if bots.trying:
        if at < end and (areas.asked_in[at] & PART) != bots.part:
            return -1
    return at if at < end else -1


def answered_in_part(seat: int, count: int, found: int, where: int) -> int:
    """Writes an answer down, with who gave it, among how many, and where."""
    at = control.tape_at
    asked = control.asked
    if at >= sizes.tape_room - 2:
        give_up(StopReason.FULL, 0)
    if asked >= control.asked_most:
        give_up(StopReason.LIMIT, 0)
    control.asked = asked + 1
    areas.tape[at] = written(seat, count, found)
    areas.asked_in[at] = where
    if sizes.hides:
        areas.tape_keys[at] = areas.keys[found]
    control.tape_at = at + 1
    control.tape_end = at + 1
    return found


def lists_all() -> int:
    """Are all options to be listed, those too that no bot by lot would take?"""
    if search.thinking:
        return 1
    if bots.pending:
        return 0
    if sizes.hides:
        if sampling.replaying:
            return 1
    return bots.trying == 0 or control.tape_at < control.tape_end


def relisted(found: int, words: int) -> int:
    """How many options were listed here when the statement came here before, with those options where they are looked for; else -1.

    Up to its question it does the same each time, as long as nothing of what others answered is taken out.
    """
    at = Options(bots.lists_at)
    if at >= bots.lists_end:
        return -1
    count = at.count
    if words == 0:
        words = count
    put_slots(found, at.found, words * WORD)
    bots.lists_at = at.found + words * WORD
    return count


def note_listed(found: int, words: int, count: int) -> None:
    """Keeps the options that were listed, should the statement come here again; of numbers there are as many as words."""
    going = bots.trying
    if sizes.hides:
        going = going and not sampling.replaying
    if going or bots.pending or bots.lists_full or bots.greedy == 0:
        return
    if words == 0:
        words = count
    at = Options(bots.lists_at)
    end = at.found + words * WORD
    if end > areas.lists.address + sizes.lists_room:
        bots.lists_full = 1
        return
    at.count = count
    put_slots(at.found, found, words * WORD)
    bots.lists_at = end
    bots.lists_end = end


def options_sought(done: int) -> int:
    """How many options more would make the next question of a trial, which goes no further than that; 0 where all are wanted."""
    if bots.trying == 0 or bots.further == 0 or bots.pending or control.tape_at < control.tape_end:
        return 0
    return 2 - done


def supposed(seat: int, count: int, plain: int, kept: int, ends_with_done: int) -> int:
    """What else the statement that is tried asks: the seat itself answers by lot, the others are silent if they may, else by lot too."""
    if bots.trying > AHEAD or bots.further:
        bots.pending_rolls = state.rolls
        left_open()
        return 0
    bots.trying += 1
    if seat != bots.asked_seat and ends_with_done:
        return count - 1
    if plain == 0 or plain >= count:
        return lot_below(count)
    return load_word(kept, lot_below(plain))


def note_question(seat: int, count: int, secret: int) -> None:
    """The question that a bot is asked."""
    if not bots.has_heuristics:
        begin_heuristics(count, 0)
    bots.has_heuristics = 0
    bots.asked_seat = seat
    bots.asked_count = count
    bots.asked_rolls = state.rolls
    bots.asked_part = part_and(secret)


def random_faces_as_bot(size: int, occasion: int) -> int:
    """One die thrown, a number from 0 to ``size`` - 1; where answers are tried, those that come after the question are others."""
    number = state.rolls
    state.rolls = number + 1
    nth = counted(occasion)
    sampled = bots.trying
    if search.thinking:
        other_dice(number)
        if sizes.hides:
            sampled = sampling.sampled
    if sizes.hides:
        if lt_u(number - bots.begun_rolls, sizes.dice_most):
            if bots.trying == 0 and not search.thinking:
                areas.dice_for[number - bots.begun_rolls] = sampling.die_for
                seen = sampling.die_seen
                if seen == sizes.not_sure:
                    seen = sampling.audience
                areas.dice_seen[number - bots.begun_rolls] = seen
        elif bots.trying:
            give_up(StopReason.FULL, 0)
    if sampled:
        wanted = bots.world_seed
        if number < bots.asked_rolls:
            wanted = bots.real_seed
            if sizes.hides:
                if not is_known_die(number - bots.begun_rolls):
                    wanted = bots.world_seed
        return die_of(wanted, size, occasion, nth)
    return die_of(random.seed, size, occasion, nth)


def plainly_best() -> int:
    """What appeals most; where nothing is said, -1: those that are left are to be tried."""
    choice = only_one()
    if choice >= 0:
        return choice
    n = bots.count_left
    bots.world_seed = lot_word() >> 2
    n = without_doomed(n)
    if bots.rated:
        return most_appealing(n)
    if n > WIDE:
        n = some_of(n)
    bots.count_left = n
    return -1
