"""`python -m benchmarks.soak GAME --matches N`: many whole matches with options by lot, each replayed from its save.

Every block of ten seeds draws a value for every option of the rulebook.  A match is played to its end in the compiled executor, its
answers are given once more to the interpreter, what that match would save is read back and replayed, and all digests are compared; every
twentieth match is also looked at through every viewer's eyes, before and after what is hidden from him was changed.  Thinkers, and matches
that it gives up, are played by the interpreter (`compiled` counts the others; `--executor interpreted`: all of them); replays and views
need the interpreter anyhow.  Prints one JSON object; its status is 1 when anything is wrong.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from arbitre.dsl.core import NONE
from arbitre.dsl.lower.program import bind, compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import resume, to_data
from arbitre.interpreter.match.views import Eyes, view
from arbitre.interpreter.play.simulate import play_out
from arbitre.interpreter.play.totals import Result
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.visibility import SPECTATOR
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.loader import COMPILED, INTERPRETED, wanted
from arbitre.interpreter.wasm.run.runtime import LIMIT, Runner, Stopped
from arbitre.interpreter.wasm.run.state_transfer import Unfit

BLOCK = 10  # seeds that share their options: a set of options is compiled once for them
LOOKED_AT = 20  # one match of so many is looked at through every viewer's eyes


@dataclass(slots=True)
class Block:
    """What came of a block of seeds."""

    matches: int = 0
    compiled: int = 0
    decisions: int = 0
    over: int = 0
    won: int = 0
    looked: int = 0
    reached: int = 0
    lengths: list[int] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def some_options(rulebook: Rulebook, seed: int, fixed: dict[str, str]) -> dict[str, str]:
    """A value for every option, by lot; ``fixed`` are kept."""
    rng = random.Random(seed)
    infos = bind(rulebook).symbols.option_infos
    return {info.name: rng.choice(info.choices) for info in infos} | fixed


def leaks(match: Match, rng: random.Random) -> list[str]:
    """Viewers whose view depends on what is hidden from them."""
    found = []
    viewers: list[int | str] = [*range(match.program.domains[match.program.seats].size), SPECTATOR]
    for viewer in viewers:
        before = json.dumps(view(match, viewer), sort_keys=True)
        other = match.clone()
        hidden = hidden_cells(match, viewer)
        for cell, low, high in hidden:
            if match.program.fields[match.machine.layout.owner[cell]].target != match.program.seats:
                other.state.cells[cell] = rng.randint(max(low, NONE), min(high, low + 1000))
        if hidden_cells(other, viewer) == hidden and json.dumps(view(other, viewer), sort_keys=True) != before:
            found.append(str(viewer))
    return found


def hidden_cells(match: Match, viewer: int | str) -> list[tuple[int, int, int]]:
    """Cells of the state whose value is hidden from the viewer: (cell, low, high)."""
    eyes, out = Eyes(match.machine, match.state, viewer), []
    for column in match.program.fields:
        if column.values is not None or not column.seen or column.name.startswith("_"):
            continue
        domain = match.program.domains[column.domain]
        for row in range(domain.size):
            if domain.dynamic and not match.state.cells[match.machine.layout.base[domain.alive] + row]:
                continue
            if not eyes.sees_field(column, row):
                out.append((match.machine.layout.base[column.index] + row, column.low, column.high))
    return out


def has_reached(match: Match, field: str) -> bool:
    """Is the number that field holds above 0 for anybody?"""
    for column in match.program.fields:
        if column.name == field and column.values is None:
            base = match.machine.layout.base[column.index]
            if any(value > 0 for value in match.state.cells[base : base + match.program.domains[column.domain].size]):
                return True
    return False


def module_of(machine: Machine, kind: str) -> Runner | None:
    """Code compiled for these options, which are not kept on the disk: nobody may ever want them again."""
    compiled = compile_module(machine.program, has_bots=kind == "greedy")
    if not compiled.raw or (kind == "greedy" and not compiled.names.get("ALL_KNOWN", 1)):
        return None
    return Runner(compiled)


def answers_of(runner: Runner, seed: int, kind: str, limit: int) -> list[int] | None:
    """The answers of a compiled match; none where it gives it up.  After so many a match is left as it is."""
    try:
        runner.begin(seed, limit=limit, greedy=-1 if kind == "greedy" else 0)
        runner.call("play", 1 << 40)
    except Stopped as stop:
        if stop.code != LIMIT:
            return None
    except Unfit:
        return None
    return [answer.choice for answer in runner.tape()]


def replayed(machine: Machine, seed: int, answers: list[int]) -> Match:
    """The match with these answers, interpreted."""
    match = Match(machine, seed, trace=False, start=False)
    match.answers.script = list(answers)
    match.begin()
    return match


def played(machine: Machine, runner: Runner | None, seed: int, kind: str, limit: int, out: Block) -> tuple[Match | None, Result]:
    """A match between bots, compiled where it can be: then both executors must have come to the same."""
    answers = answers_of(runner, seed, kind, limit) if runner is not None else None
    if runner is None or answers is None:
        return play_out(machine, seed, {"": kind}, limit=limit)
    result = Result(seed, decisions=len(answers), compiled=True)
    out.compiled += 1
    try:
        match = replayed(machine, seed, answers)
    except RulebookError as error:
        result.error = f"the interpreter stops where the compiled executor went on: {error}"
        return None, result
    result.winners, result.over = match.winners, match.over
    if len(answers) < limit and runner.state().digest() != match.digest():
        result.error = "the executors come to different ends"
    return match, result


def block(job: tuple[str, int, int, str, int, dict[str, str], bool, str, str]) -> Block:
    game, first, count, kind, limit, fixed, by_lot, field, executor = job
    rulebook = load(game)
    options = some_options(rulebook, first // BLOCK, fixed) if by_lot else fixed
    machine = machine_of(compile_rules(rulebook, options).program)
    out = Block(met=Counter(f"{name}={value}" for name, value in options.items()))
    plain = kind in ("random", "greedy") and wanted(executor)
    runner = module_of(machine, kind) if plain else None
    for seed in range(first, first + count):
        match, result = played(machine, runner, seed, kind, limit, out)
        out.matches += 1
        out.decisions += result.decisions
        out.lengths.append(result.decisions)
        out.over += result.over
        out.won += bool(result.winners)
        out.reached += bool(field and match is not None and has_reached(match, field))
        where = f"seed {seed} with {options}"
        if result.error or match is None:
            out.wrong.append(f"{where}: {result.error}")
            continue
        again = resume(json.loads(json.dumps(to_data(match))), machine, trace=False)
        if again.digest() != match.digest() or again.winners != match.winners:
            out.wrong.append(f"{where}: its replay ends otherwise")
        if seed % LOOKED_AT == 0:
            halfway = replayed(machine, seed, [given.choice for given in match.tape.answers][: max(1, result.decisions // 2)])
            out.looked += 1
            for viewer in leaks(halfway, random.Random(seed)):
                out.wrong.append(f"{where}: the view of {viewer} depends on what is hidden from him")
    return out


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description="Many matches, each replayed from its save.")
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bots", default="random", help="who plays every side: random, greedy or thinker")
    parser.add_argument(
        "--executor", choices=(COMPILED, INTERPRETED), default="", help="the compiled one unless ARBITRE_EXECUTOR says otherwise"
    )
    parser.add_argument("--limit", type=int, default=20_000, help="decisions after which a match is left unfinished")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="an option that is not drawn by lot")
    parser.add_argument("--defaults", action="store_true", help="the other options as they are by default, not by lot")
    parser.add_argument("--reached", default="", metavar="FIELD", help="count the matches in which a field of that name is above 0")
    parser.add_argument("--jobs", type=int, default=None, help="processes; all cores by default")
    said = parser.parse_args(arguments)
    fixed = dict(o.split("=", 1) for o in said.option)
    last = said.seed + said.matches
    jobs = [
        (said.game, s, min(BLOCK, last - s), said.bots, said.limit, fixed, not said.defaults, said.reached, said.executor)
        for s in range(said.seed, last, BLOCK)
    ]
    begun, total = time.perf_counter(), Block()
    with multiprocessing.get_context("spawn").Pool(said.jobs) as pool:
        for done in pool.imap_unordered(block, jobs):
            for name in ("matches", "compiled", "decisions", "over", "won", "looked", "reached"):
                setattr(total, name, getattr(total, name) + getattr(done, name))
            total.lengths += done.lengths
            total.met += done.met
            total.wrong += done.wrong
    lengths = sorted(total.lengths)
    found = {
        "game": said.game, "bots": said.bots, "matches": total.matches, "compiled": total.compiled, "over": total.over, "won": total.won,
        "reached": total.reached,
        "decisions": total.decisions, "median_decisions": lengths[len(lengths) // 2], "longest": lengths[-1],
        "option_values_met": len(total.met), "looked_at": total.looked, "wrong": total.wrong,
        "seconds": round(time.perf_counter() - begun, 1),
    }  # fmt: skip
    print(json.dumps(found, indent=2, ensure_ascii=False))
    return 1 if total.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
