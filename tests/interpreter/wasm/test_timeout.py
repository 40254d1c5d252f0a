"""The clock that stops calls of modules of strangers' rules."""

from __future__ import annotations

import gc
import time
from pathlib import Path

import pytest
from small_plans import MOVE, made

from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run import timeout
from arbitre.interpreter.wasm.run.runtime import Runner

wasmtime = pytest.importorskip("wasmtime")


def working(seconds: float) -> None:
    """The clock counts what the processor does."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        time.sleep(0)


@pytest.fixture(autouse=True)
def quick_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock ticks more often than for users."""
    monkeypatch.setattr(timeout, "TICK", 0.02)


def guarded() -> tuple[object, timeout.Guard]:
    class Owner:
        pass

    owner = Owner()
    return owner, timeout.guard(owner, memoryview(bytearray(8)))


def test_only_a_call_under_way_is_stopped() -> None:
    owner, guard = guarded()
    guard.begin(0.02)
    working(4 * timeout.TICK)
    assert guard.stopped()
    guard.begin(60)
    assert not guard.stopped()
    working(3 * timeout.TICK)
    assert not guard.stopped()
    guard.begin(0.02)
    guard.finish()
    working(4 * timeout.TICK)
    assert not guard.stopped()
    del owner


def test_memory_that_was_given_back_is_not_written() -> None:
    owner, guard = guarded()
    other, second = guarded()
    guard.begin(0.02)
    second.begin(0.02)
    del owner
    gc.collect()
    working(4 * timeout.TICK)
    assert second.stopped() and not guard.stopped()
    del other


def test_each_runner_has_a_guard_of_its_own(tmp_path: Path) -> None:
    compiled = compile_module(made(tmp_path, MOVE.format(when="square in man.square.neighbours")), stoppable=True)
    before = len(timeout._guards)
    runner = Runner(compiled, watched=True)
    another = runner.another()
    assert len(timeout._guards) == before + 2 and runner.guard is not another.guard
    assert runner.many(1, 3) == another.many(1, 3)
    del runner, another
    gc.collect()
    assert len(timeout._guards) == before
