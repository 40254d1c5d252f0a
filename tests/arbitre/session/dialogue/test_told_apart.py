"""Things called by a number alone, which stand on no board, are asked for with the fields in which they differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.interpreter.match.match import Match
from arbitre.opening.books import ready
from arbitre.session.dialogue.questions import Question
from arbitre.story.story import Story

RULES = """game pawns:
    languages en, fr
    title en "Pawns" fr "Pions"
    play turn by each player in turn up to 9 times
kind player, seats: red, blue
    title en "Player" fr "Joueur"
kind pawn, up to 6
    title en "Pawn" fr "Pion"
    owner: player
        title en "Owner" fr "À qui"
    file: 1 to 8
        title en "File" fr "Colonne"
    rank: 1 to 8
        title en "Rank" fr "Rangée"
event setup:
    create pawn with owner red, file 1, rank 2
    create pawn with owner blue, file 3, rank 7
    create pawn with owner red, file 4, rank 2
action go by player with pawn:
    title en "Go" fr "Aller"
    during going
    when pawn.owner is player
    pawn.rank becomes pawn.rank + 1
    pawn.file becomes pawn.file
agenda turn by player:
    title en "Turn" fr "Tour"
    going:
        title en "Going" fr "Aller"
        player must act in going
"""


@pytest.mark.parametrize(
    ("lang", "said"), [("en", ["Pawn 1  File 1", "Pawn 3  File 4"]), ("fr", ["Pion 1  Colonne 1", "Pion 3  Colonne 4"])]
)
def test_the_fields_that_differ_are_said_of_each(tmp_path: Path, lang: str, said: list[str]) -> None:
    path = tmp_path / "pawns.rules"
    path.write_text(RULES, encoding="utf-8")
    match = Match(ready(str(path), {}, ())[2], 3)
    lines = [str(line) for line in Question(match, match.requests[0], Story(match, lang)).lines(80)]
    assert [line.strip().split(None, 1)[1].strip() for line in lines] == said


BOARD = """game wide:
    languages en, fr
    title en "Wide" fr "Large"
    play turn by each player in turn up to 9 times
kind player, seats: red, blue
    title en "Player" fr "Joueur"
kind square, grid(8, 6, closed)
    title en "Square" fr "Case"
    stone: player or none
        title en "Stone" fr "Pierre"
action put by player on square:
    title en "Put" fr "Poser"
    during putting
    when square.stone is none
    square.stone becomes player
agenda turn by player:
    title en "Turn" fr "Tour"
    putting:
        title en "Putting" fr "Poser"
        player must act in putting
"""


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "48 cells, those with a * on the board"), ("fr", "48 cases, celles qui ont une * sur le plateau")]
)
def test_so_many_cells_are_not_listed(tmp_path: Path, lang: str, said: str) -> None:
    """The board marks them; a few are listed, with their numbers."""
    path = tmp_path / "wide.rules"
    path.write_text(BOARD, encoding="utf-8")
    few = tmp_path / "few.rules"
    few.write_text(BOARD.replace("game wide", "game few").replace("grid(8, 6", "grid(3, 3"), encoding="utf-8")
    match, other = (Match(ready(str(one), {}, ())[2], 3) for one in (path, few))
    (line,) = Question(match, match.requests[0], Story(match, lang)).lines(80)
    assert said in str(line) and "(1, 4)" in str(line)
    assert len(Question(other, other.requests[0], Story(other, lang)).lines(80)) > 1
