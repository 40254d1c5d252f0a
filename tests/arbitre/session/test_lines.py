"""Several answers on one line, where each is only understood once the one before it has been given."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from arbitre.cli.main import cli

TWICE = """\
game twice:
    play turn by each player in turn up to 3 times
    events seen by everyone
kind player, seats: north, south
kind place (spot), grid(3, 3, closed)
    owner: player or none
agenda turn by player:
    placing:
        repeat 2 times: player must act in placing
action mark by player at spot:
    during placing
    when spot.owner is none
    spot.owner becomes player
"""


def play(*args: str, stdin: str) -> str:
    result = CliRunner().invoke(cli, ["play", *args], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output.replace("\u00a0", " ")


def test_the_last_answer_of_a_line_leaves_no_question_behind() -> None:
    text = play("breakthrough", "--side", "white=human", "--seed", "1", stdin="1 1\nquit\n")
    assert "Turn 3: White" in text and "White: Man 1, Step" not in text


def test_a_line_answers_both_parts_of_a_turn(tmp_path: Path) -> None:
    (tmp_path / "twice.rules").write_text(TWICE, encoding="utf-8")
    sides = ("--side", "north=human", "--side", "south=human")
    text = play(str(tmp_path / "twice.rules"), *sides, stdin="1,1 2,1\n3,1 1,2\nhint\nquit\n")
    assert "── turn 3" in text and "no question" not in text and "stopped" not in text


CARDS = """\
game hand:
    play turn by each player in turn up to 3 times
    events seen by everyone
kind player, seats: north, south
kind card
    holder: player or none
    played: flag
table of card:
    name    | en        | fr        | holder
    guard_4 | "Guard 4" | "Garde 4" | north
    maid_2  | "Maid 2"  | "Fille 2" | north
    maid_4  | "Maid 4"  | "Fille 4" | south
    guard_5 | "Guard 5" | "Garde 5" | south
    guard_7 | "Guard 7" | "Garde 7" | south
agenda turn by player:
    playing:
        player chooses card from cards where holder is player and not played
        card.played becomes true
"""


def test_cards_are_numbered_by_their_places_where_others_bear_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "hand.rules").write_text(CARDS, encoding="utf-8")
    text = play(str(tmp_path / "hand.rules"), "--side", "north=human", "--seed", "1", stdin="1\nquit\n")
    assert "  1  Guard 4\n  2  Maid 2" in text and "is not among the answers" not in text


def test_numbers_name_those_that_are_called_alike(tmp_path: Path) -> None:
    rules = CARDS.replace('"Maid 4"  | "Fille 4" | south', '"Guard 4" | "Fille 4" | south')
    (tmp_path / "hand.rules").write_text(rules, encoding="utf-8")
    text = play(str(tmp_path / "hand.rules"), "--side", "south=human", "--seed", "1", stdin="5\nquit\n")
    assert "  4  Guard 4\n  5  Guard 5\n  7  Guard 7" in text and "  4  Guard 4\n  7  Guard 7" not in text.split("> 5")[0]
