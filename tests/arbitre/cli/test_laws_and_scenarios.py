"""A match that begins where a scenario says is held to laws where all that is given stands, not between two of its lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli

PILES = """\
game piles:
    title en "Piles" fr "Tas"
    play turn by each player in turn up to 20 times
kind player, seats: north, south
kind pile (from, to): left, middle, right
    stones: 0 to 9 = 3
agenda turn by player:
    moving: player must act in moving
action carry by player from from to to:
    during moving
    when from.stones is 1 or more and to.stones is 8 or less
    from.stones becomes from.stones - 1
    to.stones becomes to.stones + 1
    if to.stones is 9: player wins
always kept: total(stones, piles) is 9 because en "there are nine stones" fr "il y a neuf pierres"
scenario "Nearly all on the right":
    given left.stones = 0
    given middle.stones = {middle}
    given right.stones = 8
    expect middle.stones is {middle}
"""


def said(tmp_path: Path, middle: int, *args: str) -> tuple[int, str]:
    path = tmp_path / "piles.rules"
    path.write_text(PILES.replace("{middle}", str(middle)), encoding="utf-8")
    result = CliRunner().invoke(cli, [args[0], str(path), *args[1:]])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("perft", "--depth", "1"), "depth 1: 6\n"),
        (("simulate", "--matches", "4"), " 4 matches in "),
        (("play", "--watch"), "Middle"),
    ],
    ids=["perft", "simulate", "play"],
)
def test_what_is_given_breaks_no_law_on_its_way(tmp_path: Path, args: tuple[str, ...], expected: str) -> None:
    assert said(tmp_path, 1, "test")[0] == 0
    status, output = said(tmp_path, 1, *args, "--from", "Nearly all on the right")
    assert status == 0 and expected in f" {output}" and "no longer holds" not in output


def test_where_what_is_given_breaks_a_law_nothing_is_counted(tmp_path: Path) -> None:
    assert "no longer holds" in said(tmp_path, 2, "perft", "--from", "Nearly", "--depth", "1")[1]
    for lang, heading in (("en", "None of the 4 matches came to an end"), ("fr", "Aucune des 4 parties n’est allée à son terme")):
        output = said(tmp_path, 2, "simulate", "--matches", "4", "--from", "Nearly", "--lang", lang)[1]
        assert heading in output and "100.0" not in output and "100,0" not in output
