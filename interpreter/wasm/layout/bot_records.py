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
