"""Records of a module that explores every outcome, see :mod:`arbitre.interpreter.wasm.runtime.odds`."""

from __future__ import annotations

from arbitre.interpreter.wasm.routines.records import Inline, Record, i64

EVENT, BEGINNING, GOING = 0, 1, 2  # what a deed carries out: an event, an agenda from its start, the statements of those under way
ENDED, BETWEEN, THROWN = 0, 1, 2  # how far it came
# throws: among so many; an answer; so many dice of so many faces; a test, of which only the result counts, in so many groups of outcomes;
# from here on those of a table
LOT, QUESTION, COUNTED, GROUPED, OWN = range(5)


class Throw(Record):
    """What is thrown."""

    kind: i64
    one: i64
    two: i64


class Deed(Record):
    """What is carried out: an event, an agenda from its start, statements under way."""

    mode: i64
    procedure: i64
    size: i64
    slots: Inline


class Outcome(Record):
    """A way things can go: how far it came, all that tells it from another, and where it was come from."""

    size: i64  # bytes of all of it
    reached: i64
    kind: i64
    one: i64
    two: i64
    key_size: i64
    moved: i64  # was there a statement before this one?
    signal: i64  # answers given so far, or at its end the signal
    world: i64
    deed: Deed
    path_length: i64
    number: i64
    hash: i64
    before: i64
    by: i64
    key: Inline


class OutcomeKey(Record):
    """What the key of an outcome begins with."""

    tag: i64
    reached: i64


class Going(Record):
    """What is left to do of a statement: the throw that is wanted, and how far it has come."""

    mode: i64
    kind: i64
    one: i64
    two: i64
    sp: i64
    tp: i64
    given: i64
    has_given: i64
    spent: i64
    together: i64
    taken_at: i64


class Led(Record):
    """Where the outcomes of a throw lead: the record, the throw, how many."""

    outcome: i64
    kind: i64
    count: i64


class Difference(Record):
    """A number that differs from where it all began."""

    offset: i64
    value: i64


class Piece(Record):
    """Some bytes: where they begin, counted from elsewhere, and how many."""

    offset: i64
    size: i64
