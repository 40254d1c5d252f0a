"""A match that begins where a scenario says is held to laws where all that is given stands, not between two of its lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.interpreter.play.simulate import simulate

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


LAW = """\
game law:
    title en "Law" fr "Loi"
    play turn up to 2 times, then over
kind player, seats: red, blue
    title en "Player" fr "Joueur"
    score: 0 to 9
agenda turn:
    rolling: throw
event throw:
    says nothing
    roll d6 as coin
    if coin is 5 or more: red.score becomes coin
event over:
    best(score, players) wins
always modest: no players where score is 6 because en "Six is too much." fr "Six, c'est trop."
"""


@pytest.mark.parametrize(
    ("lang", "heading", "again"),
    [
        ("en", "matches broke the law ‘modest’; the first has seed {0}:", "To watch it: arbitre play "),
        ("fr", "parties ont enfreint la loi « modest » ; la première a la graine {0} :", "Pour la revoir : arbitre play "),
    ],
)
def test_simulate_says_which_law_was_broken_and_what_shows_it(tmp_path: Path, lang: str, heading: str, again: str) -> None:
    (tmp_path / "law.rules").write_text(LAW, encoding="utf-8")
    path = str(tmp_path / "law.rules")
    result = CliRunner().invoke(cli, ["simulate", path, "--matches", "20", "--cores", "1", "--lang", lang])
    output = result.output.replace("\u00a0", " ").replace("\u202f", " ")
    command = output.partition(again)[2].split("\n")[0]
    seed = command.split()[-1]
    assert result.exit_code == 1 and heading.format(seed) in output and "law.rules:15:1:" in output
    shown = CliRunner().invoke(cli, ["play", *command.split(), "--lang", lang])
    assert shown.exit_code == 1 and "always modest" in shown.output
    assert CliRunner().invoke(cli, ["simulate", path, "--matches", "20", "--cores", "1", "--quick"]).exit_code == 0
    found = simulate(path, 20, cores=1)["errors"]
    assert {one["law"] for one in found} == {"modest"} and found[0]["seed"] == int(seed)


def test_where_what_is_given_breaks_a_law_nothing_is_counted(tmp_path: Path) -> None:
    assert "no longer holds" in said(tmp_path, 2, "perft", "--from", "Nearly", "--depth", "1")[1]
    for lang, heading in (("en", "None of the 4 matches came to an end"), ("fr", "Aucune des 4 parties n’est allée à son terme")):
        output = said(tmp_path, 2, "simulate", "--matches", "4", "--from", "Nearly", "--lang", lang)[1]
        assert heading in output and "100.0" not in output and "100,0" not in output


@pytest.mark.parametrize(("line", "count"), [("player must act in moving", 9), ("for each one in players: one must act in moving", 81)])
def test_perft_says_where_several_sides_decide_in_a_turn(line: str, count: int, tmp_path: Path) -> None:
    path = tmp_path / "piles.rules"
    path.write_text(PILES.replace("{middle}", "1").replace("player must act in moving", line), encoding="utf-8")
    output = CliRunner().invoke(cli, ["perft", str(path), "--depth", "1"]).output.replace("\u00a0", " ")
    told = "In each turn of this game 2 sides decide" in output
    assert (f"depth 1: {count}\n" in output, told) == (True, count > 9), output
