"""How long a module may work at one go: engines whose modules can be interrupted, and the clock that does it.

Nothing in Python can stop a module from outside; it looks at its engine's clock itself, which takes a fifth of its time.  So only modules
of rules that are none of the library's do.  The one that is interrupted gives up, and the closures, which have budgets of their own, say
what takes so long.
"""

from __future__ import annotations

import threading
import time
import weakref
from typing import TYPE_CHECKING

from arbitre.dsl.budget import seconds

if TYPE_CHECKING:
    import wasmtime

TICK = 0.1  # seconds
MOST = 3.0  # seconds after which the closures, which count steps, are asked what takes so long

_engines: weakref.WeakSet[wasmtime.Engine] = weakref.WeakSet()
_clock: threading.Thread | None = None
_lock = threading.Lock()


def engine_of(watched: bool) -> wasmtime.Engine:
    """A new engine; of one that is ``watched`` the clock goes."""
    import wasmtime

    global _clock
    if not watched:
        return wasmtime.Engine()
    config = wasmtime.Config()
    config.epoch_interruption = True
    engine = wasmtime.Engine(config)
    _engines.add(engine)
    if _clock is None or not _clock.is_alive():
        _clock = threading.Thread(target=_tick, name="arbitre-clock", daemon=True)
        _clock.start()
    return engine


def allow(store: wasmtime.Store, most: float | None = None) -> None:
    """From now on it may work for as long as one thing may take, ``most`` seconds at the most; None: as one answer may."""
    store.set_epoch_deadline(max(1, round(min(MOST if most is None else most, seconds()) / TICK)))


def _tick() -> None:
    """Until there is no engine left that is watched: what this process computes counts, however many others there are."""
    before = time.process_time()
    while len(_engines):
        time.sleep(TICK)
        passed = int((time.process_time() - before) / TICK)
        before += passed * TICK
        with _lock:
            for engine in list(_engines):
                for _ in range(passed):
                    engine.increment_epoch()


def retire(engine: wasmtime.Engine) -> None:
    """The clock of an engine stands still, so that it can be closed."""
    with _lock:
        _engines.discard(engine)
