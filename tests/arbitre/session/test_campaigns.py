"""What passes from match to match: read before, written when the match is over, by names, and never lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arbitre import api
from arbitre.cli.main import cli
from arbitre.session.records import RecordFile, fitted

RULES = """\
game season:
    play turn up to 2 times
kind badge: star, moon
kind club, seats: red, blue
    fame: 0 to 99, kept
    proud: flag, kept
    badge: badge or none, kept
    badges: any badge, kept
    mood: mood
kind mood: calm, angry
kind player, up to 4, kept:
    club: club, kept
    goals: 0 to 9, kept
event setup:
    if no players: create player as p with club blue, goals 2
agenda turn:
    play:
        for each club in clubs together: club chooses club.mood from moods in secret
    gain:
        blue gains 3 fame
        blue.proud becomes true
        blue.badge becomes moon
        blue gains star
        for each player in players: player gains 1 goals
"""


def run(*args: str, stdin: str = "") -> Result:
    result = CliRunner().invoke(cli, list(args), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    file = tmp_path / "season.rules"
    file.write_text(RULES, encoding="utf-8")
    return file


def clubs(file: Path) -> dict[str, dict[str, object]]:
    return {row["row"]: row for row in json.loads(file.read_text(encoding="utf-8"))["kinds"]["club"]}


def test_a_campaign_goes_on_from_match_to_match(rules: Path, tmp_path: Path) -> None:
    record = tmp_path / "season.json"
    text = run("play", str(rules), "--watch", "--seed", "1", "--record", str(record)).output
    assert "What passes to the next match is in" in text
    assert clubs(record)["blue"] == {"row": "blue", "fame": 6, "proud": True, "badge": "moon", "badges": ["star"]}
    assert clubs(record)["red"] == {"row": "red", "fame": 0, "proud": False, "badge": None, "badges": []}
    run("play", str(rules), "--watch", "--seed", "2", "--record", str(record))
    assert clubs(record)["blue"]["fame"] == 12
    (player,) = json.loads(record.read_text(encoding="utf-8"))["kinds"]["player"]
    assert player == {"row": 0, "club": "blue", "goals": 6}


def test_a_member_inserted_before_others_changes_nothing(rules: Path, tmp_path: Path) -> None:
    record = tmp_path / "season.json"
    run("play", str(rules), "--watch", "--seed", "1", "--record", str(record))
    rules.write_text(
        RULES.replace("kind badge: star", "kind badge: sun, star").replace("seats: red", "seats: green, red"), encoding="utf-8"
    )
    run("play", str(rules), "--watch", "--seed", "1", "--record", str(record))
    found = clubs(record)
    assert found["blue"]["fame"] == 12 and found["blue"]["badges"] == ["star"] and found["green"]["fame"] == 0
    assert json.loads(record.read_text(encoding="utf-8"))["kinds"]["player"][0]["club"] == "blue"


def test_records_by_numbers_are_still_read(rules: Path) -> None:
    made = api.load(rules)
    game = api.start(made, record={"game": "season", "kinds": {"club": [{"row": 1, "fame": 7, "proud": 1, "badge": 1, "badges": 2}]}})
    assert api.record(game)["kinds"]["club"][1] == {"row": "blue", "fame": 7, "proud": True, "badge": "moon", "badges": ["moon"]}
    assert fitted(made.machine, api.record(game)) == game.match.record()


def test_a_match_that_is_left_leaves_no_record_and_one_that_is_resumed_does(rules: Path, tmp_path: Path) -> None:
    record, save = tmp_path / "season.json", tmp_path / "match.json"
    args = ("play", str(rules), "--seed", "1", "--save", str(save), "--record", str(record))
    run(*args, stdin="1\nquit\n")
    assert not record.exists()
    run(*args, stdin="1\n1\n1\n")
    assert clubs(record)["blue"]["fame"] == 6
    whole = record.read_bytes()
    assert run(*args).exit_code == 0 and record.read_bytes() == whole  # over already: the same again


def test_a_record_that_another_match_has_left_meanwhile_is_not_lost(rules: Path, tmp_path: Path) -> None:
    record, save = tmp_path / "season.json", tmp_path / "match.json"
    run("play", str(rules), "--seed", "1", "--save", str(save), "--record", str(record), stdin="1\nquit\n")
    run("play", str(rules), "--watch", "--seed", "2", "--record", str(record))
    whole = record.read_bytes()
    result = run("play", str(rules), "--save", str(save), "--record", str(record), stdin="1\n1\n")
    assert result.exit_code == 1 and "not the record this match began with" in result.output and record.read_bytes() == whole
    game = api.start(api.load(rules), sides={"red": "random", "blue": "random"})
    late = RecordFile(tmp_path / "late.json")
    late.path.write_text("something else", encoding="utf-8")
    assert late.write(game.match) == tmp_path / "late-2.json"
    assert late.path.read_text(encoding="utf-8") == "something else"


def test_a_file_that_is_no_record_of_the_game_is_left_as_it_is(rules: Path, tmp_path: Path) -> None:
    record = tmp_path / "season.json"
    for text in ("", "game x:\n", "[]", "{}", '{"game": "season", "kinds": []}', '{"game": "season", "kinds": {"club": [{"row": "rde"}]}}'):
        record.write_text(text or "\n", encoding="utf-8")
        for command in (("play", str(rules), "--watch"), ("simulate", str(rules), "--matches", "1", "--cores", "1")):
            result = run(*command, "--record", str(record))
            assert result.exit_code == 1 and "Error: " in result.output, (text, result.output)
        assert record.read_text(encoding="utf-8") == (text or "\n")
    assert "Did you mean ‘red’?" in result.output
    assert run("play", str(rules), "--watch", "--record", str(tmp_path)).exit_code == 1
    assert run("play", str(rules), "--watch", "--record", str(tmp_path / "no" / "x")).exit_code == 1
    assert run("play", str(rules), "--save", str(record), "--record", str(record)).exit_code == 1


@pytest.mark.parametrize(
    "record",
    [
        [], 3, "x", {}, {"game": "other"}, {"game": "season", "kinds": []}, {"game": "season", "kinds": {"nothing": []}},
        {"game": "season", "kinds": {"mood": []}}, {"game": "season", "kinds": {"club": 3}},
        {"game": "season", "kinds": {"club": [3]}}, {"game": "season", "kinds": {"club": [{}]}},
        {"game": "season", "kinds": {"club": [{"row": 9}]}}, {"game": "season", "kinds": {"club": [{"row": True}]}},
        {"game": "season", "kinds": {"club": [{"row": "red"}, {"row": 0}]}},
        {"game": "season", "kinds": {"club": [{"row": 0, "fame": 100}]}}, {"game": "season", "kinds": {"club": [{"row": 0, "fame": "x"}]}},
        {"game": "season", "kinds": {"club": [{"row": 0, "fame": True}]}}, {"game": "season", "kinds": {"club": [{"row": 0, "fame": [1]}]}},
        {"game": "season", "kinds": {"club": [{"row": 0, "mood": 1}]}}, {"game": "season", "kinds": {"club": [{"row": 0, "badge": "red"}]}},
        {"game": "season", "kinds": {"club": [{"row": 0, "badges": ["red"]}]}},
        {"game": "season", "kinds": {"club": [{"row": 0, "badges": {}}]}}, {"game": "season", "kinds": {"player": [{"row": "ann"}]}},
    ],
)  # fmt: skip
def test_a_bad_record_is_refused_at_the_start(record: object, rules: Path) -> None:
    made = api.load(rules)
    with pytest.raises(api.Refused):
        api.start(made, record=record)  # type: ignore[arg-type]
    with pytest.raises(api.Refused):
        api.simulate(made, 1, cores=1, record=record)  # type: ignore[arg-type]


def test_simulate_begins_every_match_with_the_record(tmp_path: Path) -> None:
    """A club that has all its fame already wins at once."""
    file = tmp_path / "season.rules"
    file.write_text(RULES.replace("    gain:\n", "    gain:\n        if blue.fame is 9 or more: blue wins\n"), encoding="utf-8")
    record = tmp_path / "season.json"
    assert json.loads(run("simulate", str(file), "--matches", "2", "--cores", "1", "--json").output)["wins"] == {}
    record.write_text('{"game": "season", "kinds": {"club": [{"row": "blue", "fame": 9}]}}', encoding="utf-8")
    before = record.read_bytes()
    found = json.loads(run("simulate", str(file), "--matches", "2", "--cores", "1", "--record", str(record), "--json").output)
    assert found["wins"] == {"blue": 2} and record.read_bytes() == before


@pytest.mark.more
def test_the_campaign_of_a_real_game(tmp_path: Path) -> None:
    """Fighters keep their experience, and those who fell are not there any more."""
    record = tmp_path / "arena.json"
    played = []
    for seed in ("3", "4"):
        by_lot = ("--watch", "--side", "everyone=random", "--seed", seed, "-o", "turn_limit=40")
        assert run("play", "coliseum", *by_lot, "--record", str(record)).exit_code == 0
        played.append(json.loads(record.read_text(encoding="utf-8"))["kinds"])
    for kinds in played:
        (kept,) = [rows for name, rows in kinds.items() if rows and isinstance(rows[0]["row"], int)]
        assert all(isinstance(value, (str, bool)) or key in ("row", "experience") or key.startswith("trained") for row in kept
                   for key, value in row.items())  # fmt: skip
    gained = [sum(row.get("experience", 0) for rows in kinds.values() for row in rows) for kinds in played]
    assert gained[1] > gained[0]


def test_a_game_that_keeps_nothing_has_no_record(tmp_path: Path) -> None:
    demo = str(Path(__file__).parents[1] / "demo.rules")
    result = run("play", demo, "--watch", "--record", str(tmp_path / "x.json"))
    assert result.exit_code == 1 and "keeps nothing from match to match" in result.output and not list(tmp_path.iterdir())
