"""One file of a game's scenarios, by itself: settings of the files beside it are known, and only what is in it is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli

RULES = """\
game demo:
    title en "Demo" fr "Démo"
    text en "Gold." fr "De l'or."
kind side, seats: red, blue
    gold: 0 to 9 = 3
        title en "Gold" fr "Or"
event spend side:
    side.gold becomes 0
agenda turn:
    go: spend red
"""
SETTINGS = 'extends demo\nsetting rich:\n    given red.gold = 9\nscenario "Poor":\n    title fr "Pauvre"\n    expect red.gold is 4\n'
SPENDING = (
    'extends demo\nscenario "Spent":\n    title fr "Dépensé"\n    start from rich\n    expect red.gold is 9\n    do spend red\n'
    "    expect red.gold is 0\n"
)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "demo" / "scenarios").mkdir(parents=True)
    (tmp_path / "demo" / "demo.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / "demo" / "scenarios" / "settings.rules").write_text(SETTINGS, encoding="utf-8")
    (tmp_path / "demo" / "scenarios" / "spending.rules").write_text(SPENDING, encoding="utf-8")
    return tmp_path / "demo"


def said(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, [*args, "--lang", "en"])
    return result.exit_code, result.output


@pytest.mark.parametrize("stand", ["", "demo", "demo/scenarios"])
def test_a_file_alone(game: Path, stand: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(game.parent / stand)
    path = {"": "demo/scenarios/spending.rules", "demo": "scenarios/spending.rules", "demo/scenarios": "spending.rules"}[stand]
    assert said("test", path) == (0, "1 passed, 0 failed\n")
    code, text = said("test", path.replace("spending", "settings"))
    assert code == 1 and "‘Poor’" not in text and "Poor" in text and "0 passed, 1 failed" in text
    assert said("check", path)[0] == 0


def test_its_own_faults_are_told_and_no_others(game: Path) -> None:
    path = game / "scenarios" / "spending.rules"
    path.write_text(SPENDING.replace("start from rich", "start from poor"), encoding="utf-8")
    code, text = said("check", str(path))
    assert code == 1 and "there is no setting ‘poor’" in text
    assert said("check", str(path.with_name("settings.rules")))[0] == 0
