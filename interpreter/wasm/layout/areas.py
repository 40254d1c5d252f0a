"""Parts of memory that hold many numbers or records; :mod:`memory` gives each its address."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout.bot_records import DrawingRow, End, Given, KindRow, LawRow, Tally, TreeStep
from arbitre.interpreter.wasm.layout.odds_records import Piece, Throw
from arbitre.interpreter.wasm.layout.records import (
    AgendaRow,
    BlockRow,
    Changed,
    Clocks,
    ColumnRow,
    Fact,
    Kept,
    Log,
    LoopRow,
    MemoEntry,
    OpRow,
    OtherDice,
    Result,
    Scheduled,
    SeedKey,
    Timer,
    Waiting,
    Walk,
    Wave,
)
from arbitre.interpreter.wasm.routines.records import Area, Array, Constants, Entries, Table, Words

# the match
match_block, runs = Area("STATE"), Array("RUNS")
cells, cells_end, published_cells = Area("CELLS"), Area("CELLS_END"), Area("PUBLISHED_CELLS")
timers, waiting = Entries("TIMERS", Timer, "TIMERS_ENTRY"), Entries("WAITING", Waiting, "WAITING_ENTRY")
scheduled, told = Entries("SCHEDULED", Scheduled, "SCHEDULED_ENTRY"), Entries("TOLD", Fact)
stack_base, start_block, opened_block = Area("STACK_BASE"), Area("START"), Area("OPENED_BLOCK")
published_cell, stack_cells = Area("PUBLISHED"), Area("STACK_TOP")
rolls, over_cell = Area("ROLLS"), Area("OVER")  # the cells of those names, as addresses

# tables of the program
agendas, blocks, ops = Table("AGENDAS", AgendaRow), Table("BLOCKS", BlockRow), Table("OPS", OpRow)
loops, columns = Table("LOOPS", LoopRow), Table("COLUMNS", ColumnRow)
drawings, kinds, laws = Table("DRAWINGS", DrawingRow), Table("KINDS", KindRow), Table("LAWS", LawRow)
agenda_list, made_first = Array("AGENDA_LIST"), Array("MADE_FIRST")
no_arguments = Area("NOTHING")

# work
current, running, asking = Array("CURRENT"), Area("RUNNING"), Area("ASKING")
frames, temp = Area("FRAMES"), Area("TEMP")
tape, script = Array("TAPE"), Array("SCRIPT")
results, used, used_by_each = Table("RESULTS", Result), Area("USED"), Area("USED_BY_EACH")
lines = Area("LINES")  # where matches under way stand, one behind the other, while ways to play are counted
packed, tally_counts, seeds = Area("PACKED"), Array("TALLY", "32u"), Table("SEEDS", OtherDice)

# dice
die_words, die_message, long_key = Array("DIE_H"), Array("DIE_M"), Area("LONG_KEY")
counters, die_keys = Array("COUNTERS"), Table("DIE_KEYS", SeedKey)

# memoisation
changed, log, memo = Array("CHANGED"), Table("LOG", Log, "LOG_SIZE"), Table("MEMO", MemoEntry, "MEMO_ENTRY")

# boards
heap, least, costs, come_from = Array("HEAP"), Array("LEAST"), Array("COSTS", "32s"), Array("COME_FROM", "32s")
wave_heap, wave_of = Table("HEAP", Wave), Array("WAVES", "32s")
walks, walk_heap, walk_least = Table("WALKS", Walk), Array("WALK_HEAP"), Array("WALK_LEAST")

# things done at once
part_clocks, before, merged, stored_cells = Table("PART_CLOCKS", Clocks), Area("BEFORE"), Area("MERGED"), Area("STORED_CELLS")
notes, stored_now, counted = Area("NOTES"), Array("STORED_NOW", "8u"), Array("COUNTED", "8u")
summed, stored_any, amounts, sums = Array("SUMMED", "8u"), Array("STORED_ANY", "8u"), Array("AMOUNTS"), Array("SUMS")
touched, touched_ever, joined = Array("TOUCHED", "8u"), Array("TOUCHED_EVER", "8u"), Entries("JOINED", Changed)
told_before, told_merged, told_part = Entries("TOLD_BEFORE", Fact), Entries("TOLD_MERGED", Fact), Entries("TOLD_PART", Fact)
part_rows = Array("PART_ROWS")  # of each that is under way, whose part it is
parts, made, for_good = Area("PARTS"), Array("MADE", "8u"), Entries("FOR_GOOD", Kept, "FOR_GOOD_ENTRY")

# bots that try their answers
boundary, next_boundary, world, sampled_world = Area("BOUNDARY"), Area("NEXT_BOUNDARY"), Area("WORLD"), Area("SAMPLED_WORLD")
used_before, lists = Area("USED_BEFORE"), Area("LISTS")
asked_in = Array("ASKED_IN")
marks, appeals, left, totals = Array("MARKS"), Array("APPEALS"), Array("LEFT"), Array("TOTALS")
ranked, came_at, came = Array("RANKED"), Array("CAME_AT"), Array("CAME")

# bots that play on
given_paths, thought_options, thought_values = Entries("PATHS", Given), Array("THOUGHT_OPTIONS"), Array("THOUGHT_VALUES")
node_places, nodes, tree_path = Array("NODE_PLACES"), Area("NODES"), Entries("TREE_PATH", TreeStep)
first_ends, ends, first_notes = Table("FIRST_ENDS", End), Table("ENDS", End), Table("FIRST_NOTES", Tally)

# bots that do not know everything
known, known_now, old_sampled_world = Area("KNOWN"), Area("KNOWN_NOW"), Area("OLD_SAMPLED_WORLD")
unseen, wrong, drawn = Words("UNSEEN"), Array("WRONG", "8u"), Array("DRAWN")
hidden_rows, patterns, fellows, drawn_too = Words("HIDDEN_ROWS"), Array("PATTERNS"), Array("FELLOWS", "8u"), Array("DRAWN_TOO")
keys, asked_keys, tape_keys = Array("KEYS"), Array("ASKED_KEYS"), Array("TAPE_KEYS")
said_tape, said_in, said_keys, said_open = Array("SAID_TAPE"), Array("SAID_IN"), Array("SAID_KEYS"), Array("SAID_OPEN", "8u")
old_tape, old_in = Area("OLD_TAPE"), Area("OLD_IN")
dice_for, dice_seen = Array("DICE_FOR"), Array("DICE_SEEN")

# odds
thrown, groups, path, given_slots = Table("KIND", Throw), Array("GROUPS"), Array("PATH"), Words("GIVEN_SLOTS")
runs_asked, jump_slots, base, started = Words("RUNS_ASKED"), Area("JUMP_SLOTS"), Area("BASE"), Area("STARTED")
shadow, led_to, addresses = Area("SHADOW"), Area("LED_TO"), Array("ADDRESSES")
throw_counts, asked_parts, placed = Array("THROW_COUNTS"), Entries("ASKED_PARTS", Piece), Array("PLACED")
group_weights, group_results = Array("GROUP_WEIGHTS"), Array("GROUP_RESULTS")
outcomes = Area("RECORDS")


class Sizes(Constants):
    """What is known when a module is built: sizes and capacities, what the rulebook has, how the module is built."""

    # of the program
    main: int
    closing: int
    closing_at: int
    setup_agenda: int
    has_setup: int
    max_rounds: int
    agenda_count: int
    field_count: int
    cell_count: int
    wide: int  # words of the widest set
    atom_agenda: int  # whose steps rules can move, or -1
    atom_rows: int
    order_label: int
    public_events: int
    order_kind: int  # or -1
    order_giver: int
    kind_count: int
    law_count: int
    # how the module is built
    straight: int
    explores: int
    counts_lines: int  # it can count ways to play some turns
    hides: int  # something may be hidden from a seat
    at_once: int
    # bytes
    state_size: int
    start_size: int
    flat_size: int
    current_size: int
    asking_size: int
    cells_size: int
    published_size: int
    published_all: int
    used_size: int
    temp_kept: int
    touched_size: int
    made_size: int
    notes_size: int
    parts_size: int
    groups_size: int
    timers_entry: int
    waiting_entry: int
    scheduled_entry: int
    log_size: int
    log_last: int
    # capacities
    timers_most: int
    waiting_most: int
    scheduled_most: int
    told_most: int
    for_good_most: int
    for_good_entry: int
    stack_cells_size: int
    memo_entry: int
    parts_deep: int
    options_most: int
    walks_most: int
    waves_most: int
    heap_most: int
    worlds_most: int
    said_most: int
    dice_most: int
    path_most: int
    lines_end: int
    way_size: int
    throws_most: int
    places: int
    tape_room: int
    lists_room: int
    most_spent: int
    # where rooms end
    frames_end: int
    temp_end: int
    stack_limit: int
    nodes_end: int
    shadow_end: int
    records_end: int
    led_end: int
    not_sure: int


sizes = Sizes()
