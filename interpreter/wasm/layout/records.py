"""What stands in the memory of a module: records of the stack, of lists and of tables, field by field.

Whoever writes a table or reads memory from outside takes offsets from here (``AgendaRow.places()``).
"""

from __future__ import annotations

from arbitre.interpreter.wasm.routines.records import Inline, Record, i32, i64, u32

# ------------------------------------------------------------------------------------ the stack of agendas

AGENDA, STEP, BLOCK, LOOP, WHILE, HOOK, STEP_AGAIN, AGENDA_AGAIN = 1, 3, 4, 5, 6, 7, 8, 9  # tags of entries
TAGS = {"A": AGENDA, "S": STEP, "B": BLOCK, "F": LOOP, "W": WHILE, "H": HOOK, "P": STEP_AGAIN, "R": AGENDA_AGAIN}


class Entry(Record):
    """An entry of the stack; what ``step`` and ``element`` mean depends on its tag (see the records below)."""

    below: Entry
    tag: i64
    index: i64  # of the agenda, block or loop
    step: i64  # the step at work
    element: i64  # the element it is for, or none


STEP_BITS, STEP_NUMBER = 16, 0xFFFF  # a step of an element: its number, and above that the element and one


class AgendaEntry(Entry):
    """An agenda that runs, or that proceeds below a hook: then its slots are those further down, and steps stand in their place."""

    count: i64  # steps
    done: i64
    slots: Inline  # and behind them the steps in their order: number and, above 16 bits, element and one


class BlockEntry(Record):
    """A block of statements."""

    below: Entry
    tag: i64
    index: i64
    next: i64  # statement


class LoopEntry(Record):
    """A loop over elements that are listed."""

    below: Entry
    tag: i64
    index: i64
    count: i64
    done: i64
    elements: Inline


class WhileEntry(Record):
    """A loop whose test is asked each time."""

    below: Entry
    tag: i64
    index: i64
    rounds: i64


# ------------------------------------------------------------------------------------ tables: functions are by index in the table, -1 none


class StackCells(Record):
    """Two cells of the match, one behind the other with room between them."""

    top: i64
    room: i64
    last: Entry


class StepRow(Record):
    """A step of an agenda."""

    before: i64
    instead: i64
    after: i64
    block: i64
    element: i64  # where in the slots its element stands
    replaced: i64
    hidden: i64  # rules cannot move it


class AgendaRow(Record):
    """An agenda, or an event that is carried out as one."""

    size: i64  # bytes of its slots
    init: i64  # where they stand as they begin; 0 where all are 0
    guard: i64
    before: i64
    instead: i64
    after: i64
    atoms: i64  # lists its steps
    args: i64  # puts arguments into slots
    steps: StepRow
    live: i64  # where the slots begin that steps use for themselves
    repeat: i64
    limits: i64
    replaced: i64


class BlockRow(Record):
    """A block: its first operation and how many there are."""

    first: i64
    length: i64


class OpRow(Record):
    """A statement; ``quiet``: the match cannot stop in it, so the next may follow at once."""

    routine: i64
    quiet: i64


class LoopRow(Record):
    """A loop."""

    kind: i64  # 2: ``while``, which may not go on for ever
    slot: i64  # where its element stands
    block: i64
    test: i64
    budget: i64
    round: i64
    most: i64


AGENDA_FIELDS, STEP_FIELDS, LOOP_FIELDS = tuple(AgendaRow.places()), tuple(StepRow.places()), tuple(LoopRow.places())


class ColumnRow(Record):
    """A field: where its rows stand and what they may hold."""

    address: i64
    size: i64  # bytes of a row
    words: i64  # of a set; 0 for a number
    low: i64
    high: i64
    form: i64  # how a number is read: its bytes, below 0 if it is signed
    rows: i64
    cell: i64  # the number of its first cell


class Link(Record):
    """A link between two cells of a board."""

    cell: i32
    other: i32
    cost: i32
    number: i32


class BoardRow(Record):
    """A board: its size and its tables (addresses of 32-bit numbers)."""

    size: i64
    directions: i64
    steps: i64
    entry: i64
    x: i64
    y: i64
    floor: i64
    cells: i64
    width: i64
    height: i64
    units: i64
    priced: i64  # a function by index, or -1
    costs: i64
    links: Link
    count: i64  # of links
    open: i64  # a function by index: is a link open? or -1


# ------------------------------------------------------------------------------------ lists of the match


A_STORE, A_COUNT, A_JOIN, A_LEAVE = range(4)  # how a cell was changed


class ListHead(Record):
    """A list anywhere in memory: how many entries there are, and behind that the entries."""

    count: i64
    first: Inline


class Timer(Record):
    """A change that ends with a run of an agenda."""

    agenda: i64
    last: i64
    field: i64
    row: i64
    how: i64  # A_STORE, A_COUNT, A_JOIN or A_LEAVE
    value: Inline


class Waiting(Record):
    """A change that begins with a later run."""

    agenda: i64
    first: i64
    last: i64
    field: i64
    row: i64
    how: i64
    value: Inline


TIMER_FIELD, WAITING_FIELD = Timer.places()["field"].offset, Waiting.places()["field"].offset


class Scheduled(Record):
    """A rule that is put off."""

    agenda: i64
    last: i64
    edge: i64  # 0 the start, 1 the end of that run
    procedure: i64
    given: Inline


class Fact(Record):
    """What somebody was told: who (48 bits up, and two), field (24 bits up) and row; and what it was."""

    key: i64
    value: i64


class Kept(Record):
    """Members that a part of what is done at once gained for good."""

    field: i64
    row: i64
    value: Inline


class Clocks(Record):
    """Of a ``together``: when it began, and when a part was last put back to what was before."""

    begun: i64
    put_back: i64


class Changed(Record):
    """A cell that parts of what is done at once have changed."""

    field: u32
    row: u32


# ------------------------------------------------------------------------------------ matches in a row


class Result(Record):
    """What came of a match, or of several that ended alike: ``turns`` and ``asked`` are then of all of them."""

    over: i64
    winners: i64
    winner_domain: i64
    turns: i64
    asked: i64
    times: i64


class SeedKey(Record):
    """The key of a seed, from which its dice come: two words."""

    seed: i64
    made: i64
    one: i64
    two: i64


class OtherDice(Record):
    """From one die on, those of another seed."""

    first: i64
    seed: i64


# ------------------------------------------------------------------------------------ memoisation


class MemoFunction(Record):
    """When the values of a function were last known to hold, which generation of them is, and the columns they depend on."""

    seen: i64
    generation: i64
    columns: i64  # addresses of when each has changed
    count: i64


class MemoEntry(Record):
    """A memoised value among others."""

    generation: i64
    function: i64
    one: i64
    two: i64
    three: i64
    four: i64
    value: Inline


class Log(Record):
    """Which rows of a column were changed last: a ring of times and rows."""

    last: i64  # bytes from the first to the newest
    first: Inline


# ------------------------------------------------------------------------------------ boards


class Chance(Record):
    """A fraction; the second number is its denominator less one."""

    part: i64
    rest: i64


class Walk(Record):
    """A walk over a board: its chance, price, last cell, the walk it goes on from, and its length."""

    part: i64
    rest: i64
    price: i64
    cell: i64
    before: i64
    steps: i64


class Wave(Record):
    """A cell that waits for its price in a search over a board, and the next that does."""

    cell: i32
    next: i32


class Costs(Record):
    """What the cheapest ways to a cell cost (16-bit numbers), and when that was found out."""

    when: i64
    costs: Inline


class Arc(Record):
    """A step that leads to a cell: the one listed before it; its price, above 20 bits the cell it comes from."""

    before: Arc
    from_and_cost: i64


# ------------------------------------------------------------------------------------ ways to play that are counted


class Way(Record):
    """An action that may end the turn: which form of one, and its parameters in the order in which they are chosen."""

    form: i64
    values: Inline


class Line(Record):
    """A match under way while ways to play are counted, as it stood at the beginning of its turn."""

    size: i64  # bytes of the packed match
    clock: i64  # when it was packed, or taken up last
    after: i64  # the address behind it, and behind the ways in which its turn may end
    answers: Inline  # of its turn; behind them the packed match
