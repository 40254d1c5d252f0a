"""Rollouts, for :mod:`arbitre.interpreter.play.bots.thinker`: what comes of an answer in a world where every seat does what appeals to it.

A world is a match at a question, loaded as it was before the statement that asks, with the answers that were given to it already: each
stands on the tape with others of the same part of what is done at once.  All else is answered here, with the lots that Python draws.
"""

from __future__ import annotations

from arbitre.interpreter.state.trials import NOWHERE, SURE, WHIM
from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.bot_records import Given
from arbitre.interpreter.wasm.layout.cells import bots, control, search
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import GivenUp, throw
from arbitre.interpreter.wasm.runtime.interfaces import begin_heuristics, give_up, worth_of
from arbitre.interpreter.wasm.runtime.match.play import reset_run, settle
from arbitre.interpreter.wasm.runtime.match.positions import coming_dice
from arbitre.interpreter.wasm.runtime.primitives.dice import lot_below, seed_lots
from arbitre.interpreter.wasm.runtime.search.options import any_answer, both_lists, most_appealing, open_answers
from arbitre.interpreter.wasm.runtime.search.question import step
from arbitre.interpreter.wasm.runtime.search.snapshots import bring_back, carry
from arbitre.interpreter.wasm.runtime.search.tree import descended, node_here, note_answer, rounds_at
from arbitre.interpreter.wasm.runtime.search.view import turn_into


def part_key() -> int:
    """Where a question stands among those asked together: 0, or the number of the loop and what the part is for."""
    return search.part_key


def given_here() -> Given:
    """Where it stands which answer comes next in this part, if it was given before; else 0."""
    key = part_key()
    at = areas.given_paths.first
    end = at.nth(areas.given_paths.count)
    while at < end:
        if at.key == key:
            return at if at.next < at.until else Given(0)
        at = at.nth(1)
    return Given(0)


def is_far() -> int:
    """Was it played on for long enough?"""
    return search.thought >= search.think_far or rounds_at(areas.next_boundary.address) >= search.think_until


def wants_heuristics_in_search(seat: int) -> int:
    """Are heuristics wanted of the options of the question that comes now?"""
    if seat < 0 or given_here():
        return 0
    if search.searching == 1:
        return node_here(seat) == 0
    return not is_far()


def thought(seat: int, count: int, plain: int, kept: int) -> int:
    """What a seat is supposed to answer: what was given, else what appeals most; others now and then do anything."""
    has_heuristics = bots.has_heuristics
    bots.has_heuristics = 0
    if seat < 0:
        give_up(StopReason.FAILED, 0)
    at = given_here()
    if at:
        found = areas.tape[at.next]
        at.next += 1
        if found >= count:
            give_up(StopReason.FAILED, 0)
        note_answer(found)
        return found
    if search.searching == 1:
        bots.has_heuristics = has_heuristics
        search.thought += 1
        choice = descended(seat, count, plain, kept)
        bots.has_heuristics = 0
        if choice >= 0:
            note_answer(choice)
            return choice
        has_heuristics = 0
    if is_far():
        search.thought_end = 1
        throw()
    search.thought += 1
    if seat != bots.asked_seat and lot_below(WHIM) == 0:
        return any_answer(count, plain, kept)
    if not has_heuristics:
        begin_heuristics(count, 0)
        bots.has_heuristics = 0
    n = open_answers(count)
    if bots.rated:
        return most_appealing(n)
    if kept:
        n = both_lists(n, plain, kept)
    if n == 0:
        return any_answer(count, plain, kept)
    return areas.left[lot_below(n)]


def hold_world() -> None:
    """The match as it stands is the world that answers are tried in."""
    carry(areas.world.address, areas.match_block.address)


def played_on(first: int, seat: int, option: int, seed: int, far: int, turns: int) -> int:
    """The worth of a seat some way after an answer."""
    seed_lots(seed)
    areas.tape[search.option_at] = option
    come_far(first, seat, far, turns)
    if search.thought_end == 2:
        return NOWHERE
    reset_run()
    value = worth_of(seat)
    if value >= SURE:
        return value - search.thought
    return value + search.thought if value <= -SURE else value


def come_far(first: int, seat: int, far: int, turns: int) -> None:
    """From the world on, as far as may be; ``THOUGHT_END`` is 2 where a rule could not be carried out."""
    stand_as(areas.world.address)
    coming_dice(bots.world_seed)
    i = 0
    while i < areas.given_paths.count:
        at = areas.given_paths[i]
        at.next = at.first
        i += 1
    bots.asked_seat = seat
    search.thought_end = 0
    search.part_key = 0
    search.parts_loop = 0
    bots.secret = 0
    bots.has_heuristics = 0
    bots.ends_with_done = 0
    search.thought = 0
    search.think_far = far
    search.think_until = areas.runs[sizes.main] + turns
    control.steps = 0
    try:
        go_far(first)
    except GivenUp:
        reset_run()
    search.thought_of = search.thought_of + search.thought + 1
    if search.thought_end:
        stand_as(areas.next_boundary.address)


def stand_as(source: int) -> None:
    """The match is what stands elsewhere.  Where that may be another match, what both have in common is not computed again."""
    if sizes.hides:
        turn_into(source)
    else:
        bring_back(source)


def go_far(first: int) -> None:
    """Statement after statement, until it is over or was played on for long enough; that is thrown."""
    more = 1
    while more:
        carry(areas.next_boundary.address, areas.match_block.address)
        asked = search.thought_of + search.thought
        search.state_hash = 0
        search.answer_hash = 0
        search.thought_end = 2  # unless a rule cannot be carried out
        more = step(first)
        search.thought_end = 0
        if first or search.thought_of + search.thought > asked:
            control.steps = 0
        first = 0
        paths_are_over()


def paths_are_over() -> None:
    """The answers on the tape were for one statement."""
    i = 0
    while i < areas.given_paths.count:
        areas.given_paths[i].next = areas.given_paths[i].until
        i += 1
    search.parts_loop = 0


def think(first: int, seat: int, count: int, seed: int, far: int, turns: int) -> None:
    """Plays on each of the options that are listed, all with the same lots and dice."""
    while control.done < count:
        done = control.done
        areas.thought_values[done] = played_on(first, seat, areas.thought_options[done], seed, far, turns)
        control.done = done + 1
    settle()
