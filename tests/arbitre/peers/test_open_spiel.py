"""Rulebooks as games of OpenSpiel: its tests hold, its algorithms find what is known to be best, nobody learns what is hidden from him."""

from __future__ import annotations

import gc
import pickle
import weakref
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, get_all_states, mcts
from open_spiel.python.observation import make_observation

from arbitre import api
from arbitre.interpreter.play.bots.determinisation import knowledge
from arbitre.interpreter.state.lots import Lots
from arbitre.peers import open_spiel
from arbitre.story.knowledge import Memory

BLUFF = str(Path(__file__).parent / "bluff.rules")
DEMO = str(Path(__file__).parents[1] / "demo.rules")
SECRET = ("tsewnart", "dungeonbowl", "kollaball", "confrontation")


@cache
def rules(name: str) -> api.Rules:
    return api.load(name)


def by_lot(node: api.Node, steps: int, lots: Lots) -> api.Node:
    """The node after it was set up, and so many answers, dice aside."""
    while not node.ended and (steps or node.faces or not node.turn):
        if node.faces:
            node.fall(lots.below(node.faces))
        else:
            node.answer(lots.below(node.asked[0][1]))
            steps -= node.turn > 0 and steps > 0
    return node


def simulated(name: str, simultaneous: bool, length: int, times: int = 1) -> None:
    """The test that OpenSpiel runs on each of its own games: masks, clones, saves, observations, information states, results."""
    game = open_spiel.load(name, simultaneous=simultaneous, max_game_length=length)
    pyspiel.random_sim_test(game, num_sims=times, serialize=True, verbose=False)
    state = game.new_initial_state()
    for player in range(game.num_players()):
        for private in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.ALL_PLAYERS):
            for recall in (False, True):
                seen = make_observation(game, pyspiel.IIGObservationType(recall, True, private))
                seen.set_from(state, player)
                assert seen.string_from(state, player) is not None


@pytest.mark.parametrize(("name", "simultaneous", "length"), [
    ("tictactoe", False, 100), (DEMO, False, 30), (DEMO, True, 30), (BLUFF, False, 10), ("connect_four", False, 20),
    ("backgammon", False, 8), ("tsewnart", True, 4),
])  # fmt: skip
def test_its_own_simulation_holds(name: str, simultaneous: bool, length: int) -> None:
    simulated(name, simultaneous, length)


@pytest.mark.peers
@pytest.mark.parametrize("name", sorted(api.names()))
def test_its_own_simulation_holds_in_every_game_of_the_library(name: str) -> None:
    found = api.outline(rules(name))
    for simultaneous in (False, True)[: 1 + found.together]:
        simulated(name, simultaneous, 100)


@pytest.mark.peers
def test_a_game_is_as_large_as_it_is() -> None:
    """Tic-tac-toe has 5,478 positions, 958 of which end it: 626 the first side has won, 316 the second, 16 are drawn.

    In 222 of them one cell is left: nobody is asked for a lone answer, so these are no states of the game.
    """
    game = open_spiel.load("tictactoe")
    found: dict[str, Any] = {}
    left = [game.new_initial_state()]
    while left:
        state = left.pop()
        if state.play.node.key not in found:
            found[state.play.node.key] = state
            left += [] if state.is_terminal() else [state.child(action) for action in state.legal_actions()]
    ends = [tuple(state.returns()) for state in found.values() if state.is_terminal()]
    assert (len(found), len(ends)) == (5478 - 222, 958)
    assert [ends.count(one) for one in ((1, -1), (-1, 1), (0, 0))] == [626, 316, 16]


def test_states_are_copied_kept_and_played_again() -> None:
    game = open_spiel.load(BLUFF)
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(1)
    other = state.clone()
    bold = other.string_to_action("bet: bold")
    other.apply_action(bold)
    assert state.legal_actions() == [bold, state.string_to_action("bet: timid")] and other.current_player() == 1
    again = pickle.loads(pickle.dumps(other))
    assert str(again) == str(other) and again.information_state_string(1) == other.information_state_string(1)
    _, saved = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, other))
    assert str(saved) == str(other)
    assert len(get_all_states.get_all_states(game, include_chance_states=True)) == 17


def test_regret_is_minimised_where_something_is_hidden() -> None:
    """Who has the weak card bets half the time, and is believed three times of four: a quarter of the stake, as computed by hand."""
    game = open_spiel.load(BLUFF)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(25):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(game, policy) < 0.01
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    np.testing.assert_allclose(value, [0.25, -0.25], atol=0.01)
    weak = game.new_initial_state().child(0)
    bold = weak.string_to_action("bet: bold")
    assert policy.action_probabilities(weak)[bold] == pytest.approx(0.5, abs=0.05)
    asked = weak.child(bold)
    assert policy.action_probabilities(asked)[asked.string_to_action("faith: believing")] == pytest.approx(0.75, abs=0.05)


def test_monte_carlo_tree_search_takes_the_winning_column() -> None:
    game = open_spiel.load("connect_four")
    state = game.new_initial_state()
    for column in (4, 1, 4, 1, 4, 2):
        state.apply_action(next(a for a in state.legal_actions() if state.action_to_string(a).startswith(f"cell: ({column},")))
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 60, mcts.RandomRolloutEvaluator(1, rng), solve=True, random_state=rng)
    assert state.action_to_string(bot.step(state)) == "cell: (4, 3)"


@pytest.mark.parametrize("name", SECRET)
def test_what_a_side_knows_is_the_same_in_two_worlds(name: str) -> None:
    """Rows change places within each column that is hidden from a side: what it knows, and sees, stays what it was."""
    differing = 0
    for seed in (1, 2, 3):
        if differing:
            break
        node = by_lot(api.Node(rules(name)), 3 * seed, Lots(seed))
        request = node.match.requests[0]
        other = node.clone()
        other.match.midway = node.match.midway.copy() if node.match.midway is not None else None
        for match in filter(None, (other.match.state, other.match.midway)):
            lots, columns = Lots(seed), {}
            for cell in sorted(knowledge(node.match, request).hidden):
                columns.setdefault(node.match.machine.layout.owner[cell], []).append(cell)
            for cells in columns.values():
                values = lots.sample([match.cells[cell] for cell in cells], len(cells))
                for cell, value in zip(cells, values, strict=True):
                    match.cells[cell] = value
        side = node.match.seat_name(request.seat)
        differing += other.match.state.cells != node.match.state.cells
        assert node.looks(side) == other.looks(side)
        known = [Memory().noted(one.match, True).lines(request.seat) for one in (node, other)]
        assert known[0] == known[1]
    assert differing


@pytest.mark.parametrize("name", [DEMO, "tsewnart", "kollaball"])
def test_what_others_choose_meanwhile_is_not_known(name: str) -> None:
    """Where several sides choose at the same time, no answer of one tells the others anything before all have answered."""
    lots, compared = Lots(3), 0
    node = api.Node(rules(name), remembers=True)
    for _ in range(60):
        sides = list(dict.fromkeys(side for side, _ in node.asked))
        if len(sides) > 1 and node.asked[0][1] > 1:
            one, two = node.clone(), node.clone()
            one.answer(0)
            two.answer(1)
            if len({side for side, _ in one.asked} & {side for side, _ in two.asked} & set(sides[1:])) == len(sides) - 1:
                compared += 1
                assert [one.known(side) for side in sides[1:]] == [two.known(side) for side in sides[1:]]
                assert one.known(sides[0]) != two.known(sides[0])
                assert one.known() == two.known() == node.known()
        if node.ended or compared > 5:
            break
        node = by_lot(node, 1, lots)
    assert compared


def test_knowledge_only_grows() -> None:
    """Perfect recall: whatever a side knew stands at the beginning of what it knows later."""
    lots, node = Lots(5), api.Node(rules("tsewnart"), remembers=True)
    before = dict.fromkeys(node.sides, "")
    for _ in range(25):
        for side in node.sides:
            assert node.known(side).startswith(before[side])
            before[side] = node.known(side)
        by_lot(node, 1, lots)
    assert all(before.values())


def test_a_game_that_is_loaded_again_has_the_same_rules_until_they_are_edited(tmp_path: Path) -> None:
    """OpenSpiel loads the game of every state that it reads back; nothing holds rules that no game has any more."""
    file = tmp_path / "bluff.rules"
    said = Path(BLUFF).read_text(encoding="utf-8")
    file.write_text(said, encoding="utf-8")
    game = open_spiel.load(str(file))
    again = pickle.loads(pickle.dumps(game.new_initial_state())).get_game()
    machine = weakref.ref(game.rules.machine)
    assert again is not game and again.rules is game.rules
    file.write_text(said.replace("d3", "d4"), encoding="utf-8")
    edited = pyspiel.load_game(str(game))
    assert edited.rules is not game.rules and edited.rules.machine.program.version != game.rules.machine.program.version
    del game, again
    gc.collect()
    assert machine() is None


def test_options_and_refusals() -> None:
    game = open_spiel.load("hex", {"size": 3})
    assert game.new_initial_state().num_distinct_actions() < 20 and len(game.new_initial_state().legal_actions()) == 9
    assert str(pyspiel.load_game("arbitre(rules=hex,options=size:3)")) == str(
        pyspiel.load_game(str(pyspiel.load_game("arbitre(rules=hex,options=size:3)")))
    )
    with pytest.raises(api.BadOption):
        open_spiel.load("hex", {"size": 50})
    with pytest.raises(api.Refused, match="remembers"):
        api.Node(rules(DEMO)).known("red")
