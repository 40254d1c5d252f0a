"""A tree of answers that grows, for :mod:`arbitre.interpreter.play.growing`: what was found out of a question is known when it comes again.

A node is a question: its key, who is asked among how many options (and how many of them bots give), how often it was come to, and how all
of that ended for who is asked; then of every option how often it was taken, how it is liked (0: not at all), and how it ended.  Ends are
numbers from 0 to 65,536.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any


def hash_of(value, at, size) -> int:
    end = at + size
    while at < end:
        value = (value ^ load64(at)) * 0x9E3779B97F4A7C15
        value = value ^ (value >> 29)
        at += 8
    return value


def state_hash() -> int:
    """How the match stood before the statement that asks."""
    found = load64(STATE_HASH)
    if found:
        return found
    to = NEXT_BOUNDARY - STATE
    found = hash_of(1, to + RUNS, CELLS_END - RUNS)
    found = hash_of(found, to + TIMERS, 8 + load64(to + TIMERS) * TIMERS_ENTRY)
    found = hash_of(found, to + WAITING, 8 + load64(to + WAITING) * WAITING_ENTRY)
    found = hash_of(found, to + SCHEDULED, 8 + load64(to + SCHEDULED) * SCHEDULED_ENTRY)
    found = hash_of(found, to + STACK_BASE, load64(to + STACK_TOP) - STACK_BASE) | 1
    store64(STATE_HASH, found)
    return found


def note_answer(choice):
    """An answer more in the statement that asks."""
    store64(ANSWER_HASH, mixed(mixed(load64(ANSWER_HASH), load64(PART_KEY)), choice + 1))


def mixed(value, more) -> int:
    value = (value ^ more) * 0x9E3779B97F4A7C15
    return value ^ (value >> 31)


def node_here(seat) -> int:
    """The node of a question to a seat, or 0; then ``NODE_PLACE`` is where it would be found."""
    key = mixed(mixed(state_hash(), load64(ANSWER_HASH)), seat + 1)
    place = key >> 47
    store64(NODE_KEY, key)
    while 1:
        at = load64(NODE_PLACES + place * 8)
        if at == 0:
            store64(NODE_PLACE, place)
            return 0
        if load64(at) == key:
            return at
        place = (place + 1) & 0x1FFFF
    return 0


def new_node(seat, count, plain, kept) -> int:
    """A node for the question that was just looked for; 0 where there is no room."""
    at = load64(NODES_TOP)
    if at + 32 + count * 16 > NODES_END or load64(NODES_COUNT) >= MANY_NODES:
        return 0
    store64(NODES_TOP, at + 32 + count * 16)
    store64(NODES_COUNT, load64(NODES_COUNT) + 1)
    store64(NODE_PLACES + load64(NODE_PLACE) * 8, at)
    fill(at, 0, 32 + count * 16)
    store64(at, load64(NODE_KEY))
    n = open_answers(count)
    if kept and plain:
        j = both_lists(n, plain, kept)
        if j:
            n = j
        else:
            n = open_answers(count)
    store64(at + 8, seat | (count << 16) | (n << 40))
    most = load64(LIKES + load64(LEFT) * 8)
    i = 1
    while i < n:
        here = load64(LIKES + load64(LEFT + i * 8) * 8)
        if here > most:
            most = here
        i += 1
    i = 0
    while i < n:
        one = load64(LEFT + i * 8)
        store32(at + 36 + one * 16, LIKED_WEIGHT if load64(LIKED) and load64(LIKES + one * 8) == most else PLAIN_WEIGHT)
        i += 1
    return at


def root_of(number) -> int:
    """The whole part of its square root."""
    if number < 2:
        return number
    found = 1 << ((65 - clz(number)) >> 1)
    while 1:
        nearer = (found + number // found) >> 1
        if nearer >= found:
            return found
        found = nearer
    return 0


def best_child(node) -> int:
    """The option that promises most: what came of it, and more for one that was taken seldom."""
    count = (load64(node + 8) >> 16) & 0xFFFFFF
    visits = load64(node + 16)
    mean = (load64(node + 24) // visits if visits else 32768) - load64(LATER)
    reach = (load64(EXPLORE) * root_of(((visits + 1) << 16) // (load64(node + 8) >> 40))) >> 8
    option = lot_below(count)
    best = 0
    most = -0x7FFFFFFFFFFF
    i = 0
    while i < count:
        at = node + 32 + option * 16
        weight = load32u(at + 4)
        if weight:
            times = load32u(at)
            score = (load64(at + 8) // times if times else mean) + reach * weight // (16 * (times + 1))
            if score > most:
                most = score
                best = option
        option += 1
        if option == count:
            option = 0
        i += 1
    return best


def descended(seat, count, plain, kept) -> int:
    """The answer that the tree gives, which grows by the question where it is new; -1 where it has none."""
    node = node_here(seat)
    if node == 0:
        if not load64(WEIGHED):
            weighing(count, 0)
        node = new_node(seat, count, plain, kept)
        leave_tree()
        if node == 0:
            return -1
    length = load64(TREE_PATH)
    if ((load64(node + 8) >> 16) & 0xFFFFFF) != count or length >= DEEPEST:
        leave_tree()
        return -1
    choice = best_child(node)
    store64(TREE_PATH + 8 + length * 16, node)
    store64(TREE_PATH + 16 + length * 16, choice)
    store64(TREE_PATH, length + 1)
    return choice


def leave_tree():
    """From here on it is played on."""
    store64(SEARCHING, 2)
    store64(THOUGHT_OF, load64(THOUGHT_OF) + load64(THOUGHT))
    store64(THOUGHT, 0)
    store64(THINK_UNTIL, load64(NEXT_BOUNDARY + (RUNS - STATE) + MAIN * 8) + load64(THINK_TURNS))


def end_for(seat) -> int:
    """How it ended for a seat, from 0 to 65,536: what lies farther from the first end than most counts for little more."""
    value = worth_of(seat)
    store64(VALUE, value)
    if value >= SURE:
        return 65536
    if value <= -SURE:
        return 0
    if load64(OVER):
        return 32768
    at = FIRST_ENDS + seat * 16
    if load64(at) == 0:
        store64(at, 1)
        store64(at + 8, value)
    away = value - load64(at + 8)
    size = away if away >= 0 else 0 - away
    usual = 1
    if load64(ENDS_COUNT):
        usual = load64(ENDS_SUM) // load64(ENDS_COUNT) + 1
    store64(ENDS_SUM, load64(ENDS_SUM) + size)
    store64(ENDS_COUNT, load64(ENDS_COUNT) + 1)
    share = 32767 * size // (size + usual)
    return 32768 + share if away >= 0 else 32768 - share


def learn(now):
    """Adds how it ended to all that led there."""
    failed = load64(THOUGHT_END) == 2
    fill(ENDS, 0, 64 * 16)
    i = 0
    while i < load64(TREE_PATH):
        node = load64(TREE_PATH + 8 + i * 16)
        at = node + 32 + load64(TREE_PATH + 16 + i * 16) * 16
        seat = load64(node + 8) & 0xFFFF
        known = ENDS + seat * 16
        if load64(known) == 0:
            store64(known, 1)
            store64(known + 8, 0)
            if not failed:
                store64(known + 8, end_for(seat))
            if i == 0:
                note_first(load64(TREE_PATH + 16), now, failed)
        store64(node + 16, load64(node + 16) + 1)
        store64(node + 24, load64(node + 24) + load64(known + 8))
        store32(at, load32u(at) + 1)
        store64(at + 8, load64(at + 8) + load64(known + 8))
        i += 1


def note_first(option, now, failed):
    """Of the answer to the question itself: did the seat stand better than now, has it won, has it lost?"""
    at = FIRST_NOTES + option * 24
    if failed:
        return
    store64(at, load64(at) + (load64(VALUE) > now))
    store64(at + 8, load64(at + 8) + (load64(VALUE) >= SURE))
    store64(at + 16, load64(at + 16) + (load64(VALUE) <= -SURE))


def plant():
    """A new tree."""
    fill(NODE_PLACES, 0, 8 << 17)
    fill(FIRST_ENDS, 0, 64 * 16)
    fill(FIRST_NOTES, 0, OPTIONS_MOST * 24)
    store64(NODES_TOP, NODES)
    store64(NODES_COUNT, 0)
    store64(ENDS_SUM, 0)
    store64(ENDS_COUNT, 0)
    store64(THOUGHT_OF, 0)


def grow(first, seat, now, answers, far, turns):
    """Goes down the tree and plays on from where it ends, again and again, until so many answers were given for it."""
    while load64(THOUGHT_OF) < answers:
        store64(SEARCHING, 1)
        store64(TREE_PATH, 0)
        store64(THINK_TURNS, turns)
        store64(load64(FRESH_AT), lot_word() >> 2)
        come_far(first, seat, far, turns)
        if load64(THOUGHT_END) != 2:
            reset_run()
        learn(now)
    store64(SEARCHING, 0)
    settle()


ROUTINES: list[Any] = [
    hash_of, state_hash, note_answer, mixed, node_here, new_node, root_of, best_child, descended, leave_tree, end_for, learn, note_first,
    plant, grow,
]  # fmt: skip
