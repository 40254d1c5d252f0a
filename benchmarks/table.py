"""`python -m benchmarks.table [--seconds S] [--part NAME]... [--json]`: everything that the README's table says, measured in one run.

One thread; seconds are those of the processor, each figure takes so many (at least one match).  What is compared goes by turns or one
after the other in the same run: on a busy machine the ratios hold, not the figures.  Tables are written as Markdown.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from arbitre.dsl.lower.compiled import program_of
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.position import Position
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run
from arbitre.interpreter.play.simulate import play_out, seats_of
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.hosts import the_host
from arbitre.interpreter.wasm.run.loader import EXECUTOR, runner_of
from arbitre.interpreter.wasm.run.state_transfer import Unfit
from benchmarks import classics, duel

Table = list[list[str]]
LIBRARY = ("coliseum", "bloodbowl", "dungeonbowl", "confrontation", "tsewnart", "kollaball")
ODDS = (
    ("coliseum", "A samnite on guard against a Thracian's flurry: wounds and fatigue of both", "an exchange of blows"),
    ("bloodbowl", "Two dice, the attacker's coach choosing: where the target ends", "two block dice"),
)
GROWING = """\
game growing:
    title en "Growing" fr "Qui grandit"
    play turn up to 100 times
kind side, seats: red, blue
kind square, king_grid({width}, {width}, closed)
kind piece, many pieces, up to {most}:
    owner: side
    square: square
    wear: 0 to 9
event setup:
    for each square in squares where y is less than {rows}: create piece with owner red, square square
    for each square in squares where y is {upper} or more: create piece with owner blue, square square
agenda turn:
    stepping: for each side in sides: side must act in stepping
action step by piece to square:
    during stepping
    when square in piece.square.neighbours and square not in pieces.square
    piece.square becomes square
"""
HOOK = "after step by piece to square when piece.wear is {n}: piece.wear becomes {then}\n"


def per_second(play: Callable[[int], tuple[int, int]], seconds: float) -> tuple[float, float]:
    """Decisions and matches per second: ``play`` takes a seed, and gives how many of both it played."""
    decisions, matches, begun = 0, 0, time.process_time()
    while not matches or time.process_time() - begun < seconds:
        some, played = play(matches)
        decisions, matches = decisions + some, matches + played
    spent = time.process_time() - begun
    return decisions / spent, matches / spent


def shown(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def ratio(one: float, two: float) -> str:
    return shown(one / two) if two else "-"


# ------------------------------------------------------------------------------------ parts


def small(seconds: float) -> Table:
    """The classics by lot, beside OpenSpiel."""
    out = [["playouts/s", "interpreted", "compiled", "OpenSpiel", "OpenSpiel, C++", "compiled : interpreted", "compiled : OpenSpiel, C++"]]
    for game in classics.GAMES:
        rates = classics.measure(game, seconds)
        names = ("interpreted", "compiled", classics.OTHER, classics.ROLLOUTS)
        ours, compiled, other, rollouts = (rates[name].rate or 0.0 for name in names)
        theirs = [shown(rate) if rate else "-" for rate in (other, rollouts)]
        out.append([game, shown(ours), shown(compiled), *theirs, ratio(compiled, ours), ratio(compiled, rollouts)])
    return [*out, ["a duel, Python by hand", shown(duel.playouts(seconds)), "", "", "", "", ""]]


def large(seconds: float) -> Table:
    """The library's games, random and greedy, and the classics greedy."""
    out = [["decisions/s", "sides", "interpreted", "compiled", "ratio", "matches/s, compiled", "given up"]]
    for game in (*LIBRARY, *classics.GAMES):
        program = program_of(game)
        machine = machine_of(program)
        for kind in ("random", "greedy") if game in LIBRARY else ("greedy",):
            slow, _ = per_second(lambda seed: (play_out(machine, seed, {"": kind}, 600)[1].decisions, 1), seconds)
            runner, given_up = runner_of(program, has_bots=kind == "greedy"), 0
            seats = seats_of(machine, {"": kind}, "greedy")

            def quickly(seed: int) -> tuple[int, int]:
                nonlocal given_up
                found = runner.many(seed, 8, greedy=seats) if runner is not None else []
                given_up += len(found) < 8
                return sum(match.answers for match in found), len(found) + (len(found) < 8)

            try:
                quick, matches = per_second(quickly, seconds)
            except Unfit:
                quick, matches, given_up = 0.0, 0.0, 0
            ours = [shown(quick), ratio(quick, slow), shown(matches), str(given_up)] if quick else ["-", "-", "-", "all"]
            out.append([game, kind, shown(slow), *ours])
    return out


def chances(seconds: float) -> Table:
    """Exact odds, the second time they are asked."""
    out = [["exact odds, seconds", "interpreted", "compiled", "ratio"]]
    before = os.environ.get(EXECUTOR)
    for game, name, said in ODDS:
        found = []
        for executor in ("interpreted", "compiled"):
            os.environ[EXECUTOR] = executor
            rulebook = load(game, scenarios=True)
            books, scenario = Books(rulebook), next(s for s in rulebook.scenarios if s.name == name)
            run(books, scenario)
            rate, _ = per_second(lambda _: (int(run(books, scenario).ok), 1), seconds)
            found.append(1 / rate)
        out.append([said, *(f"{one:.4f}" for one in found), ratio(*found)])
    os.environ.pop(EXECUTOR)
    if before is not None:
        os.environ[EXECUTOR] = before
    return out


def ready(_: float) -> Table:
    """From nothing to a match set up, in a process of its own."""
    ends = {
        "interpreted": "from arbitre.interpreter.match.match import Match\nMatch(program, 1, trace=False)",
        "compiled": "from arbitre.interpreter.wasm.run.loader import runner_of\nrunner_of(program).begin(1, by_lot=False)",
    }
    out = [["ready to play, seconds", *(f"{end}, {when}" for end in ends for when in ("from source", "seen before"))]]
    for game in ("tictactoe", "coliseum", "dungeonbowl"):
        line = [game]
        for end in ends.values():
            code = (
                f"import time\nfrom arbitre.dsl.lower.compiled import program_of\nprogram = program_of({game!r})\n"
                f"try:\n    exec({end!r})\nexcept Exception as stop:\n    assert 'needed' in str(stop), stop\nprint(time.process_time())"
            )
            with tempfile.TemporaryDirectory() as folder:
                for _n in range(2):
                    said = subprocess.run(
                        [sys.executable, "-c", code], env={**os.environ, "ARBITRE_CACHE": folder, "PYTHONPATH": str(Path.cwd())},
                        capture_output=True, text=True, check=True,
                    )  # fmt: skip
                    line.append(f"{float(said.stdout):.2f}")
        out.append(line)
    return out


def sizes(_: float) -> Table:
    """What a match takes of memory, and its compiled code."""
    out = [["bytes", "a match after 40 answers", "memory of the compiled code", "the compiled code as it is kept"]]
    for game in (*classics.GAMES, *LIBRARY):
        program = program_of(game)
        lots, position = Lots(1), Position(machine_of(program), 1)
        for _n in range(40):
            if position.ended:
                break
            position.answer(lots.below(position.options))
        runner = position.runner
        if runner is not None and position.slow is None:
            out.append([game, shown(position.size), shown(len(runner.view)), shown(len(the_host().prepared(compile_module(program).raw)))])
    return out


def growth(seconds: float) -> Table:
    """How cost grows with cells, pieces and hooks: microseconds a decision."""
    out = [["cells", "pieces", "hooks", "interpreted, µs a decision", "compiled, µs a decision"]]
    for width, rows, hooks in ((8, 1, 0), (8, 3, 0), (16, 1, 0), (16, 3, 0), (32, 1, 0), (8, 1, 20), (8, 1, 200)):
        text = GROWING.format(width=width, rows=rows, upper=width - rows, most=2 * width * rows)
        text += "".join(HOOK.format(n=n % 9, then=n % 9 + 1) for n in range(hooks))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "growing.rules"
            path.write_text(text, encoding="utf-8")
            program = program_of(path)
        machine, runner = machine_of(program), runner_of(program)
        slow, _ = per_second(lambda seed: (play_out(machine, seed)[1].decisions, 1), seconds)

        def quickly(seed: int) -> tuple[int, int]:
            assert runner is not None
            done = runner.many(seed, 16)
            return sum(match.answers for match in done), len(done)

        quick, _ = per_second(quickly, seconds)
        out.append([str(width * width), str(2 * width * rows), str(hooks), f"{1e6 / slow:,.0f}", f"{1e6 / quick:.2f}"])
    return out


PARTS: dict[str, Callable[[float], Table]] = {
    "classics": small, "library": large, "odds": chances, "ready": ready, "memory": sizes, "growth": growth,
}  # fmt: skip


def markdown(table: Table) -> str:
    widths = [max(len(line[n]) for line in table) for n in range(len(table[0]))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in table]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.table", description="What the README's table says, measured in one run.")
    parser.add_argument("--seconds", type=float, default=2.0, help="of the processor, for each figure")
    parser.add_argument("--part", action="append", choices=list(PARTS), help="this part only; may be repeated")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    said = parser.parse_args(arguments)
    python = f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, one thread"
    if said.json:
        found = {name: PARTS[name](said.seconds) for name in said.part or PARTS}
        print(json.dumps({"python": python, "seconds": said.seconds, **found}, indent=1))
        return 0
    print(f"{python}; {said.seconds:g} s of the processor each")
    for name in said.part or PARTS:
        print(f"\n{markdown(PARTS[name](said.seconds))}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
