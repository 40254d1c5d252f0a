"""`python -m tests.lockstep GAME --matches N --seed S`: matches in both executors, compared after every statement.

Every block of five seeds draws a value for every option of the rulebook (``--plain``: its own defaults); every third block reads the
extensions that lie beside it too.  In the last match of a block any answer may be given, those too that bots leave to persons, and the
interpreter goes first.  Every tenth match is also played by each executor for itself.  ``--jobs``: so many blocks at once;
``--seconds``: no block begins later.  Prints what differs, and one line of figures at the end; its status is 1 when anything is wrong.
With ``random`` for a game each match is of a program of its own, by lot.

`--bots greedy`: greedy sides instead, every second match all of them, else some by lot.  Compared are what the compiled executor decides in
a match of its own and what it decides where the interpreter plays and puts each question to it, `--answers` of each match at most, of
matches that are over by then how they end, and whether compiled code comes to the same match in one go.

`python -m tests.lockstep scenarios [GAME]...`: what the scenarios of rulebooks do (of all, if none is named), done by both.

`python -m tests.lockstep options [GAME]...`: a match with every value of every option, the others as the rulebook has them.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from math import inf
from multiprocessing import get_context
from pathlib import Path

from arbitre.dsl.diagnostics.errors import RulesError
from arbitre.dsl.lower.program import bind, compile_rules
from arbitre.dsl.modules.library import names
from arbitre.dsl.modules.loader import load
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.lockstep import alone, in_a_row, in_lockstep, led, stepwise
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.both_executors import in_both
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.mirror import Mirror
from arbitre.interpreter.wasm.run.runtime import Runner, Stopped
from benchmarks.soak import some_options

BLOCK = 5  # seeds that share their options
ALONE = 10  # one match of so many is played by each for itself
EVERYONE = -1  # as a set of seats


def rulebook_of(game: str, number: int) -> tuple[Rulebook, str]:
    """The rulebook a block plays, and what was read beside it."""
    plain = load(game)
    beside = sorted(plain.folder.glob("extensions/*.rules")) if number % 3 == 2 else []
    if not beside:
        return plain, ""
    chosen = random.Random(number).choice(beside)
    try:
        return load(game, [chosen]), f" with {chosen.name}"
    except RulesError:  # it wants another beside it
        return plain, ""


def random_programs(seeds: range) -> int:
    """A match of a program by lot for each seed."""
    sys.path.insert(0, str(Path(__file__).resolve().parent / "interpreter"))
    from random_programs import Lot

    begun, stopped, wrong, statements = time.process_time(), 0, 0, 0
    for seed in seeds:
        program = Lot(seed).program()
        compiled = compile_module(program)
        found = stepwise(machine_of(program), Runner(compiled), seed)
        statements, stopped = statements + found.statements, stopped + bool(found.stopped)
        if found.differs or compiled.missing:
            wrong += 1
            print(f"seed {seed}: {found.differs}, {compiled.missing}")
    spent = time.process_time() - begun
    print(f"random: {len(seeds)} programs, {statements:,} statements, {stopped} stopped, {wrong} wrong, {spent:.0f} s")
    return int(wrong > 0)


def scenarios(games: list[str]) -> int:
    """All scenarios of these games in both executors."""
    wrong = 0
    for game in games or names():
        books, begun = Books(rulebook := load(game, scenarios=True)), time.process_time()
        found = [in_both(books, scenario) for scenario in rulebook.scenarios]
        for one in found:
            for said in (*one.differs, *one.stopped, *(text for _, text in one.outcome.failures)):
                wrong += 1
                print(f"{one.outcome.name}: {said}")
        done, left = sum(one.done for one in found), sum(one.left for one in found)
        spent = f"{time.process_time() - begun:.0f} s"
        print(f"{game}: {len(found)} scenarios, {done:,} statements in both, {left:,} of scenarios themselves, {spent}", flush=True)
    return int(wrong > 0)


@dataclass(slots=True)
class Found:
    """What came of some matches."""

    matches: int = 0
    statements: int = 0
    answers: int = 0
    stopped: int = 0
    wrong: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)  # what is told, though nothing is wrong
    spent: float = 0  # seconds of work

    def add(self, other: Found) -> None:
        self.matches, self.statements = self.matches + other.matches, self.statements + other.statements
        self.answers, self.stopped, self.spent = self.answers + other.answers, self.stopped + other.stopped, self.spent + other.spent
        self.wrong += other.wrong
        self.said += other.said


def block(game: str, seeds: range, plain: bool, most: int = 0) -> Found:
    """Matches that share their options; ``most``: with greedy sides, so many answers of each."""
    begun, number = time.process_time(), seeds[0] // BLOCK
    rulebook, beside = rulebook_of(game, 0 if plain else number)
    given = {} if plain else some_options(rulebook, number, {})
    out = decided(rulebook, given, seeds, beside, most) if most else played(rulebook, given, seeds, beside)
    out.spent = time.process_time() - begun
    return out


def played(rulebook: Rulebook, given: dict[str, str], seeds: range, beside: str = "") -> Found:
    """Matches of a rulebook with these options."""
    out, said = Found(len(seeds)), f"{given}{beside}"
    program = compile_rules(rulebook, given).program
    compiled, machine = compile_module(program), machine_of(program)
    if compiled.missing:
        out.said.append(f"not compiled: {compiled.missing}, {said}")
    runner = Runner(compiled)
    mirror = Mirror(runner)
    for seed in seeds:
        play = led if seed % BLOCK == BLOCK - 1 else in_lockstep
        found = play(machine, runner, seed, mirror=mirror)
        out.statements, out.answers = out.statements + found.statements, out.answers + found.answers
        out.stopped += bool(found.stopped)
        if found.stopped:
            out.said.append(f"seed {seed}: the compiled executor stops: {found.stopped}, {said}")
        if not found.differs and not found.stopped and seed % ALONE == 0 and alone(machine, runner, seed):
            found.differs = ["each by itself comes to another match"]
        if straight := in_a_row(runner, seed):
            found.differs.append(f"in a row: {straight}")
        if found.differs:
            out.wrong.append(f"seed {seed}: {found.differs}, {said}")
    return out


def decided(rulebook: Rulebook, given: dict[str, str], seeds: range, beside: str, most: int) -> Found:
    """Matches of greedy sides with these options."""
    out, said = Found(len(seeds)), f"{given}{beside}"
    program = compile_rules(rulebook, given).program
    compiled, machine = compile_module(program, has_bots=True), machine_of(program)
    if compiled.missing:
        out.said.append(f"not compiled: {compiled.missing}, {said}")
    runner, count = Runner(compiled), program.domains[program.seats].size
    for seed in seeds:
        seats = EVERYONE if seed % 2 else random.Random(seed).randrange(1, 1 << count)
        try:
            differs = alone(machine, runner, seed, seats, most)
            out.answers += min(most, len(runner.tape()))
        except Stopped as stop:
            out.stopped += 1
            out.said.append(f"seed {seed}: the compiled executor stops: {stop}, {said}")
            continue
        except RulebookError as error:
            differs = f"only the interpreter stops: {error}"
        if differs or (differs := in_a_row(runner, seed, seats)):
            out.wrong.append(f"seed {seed}, greedy seats {seats}: {differs}, {said}")
    return out


def one_option(game: str, name: str, value: str) -> Found:
    """One match with a value of one option."""
    begun = time.process_time()
    try:
        out = played(load(game), {name: value}, range(1, 2))
    except RulesError as error:  # it wants another value beside it
        return Found(said=[f"{name}: {value} is refused: {error}"])
    out.spent = time.process_time() - begun
    return out


def gather(work: list[tuple[Callable[..., Found], tuple[object, ...]]], jobs: int, seconds: float) -> Found:
    """All of the work, so much at once; what is wrong is told as it is found."""
    out, until = Found(), time.monotonic() + seconds
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        waiting, coming = set[Future[Found]](), iter(work)
        while True:
            while len(waiting) < jobs and time.monotonic() < until and (one := next(coming, None)) is not None:
                waiting.add(pool.submit(one[0], *one[1]))
            if not waiting:
                return out
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for found in [future.result() for future in done]:
                for line in (*found.said, *found.wrong):
                    print(line, flush=True)
                out.add(found)


def told(game: str, found: Found) -> int:
    """One line of figures."""
    statements = f"{found.statements:,} statements, " if found.statements else ""
    played = f"{found.matches} matches, {statements}{found.answers:,} answers"
    print(f"{game}: {played}, {found.stopped} stopped, {len(found.wrong)} wrong, {found.spent:.0f} s", flush=True)
    return int(bool(found.wrong))


def main(arguments: list[str] | None = None) -> int:
    said = sys.argv[1:] if arguments is None else arguments
    if said[:1] == ["scenarios"]:
        return scenarios(said[1:])
    parser = argparse.ArgumentParser(prog="python -m tests.lockstep", description="Both executors side by side, statement after statement.")
    parser.add_argument("game")
    parser.add_argument("games", nargs="*", help="of whose options every value is played, after ‘options’")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bots", choices=("random", "greedy"), default="random", help="who plays")
    parser.add_argument("--answers", type=int, default=200, help="so many of a match of greedy sides are compared at most")
    parser.add_argument("--plain", action="store_true", help="options as the rulebook has them")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--seconds", type=float, default=inf, help="nothing more begins after so many")
    options = parser.parse_args(arguments)
    first, end = options.seed, options.seed + options.matches
    greedy = options.bots == "greedy"
    if greedy and options.game in ("random", "options"):
        parser.error("greedy sides play games: python -m tests.lockstep GAME --bots greedy")
    if options.game == "random":
        return random_programs(range(first, end))
    if options.game == "options":
        wrong = 0
        for game in options.games or names():
            infos = bind(load(game)).symbols.option_infos
            each = [(one_option, (game, info.name, value)) for info in infos for value in info.choices]
            wrong |= told(f"{game}, every value of its {len(infos)} options", gather(each, options.jobs, options.seconds))
        return wrong
    starts = [first, *range((first // BLOCK + 1) * BLOCK, end, BLOCK)]
    blocks = [range(one, min(end, (one // BLOCK + 1) * BLOCK)) for one in starts]
    work = [(block, (options.game, seeds, options.plain, options.answers if greedy else 0)) for seeds in blocks]
    return told(options.game, gather(work, options.jobs, options.seconds))


if __name__ == "__main__":
    sys.exit(main())
