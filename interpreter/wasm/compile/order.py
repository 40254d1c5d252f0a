"""The elements of a loop in their order, put into memory one after the other."""

from __future__ import annotations

from collections.abc import Callable

from arbitre.dsl import core
from arbitre.interpreter.state.keyed import ORDER
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.dice import occasion_of, thrown
from arbitre.interpreter.wasm.compile.queries.matches import each_bit
from arbitre.interpreter.wasm.compile.queries.visibility import is_hidden, sees_row
from arbitre.interpreter.wasm.compile.statements import each_in_order
from arbitre.interpreter.wasm.layout.sampling_rooms import NOT_SURE


def collected(code: Code, s: core.ForEach) -> tuple[int, int]:
    """The elements of a loop one after the other in memory: locals with their address, and how many they are."""
    f, at, total = code.f, code.f.local(), code.f.local()
    f.const(code.c.program_rows * 8 + 8)
    f.call("take_room")
    f.set(at)
    f.const(0)
    f.set(total)

    def put(row: int) -> None:
        f.get(at)
        f.get(total)
        f.const(8)
        f.op("mul")
        f.op("add")
        f.wrap()
        f.get(row)
        f.store("64")
        f.get(total)
        f.const(1)
        f.op("add")
        f.set(total)

    each_in_order(code, s, put)
    return at, total


def each_collected(code: Code, at: int, total: int, body: Callable[[int], None]) -> None:
    """Does something with each of the elements that stand in memory."""
    with code.f.each_number(at, total) as (row, _):
        body(row)


def _note_watching(code: Code, kind: int, at: int, total: int, size: int) -> None:
    """Only who tells all of the rows from each other sees the dice of their order."""
    f, seen = code.f, code.f.local()
    code.load_name("AUDIENCE")
    f.set(seen)
    with f.each_number(at, total, size) as (row, _):
        f.get(row)
        f.call(sees_row(code.c, kind))
        f.get(seen)
        f.op("and")
        f.set(seen)
    f.get(seen)
    code.store_name("DIE_SEEN")


def ranked(code: Code, s: core.ForEach, body: Callable[[int], None]) -> None:
    """The elements of a loop by its keys; those that are tied by lot, or as dice say."""
    f, at, total, size = code.f, code.f.local(), code.f.local(), (len(s.keys) + 1) * 8
    f.const((code.c.program_rows + 1) * size)
    f.call("take_frame")
    f.set(at)
    f.const(0)
    f.set(total)

    def record(row: int) -> None:
        def there(offset: int) -> None:
            f.get(at)
            f.get(total)
            f.const(size)
            f.op("mul")
            f.op("add")
            f.wrap()

        f.get(row)  # the slot keeps the last of them, as the interpreter leaves it
        code.write_slot(s.slot)
        there(0)
        f.get(row)
        f.store("64")
        with code.bound(s.slot, row):
            for number, key in enumerate(s.keys, 1):
                held = f.local()
                if key.highest:
                    f.const(0)
                code.value(key.value)
                if key.highest:
                    f.op("sub")
                f.set(held)
                there(number)
                f.get(held)
                f.store("64", 8 * number)
        f.get(total)
        f.const(1)
        f.op("add")
        f.set(total)

    words = max(1, code.words(s.source))
    code.set(s.source, words)
    each_bit(code, words, record)
    arguments = (at, total)
    for local in arguments:
        f.get(local)
    f.const(len(s.keys))
    f.call("sort_rows")
    hides = bool(s.ties) and code.c.memory.hides and is_hidden(code.c, s.domain)
    if hides:
        _note_watching(code, s.domain, at, total, size)
    if s.ties == "draw" or (s.dice and code.c.flow is not None):  # for odds every order of those tied is as likely as another
        for local in arguments:
            f.get(local)
        f.const(len(s.keys))
        f.get(occasion_of(code, core.Occasion(s.rule), ORDER))
        f.call("draw_ties")
    elif s.dice:
        part = code.c.part(code.unit, name="thrower")
        part.f.get(thrown(part, s.dice, [], ORDER, occasion_of(part, core.Occasion(s.rule), ORDER)))
        for local in arguments:
            f.get(local)
        f.const(len(s.keys))
        f.get(0)
        f.const(code.c.module.number_of(part.f.name))
        f.const(int(s.ties == "highest"))
        f.call("throw_ties")
    if hides:
        f.const(NOT_SURE)
        code.store_name("DIE_SEEN")
    with f.each_number(at, total, size) as (row, _):
        body(row)
    f.const(0)
    f.wrap()
    f.get(at)
    f.store("64", code.c.at["SP"])
