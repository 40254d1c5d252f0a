"""Bots play legal matches to their end, alike for the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import HERE, Game, local, n, win
from programs import PROGRAM

from arbitre.dsl import core as c
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.play.simulate import play_out, simulate
from arbitre.interpreter.state.lots import Lots

RULES = """game coin:
    title en "Coin" fr "Pièce"
    play turn up to 20 times
kind player, seats: red, blue
    score: 0 to 9
agenda turn:
    toss:
        for each player in players:
            player chooses guess from 1 to 2
            roll d2 as shown
            if shown is guess:
                player gains 1 score
    over:
        for each player in players:
            if player.score is 3 or more:
                player wins
"""


@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_the_same_seed_gives_the_same_match(kind: str) -> None:
    machine = machine_of(PROGRAM)
    one, two = (play_out(machine, 3, {"": kind})[1] for _ in range(2))
    assert one == two and one.over and not one.error


def test_greedy_takes_what_wins() -> None:
    pytest.importorskip("wasmtime")
    game = Game()
    win_or_not = game.branch(0, "d", lose=(win(1, game.seat),), draw=(c.Finish(HERE, n(0), game.seat),), win=(win(0, game.seat),))
    game.main = game.agenda("turn", (win_or_not,))
    for seed in range(5):
        assert play_out(machine_of(game.program()), seed, {"": "greedy"})[1].winners == ["red"]


def test_greedy_looks_at_worth() -> None:
    pytest.importorskip("wasmtime")
    game = Game()
    gold = game.number(game.seat, "gold")
    param = [c.Param("player", 0, game.seat)]
    game.functions.append(c.Function(0, "worth", param, 1, c.Read(HERE, gold, local(0)), HERE))
    store = c.Store(HERE, gold, n(0), local(0))
    game.main = game.agenda("turn", (game.choose(0, 0, low=1, high=6), store, game.choose(1, 1, low=1, high=2)))
    game.max_rounds = 1
    match, _ = play_out(machine_of(game.program()), 0, {"": "greedy"})
    assert match is not None and game.value(match, gold, 0) == 6


def test_any_number_of_cores_counts_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "coin"
    folder.mkdir()
    (folder / "coin.rules").write_text(RULES, encoding="utf-8")
    one, two = (simulate(str(folder), 12, 5, cores=cores) for cores in (1, 2))
    for timed in ("seconds", "matches_per_second"):
        one.pop(timed), two.pop(timed)
    assert one == two and one["matches"] == 12 and not one["errors"]


SHY = """game shy:
    title en "Shy" fr "Timide"
    play turn up to 20 times
kind player, seats: red, blue
    score: 0 to 99
    gone: flag
agenda turn:
    acting: for each player in players: player acts in acting, up to 3 times
action give_up by player:
    title en "Give up" fr "Abandonner"
    during acting
    appeal -1000
    player.gone becomes true
action dig by player:
    title en "Dig" fr "Creuser"
    during acting
    player gains 1 score
let worth(player) = player.score
"""


@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_no_bot_does_what_is_kept_for_persons(tmp_path: Path, kind: str) -> None:
    """And it does not keep a greedy one from trying the rest."""
    path = tmp_path / "shy.rules"
    path.write_text(SHY, encoding="utf-8")
    machine = machine_of(compile_rules(load(path)).program)
    for seed in range(4):
        match, result = play_out(machine, seed, {"": kind})
        assert match is not None and not result.error
        column = {f.name: match.machine.layout.base[f.index] for f in match.program.fields if f.name in ("gone", "score")}
        assert match.state.cells[column["gone"] : column["gone"] + 2] == [0, 0]
        assert match.state.cells[column["score"]] > 0


ORDERS = """game orders:
    title en "Orders" fr "Ordres"
    play turn up to 6 times
kind player, seats: red, blue
    title en "Player" fr "Joueur"
kind square (place), grid(6, 6, closed)
kind piece (walker), up to 2:
    player: player
    square: square or none
event setup:
    create piece with player red, square (1, 1)
    create piece with player blue, square (6, 6)
kind order:
    title en "Order" fr "Ordre"
agenda turn:
    orders: for each player in players together: player gives orders in secret
    walk
action walk by walker to place:
    title en "Walk" fr "Marcher"
    when place is not walker.square
    needs place in walker.square.neighbours
    appeal 1
    walker.square becomes place
"""


@pytest.mark.parametrize("kind", ["greedy", "thinker"])
def test_no_order_is_given_that_can_only_fail(tmp_path: Path, kind: str) -> None:
    """Two of thirty-five squares lie beside the corner where a walk begins."""
    path = tmp_path / "orders.rules"
    path.write_text(ORDERS, encoding="utf-8")
    machine = machine_of(compile_rules(load(path)).program)
    for seed in range(3):
        match, rng, asked = Match(machine, seed), Lots(seed), 0
        while match.requests and match.turn == 1:
            request = match.requests[0]
            choice = choose(match, request, kind, rng)
            if request.decision == "place":
                asked += 1
                assert request.options[choice].key in ("(2, 1)", "(1, 2)", "(5, 6)", "(6, 5)")
            match.answer(request.id, choice)
        assert asked or kind != "greedy"


DRAWN = """game drawn:
    title en "Drawn" fr "Tirage"
    play turn up to 2 times
    events seen by everyone
kind player, seats: red, blue
    gain: 0 to 999
let worth(player) = player.gain
agenda turn:
    title en "Turn" fr "Tour"
    first:
        title en "First" fr "D'abord"
        roll d6 as luck
    drawing:
        title en "Drawing" fr "Tirage"
        red chooses stake from 1 to 9
        red.gain becomes 10 * stake
"""
LATER = DRAWN.replace("red.gain becomes 10 * stake", "roll d6 as luck\n        red.gain becomes 10 * stake + luck")


GAMMA = 0x9E3779B97F4A7C15  # by which the state of lots goes on each time one is drawn


@pytest.mark.parametrize(("text", "worlds"), [(DRAWN, 1), (LATER, 4)])
def test_no_more_worlds_than_it_takes(tmp_path: Path, text: str, worlds: int) -> None:
    """What is tried ends with the turn, and the next one's dice are not thrown; four worlds where dice do the same to all answers.

    Each world takes two lots; the last of those that are alike, one for each of the nine answers.
    """
    pytest.importorskip("wasmtime")
    path, lots = tmp_path / "drawn.rules", Lots(2)
    path.write_text(text, encoding="utf-8")
    match = Match(machine_of(compile_rules(load(path)).program), 1)
    request = match.requests[0]
    assert request.options[choose(match, request, "greedy", lots)].key == "9"
    drawn = (lots.state - 2) * pow(GAMMA, -1, 1 << 64) % (1 << 64)
    assert drawn == (2 + 9 if worlds == 1 else 2 * worlds)
