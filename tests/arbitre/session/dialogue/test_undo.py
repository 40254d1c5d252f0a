"""What is taken back: the lines that answered something, each once, in the words in which they were typed."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from arbitre.cli.main import cli

TWISTS = """\
game twists:
    title en "Twists" fr "Tours"
    play turn by each player in turn
    events seen by everyone
kind player, seats: red, blue
    title en "Player" fr "Joueur"
kind spin: left, right
    title en "Way" fr "Sens"
kind hole, grid(3, 3, closed)
    title en "Hole" fr "Trou"
    marble: player or none
        title en "Marble" fr "Bille" feminine
agenda turn by player:
    placing:
        player must act in placing
action put by player at hole:
    title en "Put" fr "Poser"
    during placing
    when hole.marble is none
    hole.marble becomes player
    player chooses spin from spins
    player chooses again from spins
"""
BIDS = """\
game bids:
    title en "Bids" fr "Enchères"
    play turn
kind player, seats: ann, ben
    title en "Player" fr "Joueur"
    bid: 0 to 9
        title en "Bid" fr "Mise"
agenda turn:
    bidding:
        for each player in players together:
            player chooses player.bid from 1 to 9 in secret
"""


def played(tmp_path: Path, rules: str, *lines: str, sides: str = "everyone=human", lang: str = "en") -> str:
    file = tmp_path / "game.rules"
    file.write_text(rules, encoding="utf-8")
    result = CliRunner().invoke(cli, ["play", str(file), "--side", sides, "--lang", lang], input="\n".join(lines) + "\n")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output.replace("\xa0", " ")


def test_each_line_is_taken_back_by_itself_once_the_action_is_over(tmp_path: Path) -> None:
    text = played(tmp_path, TWISTS, "2,2", "left", "right", "undo list", "undo", "left", "undo 3", "undo list")
    assert re.search(r"1  ‘right’ \(red\)\n +2  ‘left’ \(red\)\n +3  ‘2,2’ \(red\)\n", text)
    assert "Taken back: ‘right’ (red).\n" in text
    assert "Taken back: ‘left’ (red), ‘left’ (red), ‘2,2’ (red).\n" in text and "There is nothing to take back." in text


def test_only_lines_that_answer_are_listed(tmp_path: Path) -> None:
    text = played(tmp_path, TWISTS, "look", "bob", "2,2", "left", "? left", "hint nothing", "undo list", lang="fr")
    assert re.search(r"> undo list\n +1  « left »\n +2  « 2,2 »\n", text)


def test_answers_in_secret_are_told_in_the_order_of_whoever_gave_them(tmp_path: Path) -> None:
    text = played(tmp_path, BIDS, "3", "2", "undo list", sides="ann=human")
    assert re.search(r"1  ‘2’\n +2  ‘3’\n", text)
    assert "Taken back: ‘2’.\n" in played(tmp_path, BIDS, "3", "2", "undo", sides="ann=human")


def test_what_others_answered_in_secret_is_not_told(tmp_path: Path) -> None:
    text = played(tmp_path, BIDS, "3", "", "4", "5", "", "undo list", "undo", lang="fr")
    assert re.search(r"1  ce qui a été répondu \(ben\)\n +2  « 3 »\n", text)
    assert "Repris : ce qui a été répondu (ben).\n" in text and "« 5 »" not in text
