"""Positions: a match packed into as few bytes as it takes, gone on with from there, and played out many times.

A packed match is whether its setup is done, its numbers and cells, and of every list and of the stack as much as is used; equal matches
are equal bytes.
"""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control, state
from arbitre.interpreter.wasm.layout.records import Fact, ListHead
from arbitre.interpreter.wasm.routines.machine import GivenUp, copy, ctz, load64, store64
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import set_up
from arbitre.interpreter.wasm.runtime.match.play import advance, play_all, settle, start
from arbitre.interpreter.wasm.runtime.primitives.dice import seed_dice, seed_lots
from arbitre.interpreter.wasm.runtime.primitives.numbers import one_more

DRAWS, WITHOUT_END, LOST, KIND = 64, 65, 66, 68  # behind how often each row has won; the last is of which kind the winners are


def list_bytes(at: int, entry: int) -> int:
    """How long a packed list is."""
    return WORD + ListHead(at).count * entry


def packed_part(at: int, part: int, size: int) -> int:
    """Packs so many bytes; gives the address behind them."""
    copy(at, part, size)
    return at + size


def pack(to: int) -> int:
    """The match as it stands, to an address; gives how many bytes it takes."""
    store64(to, control.is_set_up)
    at = packed_part(to + WORD, areas.match_block.address, areas.cells_end.address - areas.match_block.address)
    at = packed_part(at, areas.timers.address, areas.timers.bytes)
    at = packed_part(at, areas.waiting.address, areas.waiting.bytes)
    at = packed_part(at, areas.scheduled.address, areas.scheduled.bytes)
    at = packed_part(at, areas.told.address, areas.told.bytes)
    at = packed_part(at, areas.published_cell.address, WORD)
    if state.published:
        at = packed_part(at, areas.published_cells.address, sizes.published_size)
    at = packed_part(at, areas.stack_cells.address, sizes.stack_cells_size)
    return packed_part(at, areas.stack_base.address, state.stack_top - areas.stack_base.address) - to


def unpacked_part(at: int, part: int, size: int) -> int:
    """Unpacks so many bytes; gives the address behind them."""
    copy(part, at, size)
    return at + size


def unpack(at: int) -> None:
    """The match is what was packed at an address, and nothing is at work in it."""
    unpacked(at)
    settle()
    control.dirty = -1
    control.steps = 0


def unpacked(at: int) -> None:
    """All parts of a match that was packed at an address."""
    control.is_set_up = load64(at)
    at = unpacked_part(at + WORD, areas.match_block.address, areas.cells_end.address - areas.match_block.address)
    at = unpacked_part(at, areas.timers.address, list_bytes(at, sizes.timers_entry))
    at = unpacked_part(at, areas.waiting.address, list_bytes(at, sizes.waiting_entry))
    at = unpacked_part(at, areas.scheduled.address, list_bytes(at, sizes.scheduled_entry))
    at = unpacked_part(at, areas.told.address, list_bytes(at, Fact.SIZE))
    at = unpacked_part(at, areas.published_cell.address, WORD)
    if state.published:
        at = unpacked_part(at, areas.published_cells.address, sizes.published_size)
    at = unpacked_part(at, areas.stack_cells.address, sizes.stack_cells_size)
    unpacked_part(at, areas.stack_base.address, state.stack_top - areas.stack_base.address)


def begin_position(seed: int) -> None:
    """A new match, as it is before its setup."""
    start(seed)
    control.is_set_up = 0
    control.packed_size = pack(areas.packed.address)


def go_on(seed: int, notes: int) -> int:
    """The match that is packed goes on with the answers of the tape; before every statement it is packed again.

    It stops where it needs an answer, and gives 1: what is packed then is the match before that statement, and ``TAKEN`` says how many
    answers of the tape came before it.  ``notes``: it is noted what is asked there.
    """
    unpack(areas.packed.address)
    coming_dice(seed)
    control.tape_at = 0
    control.taken = 0
    control.waits = 1
    control.notes_keys = notes
    control.question = -1
    more = 1
    needs = 0
    try:
        while more:
            more = carry_on()
            control.packed_size = pack(areas.packed.address)
            control.taken = control.tape_at
    except GivenUp:
        needs = 1
    settle()
    return needs


def carry_on() -> int:
    """The setup, or a statement; gives 0 where the match is over."""
    if control.is_set_up == 0:
        if sizes.has_setup:
            set_up()
        control.is_set_up = 1
        return not state.over
    return advance()


def coming_dice(seed: int) -> None:
    """Dice are those of a seed, and later of the others that are listed."""
    seed_dice(seed)
    control.others_at = areas.seeds[0]
    control.others_from = areas.seeds[0].first


def play_out(count: int, seed: int, others: int, answers: int, thrown: int, listed: int) -> None:
    """Plays the packed match to its end so often, all seats by lot: the ``answers`` on the tape first, and from die ``thrown`` on other
    dice, of the seeds ``others``, ``others + 1`` ..., which the lots are drawn from too.  Who wins is tallied."""
    areas.seeds[listed].first = thrown + 1
    areas.seeds[listed + 1].first = 0
    while count > 0:
        unpack(areas.packed.address)
        areas.seeds[listed].seed = others
        coming_dice(seed)
        seed_lots(others)
        control.tape_at = 0
        control.tape_end = answers
        control.asked = 0
        if carry_on():
            play_all()
        tally()
        control.done += 1
        others += 1
        count -= 1
    settle()


def tally() -> None:
    """One more for each of the winners, else for the draws, the matches that all have lost, or those without an end."""
    if not state.over:
        one_more(areas.tally_counts.at(WITHOUT_END))
        return
    winners = state.winners
    if winners == 0:
        if state.winner_domain == -1:
            one_more(areas.tally_counts.at(LOST))
        else:
            one_more(areas.tally_counts.at(DRAWS))
        return
    store64(areas.tally_counts.at(KIND), state.winner_domain)
    while winners:
        one_more(areas.tally_counts.at(ctz(winners)))
        winners = winners & (winners - 1)
