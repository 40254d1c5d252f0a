"""`python -m benchmarks.writings [--seconds S] [--only GAME]... [--same MATCHES] [--json]`: plain rules beside clever ones.

``benchmarks/writings/GAME`` holds one game as several people would write it: owners on cells or pieces as rows, lines found by walking
or by counting, the mover passed on by hand or by ``by each player in turn``.  All of them are compiled and played at random by turns in
one run; the slowest ought to reach 0.7 of the quickest.  Beside them stands the rulebook of the library, where there is one.
``--same`` shows first that the writings are the same game.
``ARBITRE_WITHOUT=exits,equalities,prefixes,unique,loops,counted,narrow,words,given,complete,tables,members,invariants,symmetry``
leaves passes out.
Seconds are of the processor.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from pathlib import Path

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.position import Position
from benchmarks.classics import ROUNDS, Player, compiled
from benchmarks.writings.same import perft, sample

FOLDER = Path(__file__).parent
GAMES = sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and any(path.glob("*.rules")))
LIBRARY = "the library's"
ENOUGH = 0.7
OTHERWISE = {"othello", "draughts", "morris"}  # the library's begins or ends otherwise than the writings do
DEEP = {
    "tictactoe": 5, "connect_four": 4, "breakthrough": 3, "othello": 5, "draughts": 4, "hex": 2,
    "clobber": 2, "gomoku": 2, "kalah": 4, "morris": 2,
}  # fmt: skip


def writings(game: str, library: bool = True) -> dict[str, Path | str]:
    """The writings of a game, by the names of their files, and the rulebook of the library by its own."""
    out: dict[str, Path | str] = {path.stem: path for path in sorted((FOLDER / game).glob("*.rules"))}
    if library and game not in OTHERWISE and (FOLDER.parent.parent / "rulebooks" / "classics" / game).is_dir():
        out[LIBRARY] = game
    return out


def rates(players: dict[str, Player], seconds: float) -> dict[str, float]:
    """Matches per second; each plays once before the clock runs, then all go by turns."""
    played, spent = dict.fromkeys(players, 0), dict.fromkeys(players, 0.0)
    for part in range(-1, ROUNDS):
        for name, player in players.items():
            begun = time.process_time()
            while part >= 0 and time.process_time() - begun < seconds / ROUNDS:
                played[name] += player(played[name])
            if part < 0:
                player(0)
            else:
                spent[name] += time.process_time() - begun
    return {name: played[name] / spent[name] for name in players}


def same(game: str, matches: int) -> list[str]:
    """In what the writings of a game differ from the first of them, in words."""
    out: list[str] = []
    first = None
    for name, source in writings(game).items():
        machine = machine_of(program_of(source))
        found = perft(Position(machine, 1), DEEP.get(game, 3)), sample(machine, matches, seed=len(name))
        if first is None:
            first = found
            print(f"{game}: {found[0]:,} sequences of {DEEP.get(game, 3)} turns, wins {found[1].wins}", flush=True)
        elif found[0] != first[0]:
            out.append(f"{game}/{name}: {found[0]:,} sequences of {DEEP.get(game, 3)} turns, not {first[0]:,}")
        out += [f"{game}/{name}: {said}" for said in first[1].differs(found[1])]
    return out


def measure(game: str, seconds: float) -> dict[str, float]:
    """The rates of all writings of a game."""
    return rates({name: compiled(program_of(source)) for name, source in writings(game).items()}, seconds)


def table(found: dict[str, dict[str, float]]) -> str:
    """A line for each writing: its rate, and what part of the quickest writing's that is."""
    lines = [f"{'game':14}{'writing':18}{'playouts/s':>12}{'of the quickest':>18}"]
    for game, by_name in found.items():
        best = max(by_name.values())
        for name, rate in by_name.items():
            lines.append(f"{game:14}{name:18}{rate:12,.0f}{rate / best:18.2f}{'' if rate >= ENOUGH * best else '  too slow'}")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.writings", description="Plain rules beside clever ones.")
    parser.add_argument("--seconds", type=float, default=1.0, help="of the processor, for each writing")
    parser.add_argument("--only", action="append", choices=GAMES, help="this game only; may be repeated")
    parser.add_argument("--same", type=int, default=0, metavar="MATCHES", help="show first, with so many matches, that they are one game")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    said = parser.parse_args(arguments)
    games = said.only or GAMES
    if said.same:
        differ = [line for game in games for line in same(game, said.same)]
        print("\n".join(differ) or "the writings of each game are the same game")
        if differ:
            return 1
    found = {game: measure(game, said.seconds) for game in games}
    python = f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, one thread"
    if said.json:
        print(json.dumps({"python": python, "seconds": said.seconds, "playouts_per_second": found}, indent=2))
    else:
        print(f"{python}; {said.seconds:g} s of the processor each\n{table(found)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
