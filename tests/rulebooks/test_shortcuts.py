"""What is computed once, kept, or asked of many rows at a time changes nothing but the time it takes."""

from __future__ import annotations

from typing import Any

import pytest

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.library import names
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.simulate import play_out
from arbitre.interpreter.reference.values import queries
from arbitre.interpreter.state.requests import Answers


class Forgetful(dict[Any, Any]):
    """Takes everything and never knows it again."""

    def get(self, key: Any, default: Any = None) -> Any:
        return default

    def __contains__(self, key: object) -> bool:
        return False


def played(machine: Machine, seed: int, limits: tuple[int, int]) -> list[tuple[list[tuple[int, str, int, str]], str]]:
    """What random sides do, and sides that try their answers on copies."""
    out = []
    for kind, limit in zip(("random", "greedy"), limits, strict=True):
        match, result = play_out(machine, seed, {"": kind}, limit)
        assert match is not None and not result.error
        out.append(([(a.seat, a.decision, a.choice, a.key) for a in match.tape.answers], match.digest()))
    return out


# Without what is kept, a list of many cells takes long: there a small field or squad and few decisions have to do.
SMALL = {
    "backgammon": ({}, (1, 0)),
    "bloodbowl": ({"squad": "6"}, (60, 4)),
    "dungeonbowl": ({"squad": "6"}, (40, 4)),
    "confrontation": ({"field": "paddock", "points": "50"}, (20, 2)),
    "chess": ({}, (3, 0)),
    "diplomacy": ({}, (20, 2)),
    "draughts": ({}, (24, 2)),
    "othello": ({}, (24, 2)),
    "hex": ({"size": "4"}, (16, 2)),
}


@pytest.mark.parametrize("name", names())
def test_the_same_matches_without_shortcuts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    options, limits = SMALL.get(name, ({}, (150, 8)))
    program = compile_rules(load(name), options).program
    quick = [played(machine_of(program), seed, limits) for seed in (1, 2)]
    monkeypatch.setattr(Answers, "here", lambda self: Forgetful())
    monkeypatch.setattr(Answers, "waiting", lambda self, path: None)
    monkeypatch.setattr(Match, "checked", property(lambda self: False, lambda self, value: None), raising=False)
    monkeypatch.setattr(queries, "_filtered", plainly)
    slow = [played(machine_of(program), seed, limits) for seed in (1, 2)]
    assert quick == slow


def plainly(query: Any, machine: Machine) -> tuple[Any, Any]:
    """Every row looked at."""
    return machine.expr(query.source), machine.maybe(query.where)
