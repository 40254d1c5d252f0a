"""An order in another form of its verb; an action that is half chosen, and how one gets out of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli

GAME = """\
game runs:
    title en "Runs" fr "Courses"
    play turn by each player in turn
    events seen by everyone
kind player, seats: red, blue
    title en "Player" fr "Joueur"
kind spot, grid(4, 3, closed)
    title en "Spot" fr "Case" feminine
    man: player or none
        title en "Man" fr "Pion"
    wall: flag
        title en "Wall" fr "Mur"
event setup:
    spot(3, 3).man becomes red
    spot(1, 2).man becomes red
    spot(4, 1).man becomes blue
agenda turn by player:
    going:
        player must act in going
action run by player from spot to (goal: spot):
    title en "Run" fr "Déplacer"
    during going
    when spot.man is player
    when goal is beside spot
    spot.man becomes none
    goal.man becomes player
spot is beside (origin: spot) when spot in origin.neighbours and spot.man is none and not spot.wall
    title en "Free and beside it" fr "Libre à côté"
"""
WALLS = """\
action build by player at spot:
    title en "Put a wall" fr "Poser un mur"
    during going
    when spot.man is none
    spot.wall becomes true
"""


def played(tmp_path: Path, rules: str, *lines: str, lang: str = "en") -> str:
    file = tmp_path / "game.rules"
    file.write_text(rules, encoding="utf-8")
    result = CliRunner().invoke(cli, ["play", str(file), "--side", "everyone=human", "--lang", lang], input="\n".join(lines) + "\n")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output.replace("\xa0", " ")


@pytest.mark.parametrize("line", ("déplace 1,2 vers 1,1", "déplacez de 1,2 à 1,1", "Déplacer 1,2 1,1"))
def test_the_one_action_of_a_step_in_any_form_of_its_verb(tmp_path: Path, line: str) -> None:
    assert "blue : (4, 1), Déplacer – vers où ?" in played(tmp_path, GAME, line, lang="fr")


@pytest.mark.parametrize("line", ("pose un mur en 2,2", "pose mur 2,2", "posez un mur 2,2"))
def test_a_title_of_several_words_in_any_form_of_its_verb(tmp_path: Path, line: str) -> None:
    assert "blue : Que faites-vous ?" in played(tmp_path, GAME + WALLS, line, lang="fr")


def test_another_order_takes_the_place_of_one_that_is_half_chosen(tmp_path: Path) -> None:
    text = played(tmp_path, GAME + WALLS, "run 1,2", "put a wall 2,2", "undo list")
    assert "Taken back: ‘Run (1, 2)’." in text and "1  ‘put a wall 2,2’ (red)\n> " in text
    assert "red: (3, 3), Run – where to?" in played(tmp_path, GAME, "1,2", "3,3")


def test_what_cannot_be_done_says_why_and_how_to_get_out(tmp_path: Path) -> None:
    text = played(tmp_path, GAME, "run 1,2 to 3,1")
    assert "Nothing was done: ‘to 3,1’ would be left over." in text
    assert "‘undo’ leads back" not in text  # nothing is chosen
    assert "not offered, since\n  (3, 1) is not free and beside (1, 2)\n" in text
    text = played(tmp_path, GAME, "run 1,2", "to 3,1", "")
    assert "Run (red, (1, 2), (3, 1)): not offered, since\n  (3, 1) is not free and beside (1, 2)\n" in text
    assert text.count("‘undo’ leads back to before ‘Run (1, 2)’.") == 2  # Enter alone is no answer either


def test_cells_that_there_are_none_of(tmp_path: Path) -> None:
    assert "The board has no (9, 6)." in played(tmp_path, GAME, "why not 9,6")
    assert "« bob » n’est rien qu’on puisse choisir ici." in played(tmp_path, GAME, "pourquoi pas bob", lang="fr")


def test_once_a_piece_is_chosen_the_board_shows_where_it_may_go(tmp_path: Path) -> None:
    text = played(tmp_path, GAME, "1,2")
    assert "1 │ * │" in text.split("> 1,2\n")[1]


def test_a_part_of_a_board_says_that_it_is_one(tmp_path: Path) -> None:
    text = played(tmp_path, GAME.replace("grid(4, 3", "grid(4, 9"), "1,2")
    after = text.split("> 1,2\n")[1].split("red: ")[0]
    assert after.count("│ * │") and "\n6 │" not in after and after.rstrip().endswith("⋮")


OWNED = """\
kind pawn: one, two
    title en "Pawn" fr "Pion"
    owner: player
        title en "Owner" fr "Propriétaire"
    place: spot or none
event setup:
    one.place becomes spot(2, 2)
    two.place becomes spot(2, 3)
    two.owner becomes blue
"""


def test_the_first_side_is_told_as_any_other(tmp_path: Path) -> None:
    start = GAME.index("event setup:"), GAME.index("agenda turn")
    rules = GAME[: start[0]] + GAME[start[1] :] + OWNED + "    spot(1, 2).man becomes red\n    spot(4, 1).man becomes blue\n"
    text = played(tmp_path, rules, "look").split("> look\n")[1]
    assert text.count("Owner red") == 1 and text.count("Owner blue") == 1
