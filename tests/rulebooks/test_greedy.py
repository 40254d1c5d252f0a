"""Greedy matches get somewhere: a ball is found, carried home, and the same seed plays the same match again."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.rollouts import Ahead
from arbitre.interpreter.play.simulate import play_out

ENOUGH = 4000  # decisions
SQUAD = {"squad": "6"}  # small squads: quick matches


@cache
def machine(name: str) -> Machine:
    return machine_of(compile_rules(load(name), SQUAD).program)


def touchdowns(match: Match) -> int:
    column = next(f for f in match.program.fields if f.name == "scored")
    base = match.machine.layout.base[column.index]
    return sum(match.state.cells[base : base + match.program.domains[column.domain].size])


@pytest.mark.parametrize(("name", "seed"), [("bloodbowl", 3), ("dungeonbowl", 7)])
def test_a_greedy_match_ends_with_a_touchdown(name: str, seed: int) -> None:
    match, result = play_out(machine(name), seed, {"": "greedy"}, limit=ENOUGH)
    assert not result.error and match is not None
    assert result.over and len(result.winners) == 1
    assert touchdowns(match) == 1


def test_the_same_seed_plays_the_same_greedy_match() -> None:
    one, two = (play_out(machine("bloodbowl"), 5, {"": "greedy"}, limit=60)[1] for _ in range(2))
    assert one == two and not one.error


def test_a_lanista_sends_his_own_gladiators_against_others_only() -> None:
    """Two of one familia may fight, if their lanista wishes; a bot wishes it of none."""
    arena = machine_of(compile_rules(load("coliseum"), {"fielded": "3", "radius": "4", "turn_limit": "12"}).program)
    column = {f.name: f for f in arena.program.fields if arena.program.domains[f.domain].name == "gladiator"}
    lanista, foe = (arena.layout.base[column[name].index] for name in ("lanista", "foe"))
    size = arena.program.domains[column["foe"].domain].size
    fights = 0
    for seed in (1, 2):
        match, result = play_out(arena, seed, {"": "greedy"}, limit=ENOUGH)
        assert match is not None and not result.error
        for state in [state for state, *_ in match.checkpoints]:
            pairs = [(row, state.cells[foe + row]) for row in range(size) if state.cells[foe + row] >= 0]
            fights += len(pairs)
            assert all(state.cells[lanista + one] != state.cells[lanista + two] for one, two in pairs)
    assert fights


@pytest.mark.more
@pytest.mark.parametrize("name", ["coliseum", "confrontation", "diplomacy", "dungeonbowl", "kollaball", "perudo", "tsewnart", "whist"])
def test_a_world_is_found_that_fits_what_a_side_knows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A greedy side that finds none answers by lot, and nobody notices."""
    pytest.importorskip("wasmtime")
    tell, found = Ahead.tell, Counter[bool]()
    decide = Ahead.greedy

    def told(ahead: Ahead) -> bool:
        come = tell(ahead)
        found[False] += not come
        return come

    def decided(ahead: Ahead, lots: int) -> int | None:
        answer = decide(ahead, lots)
        found[answer is not None and ahead.has_world] += 1
        return answer

    monkeypatch.setattr(Ahead, "tell", told)
    monkeypatch.setattr(Ahead, "greedy", decided)
    match, result = play_out(machine_of(compile_rules(load(name), {}).program), 1, {"": "greedy"}, limit=250)
    assert match is not None and not result.error
    assert found[True] > 50 and found[False] * 20 < found[True]
