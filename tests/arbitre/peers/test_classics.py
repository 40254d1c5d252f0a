"""The classics beside OpenSpiel's own: the same moves in every position of matches by lot, and the same end.

Each game says where on our board a move of theirs lies, as the options of our questions follow each other: first what moves, then where to.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pyspiel
import pytest

from arbitre import api

Part = tuple[int, ...]  # what answers each of our questions: a cell, row by row from the first one on, or another option
MATCHES, PARTS = 10_000, 4  # which are played beside each other


@cache
def rules(name: str) -> api.Rules:
    return api.load(name)


@cache
def known(name: str) -> dict[Any, Part]:
    """What has been read of the actions of a game of theirs."""
    return {}


class Marks:
    """Nine cells, row by row on both sides."""

    theirs, sides, width = "tic_tac_toe", ("cross", "nought"), 3
    stops = False  # are all their draws matches that they stop earlier than ours?
    by_name = 1  # the lot of the match whose options are compared by name

    def parts(self, state: Any, actions: list[int]) -> list[Part]:
        """What our questions are answered with for actions of theirs."""
        return [(action,) for action in actions]

    def done(self, part: Part) -> None:
        """It is done."""

    def called(self, one: int, stage: int) -> str:
        """What answers our question."""
        return f"({one % self.width + 1}, {one // self.width + 1})"


class Discs(Marks):
    """A disc falls as far as it can."""

    theirs, sides, width = "connect_four", ("yellow", "red"), 7

    def __init__(self) -> None:
        self.lowest = list(range(35, 42))

    def parts(self, state: Any, actions: list[int]) -> list[Part]:
        return [(self.lowest[action],) for action in actions]

    def done(self, part: Part) -> None:
        self.lowest[part[0] % 7] -= 7


class Stones(Marks):
    """Their first player joins top and bottom, ours left and right."""

    theirs, sides, width = "hex(board_size=11)", ("red", "blue"), 11
    turned = [(action % 11 * 11 + action // 11,) for action in range(121)]

    def parts(self, state: Any, actions: list[int]) -> list[Part]:
        return [self.turned[action] for action in actions]


class Turned(Marks):
    """Eight by eight; who can take nothing passes, which is asked on their side alone."""

    theirs, sides, width = "othello", ("black", "white"), 8

    def parts(self, state: Any, actions: list[int]) -> list[Part]:
        return [(action,) if action < 64 else () for action in actions]

    def called(self, one: int, stage: int) -> str:
        return f"{chr(97 + one % 8)}{one // 8 + 1}"


class Spelled(Marks):
    """What an action is stands in what they write for it, which is read once for each."""

    def __init__(self) -> None:
        self.known = known(self.theirs)

    def parts(self, state: Any, actions: list[int]) -> list[Part]:
        player = state.current_player()
        return [self.known.get((player, action)) or self.found(state, player, action) for action in actions]

    def found(self, state: Any, player: int, action: int) -> Part:
        self.known[player, action] = self.read(state.action_to_string(player, action))
        return self.known[player, action]

    def read(self, said: str) -> Part:
        """Two cells by a letter and a number each."""
        return tuple(8 * (int(word[1]) - 1) + ord(word[0]) - 97 for word in (said[:2], said[2:4]))


class Men(Spelled):
    """Men are numbered as they stand at first: those of who begins, row by row, then the others'."""

    theirs, sides, width = "breakthrough(rows=8,columns=8)", ("white", "black"), 8

    def __init__(self) -> None:
        super().__init__()
        self.men = {8 * y + x: 8 * n + x for n, y in enumerate((6, 7, 0, 1)) for x in range(8)}

    def parts(self, state: Any, actions: list[int]) -> list[Part]:
        return [(self.men[origin], target) for origin, target in super().parts(state, actions)]

    def done(self, part: Part) -> None:
        self.men = {cell: man for cell, man in self.men.items() if man != part[0] and cell != part[1]} | {part[1]: part[0]}

    def called(self, one: int, stage: int) -> str:
        return super().called(one, stage) if stage else f"man_{one + 1}"


class Mills(Spelled):
    """Points are numbered row by row on both sides; taking a man is a move of its own on theirs."""

    theirs, sides, width = "nine_mens_morris", ("white", "black"), 7
    points = sorted(7 * (3 + ring * y) + 3 + ring * x for ring in (1, 2, 3) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))

    def read(self, said: str) -> Part:
        return tuple(self.points[int(word)] for word in said.split() if word.isdigit())

    def called(self, one: int, stage: int) -> str:
        return f"{chr(97 + one % 7)}{7 - one // 7}"


class Checkers(Spelled):
    """Their board turned round; each jump is a move of its own on both sides.  They stop after 40 moves without a jump, ours after 80
    without a jump or a man's move; jumps that are forced may end ours meanwhile."""

    theirs, sides, width, stops = "checkers", ("black", "white"), 8, True

    def read(self, said: str) -> Part:
        return tuple(one + 7 - 2 * (one % 8) for one in super().read(said))

    def called(self, one: int, stage: int) -> str:
        return f"s{4 * (one // 8) + (one % 8) // 2 + 1}"


class Armies(Spelled):
    """Moves, promotions and castling are actions of their own on our side.  Matches in which neither could mate, they stop as drawn."""

    theirs, sides, width = "chess", ("black", "white"), 8
    by_name = 71  # a mate after 111 moves, castling and a promotion among them
    actions = ("move", "promote", "castle")
    names = tuple(f"{side}_{one}" for side in ("white", "black") for one in ("short", "long", "queen", "rook", "bishop", "knight"))

    def parts(self, state: Any, actions: list[int]) -> list[Part]:
        own = 70 - 6 * state.current_player()
        return [self.known.get((own, action)) or self.found(state, own, action) for action in actions]

    def found(self, state: Any, own: int, action: int) -> Part:
        """What may be castling or a promotion is read every time: that depends on what stands where it begins."""
        move = pyspiel.chess.action_to_move(action, state.board())
        said = move.to_lan()
        if move.is_castling():
            return 2, own + (said[2] == "c")
        if len(said) > 4:
            return 1, *self.read(said), own + 2 + "qrbn".index(said[4])
        part = (0, *self.read(said))
        _, origin, target = part
        if abs(origin - target) != 2 and (8 <= target < 56 or abs(origin // 8 - target // 8) != 1):
            self.known[own, action] = part
        return part

    def read(self, said: str) -> Part:
        return tuple(one ^ 56 for one in super().read(said))  # from the last row on

    def called(self, one: int, stage: int) -> str:
        """Names are numbered behind the squares."""
        return self.actions[one] if stage == 0 else self.names[one - 64] if one >= 64 else f"{chr(97 + one % 8)}{8 - one // 8}"


GAMES: dict[str, type[Marks]] = {
    "tictactoe": Marks, "connect_four": Discs, "hex": Stones, "othello": Turned, "breakthrough": Men, "morris": Mills,
    "draughts": Checkers, "chess": Armies,
}  # fmt: skip


def agrees(name: str, seed: int, by_name: bool) -> int:
    """Plays a match by lot on both sides; ``by_name``: our questions have the very options, not only as many.  Gives how many moves."""
    lots, game = random.Random(seed), GAMES[name]()
    state = _theirs(game.theirs).new_initial_state()
    ours: Any = api.Node(rules(name)) if by_name else api.Position(rules(name))
    moves = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        left = game.parts(state, actions)
        assert len(set(left)) == len(left) == len(actions)
        assert len(left) == 1 or game.sides[state.current_player()] == (ours.asked[0][0] if by_name else ours.side)
        at = lots.randrange(len(actions))
        action, chosen = actions[at], left[at]
        for stage, mine in enumerate(chosen):
            options = {part[stage] for part in left}
            if len(options) > 1:  # a single one is taken without a question
                if by_name:
                    assert [game.called(one, stage) for one in sorted(options)] == list(ours.questions[0].keys)
                else:
                    assert ours.options == len(options)
                ours.answer(sum(one < mine for one in options))
                left = [part for part in left if part[stage] == mine]
        game.done(chosen)
        state.apply_action(action)
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
