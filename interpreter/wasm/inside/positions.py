"""Positions: a match packed into as few bytes as it takes, gone on with from there, and played out many times.

A packed match is whether its setup is done, its numbers and cells, and of every list and of the stack as much as is used; equal matches
are equal bytes.  The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any


def packed_part(at, part, size) -> int:
    copy(at, part, size)
    return at + size


def pack(to) -> int:
    """The match as it stands, to an address; gives how many bytes it takes."""
    store64(to, load64(IS_SET_UP))
    at = packed_part(to + 8, STATE, CELLS_END - STATE)
    at = packed_part(at, TIMERS, 8 + load64(TIMERS) * TIMERS_ENTRY)
    at = packed_part(at, WAITING, 8 + load64(WAITING) * WAITING_ENTRY)
    at = packed_part(at, SCHEDULED, 8 + load64(SCHEDULED) * SCHEDULED_ENTRY)
    at = packed_part(at, TOLD, 8 + load64(TOLD) * 16)
    at = packed_part(at, PUBLISHED, 8)
    if load64(PUBLISHED):
        at = packed_part(at, PUBLISHED_CELLS, PUBLISHED_SIZE)
    at = packed_part(at, STACK_TOP, 32)
    return packed_part(at, STACK_BASE, load64(STACK_TOP) - STACK_BASE) - to


def unpacked_part(at, part, size) -> int:
    copy(part, at, size)
    return at + size


def unpack(at):
    """The match is what was packed at an address, and nothing is at work in it."""
    store64(IS_SET_UP, load64(at))
    at = unpacked_part(at + 8, STATE, CELLS_END - STATE)
    at = unpacked_part(at, TIMERS, 8 + load64(at) * TIMERS_ENTRY)
    at = unpacked_part(at, WAITING, 8 + load64(at) * WAITING_ENTRY)
    at = unpacked_part(at, SCHEDULED, 8 + load64(at) * SCHEDULED_ENTRY)
    at = unpacked_part(at, TOLD, 8 + load64(at) * 16)
    at = unpacked_part(at, PUBLISHED, 8)
    if load64(PUBLISHED):
        at = unpacked_part(at, PUBLISHED_CELLS, PUBLISHED_SIZE)
    at = unpacked_part(at, STACK_TOP, 32)
    unpacked_part(at, STACK_BASE, load64(STACK_TOP) - STACK_BASE)
    settle()
    store64(DIRTY, -1)
    store64(STEPS, 0)


def begin_position(seed):
    """A new match, as it is before its setup."""
    start(seed)
    store64(IS_SET_UP, 0)
    store64(PACKED_SIZE, pack(PACKED))


def go_on(seed) -> int:
    """The match that is packed goes on with the answers of the tape; before every statement it is packed again.

    It stops where it needs an answer: what is packed then is the match before that statement, and ``TAKEN`` says how many answers of the
    tape came before it.
    """
    unpack(PACKED)
    coming_dice(seed)
    store64(TAPE_AT, 0)
    store64(TAKEN, 0)
    more = 1
    while more:
        more = carry_on()
        store64(PACKED_SIZE, pack(PACKED))
        store64(TAKEN, load64(TAPE_AT))
    return 0


def carry_on() -> int:
    """The setup, or a statement; gives 0 where the match is over."""
    if load64(IS_SET_UP) == 0:
        if HAS_SETUP:
            set_up()
        store64(IS_SET_UP, 1)
        return not load64(OVER)
    return advance()


def coming_dice(seed):
    """Dice are those of a seed, and later of the others that are listed."""
    seed_dice(seed)
    store64(OTHERS_AT, SEEDS)
    store64(OTHERS_FROM, load64(SEEDS))


def play_out(count, seed, others, answers, thrown, listed):
    """Plays the packed match to its end so often, all seats by lot: the ``answers`` on the tape first, and from die ``thrown`` on other
    dice, of the seeds ``others``, ``others + 1`` ..., which the lots are drawn from too.  Who wins is tallied."""
    store64(SEEDS + listed * 16, thrown + 1)
    store64(SEEDS + listed * 16 + 16, 0)
    while count > 0:
        unpack(PACKED)
        store64(SEEDS + listed * 16 + 8, others)
        coming_dice(seed)
        seed_lots(others)
        store64(TAPE_AT, 0)
        store64(TAPE_END, answers)
        store64(ASKED, 0)
        if carry_on():
            play_all()
        tally()
        store64(DONE, load64(DONE) + 1)
        others += 1
        count -= 1
    settle()


def tally():
    """One more for each of the winners, else for the draws or the matches without an end."""
    if not load64(OVER):
        one_more(TALLY + 65 * 4)
        return
    store64(TALLY + 66 * 4, load64(WINNER_DOMAIN))
    winners = load64(WINNERS)
    if winners == 0:
        one_more(TALLY + 64 * 4)
    while winners:
        one_more(TALLY + ctz(winners) * 4)
        winners = winners & (winners - 1)


ROUTINES: list[Any] = [packed_part, pack, unpacked_part, unpack, begin_position, go_on, carry_on, coming_dice, play_out, tally]
