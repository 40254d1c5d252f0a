"""``why`` as data, by the command; and the moments it is told from."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.moments import Recording, moments

DEMO = str(Path(__file__).parents[1] / "demo.rules")


def run(*args: str) -> str:
    return CliRunner().invoke(cli, args, catch_exceptions=False).output


def test_the_command_gives_all_of_it_as_data(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    run("play", DEMO, "--watch", "--seed", "7", "--save", str(file))
    events = json.loads(run("replay", str(file), "--game", DEMO, "--json"))
    hit = next(e for e in events if e["kind"] == "change" and e["name"] == "life" and int(e["index"].partition(".")[0]) > 5)
    found = json.loads(run("why", str(file), str(hit["index"]), "--game", DEMO, "--json"))
    assert {"event", "text", "kind", "clauses", "rule", "throws", "since", "numbers", "because"} <= found.keys()
    assert "defender loses 1 life" in found["rule"]["source"] and found["rule"]["line"] > 0
    assert found["clauses"][0] == {"name": "DM-a-01", "text": "A blow of 8 hits.", "ruling": "With the bonus.", "reason": "It reads so."}
    cause = found["because"][0]
    assert cause["throws"][0]["test"] == "blow" and len(cause["throws"][0]["faces"]) == 2
    assert not any(key.startswith("_") for key in found)
    side = json.loads(run("why", str(file), "1", "--game", DEMO, "--json", "--as", "red"))
    assert "rule" not in side


def test_a_moment_is_what_was_there_then() -> None:
    match = Match(machine_of(compile_rules(load(DEMO)).program), 4, start=False)
    live = Recording(match.run, [], [], None)
    match.run.log = live
    match.begin()
    for number in range(6):
        if match.requests:
            match.answer(match.requests[0].id, number % len(match.requests[0].options))
    log = match.run.log or []
    for index in range(len(log)):
        again = moments(match, [index], list(log))[index]
        assert again.state.cells == live.moments[index].state.cells and again.frames == live.moments[index].frames
    assert len(log) > 10
