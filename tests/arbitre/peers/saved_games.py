"""Games of the package `diplomacy`, with orders drawn by lot, printed as JSON: one saved game a line.

It is run by itself (``python tests/arbitre/peers/saved_games.py GAMES YEARS SEED``): that package is under another licence, and nothing of
ours imports it.
"""

import json
import random
import sys

from diplomacy import Game
from diplomacy.utils.export import to_saved_game_format


def main(games: int, years: int, seed: int) -> None:
    for number in range(games):
        lots, game = random.Random(f"{seed} {number}"), Game()
        while not game.is_game_done and int(game.get_current_phase()[1:5]) < 1901 + years:
            offered = game.get_all_possible_orders()
            for power in game.powers:
                places = sorted(place for place in game.get_orderable_locations(power) if offered[place])  # sets: in no order of their own
                game.set_orders(power, [lots.choice(sorted(offered[place])) for place in places])
            game.process()
        print(json.dumps({"phases": to_saved_game_format(game)["phases"]}))


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:4]))
