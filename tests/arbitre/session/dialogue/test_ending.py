"""What is told when a match is over, and what a report says of a question that waits."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.story.story import Story

GAME = """\
game marks:
    title en "Marks" fr "Marques"
    play turn by each player in turn
kind player, seats: red, blue
    title en "Player" fr "Joueur"
    points: 0 to 9, reported
        title en "Points" plural fr "Points" plural
kind spot, grid(3, 1, closed)
    title en "Spot" fr "Case" feminine
agenda turn by player:
    going:
        player chooses spot from spots:
            asks en "Which spot?" fr "Quelle case ?"
        player gains 2 points
        if player.points is 4 or more: player wins
"""


def test_the_counts_of_the_sides_stand_above_who_has_won(tmp_path: Path) -> None:
    (tmp_path / "marks.rules").write_text(GAME, encoding="utf-8")
    text = CliRunner().invoke(cli, ["play", str(tmp_path / "marks.rules"), "--side", "everyone=random"]).output
    assert text.rstrip().endswith("red: Points: 4\nblue: Points: 2\n\nred wins.")


def test_a_question_is_told_in_the_words_of_the_rulebook(tmp_path: Path) -> None:
    (tmp_path / "marks.rules").write_text(GAME, encoding="utf-8")
    match = Match(machine_of(compile_rules(load(tmp_path / "marks.rules")).program), 1)
    told = [Story(match, lang).question(match.requests[0]).replace("\xa0", " ") for lang in ("en", "fr")]
    assert told == ["red: Which spot?", "red : Quelle case ?"]
