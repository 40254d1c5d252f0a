"""A state of a match put into the memory of a module, as :meth:`Runner.state` reads it from there."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Protocol

from arbitre.dsl.core import NONE, Field, Program
from arbitre.dsl.core.walk import hooks_of
from arbitre.interpreter.state.keyed import COUNTERS
from arbitre.interpreter.state.state import Entry, State
from arbitre.interpreter.wasm.layout.compiled import EDGES
from arbitre.interpreter.wasm.layout.memory import ENTRY, STACK, Column, Frame, Shape
from arbitre.interpreter.wasm.layout.records import TAGS
from arbitre.interpreter.wasm.run.host import Memory

FORMS = {"8s": "b", "8u": "B", "16s": "h", "16u": "H", "32s": "i", "32u": "I", "64": "q"}  # of a column, as Python's arrays have it
LISTS = {"TIMERS": 5, "WAITING": 6}  # how many numbers an entry has before its value


class Holder(Protocol):
    """The memory of a module, with what must be known of it."""

    program: Program
    shape: Shape
    at: dict[str, int]
    view: Memory

    def put(self, name: str, value: int) -> None:
        """Stores a number that has a name."""

    def call(self, name: str) -> int:
        """Calls a function of the module."""


class Unfit(Exception):
    """A state that the memory of a module cannot hold."""


def word(value: int, words: int = 0) -> bytes:
    """A number, or a set of so many words."""
    size = 8 * max(1, words)
    return (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")


def column_bytes(field: Field, column: Column, values: Sequence[int]) -> bytes:
    """The rows of a field as they lie in memory."""
    if not column.words:
        return array(FORMS[column.load], values).tobytes()
    if any(value >> 64 * column.words for value in values):
        raise Unfit(field.name)
    return b"".join([word(value, column.words) for value in values])


def slot_bytes(frame: Frame, values: Sequence[int]) -> bytes:
    """The slots of a unit as they lie in memory."""
    return b"".join([word(value, words) for value, words in zip(values, frame.words, strict=True)])


def put_state(runner: Holder, state: State) -> None:
    """Makes the match of a module another one, between two statements.

    Raises:
        Unfit: where it holds what a module does not keep, or more than there is room for.
    """
    view, at = runner.view, runner.at
    try:
        _put_cells(runner, state.cells, 0)
        runner.put("PUBLISHED", int(state.published is not None))
        if state.published is not None:
            if not at["PUBLISHED_SIZE"]:
                raise Unfit("what is published")
            _put_cells(runner, state.published, at["PUBLISHED_CELLS"] - at["CELLS"])
        facts = sorted((seat + 2 << 48 | field << 24 | row, value) for seat, field, row, value in state.told)
        _put_entries(runner, "TOLD", b"".join([word(key) + word(value) for key, value in facts]), len(facts))
        put_off = [_put_off(runner, entry) for entry in state.scheduled]
        _put_entries(runner, "SCHEDULED", b"".join(put_off), len(put_off))
        raw = b"".join([word(runs) for runs in state.runs])
        view[at["RUNS"] : at["RUNS"] + len(raw)] = raw
        raw = b"".join([word(count) for count in state.counters])[: at["COUNTERS_SIZE"]]
        view[at["COUNTERS"] : at["COUNTERS"] + len(raw)] = raw
        for name, numbers in LISTS.items():
            _put_list(runner, name, numbers, state.timers if name == "TIMERS" else state.waiting)
    except OverflowError:
        raise Unfit("a number") from None
    for name, value in (("ROLLS", state.rolls), ("OVER", int(state.over)), ("WINNERS", state.winners)):
        runner.put(name, value)
    runner.put("WINNER_DOMAIN", state.winner_domain)
    _put_stack(runner, state.stack)
    for name, value in (("STEPS", 0), ("DIRTY", -1)):
        runner.put(name, value)
    runner.call("settle")


def counters_of(runner: Holder) -> list[int]:
    """The dice of the turn that a module has counted."""
    first, size = runner.at["COUNTERS"], runner.at["COUNTERS_SIZE"]
    return array("q", bytes(runner.view[first : first + size])).tolist() or [0] * COUNTERS


def hook_number(program: Program, index: int, step: int, number: int) -> int:
    """The number of the hook that stands instead of a step (or, with none, of all) of an agenda."""
    p = program.procedures[index]
    wanted = (p.instead if step == NONE else p.steps[step].instead)[number]
    return next(n for n, hook in enumerate(hook for q in program.procedures for hook in hooks_of(q)) if hook is wanted)


def _put_list(runner: Holder, name: str, numbers: int, entries: Sequence[tuple[int, ...]]) -> None:
    size, wide = runner.shape.entries[name], runner.shape.wide
    raw = b"".join([b"".join([word(n) for n in entry[:numbers]]) + word(entry[numbers], wide) for entry in entries])
    assert len(raw) == size * len(entries)
    _put_entries(runner, name, raw, len(entries))


def _put_entries(runner: Holder, name: str, raw: bytes, count: int) -> None:
    if count > runner.at[f"{name}_MOST"]:
        raise Unfit(name)
    runner.put(name, count)
    runner.view[runner.at[name] + 8 : runner.at[name] + 8 + len(raw)] = raw


def _put_cells(runner: Holder, cells: Sequence[int], away: int) -> None:
    """The cells, so many bytes from where they stand."""
    first = 0
    for field, column in zip(runner.program.fields, runner.shape.columns, strict=True):
        if field.values is None:
            raw = column_bytes(field, column, cells[first : first + column.rows])
            runner.view[column.at + away : column.at + away + len(raw)] = raw
            first += column.rows


def _put_off(runner: Holder, entry: tuple[Any, ...]) -> bytes:
    """What is put off to a later run: agenda, run, edge, procedure, arguments."""
    agenda, last, edge, procedure, args = entry
    size, frame = runner.at["SCHEDULED_ENTRY"], runner.shape.frames["p", procedure]
    given = b"".join([word(value, words) for value, words in zip(args, frame.words, strict=False)])
    raw = word(agenda) + word(last) + word(EDGES.index(edge)) + word(procedure) + given
    if len(raw) > size:
        raise Unfit("what is put off")
    return raw.ljust(size, b"\0")


def _put_stack(runner: Holder, stack: Sequence[Entry]) -> None:
    base = at = runner.at["STACK_BASE"]
    below, raw = 0, b""
    for entry in stack:
        made = entry_bytes(runner, entry, below)
        below, at = at, at + len(made)
        raw += made
    if len(raw) > STACK:
        raise Unfit("the stack of agendas")
    runner.view[base : base + len(raw)] = raw
    runner.put("STACK_LAST", below)
    runner.put("STACK_TOP", at)


def entry_bytes(runner: Holder, entry: Entry, below: int) -> bytes:
    """An entry of the stack; see :mod:`arbitre.interpreter.wasm.runtime.match.agendas`."""
    letter, index, *rest = entry
    two, three, more = (rest[0] if letter != "F" else 0), 0, b""
    if letter in "AR":
        slots, order, (two, three) = rest
        steps = b"".join([word(step | (element + 1) << 16) for step, element in order])
        held = slot_bytes(runner.shape.frames["p", index], slots) if letter == "A" else b""
        more = word(len(order)) + word(0) + held + steps
    elif letter == "H":
        slots, two, three = rest
        more = word(0) + word(0) + slot_bytes(runner.shape.frames["h", hook_number(runner.program, index, two, three)], slots)
    elif letter == "F":
        two, three = len(rest[0]), 0
        more = b"".join([word(row) for row in rest[0]])
    raw = word(below) + word(TAGS[letter]) + word(index) + word(two) + word(three)
    assert len(raw) == ENTRY
    return raw + more
