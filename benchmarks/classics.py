"""`python -m benchmarks.classics [--seconds S] [--only NAME]... [--json]`: random playouts per second of the classics, side by side.

Every game of ``rulebooks/classics`` is played from its start to its end by sides that answer by lot, one thread, the executors by turns:
ours, each a column, ``simulate --quick``, and OpenSpiel, if it is installed (``pip install 'arbitre[benchmarks]'``): driven from Python,
and the rollouts of its own search in C++ (``MCTSBot`` with a ``RandomRolloutEvaluator``). Beside the rates stands how many times those of
others ours are. Seconds are those of the processor, so that a busy machine tells the same. An executor that cannot play a game is shown
with a dash. A new executor is one function that makes a player of a game, and a line in ``EXECUTORS``.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from arbitre.dsl.core import Program
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.simulate import play_out, simulate

Player = Callable[[int], int]  # plays matches from a seed on to their end; gives how many
BULK = 256  # matches that the compiled executor plays in a row
ROUNDS = 3  # the time of each is spent in so many parts, by turns: a machine that slows down does so for all

# What OpenSpiel calls them, with the options that make the same game.
GAMES = {
    "tictactoe": "tic_tac_toe",
    "connect_four": "connect_four",
    "breakthrough": "breakthrough(rows=8,columns=8)",
    "hex": "hex(board_size=11)",
    "backgammon": "backgammon",
}
OTHER = "OpenSpiel"  # driven from Python
ROLLOUTS = "OpenSpiel, C++"  # its own rollouts, as its search plays them
QUICK = "simulate --quick"
MANY = 1_000_000  # matches of one simulation, fewer where they take long
LEAST = 0.01  # seconds that a call of that takes: what it costs to begin one does not count


@dataclass(slots=True)
class Rate:
    """Matches played, and the seconds of the processor they took."""

    matches: int = 0
    seconds: float = 0.0
    lacking: str = field(default="nothing was measured")  # why there is no rate

    @property
    def rate(self) -> float | None:
        return self.matches / self.seconds if self.matches else None


def interpreted(program: Program) -> Player:
    machine = machine_of(program)

    def play(seed: int) -> int:
        _, result = play_out(machine, seed)
        if result.error or not result.over:
            raise RuntimeError(result.error or "a match did not end")
        return 1

    return play


def compiled(program: Program) -> Player:
    from arbitre.interpreter.wasm.compiler import compile_module
    from arbitre.interpreter.wasm.run.results import WORDS
    from arbitre.interpreter.wasm.run.runtime import Runner

    made = compile_module(program)
    if made.missing:
        raise NotImplementedError(f"it cannot compile {', '.join(made.missing)}")
    runner = Runner(made)

    def play(seed: int) -> int:
        found = memoryview(runner.rows(seed, BULK)).cast("q")  # raw playouts, as the others play them
        if len(found) < WORDS * BULK or not all(found[::WORDS]):
            raise RuntimeError("a match did not end")
        return BULK

    return play


EXECUTORS: dict[str, Callable[[Program], Player]] = {"interpreted": interpreted, "compiled": compiled}


def open_spiel(name: str) -> Player:
    import pyspiel

    game = pyspiel.load_game(name)

    def play(seed: int) -> int:
        rng, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                faces, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(faces, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        return 1

    return play


def open_spiel_rollouts(name: str) -> Player:
    """The rollouts of its MCTS bot: two simulations a step, each of so many rollouts that a step takes its time."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])

    def bot(rollouts: int) -> Any:
        return pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(rollouts, 1), 2.0, 2, 100, False, 1, False)

    rollouts = 4
    while True:
        made, begun = bot(rollouts), time.process_time()
        made.step(state)
        if time.process_time() - begun >= LEAST:
            break
        rollouts *= 2

    def play(seed: int) -> int:
        made.step(state)
        return 2 * rollouts

    return play


def simulated(game: str) -> Player:
    """``arbitre simulate --quick`` on one core, of so many matches that beginning costs little."""
    many = 64
    simulate(game, many, watched=False, cores=1)  # what is made once does not count
    while many < MANY:
        begun = time.process_time()
        simulate(game, many, watched=False, cores=1)
        if time.process_time() - begun > 0.5:
            break
        many = min(MANY, 4 * many)

    def play(seed: int) -> int:
        return simulate(game, many, seed, watched=False, cores=1)["matches"]

    return play


def players(game: str) -> dict[str, Player | str]:
    """Who can play a game; of the others, why they cannot."""
    program = compile_rules(load(game)).program
    out: dict[str, Player | str] = {}
    others = {QUICK: lambda: simulated(game), OTHER: lambda: open_spiel(GAMES[game]), ROLLOUTS: lambda: open_spiel_rollouts(GAMES[game])}
    for name in (*EXECUTORS, *others):
        try:
            out[name] = others[name]() if name in others else EXECUTORS[name](program)
        except (ImportError, NotImplementedError) as lack:
            out[name] = str(lack)
    return out


def measure(game: str, seconds: float) -> dict[str, Rate]:
    """Everybody's rate at one game; each plays a match before the clock runs."""
    able = players(game)
    rates = {name: Rate(lacking=player if isinstance(player, str) else "") for name, player in able.items()}
    for part in range(-1, ROUNDS):
        for name, player in able.items():
            if isinstance(player, str):
                continue
            if part < 0:
                player(0)
                continue
            rate, begun = rates[name], time.process_time()
            while time.process_time() - begun < seconds / ROUNDS:
                rate.matches += player(rate.matches)
            rate.seconds += time.process_time() - begun
    return rates


def table(found: dict[str, dict[str, Rate]]) -> str:
    ratios = (("compiled", OTHER), ("compiled", ROLLOUTS), (QUICK, "compiled"))
    names = (*EXECUTORS, QUICK, OTHER, ROLLOUTS)
    heads = ["playouts/s", *names, *(f"{one} : {other}" for one, other in ratios)]
    lines = [heads]
    for game, rates in found.items():
        shares = [f"{one / other:.3g}" if (one := rates[a].rate) and (other := rates[b].rate) else "-" for a, b in ratios]
        lines.append([game, *(f"{rate:,.0f}" if (rate := rates[name].rate) else "-" for name in names), *shares])
    widths = [max(len(line[n]) for line in lines) for n in range(len(heads))]
    shown = [
        "  ".join([line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))])
        for line in lines
    ]
    lacks = [f"{game}, {name}: {rate.lacking}" for game, rates in found.items() for name, rate in rates.items() if rate.lacking]
    return "\n".join([shown[0], "-" * len(shown[0]), *shown[1:], *lacks])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.classics", description="Random playouts per second of the classics.")
    parser.add_argument("--seconds", type=float, default=3.0, help="time given to each player of each game")
    parser.add_argument("--only", action="append", choices=list(GAMES), help="this game only; may be repeated")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    said = parser.parse_args(arguments)
    found = {game: measure(game, said.seconds) for game in said.only or GAMES}
    python = f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, one thread"
    if said.json:
        rates = {game: {name: rate.rate for name, rate in rates.items()} for game, rates in found.items()}
        print(json.dumps({"python": python, "seconds": said.seconds, "playouts_per_second": rates}, indent=2))
    else:
        print(f"{python}; {said.seconds:g} s of the processor each\n{table(found)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
