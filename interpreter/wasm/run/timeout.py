"""How long a module may work at one go: engines whose modules can be interrupted, and the clock that does it.

Nothing in Python can stop a module from outside; it looks at its engine's clock itself, which takes a fifth of its time.  So only modules
of rules that are none of the library's do.  The one that is interrupted gives up, and the interpreter, which have budgets of their own, say
what takes so long.
"""

from __future__ import annotations

import itertools
import threading
import time
import weakref
from typing import TYPE_CHECKING

from arbitre.dsl.budget import seconds

if TYPE_CHECKING:
    import wasmtime

TICK = 0.1  # seconds
MOST = 3.0  # seconds after which the interpreter, which count steps, are asked what takes so long

_engines: dict[int, wasmtime.Engine] = {}  # of every runner that is watched, by its number
_numbers = itertools.count()
_clock: threading.Thread | None = None
_lock = threading.RLock()  # a runner may be given back by the clock's own thread


def engine_of(watched: bool) -> wasmtime.Engine:
    """A new engine; one that is ``watched`` can be interrupted, see :func:`watch`."""
    import wasmtime

    if not watched:
        return wasmtime.Engine()
    config = wasmtime.Config()
    config.epoch_interruption = True
    return wasmtime.Engine(config)


def watch(runner: object, engine: wasmtime.Engine) -> None:
    """The clock of an engine goes until its runner is given back.

    Until then the engine is held here: one that was found by a weak reference could be in the midst of its own end.
    """
    global _clock
    number = next(_numbers)
    with _lock:
        _engines[number] = engine
        if _clock is None or not _clock.is_alive():
            _clock = threading.Thread(target=_tick, name="arbitre-clock", daemon=True)
            _clock.start()
    weakref.finalize(runner, _forget, number).atexit = False


def _forget(number: int) -> None:
    with _lock:
        _engines.pop(number, None)


def allow(store: wasmtime.Store, most: float | None = None) -> None:
    """From now on it may work for as long as one thing may take, ``most`` seconds at the most; None: as one answer may."""
    store.set_epoch_deadline(max(1, round(min(MOST if most is None else most, seconds()) / TICK)))


def _tick() -> None:
    """Until there is no engine left that is watched: what this process computes counts, however many others there are."""
    before, going = time.process_time(), True
    while going:
        time.sleep(TICK)
        passed = int((time.process_time() - before) / TICK)
        before += passed * TICK
        going = _advance(passed)


def _advance(ticks: int) -> bool:
    """All clocks go on; is there any?"""
    global _clock
    with _lock:
        for engine in set(_engines.values()):
            for _ in range(ticks):
                engine.increment_epoch()
        if not _engines:
            _clock = None
        return bool(_engines)


def retire(engine: wasmtime.Engine) -> None:
    """The clock of an engine stands still, so that it can be closed."""
    with _lock:
        for number in [number for number, one in _engines.items() if one is engine]:
            del _engines[number]
