"""Many matches between bots, on all cores, the same whatever their number."""

from __future__ import annotations

import multiprocessing
import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dsl.bind import compile_rules
from dsl.modules import load
from interpreter.bots import choose
from interpreter.errors import RulebookError
from interpreter.machine import Machine
from interpreter.match import Match


@dataclass(frozen=True)
class Recipe:
    """What it takes to make a program again in another process."""

    game: str
    options: tuple[tuple[str, str], ...] = ()
    extensions: tuple[str, ...] = ()

    def machine(self) -> Machine:
        rulebook = load(self.game, [Path(e) for e in self.extensions])
        return Machine(compile_rules(rulebook, dict(self.options)).program)


@dataclass(slots=True)
class Result:
    seed: int
    winners: list[str] = field(default_factory=list)
    over: bool = False
    turns: int = 0
    decisions: int = 0
    error: str = ""
    digest: str = ""


def play_out(
    machine: Machine, seed: int, bots: dict[str, str] | None = None, limit: int = 100_000, record: dict[str, Any] | None = None,
) -> tuple[Match | None, Result]:  # fmt: skip
    """One match between bots: ``bots`` maps names of seats to kinds, "" the others; random by default."""
    kinds = bots or {}
    rng = random.Random(seed)
    result = Result(seed)
    match: Match | None = None
    try:
        match = Match(machine, seed, record, trace=False)
        while match.requests and result.decisions < limit:
            request = match.requests[0]
            kind = kinds.get(match.seat_name(request.seat), kinds.get("", "random"))
            match.answer(request.id, choose(match, request, kind, rng))
            result.decisions += 1
        result.winners, result.over, result.turns, result.digest = match.winners, match.over, match.turn, match.digest()
    except RulebookError as error:
        result.error = str(error)
    return match, result


_machine: Machine | None = None
_bots: dict[str, str] = {}
_record: dict[str, Any] | None = None


def _prepare(recipe: Recipe, bots: dict[str, str], record: dict[str, Any] | None) -> None:
    global _machine, _bots, _record
    _machine, _bots, _record = recipe.machine(), bots, record


def _one(seed: int) -> Result:
    assert _machine is not None
    return play_out(_machine, seed, _bots, record=_record)[1]


def simulate(
    game: str, matches: int = 100, seed: int = 0, options: dict[str, str] | None = None, extensions: list[str] | None = None,
    bots: dict[str, str] | None = None, cores: int | None = None, progress: Callable[[int], None] | None = None,
    record: dict[str, Any] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Plays ``matches`` matches with the seeds ``seed``, ``seed + 1`` ...; counts, not the time, are the same every time.

    ``record``: what an earlier match left; every one of these begins with it.
    """
    recipe = Recipe(game, tuple(sorted((k, str(v)) for k, v in (options or {}).items())), tuple(extensions or ()))
    began = time.perf_counter()
    results: list[Result] = []
    workers = min(cores or os.cpu_count() or 1, max(1, matches))
    seeds = range(seed, seed + matches)
    if workers == 1:
        _prepare(recipe, bots or {}, record)
        for one in seeds:
            results.append(_one(one))
            if progress:
                progress(len(results))
    else:
        context = multiprocessing.get_context("spawn")
        with context.Pool(workers, _prepare, (recipe, bots or {}, record)) as pool:
            for result in pool.imap(_one, seeds, chunksize=max(1, min(16, matches // (4 * workers) or 1))):
                results.append(result)
                if progress:
                    progress(len(results))
    return summary(results, time.perf_counter() - began)


def summary(results: list[Result], seconds: float) -> dict[str, Any]:
    wins: dict[str, int] = {}
    for result in results:
        for name in result.winners:
            wins[name] = wins.get(name, 0) + 1
    played = [r for r in results if not r.error]
    return {
        "matches": len(results),
        "seconds": round(seconds, 3),
        "matches_per_second": round(len(results) / seconds, 2) if seconds else 0.0,
        "decisions": sum(r.decisions for r in results),
        "mean_turns": round(sum(r.turns for r in played) / len(played), 2) if played else 0.0,
        "wins": dict(sorted(wins.items())),
        "draws": sum(1 for r in played if r.over and not r.winners),
        "unfinished": sum(1 for r in played if not r.over),
        "errors": [{"seed": r.seed, "error": r.error} for r in results if r.error],
    }
