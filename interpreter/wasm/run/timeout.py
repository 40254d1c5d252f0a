"""How long a call of a module may take, and the clock that stops it.

Modules of rules that are none of the library's poll a flag in their memory (:mod:`arbitre.interpreter.wasm.binary.safepoints`).  A thread
sets it while a call takes too long; the module gives up, and the interpreter, which counts steps, is asked what takes so long.
"""

from __future__ import annotations

import itertools
import math
import threading
import time
import weakref

from arbitre.dsl.budget import seconds

TICK = 0.1  # seconds
MOST = 3.0  # seconds after which the interpreter is asked what takes so long

_guards: dict[int, Guard] = {}  # by the number of their runner
_numbers = itertools.count()
_clock: threading.Thread | None = None
_now = 0  # ticks since the clock was first started
_lock = threading.RLock()  # a runner may be given back by the clock's own thread


class Guard:
    """The time limit of calls of one runner.  ``flag``: the bytes of the word in its memory that tells it to stop."""

    def __init__(self, flag: memoryview) -> None:
        self.flag = flag
        self.end: float = math.inf  # the tick at which the call under way is stopped

    def begin(self, most: float | None = None) -> None:
        """A call begins, which may take ``most`` seconds of the processor, and no more than one thing may take; None: as one answer may."""
        with _lock:
            self.flag[:] = bytes(8)
            self.end = _now + max(1, round(min(MOST if most is None else most, seconds()) / TICK))

    def finish(self) -> None:
        """The call has ended.  If the flag is set after that, the next one clears it."""
        self.end = math.inf

    def stopped(self) -> bool:
        """Was the call that has just ended told to stop?"""
        return any(self.flag)


def guard(runner: object, flag: memoryview) -> Guard:
    """A guard of a runner's calls; the clock looks after it until the runner is given back."""
    global _clock
    made, number = Guard(flag), next(_numbers)
    with _lock:
        _guards[number] = made
        if _clock is None or not _clock.is_alive():
            _clock = threading.Thread(target=_tick, name="arbitre-clock", daemon=True)
            _clock.start()
    weakref.finalize(runner, _forget, number).atexit = False
    return made


def _forget(number: int) -> None:
    """From now on the memory of that runner is not written any more; it may be given back."""
    with _lock:
        _guards.pop(number, None)


def _tick() -> None:
    """Until there is no guard left: what this process computes counts, however many others there are."""
    before, going = time.process_time(), True
    while going:
        time.sleep(TICK)
        passed = int((time.process_time() - before) / TICK)
        before += passed * TICK
        going = _advance(passed)


def _advance(ticks: int) -> bool:
    """The clock goes on, and stops what is overdue; is there any guard left?"""
    global _clock, _now
    with _lock:
        _now += ticks
        for one in _guards.values():
            if one.end <= _now:
                one.flag[:] = b"\x01" + bytes(7)
        if not _guards:
            _clock = None
        return bool(_guards)


def retire_all() -> None:
    """The clock looks after nobody any more: Python ends."""
    with _lock:
        _guards.clear()
