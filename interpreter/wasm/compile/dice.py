"""Statements that throw dice or draw lots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.state.keyed import occasion
from arbitre.interpreter.wasm.binary.encoding import as_word
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.layout.sampling_rooms import NOT_SURE


def occasion_of(c: Code, known: core.Occasion, label: str) -> int:
    """What dice are thrown for, as the slots stand, in a local."""
    f, local = c.f, c.f.local()
    f.const(as_word(occasion(known.rule, label)))
    for row in known.about:
        c.value(row)
        f.call("about")
    f.set(local)
    return local


def next_face(c: Code, label: str, what: int) -> None:
    """Throws a die of as many faces as the value on top says: leaves a number from 0 on.  ``what``: the local with its occasion."""
    c.f.const(c.c.memory.label(label))
    c.f.get(what)
    c.f.call("next_face")


def throw_die(c: Code, faces: tuple[int, ...], label: str, what: int) -> None:
    """Leaves what one die shows."""
    f = c.f
    f.const(len(faces))
    next_face(c, label, what)
    if faces == tuple(range(faces[0], faces[0] + len(faces))):
        f.const(faces[0])
        f.op("add")
        return
    table = c.c.memory.table(faces)
    if table.size > 1:
        f.const(table.size)
        f.op("mul")
    f.load(table.load, table.at)


def thrown(c: Code, dice: tuple[core.Dice, ...], slots: list[int], label: str, what: int) -> int:
    """All dice of a throw; each goes into its slot, if there are slots.  Gives the local that has their sum."""
    f, total, number = c.f, c.f.local(), 0
    f.const(0)
    f.set(total)
    for die in dice:
        for _ in range(die.count):
            face = f.local()
            throw_die(c, die.faces, label, what)
            f.tee(face)
            f.get(total)
            f.op("add")
            f.set(total)
            if slots:
                f.get(face)
                c.write_slot(slots[number])
            number += 1
    return total


def _roll(c: Code, s: core.Roll) -> None:
    slots = s.each.slots if s.each is not None and s.each.look.read else []
    total = thrown(c, s.dice, slots, s.label, occasion_of(c, s.occasion, s.label))
    c.f.get(total)
    c.write_slot(s.slot)
    if s.each is not None and s.each.look.read and s.slot in s.each.slots:  # the sum is put down first
        raise AssertionError("a die and the sum in one slot")


def how_many(c: Code, s: core.RollCount) -> tuple[int, int]:
    """How many dice are thrown, and of how many faces, in locals; what no throw can be is reported by the interpreter."""
    f, number, size = c.f, c.f.local(), c.f.local()
    c.value(s.count)
    f.set(number)
    c.value(s.faces)
    f.set(size)
    f.get(number)
    f.const(s.limit)
    f.op("le_u")
    f.get(size)
    f.const(1)
    f.op("sub")
    f.const(10_000)
    f.op("lt_u")
    f.op("and")
    c.stop_unless(s.place)
    return number, size


def _roll_count(c: Code, s: core.RollCount) -> None:
    f, total = c.f, c.f.local()
    number, size = how_many(c, s)
    what = occasion_of(c, s.occasion, s.label)
    f.const(0)
    f.set(total)
    with f.block() as out, f.loop() as again:
        f.get(number)
        f.isnt()
        f.br_if(out)
        f.get(size)
        next_face(c, s.label, what)
        f.const(1)
        f.op("add")
        f.get(total)
        f.op("add")
        f.set(total)
        f.get(number)
        f.const(1)
        f.op("sub")
        f.set(number)
        f.br(again)
    f.get(total)
    c.write_slot(s.slot)


def _roll_off(c: Code, s: core.RollOff) -> None:
    f, more, less, times = c.f, c.f.local(), c.f.local(), c.f.local()
    c.value(s.left_bonus)
    f.set(more)
    c.value(s.right_bonus)
    f.set(less)
    what = occasion_of(c, s.occasion, s.label)
    f.const(0)
    f.set(times)
    with f.block() as out, f.loop() as again:
        left, right = thrown(c, s.left_dice, [], s.label, what), thrown(c, s.right_dice, [], s.label, what)
        f.get(left)
        c.write_slot(s.left)
        f.get(right)
        c.write_slot(s.right)
        if s.again:
            f.get(left)
            f.get(more)
            f.op("add")
            f.get(right)
            f.get(less)
            f.op("add")
            f.op("ne")
            f.br_if(out)
            f.get(times)
            f.const(1)
            f.op("add")
            f.tee(times)
            f.const(1000)
            f.op("lt_s")
            c.stop_unless(s.place)
            f.br(again)


def one_of(c: Code, count: int, label: str, what: int) -> None:
    """Leaves a position by lot among so many (in a local); no die when there is just one."""
    c.f.get(count)
    c.f.const(1)
    c.f.op("gt_s")
    c.f.when(True)
    c.f.get(count)
    next_face(c, label, what)
    c.f.otherwise()
    c.f.const(0)
    c.f.end()


def _draw(c: Code, s: core.Draw) -> None:
    f, words, rows, count, position = c.f, max(1, c.words(s.source)), c.f.local(), c.f.local(), c.f.local()
    c.set(s.source, words)
    f.set(rows)
    what = occasion_of(c, s.occasion, s.label)
    count_rows(c, rows, words)
    f.tee(count)
    f.when(True)
    one_of(c, count, s.label, what)
    f.set(position)
    f.get(rows)
    f.get(position)
    nth_row(c, words)
    f.otherwise()
    f.const(NONE)
    f.end()
    c.write_slot(s.slot)


def count_rows(c: Code, rows: int, words: int) -> None:
    """How many members the set in a local has."""
    c.f.get(rows)
    if words == 1:
        c.f.op("popcnt")
    else:
        c.f.const(words)
        c.f.call("set_count")


def nth_row(c: Code, words: int) -> None:
    """The member with the number on top, of the set below it."""
    if words == 1:
        c.f.call("nth_bit")
    else:
        c.f.const(words)
        c.f.call("nth_member")


def _seen(throw: Callable[[Code, Any], None]) -> Callable[[Code, Any], None]:
    """A throw, and where greedy seats do not know everything who sees it."""

    def write(c: Code, s: Any) -> None:
        if s.seen is None or not c.c.memory.hides:
            throw(c, s)
            return
        c.set(s.seen, 1)
        c.store_name("DIE_SEEN")
        throw(c, s)
        c.f.const(NOT_SURE)  # as what happens here
        c.store_name("DIE_SEEN")

    return write


THROWS: dict[type, Callable[[Code, Any], None]] = {
    core.Roll: _seen(_roll), core.RollCount: _seen(_roll_count), core.RollOff: _roll_off, core.Draw: _seen(_draw),
}  # fmt: skip
