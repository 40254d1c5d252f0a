"""Functions that runtime routines call and whose code comes from elsewhere.

The rules provide some; of others the runtime has variants, of which :mod:`arbitre.interpreter.wasm.runtime.assembly` chooses one for each
module that is built.
"""

from __future__ import annotations

from arbitre.interpreter.wasm.routines.machine import provided

# ------------------------------------------------------------------------------------ variants


@provided
def give_up(code: int, where: int) -> None:
    """Stops the module, or in a trial of a bot only what is tried.  ``code``: a :class:`StopReason`; ``where``: the place in the rules."""


@provided
def decide(seat: int, count: int) -> int:
    """The answer of a seat to a question with so many options."""
    raise NotImplementedError


@provided
def decide_plainly(seat: int, count: int, plain: int, kept: int) -> int:
    """The same where bots take only some: ``plain`` of the options, whose positions stand at ``kept``."""
    raise NotImplementedError


@provided
def wants_heuristics(seat: int) -> int:
    """Are heuristics wanted of the options of the question that comes now?"""
    raise NotImplementedError


@provided
def begin_heuristics(count: int, rated: int) -> None:
    """Begins to note heuristics of so many options; ``rated``: does the rulebook state appeals of them?"""


@provided
def next_face(size: int, label: int, occasion: int) -> int:
    """One die of so many faces, from 0 on, thrown for something: the number of its name, and its occasion."""
    raise NotImplementedError


@provided
def random_faces(size: int, occasion: int) -> int:
    """The same by chance."""
    raise NotImplementedError


@provided
def set_up() -> None:
    """The setup of a match."""


@provided
def play(most: int) -> int:
    """Goes on for so many statements at most; 1 if there is more to do."""
    raise NotImplementedError


# ------------------------------------------------------------------------------------ provided by the rules


@provided
def check_laws() -> None:
    """Looks again at the invariants whose columns have changed."""


@provided
def begin_main() -> None:
    """Begins the next round."""


@provided
def do_setup() -> None:
    """Carries out a setup that is an event."""


@provided
def close_match() -> None:
    """Carries out the close of a match."""


@provided
def straight_main() -> None:
    """A round without a stop."""


@provided
def note_cell(field: int, row: int) -> None:
    """A cell has changed, where it is counted who bears what."""


@provided
def call_due(procedure: int, given: int) -> None:
    """Carries out a rule that was put off."""


@provided
def worth_of(seat: int) -> int:
    """How a seat stands, by the value ``worth`` of the rulebook."""
    raise NotImplementedError


@provided
def siphash(key: int, other_half: int, one: int, two: int) -> int:
    """SipHash-2-4 of two words, under a key of two words."""
    raise NotImplementedError


@provided
def begin_digest() -> None:
    """The state that a BLAKE2b digest begins with."""


@provided
def compress(length: int, last: int) -> None:
    """One block of a BLAKE2b digest; ``last`` is -1 for the last."""


# of a search over a board


@provided
def leads_of(cell: int) -> int:
    """The cells that steps lead to as things stand, as a set."""
    raise NotImplementedError


@provided
def entered_by(cell: int, other: int) -> int:
    """What the board asks for a step as things stand; 0 where none leads."""
    raise NotImplementedError


@provided
def price_of(given: int, cell: int, other: int) -> int:
    """What a step costs."""
    raise NotImplementedError


@provided
def walk_of(start: int, budget: int, avoided: int, given: int, goal: int, found: int) -> None:
    """The search that ``walk_unevenly`` was written as."""


# ------------------------------------------------------------------------------------ of a match whose worlds are sampled

# A module has these for the match in its memory (``search/worlds.py``), the interpreter for its own (``play/bots/sampler.py``).


@provided
def is_marked(field: int, row: int) -> int:
    """Does a row have a mark?"""
    raise NotImplementedError


@provided
def number_in(field: int, row: int) -> int:
    """The number, or the row, that a cell holds."""
    raise NotImplementedError


@provided
def audience_of_cell(field: int, row: int) -> int:
    """Who sees a field of a row, as a mask of seats, or -1 for everybody."""
    raise NotImplementedError


@provided
def audience_of_row(kind: int, row: int) -> int:
    """Who sees which row of its kind it is."""
    raise NotImplementedError


@provided
def know_as_told(to: int, field: int, row: int) -> int:
    """The seat knows a cell as somebody was told of it; was anything told?"""
    raise NotImplementedError


@provided
def know_as_begun(field: int, row: int) -> None:
    """The seat knows of a cell what it begins with."""


@provided
def know_as_published(field: int) -> None:
    """The seat knows the cells of a field as they were published, if anything was."""


@provided
def know_no_row(alive: int, row: int) -> None:
    """The seat does not know that a row exists."""


@provided
def were_others_told(seat: int) -> int:
    """Was anybody told what a seat does not know?"""
    raise NotImplementedError


@provided
def is_as_known() -> int:
    """Are the cells of the match what the seat knows?"""
    raise NotImplementedError


@provided
def knows_all() -> int:
    """Is nothing hidden from the seat, nor what the statement that waits has done?"""
    raise NotImplementedError


@provided
def begin_world(seed: int, now: int) -> None:
    """A world begins as the seat knows the match, with dice of a seed to come.  ``now``: what it knows as published is as it is now."""


@provided
def come_to_question() -> int:
    """The statement that waits is done again in the world; is its question come to?"""
    raise NotImplementedError


@provided
def put_number(field: int, row: int, value: int) -> None:
    """A cell holds a number or a row; one of a set, nothing, if that is 0."""


@provided
def put_word(field: int, row: int, number: int, word: int) -> None:
    """A word of the set that a cell holds."""


@provided
def put_as_begun(field: int, row: int) -> None:
    """A cell holds what it begins with."""


@provided
def compare_cells(field: int, one: int, other: int) -> int:
    """Below 0 where a field is less of one row than of another, above 0 where it is more; sets are compared as numbers of many bits."""
    raise NotImplementedError


@provided
def exchange_cells(field: int, one: int, other: int) -> None:
    """A field of one row holds what it held of another, and the other way round."""


@provided
def exchange_names(field: int, one: int, other: int) -> None:
    """Every cell of a field that names one row names another in place of it, and the other way round."""


@provided
def exchange_elsewhere(kind: int, one: int, other: int) -> None:
    """The same where what will end, what begins later and what was told speak of them."""


@provided
def is_law_kept(law: int) -> int:
    """Does a law hold in the world?"""
    raise NotImplementedError


@provided
def mark_faulty_rows(law: int) -> int:
    """Marks what is hidden of the rows for which a law does not hold (``note_wrong``), and says how much; 0 where it speaks of no rows."""
    raise NotImplementedError
