"""Many matches between bots, on all cores, the same whatever their number."""

from __future__ import annotations

import itertools
import math
import multiprocessing
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, TypeVar

from arbitre.dsl.budget import afresh, guarding
from arbitre.dsl.core import Text
from arbitre.dsl.lower.compiled import program_of
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.analysis.usable import Name
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.campaigns import Kept
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.choosing import choose
from arbitre.interpreter.play.opening import Opening
from arbitre.interpreter.play.totals import Result, Totals
from arbitre.interpreter.play.usage import Watcher, watch_tables
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.wasm.layout.memory import BULK
from arbitre.interpreter.wasm.run.holding import Unfit
from arbitre.interpreter.wasm.run.loading import CLOSURES, asked_for, installed, runner_of, wanted
from arbitre.interpreter.wasm.run.runtime import Runner, fits

T = TypeVar("T")
LOT = 0.2  # seconds that the module plays on by itself: as often it is told how far matches are


@dataclass(frozen=True)
class Recipe:
    """What it takes to make a program again in another process."""

    game: str
    options: tuple[tuple[str, str], ...] = ()
    extensions: tuple[str, ...] = ()
    scenario: str = ""  # where every match begins, instead of with the setup

    def machine(self) -> Machine:
        return machine_of(program_of(self.game, dict(self.options), self.extensions))

    def opening(self) -> Opening | None:
        """Where matches begin, if a scenario says so; with a machine of its own."""
        if not self.scenario:
            return None
        return Opening(load(self.game, [Path(e) for e in self.extensions], scenarios=True), self.scenario, dict(self.options))


def seats_of(machine: Machine, bots: dict[str, str], kind: str) -> int:
    """The seats whose bots are of a kind, as a mask."""
    seats, others = machine.program.seats, bots.get("", "random")
    rows = range(machine.program.domains[seats].size)
    return sum(1 << row for row in rows if bots.get(machine.row_key(seats, row), others) == kind)


def play_quickly(
    machine: Machine, runner: Runner, seeds: range, watcher: Watcher | None = None, bots: dict[str, str] | None = None,
    record: Kept | None = None, opening: Opening | None = None,
) -> Iterator[Result]:  # fmt: skip
    """Matches of these seeds with every seat by lot or greedy, in the module; one that it gives up is played by the closures, and so is
    one that takes too many answers.  Without a watcher only ends are counted, and invariants are not checked."""
    left, size, greedy = seeds, 1, seats_of(machine, bots or {}, "greedy")
    while left:
        afresh()
        count, begun = min(size, len(left), BULK), time.process_time()
        done = runner.many(left.start, count, greedy=greedy, laws=watcher is not None) if fits(left[0]) and fits(left[-1]) else []
        size = size * 2 if time.process_time() - begun < LOT else max(1, size // 2)
        for match in done:
            names = [machine.row_key(match.winner_domain, row) for row in rows_of(match.winners)] if match.over else []
            yield Result(match.seed, names, match.over, match.turns, match.answers, used=match.used or Counter(), compiled=True)
        left = left[len(done) :]
        if left and len(done) < count:
            yield play_out(machine, left.start, bots, watcher=watcher, record=record, opening=opening)[1]
            left = left[1:]


def count_quickly(
    machine: Machine, runner: Runner, seeds: range, bots: dict[str, str] | None = None, record: Kept | None = None,
    opening: Opening | None = None,
) -> Totals:  # fmt: skip
    """The same matches counted without a record of each; invariants are not checked."""
    out, left, size, greedy = Totals(), seeds, 1, seats_of(machine, bots or {}, "greedy")
    while left:
        afresh()
        count, begun = min(size, len(left), BULK), time.process_time()
        if fits(left[0]) and fits(left[-1]):
            ends, turns, decisions = runner.ends(left.start, count, greedy=greedy)
            size = size * 2 if time.process_time() - begun < LOT else max(1, size // 2)
            done = ends.total()
            out.matches, out.compiled = out.matches + done, out.compiled + done
            out.turns, out.decisions = out.turns + turns, out.decisions + decisions
            for (over, won, kind), times in ends.items():
                out.ended([machine.row_key(kind, row) for row in rows_of(won)] if over else [], bool(over), times)
            left = left[done:]
            if not left or done == count:
                continue
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
    except RulebookError as error:
        result.error = str(error)
    if watcher is not None and match is not None:
        result.used = watcher.counted(match)
    return match, result


class Failure(TypedDict):
    """A match that stopped at a rule which cannot be carried out."""

    seed: int
    error: str


class Used(TypedDict):
    """A thing of the rules that may come up, and how often it did.

    ``sort``: action, choice, row, member or rule; ``of``: what it belongs to; ``en``, ``fr``: its title; ``times`` in all, and in how
    many ``matches``.
    """

    sort: str
    of: str
    name: str
    en: str
    fr: str
    times: int
    matches: int


class Simulation(TypedDict):
    """What came of many matches.

    ``seconds`` are those of the clock; ``mean_turns`` is an average over matches without an error.  ``wins`` counts a match for each of
    those who win it together, ``alone`` leaves such matches out, ``shared`` is how many these are.  ``intervals``: the shares, from 0
    to 1, between which wins, ``draws`` and ``unfinished`` matches lie with 95 % certainty, after Wilson.  ``compiled``: how many of
    them the compiled executor played, ``slowly``: why none if it could have: wasmtime is not there (``"wasmtime"``), it has no module
    of this game (``"game"``), or matches begin when one is under way already (``"start"``); nothing if it played, or was not asked to.
    """

    matches: int
    compiled: int
    slowly: str
    seconds: float
    matches_per_second: float
    decisions: int
    mean_turns: float
    wins: dict[str, int]
    alone: dict[str, int]
    shared: int
    draws: int
    unfinished: int
    intervals: dict[str, list[float]]
    errors: list[Failure]
    used: list[Used]


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


def _prepare(recipe: Recipe, bots: dict[str, str], record: Kept | None, watched: bool = True, executor: str = "") -> None:
    global _setup
    opening = recipe.opening()
    machine = opening.machine if opening is not None else recipe.machine()
    if watched:
        watch_tables(machine)
    plain = all(kind in ("random", "greedy") for kind in bots.values())
    weighs = plain and seats_of(machine, bots, "greedy") != 0
    runner = runner_of(machine.program, watched, weighs=weighs) if plain and wanted(executor) else None
    slowly = "" if runner is not None or not plain or asked_for(executor) == CLOSURES else "game" if installed() else "wasmtime"
    if runner is not None and not begins(runner, machine, record, opening):
        runner, slowly = None, "start"
    _setup = Setup(machine, bots, record, opening, Watcher(machine) if watched else None, runner, slowly)


def begins(runner: Runner, machine: Machine, record: Kept | None, opening: Opening | None) -> bool:
    """Tells the module where matches begin, if not as the rulebook says; can it be told?"""
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


def _totals(seeds: range) -> Totals:
    """What came of some matches."""
    if _failed is None and _setup is not None and _setup.runner is not None and _setup.watcher is None:
        return count_quickly(_setup.machine, _setup.runner, seeds, _setup.bots, _setup.record, _setup.opening)
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
    assert _setup is not None
    if _setup.runner is not None:
        yield from play_quickly(_setup.machine, _setup.runner, seeds, _setup.watcher, _setup.bots, _setup.record, _setup.opening)
        return
    for seed in seeds:
        yield play_out(_setup.machine, seed, _setup.bots, record=_setup.record, opening=_setup.opening, watcher=_setup.watcher)[1]


def simulate(
    game: str, matches: int = 100, seed: int = 0, options: dict[str, str] | None = None, extensions: list[str] | None = None,
    bots: dict[str, str] | None = None, cores: int | None = None, progress: Callable[[int], None] | None = None,
    record: Kept | None = None, scenario: str = "", watched: bool = True, executor: str = "",
) -> Simulation:  # fmt: skip
    """Plays ``matches`` matches with the seeds ``seed``, ``seed + 1`` ...; counts, not the time, are the same every time.

    ``record``: what an earlier match left; every one of these begins with it.  ``scenario``: what it says stands where, in place of
    the setup.  ``watched``: what of the rules was used is counted too.  Sides that answer by lot play in the compiled executor, many
    times faster, and win the same matches (``executor``: "closures" for those all the same); a match that it gives up is played by
    the closures.
    """
    recipe = recipe_of(game, options, extensions, scenario)
    began = time.perf_counter()
    totals = Totals()
    workers = min(cores or os.cpu_count() or 1, max(1, matches))
    with _pooled(recipe, bots or {}, record, workers, False, watched, executor) as over:
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
    recipe: Recipe, bots: dict[str, str], record: Kept | None, workers: int, apart: bool, watched: bool, executor: str
) -> Iterator[Callable[[Callable[[range], T], range], Iterator[T]]]:
    """Something done with seeds, some at a time, on so many cores; what comes of them is given in their order."""
    _prepare(recipe, bots, record, watched, executor)
    most = 16 if _setup is None or _setup.runner is None else BULK

    def parts(seeds: range) -> list[range]:
        size = max(1, min(most, len(seeds) // (8 * workers) or 1))
        return [seeds[n : n + size] for n in range(0, len(seeds), size)]

    if workers == 1 and not apart:
        yield lambda part, seeds: map(part, parts(seeds))
        return
    context = multiprocessing.get_context("spawn")
    with uninterrupted():
        pool = context.Pool(workers, _begin, (recipe, bots, record, watched, executor))
    with pool:
        yield lambda part, seeds: pool.imap(part, parts(seeds))


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


def summary(found: Totals, seconds: float, listed: dict[Name, Text], slowly: str = "") -> Simulation:
    """What came of the matches.  A match that several win together counts for each of them (``wins``); ``alone`` leaves those out."""
    wins, used, played = found.wins, found.used, found.played
    counts = {**dict(sorted(wins.items())), "draws": found.draws, "unfinished": found.unfinished}
    return {
        "matches": found.matches,
        "compiled": found.compiled,
        "slowly": slowly,
        "seconds": round(seconds, 3),
        "matches_per_second": round(found.matches / seconds, 2) if seconds else 0.0,
        "decisions": found.decisions,
        "mean_turns": round(found.turns / played, 2) if played else 0.0,
        "wins": dict(sorted(wins.items())),
        "alone": {name: found.alone[name] for name in sorted(wins)},
        "shared": found.shared,
        "draws": found.draws,
        "unfinished": found.unfinished,
        "intervals": {name: interval(count, played) for name, count in counts.items()},
        "errors": [{"seed": seed, "error": error} for seed, error in found.errors],
        "used": [
            {"sort": sort, "of": of, "name": name, "en": title.en, "fr": title.fr, "times": used.times[key], "matches": used.matches[key]}
            for key, title in listed.items() for sort, of, name in (key,)
        ],
    }  # fmt: skip


def interval(count: int, of: int) -> list[float]:
    """The 95 % interval of a share, after Wilson: between what it lies unless chance has played a trick on one in twenty."""
    if not of:
        return [0.0, 1.0]
    z = 1.959964
    middle = (count + z * z / 2) / (of + z * z)
    half = z / (of + z * z) * math.sqrt(count * (of - count) / of + z * z / 4)
    return [round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)]
