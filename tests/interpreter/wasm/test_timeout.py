"""The clock that interrupts modules of strangers' rules."""

from __future__ import annotations

import gc
import time
from pathlib import Path
from typing import Any

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


def test_no_engine_is_ticked_while_it_is_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deleted: list[int] = []
    ticked: list[int] = []
    delete, tick = wasmtime.Engine._delete, wasmtime.Engine.increment_epoch

    def slowly(self: Any, pointer: Any) -> None:
        deleted.append(id(self))
        working(3 * timeout.TICK)
        delete(self, pointer)

    def counted(self: Any) -> None:
        ticked.append(id(self))
        assert id(self) not in deleted
        tick(self)

    compiled = compile_module(made(tmp_path, MOVE.format(when="square in man.square.neighbours")))
    monkeypatch.setattr(wasmtime.Engine, "_delete", slowly)
    monkeypatch.setattr(wasmtime.Engine, "increment_epoch", counted)
    runner = Runner(compiled, watched=True)
    engine = id(runner.engine)
    another = runner.another()
    del runner
    working(5 * timeout.TICK)
    assert engine in ticked and engine not in deleted  # the other runner goes on
    del another
    gc.collect()
    assert deleted == [engine]
    ticked.clear()
    working(2 * timeout.TICK)
    assert engine not in ticked
