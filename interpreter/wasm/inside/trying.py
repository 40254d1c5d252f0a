"""Greedy seats inside the module: what :mod:`arbitre.interpreter.play.bots` does, with the same lots, and to the same end.

A statement is begun as ever.  Where a greedy seat is asked, what the rulebook says of its options is noted.  If that decides it, well;
else the statement goes on with any answer, for nothing: then matters are put back as they were before it, the seat tries its answers, and
the statement is done again with a longer tape.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any

# ------------------------------------------------------------------------------------ the block, kept and brought back


def carry_list(to, source, size):
    count = load64(source)
    store64(to, count)
    if count:
        copy(to + 8, source + 8, count * size)


def carry(to, source):
    """The match from one place to another: of its lists as much as they hold."""
    copy(to, source, CELLS_END - STATE)
    carry_list(to + (TIMERS - STATE), source + (TIMERS - STATE), TIMERS_ENTRY)
    carry_list(to + (WAITING - STATE), source + (WAITING - STATE), WAITING_ENTRY)
    carry_list(to + (SCHEDULED - STATE), source + (SCHEDULED - STATE), SCHEDULED_ENTRY)
    carry_list(to + (TOLD - STATE), source + (TOLD - STATE), 16)
    if PUBLISHED_SIZE:
        copy(to + (PUBLISHED - STATE), source + (PUBLISHED - STATE), PUBLISHED_CELLS - PUBLISHED + PUBLISHED_SIZE)
    top = load64(source + (STACK_TOP - STATE))
    store64(to + (STACK_TOP - STATE), top)
    store64(to + (STACK_LAST - STATE), load64(source + (STACK_LAST - STATE)))
    if top > STACK_BASE:
        copy(to + (STACK_BASE - STATE), source + (STACK_BASE - STATE), top - STACK_BASE)


def bring_back(source):
    carry(STATE, source)
    store64(LISTS_END, 0)  # what was listed before may be others
    settle()


def put_back(source, then):
    """The same where the match stood here so when the clock said that."""
    carry(STATE, source)
    changed_since(then)
    nothing_at_work()


# ------------------------------------------------------------------------------------ what cannot be carried out


def give_up(code, where):
    """Stops the module, or only what is tried: there it is an answer that leads to nothing."""
    if code == 1 and (load64(TRYING) or load64(THOUGHT_END) == 2):
        throw()
    store64(ERROR, code)
    store64(WHERE, where)
    stop()


# ------------------------------------------------------------------------------------ being asked


def decide(seat, count) -> int:
    """The answer to a question with so many options."""
    return decide_plainly(seat, count, 0, 0)


def decide_plainly(seat, count, plain, kept) -> int:
    """The same where bots by lot take only some: ``plain`` of the options, whose positions stand in a list."""
    if load64(THINKING):
        return thought(seat, count, plain, kept)
    ends_with_done = load64(ENDS_WITH_DONE)
    store64(ENDS_WITH_DONE, 0)
    if seat < 0:
        give_up(1, 0)
    secret = load64(SECRET)
    store64(SECRET, 0)
    if HIDES:
        if load64(REACHING):
            return in_world(seat, count)
    at = next_answer()
    if at >= 0:
        found = load64(TAPE + at * 8) & 0xFFFFFF
        store64(TAPE_AT, at + 1)
        if found != NOT_KNOWN:
            if found >= count:
                give_up(1, 0)
            return found
    if load64(PENDING):
        return 0
    if load64(TRYING):
        return supposed(seat, count, plain, kept, ends_with_done)
    if (load64(GREEDY) >> seat) & 1:
        note_question(seat, count, secret)
        if HIDES:
            choice = only_one()
            copy(ASKED_KEYS, KEYS, count * 8)
        else:
            choice = plainly_best()
        if choice >= 0:
            return answered(seat, count, choice, load64(ASKED_PART))
        left_open()
        return 0
    return answered(seat, count, by_lot(seat, count, plain, kept), part_and(secret))


def left_open():
    """A question waits: what is at work is left as if the match were over, and will be put back."""
    store64(PENDING, 1)
    store64(OVER, 1)


def by_lot(seat, count, plain, kept) -> int:
    if plain == 0 or plain >= count:
        return lot_for(seat, count)
    return load64(kept + lot_for(seat, plain) * 8)


def enter_loop():
    """Things that are done at once begin."""
    if load64(TOGETHER) == 1:
        store64(PARTS_LOOP, load64(PARTS_LOOP) + 1)


def enter_part(what):
    """A part of what is done at once begins: that for a row, or by number."""
    if load64(TOGETHER) == 1:
        store64(PART_KEY, (load64(PARTS_LOOP) << 32) | (what + 1))
        store64(PART, (load64(PARTS_LOOP) << 20) | (what + 1))


def leave_part():
    if load64(TOGETHER) == 1:
        store64(PART, 0)
        store64(PART_KEY, 0)


def part_and(secret) -> int:
    """Where a question is asked: in which part of what is done at once, and is it answered in secret?"""
    return load64(PART) | (secret << 32) | ((load64(TOGETHER) > 1) << 33)


def next_answer() -> int:
    """Where the answer to this question stands on the tape, or -1.  Of parts whose answers are not known others may ask more or less."""
    at = load64(TAPE_AT)
    end = load64(TAPE_END)
    if load64(TRYING):
        part = load64(PART)
        while at < end and (load64(ASKED_IN + at * 8) & 0xFFFFFFFF) != part and load64(TAPE + at * 8) == NOT_KNOWN:
            at += 1
        if at < end and (load64(ASKED_IN + at * 8) & 0xFFFFFFFF) != part:
            return -1
    return at if at < end else -1


def answered(seat, count, found, where) -> int:
    """Writes an answer down, with who gave it, among how many, and where."""
    at = load64(TAPE_AT)
    asked = load64(ASKED)
    if at >= TAPE_ROOM - 2:
        give_up(2, 0)
    if asked >= load64(ASKED_MOST):
        give_up(6, 0)
    store64(ASKED, asked + 1)
    store64(TAPE + at * 8, found | (count << 24) | (seat << 48))
    store64(ASKED_IN + at * 8, where)
    if HIDES:
        store64(TAPE_KEYS + at * 8, load64(KEYS + found * 8))
    store64(TAPE_AT, at + 1)
    store64(TAPE_END, at + 1)
    return found


def lists_all() -> int:
    """Are all options to be listed, those too that no bot by lot would take?"""
    if load64(THINKING):
        return 1
    if load64(PENDING):
        return 0
    if HIDES:
        if load64(REACHING):
            return 1
    return load64(TRYING) == 0 or load64(TAPE_AT) < load64(TAPE_END)


def relisted(found, words) -> int:
    """How many options were listed here when the statement came here before, with those options where they are looked for; else -1.

    Up to its question it does the same each time, as long as nothing of what others answered is taken out.
    """
    at = load64(LISTS_AT)
    if at >= load64(LISTS_END):
        return -1
    count = load64(at)
    if words == 0:
        words = count
    put_slots(found, at + 8, words * 8)
    store64(LISTS_AT, at + 8 + words * 8)
    return count


def note_listed(found, words, count):
    """Keeps the options that were listed, should the statement come here again; of numbers there are as many as words."""
    going = load64(TRYING)
    if HIDES:
        going = going and not load64(REACHING)
    if going or load64(PENDING) or load64(LISTS_FULL) or load64(GREEDY) == 0:
        return
    if words == 0:
        words = count
    at = load64(LISTS_AT)
    end = at + 8 + words * 8
    if end > LISTS + LISTS_ROOM:
        store64(LISTS_FULL, 1)
        return
    store64(at, count)
    put_slots(at + 8, found, words * 8)
    store64(LISTS_AT, end)
    store64(LISTS_END, end)


def options_sought(done) -> int:
    """How many options more would make the next question of a trial, which goes no further than that; 0 where all are wanted."""
    if load64(TRYING) == 0 or load64(FURTHER) == 0 or load64(PENDING) or load64(TAPE_AT) < load64(TAPE_END):
        return 0
    return 2 - done


def supposed(seat, count, plain, kept, ends_with_done) -> int:
    """What else the statement that is tried asks: the seat itself answers by lot, the others are silent if they may, else by lot too."""
    if load64(TRYING) > AHEAD or load64(FURTHER):
        store64(PENDING_ROLLS, load64(ROLLS))
        left_open()
        return 0
    store64(TRYING, load64(TRYING) + 1)
    if seat != load64(ASKED_SEAT) and ends_with_done:
        return count - 1
    if plain == 0 or plain >= count:
        return lot_below(count)
    return load64(kept + lot_below(plain) * 8)


def weighs(seat) -> int:
    """Is it wanted what a bot thinks of the options of the question that comes now?"""
    if load64(THINKING):
        return wants_weighing(seat)
    if HIDES:
        return load64(REACHING) and load64(WEIGHS_WORLD) and is_the_question(seat)
    if load64(TAPE_AT) < load64(TAPE_END) or load64(PENDING) or load64(TRYING) or seat < 0:
        return 0
    return (load64(GREEDY) >> seat) & 1


def weighing(count, liked):
    """Begins to note what a bot thinks of so many options."""
    if count > OPTIONS_MOST:
        give_up(2, 0)
    fill(MARKS, 0, count * 8)
    fill(LIKES, 0, count * 8)
    store64(LIKED, liked)
    store64(WEIGHED, 1)


def note_question(seat, count, secret):
    if not load64(WEIGHED):
        weighing(count, 0)
    store64(WEIGHED, 0)
    store64(ASKED_SEAT, seat)
    store64(ASKED_COUNT, count)
    store64(ASKED_ROLLS, load64(ROLLS))
    store64(ASKED_PART, part_and(secret))


def random_faces(size) -> int:
    """One die thrown, a number from 0 to ``size`` - 1; where answers are tried, those that come after the question are others."""
    number = load64(ROLLS)
    store64(ROLLS, number + 1)
    if load64(THINKING):
        other_dice(number)
    if HIDES:
        if lt_u(number - load64(BEGUN_ROLLS), DICE_MOST):
            if load64(TRYING) == 0:
                store64(DICE_FOR + (number - load64(BEGUN_ROLLS)) * 8, load64(DIE_FOR))
                seen = load64(DIE_SEEN)
                if seen == NOT_SURE:
                    seen = load64(AUDIENCE)
                store64(DICE_SEEN + (number - load64(BEGUN_ROLLS)) * 8, seen)
        elif load64(TRYING):
            give_up(2, 0)
    if load64(TRYING):
        wanted = load64(WORLD_SEED)
        if number < load64(ASKED_ROLLS):
            wanted = load64(REAL_SEED)
            if HIDES:
                if not is_known_die(number - load64(BEGUN_ROLLS)):
                    wanted = load64(WORLD_SEED)
        return die_of(wanted, size, number)
    return die_below(size, number)


def die_of(seed, size, number) -> int:
    """A die of a world: all that is tried there throws the same, so the last blocks of dice are kept."""
    block = number >> 3
    at = DIGESTS + ((seed ^ block) & DIGESTS_LAST) * 80
    if load64(at) != seed or load64(at + 8) != block + 1:
        store64(DIE_BLOCK, -1)
        throw_block(seed, block)
        store64(at, seed)
        store64(at + 8, block + 1)
        put_slots(at + 16, DIE_H, 64)
    return share(load64(at + 16 + (number & 7) * 8), size)


ROUTINES: list[Any] = [
    carry_list, carry, bring_back, put_back, give_up, decide, decide_plainly, left_open, answered, enter_loop, enter_part, leave_part,
    part_and, next_answer, lists_all, by_lot, relisted, note_listed, options_sought, supposed, weighs, weighing, note_question,
    random_faces, die_of,
]  # fmt: skip
