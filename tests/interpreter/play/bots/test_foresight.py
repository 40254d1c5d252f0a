"""What an answer leads to at once: exact chances, known to whoever is asked, the same whatever is hidden from him."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.foresight import Foresight, Seer

GAME = """
game yard:
    title en "Yard" fr "Cour"
    play turn up to 9 times, then over
    events seen by everyone
kind player, seats: red, blue
kind runner (mover), up to 4:
    owner: player
    hurt: flag
    trapped: flag, seen by nobody
    legs: 1 to 9 = 3
test leap by runner: d6
    title en "Leap" fr "Saut"
    -1 when runner.hurt
    success when total is runner.legs or more
test land by runner: d6
    title en "Landing" fr "Réception"
    success when total is 2 or more
test pit by runner: d6
    title en "Pit" fr "Fosse"
    success when total is 5 or more
after roll of leap by runner when failure:
    runner.owner may try_again:
        title en "Again?" fr "Encore ?"
        reroll
action jump by runner to (far: 1 to 2):
    title en "Jump" fr "Sauter"
    during jumps
    hint en "{far} far" fr "à {far}"
    test leap by runner:
        success:
            if far is 2:
                test land by runner
action creep by runner:
    title en "Creep" fr "Ramper"
    during jumps
    if runner.trapped:
        test pit by runner
    otherwise: runner.hurt becomes false
action lie_down by runner:
    title en "Lie down" fr "Se coucher"
    during jumps
    runner.hurt becomes false
event over: nobody wins
event setup:
    create runner with owner red
    create runner with owner blue
agenda turn:
    jumps: for each player in players: player acts in jumps, up to 2 times
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    (tmp_path / "yard").mkdir()
    (tmp_path / "yard" / "yard.rules").write_text(GAME)
    return Match(machine_of(compile_rules(load(tmp_path / "yard")).program), 1)


def put(match: Match, name: str, value: int, row: int = 0) -> None:
    column = next(f for f in match.program.fields if f.name == name)
    match.state.cells[match.machine.layout.base[column.index] + row] = value


def asked(match: Match, **options: str) -> dict[str, Foresight]:
    """What is foreseen of each option of the question that is open."""
    request = match.requests[0]
    seer = Seer(match, request)
    return {option.key: seer.of(n) for n, option in enumerate(request.options)}


def choose(match: Match, key: str) -> None:
    match.answer(match.requests[0].id, key)


def names(match: Match, found: Foresight) -> list[str]:
    return [match.program.procedures[coming.procedure].name for coming in found.throws]


def test_the_throws_an_answer_calls_for_come_with_their_chances(match: Match) -> None:
    choose(match, "jump")
    found = asked(match)
    assert names(match, found["1"]) == ["leap"] and names(match, found["2"]) == ["leap", "land"]
    assert found["1"].throws[0].single.needs["success"] == (3, 4, 5, 6)
    assert found["2"].all_well == Fraction(4, 6) * Fraction(5, 6)
    assert (found["2"].hint.own("en"), found["2"].hint.own("fr")) == ("2 far", "à 2")


def test_a_step_that_throws_nothing_says_nothing(match: Match) -> None:
    assert asked(match)["lie_down"].throws == () and asked(match)["jump"].throws == ()


def test_lines_that_hold_are_part_of_the_chance_and_named(match: Match) -> None:
    put(match, "hurt", 1)
    choose(match, "jump")
    coming = asked(match)["1"].throws[0]
    assert coming.single.chances["success"] == Fraction(1, 2)
    assert [part.amount for part in coming.thrown.added] == [-1]


def test_a_throw_again_is_foreseen_from_the_question_whether_to(match: Match) -> None:
    put(match, "legs", 6)
    for _ in range(40):
        choose(match, "jump")
        choose(match, "1")
        if match.requests[0].decision == "try_again":
            break
        while match.requests[0].seat == 1 or match.requests[0].decision != "jumps":
            choose(match, match.requests[0].options[-1].key)
    found = asked(match)
    assert found["yes"].throws[0].single.chances["success"] == Fraction(1, 6)
    assert found["no"].throws == ()


def test_what_is_hidden_from_the_side_changes_nothing_that_it_foresees(match: Match) -> None:
    honest = asked(match)
    put(match, "trapped", 1)
    assert asked(match) == honest and honest["creep"].throws == ()


def test_nothing_of_the_match_is_touched(match: Match) -> None:
    choose(match, "jump")
    before, open_ = match.digest(), match.requests
    asked(match)
    assert match.digest() == before and match.requests == open_ and len(match.tape.answers) == 0
