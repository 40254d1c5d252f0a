"""A thinker looks farther than greedy, no farther than its side may know, and alike for the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.play.bots.thinker import advice
from arbitre.interpreter.play.bots.whole_matches import Ends
from arbitre.interpreter.state.lots import Lots

pytest.importorskip("wasmtime")  # without it a thinker looks no answer ahead

SOWING = """game sowing:
    title en "Sowing" fr "Semailles"
    play turn up to 6 times, then settle
kind farmer, seats: red, blue
    gold: 0 to 99
    sown: 0 to 9
    ripe: 0 to 9
kind deed: grab, sow
agenda turn:
    harvest: for each farmer in farmers:
        farmer gains (6 * farmer.ripe) gold
        farmer.ripe becomes farmer.sown
        farmer.sown becomes 0
    working: for each farmer in farmers: work farmer
event work farmer:
    farmer chooses deed from deeds
    if deed is grab: farmer gains 1 gold
    otherwise: farmer gains 1 sown
ranking wealth of farmer:
    gold: highest gold
event settle:
    let winners = leaders(wealth)
    winners wins
let worth(farmer) = farmer.gold
"""
FUSE = """game fuse:
    title en "Fuse" fr "Mèche"
    play turn up to 20 times
kind player, seats: red, blue
kind wire: short, long
kind match:
    wire: wire = short
    burnt: 0 to 20
agenda turn:
    choosing:
        if turn.number is 1: red chooses match.wire from wires
    burning:
        match gains 1 burnt
        if match.burnt is 7:
            if match.wire is short: blue wins
            red wins
"""


def machine(text: str, folder: Path) -> Machine:
    path = folder / "game.rules"
    path.write_text(text, encoding="utf-8")
    return machine_of(compile_rules(load(path)).program)


def played(made: Machine, seed: int, kinds: dict[str, str]) -> Match:
    match, rng = Match(made, seed, trace=False), Lots(seed)
    while match.requests:
        request = match.requests[0]
        match.answer(request.id, choose(match, request, kinds[match.seat_name(request.seat)], rng))
    return match


@pytest.mark.parametrize("seed", range(3))
def test_who_sows_reaps_more_than_who_grabs(tmp_path: Path, seed: int) -> None:
    made = machine(SOWING, tmp_path)
    assert played(made, seed, {"red": "thinker", "blue": "greedy"}).winners == ["red"]
    assert played(made, seed, {"red": "greedy", "blue": "thinker"}).winners == ["blue"]


def test_the_same_seed_is_answered_alike(tmp_path: Path) -> None:
    made = machine(SOWING, tmp_path)
    one, two = (advice(match := Match(made, 4), match.requests[0], Lots(4)) for _ in range(2))
    assert one == two


def test_where_nothing_tells_the_answers_apart_it_looks_farther(tmp_path: Path) -> None:
    """The fuse burns for longer than a thinker looks at first."""
    match = Match(machine(FUSE, tmp_path), 0)
    for seed in range(4):
        found = advice(match, match.requests[0], Lots(seed))
        assert match.requests[0].options[found.option].key == "long"
        assert found.chance(found.option) == 1.0


PROMISE = """game promise:
    title en "Promise" fr "Promesse"
    play turn up to 20 times
kind player, seats: red, blue
    purse: 0 to 9, seen by it
kind wire: short, long
kind match:
    wire: wire = short
    burnt: 0 to 20
let urge(wire) = (1 if wire is short otherwise 0)
agenda turn:
    choosing:
        if turn.number is 1: red chooses match.wire from wires preferring urge(wire)
        if turn.number is 2: blue gains 1 purse
    burning:
        match gains 1 burnt
        if match.burnt is 7:
            if match.wire is short: blue wins
            red wins
let worth(player) = 0
    is 5 when match.wire is short and player is red
"""


def test_what_ends_well_is_done_though_it_looks_worse_after_the_turn(tmp_path: Path) -> None:
    """Where there is time for many matches to their ends, what comes of an answer at last is seen however long it takes."""
    match = Match(machine(PROMISE, tmp_path), 0)
    found = advice(match, match.requests[0], Lots(1))
    assert all(isinstance(one, Ends) for one in found.tried.values())
    assert match.requests[0].options[found.option].key == "long"
    assert found.chance(found.option) == 1.0


def test_without_time_for_matches_to_their_ends_it_looks_less_far(tmp_path: Path) -> None:
    match = Match(
        machine(PROMISE.replace("up to 20 times", "up to 900 times").replace("is 7", "is 20 and turn.number is 800"), tmp_path), 0
    )
    found = advice(match, match.requests[0], Lots(1), effort=100)
    assert found.tried and not any(isinstance(one, Ends) for one in found.tried.values())


LADDER = """game ladder:
    title en "Ladder" fr "Échelle"
    play turn up to 40 times
kind climber, seats: red, blue
    rung: 0 to 9{secret}
kind deed: wait, climb
agenda turn:
    climbing: for each climber in climbers: climbs climber
event climbs climber:
    climber chooses deed from deeds
    if climber is red and deed is climb: red gains 1 rung
    if red.rung is 2: red wins
"""


@pytest.mark.parametrize("secret", ["", ", seen by it"])
def test_what_can_be_won_is_won_and_not_put_off(secret: str, tmp_path: Path) -> None:
    """Waiting loses nothing there: whoever counts wins alone would go on waiting."""
    made = machine(LADDER.replace("{secret}", secret), tmp_path)
    for seed in range(4):
        found = played(made, seed, {"red": "thinker", "blue": "random"})
        assert found.winners == ["red"]
        assert found.turn == 2


MOUNTAIN = """game mountain:
    title en "Mountain" fr "Montagne"
    play turn up to 40 times
kind climber, seats: red, blue
    rung: 0 to 9, seen by it
kind deed: wait, climb
agenda turn:
    climbing: for each climber in climbers: climbs climber
event climbs climber:
    climber chooses deed from deeds preferring urge(deed)
    if climber is red and deed is climb: red gains 1 rung
    if red.rung is 6: red wins
let urge(deed) = (1 if deed is climb otherwise 0)
let worth(climber) = 0 - climber.rung
"""


def test_what_looks_well_only_for_a_while_is_not_done_turn_after_turn(tmp_path: Path) -> None:
    """Each step up is worse than none as far as a thinker looks at first; waiting only puts it off."""
    made = machine(MOUNTAIN, tmp_path)
    for seed in range(3):
        found = played(made, seed, {"red": "thinker", "blue": "random"})
        assert found.winners == ["red"]
        assert found.turn == 6
