"""A match carried on inside the module: statement after statement; or whole matches, many in a row, without a stop in their midst.

The names that routines use are the module's; Python never runs them, and mypy cannot check them.
"""

# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from typing import Any


def reset_run():
    """What a statement starts with."""
    store64(SP, FRAMES)
    store64(TP, TEMP + TEMP_KEPT)
    store64(BUDGET, MOST_SPENT)
    store64(DEPTH, 0)
    store64(TAKEN_AT, 0)


def statement():
    """One statement of the agenda at work."""
    prepare()
    position = load64(POSITION)
    frame = position + 56
    steps = load64(STEPS) + 1
    store64(STEPS, steps)
    if steps > 50000:
        give_up(1, 0)
    at = load64(STACK_LAST)
    while at and glide(at, frame):
        at = load64(STACK_LAST)
    if at:
        move(at, frame)


def advance() -> int:
    """One statement, or the next round; 0 when the match is over or was played for as long as may be."""
    if load64(OVER):
        return 0
    reset_run()
    if load64(STACK_LAST) == 0:
        if load64(RUNS + MAIN * 8) >= MAX_ROUNDS:
            if CLOSING < 0:
                return 0
            if load64(RUNS + CLOSING_AT * 8):
                return 0
            store64(RUNS + CLOSING_AT * 8, 1)
            close_match()
            check_laws()
            return not load64(OVER)
        prepare()
        begin_main()
        check_laws()
        if load64(STACK_LAST) == 0 and not load64(OVER) and load64(RUNS + MAIN * 8) == 0:
            give_up(1, 0)
        return not load64(OVER)
    statement()
    check_laws()
    return not load64(OVER)


def start(seed):
    """A match from its start: the state, the dice, the lots of bots, and the setup."""
    copy(STATE, START, START_SIZE)
    store64(STACK_TOP, STACK_BASE)
    store64(STACK_LAST, 0)
    store64(TIMERS, 0)
    store64(WAITING, 0)
    store64(SCHEDULED, 0)
    store64(TOLD, 0)
    store64(PUBLISHED, 0)
    store64(TAPE_AT, 0)
    store64(ASKED, 0)
    store64(STEPS, 0)
    store64(DIRTY, -1)
    settle()
    if USED_SIZE:
        fill(USED, 0, USED_SIZE)
    seed_dice(seed)
    seed_lots(seed)


def settle():
    """Nothing is at work: after a start, or after giving up."""
    all_changed()
    nothing_at_work()


def nothing_at_work():
    """The same where it is known which cells have changed."""
    store64(PREPARED, 0)
    if load64(TOGETHER):
        clear_notes()
    store64(TOGETHER, 0)
    store64(LISTING, 0)
    if load64(LISTED) == 0:
        store64(LISTED, 1)
    store64(ON_THE_WAY, 0)
    store64(ON_A_WALK, 0)
    store64(OTHERS_FROM, 0)
    wipe(CURRENT, CURRENT_SIZE)
    wipe(RUNNING, CURRENT_SIZE)
    wipe(ASKING, ASKING_SIZE)


def set_up():
    first_statement()


def first_statement():
    """What comes before the first round."""
    reset_run()
    prepare()
    if SETUP_AGENDA >= 0:
        begin(SETUP_AGENDA, NOTHING)
    else:
        do_setup()
    check_laws()


def perform(number, size, called) -> int:
    """A procedure carried out for itself, with slots that stand ready: by its function, or an agenda that is begun.  Gives its signal."""
    store64(STEPS, 0)
    settle()
    reset_run()
    prepare()
    if called < 0:
        signal = begin(number, TEMP)
    else:
        at = take_frame(size)
        copy(at, TEMP, size)
        signal = numbered(at, called)
    check_laws()
    return signal


def play(most) -> int:
    """Goes on for so many statements at most; 1 if there is more to do."""
    while most > 0:
        if not advance():
            return 0
        most -= 1
    return 1


def boundary() -> int:
    """Between two statements of straight code; gives 4 where the match is over."""
    check_laws()
    if load64(OVER):
        return 4
    reset_run()
    steps = load64(STEPS) + 1
    store64(STEPS, steps)
    if steps > 50000:
        give_up(1, 0)
    return 0


def go_through(index, given) -> int:
    """All of an agenda, by the machine, in the midst of straight code; gives 4 where the match is over."""
    below = load64(STACK_LAST)
    begin(index, given)
    if boundary():
        return 4
    while load64(STACK_LAST) != below:
        statement()
        check_laws()
        if load64(OVER):
            return 4
        reset_run()
    prepare()
    return 0


def play_all():
    """The match, to its end."""
    more = 1
    if STRAIGHT:
        while more and load64(STACK_LAST):
            more = advance()
        begun = -1
        while more and load64(RUNS + MAIN * 8) < MAX_ROUNDS and load64(RUNS + MAIN * 8) != begun:
            begun = load64(RUNS + MAIN * 8)
            reset_run()
            prepare()
            straight_main()
            more = not load64(OVER)
    if more:
        play(1000000000)


def play_seeds(seed, count):
    """Whole matches in a row, one seed after the other, of which only the end is kept."""
    store64(DONE, 0)
    done = 0
    while done < count:
        start(seed + done)
        if HAS_SETUP and not load64(SKIPS_SETUP):
            set_up()
        play_all()
        at = RESULTS + done * 40
        store64(at, load64(OVER))
        store64(at + 8, load64(WINNERS))
        store64(at + 16, load64(WINNER_DOMAIN))
        store64(at + 24, load64(RUNS + MAIN * 8))
        store64(at + 32, load64(ASKED))
        if USED_SIZE:
            copy(USED_BY_EACH + done * USED_SIZE, USED, USED_SIZE)
        done += 1
        store64(DONE, done)


ROUTINES: list[Any] = [
    reset_run,
    statement,
    advance,
    start,
    settle,
    nothing_at_work,
    set_up,
    first_statement,
    perform,
    play,
    boundary,
    go_through,
    play_all,
    play_seeds,
]
