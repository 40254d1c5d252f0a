"""The dice of an order say which row comes when: only those see them who tell all of its rows from each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.state.lots import Lots

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


GUESSED = """\
game order:
    title en "Order" fr "Ordre"
    play turn up to 1 times
    events seen by everyone
kind player, seats: north, east
    score: 0 to 9
kind card: one, two, three
    seen by holder
    holder: player or none
    value: 1 to 3
table of card:
    name  | value
    one   | 1
    two   | 2
    three | 3
kind match:
    asked: flag
event setup: for each card in cards by draw: card.holder becomes north
let worth(player) = player.score
agenda turn:
    guessing: guess_all
event guess_all:
    for each card in cards where holder is north by {order}:
        if not match.asked:
            match.asked becomes true
            east chooses guess from 1 to 3
            if card.value is guess: east gains 1 score
"""


@pytest.mark.parametrize("order", ["draw", "highest d6"])
def test_a_bot_that_does_not_tell_cards_apart_does_not_know_their_order(tmp_path: Path, order: str) -> None:
    pytest.importorskip("wasmtime")
    file = tmp_path / "order.rules"
    file.write_text(GUESSED.format(order=order), encoding="utf-8")
    machine = machine_of(compile_rules(load(file)).program)
    score = next(field.index for field in machine.program.fields if field.name == "score")
    right = 0
    for seed in range(40):
        match = Match(machine, seed)
        while match.requests:
            match.answer(match.requests[0].id, choose(match, match.requests[0], "greedy", Lots(seed)))
        right += match.state.cells[machine.layout.base[score] + 1]
    assert 4 < right < 24  # of 40, a third by lot
