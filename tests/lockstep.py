"""`python -m tests.lockstep GAME --matches N --seed S`: matches in both executors, compared after every statement.

Every block of five seeds draws a value for every option of the rulebook (``--plain``: its own defaults); every third block reads the
extensions that lie beside it too.  In the last match of a block any answer may be given, those too that bots leave to persons, and the
closures go first.  Every tenth match is also played by each executor for itself.  Prints what differs, and one line of figures at the end;
its status is 1 when anything is wrong.  With ``random`` for a game each match is of a program of its own, by lot.

`python -m tests.lockstep scenarios [GAME]...`: what the scenarios of rulebooks do (of all, if none is named), done by both.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

from benchmarks.soak import some_options
from dsl.diagnostics.errors import RulesError
from dsl.lower.program import compile_rules
from dsl.modules.library import names
from dsl.modules.loader import load
from dsl.modules.rulebook import Rulebook
from interpreter.match.assembly import machine_of
from interpreter.play.lockstep import alone, in_lockstep, led, stepwise
from interpreter.play.rehearsing import in_both
from interpreter.play.scenarios import Books
from interpreter.wasm.compiler import compile_module
from interpreter.wasm.run.runtime import Runner

BLOCK = 5  # seeds that share their options
ALONE = 10  # one match of so many is played by each for itself


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


def main(arguments: list[str] | None = None) -> int:
    said = sys.argv[1:] if arguments is None else arguments
    if said[:1] == ["scenarios"]:
        return scenarios(said[1:])
    parser = argparse.ArgumentParser(prog="python -m tests.lockstep", description="Both executors side by side, statement after statement.")
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plain", action="store_true", help="options as the rulebook has them")
    options = parser.parse_args(arguments)
    if options.game == "random":
        return random_programs(range(options.seed, options.seed + options.matches))
    statements = answers = stopped = wrong = 0
    begun, machine, runner, said = time.process_time(), None, None, ""
    for seed in range(options.seed, options.seed + options.matches):
        if machine is None or runner is None or seed % BLOCK == 0:
            rulebook, beside = rulebook_of(options.game, 0 if options.plain else seed // BLOCK)
            given = {} if options.plain else some_options(rulebook, seed // BLOCK, {})
            program = compile_rules(rulebook, given).program
            compiled, machine, said = compile_module(program), machine_of(program), f"{given}{beside}"
            if compiled.missing:
                print(f"not compiled: {compiled.missing}, {said}")
            runner = Runner(compiled)
        found = led(machine, runner, seed) if seed % BLOCK == BLOCK - 1 else in_lockstep(machine, runner, seed)
        statements, answers, stopped = statements + found.statements, answers + found.answers, stopped + bool(found.stopped)
        if found.stopped:
            print(f"seed {seed}: the module stops: {found.stopped}, {said}")
        if not found.differs and not found.stopped and seed % ALONE == 0 and alone(machine, runner, seed):
            found.differs = ["each by itself comes to another match"]
        if found.differs:
            wrong += 1
            print(f"seed {seed}: {found.differs}, {said}")
    spent = time.process_time() - begun
    played = f"{options.matches} matches, {statements:,} statements, {answers:,} answers"
    print(f"{options.game}: {played}, {stopped} stopped, {wrong} wrong, {spent:.0f} s")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
