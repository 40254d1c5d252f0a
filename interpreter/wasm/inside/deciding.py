"""Greedy seats make up their mind: see :mod:`arbitre.interpreter.wasm.inside.trying` for what comes before.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any


def step(first) -> int:
    store64(PART, 0)
    store64(PARTS_LOOP, 0)
    if HIDES:
        store64(DIE_SEEN, NOT_SURE)
        store64(AUDIENCE, -1)
        store64(IS_SHOWN, 0)
    store64(LISTS_AT, LISTS)
    if load64(TRYING) and load64(HIDDEN):
        store64(LISTS_AT, load64(LISTS_END))
    if first:
        first_statement()
        return 1
    return advance()


def with_bots(first) -> int:
    """One statement, or the first of all, with all its questions; 0 when there is no more to do."""
    if not load64(KEEPS_TAPE):
        store64(TAPE_AT, 0)
    store64(TRYING, 0)  # a match that was given up may have left them
    store64(WEIGHED, 0)
    store64(SECRET, 0)
    store64(ENDS_WITH_DONE, 0)
    if HIDES:
        store64(LOOKED, 0)
        store64(REACHING, 0)
        store64(SKIPPING, 0)
        store64(HIDDEN, 0)
    begun = load64(TAPE_AT)
    store64(TAPE_END, begun)
    store64(BEGUN, begun)
    store64(BEGUN_ROLLS, load64(ROLLS))
    carry(BOUNDARY, STATE)
    store64(BOUNDARY_CLOCK, load64(CLOCK))
    if USED_SIZE:
        copy(USED_BEFORE, USED, USED_SIZE)
    steps = load64(STEPS)
    dirty = load64(DIRTY)
    store64(PENDING, 0)
    store64(LISTS_END, LISTS)
    store64(LISTS_FULL, 0)
    more = step(first)
    while load64(PENDING):
        store64(REAL_SEED, load64(SEED))
        if HIDES:
            choice = guess(first)
        else:
            hide_others()
            choice = best_tried(first, begun, load64(COUNT_LEFT))
            show_others()
        store64(TAPE_AT, load64(TAPE_END))
        answered(load64(ASKED_SEAT), load64(ASKED_COUNT), choice, load64(ASKED_PART))
        store64(TAPE_AT, begun)
        store64(STEPS, steps)
        store64(DIRTY, dirty)
        store64(PENDING, 0)
        if HIDES:
            turn_into(BOUNDARY)
        else:
            begin_again()
        if USED_SIZE:
            copy(USED, USED_BEFORE, USED_SIZE)
        more = step(first)
    store64(LISTS_END, 0)
    if load64(TAPE_AT) > begun:
        store64(STEPS, 0)
    return more


def begin_again():
    """The match, or the world that is tried in, as it stood before the statement."""
    put_back(IMAGINED, load64(BOUNDARY_CLOCK))
    store64(BOUNDARY_CLOCK, load64(CLOCK))


def hide_others():
    """Takes out what others answered in this statement that the seat does not know: in secret, or in other parts of what is done at once.

    In its own part it has known all so far, or the closures have to imagine how that came about.
    """
    begun = load64(BEGUN)
    part = load64(ASKED_PART) & 0xFFFFFFFF
    hidden = 0
    at = begun
    while at < load64(TAPE_END):
        answer = load64(TAPE + at * 8)
        where = load64(ASKED_IN + at * 8)
        store64(WHOLE_ANSWERS + at * 8, answer)
        if (answer >> 48) != load64(ASKED_SEAT) and where != 0:
            if where == part or (where & 0xFFFFFFFF) == 0 or part == 0 or where >> 33 or load64(ASKED_PART) >> 33:
                give_up(7, 0)
            hidden |= 1
            store64(TAPE + at * 8, NOT_KNOWN)
        at += 1
    store64(HIDDEN, hidden)
    if hidden:
        if load64(ASKED_ROLLS) != load64(BEGUN_ROLLS):
            give_up(7, 0)
        at = begun + 1
        while at < load64(TAPE_END):  # what follows in the part of one that is not known is not known either
            if load64(TAPE + at * 8 - 8) == NOT_KNOWN and load64(ASKED_IN + at * 8) == load64(ASKED_IN + at * 8 - 8):
                store64(TAPE + at * 8, NOT_KNOWN)
            at += 1


def show_others():
    at = load64(BEGUN)
    while at < load64(TAPE_END):
        store64(TAPE + at * 8, load64(WHOLE_ANSWERS + at * 8))
        at += 1


def plainly_best() -> int:
    """What appeals most; where nothing is said, -1: those that are left are to be tried."""
    choice = only_one()
    if choice >= 0:
        return choice
    n = load64(COUNT_LEFT)
    if load64(TAPE_AT) > load64(BEGUN):
        hide_others()
        show_others()
    store64(WORLD_SEED, lot_word() >> 2)
    n = without_doomed(n)
    if load64(LIKED):
        return most_liked(n)
    if n > WIDE_LIST:
        n = some_of(n)
    store64(COUNT_LEFT, n)
    return -1


def given_by_bots(count) -> int:
    """The options that bots give, else all; how many."""
    n = 0
    i = 0
    while i < count:
        if not load64(MARKS + i * 8) & 1:
            store64(LEFT + n * 8, i)
            n += 1
        i += 1
    if n == 0:
        while n < count:
            store64(LEFT + n * 8, n)
            n += 1
    return n


def only_one() -> int:
    """The one option that bots may take; -1 where there are more, which are noted."""
    n = given_by_bots(load64(ASKED_COUNT))
    store64(COUNT_LEFT, n)
    if n == 1:
        return load64(LEFT)
    return -1


def without_doomed(n) -> int:
    hopeful = 0
    i = 0
    while i < n:
        hopeful += not load64(MARKS + load64(LEFT + i * 8) * 8) & 2
        i += 1
    if hopeful == 0:
        return n
    hopeful = 0
    i = 0
    while i < n:
        one = load64(LEFT + i * 8)
        if not load64(MARKS + one * 8) & 2:
            store64(LEFT + hopeful * 8, one)
            hopeful += 1
        i += 1
    return hopeful


def most_liked(n) -> int:
    most = load64(LIKES + load64(LEFT) * 8)
    i = 1
    while i < n:
        here = load64(LIKES + load64(LEFT + i * 8) * 8)
        if here > most:
            most = here
        i += 1
    ties = 0
    i = 0
    while i < n:
        one = load64(LEFT + i * 8)
        if load64(LIKES + one * 8) == most:
            store64(LEFT + ties * 8, one)
            ties += 1
        i += 1
    return load64(LEFT + lot_below(ties) * 8)


def some_of(n) -> int:
    """So many as are tried, by lot, in their order: what is drawn is marked."""
    drawn = 0
    while drawn < WIDE_LIST:
        at = lot_below(n)
        one = load64(LEFT + at * 8)
        n -= 1
        store64(LEFT + at * 8, load64(LEFT + n * 8))
        store64(MARKS + one * 8, 4)
        drawn += 1
    n = 0
    i = 0
    while n < WIDE_LIST:
        if load64(MARKS + i * 8) == 4:
            store64(LEFT + n * 8, i)
            n += 1
        i += 1
    return n


def best_tried(first, begun, n) -> int:
    """The option that leads to the greatest worth over a few worlds; see the function of that name in Python."""
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
                one = load64(LEFT + i * 8)
                chance = chance | tried(first, begun, one, seed)
                note_worth(one, worlds, load64(VALUE))
                if load64(TOTALS + one * 8) != load64(TOTALS + load64(LEFT) * 8):
                    alike = 0
                i += 1
            if HIDES:
                chance = chance or not load64(WHOLE)
            if not chance:
                return best_of(n)
            worlds += 1
            if worlds == ALIKE and alike:
                return load64(LEFT + lot_below(n) * 8)
            if worlds >= ENOUGH_WORLDS:
                n = without_beaten(n, worlds)
                if n == 1:
                    return load64(LEFT)
            if HIDES:
                draw_world(first, 0)
            else:
                store64(WORLD_SEED, lot_word() >> 2)
            times -= 1
        n = better_half(n)
        if n == 1:
            turn = 3
        turn += 1
    return best_of(n)


def is_before(one, its, other, others) -> int:
    """By their worth, then by lot."""
    if load64(TOTALS + one * 8) != load64(TOTALS + other * 8):
        return load64(TOTALS + one * 8) > load64(TOTALS + other * 8)
    return lt_u(others, its)


def best_of(n) -> int:
    best = load64(LEFT)
    lot = lot_word()
    i = 1
    while i < n:
        one = load64(LEFT + i * 8)
        its = lot_word()
        if is_before(one, its, best, lot):
            best = one
            lot = its
        i += 1
    return best


def better_half(n) -> int:
    """The better half, the best first."""
    i = 0
    while i < n:
        one = load64(LEFT + i * 8)
        its = lot_word()
        at = i
        while at > 0 and comes_first(one, its, at - 1):
            store64(LEFT + at * 8, load64(LEFT + at * 8 - 8))
            store64(RANKED + at * 8, load64(RANKED + at * 8 - 8))
            at -= 1
        store64(LEFT + at * 8, one)
        store64(RANKED + at * 8, its)
        i += 1
    return (n + 1) // 2


def comes_first(one, its, at) -> int:
    other = load64(LEFT + at * 8)
    if load64(TOTALS + one * 8) != load64(TOTALS + other * 8):
        return load64(TOTALS + one * 8) > load64(TOTALS + other * 8)
    return lt_u(its, load64(RANKED + at * 8))


def tried(first, begun, option, seed) -> int:
    """What an answer leads to, as the function of that name in Python has it: its worth is left; was chance part of it?"""
    lots = load64(LOT)
    end = load64(TAPE_END)
    seat = load64(ASKED_SEAT)
    begin_again()
    until = asking_agenda()
    before = load64(ROLLS)
    thrown = load64(ASKED_ROLLS) - before
    store64(LOT, seed)
    store64(TAPE + end * 8, option)
    store64(ASKED_IN + end * 8, load64(ASKED_PART))
    store64(TAPE_END, end + 1)
    store64(TAPE_AT, begun)
    store64(PENDING, 0)
    store64(FURTHER, 0)
    store64(TRYING, 1)
    store64(STEPS, 0)
    others = 0
    lost = 0
    try:
        more = step(first)
        others = load64(TRYING) > 1
        if load64(PENDING):
            begin_again()
        else:
            store64(FURTHER, 1)
            store64(LISTS_AT, load64(LISTS_END))
            while more and load64(STACK_LAST) >= until:
                carry(NEXT_BOUNDARY, STATE)
                then = load64(CLOCK)
                more = advance()
                if load64(PENDING):
                    if load64(PENDING_ROLLS) - load64(NEXT_BOUNDARY + (ROLLS - STATE)) > thrown:
                        others = 1
                    put_back(NEXT_BOUNDARY, then)
                    more = 0
    except GivenUp:
        lost = 1
    store64(TRYING, 0)
    store64(PENDING, 1)
    store64(TAPE_END, end)
    store64(LOT, lots)
    if lost:  # a rule cannot be carried out
        store64(VALUE, LOST)
        return 1
    reset_run()
    store64(VALUE, worth_of(seat))
    return others or load64(ROLLS) > before


def set_up():
    with_bots(1)


def play(most) -> int:
    """Goes on for so many statements at most; 1 if there is more to do."""
    while most > 0:
        if not with_bots(0):
            return 0
        most -= 1
    return 1


ROUTINES: list[Any] = [
    step, with_bots, begin_again, hide_others, show_others, plainly_best, given_by_bots, only_one, without_doomed, most_liked, some_of,
    best_tried, is_before, best_of, better_half, comes_first, tried, set_up, play,
]  # fmt: skip
