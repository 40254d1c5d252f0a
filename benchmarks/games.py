"""Every rulebook of the library: time to load and check, decisions and matches per second, time of its exact odds questions."""

from __future__ import annotations

import random
import time

from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.library import names
from arbitre.dsl.modules.loader import load
from arbitre.dsl.parse.parser import parse_text
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run
from arbitre.interpreter.play.simulate import play_out

Figure = tuple[str, float, str]


def figures(seconds: float) -> list[Figure]:
    out = [("parsing 1,000 declarations", synthetic(1000), "s")]
    for name in names():
        out += game(name, seconds)
    return out


def played(machine: Machine, kind: str, seconds: float) -> tuple[int, float, float]:
    """(decisions, matches, seconds) of bots of that kind; a match that is cut short counts as the part that was played."""
    begun, decisions, matches, seed = time.perf_counter(), 0, 0.0, 0
    while seed == 0 or time.perf_counter() - begun < seconds:
        _, result = play_out(machine, seed, {"": kind}, limit=4_000)
        decisions += result.decisions
        matches += 1 if result.over else result.turns / machine.program.max_rounds
        seed += 1
    return decisions, matches, time.perf_counter() - begun


def listing(machine: Machine) -> float:
    """Seconds to find the legal options of a question, over the first 300 of a match."""
    rng = random.Random(1)
    match, spent, asked = Match(machine, 1, trace=False), 0.0, 0
    while match.requests and asked < 300:
        trial = match.clone()
        begun = time.perf_counter()
        trial.go_on()
        spent += time.perf_counter() - begun
        request = match.requests[0]
        match.answer(request.id, rng.randrange(len(request.options)))
        asked += 1
    return spent / max(1, asked)


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
    machine = machine_of(bound.program)
    for kind in ("random", "greedy"):
        decisions, matches, spent = played(machine, kind, seconds)
        out.append((f"{name}: {kind} sides", decisions / spent, "decisions/s"))
        out.append((f"{name}: {kind} sides", matches / spent, "matches/s"))
    out.append((f"{name}: listing the legal options", 1000 * listing(machine), "ms"))
    loaded = load(name, scenarios=True)
    books = Books(loaded)
    for scenario in loaded.scenarios:
        if any(scene.form == "measure" for scene in scenario.scenes):
            run(books, scenario)
            begun = time.perf_counter()
            run(books, scenario)
            out.append((f"{name}: exact odds, {scenario.name[:40]}", time.perf_counter() - begun, "s"))
    return out
