"""`python -m benchmarks.odds [--times N] [--json]`: questions about exact chances, answered interpreted and compiled.

Both answer the same question by turns in one run and on one thread; seconds are those of the processor, the best of so many times.
Compilation comes before the clock starts; what that takes stands in a column of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import asdict, dataclass

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.odds import compiled
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run
from arbitre.interpreter.wasm.run.loader import COMPILED, EXECUTOR, INTERPRETED

QUESTIONS = (
    ("coliseum", "A samnite on guard against a Thracian's flurry: wounds and fatigue of both"),
    ("bloodbowl", "Two dice, the attacker's coach choosing: where the target ends"),
    ("bloodbowl", "Two rushes"),
    ("confrontation", "One berserker against two swordsmen, dice for attack first"),
    ("dungeonbowl", "What does the bugbear's attack do?"),
)


@dataclass(slots=True)
class Row:
    """What was measured of a question; times are seconds."""

    game: str
    question: str
    interpreted: float
    compiled: float
    making: float
    same: bool


def measure(game: str, begins: str, times: int) -> Row:
    """One question, the same number of times each way."""
    rulebook = load(game, scenarios=True)
    scenario = next(s for s in rulebook.scenarios if s.name.startswith(begins))
    books = Books(rulebook)
    best, found = {}, {}
    making = 0.0
    for executor in (INTERPRETED, COMPILED):
        os.environ[EXECUTOR] = executor
        if executor == COMPILED:
            began = time.process_time()
            for machine in machines(books):
                compiled.explorer_of(machine)
            making = time.process_time() - began
        run(books, scenario)
        spent = []
        for _ in range(times):
            began = time.process_time()
            outcome = run(books, scenario)
            spent.append(time.process_time() - began)
            found[executor] = outcome.measures
        best[executor] = min(spent)
    return Row(game, scenario.name, best[INTERPRETED], best[COMPILED], making, found[INTERPRETED] == found[COMPILED])


def machines(books: Books) -> list[Machine]:
    return [machine for _, machine in books.ready.values() if machine is not None]


def table(rows: list[Row]) -> str:
    lines = [["game", "question", "interpreted ms", "compiled ms", "ratio", "made in ms", "same"]]
    for row in rows:
        ratio = f"{row.interpreted / row.compiled:.1f}"
        times = [f"{1000 * seconds:.1f}" for seconds in (row.interpreted, row.compiled)]
        lines.append([row.game, row.question[:50], *times, ratio, f"{1000 * row.making:.0f}", "yes" if row.same else "NO"])
    widths = [max(len(line[n]) for line in lines) for n in range(len(lines[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.odds", description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    said = parser.parse_args(arguments)
    rows = [measure(game, begins, said.times) for game, begins in QUESTIONS]
    print(json.dumps([asdict(row) for row in rows]) if said.json else table(rows))
    return 0 if all(row.same for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
