"""Statements: what is stored, and which way to go on.  A signal other than 0 leaves the function that does the block."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.constant_folding import GREATEST
from arbitre.interpreter.analysis.liveness import written
from arbitre.interpreter.plan.passes.vectorize.counted import Skippable
from arbitre.interpreter.plan.passes.vectorize.loops import AtOnce, Stored
from arbitre.interpreter.state.signals import END, FAIL, OVER, PREVENT
from arbitre.interpreter.wasm.binary.wide import wide
from arbitre.interpreter.wasm.compile.code import Code, Unsupported
from arbitre.interpreter.wasm.compile.frames import note_region
from arbitre.interpreter.wasm.compile.queries.columns import check_range, copy_set, put
from arbitre.interpreter.wasm.compile.queries.instrumentation import count, noting
from arbitre.interpreter.wasm.compile.queries.matches import each_bit
from arbitre.interpreter.wasm.compile.queries.search import each

SIMPLE = (core.Roll, core.RollCount, core.RollOff, core.Draw, core.Invoke)  # all they do after they have thrown is to fill slots


def block(c: Code, stmts: tuple[core.Stmt, ...]) -> None:
    """Statements one after the other."""
    flow = c.c.flow
    if flow is None:
        for stmt in stmts:
            statement(c, stmt)
        return
    after = flow.live.get(id(stmts))
    for position, stmt in enumerate(stmts):
        start = c.f.mark()
        statement(c, stmt)
        if after is not None and isinstance(stmt, SIMPLE):
            note_region(c, start, after[position] - written(stmt))
        else:  # it may come to several throws
            note_region(c, start, frozenset(range(len(c.layout.offsets))))


def statement(c: Code, s: core.Stmt) -> None:
    """One statement; one that is not compiled yet is noted, and gives up where it is come to."""
    maker = c.c.statements.get(type(s))

    def write() -> None:
        if maker is None:
            raise Unsupported(type(s).__name__)
        mark = c.mark()
        maker(c, s)
        c.release(mark)

    c.attempt(write, s.place)


def leave(c: Code, signal: int) -> None:
    """Leaves the block with a signal."""
    c.f.const(signal)
    c.f.leave()


def leave_if_over(c: Code) -> None:
    """Leaves the block where the match is over."""
    c.load_name("OVER")
    c.f.when()
    leave(c, OVER)
    c.f.end()


def leave_if_pending(c: Code) -> None:
    """After a question, where seats try their answers: leaves the block if it waits for one, for what follows will be put back."""
    if c.c.has_bots:
        c.load_name("PENDING")
        c.f.when()
        leave(c, OVER)
        c.f.end()


# ------------------------------------------------------------------------------------ slots


def _let(c: Code, s: core.Let) -> None:
    c.assign(s.slot, s.value)
    c.sure.discard(s.slot)
    if isinstance(s.value, core.Arith) and not isinstance(s.value.right, core.Const):  # it may grow from round to round
        held = c.f.local()
        c.read_slot(s.slot)
        c.f.set(held)
        check_range(c, held, -GREATEST, GREATEST, s.place)


def _set_own(c: Code, s: core.SetOwn) -> None:
    frame = c.c.memory.frames["p", s.procedure]
    words, f, at, held = frame.words[s.slot], c.f, c.f.local(), c.f.local()
    c.any(s.value, words)
    f.set(held)
    if not words:
        check_range(c, held, s.low, s.high, s.place)
    f.const(0)
    f.load("64", c.c.at["CURRENT"] + 8 * s.procedure)
    f.tee(at)
    f.when()
    f.get(at)
    if words > 1:
        f.const(frame.offsets[s.slot])
        f.op("add")
        copy_set(c, held, words)
    else:
        f.wrap()
        f.get(held)
        f.store("64", frame.offsets[s.slot])
    f.end()


# ------------------------------------------------------------------------------------ control


def _if(c: Code, s: core.If) -> None:
    c.test(s.test)
    c.f.when()
    if c.c.counting is not None and id(s) in c.c.counting.rows:
        count(c, c.c.counting.rows[id(s)])
    block(c, s.then)
    if s.other:
        c.f.otherwise()
        block(c, s.other)
    c.f.end()


def _skippable(c: Code, s: Skippable) -> None:
    """A loop, unless nothing would come of it."""
    assert s.nothing is not None
    c.test(s.nothing)
    c.f.when()
    block(c, s.ends)
    c.f.otherwise()
    _while(c, s)
    c.f.end()


def _while(c: Code, s: core.While) -> None:
    f, rounds = c.f, c.f.local()
    f.counters.add(rounds)
    f.const(0)
    f.set(rounds)
    with f.block() as out, f.loop() as again:
        mark = c.mark()
        c.test(s.test)
        f.isnt()
        f.br_if(out)
        f.get(rounds)
        f.const(1)
        f.op("add")
        f.tee(rounds)
        f.const(s.budget)
        f.op("le_s")
        c.stop_unless(s.place)
        f.const(c.c.site(s.place))
        f.call("spend")
        block(c, s.body)
        c.release(mark)
        f.br(again)


def each_in_order(c: Code, s: core.ForEach, body: Callable[[int], None]) -> None:
    """The elements of a loop as they are before its first round, in their order."""
    if s.along:
        c.c.along(c, s.source, body)
        return
    if s.keys or s.ties:
        c.c.ranked(c, s, body)
        return
    words = max(1, c.words(s.source))
    c.set(s.source, words)
    if words > 1:  # it may be the very column that the rounds change
        held = c.f.local()
        c.f.set(held)
        c.f.get(held)
        c.f.call(wide(c.c.module, "copied", words))
    each_bit(c, words, body)


def along_path(c: Code, path: core.Path, body: Callable[[int], None]) -> None:
    """The cells of a named way in their order."""
    f, number, row = c.f, c.f.local(), c.f.local()
    table = c.c.memory.numbers(list(path.cells))
    f.const(0)
    f.set(number)
    with f.block() as out, f.loop() as again:
        f.get(number)
        f.const(4 * len(path.cells))
        f.op("lt_s")
        f.isnt()
        f.br_if(out)
        f.get(number)
        f.load("32s", table)
        f.set(row)
        body(row)
        f.get(number)
        f.const(4)
        f.op("add")
        f.set(number)
        f.br(again)


def _for_each(c: Code, s: core.ForEach) -> None:
    if s.together:
        c.c.each_together(c, s)
        return

    each_in_order(c, s, lambda row: _round(c, s, row))


def _round(c: Code, s: core.ForEach, row: int) -> None:
    c.f.get(row)
    c.write_slot(s.slot)
    block(c, s.body)


def _at_once(c: Code, s: AtOnce) -> None:
    """A loop over rows that is done for all of them at once: columns are given values, and the rows that do more do it as it is written."""
    f = c.f
    if s.sure is not None:
        c.test(s.sure)
        f.when()
    given = [(stored, _rows_in(c, stored.rows), _value_in(c, stored.value)) for stored in s.stores]  # before anything is changed
    rest = None if s.rest is None else _rows_in(c, s.rest)
    for stored, rows, value in given:
        _give_all(c, s, stored, rows, value)
    if rest is not None:
        f.get(rest)
        each_bit(c, 1, lambda row: _round(c, s, row))
    if s.sure is not None:
        f.otherwise()
        _for_each(c, s)
        f.end()


def _rows_in(c: Code, rows: core.Expr) -> int:
    """A set of one word, in a local."""
    held = c.f.local()
    c.set(rows, 1)
    c.f.set(held)
    return held


def _value_in(c: Code, e: core.Expr) -> int:
    held = c.f.local()
    c.value(e)
    c.f.set(held)
    return held


def _give_all(c: Code, s: AtOnce, stored: Stored, rows: int, value: int) -> None:
    """Gives a column the value in some rows."""

    def give(row: int) -> None:
        with noting(c, stored.field, row):
            put(c, stored.field, row, value, c.c.types.of(stored.value, c.unit), s.place)

    if isinstance(stored.rows, core.Rows):
        each(c, stored.rows, give)
        return
    c.f.get(rows)
    each_bit(c, 1, give)


def _fail(c: Code, s: core.Fail) -> None:
    c.f.const(int(s.spends))
    c.store_name("SPENT")
    leave(c, FAIL)


def _give(c: Code, s: core.Give) -> None:
    key = c.unit.owner or c.unit.key
    result = c.c.program.procedures[key[1]].result
    words = c.c.memory.frames[key].words[result] if result != NONE else c.words(s.value)
    c.any(s.value, words)
    c.store_name("GIVEN")
    c.f.const(1)
    c.store_name("HAS_GIVEN")
    leave(c, END)


def _finish(c: Code, s: core.Finish) -> None:
    words = max(1, c.words(s.winners))
    if words > 1:
        raise Unsupported("many winners")
    c.set(s.winners, 1)
    c.store_name("WINNERS")
    c.f.const(1)
    c.store_name("OVER")
    c.f.const(s.domain)
    if s.lost:  # by all, if nobody is left to win
        c.f.const(NONE)
        c.load_name("WINNERS")
        c.f.isnt()
        c.f.isnt()
        c.f.select()
    c.store_name("WINNER_DOMAIN")
    leave(c, OVER)


def _nothing(c: Code, s: core.Stmt) -> None:
    """Words are only for whoever reads the log, and the module keeps none."""


def _assert(c: Code, s: core.Assert) -> None:
    """A law of a moment; what is only tried may break it, and odds do not ask."""
    if c.c.flow is not None:
        return
    tried = c.c.has_bots
    if tried:
        c.f.const(0)
        for name in ("PENDING", "TRYING", "THINKING"):
            c.load_name(name)
            c.f.op("or")
        c.f.isnt()
        c.f.when()
    c.test(s.test)
    c.f.flagged()
    c.stop_unless(s.place)
    if tried:
        c.f.end()


STATEMENTS: dict[type, Callable[[Code, Any], None]] = {
    core.Let: _let, core.SetOwn: _set_own, core.If: _if, core.While: _while, core.ForEach: _for_each, core.Fail: _fail, core.Give: _give,
    core.Finish: _finish, core.Tell: _nothing, core.Say: _nothing, core.Reveal: _nothing,
    core.Run: lambda c, s: c.stop(s.place), core.End: lambda c, s: leave(c, END), core.Prevent: lambda c, s: leave(c, PREVENT),
    core.Assert: _assert, AtOnce: _at_once, Skippable: _skippable,
}  # fmt: skip
