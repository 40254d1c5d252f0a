"""What a command may spend on a rulebook that somebody else wrote: time of computing, and memory.

Whoever reads a file that is not of the library says so (:func:`stranger`); from then on the command has so many seconds of computing for
each thing that is asked of it (:func:`afresh`: a rulebook read, a scenario, an answer, a page), and so much memory in all.  What takes
more is stopped wherever it is (:class:`Overspent`), with the rule that was at work.

Nothing is counted on the way: the system's own clock of the time computed interrupts, so rules run as fast as without it.  Steps,
numbers, dice and nesting have bounds of their own where they arise, the same on every machine.
"""

from __future__ import annotations

import ctypes
import math
import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType
from typing import Any

from arbitre.dsl.cache.remembered import Interruption
from arbitre.dsl.diagnostics.errors import ArbitreError, BadOption
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.dsl.diagnostics.said import phrase

VARIABLE = "ARBITRE_BUDGET"
SECONDS, MEGABYTES = 10.0, 512
LINES = 1_000  # of the library's that a rulebook stands on: for so many it has a second more
ROOM = 500_000_000  # bytes beyond all that, for what the program itself asks for
MORE = "Ask less of it, or allow more: --budget {0} (or ARBITRE_BUDGET={0})."
LEAVE = 3.0  # what was stopped has so long to put away what it held
TICK = 0.1  # seconds of computing between two looks
_PART = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)\s*(s|min|mb|gb)", re.IGNORECASE)


class Overspent(ArbitreError, Interruption):
    """What was asked takes more than it may: where, and in the midst of which rules."""

    def __init__(self, text: str, place: Place, chain: list[str], hint: str) -> None:
        self.text, self.place, self.chain, self.hint = text, place, chain, hint
        where = f"{place}: " if place != NOWHERE else ""
        led = phrase(" (in {0})", " < ".join(reversed(chain[-12:]))) if chain else ""
        super().__init__(phrase("{0}{1}{2}", where, text, led))

    def __reduce__(self) -> Any:
        return Overspent, (self.text, self.place, self.chain, self.hint)


@dataclass(frozen=True, slots=True)
class Budget:
    """None: no bound.  ``always``: it holds for the library too, since somebody asked for it."""

    seconds: float | None = SECONDS
    megabytes: float | None = MEGABYTES
    always: bool = False


def read(said: str) -> Budget:
    """``30s``, ``2GB``, ``1min 300MB``, or ``off``."""
    if not said.strip():
        return Budget()
    if said.strip().lower() == "off":
        return Budget(None, None)
    rest, seconds, megabytes = said, SECONDS, float(MEGABYTES)
    for number, unit in _PART.findall(said):
        amount = float(number)
        if unit.lower() in ("s", "min"):
            seconds = amount * (60 if unit.lower() == "min" else 1)
        else:
            megabytes = amount * (1000 if unit.lower() == "gb" else 1)
    rest = _PART.sub("", said)
    if rest.strip(" ,;+") or not seconds or not megabytes:
        raise BadOption(phrase("‘{0}’ is not a budget: write 30s, 2min, 800MB, 30s,2GB, or off", said[:60]))
    return Budget(seconds, megabytes, always=True)


class Guard:
    """One command, and what it has spent so far."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.armed = budget.always
        self.more = 0  # lines of the library it stands on
        self.began = time.process_time()
        self.held = resident()
        self.deep = 0
        self.leave = 0.0  # until then nothing is stopped
        self.bound: tuple[int, int] | None = None  # what the system refused before

    @property
    def seconds(self) -> float | None:
        """What it may compute for one thing."""
        if self.budget.seconds is None or self.budget.always:
            return self.budget.seconds
        return self.budget.seconds + self.more / LINES

    def look(self, frame: FrameType | None) -> None:
        """Stops what has spent too much."""
        if not self.armed or time.process_time() < self.leave:
            return
        seconds, megabytes = self.seconds, self.budget.megabytes
        if seconds is not None and time.process_time() - self.began > seconds:
            text = phrase("this takes more than {0} seconds of computing", format(seconds, ".0f"))
            self.leave = time.process_time() + LEAVE
            raise overspent(frame, text, phrase(MORE, f"{max(60, math.ceil(2 * seconds))}s"))
        if megabytes is not None and resident() - self.held > megabytes * 1_000_000:
            self.leave = time.process_time() + LEAVE
            raise self.too_much(frame)

    def too_much(self, frame: FrameType | None) -> Overspent:
        text = phrase("this takes more than {0} MB of memory", format(self.budget.megabytes or MEGABYTES, ".0f"))
        return overspent(frame, text, phrase(MORE, f"{max(2, math.ceil((self.budget.megabytes or MEGABYTES) / 500))}GB"))

    def bind(self) -> None:
        """The system itself refuses what is asked for at one go between two looks, with room to spare."""
        self.unbind()
        if self.budget.megabytes is None:
            return
        import resource

        with suppress(OSError, ValueError), open("/proc/self/statm", "rb") as file:
            wanted = int(file.read().split()[5]) * os.sysconf("SC_PAGE_SIZE") + int(self.budget.megabytes * 2_000_000) + ROOM
            soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
            if soft == resource.RLIM_INFINITY or soft > wanted:
                resource.setrlimit(resource.RLIMIT_DATA, (wanted, hard))
                self.bound = soft, hard

    def unbind(self) -> None:
        if self.bound is not None:
            import resource

            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_DATA, self.bound)
            self.bound = None


_GUARD: list[Guard] = []


@contextmanager
def guarding() -> Iterator[None]:
    """Within it a command spends from one budget: that of the environment, or of :func:`allow`.

    Where the system has no such clock, or in a thread beside the first, nothing is interrupted.
    """
    said = os.environ.get(VARIABLE)
    guard = Guard(read(said or ""))
    if _GUARD or not hasattr(signal, "setitimer"):
        yield
        return
    try:
        before = signal.signal(signal.SIGPROF, lambda _, frame: guard.look(frame))
    except ValueError:  # no signal reaches this thread
        yield
        return
    _GUARD.append(guard)
    signal.setitimer(signal.ITIMER_PROF, TICK, TICK)
    try:
        guard.bind()
        yield
    except MemoryError:
        raise guard.too_much(None) from None
    finally:
        guard.armed = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        guard.unbind()
        _GUARD.clear()
        if said is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = said


def allow(said: str) -> None:
    """Another budget for the command at work, and for the processes it begins."""
    budget = read(said)
    if _GUARD:
        os.environ[VARIABLE] = said
        _GUARD[-1].budget = budget
        _GUARD[-1].armed = _GUARD[-1].armed or budget.always
        _GUARD[-1].bind()


def stranger() -> None:
    """What is read now is not of the library."""
    if _GUARD:
        _GUARD[-1].armed = True


def watched_over() -> bool:
    """Is what was read for the command at work held to a budget?"""
    return bool(_GUARD) and _GUARD[-1].armed


def seconds() -> float:
    """What may be computed for one thing: of a command what it may, else what is usual."""
    return (_GUARD[-1].seconds if _GUARD else None) or SECONDS


def stands_on(lines: int) -> None:
    """So many lines of the library are read for what is asked."""
    if _GUARD:
        _GUARD[-1].more += lines


def bounded() -> bool:
    """Is it looked after what is spent?"""
    return bool(_GUARD) and _GUARD[-1].armed


def afresh(memory: bool = False) -> None:
    """Another thing is begun: the time for it counts from now.

    ``memory``: that too; for a process that keeps several rulebooks at work, each of which may hold as much as one.
    """
    if _GUARD and not _GUARD[-1].deep:
        _GUARD[-1].began = time.process_time()
        if memory:
            _GUARD[-1].held = max(_GUARD[-1].held, resident())


def on_with_the_rest() -> None:
    """What took too much was given up: what follows within the same thing has its own time, and the memory is given back."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
    for guard in _GUARD:
        guard.began = time.process_time()


@contextmanager
def uncounted() -> Iterator[None]:
    """What is made for every rulebook alike, such as the parser's tables, is nobody's time: it does not count."""
    begun, before = time.process_time(), [(guard, guard.began) for guard in _GUARD]
    for guard, _ in before:
        guard.began = math.inf
    try:
        yield
    finally:
        for guard, began in before:
            guard.began = began + time.process_time() - begun


@contextmanager
def one_thing() -> Iterator[None]:
    """Within it everything is one thing, whatever else is begun on the way."""
    afresh()
    if not _GUARD:
        yield
        return
    guard = _GUARD[-1]
    guard.deep += 1
    try:
        yield
    finally:
        guard.deep -= 1
        afresh()


# ------------------------------------------------------------------------------------ where


def overspent(frame: FrameType | None, text: str, hint: str) -> Overspent:
    """The fault, at the innermost rule that is being read or carried out; nowhere where none is."""
    place = NOWHERE
    chain: list[str] = []
    while frame is not None and (place == NOWHERE or not chain):
        inside = frame.f_locals
        if place == NOWHERE:
            place = _place_in(inside)
        if not chain and isinstance(led := getattr(inside.get("x"), "chain", None), list):
            chain = list(led)
        frame = frame.f_back
    return Overspent(text, place, chain, hint)


def _place_in(inside: dict[str, Any]) -> Place:
    if isinstance(inside.get("chunk"), _chunk()) and isinstance(inside.get("shown"), str):
        return Place(inside["shown"], inside["chunk"].line, 1)
    for name in ("place", "s", "e", "stmt", "expr", "decl", "node", "line", "ready", "scenario"):
        thing = inside.get(name)
        found = thing if isinstance(thing, Place) else getattr(thing, "place", None)
        if isinstance(found, Place) and found != NOWHERE and found.line:
            return found
    return NOWHERE


def _chunk() -> type:
    source = sys.modules.get("arbitre.dsl.source.chunks")
    return getattr(source, "Chunk", type(None))


# ------------------------------------------------------------------------------------ memory


def resident() -> int:
    """Bytes of memory that this process holds; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
