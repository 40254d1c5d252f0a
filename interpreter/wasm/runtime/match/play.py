"""A match carried on: statement after statement; or whole matches, many in a row."""

from __future__ import annotations

from arbitre.interpreter.state.signals import OVER
from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control, state
from arbitre.interpreter.wasm.layout.memory import BULK
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.records import AgendaEntry, Entry, Result
from arbitre.interpreter.wasm.routines.machine import call_indirect, copy, fill
from arbitre.interpreter.wasm.runtime.interfaces import begin_main, check_laws, close_match, do_setup, give_up, play, set_up, straight_main
from arbitre.interpreter.wasm.runtime.match.agendas import begin, glide, move
from arbitre.interpreter.wasm.runtime.match.memo import all_changed
from arbitre.interpreter.wasm.runtime.match.merge import clear_notes
from arbitre.interpreter.wasm.runtime.match.stack import prepare
from arbitre.interpreter.wasm.runtime.primitives.dice import seed_dice, seed_lots
from arbitre.interpreter.wasm.runtime.primitives.frames import take_frame, wipe

MOST_STEPS = 50_000  # statements without an answer
FOR_EVER = 1_000_000_000


def reset_run() -> None:
    """What a statement starts with."""
    control.sp = areas.frames.address
    control.tp = areas.temp.address + sizes.temp_kept
    control.budget = sizes.most_spent
    control.depth = 0
    control.taken_at = 0


def statement() -> None:
    """One statement of the agenda at work."""
    prepare()
    position = control.position
    frame = AgendaEntry(position).slots
    steps = control.steps + 1
    control.steps = steps
    if steps > MOST_STEPS:
        give_up(StopReason.FAILED, 0)
    at = state.stack_last
    while at and glide(AgendaEntry(at), frame):
        at = state.stack_last
    if at:
        move(at, frame)


def advance() -> int:
    """One statement, or the next round; 0 when the match is over or was played for as long as may be."""
    if state.over:
        return 0
    reset_run()
    if state.stack_last == 0:
        if areas.runs[sizes.main] >= sizes.max_rounds:
            if sizes.closing < 0:
                return 0
            if areas.runs[sizes.closing_at]:
                return 0
            areas.runs[sizes.closing_at] = 1
            close_match()
            check_laws()
            return not state.over
        prepare()
        begin_main()
        check_laws()
        if state.stack_last == 0 and not state.over and areas.runs[sizes.main] == 0:
            give_up(StopReason.FAILED, 0)
        return not state.over
    statement()
    check_laws()
    return not state.over


def start(seed: int) -> None:
    """A match from its start: the state, the dice, the lots of bots."""
    begin_as(areas.start_block.address, seed)


def begin_as(block: int, seed: int) -> None:
    """A match whose cells are as in a block, with nothing under way."""
    copy(areas.match_block.address, block, sizes.start_size)
    state.stack_top = areas.stack_base.address
    state.stack_last = Entry(0)
    areas.timers.count = 0
    areas.waiting.count = 0
    areas.scheduled.count = 0
    areas.told.count = 0
    state.published = 0
    control.tape_at = 0
    control.asked = 0
    control.steps = 0
    control.dirty = -1
    settle()
    if sizes.used_size:
        fill(areas.used.address, 0, sizes.used_size)
    seed_dice(seed)
    seed_lots(seed)


def settle() -> None:
    """Nothing is at work: after a start, or after giving up."""
    all_changed()
    nothing_at_work()
    control.waits = 0
    control.notes_keys = 0


def nothing_at_work() -> None:
    """The same where it is known which cells have changed."""
    control.prepared = 0
    if control.together:
        clear_notes()
    control.together = 0
    control.listing = 0
    if control.listed == 0:
        control.listed = 1
    control.on_the_way = 0
    control.on_a_walk = 0
    control.others_from = 0
    wipe(areas.current.address, sizes.current_size)
    wipe(areas.running.address, sizes.current_size)
    wipe(areas.asking.address, sizes.asking_size)


def set_up_plainly() -> None:
    """The setup, without bots."""
    first_statement()


def first_statement() -> None:
    """What comes before the first round."""
    reset_run()
    prepare()
    if sizes.setup_agenda >= 0:
        begin(sizes.setup_agenda, areas.no_arguments.address)
    else:
        do_setup()
    check_laws()


def perform(number: int, size: int, called: int) -> int:
    """A procedure carried out for itself, with slots that stand ready: by its function, or an agenda that is begun.  Gives its signal."""
    control.steps = 0
    settle()
    reset_run()
    prepare()
    if called < 0:
        signal = begin(number, areas.temp.address)
    else:
        at = take_frame(size)
        copy(at, areas.temp.address, size)
        signal = call_indirect(at, called)
    check_laws()
    return signal


def play_plainly(most: int) -> int:
    """Goes on for so many statements at most; 1 if there is more to do."""
    while most > 0:
        if not advance():
            return 0
        most -= 1
    return 1


def boundary() -> int:
    """Between two statements of straight code; gives ``OVER`` where the match is over."""
    check_laws()
    if state.over:
        return OVER
    reset_run()
    steps = control.steps + 1
    control.steps = steps
    if steps > MOST_STEPS:
        give_up(StopReason.FAILED, 0)
    return 0


def go_through(index: int, given: int) -> int:
    """All of an agenda, by the machine, in the midst of straight code; gives ``OVER`` where nothing follows."""
    below = state.stack_last
    begin(index, given)
    if boundary():
        return OVER
    while state.stack_last != below:
        statement()
        check_laws()
        if state.over or control.ways:
            return OVER
        reset_run()
    prepare()
    return 0


def play_all() -> None:
    """The match, to its end."""
    more = 1
    if sizes.straight:
        while more and state.stack_last:
            more = advance()
        begun = -1
        while more and areas.runs[sizes.main] < sizes.max_rounds and areas.runs[sizes.main] != begun:
            begun = areas.runs[sizes.main]
            reset_run()
            prepare()
            straight_main()
            more = not state.over
    if more:
        play(FOR_EVER)


def play_seeds(seed: int, count: int) -> None:
    """Whole matches in a row, one seed after the other, of which only the end is kept."""
    control.done = 0
    done = 0
    while done < count:
        play_seed(seed + done)
        write_result(areas.results[done])
        if sizes.used_size:
            copy(areas.used_by_each.address + done * sizes.used_size, areas.used.address, sizes.used_size)
        done += 1
        control.done = done


def count_seeds(seed: int, count: int) -> None:
    """The same; ends that are alike are kept as one result.  It stops early where there are too many different ones."""
    control.done = 0
    control.ends = 0
    done = 0
    while done < count and control.ends < BULK:
        play_seed(seed + done)
        end = 0
        while end < control.ends and not ends_alike(areas.results[end]):
            end += 1
        at = areas.results[end]
        if end == control.ends:
            write_result(at)
            control.ends = end + 1
        else:
            at.turns = at.turns + areas.runs[sizes.main]
            at.asked = at.asked + control.asked
            at.times = at.times + 1
        done += 1
        control.done = done


def play_seed(seed: int) -> None:
    """A whole match."""
    if control.opened:
        begin_as(areas.opened_block.address, seed)
        reset_run()
        prepare()
        check_laws()
    else:
        start(seed)
        if sizes.has_setup and not control.skips_setup:
            set_up()
            keep_opened()
    play_all()


def keep_opened() -> None:
    """Keeps what the setup has made if every match begins so: no die was thrown, nobody asked, and nothing of it is left to do."""
    if sizes.used_size or state.rolls or control.asked or control.steps or state.over or state.stack_last or state.published:
        return
    if areas.timers.count or areas.waiting.count or areas.scheduled.count or areas.told.count:
        return
    copy(areas.opened_block.address, areas.match_block.address, sizes.start_size)
    control.opened = 1


def write_result(at: Result) -> None:
    """What came of the match."""
    at.over = state.over
    at.winners = state.winners
    at.winner_domain = state.winner_domain
    at.turns = areas.runs[sizes.main]
    at.asked = control.asked
    at.times = 1


def ends_alike(at: Result) -> bool:
    """Did the match end as others did?"""
    return at.over == state.over and at.winners == state.winners and at.winner_domain == state.winner_domain
