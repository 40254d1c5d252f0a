"""Worlds that a greedy seat holds possible, gone through to its question: the statement is done again there with the answers and dice the
seat knows, others answer by lot where they come first; see :mod:`arbitre.interpreter.wasm.inside.guessing`.

Options are the same where they are called the same: rows and numbers by themselves, rows that the seat does not recognise by where they
stand.  The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any

# ------------------------------------------------------------------------------------ going to the question


def reach(first, weigh) -> int:
    """Goes through the statement of the world to its question, and notes the answers that lead there; 0 where it does not come there.

    Where what the seat itself answered in other parts of what is done at once means others in this world, it is as if not given.
    """
    lots = load64(LOT)
    store64(OWN_PARTS, 1)
    found = reach_once(first, weigh)
    if load64(OWN_PARTS):
        return found
    store64(LOT, lots)
    return reach_once(first, weigh)


def reach_once(first, weigh) -> int:
    turn_into(IMAGINED)
    if weigh:
        weighing(load64(ASKED_COUNT), 0)
    store64(WEIGHS_WORLD, weigh)
    store64(TAPE_AT, load64(BEGUN))
    store64(TAPE_END, load64(BEGUN))
    store64(PENDING, 0)
    store64(FURTHER, 0)
    store64(TRYING, 1)
    store64(REACHING, 1)
    store64(REACHED, 0)
    store64(SKIPPING, 0)
    store64(STEPS, 0)
    store64(HIDDEN, 0)
    store64(LISTS_END, LISTS)
    store64(LISTS_FULL, 0)
    try:
        step(first)
    except GivenUp:
        store64(REACHING, 0)
    store64(REACHING, 0)
    store64(TRYING, 0)
    store64(WEIGHED, 0)
    store64(PENDING, 1)
    if load64(HIDDEN) and load64(ASKED_ROLLS) != load64(BEGUN_ROLLS):
        give_up(7, 0)
    if load64(WHOLE) and load64(OWN_PARTS) and not load64(REACHED):
        give_up(1, 0)
    return load64(REACHED)


def answers_in(part) -> int:
    """How many answers of a part stand on the tape since the statement began."""
    found = 0
    at = load64(BEGUN)
    while at < load64(TAPE_END):
        found += (load64(ASKED_IN + at * 8) & 0xFFFFFFFF) == part
        at += 1
    return found


def said_at(part, number) -> int:
    """Where the real answer with that number in a part stands, if the seat knows it; else -1."""
    at = 0
    while at < load64(SAID):
        if (load64(SAID_IN + at * 8) & 0xFFFFFFFF) == part:
            if number == 0:
                return at if load8u(SAID_OPEN + at) else -1
            number -= 1
        at += 1
    return -1


def in_world(seat, count) -> int:
    """The answer to a question of the statement that is done again in a world."""
    if load64(PENDING):
        return 0
    part = load64(PART)
    asked = load64(ASKED_PART) & 0xFFFFFFFF
    if load64(TOGETHER) > 1:
        left_open()
        return 0
    number = answers_in(part)
    if part != 0 and asked != 0 and part != asked:
        at = said_at(part, number)
        if at < 0 or not load64(OWN_PARTS):  # nobody looks into what others do meanwhile
            store64(SKIPPING, 1)
            store64(HIDDEN, 1)
            left_open()
            return 0
        found = load64(SAID_TAPE + at * 8) & 0xFFFFFF
        store64(OWN_PARTS, found < count and load64(KEYS + found * 8) == load64(SAID_KEYS + at * 8))
        if not load64(OWN_PARTS):
            left_open()
            return 0
        return found_in_world(part, found)
    if part == asked and number == load64(ASKED_NUMBER):
        store64(REACHED, seat == load64(ASKED_SEAT) and count == load64(ASKED_COUNT) and are_asked_keys(count))
        left_open()
        return 0
    at = said_at(part, number)
    found = 0
    if at >= 0:
        while found < count and load64(KEYS + found * 8) != load64(SAID_KEYS + at * 8):
            found += 1
        if found == count:
            left_open()
            return 0
    else:
        found = lot_below(count)
    return found_in_world(part, found)


def found_in_world(part, found) -> int:
    """Writes down what leads to the question."""
    end = load64(TAPE_END)
    if end >= TAPE_ROOM - 2 or end - load64(BEGUN) >= SAID_MOST:
        give_up(2, 0)
    store64(TAPE + end * 8, found)
    store64(ASKED_IN + end * 8, part)
    store64(TAPE_END, end + 1)
    store64(TAPE_AT, end + 1)
    return found


def part_is_left() -> int:
    """After a part of what is done at once: was it left because nobody looks into it?  The others go on."""
    if not load64(SKIPPING):
        return 0
    store64(SKIPPING, 0)
    store64(PENDING, 0)
    store64(OVER, 0)
    return 1


def are_asked_keys(count) -> int:
    i = 0
    while i < count:
        if load64(KEYS + i * 8) != load64(ASKED_KEYS + i * 8):
            return 0
        i += 1
    return 1


def is_the_question(seat) -> int:
    """Is it the question of the seat that makes up its mind which comes now?"""
    part = load64(PART)
    if load64(PENDING) or part != (load64(ASKED_PART) & 0xFFFFFFFF) or seat != load64(ASKED_SEAT):
        return 0
    return answers_in(part) == load64(ASKED_NUMBER)


def keying() -> int:
    """Is it wanted what the options of the question that comes now are called?"""
    if load64(PENDING) or load64(THINKING):
        return 0
    return load64(REACHING) or (load64(TRYING) == 0 and load64(TAPE_AT) >= load64(TAPE_END))


def marking(seat, count) -> int:
    """Is it wanted which options no bot takes?"""
    if load64(PENDING) or load64(TRYING) or load64(THINKING) or load64(TAPE_AT) < load64(TAPE_END) or not (load64(GREEDY) >> seat) & 1:
        return 0
    weighing(count, 0)
    return 1


def number_keys(count):
    """Options that are called by where they stand, and stand in the same place, are numbered."""
    i = 1
    while i < count:
        key = load64(KEYS + i * 8)
        before = load64(KEYS + i * 8 - 8)
        if key >> 40 and (before >> 8) == (key >> 8):
            store64(KEYS + i * 8, before + 1)
        i += 1


# ------------------------------------------------------------------------------------ making up its mind


def guess(first) -> int:
    """What a seat that does not know everything decides; what stands on the tape stays as it is."""
    begun = load64(BEGUN)
    end = load64(TAPE_END)
    asked = load64(ASKED_PART) & 0xFFFFFFFF
    store64(ASKED_NUMBER, answers_in(asked))
    know()
    if end - begun > SAID_MOST:
        give_up(2, 0)
    store64(SAID, end - begun)
    copy(SAID_TAPE, TAPE + begun * 8, (end - begun) * 8)
    copy(SAID_IN, ASKED_IN + begun * 8, (end - begun) * 8)
    copy(SAID_KEYS, TAPE_KEYS + begun * 8, (end - begun) * 8)
    at = begun
    while at < end:
        store8(SAID_OPEN + at - begun, is_said(at))
        at += 1
    n = load64(COUNT_LEFT)
    if draw_world(first, 1):
        n = without_doomed(n)
        if load64(LIKED):
            choice = most_liked(n)
        else:
            if n > WIDE_LIST:
                n = some_of(n)
            choice = best_tried(first, begun, n)
    else:
        choice = load64(LEFT + lot_below(n) * 8)
    copy(TAPE + begun * 8, SAID_TAPE, (end - begun) * 8)
    copy(ASKED_IN + begun * 8, SAID_IN, (end - begun) * 8)
    store64(TAPE_END, end)
    store64(KEYS + choice * 8, load64(ASKED_KEYS + choice * 8))
    store64(HIDDEN, 0)
    store64(LISTS_END, LISTS)
    store64(LISTS_FULL, 0)
    return choice


ROUTINES: list[Any] = [
    reach, reach_once, answers_in, said_at, in_world, found_in_world, part_is_left, are_asked_keys, is_the_question, keying, marking,
    number_keys, guess,
]  # fmt: skip
