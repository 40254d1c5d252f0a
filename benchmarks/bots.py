"""`python -m benchmarks.bots GAME --bots greedy,random --matches N`: how often one kind of bot beats another.

Each kind plays every side in turn. A match counts as won by a kind if one of its sides wins it alone; what both win, or nobody, is drawn.
Random and greedy sides play in compiled code, where no decision is timed; with `--executor interpreted` the interpreter plays, and each
question is put to the bots by itself.
`--clear` stops as soon as the sequential test of Wald (1945) tells a share of 80% from one of 60%, wrong once in twenty times.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing import get_context

from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.kinds import BOTS, PLAIN, choose
from arbitre.interpreter.play.simulate import Recipe
from arbitre.interpreter.play.totals import interval
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.state import State
from arbitre.interpreter.wasm.run.loader import COMPILED, INTERPRETED, runner_of, wanted
from arbitre.interpreter.wasm.run.runtime import Runner
from arbitre.opening.sides import camps, settled

Job = tuple[Recipe, tuple[str, str], int, int, str, float | None, str]
LIMIT, AWHILE = 100_000, 600  # decisions of a match; of one that only shows who plays


@dataclass(slots=True)
class Played:
    """One match: who won it, and how long the sides thought."""

    outcome: str  # won, lost, drawn, unfinished or error, as the first kind sees it
    said: str = ""
    turns: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    thought: Counter[str] = field(default_factory=Counter)  # seconds, by kind
    longest: float = 0.0  # seconds the first kind took for one turn of one side
    answers: int = 0  # of all sides
    compiled: bool = False  # was it compiled code that played it?


_ready: dict[tuple[Recipe, str], tuple[Machine, list[list[int]]]] = {}


def ready(recipe: Recipe, named: str) -> tuple[Machine, list[list[int]]]:
    """The machine, and the sides that play: those named, else those that are asked something in a match by lot."""
    if (recipe, named) not in _ready:
        machine = recipe.machine()
        match, rng, asked = Match(machine, 0, trace=False), Lots(0), set()
        sides = sides_of(match)
        for _ in range(AWHILE):
            if not match.requests:
                break
            asked.add(match.requests[0].seat)
            match.answer(match.requests[0].id, choose(match, match.requests[0], "random", rng))
        if named:
            asked &= {seat for seat in match.seats() if match.seat_name(seat) in named.split(",")}
        _ready[recipe, named] = machine, [side for side in sides if asked & set(side)]
    return _ready[recipe, named]


def sides_of(match: Match) -> list[list[int]]:
    """The seats of each side: those that belong to one camp together, else each alone."""
    match = settled(match)
    for _, column in camps(match.program):
        fixed, base = match.machine.layout.constant[column], match.machine.layout.base[column]
        held: dict[int, list[int]] = {}
        for seat in match.seats():
            held.setdefault(fixed[seat] if fixed is not None else match.state.cells[base + seat], []).append(seat)
        if len(held) > 1:
            return list(held.values())
    return [[seat] for seat in match.seats()]


def winners_of(match: Match, sides: list[list[int]]) -> list[int]:
    """The sides that won, by their numbers."""
    return won_by(match.machine, match.state, sides)


def won_by(machine: Machine, state: State, sides: list[list[int]]) -> list[int]:
    """The sides that won, by their numbers."""
    rows, domain = set(rows_of(state.winners)), state.winner_domain
    if domain == machine.program.seats:
        return [number for number, side in enumerate(sides) if rows & set(side)]
    column = next(f for group, f in machine.program.groups if group == domain)
    fixed, base = machine.layout.constant[column], machine.layout.base[column]
    return [n for n, side in enumerate(sides) if any((fixed[s] if fixed is not None else state.cells[base + s]) in rows for s in side)]


def outcome(won: list[int], me: int, lost: bool = False) -> str:
    """What a match that is over came to for a side; ``lost``: everybody has lost."""
    return "lost" if lost else "drawn" if not won or (me in won and len(won) > 1) else "won" if me in won else "lost"


_runners: dict[Recipe, Runner | None] = {}


def in_module(recipe: Recipe, machine: Machine, sides: list[list[int]], kinds: dict[int, str], seed: int, me: int) -> Played | None:
    """The match in the compiled executor; none where it is none for it, or it gives it up."""
    if not set(kinds.values()) <= set(PLAIN):
        return None
    if recipe not in _runners:
        _runners[recipe] = runner_of(machine.program, has_bots=True)
    runner = _runners[recipe]
    if runner is None:
        return None
    done = runner.many(seed, 1, LIMIT, sum(1 << seat for seat, kind in kinds.items() if kind == "greedy"))
    if not done:
        return None
    match = done[0]
    played = Played("unfinished", turns=match.turns, answers=match.answers, compiled=True)
    if match.over:
        played.outcome = outcome(won_by(machine, runner.state(), sides) if match.winners else [], me, runner.state().lost)
    return played


def is_clear(won: int, of: int) -> bool:
    """Is it clear whether four of five or three of five are won?"""
    return abs(won * math.log(0.8 / 0.6) + (of - won) * math.log(0.2 / 0.4)) > math.log(0.95 / 0.05)


def one(job: Job) -> Played:
    recipe, (mine, theirs), seed, number, named, think, executor = job
    machine, sides = ready(recipe, named)
    match, rng, played = Match(machine, seed, trace=False), Lots(seed), Played("unfinished")
    me = number % len(sides)
    kinds = {seat: mine if at == me else theirs for at, side in enumerate(sides) for seat in side}
    kinds = {seat: kinds.get(seat, "greedy") for seat in match.seats()}  # whoever plays neither
    if wanted(executor) and (found := in_module(recipe, machine, sides, kinds, seed, me)) is not None:
        return found
    spent: Counter[tuple[int, int]] = Counter()
    try:
        for _ in range(LIMIT):
            if not match.requests:
                break
            request = match.requests[0]
            begun = time.process_time()
            choice = choose(match, request, kinds[request.seat], rng, think)
            seconds = time.process_time() - begun
            played.answers += 1
            played.decisions[kinds[request.seat]] += 1
            played.thought[kinds[request.seat]] += seconds  # type: ignore[assignment]
            if request.seat in sides[me]:
                spent[match.turn, request.seat] += seconds  # type: ignore[assignment]
            match.answer(request.id, choice)
    except RulebookError as error:
        played.outcome, played.said = "error", f"seed {seed}: {error}"
        return played
    played.turns, played.longest = match.turn, float(max(spent.values(), default=0.0))
    if match.over:
        played.outcome = outcome(winners_of(match, sides) if match.state.winners else [], me, match.lost)
    return played


def table(kinds: tuple[str, str], results: list[Played], seconds: float) -> str:
    count = Counter(r.outcome for r in results)
    low, high = interval(count["won"], len(results))
    lines = [
        f"{kinds[0]} against {kinds[1]}: {count['won']} of {len(results)} won ({low:.0%} to {high:.0%}), "
        f"{count['lost']} lost, {count['drawn']} drawn, {count['unfinished']} unfinished, {count['error']} errors; {seconds:.0f} s"
    ]
    compiled = sum(r.compiled for r in results)
    lines.append(f"  {sum(r.answers for r in results)} decisions; matches compiled: {compiled}")
    timed = [] if compiled == len(results) else list(dict.fromkeys(kinds))
    for kind in timed:
        asked, thought = sum(r.decisions[kind] for r in results), sum(r.thought[kind] for r in results)
        lines.append(f"  {kind}: {asked} decisions, {1000 * thought / max(1, asked):.1f} ms each")
    longest = sorted(r.longest for r in results if not r.compiled)
    if timed:
        lines.append(f"  longest turn of {kinds[0]}: {longest[len(longest) // 2]:.2f} s in the middle match, {longest[-1]:.2f} s at most")
    lines.append(f"  turns of a match: {sum(r.turns for r in results) / max(1, len(results)):.1f}")
    return "\n".join([*lines, *(f"  {r.said}" for r in results if r.said)])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bots", description="How often one kind of bot beats another.")
    parser.add_argument("game")
    parser.add_argument("--bots", default="greedy,random", help="two kinds, with a comma")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--clear", action="store_true", help="stop as soon as it is clear; one match after the other")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument(
        "--sides", default="", help="those that play, by the names of their seats: where others are asked too, but win nothing"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument(
        "--think", type=float, default=None, help="seconds a thinker takes for a decision; else it plays on for so many answers"
    )
    parser.add_argument(
        "--executor", choices=(COMPILED, INTERPRETED), default="", help="who plays; compiled unless ARBITRE_EXECUTOR says otherwise"
    )
    given = parser.parse_args(arguments)
    kinds = tuple(given.bots.split(","))
    if len(kinds) != 2 or not all(kind in BOTS for kind in kinds):
        parser.error(f"‘{given.bots}’ are not two kinds of bots")
    recipe = Recipe(given.game, tuple(sorted(tuple(said.split("=", 1)) for said in given.option)))
    # The same dice for every way of sitting down.
    jobs: list[Job] = [
        (recipe, (kinds[0], kinds[1]), given.seed + number // 2, number, given.sides, given.think, given.executor)
        for number in range(given.matches)
    ]
    begun = time.perf_counter()
    if given.cores == 1 or given.clear:
        results = []
        for job in jobs:
            results.append(one(job))
            if given.clear and is_clear(sum(r.outcome == "won" for r in results), len(results)):
                break
            if sys.stderr.isatty() or os.environ.get("ARBITRE_PROGRESS"):
                sys.stderr.write(f"{len(results)} {results[-1].outcome} {time.perf_counter() - begun:.0f} s\n")
    else:
        with get_context("spawn").Pool(given.cores) as pool:
            results = pool.map(one, jobs, chunksize=1)
    sys.stdout.write(table((kinds[0], kinds[1]), results, time.perf_counter() - begun) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
