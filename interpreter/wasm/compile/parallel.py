"""What is done at once, written: a function for each part, called from one snapshot; see
:mod:`arbitre.interpreter.wasm.runtime.match.merge`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.statements import each_in_order, statement


def _parts(c: Code, write: Callable[[Any, Callable[[], None]], None]) -> None:
    """The frame of it all: ``write`` calls what it is given once a part."""
    f, signal, now, saved = c.f, c.f.local(), c.f.local(), c.f.local()
    size = c.layout.size
    f.const(0)
    f.set(signal)
    f.call("begin_together")
    if c.c.has_bots:
        f.call("enter_loop")
    f.const(max(8, size))
    f.call("take_frame")
    f.set(saved)
    _copy_frame(c, saved, c.frame, size)

    def part(body: Callable[[Code], None], before: Callable[[], None], what: Callable[[], None]) -> None:
        inner = c.c.part(c.unit, name="together")
        body(inner)
        inner.f.const(0)
        f.call("begin_part")
        if c.c.has_bots:
            what()
            f.call("enter_part")
        if c.c.questions is not None:
            what()
            f.call("note_part")
        before()
        assert c.frame is not None
        f.get(c.frame)
        f.call(inner.f.name)
        f.set(now)
        if c.c.memory.hides:
            f.const(0)
            f.get(now)
            f.call("part_is_left")
            f.select()
            f.set(now)
        f.get(now)
        f.get(signal)
        f.get(now)
        f.get(signal)
        f.op("gt_s")
        f.select()
        f.set(signal)
        f.call("end_part")
        if c.c.has_bots:
            f.call("leave_part")

    write(part, lambda: _copy_frame(c, c.frame, saved, size))
    f.call("end_together")
    f.const(0)
    f.wrap()
    f.get(saved)
    f.store("64", c.c.at["SP"])
    f.get(signal)
    f.when()
    f.get(signal)
    f.leave()
    f.end()


def _copy_frame(c: Code, to: int | None, source: int | None, size: int) -> None:
    assert to is not None and source is not None
    for local in (to, source):
        c.f.get(local)
        c.f.wrap()
    c.f.const(size)
    c.f.wrap()
    c.f.copy()


def each_together(c: Code, s: core.ForEach) -> None:
    """``for each ... together``: every round reads the state from before the loop."""

    def write(part: Any, restore: Callable[[], None]) -> None:
        def body(inner: Code) -> None:
            for stmt in s.body:
                statement(inner, stmt)

        def round_(row: int) -> None:
            def before() -> None:
                restore()
                c.f.get(row)
                c.write_slot(s.slot)

            part(body, before, lambda: c.f.get(row))

        each_in_order(c, s, round_)

    _parts(c, write)


def _together(c: Code, s: core.Together) -> None:
    def write(part: Any, restore: Callable[[], None]) -> None:
        for number, stmt in enumerate(stmt for stmt in s.body if not isinstance(stmt, core.Reveal)):
            part(lambda inner, stmt=stmt: statement(inner, stmt), lambda: None, lambda number=number: c.f.const(number))

    _parts(c, write)


TOGETHER: dict[type, Callable[[Code, Any], None]] = {core.Together: _together}
