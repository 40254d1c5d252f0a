"""Matches that begin where a scenario says: kept, opened again, taken back and told like any other."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.api.game import load_match
from arbitre.api.messages.host import Host
from arbitre.cli.main import cli
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.moments import moments
from arbitre.interpreter.match.save import read, resume, save
from arbitre.interpreter.state.errors import RulebookError, SaveError
from arbitre.opening.books import opened_at, prepared

GAME, SCENARIO = "breakthrough", "The last row wins"


def begun(scenario: str = SCENARIO) -> Match:
    return Match(opened_at(GAME, {}, (), scenario)[1], 5)


def test_it_begins_there_and_not_with_the_setup() -> None:
    match = begun()
    usual = Match(prepared(GAME)[1], 5)
    assert match.digest() != usual.digest()
    assert 0 < len(match.requests[0].options) < len(usual.requests[0].options)


def test_it_is_kept_and_goes_on(tmp_path: Path) -> None:
    match = begun()
    first = match.digest()
    match.answer(match.requests[0].id, 0)
    save(match, tmp_path / "match.json")
    data = read(tmp_path / "match.json")
    assert data["start"] == SCENARIO
    again = resume(data, opened_at(GAME, data["options"], (), data["start"])[1])
    assert again.digest() == match.digest()
    assert again.undo() and again.digest() == first
    assert load_match(tmp_path / "match.json").digest == match.digest()
    with pytest.raises(SaveError, match="does not begin with"):
        resume(data, prepared(GAME)[1])


def test_what_happened_is_shown_from_there_on() -> None:
    match = begun()
    match.answer(match.requests[0].id, 0)
    log = list(match.run.log or ())
    found = moments(match, [len(log) - 1], log)
    assert len(found) == 1


def test_the_page_and_the_command_begin_there_too() -> None:
    host = Host()
    opened = host.handle({"do": "start", "game": GAME, "scenario": SCENARIO, "seed": 1, "sides": {"everyone": "human"}})["ok"]
    told = host.handle({"do": "save", "table": opened["table"]})["ok"]
    again = host.handle({"do": "load", "save": told["save"] if isinstance(told, dict) else told})
    assert "ok" in again
    bad = host.handle({"do": "start", "game": GAME, "scenario": "The last rwo wins"})
    assert "The last row wins" in bad["error"]["text"]
    played = CliRunner().invoke(cli, ["play", GAME, "--from", SCENARIO, "--watch", "--seed", "3"])
    assert played.exit_code == 0, played.output


def test_no_such_scenario() -> None:
    with pytest.raises(RulebookError, match="there is no scenario"):
        opened_at(GAME, {}, (), "nothing of the kind at all")
