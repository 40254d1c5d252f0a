"""Nobody learns where the ball lies before a chest is opened: not from what is shown, told, saved for a side or explained."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import save
from arbitre.interpreter.match.views import view
from arbitre.interpreter.state.trace import Number, Numbers
from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
from arbitre.opening.books import Refused, ready
from arbitre.session.why.reasons import explain

GAME = "dungeonbowl"


def opening(seed: int) -> Match:
    """A match that has been set up, its first questions answered by lot."""
    match = Match(ready(GAME, None, ())[2], seed)
    lot = random.Random(seed)
    while match.turn == 0:
        request = match.requests[0]
        match.answer(request.id, lot.randrange(len(request.options)))
    return match


@pytest.fixture(scope="module", params=[1, 2])
def match(request: pytest.FixtureRequest) -> Match:
    return opening(request.param)


def viewers(match: Match) -> Iterator[int | str]:
    yield from match.seats()
    yield SPECTATOR


def test_the_ball_lies_in_one_chest(match: Match) -> None:
    assert [c["holds_ball"] for c in view(match, REFEREE)["kinds"]["chest"]].count(True) == 1
    assert [r.name for r in match.log(REFEREE) if r.kind == "roll" and r.name == "treasure"] == ["treasure"]


def test_no_side_sees_it(match: Match) -> None:
    for viewer in viewers(match):
        chests = view(match, viewer)["kinds"]["chest"]
        assert len(chests) == 6 and not any("holds_ball" in chest for chest in chests)


def test_no_side_is_told_the_lot(match: Match) -> None:
    for viewer in viewers(match):
        log = match.log(viewer)
        assert log and not [r for r in log if r.name in ("treasure", "holds_ball")]


def test_no_side_can_ask_why(match: Match) -> None:
    """Of the first match each is asked about everything, of the other about every fourth thing."""
    for viewer in viewers(match):
        numbers = list(Numbers(match.log(REFEREE), viewer))
        for number in numbers[:: 1 if match.tape.seed == 1 else 4]:
            assert not any("treasure" in line for line in explain(match, number, "en", viewer))
        with pytest.raises(Refused):
            explain(match, Number(numbers[-1].everybody + 1), "en", viewer)


def test_a_replay_as_a_side_keeps_it(match: Match, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    save(match, file)
    told = {}
    for side in ("red", "blue", "spectator", "referee"):
        result = CliRunner().invoke(cli, ["replay", str(file), "--as", side, "--json"])
        assert result.exit_code == 0, result.output
        told[side] = {entry["name"] for entry in json.loads(result.output)}
    assert "treasure" in told["referee"]
    assert not any("treasure" in told[side] or "holds_ball" in told[side] for side in ("red", "blue", "spectator"))
