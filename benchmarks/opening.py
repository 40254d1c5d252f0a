"""``python -m benchmarks.opening [GAME]...``: how long it takes to open a long saved match, in both executors, and to tell its past.

Sides at random play 1,000 answers; that match is saved and opened by the compiled executor and by the interpreter, in turns.  Seconds are
those of the processor; the compiled executor stands ready, as it does once it was made.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import TypeVar

from arbitre.dsl.lower.compiled import program_of
from arbitre.dsl.modules.library import names
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import to_data
from arbitre.interpreter.play.bots.bots import by_lot
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.wasm.run.shared import runner_for
from arbitre.story.watch import watched_again

ANSWERS = 1_000
T = TypeVar("T")


def taken(work: Callable[[], T]) -> tuple[float, T]:
    """How long something takes, and what it gives."""
    begun = time.process_time()
    found = work()
    return time.process_time() - begun, found


def opening(game: str) -> list[str]:
    """A row of the table."""
    machine = machine_of(program_of(game))
    making, _ = taken(lambda: runner_for(machine))
    match, lots = Match(machine, 1), Lots(1)
    while match.requests and len(match.tape.answers) < ANSWERS:
        match.answer(match.requests[0].id, by_lot(match, match.requests[0], lots))
    data = json.loads(json.dumps(to_data(match)))
    compiled = min(taken(lambda: watched_again(data, machine))[0] for _ in range(3))
    interpreted = min(taken(lambda: watched_again(data, machine, "interpreted"))[0] for _ in range(2))
    again = watched_again(data, machine)
    telling, _ = taken(lambda: list(again.run.log or []))
    cells = [f"{1000 * seconds:,.0f}" for seconds in (interpreted, compiled)]
    return [game, str(len(data["answers"])), *cells, f"{interpreted / compiled:.0f}", f"{1000 * telling:,.0f}", f"{1000 * making:,.0f}"]


HEAD = ("game", "answers", "interpreted, ms", "compiled, ms", "ratio", "its past told later, ms", "compilation, ms")

if __name__ == "__main__":
    print(f"| {' | '.join(HEAD)} |\n{'|---' * len(HEAD)}|")
    for name in sys.argv[1:] or names():
        print(f"| {' | '.join(opening(name))} |", flush=True)
