"""A saved match finds the rules it was played by: where they lay, or beside it; else it says where it looked."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from click.testing import CliRunner, Result

from arbitre import api
from arbitre.cli.main import cli

RULES = """\
game pennies:
    title en "Pennies" fr "Sous"
    play turn by each player in turn up to 3 times
    events seen by everyone
kind player, seats: north, south
    pennies: 0 to 9
agenda turn by player:
    gaining: player gains 1 pennies
"""


def run(*args: str) -> Result:
    result = CliRunner().invoke(cli, list(args))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def saved(folder: Path) -> tuple[Path, Path]:
    rules = folder / "mine" / "pennies"
    rules.mkdir(parents=True)
    (rules / "pennies.rules").write_text(RULES, encoding="utf-8")
    file = folder / "kept" / "match.json"
    file.parent.mkdir()
    run("play", str(rules), "--watch", "--seed", "1", "--save", str(file))
    return rules, file


def test_rules_outside_the_library_are_found_again(tmp_path: Path) -> None:
    rules, file = saved(tmp_path)
    assert json.loads(file.read_text())["from"] == str(rules.resolve())
    for command in (["report", str(file)], ["replay", str(file)], ["play", str(file), "--watch"]):
        assert run(*command).exit_code == 0
    assert api.load_match(file).match.turn == 3


def test_rules_that_moved_with_the_match_are_found_beside_it(tmp_path: Path) -> None:
    rules, file = saved(tmp_path)
    shutil.move(rules, file.parent / "pennies")
    assert run("report", str(file)).exit_code == 0


def test_where_rules_that_are_gone_were_looked_for_is_said(tmp_path: Path) -> None:
    rules, file = saved(tmp_path)
    shutil.move(rules, tmp_path / "elsewhere")
    result = run("report", str(file))
    assert result.exit_code == 1 and str(rules.resolve()) in result.output and str(file.parent / "pennies") in result.output
    assert "est introuvable" in run("report", str(file), "--lang", "fr").output
    assert run("report", str(file), "--game", str(tmp_path / "elsewhere")).exit_code == 0


def test_a_match_of_the_library_names_no_path(tmp_path: Path) -> None:
    run("play", "tictactoe", "--watch", "--seed", "1", "--save", str(tmp_path / "match.json"))
    assert "from" not in json.loads((tmp_path / "match.json").read_text())
