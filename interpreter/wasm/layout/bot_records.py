"""Records of bots, see :mod:`arbitre.interpreter.wasm.runtime.search`."""

from __future__ import annotations

from arbitre.interpreter.wasm.routines.records import Inline, Record, i64, u32


class Given(Record):
    """Answers that are known of a part of what is done at once, as places on the tape."""

    key: i64
    next: i64
    until: i64
    first: i64


class NodeOption(Record):
    """An option of a node: how often it was taken, its prior (8 bits up: how many appeal more), how it ended in all."""

    times: u32
    prior: u32
    total: i64


class Node(Record):
    """A question in the search tree; ``about``: seat, options (16 bits up), options that bots take (40 bits up)."""

    key: i64
    about: i64
    visits: i64
    total: i64
    options: Inline


class TreeStep(Record):
    """A node on the way down the tree, and the option that was taken."""

    node: Node
    option: i64


class End(Record):
    """How it ended for a seat, if that is known."""

    known: i64
    value: i64


class Tally(Record):
    """What came of an option of the question itself."""

    better: i64
    won: i64
    lost: i64


class Options(Record):
    """Options that were listed, and how many."""

    count: i64
    found: Inline


class DrawingRow(Record):
    """How a seat sees the cells of a field, and how those are drawn that it does not see; see :mod:`sampling_rooms`."""

    kind: i64
    look: i64
    has_audience: i64
    audience: i64  # a function by index
    inner: i64
    holds: i64
    default: i64  # an address
    low: i64
    high: i64
    words: i64
    choices: i64  # an address
    target: i64
    next_moving: i64
    next_naming: i64


class KindRow(Record):
    """Which rows of a kind there are, and how a seat sees which they are; see :mod:`sampling_rooms`."""

    size: i64
    alive: i64
    has_audience: i64
    audience: i64  # a function by index
    is_dealt: i64
    moving: i64
    naming: i64


class LawRow(Record):
    """A law, as functions by index: does it hold?  ``faults``: marks the hidden cells of the rows for which it does not, or -1."""

    holds: i64
    faults: i64
