"""Steps a second of matches played side by side at random, beside our environment of PettingZoo.

``python -m benchmarks.vector [GAME ...] [--matches 64] [--seconds 2]``: time of the processor, one thread, in one run.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from arbitre.peers import pettingzoo
from arbitre.peers.vector import Matches

GAMES = ("tictactoe", "connect_four", "breakthrough", "backgammon")


def side_by_side(game: str, count: int, seconds: float) -> float:
    """Of the matches of :mod:`arbitre.peers.vector`."""
    matches, lots, steps = Matches(game, count, seed=1), np.random.default_rng(1), 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        matches.step((lots.random(count) * matches.options).astype(int).tolist())
        steps += count
    return steps / (time.process_time() - begun)


def one_by_one(game: str, seconds: float) -> float:
    """Of an environment of PettingZoo, observations and masks included."""
    env, lots, steps, seed = pettingzoo.env(game), np.random.default_rng(1), 0, 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        env.reset(seed=seed)
        seed += 1
        while env.agents and time.process_time() - begun < seconds:
            observation, _, ended, stopped, _ = env.last()
            legal = np.nonzero(observation["action_mask"])[0]
            env.step(None if ended or stopped else int(lots.choice(legal)))
            steps += 1
    return steps / (time.process_time() - begun)


def main() -> None:
    """Prints a line a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--matches", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=2)
    said = parser.parse_args()
    for game in said.games:
        many, single = side_by_side(game, said.matches, said.seconds), one_by_one(game, said.seconds)
        print(f"{game}: {many:,.0f} steps a second side by side, {single:,.0f} with PettingZoo, {many / single:.0f} times as many")


if __name__ == "__main__":
    main()
