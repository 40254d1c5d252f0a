"""Numbers of 64 bits that a module keeps, each at an address of its own: declared here once, given their addresses by :mod:`memory`."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout.records import Entry, OtherDice, Way
from arbitre.interpreter.wasm.routines.records import Cells, i64


class Control(Cells):
    """What the executor keeps beside the match."""

    sp: i64  # where the next slots of a call stand
    tp: i64  # where the next set that an expression makes stands
    error: i64  # why the module gave up: see StopReason
    where: i64  # at which of its places
    budget: i64  # rules that this statement may still begin
    steps: i64  # statements since somebody answered
    given: i64  # what ``give`` gives
    has_given: i64
    spent: i64
    dirty: i64  # laws to be checked again, as bits
    depth: i64  # rules under way
    position: Entry  # the agenda or hook whose slots the code at work uses
    seats_by_lot: i64  # seats that answer by lot, as a mask
    keeps_tape: i64
    tape_at: i64  # the answer that is read next
    tape_end: i64
    asked: i64  # answers since the start
    asked_most: i64
    together: i64  # how many ``together`` are under way, one in another
    on_the_way: i64  # a search over a board is under way
    done: i64  # matches, or answers, done
    ends: i64  # different ends of matches that are counted
    listing: i64  # options are being listed: its number, or 0
    listed: i64
    prepared: i64  # ``position`` and the frames of agendas are right
    taken_at: i64
    on_a_walk: i64  # a search for the surest walk is under way
    scripted: i64  # dice that are given, and one more; 0 where chance throws
    needed: i64  # among how many options an answer is needed, or a die of how many faces
    needed_by: i64  # by which seat, or for what
    skips_setup: i64
    opened: i64  # what every match begins with is kept, after its setup
    is_set_up: i64
    laws_asleep: i64  # invariants are not checked
    packed_size: i64
    waits: i64  # where an answer is needed, whoever called leaves what is under way, and the module does not give up
    counting_lines: i64  # ways to play some turns are counted: 1, or 3 once a last turn has asked something
    last_turn: i64  # and this is the last of them
    ways: i64  # in how many it goes on, where that is known without playing it
    ways_end: i64  # where the next of them would be listed
    way: Way  # that in which the turn is to end, or 0 where it is asked for
    taken: i64
    notes_keys: i64  # where an answer is needed it is noted what is asked there, and what the options are
    question: i64  # which of the questions of the rules that is, or -1
    question_deep: i64  # and how many things done together it is asked within
    others_at: OtherDice  # dice from other seeds: which comes next
    others_from: i64  # from which die on
    clock: i64  # counts changes of columns that memoised values read
    all_changed: i64  # when any column may have changed
    overdue: i64  # set by the clock, from another thread, while a call takes too long: see binary/safepoints.py


class Merging(Cells):
    """What things done at once keep."""

    timers_before: i64  # amounts whose end was awaited before


class MatchState(Cells):
    """Numbers of the match itself."""

    rolls: i64  # dice thrown
    over: i64
    winners: i64
    winner_domain: i64
    published: i64  # is there a published state?
    stack_top: i64  # where the next entry of the stack would stand
    stack_last: Entry


class Random(Cells):
    """Where dice and the lots of bots come from."""

    lot: i64
    seed: i64
    long_seed: i64  # the word that stands for a seed longer than a word
    long_bytes: i64


class Bots(Cells):
    """Bots that try their answers: the statement at hand, the question, and what is tried."""

    pending: i64  # a question waits
    trying: i64  # questions answered in a trial, and one; 0 where nothing is tried
    further: i64  # the trial is past the statement that asked
    greedy: i64  # the seats, as a mask
    ends_with_done: i64  # the next question ends with an option to do nothing more
    has_heuristics: i64  # heuristics of the next question's options are noted
    rated: i64  # among them appeals that the rulebook states
    asked_seat: i64
    asked_count: i64
    asked_rolls: i64  # dice thrown before the question
    world_seed: i64  # of the dice of the sampled world
    real_seed: i64
    value: i64
    pending_rolls: i64
    begun: i64  # the tape as the statement began
    begun_rolls: i64
    count_left: i64
    secret: i64  # the next question is answered in secret
    part: i64  # the part of what is done at once that is under way
    asked_part: i64
    enough: i64
    lists_at: i64
    lists_end: i64
    lists_full: i64
    hidden: i64  # answers of others were taken out
    boundary_clock: i64


class Search(Cells):
    """Bots that play on: rollouts and the tree."""

    telling: i64  # a statement that waits elsewhere is gone through to its question
    wanted_part: i64  # the part that the question stands in
    is_told: i64  # it was come to
    thinking: i64
    part_key: i64
    parts_loop: i64
    thought: i64  # answers in this rollout
    thought_of: i64  # answers in all of them
    thought_end: i64  # 1: played far enough; 2: a rule could not be carried out
    think_far: i64
    think_until: i64
    option_at: i64
    searching: i64  # 1: in the tree; 2: behind it; 0: no tree
    state_hash: i64
    answer_hash: i64
    node_key: i64
    node_place: i64
    nodes_top: i64
    nodes_count: i64
    think_turns: i64
    ends_sum: i64
    ends_count: i64
    fresh_at: i64
    explore: i64  # the weight of exploration, of 65,536
    later: i64  # what an option lacks that was never taken


class Sampling(Cells):
    """Bots that do not know everything: the world that is sampled."""

    replaying: i64  # the statement is done again in a sampled world
    reached: i64
    skipping: i64  # this part of what is done at once is of no concern
    own_parts: i64
    with_heuristics: i64
    in_setup: i64  # the statement of a world is the setup
    wants_heuristics: i64  # of the question that a world is drawn for
    whole: i64  # the seat knows all
    all_seen: i64
    sampled: i64  # worlds that are tried in are drawn here
    holds: i64  # the next that is drawn is to be held
    held_seed: i64
    looked: i64  # the seat, and one, whose view is known
    asked_number: i64
    said: i64  # answers of the statement so far
    old_seed: i64
    old_end: i64
    die_for: i64
    die_seen: i64
    audience: i64
    shown: i64
    is_shown: i64


class Odds(Cells):
    """Exploring every outcome."""

    unwinding: i64  # everything is to be left
    path_at: i64
    path_end: i64
    shadow_top: i64
    jump: i64  # the function that is called next, and one
    jump_size: i64
    written: i64
    count: i64  # records
    born: i64
    going_deed: i64
    answered: i64
    bots_answer: i64
    rated: i64  # the rulebook rates the options of the next question
    led_at: i64
    said_of: i64
    said: i64
    said_count: i64


control, merging, state, random = Control(), Merging(), MatchState(), Random()
bots, search, sampling, odds = Bots(), Search(), Sampling(), Odds()
