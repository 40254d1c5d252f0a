"""The dice of an order say which row comes when: only those see them who tell all of its rows from each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match

HANDS = """\
game hands:
    title en "Hands" fr "Mains"
    play turn up to 1 times
    events seen by everyone
kind player, seats: north, east
kind card: one, two, three
    seen by holder
    holder: player or none
    marked: flag
event setup: for each card in cards: card.holder becomes north
agenda turn:
    marking:
        for each card in cards where holder is north by {order}: card.marked becomes true
"""


@pytest.mark.parametrize("order", ["draw", "highest d6"])
@pytest.mark.parametrize("seen", ["    seen by holder\n", ""])
def test_who_does_not_tell_cards_apart_is_not_told_the_dice_of_their_order(tmp_path: Path, order: str, seen: str) -> None:
    file = tmp_path / "hands.rules"
    file.write_text(HANDS.format(order=order).replace("    seen by holder\n", seen), encoding="utf-8")
    match = Match(machine_of(compile_rules(load(file)).program), 3)
    match.begin()
    while match.advance():
        pass
    told = {viewer: sum(r.kind == "roll" for r in match.log(viewer)) for viewer in (0, 1, "spectator")}
    assert told[0] >= 2
    assert told[1] == told["spectator"] == (0 if seen else told[0])
