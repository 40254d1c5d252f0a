"""The board that comes with a question: all that the question is about, what its signs mean, and after every move of another."""

from __future__ import annotations

from pathlib import Path

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
    assert list(bare.values()) == ["> acts", "* can be chosen"] and list(coloured.values()) == ["acts", "can be chosen"]
    noted = _stressed(graphs.Look({}, {2: "*"}), range(3), "en")
    assert [said.plain for _, said in noted] == ["* can be chosen"]


def test_the_answer_that_enter_takes_is_marked_otherwise_than_cells(tmp_path: Path) -> None:
    text = play(tmp_path, NAMED, *BLACK, stdin="\n?\nb11\na9\nb9\nb1\nquit\n")
    assert "Enter alone is no answer here. Black: " in text and "marked ‘← Enter’" in text
    assert text.count("← Enter\n") == 1 and "star" not in text
    french = play(tmp_path, NAMED, *BLACK, "--lang", "fr", stdin="\naide\nb11\na9\nb9\nb1\nquitter\n")
    assert "Entrée seule n’est pas une réponse ici. Noir : " in french and french.count("← Entrée\n") == 1 and "étoile" not in french


def test_the_board_comes_again_after_each_move_of_another(tmp_path: Path) -> None:
    text = play(tmp_path, STONES, *BLACK, stdin="3,3\n2,2\nquit\n")
    for said in ("3,3", "2,2"):
        board = after(text, said)
        assert "White." in board and "┌───┬" in board.partition("White.")[2], text
