"""A rulebook with an error is played by no command, whichever phase finds the error."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli

MISSPELT = """\
game misspelt:
    play turn by each player in turn up to 9 times
kind player, seats: north, south
kind place (spot), grid(3, 3, closed)
    owner: player or none
agenda turn by player:
    placing:
        player must act in placing
action mark by player at spot:
    during placng
    when spot.owner is none
    spot.owner becomes player
scenario "Nothing happens":
    play turn
"""


@pytest.mark.parametrize("command", ["simulate", "play", "perft", "test", "board"])
def test_an_action_that_nobody_can_do_stops_what_plays(command: str, tmp_path: Path) -> None:
    (tmp_path / "misspelt.rules").write_text(MISSPELT, encoding="utf-8")
    result = CliRunner().invoke(cli, [command, str(tmp_path / "misspelt.rules")], input="quit\n")
    assert result.exit_code == 1 and "nothing offers ‘placng’" in result.output
