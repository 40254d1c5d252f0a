"""What a position asks, and what the answers are called, is what its match says: in both executors, and of hidden rows no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.asked import Asked
from arbitre.interpreter.play.position import Position
from arbitre.interpreter.state.lots import Lots

GAMES = Path(__file__).resolve().parents[1] / "wasm" / "games"
THIEVES = """\
game thieves:
    title en "Thieves" fr "Voleurs"
    play turn up to 20 times, then over
kind side, seats: red, blue
    bid: 0 to 30
kind card: ace, jack, queen, king
    seen by holder
    holder: side
    wish: card or none
event setup:
    for each card in cards: card.holder becomes (red if card is ace or card is jack otherwise blue)
agenda turn:
    bidding:
        for each side in sides together:
            for each card in cards where holder is side together:
                side chooses card.wish from cards where holder is side or none in secret
        for each side in sides: side chooses side.bid from 10 to 30 by 10
    acting:
        for each side in sides: side acts in acting, up to 2 times
    stealing:
        red chooses loot from cards where holder is blue
        loot.holder becomes red
        red chooses mood:
            glad: red.bid becomes 0
            sorry: loot.holder becomes blue
action show by side with card at (amount: 1 to 3):
    title en "Show" fr "Montrer"
    during acting
    once per turn
    when card.holder is side
    side.bid becomes amount
event over: nobody wins
"""


@pytest.fixture(scope="module")
def thieves(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    path = tmp_path_factory.mktemp("thieves") / "thieves.rules"
    path.write_text(THIEVES, encoding="utf-8")
    return machine_of(program_of(str(path)))


def asked_by_both(machine: Machine, answers: int, executor: str = "") -> list[Asked]:
    """All questions of a match by lot, each compared with that of the match itself."""
    position, lots, found = Position(machine, 3, executor), Lots(5), list[Asked]()
    match = position.match()
    while not position.ended and len(found) < answers:
        request, asked = match.requests[0], position.question
        assert (asked.decision, asked.keys) == (request.decision, tuple(option.key for option in request.options))
        assert (asked.action, asked.parts) == (dict(request.about).get("action", ""), request.spot[1:-1:2])
        found.append(asked)
        option = lots.below(position.options)
        position.answer(option)
        match.answer(request.id, option)
    assert position.ended == (not match.requests) and (not position.ended or position.question == Asked())
    return found


@pytest.mark.parametrize("executor", ["", "interpreted"])
def test_the_questions_are_those_of_the_match(thieves: Machine, executor: str) -> None:
    found = asked_by_both(thieves, 60, executor)
    assert {asked.decision for asked in found} >= {"wish", "bid", "acting", "card", "amount", "loot", "mood"}
    assert found[0] == Asked("wish", ("ace", "jack", "none"), "", (0, 0)) and found[1].parts == (0, 1) and found[2].parts == (1, 2)
    assert found[4] == Asked("bid", ("10", "20", "30")) and Asked("amount", ("1", "2", "3"), "show") in found


def test_cards_that_a_side_does_not_know_have_no_names(thieves: Machine) -> None:
    loot = [asked for asked in asked_by_both(thieves, 60) if asked.decision == "loot"]
    assert loot and not {"ace", "jack", "queen", "king"} & {key for asked in loot for key in asked.keys}


@pytest.mark.parametrize(
    "game", [*sorted(GAMES.glob("*.rules")), "diplomacy", "whist", "bloodbowl", "confrontation"], ids=lambda g: Path(g).stem
)
def test_the_questions_of_games_are_those_of_their_matches(game: str | Path) -> None:
    assert asked_by_both(machine_of(program_of(str(game))), 80)


def test_asking_changes_nothing() -> None:
    pytest.importorskip("wasmtime")
    machine = machine_of(program_of("diplomacy"))
    asked, other = Position(machine, 1), Position(machine, 1)
    lots = Lots(2)
    for _ in range(40):
        assert asked.question.keys and asked.clone().question == asked.question and asked.slow is None
        option = lots.below(asked.options)
        asked.answer(option)
        other.answer(option)
    assert asked == other and asked.question == other.question and asked.playouts(3, 1) == other.playouts(3, 1)
