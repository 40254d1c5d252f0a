"""What commands say to those who write their first games."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli

HALF = """\
game half:
    title en "Half" fr "Moitié"
    play turn up to 3 times, then over
kind player, seats: zoe, abe
    pal: player or none
    purse: 0 to 9
agenda turn:
    rolling: throw
event throw:
    says nothing
    roll d6 as coin
    zoe.pal becomes none
    if coin is 2 or more: zoe.pal becomes abe
    zoe.pal.purse becomes 1
event over:
    nobody wins
"""


def said(*args: str) -> str:
    return CliRunner().invoke(cli, list(args)).output


@pytest.fixture
def half(tmp_path: Path) -> Path:
    path = tmp_path / "half.rules"
    path.write_text(HALF, encoding="utf-8")
    return path


def test_a_fault_of_the_rules_is_not_laid_at_the_executor(half: Path) -> None:
    result = CliRunner().invoke(cli, ["simulate", str(half), "--matches", "20", "--cores", "1", "--lang", "en"])
    text = result.output
    assert result.exit_code == 1 and "matches stopped at a rule" in text and "too much for" not in text


@pytest.mark.parametrize(("lang", "words"), [("en", "Did you mean --matches 200?"), ("fr", "Vouliez-vous dire --matches 200 ?")])
def test_a_number_too_many_is_told_with_the_option_that_was_meant(half: Path, lang: str, words: str) -> None:
    assert words in said("simulate", str(half), "200", "--lang", lang)
    assert "unexpected extra argument (more)" in said("check", str(half), "more", "--lang", "en")


def test_an_error_of_the_file_is_told_once(half: Path) -> None:
    half.write_text(HALF + 'look board: filll red\nscenario "One":\n    play turn\nscenario "Two":\n    play turn\n', encoding="utf-8")
    text = said("test", str(half), "--lang", "en")
    assert text.count("half.rules:17:") == 1 and "0 passed, 2 failed" in text
