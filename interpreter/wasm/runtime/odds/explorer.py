"""Odds: a statement is carried out for many outcomes, and equal ways are merged.

An outcome (:class:`arbitre.interpreter.wasm.layout.records.Outcome`) is a way things can go: how far it came (to a throw, or to the end),
all that tells it from another, the world before the statement, what was carried out, and the throws so far.  Each throw that comes next
leads to an outcome that is known already, or to a new one.
"""

from __future__ import annotations

from arbitre.dsl.core import NONE
from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control, odds, state
from arbitre.interpreter.wasm.layout.odds_records import (
    BEGINNING,
    BETWEEN,
    ENDED,
    EVENT,
    GOING,
    GROUPED,
    LOT,
    OWN,
    QUESTION,
    THROWN,
    Deed,
    Led,
    Outcome,
    OutcomeKey,
    Piece,
)
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import call_indirect, copy, fill, load64, load_word, mul, shr_u, store64
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import decide, give_up
from arbitre.interpreter.wasm.runtime.match.agendas import begin
from arbitre.interpreter.wasm.runtime.match.play import reset_run, settle, statement
from arbitre.interpreter.wasm.runtime.match.stack import prepare
from arbitre.interpreter.wasm.runtime.odds.worlds import keep_block, put_asked, put_going, put_key, put_word, put_world, take_world
from arbitre.interpreter.wasm.runtime.primitives.frames import take_frame

MOST_STATEMENTS, SPARE, LAST_AGE = 500, 1 << 16, 0x7FFFFFFF


def outcome(kind: int, one: int, two: int) -> int:
    """What a throw comes to: as the path says, else everything is left."""
    at = odds.path_at
    if at < odds.path_end:
        odds.path_at = at + 1
        return areas.path[at]
    odds.unwinding = 1
    thrown = areas.thrown[0]
    thrown.kind = kind
    thrown.one = one
    thrown.two = two
    return 0


def next_face_on_path(size: int, label: int, occasion: int) -> int:
    """One die: among so many faces."""
    if size == 1:
        return 0
    return outcome(LOT, size, label)


def known_ahead() -> int:
    """Does the path say what the next throw comes to?"""
    return odds.path_at < odds.path_end


def group(count: int, number: int, weight: int, result: int) -> int:
    """Counts an outcome of a test among those with the same result, of which there were so many; gives how many there are now."""
    i = 0
    while i < count and areas.group_results[i] != result:
        i += 1
    if i == count:
        areas.groups[i] = number
        areas.group_weights[i] = 0
        areas.group_results[i] = result
        count += 1
    areas.group_weights[i] += weight
    return count


def decide_on_path(seat: int, count: int) -> int:
    """The answer of the path; else what appeals most to the seat, where that is how seats answer and something is said of it."""
    if seat < 0:
        give_up(StopReason.FAILED, 0)
    rated = odds.rated
    odds.rated = 0
    if odds.path_at < odds.path_end or not rated:
        found = outcome(QUESTION, seat, count)
        if not odds.unwinding:
            odds.answered += 1
        return found
    odds.answered += 1
    best = 0
    i = 1
    while i < count:
        if areas.appeals[i] > areas.appeals[best]:
            best = i
        i += 1
    at = odds.path_end
    if at >= sizes.path_most:
        give_up(StopReason.FULL, 0)
    areas.path[at] = best
    odds.path_end = at + 1
    odds.path_at = at + 1
    return best


def wants_heuristics_on_path(seat: int) -> int:
    """Are heuristics wanted of the options of the question that comes now?"""
    return odds.bots_answer and odds.path_at >= odds.path_end and seat >= 0


def begin_heuristics_on_path(count: int, rated: int) -> None:
    """Begins to note the appeals of so many options."""
    if count > sizes.options_most:
        give_up(StopReason.FULL, 0)
    fill(areas.appeals.address, 0, count * WORD)
    odds.rated = rated


def decide_plainly_on_path(seat: int, count: int, plain: int, kept: int) -> int:
    """The same, whichever options bots take."""
    return decide(seat, count)


def still(value: int) -> None:
    """Something that is read once a function goes on."""
    at = odds.shadow_top
    if at >= sizes.shadow_end:
        give_up(StopReason.FULL, 0)
    store64(at, value)
    odds.shadow_top = at + WORD


def clear_slots(frame: int, table: Piece) -> None:
    """Slots that nobody reads any more hold nothing."""
    while table.size:
        fill(frame + table.offset, 0, table.size)
        table = table.nth(1)


def follow() -> int:
    """What was left to do of a call, once it has ended, one thing after the other."""
    signal = 0
    while odds.jump:
        called = odds.jump - 1
        size = odds.jump_size
        at = take_frame(size)
        copy(at, areas.jump_slots.address, size)
        odds.jump = 0
        signal = call_indirect(at, called)
        control.sp = at
    return signal


def fresh_run() -> None:
    """Nothing is under way."""
    reset_run()
    control.steps = 0
    control.given = 0
    control.has_given = 0
    control.spent = 0
    odds.jump = 0
    odds.rated = 0
    odds.answered = 0


def hashed(at: int, size: int) -> int:
    """Some bytes hashed."""
    value = size
    end = at + size
    while at < end:
        value = mul(value ^ load64(at), 0x9E3779B97F4A7C15)
        value = value ^ shr_u(value, 29)
        at += WORD
    return value


def known(head: Outcome) -> Outcome:
    """The record with the same key, or 0: then this one is known from now on."""
    length = head.key_size
    value = hashed(head.key, length)
    head.hash = value
    place = shr_u(value, 40) & (sizes.places - 1)
    born = odds.born << 32
    while 1:
        entry = areas.placed[place]
        if (entry >> 32) << 32 != born:
            areas.placed[place] = born | head
            return Outcome(0)
        found = Outcome(entry & 0xFFFFFFFF)
        if found.hash == value and found.key_size == length:
            i = 0
            while i < length and load64(found.key + i) == load64(head.key + i):
                i += WORD
            if i >= length:
                return found
        place = (place + 1) & (sizes.places - 1)


def attempt(world: int, deed: Deed, tag: int, before: int, by: int) -> int:
    """Goes as far as the path leads; gives the number of the record that tells how far that is.

    Behind the numbers of an :class:`Outcome` stand its key, the path, the groups of outcomes with their weights where there are such, and
    the world if it is a new one.
    """
    mode = deed.mode
    size = deed.size
    settle()
    fresh_run()
    odds.unwinding = 0
    odds.shadow_top = areas.shadow.address
    if sizes.at_once:  # in an attempt before
        fill(areas.stored_cells.address, 0, sizes.cells_size)
    areas.told_before.count = 0
    areas.told_merged.count = 0
    areas.told_part.count = 0
    signal = 0
    steps = 0
    moved = 0
    done = mode
    if mode == EVENT:
        prepare()
        at = take_frame(size)
        copy(at, deed.slots, size)
        signal = call_indirect(at, deed.procedure)
        if odds.unwinding == 0 and odds.jump:
            signal = follow()
    if mode == BEGINNING:
        prepare()
        copy(areas.temp.address, deed.slots, size)
        begin(deed.procedure, areas.temp.address)
    while mode:
        if odds.unwinding or state.over or state.stack_last == 0 or steps >= MOST_STATEMENTS:
            break
        if mode == BEGINNING or steps:
            keep_block()
            moved = 1
            done = GOING
            odds.path_at = 0
            odds.path_end = 0
        fresh_run()
        statement()
        steps += 1
    head = Outcome(odds.written)
    what = ENDED
    key = OutcomeKey(head.key)
    to = key.end
    if head.key > sizes.records_end - SPARE or odds.count > sizes.places // 2:
        give_up(StopReason.FULL, 0)
    key.tag = tag
    if odds.unwinding:
        what = THROWN
        to = put_key(put_going(done, to))
    else:
        if odds.jump or odds.path_at < odds.path_end:
            give_up(StopReason.FAILED, 0)
        if mode and state.over == 0 and state.stack_last:
            what = BETWEEN
        n = areas.given_slots.count
        while n > 0:  # what an event hands over
            to = put_word(to, load64(areas.frames.address + areas.given_slots[n - 1]))
            n -= 1
        to = put_word(to, signal)
        if what == ENDED and areas.asked_parts.count >= 0:
            to = put_asked(to)
        else:
            to = put_key(to)
    key.reached = what
    head.key_size = to - head.key
    found = known(head)
    if found:
        return found.number
    head.reached = what
    thrown = areas.thrown[0]
    head.kind = thrown.kind
    head.one = thrown.one
    head.two = thrown.two
    head.moved = moved
    head.signal = odds.answered if what == THROWN else signal
    head.deed = Deed(odds.going_deed) if moved or what == BETWEEN else deed
    length = odds.path_end
    head.path_length = length
    copy(to, areas.path.address, length * WORD)
    to += length * WORD
    if what == THROWN and thrown.kind == GROUPED:
        copy(to, areas.groups.address, thrown.one * WORD)
        to += thrown.one * WORD
        copy(to, areas.group_weights.address, thrown.one * WORD)
        to += thrown.one * WORD
    head.world = world
    if what != THROWN or moved:
        head.world = to
        to = put_world(areas.started.address if what == THROWN else areas.match_block.address, to)
    number = odds.count
    head.number = number
    head.before = before
    head.by = by
    areas.addresses[number] = head
    odds.count = number + 1
    head.size = to - head
    odds.written = to
    return number


def explore(first: int, most: int) -> int:
    """Looks at records in turn from one on, about so many outcomes; writes down where each leads.

    Gives the number of the next; whoever asked must say what it comes to, if the module does not know.
    """
    done = 0
    while first < odds.count and done < most:
        record = Outcome(areas.addresses[first])
        what = record.reached
        if what == ENDED:
            first += 1
            continue
        length = record.path_length
        key = record.key
        path = key + record.key_size
        kind = NONE
        count = 1
        values = 0
        if what == THROWN:
            kind = record.kind
            count = record.one if kind == LOT or kind == GROUPED else 0  # noqa: SIM109
            if kind == GROUPED:
                values = path + length * WORD
            if kind >= OWN and kind < OWN + sizes.throws_most:
                count = areas.throw_counts[kind - OWN]
            if count == 0:
                if odds.said_of != first:
                    return first
                values = odds.said
                count = odds.said_count
            if length + 1 >= sizes.path_most:
                give_up(StopReason.FULL, 0)
        led = Led(odds.led_at)
        if led.end + count * 2 * WORD > sizes.led_end:
            return first
        led.outcome = first
        led.kind = kind
        led.count = count
        at = led.end
        n = 0
        while n < count:
            take_world(record.world)
            copy(areas.path.address, path, length * WORD)
            areas.path[length] = load_word(values, n) if values else n
            odds.path_at = 0
            odds.path_end = length + (what == THROWN)
            at = put_word(at, attempt(record.world, record.deed, OutcomeKey(key).tag, first, n))
            n += 1
        if kind == GROUPED:
            copy(at, values + count * 8, count * WORD)
            at += count * WORD
        odds.led_at = at
        done += count
        first += 1
    return first


def forget_records() -> None:
    """What was met before is met no more."""
    odds.born = (odds.born + 1) & LAST_AGE
    odds.count = 0
    odds.written = areas.outcomes.address


def base_of() -> int:
    """All begins with the match as it is; gives where that world, as it differs from itself, is written."""
    copy(areas.base.address, areas.match_block.address, sizes.flat_size)
    copy(areas.base.address + areas.published_cell.address - areas.match_block.address, areas.published_cell.address, sizes.published_all)
    odds.written = put_world(areas.match_block.address, areas.outcomes.address)
    return areas.outcomes.address


def world_of() -> int:
    """The match as it is, as a world."""
    odds.written = put_world(areas.match_block.address, areas.outcomes.address)
    return areas.outcomes.address


def become(at: int) -> None:
    """The match becomes a world that stands somewhere."""
    take_world(at)
    settle()
