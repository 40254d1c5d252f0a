"""Boards before a match: as setup lays them out, where it asks nobody anything and leaves nothing to chance."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli

RULES = """\
game t:
    title en "T" fr "T"
    play turn up to 3 times
kind player, seats: red, blue
    title en "Player" fr "Joueur"
kind cell, grid(2, 1, closed)
    title en "Cell" fr "Case"
kind man, up to 4:
    title en "Man" fr "Pion"
    owner: player
    cell: cell
event setup:
    {setup}
    create man with owner red, cell (2, 1)
agenda turn:
    now: publish
"""


@pytest.mark.parametrize(("setup", "said", "en_francais"), [
    ("create man with owner blue, cell (1, 1)", "", ""),
    ("roll d6 as thrown", "Setup leaves something to chance", "La mise en place laisse une part au hasard"),
    ("draw cell from cells", "Setup leaves something to chance", "La mise en place laisse une part au hasard"),
    ("red chooses cell from cells", "Setup asks the players first", "La mise en place interroge d’abord les joueurs"),
    ("create man with owner blue, cell (the cells where x is 9)", "Setup cannot be carried out", "ne peut pas se faire"),
])  # fmt: skip
def test_a_board_is_shown_as_set_up(tmp_path: Path, setup: str, said: str, en_francais: str) -> None:
    path = tmp_path / "t.rules"
    path.write_text(RULES.format(setup=setup), encoding="utf-8")
    shown = CliRunner().invoke(cli, ["board", str(path), "--lang", "en"])
    assert shown.exit_code == 0 and ("M" in shown.stdout) == (not said), shown.output
    assert said in shown.stderr and bool(shown.stderr) == bool(said)
    assert en_francais in CliRunner().invoke(cli, ["board", str(path), "--lang", "fr"]).stderr
    if "chooses" not in setup and "x is 9" not in setup:
        assert "M" in CliRunner().invoke(cli, ["board", str(path), "--seed", "1", "--lang", "en"]).stdout
