"""Many matches between bots, on all cores, the same whatever their number."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from arbitre.dsl.budget import afresh, guarding
from arbitre.dsl.cache.frozen import unhurried
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.code.broken import Broken
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_later
from arbitre.interpreter.match.campaigns import Kept
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.kinds import PLAIN, choose
from arbitre.interpreter.play.totals import Result, Simulation, Totals, summary
from arbitre.interpreter.play.usage import Watcher, watch_tables
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.wasm.layout.memory import BULK
from arbitre.interpreter.wasm.run.loader import INTERPRETED, asked_for, installed, runner_of, wanted
from arbitre.interpreter.wasm.run.runtime import Runner, fits
from arbitre.interpreter.wasm.run.state_transfer import Unfit

if TYPE_CHECKING:
    from arbitre.interpreter.play.scenario.setting import Opening

T = TypeVar("T")
_interpreting = threading.Lock()  # closures of one machine are asked for by one thread at a time
MOST = 1 << 16  # matches that it plays in a row, of which only ends are counted
LOT = 0.2  # seconds that compiled code plays on by itself: as often it is told how far matches are


@dataclass(frozen=True)
class Recipe:
    """What it takes to make a program again in another process."""

    game: str
    options: tuple[tuple[str, str], ...] = ()
    extensions: tuple[str, ...] = ()
    scenario: str = ""  # where every match begins, instead of with the setup

    def machine(self, watched: bool = False, program: Program | None = None) -> Machine:
        """A machine; ``watched``: its tables leave records; ``program``: that of this recipe, where it is at hand."""
        program = program or program_of(self.game, dict(self.options), self.extensions)
        return machine_later(program, watch_tables if watched else None)

    def opening(self) -> Opening | None:
        """Where matches begin, if a scenario says so; with a machine of its own."""
        if not self.scenario:
            return None
        from arbitre.dsl.modules.loader import load  # whoever begins with the setup reads no scenario
        from arbitre.interpreter.play.scenario.setting import Opening

        return Opening(load(self.game, [Path(e) for e in self.extensions], scenarios=True), self.scenario, dict(self.options))


def seats_of(machine: Machine, bots: dict[str, str], kind: str) -> int:
    """The seats whose bots are of a kind, as a mask."""
    seats, others = machine.program.seats, bots.get("", "random")
    rows = range(machine.program.domains[seats].size)
    return sum(1 << row for row in rows if bots.get(machine.row_key(seats, row), others) == kind)


def _paced(size: int, played: int, seconds: float, most: int = BULK) -> int:
    """How many matches are to be played in a row next, where so many of ``size`` have taken so long."""
    if seconds >= LOT:
        return max(1, size // 2)
    return min(most, 2 * size) if played == size else size


def play_quickly(
    machine: Machine, runner: Runner, seeds: range, watcher: Watcher | None = None, bots: dict[str, str] | None = None,
    record: Kept | None = None, opening: Opening | None = None,
) -> Iterator[Result]:  # fmt: skip
    """Matches of these seeds with every seat by lot or greedy, compiled; one that is given up is played by the interpreter, and so is
    one that takes too many answers.  Without a watcher only ends are counted, and invariants are not checked."""
    left, size, greedy = seeds, runner.pace, seats_of(machine, bots or {}, "greedy")
    while left:
        afresh()
        count, begun = min(size, len(left), BULK), time.process_time()
        done = runner.many(left.start, count, greedy=greedy, laws=watcher is not None) if fits(left[0]) and fits(left[-1]) else []
        size = runner.pace = _paced(size, count, time.process_time() - begun)
        for match in done:
            names = [machine.row_key(match.winner_domain, row) for row in rows_of(match.winners)] if match.over else []
            lost = bool(match.over) and match.winner_domain == NONE
            yield Result(match.seed, names, match.over, lost, match.turns, match.answers, used=match.used or Counter(), compiled=True)
        left = left[len(done) :]
        if left and len(done) < count:
            with _interpreting:
                found = play_out(machine, left.start, bots, watcher=watcher, record=record, opening=opening)[1]
            yield found
            left = left[1:]


def count_quickly(
    machine: Machine, runner: Runner, seeds: range, bots: dict[str, str] | None = None, record: Kept | None = None,
    opening: Opening | None = None,
) -> Totals:  # fmt: skip
    """The same matches counted without a record of each; invariants are not checked."""
    out, left, size, greedy = Totals(), seeds, runner.pace, seats_of(machine, bots or {}, "greedy")
    while left:
        afresh()
        count, begun = min(size, len(left)), time.process_time()
        if fits(left[0]) and fits(left[-1]):
            done, ends = runner.ends(left.start, count, greedy)
            size = runner.pace = _paced(size, count, time.process_time() - begun, MOST)
            out.matches, out.compiled = out.matches + done, out.compiled + done
            for over, won, kind, turns, answers, times in ends:
                names = [machine.row_key(kind, row) for row in rows_of(won)] if over else []
                out.ended(names, bool(over), times, lost=bool(over) and kind == NONE)
                out.turns, out.decisions = out.turns + turns, out.decisions + answers
            left = left[done:]
            if not left or done == count or len(ends) == BULK:
                continue
        with _interpreting:
            out.add(play_out(machine, left.start, bots, record=record, opening=opening)[1])
        left = left[1:]
    return out


def play_out(
    machine: Machine, seed: int, bots: dict[str, str] | None = None, limit: int = 100_000, record: Kept | None = None,
    opening: Opening | None = None, watcher: Watcher | None = None,
) -> tuple[Match | None, Result]:  # fmt: skip
    """One match between bots: ``bots`` maps names of seats to kinds, "" the others; random by default."""
    kinds = bots or {}
    rng = Lots(seed)
    result = Result(seed)
    match: Match | None = None
    try:
        if watcher is not None:
            watcher.begin()
        watch = watcher.look if watcher is not None else None
        if opening is not None:
            match = opening.match(seed, watcher is not None, watch)
        else:
            match = Match(machine, seed, record, trace=watcher is not None, start=False)
            match.watch = watch
            match.begin()
        while match.requests and result.decisions < limit:
            afresh()
            request = match.requests[0]
            kind = kinds.get(match.seat_name(request.seat), kinds.get("", "random"))
            match.answer(request.id, choose(match, request, kind, rng))
            result.decisions += 1
        result.winners, result.over, result.turns, result.digest = match.winners, match.over, match.turn, match.digest()
        result.lost = match.lost
    except RulebookError as error:
        result.error = error.args[0]  # as a sentence, to be told in any language
        result.law = str(error.rule.name) if isinstance(error, Broken) else ""
    if watcher is not None and match is not None:
        result.used = watcher.counted(match)
    return match, result


Play = Callable[[range], Iterator[Result]]


@dataclass(slots=True)
class Setup:
    """What a process needs to play matches of a recipe."""

    machine: Machine
    bots: dict[str, str]
    record: Kept | None
    opening: Opening | None
    watcher: Watcher | None
    runner: Runner | None = None
    slowly: str = ""  # see :class:`Simulation`


_setup: Setup | None = None
_own = threading.local()  # the setup of a thread that has a module of its own
_failed: Exception | None = None
_ENTERED = ExitStack()


def _begin(recipe: Recipe, bots: dict[str, str], record: Kept | None, watched: bool, executor: str) -> None:
    """A process beside the first: it has a budget like it, and whatever is wrong is told by the first match that it plays."""
    global _failed
    _ENTERED.enter_context(guarding())
    try:
        _prepare(recipe, bots, record, watched, executor)
    except Exception as error:  # a process that cannot begin would be begun again without end
        _failed = error


@unhurried()
def _prepare(
    recipe: Recipe, bots: dict[str, str], record: Kept | None, watched: bool = True, executor: str = "", program: Program | None = None
) -> None:
    global _setup
    opening = recipe.opening()
    machine = opening.machine if opening is not None else recipe.machine(watched, program)
    if watched and opening is not None:
        watch_tables(machine)
    plain = all(kind in PLAIN for kind in bots.values())
    has_bots = plain and seats_of(machine, bots, "greedy") != 0
    runner = runner_of(machine.program, watched, has_bots=has_bots) if plain and wanted(executor) else None
    slowly = "" if runner is not None or not plain or asked_for(executor) == INTERPRETED else "game" if installed() else "wasmtime"
    if runner is not None and not begins(runner, machine, record, opening):
        runner, slowly = None, "start"
    _setup = Setup(machine, bots, record, opening, Watcher(machine) if watched else None, runner, slowly)


def begins(runner: Runner, machine: Machine, record: Kept | None, opening: Opening | None) -> bool:
    """Tells the compiled executor where matches begin, if not as the rulebook says; can it be told?"""
    if opening is None and record is None:
        return True
    try:
        match = opening.set() if opening is not None else Match(machine, 0, record, trace=False, start=False)
        if match.state.rolls or match.tape.answers:  # it is another with each seed
            return False
        runner.begin_at(match.state, setup=opening is None)
    except (Unfit, RulebookError):
        return False
    return True


def _present() -> Setup | None:
    found: Setup | None = getattr(_own, "setup", None)
    return found or _setup


def _totals(seeds: range) -> Totals:
    """What came of some matches."""
    setup = _present()
    if _failed is None and setup is not None and setup.runner is not None and setup.watcher is None:
        return count_quickly(setup.machine, setup.runner, seeds, setup.bots, setup.record, setup.opening)
    out = Totals()
    for result in _each(seeds):
        out.add(result)
    return out


def _some(seeds: range) -> list[Result]:
    """Matches of some seeds one after the other."""
    return list(_each(seeds))


def _each(seeds: range) -> Iterator[Result]:
    if _failed is not None:
        raise _failed
    setup = _present()
    assert setup is not None
    if setup.runner is not None:
        yield from play_quickly(setup.machine, setup.runner, seeds, setup.watcher, setup.bots, setup.record, setup.opening)
        return
    for seed in seeds:
        yield play_out(setup.machine, seed, setup.bots, record=setup.record, opening=setup.opening, watcher=setup.watcher)[1]


def simulate(
    game: str, matches: int = 100, seed: int = 0, options: dict[str, str] | None = None, extensions: list[str] | None = None,
    bots: dict[str, str] | None = None, cores: int | None = None, progress: Callable[[int], None] | None = None,
    record: Kept | None = None, scenario: str = "", watched: bool = True, executor: str = "", program: Program | None = None,
) -> Simulation:  # fmt: skip
    """Plays ``matches`` matches with the seeds ``seed``, ``seed + 1`` ...; counts, not the time, are the same every time.

    ``record``: what an earlier match left; every one of these begins with it.  ``scenario``: what it says stands where, in place of
    the setup.  ``watched``: what of the rules was used is counted too.  Sides that answer by lot play in the compiled executor, many
    times faster, and win the same matches (``executor``: "interpreted" for those all the same); a match that it gives up is played by
    the interpreter.  ``program``: that of the game, where it has been read already.
    """
    recipe = recipe_of(game, options, extensions, scenario)
    began = time.perf_counter()
    totals = Totals()
    workers = min(cores or os.cpu_count() or 1, max(1, matches))
    with _pooled(recipe, bots or {}, record, workers, False, watched, executor, program) as over:
        for some in over(_totals, range(seed, seed + matches)):
            totals.join(some)
            if progress:
                progress(totals.matches)
    assert _setup is not None
    listed = _setup.watcher.listed if _setup.watcher is not None else {}
    return summary(totals, time.perf_counter() - began, listed, _setup.slowly)


def recipe_of(game: str, options: dict[str, str] | None = None, extensions: list[str] | None = None, scenario: str = "") -> Recipe:
    """What other processes need to know of a game."""
    return Recipe(game, tuple(sorted((k, str(v)) for k, v in (options or {}).items())), tuple(extensions or ()), scenario)


@contextmanager
def arena(
    recipe: Recipe, bots: dict[str, str], record: Kept | None = None, workers: int = 1, apart: bool = False, watched: bool = True,
    executor: str = "",
) -> Iterator[Play]:  # fmt: skip
    """Where matches of one recipe are played, on so many cores: a function from seeds to what came of them, in their order.

    ``apart``: in other processes even if there is one worker, so that several arenas can be used by turns.
    """
    with _pooled(recipe, bots, record, workers, apart, watched, executor) as over:
        yield _each if workers == 1 and not apart else lambda seeds: itertools.chain.from_iterable(over(_some, seeds))


@contextmanager
def _pooled(
    recipe: Recipe,
    bots: dict[str, str],
    record: Kept | None,
    workers: int,
    apart: bool,
    watched: bool,
    executor: str,
    program: Program | None = None,
) -> Iterator[Callable[[Callable[[range], T], range], Iterator[T]]]:
    """Something done with seeds, some at a time, on so many cores; what comes of them is given in their order."""
    _prepare(recipe, bots, record, watched, executor, program)
    most = 16 if _setup is None or _setup.runner is None else BULK

    def parts(seeds: range) -> list[range]:
        size = max(1, min(most, len(seeds) // (8 * workers) or 1))
        return [seeds[n : n + size] for n in range(0, len(seeds), size)]

    if workers == 1 and not apart:
        yield lambda part, seeds: map(part, parts(seeds))
        return
    if _setup is not None and _setup.runner is not None and not apart:
        yield from _threads(_setup, workers, parts)
        return
    context = multiprocessing.get_context("spawn")
    with uninterrupted():
        pool = context.Pool(workers, _begin, (recipe, bots, record, watched, executor))
    with pool:
        yield lambda part, seeds: pool.imap(part, parts(seeds))


def _threads(
    setup: Setup, workers: int, parts: Callable[[range], list[range]]
) -> Iterator[Callable[[Callable[[range], T], range], Iterator[T]]]:
    """Threads with a module each: whatever plays in modules needs no processes, which would have to make everything ready again."""
    first, made = setup.runner, threading.Lock()
    assert first is not None
    free = [first]

    def begin() -> None:
        with made:
            runner = free.pop() if free else first.another()
            if runner is not first:
                begins(runner, setup.machine, setup.record, setup.opening)
            _own.setup = replace(setup, runner=runner, watcher=Watcher(setup.machine) if setup.watcher is not None else None)

    with ThreadPoolExecutor(workers, "arbitre-matches", begin) as pool:

        def over(part: Callable[[range], T], seeds: range) -> Iterator[T]:
            waiting = [pool.submit(part, some) for some in parts(seeds)]
            try:
                for one in waiting:
                    yield one.result()
            finally:
                for one in waiting:
                    one.cancel()

        yield over


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C is for the first process alone: those that are begun here know nothing of it, and it waits until they have begun."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
