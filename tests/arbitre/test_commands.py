"""Every command, on a small rulebook; bad input ends in a sentence, never in a traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arbitre.cli import cli

DEMO = str(Path(__file__).parent / "demo.rules")


def run(*args: str, stdin: str = "") -> Result:
    result = CliRunner().invoke(cli, list(args), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_help_lists_the_commands() -> None:
    text = run("--help").output
    for command in ("play", "replay", "why", "simulate", "odds", "board", "clauses", "show", "explain", "check", "fmt", "test", "list"):
        assert command in text


def test_check_and_test() -> None:
    assert "0 errors" in run("check", DEMO).output
    assert json.loads(run("check", DEMO, "--json").output) == []
    assert "2 passed, 0 failed" in run("test", DEMO).output


def test_check_gives_place_and_hint(tmp_path: Path) -> None:
    file = tmp_path / "bad.rules"
    file.write_text(Path(DEMO).read_text().replace("blow + attacker.bonus", "blow + attacker.bonsu"))
    result = run("check", str(file), "--json")
    assert result.exit_code == 1
    (found,) = json.loads(result.output)
    assert found["code"] == "N01" and found["line"] == 32 and "bonus" in found["hint"]


def test_odds() -> None:
    data = json.loads(run("odds", DEMO, "How often", "--json").output)
    assert {o["life"]: o["probability"] for o in data["outcomes"]} == {2: "5/12", 3: "7/12"}
    data = json.loads(run("odds", DEMO, "nerve", "--json").output)
    assert {o["result"]: o["probability"] for o in data["outcomes"]} == {"success": "1/3", "failure": "2/3"}


def test_clauses() -> None:
    data = json.loads(run("clauses", DEMO, "--json").output)
    assert [c["status"] for c in data] == ["executed", "waived"]
    assert data[0]["rules"] and data[0]["scenarios"] == ["A hit"] and data[0]["rulings"]


def test_simulate_does_not_depend_on_cores() -> None:
    one = json.loads(run("simulate", DEMO, "--matches", "6", "--cores", "1", "--json").output)
    two = json.loads(run("simulate", DEMO, "--matches", "6", "--cores", "2", "--json").output)
    assert one["wins"] == two["wins"] and one["decisions"] == two["decisions"] and not one["errors"]


def test_board_and_show(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    assert run("board", DEMO, "--svg", str(picture), "--seed", "1").exit_code == 0
    assert "<svg" in picture.read_text()
    assert "event strike" in run("show", DEMO).output


def test_play_save_resume_replay_why(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    result = run("play", DEMO, "--seed", "4", "--save", str(file), stdin="1\nbogus\n2\nundo\nquit\n")
    assert "lunge" in result.output and file.exists()
    again = run("play", DEMO, "--save", str(file), "--side", "red=greedy", stdin="")
    assert again.exit_code == 0
    told = run("replay", str(file), "--game", DEMO)
    assert "strikes" in told.output
    french = run("replay", str(file), "--game", DEMO, "--lang", "fr")
    assert "frappe" in french.output
    events = json.loads(run("replay", str(file), "--game", DEMO, "--json").output)
    rolls = [e for e in events if e["kind"] == "roll"]
    reason = run("why", str(file), str(rolls[0]["index"]), "--game", DEMO)
    assert "demo.rules:" in reason.output and "dice" in reason.output


def test_a_closed_input_keeps_the_match(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    assert run("play", DEMO, "--seed", "4", "--save", str(file), stdin="").exit_code == 0
    assert json.loads(file.read_text())["game"] == "demo"


@pytest.mark.parametrize(
    "args",
    [
        ("play", "no_such_game"), ("play", DEMO, "-o", "hearts=99"), ("play", DEMO, "-o", "nothing=1"), ("play", DEMO, "-o", "x"),
        ("play", DEMO, "--side", "green=human"), ("play", DEMO, "--side", "red=wizard"), ("odds", DEMO, "nothing"),
        ("explain", "Z99"), ("simulate", DEMO, "--side", "red=wizard"), ("replay", DEMO), ("why", DEMO, "3"),
        ("check", "/no/such/file.rules"), ("fmt", "/no/such/file.rules"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said_in_a_sentence(args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.exit_code in (1, 2)
    assert "Error: " in result.output
    assert "Traceback" not in result.output


def test_explain() -> None:
    assert "How to mend it" in run("explain", "R01").output


def test_fmt(tmp_path: Path) -> None:
    file = tmp_path / "x.rules"
    file.write_text(Path(DEMO).read_text().replace("    roll 2d6 as blow", "    roll   2d6 as  blow"))
    assert run("fmt", "--check", str(file)).exit_code == 1
    run("fmt", str(file))
    assert "roll 2d6 as blow" in file.read_text()
    assert run("fmt", "--check", str(file)).exit_code == 0


def test_broken_pipe_is_quiet() -> None:
    line = f"{sys.executable} -m arbitre.cli show coliseum | head -1"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr
