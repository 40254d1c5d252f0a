"""Ways to play so many turns, counted: every answer to every question, depth first.

A match is packed at the beginning of each turn, with the answers of that turn behind its head, and taken up again for each further
answer.  Where an action ends the turn, all ways to take one are listed at once, and each is taken without a question; in the last turn they
are only counted.  Values memoised for it stay valid as far as nothing they depend on has changed since.
"""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control, state
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.records import Line, Way
from arbitre.interpreter.wasm.routines.machine import GivenUp, store_word
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import give_up, straight_main
from arbitre.interpreter.wasm.runtime.match.memo import changed_since
from arbitre.interpreter.wasm.runtime.match.play import advance, nothing_at_work, reset_run, settle
from arbitre.interpreter.wasm.runtime.match.positions import carry_on, coming_dice, pack, unpack, unpacked
from arbitre.interpreter.wasm.runtime.match.stack import prepare
from arbitre.interpreter.wasm.runtime.primitives.frames import put_slots

ANSWERS = 64  # in one turn
ASKS_LAST = 3  # ``counting_lines`` once a last turn has asked something: it is packed as others are


def next_way(form: int) -> int:
    """Lists a way in which the turn may end; gives its address, for its values."""
    at = Way(control.ways_end)
    if at + sizes.way_size > sizes.lines_end:
        give_up(StopReason.FULL, 0)
    at.form = form
    control.ways_end = at + sizes.way_size
    return at


def count_lines(turns: int, seed: int, answers: int) -> int:
    """In how many ways the packed match goes on for so many turns, with the answers on the tape first; one that ends before has none."""
    unpack(areas.packed.address)
    coming_dice(seed)
    control.counting_lines = 1
    control.waits = 1
    line = Line(areas.lines.address)
    put_slots(line.answers, areas.tape.address, answers * WORD)
    pack_line(line)
    line.clock = control.clock
    count = ways_from(line, answers, turns, 0)
    control.counting_lines = 0
    control.last_turn = 0
    control.ways = 0
    settle()
    return count


def state_of(line: Line) -> int:
    """Where the packed match stands."""
    return line.answers + ANSWERS * WORD


def pack_line(line: Line) -> None:
    """Packs the match as it stands."""
    if state_of(line) + sizes.state_size + WORD > sizes.lines_end:
        give_up(StopReason.FULL, 0)
    line.size = pack(state_of(line))


def ways_on(line: Line, turns: int) -> int:
    """In how many ways the match goes on from the end of a turn.

    The last turn is not packed as long as none of them asks a question.  The first one that does leads to -1: the count has to be started
    again, and last turns are packed from then on.
    """
    if turns == 0:
        return 1
    if state.over or areas.runs[sizes.main] >= sizes.max_rounds:
        return 0
    line.size = 0
    if turns > 1 or control.counting_lines == ASKS_LAST:
        pack_line(line)
    line.clock = control.clock
    return ways_here(line, 0, turns, 0)


def ways_listed(line: Line, given: int, turns: int, count: int) -> int:
    """In how many ways a turn that was packed ends with so many answers in one of the ways listed behind it, and the next turns go on."""
    way = line.after
    line.after = control.ways_end
    total = 0
    while count > 0:
        total += ways_from(line, given, turns, way)
        way += sizes.way_size
        count -= 1
    return total


def ways_from(line: Line, given: int, turns: int, way: int) -> int:
    """In how many ways a turn that was packed goes on with so many answers, and the turns after it.  ``way``: how it ends, or 0."""
    count = -1
    while count < 0:
        unpacked(state_of(line))
        changed_since(line.clock)
        line.clock = control.clock
        count = ways_here(line, given, turns, way)
    return count


def ways_here(line: Line, given: int, turns: int, way: int) -> int:
    """The same where the match stands as at the beginning of that turn."""
    nothing_at_work()
    control.dirty = -1
    control.steps = 0
    put_slots(areas.tape.address, line.answers, given * WORD)
    control.tape_at = 0
    control.tape_end = given
    control.last_turn = turns == 1
    control.ways = 0
    control.way = Way(way)
    if way == 0:
        line.after = state_of(line) + line.size
    control.ways_end = line.after
    waits = 0
    begun = areas.runs[sizes.main]
    mid = state.stack_last
    try:
        play_turn()
    except GivenUp:
        waits = 1
    if not waits and control.ways == 0:
        if not (mid or state.over or areas.runs[sizes.main] > begun):
            return 0
        return ways_on(Line(line.after), turns - 1)
    if control.ways:
        if turns > 1:
            return ways_listed(line, given, turns, control.ways)
        return control.ways
    if line.size == 0:
        control.counting_lines = ASKS_LAST
        return -1
    count = control.needed
    if given >= ANSWERS:
        give_up(StopReason.FULL, 0)
    total = 0
    option = 0
    while option < count:
        store_word(line.answers, given, option)
        total += ways_from(line, given + 1, turns, 0)
        option += 1
    return total


def play_turn() -> None:
    """A turn to its end, from its beginning or from its midst; the setup before it.  It is left where its ways to end are known."""
    more = 1
    if control.is_set_up == 0:
        more = carry_on()
    if sizes.straight and more and state.stack_last == 0:
        reset_run()
        prepare()
        straight_main()
        return
    if more and state.stack_last == 0:
        more = advance()
    while more and state.stack_last and control.ways == 0:
        more = advance()
