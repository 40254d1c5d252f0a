"""What stands beside the answers before one is given, in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.session.dialogue.foreseen import Foreseen, foreseen

GAME = """
game yard:
    title en "Yard" fr "Cour"
    play turn up to 9 times, then over
    events seen by everyone
kind player, seats: red, blue
kind runner (mover), up to 4:
    owner: player
    hurt: flag
        title en "Sprain" fr "Entorse"
test leap by runner: d6
    title en "Leap" fr "Saut"
    -1 when runner.hurt
    fall when natural is 1 title en "Fall" fr "Chute"
    success when total is 3 or more
test steady by runner: 2d6
    title en "Steady Hand" fr "Main sûre"
    success when total is 8 or less
action jump by runner to (far: 1 to 2):
    title en "Jump" fr "Sauter"
    during jumps
    hint en "{far} far" fr "à {far}"
    test leap by runner:
        success:
            if far is 2:
                test steady by runner
action aim by runner:
    title en "Aim" fr "Viser"
    during jumps
    hint en "50%" fr "50 %"
    test steady by runner
event over: nobody wins
event setup: create runner with owner red, hurt true
agenda turn:
    jumps: for each player in players: player acts in jumps, up to 2 times
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    (tmp_path / "yard").mkdir()
    (tmp_path / "yard" / "yard.rules").write_text(GAME)
    return Match(machine_of(compile_rules(load(tmp_path / "yard")).program), 1)


def test_every_option_says_what_the_rulebook_says_and_what_must_be_thrown(match: Match) -> None:
    match.answer(match.requests[0].id, "jump")
    request = match.requests[0]
    assert foreseen(match, request, "en") == (
        "1 far; leap: success 4+ (50%), fall 1 (17%)",
        "2 far; leap: success 4+ (50%), fall 1 (17%), Steady Hand 8 or less: 72%, all of it: 36%",
    )
    assert foreseen(match, request, "fr") == (
        "à 1\u00a0; saut\u00a0: réussite 4+ (50\u00a0%), chute 1 (17\u00a0%)",
        "à 2\u00a0; saut\u00a0: réussite 4+ (50\u00a0%), chute 1 (17\u00a0%), "
        "main sûre 8 ou moins\u00a0: 72\u00a0%, le tout\u00a0: 36\u00a0%",
    )


def test_what_can_be_done_in_one_way_only_says_so_at_once(match: Match) -> None:
    request = match.requests[0]
    assert foreseen(match, request, "en") == ("", "Steady Hand 8 or less: 72%", "")  # to jump needs another answer


def test_without_patience_the_hints_remain(match: Match) -> None:
    match.answer(match.requests[0].id, "jump")
    assert foreseen(match, match.requests[0], "en", patience=0) == ("1 far", "2 far")


def test_programs_get_it_as_data(match: Match) -> None:
    match.answer(match.requests[0].id, "jump")
    data = Foreseen(match, match.requests[0], "fr").data(0)
    assert data["throws"][0]["chances"] == {"failure": "1/3", "success": "1/2", "fall": "1/6"}
    assert data["throws"][0]["needs"] == {"failure": [2, 3], "success": [4, 5, 6], "fall": [1]}
    assert data["throws"][0]["added"] == [{"amount": -1, "title": "Entorse"}]
