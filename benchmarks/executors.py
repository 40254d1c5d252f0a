"""`python -m benchmarks.executors [--seconds S] [--only NAME]... [--greedy] [--json]`: the library's games, interpreted and compiled.

Seats answer by lot, or are greedy.  Both executors play the same matches, from the same seeds on, by turns in one run and on one thread;
seconds are those of the processor.  The last columns say how much of a game is compiled: how many matches the compiled executor gave up,
and what it lacks.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from dataclasses import asdict, dataclass, field

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.simulate import play_out
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.loader import runner_of

GAMES = ("tsewnart", "coliseum", "confrontation", "kollaball", "bloodbowl", "dungeonbowl")
CLASSICS = ("tictactoe", "connect_four", "breakthrough", "hex", "backgammon")
MOST = 64  # matches that the compiled executor plays in a row


@dataclass(slots=True)
class Row:
    """What was measured of a game; rates are per second."""

    game: str
    interpreted: float = 0.0  # decisions
    compiled: float = 0.0
    interpreted_matches: float = 0.0
    compiled_matches: float = 0.0
    given_up: int = 0
    played: int = 0
    lacks: list[str] = field(default_factory=list)


def measure(game: str, seconds: float, greedy: bool = False) -> Row:
    """One game: first interpreted for so many seconds, at least one match, then compiled for as many."""
    program = program_of(game)
    row, machine, runner = Row(game), machine_of(program), runner_of(program, has_bots=greedy)
    row.lacks = list(compile_module(program, has_bots=greedy).missing)
    kind, seats, most = ("greedy", -1, 4) if greedy else ("random", 0, MOST)
    begun, seed, decisions = time.process_time(), 0, 0
    while not seed or time.process_time() - begun < seconds:
        decisions += play_out(machine, seed, {"": kind})[1].decisions
        seed += 1
    spent = time.process_time() - begun
    row.interpreted, row.interpreted_matches = decisions / spent, seed / spent
    if runner is None:
        return row
    begun, seed, done, decisions = time.process_time(), 0, 0, 0
    while not seed or time.process_time() - begun < seconds:
        found = runner.many(seed, most, greedy=seats)
        done += len(found)
        decisions += sum(match.answers for match in found)
        seed += len(found)
        if len(found) < most:  # the next one is given up
            seed += 1
            row.given_up += 1
    spent = time.process_time() - begun
    row.compiled, row.compiled_matches, row.played = decisions / spent, done / spent, seed
    return row


def table(rows: list[Row]) -> str:
    heads = ["game", "interpreted", "compiled", "ratio", "matches/s", "given up", "lacks"]
    lines = [heads]
    for row in rows:
        ratio = f"{row.compiled / row.interpreted:,.0f}" if row.interpreted and row.compiled else "-"
        given_up = f"{row.given_up} of {row.played}"
        lines.append(
            [
                row.game,
                f"{row.interpreted:,.0f}",
                f"{row.compiled:,.0f}",
                ratio,
                f"{row.compiled_matches:,.1f}",
                given_up,
                ", ".join(row.lacks),
            ]
        )
    widths = [max(len(line[n]) for line in lines) for n in range(len(heads))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.executors", description="Decisions per second of sides that answer by lot, or greedy ones."
    )
    parser.add_argument("--seconds", type=float, default=3.0, help="of the processor, for each executor and game")
    parser.add_argument("--only", action="append", metavar="NAME", help="this game only; may be repeated")
    parser.add_argument("--greedy", action="store_true", help="all sides are greedy; the classics too")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args(arguments)
    games = options.only or ((*CLASSICS, *GAMES) if options.greedy else GAMES)
    rows = [measure(game, options.seconds, options.greedy) for game in games]
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=1))
        return 0
    print(f"CPython {platform.python_version()}, {platform.machine()}, one thread; decisions per second of the processor\n{table(rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
