"""The board that comes with a question: all that the question is about, what its signs mean, and after every move of another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from board_games import NAMED, STONES, after, play

from arbitre import graphs
from arbitre.story.boards.areas import _stressed

BLACK = ("--side", "black=human", "--seed", "1")


def test_a_board_shows_all_that_may_be_answered(tmp_path: Path) -> None:
    """What changed lies in the first row; the men that may be taken lie elsewhere, at the foot of a long board too."""
    text = after(play(tmp_path, NAMED, *BLACK, stdin="b11\na9\nb9\nb1\nquit\n"), "b1")
    board, question, _ = text.partition("\nBlack: Which man do you take?")
    assert question and board.count("*○") == 3, text
    assert "11 │" in board and "│ a4│" in board and "*a4" not in board


def test_free_cells_are_called_by_their_names_in_every_question(tmp_path: Path) -> None:
    first = play(tmp_path, NAMED, *BLACK, stdin="quit\n")
    assert "│*a1│*b1│" in first and "│*a9│*b9│" in first


def test_signs_are_explained_as_they_are_seen_and_once(tmp_path: Path) -> None:
    text = play(tmp_path, STONES, *BLACK, stdin="3,3\nboard\nquit\n")
    first, _, rest = text.partition("> 3,3")
    turn, _, again = rest.partition("> board")
    assert "\n  * can be chosen\n" in first and "*7" not in text
    assert "\n  ● Black   ○ White\n" in turn and "can be chosen" not in turn
    assert "\n  ● Black   ○ White   * can be chosen\n" in again
    assert "\n  * au choix\n" in play(tmp_path, STONES, *BLACK, "--lang", "fr", stdin="quit\n")


def test_signs_of_pieces_and_of_bare_cells_are_told_apart_by_colours() -> None:
    pieces = {0: [graphs.Token("A1", stress="offered")], 1: [graphs.Token("A2", stress="active")]}
    bare, coloured = ({key: said.plain for key, said in _stressed(graphs.Look(pieces, colours=colours), range(3), "en")}
                      for colours in (False, True))  # fmt: skip
    assert list(bare.values()) == ["‘>’ acts", "* can be chosen"] and list(coloured.values()) == ["acts", "can be chosen"]
    noted = _stressed(graphs.Look({}, {2: "*"}), range(3), "en")
    assert [said.plain for _, said in noted] == ["* can be chosen"]


def test_the_answer_that_enter_takes_is_marked_otherwise_than_cells(tmp_path: Path) -> None:
    text = play(tmp_path, NAMED, *BLACK, stdin="\n?\nb11\na9\nb9\nb1\nquit\n")
    assert "Enter alone is no answer here. Black: " in text and "marked ‘← Enter’" in text
    assert "← Enter\n" not in text and "star" not in text
    french = play(tmp_path, NAMED, *BLACK, "--lang", "fr", stdin="\naide\nb11\na9\nb9\nb1\nquitter\n")
    assert "Entrée seule n’est pas une réponse ici. Noir : " in french and "← Entrée\n" not in french and "étoile" not in french


def test_the_board_comes_again_after_each_move_of_another(tmp_path: Path) -> None:
    text = play(tmp_path, STONES, *BLACK, stdin="3,3\n2,2\nquit\n")
    for said in ("3,3", "2,2"):
        board = after(text, said)
        assert "White." in board and "┌───┬" in board.partition("White.")[2], text


SILENT = """\
game t:
    title en "T" fr "T"
    play turn up to 1 times
kind player, seats: red, blue
    title en "Player" fr "Joueur"
    n: 0 to 9
        title en "N" fr "N"
kind card: one, two, three
    title en "Card" fr "Carte"
agenda turn:
    going:
        {choice}
        says en "Done with {{red.n}}." fr "Fini, {{red.n}}."
"""


@pytest.mark.parametrize(("choice", "marked"), [
    ("red chooses card from cards", ""),
    ("red chooses red.n from 0 to 3", ""),
    ("red chooses card from cards or none", "nothing ← Enter"),
    ("red chooses red.n from 0 to 3 otherwise 1", "1   ← Enter"),
    ("red may rest: red gains 1 n", "no ← Enter"),
    ("red chooses pace:\n            slow: red gains 1 n\n            swift: red gains 2 n", ""),
])  # fmt: skip
def test_enter_answers_only_where_silence_means_something(tmp_path: Path, choice: str, marked: str) -> None:
    text = play(tmp_path, SILENT.format(choice=choice), "--side", "red=human", stdin="\nquit\n")
    assert ("Enter alone is no answer here" in text) == (not marked), text
    assert marked.casefold() in text.casefold() and ("← Enter" in text) == bool(marked), text
    _, _, again = text.partition("Enter alone is no answer here")
    assert marked or re.search(r"\n +(1  \S|0\n)", again), text  # what can be answered is said again
