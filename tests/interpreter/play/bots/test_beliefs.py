"""A thinker infers what others hold from what they answered openly, and from nothing that its side may not know."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.analysis.appealing import read_by_appeals
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.advice import Advice
from arbitre.interpreter.play.bots.thinker import advice
from arbitre.interpreter.state.lots import Lots

pytest.importorskip("wasmtime")  # without it a thinker looks no answer ahead

# Red throws a die under a cup and says of it what he likes; blue says whether it shows little or much, and wins if that is so.
SAID = """game said:
    title en "Said" fr "Dit"
    play turn up to 1 times, then nothing_won
    events seen by everyone
kind player, seats: red, blue
kind word: low, high
kind match:
    thrown: 1 to 6, seen by red
agenda turn:
    throwing: throw
    saying: speak
    guessing: guess
event throw:
    roll d6 as shown seen by red
    match.thrown becomes shown
event speak:
    red chooses word from words preferring truth(word)
event guess:
    blue chooses word from words
    if word is high and match.thrown is 4 or more: blue wins
    if word is low and match.thrown is 3 or less: blue wins
let truth(word) = match.thrown
    is 7 - match.thrown when word is low
event nothing_won: red wins
"""
LOW, HIGH = 0, 1


def made(tmp_path: Path, text: str = SAID) -> Machine:
    path = tmp_path / "game.rules"
    path.write_text(text, encoding="utf-8")
    return machine_of(compile_rules(load(path)).program)


def thrown(match: Match) -> int:
    column = next(f for f in match.program.fields if f.name == "thrown")
    return match.state.cells[match.machine.layout.base[column.index]]


def guessed(machine: Machine, seed: int, said: int, lots: int = 7) -> tuple[int, Advice]:
    """What was thrown, and what a thinker makes of what red said."""
    match = Match(machine, seed, trace=False)
    match.answer_all([(match.requests[0], said)])
    return thrown(match), advice(match, match.requests[0], Lots(lots))


@pytest.mark.parametrize("said", [LOW, HIGH])
def test_what_somebody_says_tells_what_he_holds(said: int, tmp_path: Path) -> None:
    machine = made(tmp_path)
    for lots in range(4):
        _, found = guessed(machine, 1, said, lots)
        assert found.option == said
        assert (found.chance(said) or 0) > 0.8  # now and then somebody says anything


def test_what_is_really_there_changes_nothing(tmp_path: Path) -> None:
    machine = made(tmp_path)
    found = [guessed(machine, seed, HIGH) for seed in range(6)]
    assert len({number for number, _ in found}) > 2
    assert all(one == found[0][1] for _, one in found)


def test_what_is_said_in_secret_tells_nothing(tmp_path: Path) -> None:
    machine = made(tmp_path, SAID.replace("from words preferring", "from words in secret preferring"))
    assert guessed(machine, 1, LOW)[1] == guessed(machine, 1, HIGH)[1]


def test_of_dice_that_were_thrown_again_nothing_is_inferred(tmp_path: Path) -> None:
    machine = made(tmp_path, SAID.replace("    guessing: guess", "    again: throw\n    guessing: guess"))
    assert guessed(machine, 1, LOW)[1] == guessed(machine, 1, HIGH)[1]


def test_where_events_are_not_seen_nothing_is_inferred(tmp_path: Path) -> None:
    machine = made(tmp_path, SAID.replace("events seen by everyone", "events seen by nobody"))
    assert guessed(machine, 1, LOW)[1] == guessed(machine, 1, HIGH)[1]


def test_what_appeals_for_other_reasons_tells_nothing(tmp_path: Path) -> None:
    text = SAID.replace("let truth(word) = match.thrown\n    is 7 - match.thrown", "let truth(word) = 1\n    is 2")
    machine = made(tmp_path, text)
    assert guessed(machine, 1, LOW)[1] == guessed(machine, 1, HIGH)[1]


def test_which_fields_appeals_ask_for(tmp_path: Path) -> None:
    program = made(tmp_path).program
    assert {f.name for f in program.fields if f.index in read_by_appeals(program)} == {"thrown"}
