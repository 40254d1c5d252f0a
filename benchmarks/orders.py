"""Seasons a second of Diplomacy by lot, and phases replayed with the same orders, beside the package `diplomacy`.

``python -m benchmarks.orders [--matches 200] [--games 30]``: time of the processor, one thread each, in one run.  The package plays in a
process of its own (``make peers`` installs it); what starting it takes is taken off.  Its powers order all their units, ours stop by lot,
which leaves some seven orders in ten; of ours only seasons are counted, its retreats and winters count as phases of their own.  Then the
games of the package are replayed, every order answered by name and every unit compared.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from pathlib import Path

from arbitre.api import Position, load
from arbitre.peers.orders import replay

SCRIPT = Path(__file__).parents[1] / "tests" / "arbitre" / "peers" / "saved_games.py"
YEARS = 10


def theirs(games: int) -> tuple[list[str], float]:
    """The saved games of so many matches of the package, and the seconds of the processor for them, its start included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([sys.executable, str(SCRIPT), str(games), str(YEARS), "1"], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return run.stdout.splitlines(), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ours(matches: int) -> tuple[int, float]:
    """How many seasons the compiled executor plays in so many matches, and the seconds of the processor for it."""
    rules = load("diplomacy")
    position = Position(rules, seed=1)
    position.playouts(2, seed=1)
    begun = time.process_time()
    position.playouts(matches, seed=2)
    return matches * int(rules.options["seasons"]), time.process_time() - begun


def replayed(games: list[str]) -> tuple[int, float]:
    """How many phases are replayed in these saved games, and the seconds of the processor for it."""
    rules = load("diplomacy")
    next(replay(rules, games[0]))
    begun = time.process_time()
    return sum(1 for game in games for _ in replay(rules, game)), time.process_time() - begun


def main() -> None:
    """Prints all three, and how many times as many ours are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--games", type=int, default=30)
    said = parser.parse_args()
    (_, start), (games, spent) = theirs(0), theirs(said.games)
    seasons, seconds = ours(said.matches)
    phases, again = replayed(games)
    slow, quick, same = phases / (spent - start), seasons / seconds, phases / again
    print(f"{quick:,.0f} seasons a second, {slow:,.0f} phases a second with the package: {quick / slow:.0f} times as many")
    print(f"{same:,.0f} of these {phases:,} phases a second replayed with the same orders: {same / slow:.1f} times as many")


if __name__ == "__main__":
    main()
