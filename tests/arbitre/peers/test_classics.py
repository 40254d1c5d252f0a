"""The classics beside OpenSpiel's own: the same moves in every position of matches by lot, and the same end.

Each game says where on our board a move of theirs lies, as the options of our questions follow each other: first what moves, then where to.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pyspiel
import pytest

from arbitre import api

Cell = tuple[int, int]  # column and row, from 1 on
MATCHES, PARTS = 10_000, 4  # which are played beside each other


@cache
def rules(name: str) -> api.Rules:
    return api.load(name)


class Marks:
    """Nine cells, row by row on both sides."""

    theirs, sides, width = "tic_tac_toe", ("cross", "nought"), 3
    stops = False  # are all their draws matches that they stop earlier than ours?
    by_name = 1  # the lot of the match whose options are compared by name

    def part(self, state: Any, action: int) -> tuple[Any, ...]:
        """What our questions are answered with for an action of theirs."""
        return ((action % 3 + 1, action // 3 + 1),)

    def done(self, part: tuple[Any, ...]) -> None:
        """It is done."""

    def called(self, one: Any) -> str:
        """What answers our question."""
        return f"({one[0]}, {one[1]})"


class Discs(Marks):
    """A disc falls as far as it can."""

    theirs, sides, width = "connect_four", ("yellow", "red"), 7

    def __init__(self) -> None:
        self.lowest = dict.fromkeys(range(1, 8), 6)

    def part(self, state: Any, action: int) -> tuple[Any, ...]:
        return ((action + 1, self.lowest[action + 1]),)

    def done(self, part: tuple[Any, ...]) -> None:
        self.lowest[part[0][0]] -= 1


class Stones(Marks):
    """Their first player joins top and bottom, ours left and right."""

    theirs, sides, width = "hex(board_size=11)", ("red", "blue"), 11

    def part(self, state: Any, action: int) -> tuple[Any, ...]:
        return ((action // 11 + 1, action % 11 + 1),)


class Turned(Marks):
    """Eight by eight; who can take nothing passes, which is asked on their side alone."""

    theirs, sides, width = "othello", ("black", "white"), 8

    def part(self, state: Any, action: int) -> tuple[Any, ...]:
        return ((action % 8 + 1, action // 8 + 1),) if action < 64 else ()

    def called(self, one: Any) -> str:
        return f"{chr(96 + one[0])}{one[1]}"


class Men(Marks):
    """Men are numbered as they stand at first: those of who begins, row by row, then the others'."""

    theirs, sides, width = "breakthrough(rows=8,columns=8)", ("white", "black"), 8

    def __init__(self) -> None:
        rows = (7, 8, 1, 2)
        self.men = {(x, y): 8 * n + x - 1 for n, y in enumerate(rows) for x in range(1, 9)}

    def part(self, state: Any, action: int) -> tuple[Any, ...]:
        said = state.action_to_string(state.current_player(), action)
        origin, target = ((ord(word[0]) - 96, int(word[1])) for word in (said[:2], said[2:4]))
        return self.men[origin], target

    def done(self, part: tuple[Any, ...]) -> None:
        self.men = {cell: man for cell, man in self.men.items() if man != part[0] and cell != part[1]} | {part[1]: part[0]}

    def called(self, one: Any) -> str:
        return super().called(one) if isinstance(one, tuple) else f"man_{one + 1}"


class Mills(Marks):
    """Points are numbered row by row on both sides; taking a man is a move of its own on theirs."""

    theirs, sides, width = "nine_mens_morris", ("white", "black"), 7
    points = sorted(
        ((4 + ring * x, 4 + ring * y) for ring in (1, 2, 3) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)),
        key=lambda one: (one[1], one[0]),
    )

    def part(self, state: Any, action: int) -> tuple[Any, ...]:
        said = state.action_to_string(state.current_player(), action)
        return tuple(self.points[int(word)] for word in said.split() if word.isdigit())

    def called(self, one: Any) -> str:
        return f"{chr(96 + one[0])}{8 - one[1]}"


class Checkers(Marks):
    """Their board turned round; each jump is a move of its own on both sides.  They stop after 40 moves without a jump, ours after 80
    without a jump or a man's move; jumps that are forced may end ours meanwhile."""

    theirs, sides, width, stops = "checkers", ("black", "white"), 8, True

    def part(self, state: Any, action: int) -> tuple[Any, ...]:
        said = state.action_to_string(state.current_player(), action)
        return tuple((9 - (ord(word[0]) - 96), int(word[1])) for word in (said[:2], said[2:4]))

    def called(self, one: Any) -> str:
        return f"s{4 * (one[1] - 1) + (one[0] + 1) // 2}"


class Armies(Marks):
    """Moves, promotions and castling are actions of their own on our side.  Matches in which neither could mate, they stop as drawn."""

    theirs, sides, width = "chess", ("black", "white"), 8
    by_name = 71  # a mate after 111 moves, castling and a promotion among them
    actions, castlings, pieces = ("move", "promote", "castle"), ("short", "long"), ("queen", "rook", "bishop", "knight")
    names = (*actions, *(f"{side}_{one}" for side in ("white", "black") for one in ("short", "long", "queen", "rook", "bishop", "knight")))

    def part(self, state: Any, action: int) -> tuple[Any, ...]:
        move = pyspiel.chess.action_to_move(action, state.board())
        side = "white" if state.current_player() else "black"
        if move.is_castling():
            return 2, self.names.index(f"{side}_{'short' if move.to_square.x == 6 else 'long'}")
        origin, target = ((square.x + 1, 8 - square.y) for square in (move.from_square, move.to_square))
        if move.promotion_type == pyspiel.chess.PieceType.EMPTY:
            return 0, origin, target
        return 1, origin, target, self.names.index(f"{side}_{move.promotion_type.name.lower()}")

    def called(self, one: Any) -> str:
        return f"{chr(96 + one[0])}{9 - one[1]}" if isinstance(one, tuple) else self.names[one]


GAMES: dict[str, type[Marks]] = {
    "tictactoe": Marks, "connect_four": Discs, "hex": Stones, "othello": Turned, "breakthrough": Men, "morris": Mills,
    "draughts": Checkers, "chess": Armies,
}  # fmt: skip


def order(width: int) -> Callable[[Any], int]:
    return lambda one: (one[1] - 1) * width + one[0] - 1 if isinstance(one, tuple) else one


def agrees(name: str, seed: int, by_name: bool) -> int:
    """Plays a match by lot on both sides; ``by_name``: our questions have the very options, not only as many.  Gives how many moves."""
    lots, game = random.Random(seed), GAMES[name]()
    state = _theirs(game.theirs).new_initial_state()
    ours: Any = api.Node(rules(name)) if by_name else api.Position(rules(name))
    moves = 0
    while not state.is_terminal():
        legal = {action: game.part(state, action) for action in state.legal_actions()}
        chosen = lots.choice(sorted(legal))
        assert len(legal) == 1 or game.sides[state.current_player()] == (ours.asked[0][0] if by_name else ours.side)
        left = list(legal.values())
        assert len(set(left)) == len(left)
        for stage in range(len(legal[chosen])):
            options = sorted({part[stage] for part in left}, key=order(game.width))
            if len(options) > 1:  # a single one is taken without a question
                if by_name:
                    assert [game.called(one) for one in options] == list(ours.questions[0].keys)
                else:
                    assert ours.options == len(options)
                ours.answer(options.index(legal[chosen][stage]))
            left = [part for part in left if part[stage] == legal[chosen][stage]]
        game.done(legal[chosen])
        state.apply_action(chosen)
        moves += 1
        if ours.ended and not any(ours.results.values() if by_name else ours.winners):
            return moves  # drawn by a limit that they have not, or not so early
    won = [side for side, result in zip(game.sides, state.returns(), strict=True) if result > 0]
    if not won and (game.stops or not ours.ended):  # theirs was stopped
        return moves
    assert ours.ended and ours.over
    assert won == ([side for side, result in ours.results.items() if result > 0] if by_name else ours.winners)
    return moves


@cache
def _theirs(name: str) -> Any:
    return pyspiel.load_game(name)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_moves_are_offered(name: str) -> None:
    assert agrees(name, GAMES[name].by_name, True) > 4
    assert all(agrees(name, seed, False) > 4 for seed in range(10))


@pytest.mark.peers
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", GAMES)
def test_ten_thousand_matches_agree(name: str, part: int) -> None:
    seeds = range(part, MATCHES, PARTS)
    assert sum(agrees(name, seed, False) for seed in seeds) > len(seeds) * 5


@pytest.mark.peers
@pytest.mark.parametrize("name", GAMES)
def test_hundred_matches_agree_by_name(name: str) -> None:
    assert sum(agrees(name, seed, True) for seed in range(100)) > 500


# ------------------------------------------------------------------------------------ with dice: where every way to play them ends


def standing(state: Any) -> tuple[Any, ...]:
    """Their points, from the first player's last one on, and the bars."""
    return tuple((*(state.board(player, at) for at in range(24)), state.board(player, 100)) for player in (0, 1))


def our_standing(node: api.Node) -> tuple[Any, ...]:
    rows = node.view()["kinds"]["point"]
    found = [{row["name"]: row["men"] for row in rows if row["owner"] == side} for side in ("white", "black")]
    places = [f"p{24 - at}" for at in range(24)]
    return tuple(tuple(men.get(place, 0) for place in (*places, bar)) for men, bar in zip(found, ("white_bar", "black_bar"), strict=True))


def our_ends(node: api.Node) -> dict[tuple[Any, ...], api.Node]:
    """Where the dice can be played to, each with a node that stands so."""
    left, seen, ends = [node], set(), {}
    while left:
        node = left.pop()
        if node.key in seen:
            continue
        seen.add(node.key)
        if node.faces or node.ended:
            ends[our_standing(node)] = node
            continue
        for option in range(node.asked[0][1]):
            left.append(node.clone())
            left[-1].answer(option)
    return ends


def their_ends(state: Any) -> dict[tuple[Any, ...], Any]:
    """The same of theirs, where a double is played in two halves."""
    left, seen, ends = [(state, 0)], set(), {}
    player = state.current_player()
    while left:
        state, halves = left.pop()
        if state.is_terminal() or state.is_chance_node() or state.current_player() != player:
            ends[standing(state)] = state
        elif (halves, standing(state)) not in seen:
            seen.add((halves, standing(state)))
            left += [(state.child(action), halves + 1) for action in state.legal_actions()]
    return ends


def throw(node: api.Node, state: Any, lots: random.Random) -> None:
    """The same two dice on both sides; who throws more begins."""
    one, two = lots.randint(1, 6), lots.randint(1, 6)
    starts = "starts" in state.action_to_string(-1, state.chance_outcomes()[0][0])
    while starts and one == two:
        two = lots.randint(1, 6)
    node.fall(one - 1)
    node.fall(two - 1)
    rolls = [f"(roll: {one}{two})", f"(roll: {two}{one})"]
    who = ("X starts" if one > two else "O starts") if starts else ""
    said = {action: state.action_to_string(-1, action) for action, _ in state.chance_outcomes()}
    state.apply_action(next(a for a, text in said.items() if who in text and any(roll in text for roll in rolls)))


def dice_agree(seed: int, most: int) -> int:
    """Plays a match by lot, turn by turn; gives the number of turns in which the dice could be played in different ways."""
    lots, node, state = random.Random(seed), api.Node(rules("backgammon")), _theirs("backgammon").new_initial_state()
    chosen = 0
    for _ in range(most):
        if state.is_terminal():
            break
        throw(node, state, lots)
        ours, theirs = our_ends(node), their_ends(state)
        assert ours.keys() == theirs.keys(), (seed, sorted(ours.keys() ^ theirs.keys()), str(state))
        chosen += len(ours) > 1
        end = lots.choice(sorted(ours))
        node, state = ours[end], theirs[end].clone()
    if state.is_terminal():
        assert [node.results["white"], node.results["black"]] == state.returns()
    return chosen


def test_dice_can_be_played_in_the_same_ways() -> None:
    assert dice_agree(1, 4) >= 3


@pytest.mark.peers
def test_matches_with_dice_agree() -> None:
    assert sum(dice_agree(seed, 400) for seed in range(10)) > 200
