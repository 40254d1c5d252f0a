"""Incrementally maintained queries: only rows whose condition may have changed are tested again.

A column that such a query reads logs which of its rows were changed last (see :mod:`arbitre.interpreter.wasm.runtime.match.memo`), and a
table says for each of them which rows of the query depend on it (:mod:`arbitre.interpreter.analysis.locality`). An entry of such a value
holds the time of its last update, the value, and what it is made of: the rows that passed, and what each of them gave where values are
summed or gathered.
"""

from __future__ import annotations

from collections.abc import Callable

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.frames import load_from
from arbitre.interpreter.wasm.compile.queries.matches import each_bit
from arbitre.interpreter.wasm.compile.queries.rowwise import Search


def write_maintained(code: Code, function: core.Function, words: int, search: Search, place: Callable[[int], None]) -> None:
    """The function that is called: it updates the entry of its arguments if it is stale, and leaves its value.

    ``place`` writes code that sets a local to the address of the entry; where that is 0, the value is computed from scratch.
    """
    f, c, at = code.f, code.c, code.f.local()
    count = len(function.params)
    f.const(0)
    f.set(at)
    place(at)
    if count:
        plain = Code(c, c.module.func(f"{f.name}.computed", count), code.unit, None)
        _slots(plain, function, 0)
        f.get(at)
        f.isnt()
        f.when()
        for n in range(count):
            f.get(n)
        f.call(plain.f.name)
        f.leave()
        f.end()
        plain.attempt(lambda: _plain(plain, function, words), function.place)
    slow = Code(c, c.module.func(f"{f.name}.updated", count + 1, False), code.unit, None)
    _slots(slow, function, 1)
    f.get(at)
    f.load("64")
    code.load_name("CLOCK")
    f.op("ne")
    f.when()
    for n in (*range(count), at):
        f.get(n)
    f.call(slow.f.name)
    f.end()
    load_from(code, at, 8, words)
    slow.attempt(lambda: UpdateWriter(slow, search, count).write(), function.place)


def _slots(code: Code, function: core.Function, more: int) -> None:
    """The slots of a function in locals, those that are no parameters behind so many further values."""
    count = len(function.params)
    code.env = {slot: slot if slot < count else slot + more for slot in range(function.slots)}
    while code.f.locals < function.slots + more:
        code.f.local()


def _plain(code: Code, function: core.Function, words: int) -> None:
    mark = code.mark() if words < 2 else None
    code.any(function.body, words)
    if mark is not None:
        held = code.f.local()
        code.f.set(held)
        code.release(mark)
        code.f.get(held)


class UpdateWriter:
    """Writes the update of an entry whose address is in a local."""

    def __init__(self, code: Code, search: Search, at: int) -> None:
        self.code, self.f, self.s, self.at = code, code.f, search, at
        self.passed, self.was, self.new = (code.f.local() for _ in range(3))

    def write(self) -> None:
        f, code, s = self.f, self.code, self.s
        mark = code.mark()
        stale, group = self.stale(), None
        f.get(self.at)
        f.wrap()
        f.const(0)
        f.load("64", code.c.at["CLOCK"])
        f.store("64")
        if s.group is not None:
            group = f.local()
            code.set(s.group, s.words)
            f.set(group)
        parts = [*s.tests, *((s.value,) if s.value is not None else ())]
        with code.hoisting(parts, set(s.slots)):
            f.get(stale)
            each_bit(code, s.words, lambda row: self.row(row, group))
        if s.sink in ("any", "first"):
            f.get(self.at)
            f.wrap()
            f.get(self.at)
            f.load("64", s.held)
            if s.sink == "any":
                f.const(0)
                f.op("ne")
            else:
                f.tee(self.was)
                f.op("ctz")
                f.const(NONE)
                f.get(self.was)
                f.const(0)
                f.op("ne")
                f.select()
            f.store("64", 8)
        code.release(mark)

    def stale(self) -> int:
        """A local with the rows to be tested again: one word, or the address of several."""
        f, code, s, stale, seen = self.f, self.code, self.s, self.f.local(), self.f.local()
        last = (1 << s.rows) - 1
        everyone = last if s.words == 1 else code.c.memory.mask(last, s.words)
        f.get(self.at)
        f.load("64")
        f.set(seen)
        if s.words > 1:
            f.const(code.c.module.reserve(8 * s.words))
            f.set(stale)
            for word in range(s.words):
                f.get(stale)
                f.wrap()
                f.const(0)
                f.store("64", 8 * word)
        else:
            f.const(0)
            f.set(stale)
        f.const(0)
        f.load("64", code.c.at["ALL_CHANGED"])
        f.get(seen)
        f.op("gt_s")
        f.when()
        f.const(everyone)
        f.set(stale)
        f.otherwise()
        for column, rows in sorted(s.concerned.items()):
            table = code.c.memory.masks(rows, s.words)
            f.const(0)
            f.load("64", code.c.at["CHANGED"] + 8 * column)
            f.get(seen)
            f.op("gt_s")
            f.when()
            for number in (column, table):
                f.const(number)
            f.get(seen)
            if s.words == 1:
                f.call("concerned")
                f.get(stale)
                f.op("or")
                f.const(last)
                f.op("and")
                f.set(stale)
            else:
                f.get(stale)
                f.const(s.words)
                f.call("concerned_wide")
                f.when()
                f.const(everyone)
                f.set(stale)
                f.end()
            f.end()
        f.end()
        return stale

    def row(self, row: int, group: int | None) -> None:
        """Tests one row again."""
        f, s, code = self.f, self.s, self.code
        f.const(0)
        f.set(self.passed)
        opened = self.membership(row, group)
        for slot in s.slots:
            code.env[slot] = row
            code.sure.add(slot)
        for test in s.tests:
            mark = code.mark()
            code.test(test)
            if mark is not None:
                f.set(self.was)
                code.release(mark)
                f.get(self.was)
            f.when()
            opened += 1
        if s.sink in ("sum", "union"):
            assert s.value is not None
            code.value(s.value)
            f.set(self.passed)
            if s.sink == "union":
                f.const(0)
                f.get(self.passed)
                f.const(1)
                f.op("add")
                f.get(self.passed)
                f.const(0)
                f.op("lt_s")
                f.select()
                f.set(self.passed)
        else:
            f.const(1)
            f.set(self.passed)
        for _ in range(opened):
            f.end()
        {"sum": self.summed, "union": self.gathered}.get(s.sink, self.noted)(row)

    def membership(self, row: int, group: int | None) -> int:
        f, s, code = self.f, self.s, self.code
        if group is not None:
            f.get(group)
            f.get(row)
            if s.words == 1:
                f.call("bit")
            else:
                f.const(s.words)
                f.call("member")
            f.when()
            return 1
        alive = code.c.memory.alive(code.c.program.domains[s.kind])
        if alive is None:
            return 0
        f.get(row)
        f.const(alive.size)
        f.op("mul")
        f.load(alive.load, alive.at)
        f.when()
        return 1

    def noted(self, row: int) -> None:
        """A row is among those that passed, or is not; they may be counted."""
        f, s, word = self.f, self.s, self.f.local()
        f.get(self.at)
        if s.words > 1:
            f.get(row)
            f.const(6)
            f.op("shr_u")
            f.const(8)
            f.op("mul")
            f.op("add")
        f.set(word)
        f.get(word)
        f.load("64", s.held)
        f.set(self.was)
        f.get(word)
        f.wrap()
        f.get(self.was)
        f.const(1)
        f.get(row)
        f.op("shl")
        f.const(-1)
        f.op("xor")
        f.op("and")
        f.get(self.passed)
        f.get(row)
        f.op("shl")
        f.op("or")
        f.store("64", s.held)
        if s.sink == "count":
            f.get(self.at)
            f.wrap()
            f.get(self.at)
            f.load("64", 8)
            f.get(self.passed)
            f.op("add")
            f.get(self.was)
            f.get(row)
            f.op("shr_u")
            f.const(1)
            f.op("and")
            f.op("sub")
            f.store("64", 8)

    def given(self, row: int, size: int) -> int:
        """A local with the address of what a row gave, but for where these begin; what it gave before is put into another."""
        f, at = self.f, self.f.local()
        f.get(row)
        f.const(size)
        f.op("mul")
        f.get(self.at)
        f.op("add")
        f.tee(at)
        f.load("64" if size == 8 else "16u", self.s.given)
        f.set(self.was)
        f.get(at)
        f.wrap()
        f.get(self.passed)
        f.store("64" if size == 8 else "16", self.s.given)
        return at

    def summed(self, row: int) -> None:
        f = self.f
        self.given(row, 8)
        f.get(self.at)
        f.wrap()
        f.get(self.at)
        f.load("64", 8)
        f.get(self.passed)
        f.op("add")
        f.get(self.was)
        f.op("sub")
        f.store("64", 8)

    def gathered(self, row: int) -> None:
        """A member is in the set as long as any row gives it; 0 stands for none, and every member for one more."""
        f, s = self.f, self.s
        self.given(row, 2)
        f.get(self.was)
        f.get(self.passed)
        f.op("ne")
        f.when()
        for member, change in ((self.was, -1), (self.passed, 1)):
            f.get(member)
            f.when()
            count = f.local()
            f.get(member)
            f.const(2)
            f.op("mul")
            f.get(self.at)
            f.op("add")
            f.set(count)
            f.get(count)
            f.wrap()
            f.get(count)
            f.load("16u", s.counts - 2)
            f.const(change)
            f.op("add")
            f.tee(self.new)
            f.store("16", s.counts - 2)
            self.member(member, change)
            f.end()
        f.end()

    def member(self, member: int, change: int) -> None:
        """Puts a member into the value, or takes it out once nobody gives it."""
        f, s, at = self.f, self.s, self.f.local()
        if change < 0:
            f.get(self.new)
            f.isnt()
            f.when()
        f.get(member)
        f.const(1)
        f.op("sub")
        f.set(member)
        f.get(self.at)
        if s.width > 1:
            f.get(member)
            f.const(6)
            f.op("shr_u")
            f.const(8)
            f.op("mul")
            f.op("add")
        f.set(at)
        f.get(at)
        f.wrap()
        f.get(at)
        f.load("64", 8)
        f.const(1)
        f.get(member)
        f.op("shl")
        if change < 0:
            f.const(-1)
            f.op("xor")
        f.op("and" if change < 0 else "or")
        f.store("64", 8)
        if change < 0:
            f.end()
