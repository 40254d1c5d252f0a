"""Seasons a second of Diplomacy by lot, beside the package `diplomacy`.

``python -m benchmarks.orders [--matches 200] [--games 30]``: time of the processor, one thread each, in one run.  The package plays in a
process of its own (``make peers`` installs it); what starting it takes is taken off.  Its powers order all their units, ours stop by lot,
which leaves some seven orders in ten.  Of ours only seasons are counted; its retreats and winters count as phases of their own.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

from arbitre.api import Position, load

SCRIPT = Path(__file__).parents[1] / "tests" / "arbitre" / "peers" / "saved_games.py"
YEARS = 10


def theirs(games: int) -> tuple[int, float]:
    """How many phases the package plays in so many games, and the seconds of the processor for it, its start included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([sys.executable, str(SCRIPT), str(games), str(YEARS), "1"], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    phases = sum(len(json.loads(line)["phases"]) for line in run.stdout.splitlines())
    return phases, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ours(matches: int) -> tuple[int, float]:
    """How many seasons the compiled executor plays in so many matches, and the seconds of the processor for it."""
    rules = load("diplomacy")
    position = Position(rules, seed=1)
    position.playouts(2, seed=1)
    begun = time.process_time()
    position.playouts(matches, seed=2)
    return matches * int(rules.options["seasons"]), time.process_time() - begun


def main() -> None:
    """Prints both, and how many times as many."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--games", type=int, default=30)
    said = parser.parse_args()
    (_, start), (phases, spent) = theirs(0), theirs(said.games)
    seasons, seconds = ours(said.matches)
    slow, quick = phases / (spent - start), seasons / seconds
    print(f"{quick:,.0f} seasons a second, {slow:,.0f} phases a second with the package: {quick / slow:.0f} times as many")


if __name__ == "__main__":
    main()
