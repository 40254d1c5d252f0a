"""Options of a question as bots see them: which they would take, and which appeal most."""

from __future__ import annotations

from arbitre.interpreter.state.trials import WIDE
from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import bots
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import fill, load_word
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import give_up
from arbitre.interpreter.wasm.runtime.primitives.dice import lot_below


def begin_heuristics_as_bot(count: int, rated: int) -> None:
    """Begins to note heuristics of so many options; see ``begin_heuristics``."""
    if count > sizes.options_most:
        give_up(StopReason.FULL, 0)
    fill(areas.marks.address, 0, count * WORD)
    fill(areas.appeals.address, 0, count * WORD)
    bots.rated = rated
    bots.has_heuristics = 1


def given_by_bots(count: int) -> int:
    """The options that bots give, else all; how many."""
    n = 0
    i = 0
    while i < count:
        if not areas.marks[i] & 1:
            areas.left[n] = i
            n += 1
        i += 1
    if n == 0:
        while n < count:
            areas.left[n] = n
            n += 1
    return n


def only_one() -> int:
    """The one option that bots may take; -1 where there are more, which are noted."""
    n = given_by_bots(bots.asked_count)
    bots.count_left = n
    if n == 1:
        return areas.left[0]
    return -1


def without_doomed(n: int) -> int:
    """Of the options that are left those that can come off, if there are any."""
    hopeful = 0
    i = 0
    while i < n:
        hopeful += not areas.marks[areas.left[i]] & 2
        i += 1
    if hopeful == 0:
        return n
    hopeful = 0
    i = 0
    while i < n:
        one = areas.left[i]
        if not areas.marks[one] & 2:
            areas.left[hopeful] = one
            hopeful += 1
        i += 1
    return hopeful


def most_appealing(n: int) -> int:
    """One of those that appeal most, by lot."""
    most = areas.appeals[areas.left[0]]
    i = 1
    while i < n:
        here = areas.appeals[areas.left[i]]
        if here > most:
            most = here
        i += 1
    ties = 0
    i = 0
    while i < n:
        one = areas.left[i]
        if areas.appeals[one] == most:
            areas.left[ties] = one
            ties += 1
        i += 1
    return areas.left[lot_below(ties)]


def some_of(n: int) -> int:
    """So many as are tried, by lot, in their order: what is drawn is marked."""
    drawn = 0
    while drawn < WIDE:
        at = lot_below(n)
        one = areas.left[at]
        n -= 1
        areas.left[at] = areas.left[n]
        areas.marks[one] = 4
        drawn += 1
    n = 0
    i = 0
    while n < WIDE:
        if areas.marks[i] == 4:
            areas.left[n] = i
            n += 1
        i += 1
    return n


def any_answer(count: int, plain: int, kept: int) -> int:
    """Any answer, of those that bots take."""
    if plain == 0 or plain >= count:
        return lot_below(count)
    return load_word(kept, lot_below(plain))


def open_answers(count: int) -> int:
    """The options that bots give and that can come off, else those that they give, else all; how many."""
    return without_doomed(given_by_bots(count))


def both_lists(n: int, plain: int, kept: int) -> int:
    """Of the options that are left those that stand in another list too; both are in order."""
    found = 0
    i = 0
    j = 0
    while i < n and j < plain:
        one = areas.left[i]
        other = load_word(kept, j)
        if one == other:
            areas.left[found] = one
            found += 1
        i += one <= other
        j += other <= one
    return found
