"""Every rulebook of the library: time to load and check, decisions and matches per second, time of its exact odds questions."""

from __future__ import annotations

import time

from dsl.bind import bind
from dsl.messages import Messages
from dsl.modules import load, names
from dsl.parse import parse_text
from interpreter.machine import Machine
from interpreter.scenarios import Books, run
from interpreter.simulate import play_out

Figure = tuple[str, float, str]


def figures(seconds: float) -> list[Figure]:
    out = [("parsing 1,000 declarations", synthetic(1000), "s")]
    for name in names():
        out += game(name, seconds)
    return out


def synthetic(count: int) -> float:
    """Seconds to parse so many small declarations."""
    text = "".join(f"event deed_{n} mover by other: mover loses {n % 7} life\n" for n in range(count))
    begun = time.perf_counter()
    file = parse_text(text, "(synthetic)", Messages())
    assert len(file.decls) == count
    return time.perf_counter() - begun


def game(name: str, seconds: float) -> list[Figure]:
    begun = time.perf_counter()
    rulebook = load(name)
    bound = bind(rulebook)
    lines = sum(text.count("\n") for text in rulebook.sources.values())
    out: list[Figure] = [(f"{name}: load and check {lines} lines", time.perf_counter() - begun, "s")]
    machine = Machine(bound.program)
    begun, decisions, matches = time.perf_counter(), 0, 0
    while matches == 0 or time.perf_counter() - begun < seconds:
        _, result = play_out(machine, matches)
        decisions += result.decisions
        matches += 1
    spent = time.perf_counter() - begun
    out += [(f"{name}: random sides", decisions / spent, "decisions/s"), (f"{name}: random sides", matches / spent, "matches/s")]
    loaded = load(name, scenarios=True)
    books = Books(loaded)
    for scenario in loaded.scenarios:
        if any(scene.form == "measure" for scene in scenario.scenes):
            run(books, scenario)
            begun = time.perf_counter()
            run(books, scenario)
            out.append((f"{name}: exact odds, {scenario.name[:40]}", time.perf_counter() - begun, "s"))
    return out
