"""Answers played on, for :mod:`arbitre.interpreter.play.thinker`: what comes of each in a world where every seat does what appeals to it.

A world is a match at a question, loaded as it was before the statement that asks, with the answers that were given to it already: each
stands on the tape with others of the same part of what is done at once.  All else is answered here, with the lots that Python draws.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any


def part_key() -> int:
    """Where a question stands among those asked together: 0, or the number of the loop and what the part is for."""
    return load64(PART_KEY)


def given_here() -> int:
    """Where it stands which answer comes next in this part, if it was given before; else 0."""
    key = part_key()
    at = PATHS + 8
    end = at + load64(PATHS) * 32
    while at < end:
        if load64(at) == key:
            return at if load64(at + 8) < load64(at + 16) else 0
        at += 32
    return 0


def is_far() -> int:
    """Was it played on for long enough?"""
    return load64(THOUGHT) >= load64(THINK_FAR) or load64(NEXT_BOUNDARY + (RUNS - STATE) + MAIN * 8) >= load64(THINK_UNTIL)


def wants_weighing(seat) -> int:
    if seat < 0 or given_here():
        return 0
    if load64(SEARCHING) == 1:
        return node_here(seat) == 0
    return not is_far()


def thought(seat, count, plain, kept) -> int:
    """What a seat is supposed to answer: what was given, else what appeals most; others now and then do anything."""
    weighed = load64(WEIGHED)
    store64(WEIGHED, 0)
    if seat < 0:
        give_up(1, 0)
    at = given_here()
    if at:
        found = load64(TAPE + load64(at + 8) * 8)
        store64(at + 8, load64(at + 8) + 1)
        if found >= count:
            give_up(1, 0)
        note_answer(found)
        return found
    if load64(SEARCHING) == 1:
        store64(WEIGHED, weighed)
        store64(THOUGHT, load64(THOUGHT) + 1)
        choice = descended(seat, count, plain, kept)
        store64(WEIGHED, 0)
        if choice >= 0:
            note_answer(choice)
            return choice
        weighed = 0
    if is_far():
        store64(THOUGHT_END, 1)
        throw()
    store64(THOUGHT, load64(THOUGHT) + 1)
    if seat != load64(ASKED_SEAT) and lot_below(WHIM) == 0:
        return any_answer(count, plain, kept)
    if not weighed:
        weighing(count, 0)
        store64(WEIGHED, 0)
    n = open_answers(count)
    if load64(LIKED):
        return most_liked(n)
    if kept:
        n = both_lists(n, plain, kept)
    if n == 0:
        return any_answer(count, plain, kept)
    return load64(LEFT + lot_below(n) * 8)


def any_answer(count, plain, kept) -> int:
    if plain == 0 or plain >= count:
        return lot_below(count)
    return load64(kept + lot_below(plain) * 8)


def open_answers(count) -> int:
    """The options that bots give and that can come off, else those that they give, else all; how many."""
    return without_doomed(given_by_bots(count))


def both_lists(n, plain, kept) -> int:
    """Of the options that are left those that stand in another list too; both are in order."""
    found = 0
    i = 0
    j = 0
    while i < n and j < plain:
        one = load64(LEFT + i * 8)
        other = load64(kept + j * 8)
        if one == other:
            store64(LEFT + found * 8, one)
            found += 1
        i += one <= other
        j += other <= one
    return found


def hold_world():
    """The match as it stands is the world that answers are tried in."""
    carry(WORLD, STATE)


def played_on(first, seat, option, seed, far, turns) -> int:
    """The worth of a seat some way after an answer."""
    seed_lots(seed)
    store64(TAPE + load64(OPTION_AT) * 8, option)
    come_far(first, seat, far, turns)
    if load64(THOUGHT_END) == 2:
        return NOWHERE
    reset_run()
    return worth_of(seat)


def come_far(first, seat, far, turns):
    """From the world on, as far as may be; ``THOUGHT_END`` is 2 where a rule could not be carried out."""
    bring_back(WORLD)
    coming_dice(load64(WORLD_SEED))
    i = 0
    while i < load64(PATHS):
        at = PATHS + 8 + i * 32
        store64(at + 8, load64(at + 24))
        i += 1
    store64(ASKED_SEAT, seat)
    store64(THOUGHT_END, 0)
    store64(PART_KEY, 0)
    store64(PARTS_LOOP, 0)
    store64(SECRET, 0)
    store64(WEIGHED, 0)
    store64(ENDS_WITH_DONE, 0)
    store64(THOUGHT, 0)
    store64(THINK_FAR, far)
    store64(THINK_UNTIL, load64(RUNS + MAIN * 8) + turns)
    store64(STEPS, 0)
    try:
        go_far(first)
    except GivenUp:
        reset_run()
    store64(THOUGHT_OF, load64(THOUGHT_OF) + load64(THOUGHT) + 1)
    if load64(THOUGHT_END):
        bring_back(NEXT_BOUNDARY)


def go_far(first):
    """Statement after statement, until it is over or was played on for long enough; that is thrown."""
    more = 1
    while more:
        carry(NEXT_BOUNDARY, STATE)
        asked = load64(THOUGHT_OF) + load64(THOUGHT)
        store64(STATE_HASH, 0)
        store64(ANSWER_HASH, 0)
        store64(THOUGHT_END, 2)  # unless a rule cannot be carried out
        more = step(first)
        store64(THOUGHT_END, 0)
        if first or load64(THOUGHT_OF) + load64(THOUGHT) > asked:
            store64(STEPS, 0)
        first = 0
        paths_are_over()


def paths_are_over():
    """The answers on the tape were for one statement."""
    i = 0
    while i < load64(PATHS):
        store64(PATHS + 8 + i * 32 + 8, load64(PATHS + 8 + i * 32 + 16))
        i += 1
    store64(PARTS_LOOP, 0)


def think(first, seat, count, seed, far, turns):
    """Plays on each of the options that are listed, all with the same lots and dice."""
    while load64(DONE) < count:
        done = load64(DONE)
        store64(THOUGHT_VALUES + done * 8, played_on(first, seat, load64(THOUGHT_OPTIONS + done * 8), seed, far, turns))
        store64(DONE, done + 1)
    settle()


ROUTINES: list[Any] = [
    part_key, given_here, is_far, wants_weighing, thought, any_answer, open_answers, both_lists, hold_world, played_on, come_far, go_far,
    paths_are_over, think,
]  # fmt: skip
