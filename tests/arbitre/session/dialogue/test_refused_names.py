"""A name or a number that is no answer is refused; it is taken for no other answer, and nothing that is typed is lost in silence."""

from __future__ import annotations

from pathlib import Path

import pytest
from board_games import CELLS, NAMED, STONES, after, play

BLACK = ("--side", "black=human", "--seed", "1")
TAKEN = " Black."  # the stone that an event says lies there now


def taken_cells(text: str) -> list[str]:
    """The cells that black has taken, by the events that tell of it."""
    return [line.split()[1].rstrip(":") for line in text.splitlines() if line.endswith(TAKEN) and ": " in line]


def test_the_name_of_a_taken_cell_is_no_number_and_no_beginning(tmp_path: Path) -> None:
    text = play(tmp_path, NAMED, *BLACK, stdin="b5\nb5\nb 5\na3\nquit\n")
    assert "‘b 5’ is not among the answers" in after(text, "b 5")
    assert text.count("is not among the answers") == 2 and taken_cells(text) == ["b5", "a3"]


def test_a_name_with_another_number_behind_it_does_not_begin_so(tmp_path: Path) -> None:
    assert "a10" in CELLS and "a11" in CELLS
    text = play(tmp_path, NAMED, *BLACK, stdin="a11\na10\nb10\nb1\nquit\n")
    assert taken_cells(text) == ["a11", "a10", "b10", "b1"]
    text = play(tmp_path, NAMED, *BLACK, stdin="b1\n2\nb1\nb 1\nquit\n")
    assert text.count("is not among the answers") == 2


@pytest.mark.parametrize("said", ["3 3", "10 3", "5 55", "8 1"])
def test_two_numbers_that_name_no_cell_do_nothing(said: str, tmp_path: Path) -> None:
    text = play(tmp_path, STONES, *BLACK, stdin=f"3,3\n{said}\nquit\n")
    assert f"‘{said}’ is not among the answers; ‘?’ for help." in after(text, said)
    assert len(taken_cells(text)) == 1


def test_a_number_that_would_be_left_over_is_told_before_anything_is_done(tmp_path: Path) -> None:
    text = play(tmp_path, STONES, *BLACK, stdin="5 5 1\n5 5\nquit\n")
    assert "Nothing was done: ‘1’ would be left over." in after(text, "5 5 1")
    assert len(taken_cells(text)) == 1
    french = play(tmp_path, STONES, *BLACK, "--lang", "fr", stdin="5 5 1\nquitter\n")
    assert "Rien n’a été fait : « 1 » serait de trop." in french


def test_what_would_wait_until_somebody_else_has_moved_is_refused(tmp_path: Path) -> None:
    text = play(tmp_path, STONES, *BLACK, stdin="5,5 1,1\nquit\n")
    assert not taken_cells(text) and "Nothing was done: ‘1,1’ would be left over." in text
    french = play(tmp_path, STONES, *BLACK, "--lang", "fr", stdin="5,5 1,1\nquitter\n")
    assert "Rien n’a été fait : « 1,1 » serait de trop." in french


SHARING = """\
game keepers:
    title en "Keepers" fr "Gardiens"
    play watch by each keeper in turn up to 5 times
    events seen by everyone
kind keeper, seats: anna, yann, soizic
    oil: 0 to 9 = 3
    ally: keeper or none
    witness: keeper or none
table of keeper:
    name   | en
    anna   | "Anna"
    yann   | "Yann"
    soizic | "Soizic"
agenda watch by keeper:
    working:
        keeper acts in working
    ending:
        keeper chooses ally from keepers
        keeper.ally becomes ally
        keeper chooses witness from keepers
        keeper.witness becomes witness
action hand_over by keeper for (amount: 1 to 3) to (friend: keeper):
    title en "Hand over oil"
    during working
    when friend is soizic and keeper.oil is amount or more
    keeper loses amount oil
    friend gains amount oil
"""


@pytest.mark.parametrize("said", ["hand over 2 measures to yann", "hand over 2 to yann", "hand over yann", "hand over 7 to soizic"])
def test_a_name_that_is_no_answer_keeps_the_only_other_one_from_being_taken(said: str, tmp_path: Path) -> None:
    """Also at the last question of a side, where nobody is asked what can be but one thing."""
    text = play(tmp_path, SHARING, "--side", "anna=human", "--seed", "1", stdin=f"{said}\nquit\n")
    assert "→ 5" not in text and "oil 3 →" not in text and ": ally " not in text, text
    assert "Nothing was done" in text or "Stopped at ‘yann’" in text, text


def test_the_only_answer_may_still_go_without_saying(tmp_path: Path) -> None:
    for said in ("hand over 2", "hand over 2 to soizic", "hand over 2 soizic"):
        assert "3 → 5" in play(tmp_path, SHARING, "--side", "anna=human", "--seed", "1", stdin=f"{said}\nquit\n"), said


def test_an_order_is_understood_as_scenarios_write_it(tmp_path: Path) -> None:
    for said in ("place at (5, 5)", "black orders place at (5, 5)", "Place a stone 5 5", "poser une pierre 5,5"):
        assert taken_cells(play(tmp_path, STONES, *BLACK, stdin=f"{said}\nquit\n")) == ["(5,"], said


def test_only_words_of_the_players_language_are_suggested(tmp_path: Path) -> None:
    english = play(tmp_path, STONES, *BLACK, stdin="place at nowhere\nplaque\nbord\nquit\n")
    assert "plateau" not in english and "plan" not in english and "Did you mean ‘board’?" in after(english, "bord")
    french = play(tmp_path, STONES, *BLACK, "--lang", "fr", stdin="platau\nbord\nquitter\n")
    assert "Vouliez-vous dire « plateau »" in french and "board" not in french


MEN = """\
game walkers:
    title en "Men" fr "Pions"
    play turn up to 5 times
    events seen by everyone
kind player, seats: black, white
map rows:
    floor 0 \"\"\"
        ooo
        \"\"\"
    mark "o" wood
kind ground: wood
kind spot, floors(rows)
    ground: ground
table of spot:
    name | at        | en
    b1   | (1, 1, 0) | "b1"
    b2   | (2, 1, 0) | "b2"
    b3   | (3, 1, 0) | "b3"
kind man, many men
    spot: spot or none
table of man:
    name   | en            | spot
    bold_1 | "Bold man 1"  | b2
    bold_2 | "Bold man 2"  | b1
    bold_3 | "Bold man 3"  | none
agenda turn:
    going:
        black chooses man from men
        man.spot becomes none
"""


def test_a_letter_and_a_number_are_a_cell_where_a_cell_is_called_so(tmp_path: Path) -> None:
    """Else they are the piece of that number, as a board without names shows it."""
    text = play(tmp_path, MEN, *BLACK, stdin="b2\nb3\nm 3\nquit\n")
    assert "Bold man 1: spot b2 → –" in after(text, "b2") and "‘b3’ is not among the answers" in after(text, "b3"), text
    nameless = MEN.partition("table of spot:")[0] + MEN[MEN.index("kind man") :].replace("| b2", "| (2, 1, 0)").replace(
        "| b1", "| (1, 1, 0)"
    )
    text = play(tmp_path, nameless, *BLACK, stdin="b2\nquit\n")
    assert "Bold man 2: spot (1, 1) → –" in after(text, "b2"), text


def test_a_command_is_suggested_for_what_is_nearly_it_alone(tmp_path: Path) -> None:
    text = play(tmp_path, STONES, *BLACK, "--lang", "fr", stdin="arrêter\n90 pique\naborder 3,3 et 4,4\nquiter\nquitter\n")
    assert "« arrêter » n’est pas une des réponses ; « ? »" in text and "« explique »" not in text and "regarder » ?" not in text, text
    assert "Vouliez-vous dire « quitter »" in text


def test_a_number_that_names_nothing_is_told_to_be_none(tmp_path: Path) -> None:
    assert "Nothing that is asked about here has the number 77." in play(tmp_path, STONES, *BLACK, stdin="? 77\nquit\n")


AMOUNTS = """game bids:
    title en "Bids" fr "Mises"
    play day up to 3 times

kind player, seats: ann, ben
    title en "Player" fr "Joueur"
    bid: -3 to 3
        title en "Bid" fr "Mise" feminine
table of player:
    name | en    | fr
    ann  | "Ann" | "Anne"
    ben  | "Ben" | "Ben"

agenda day:
    title en "Day" fr "Jour"
    bidding: ann chooses ann.bid from {low} to 3
"""


@pytest.mark.parametrize(("low", "said", "told"), [(0, "-3", "is not among the answers"), (0, "bid: -3", "is not among the answers"),
                                                   (-3, "-3", "Ann: Bid 0 → -3."), (-3, "3", "Ann: Bid 0 → 3.")])  # fmt: skip
def test_a_number_below_zero_is_not_the_one_above(low: int, said: str, told: str, tmp_path: Path) -> None:
    text = play(tmp_path, AMOUNTS.format(low=low), "--side", "ann=human", "--seed", "1", stdin=f"{said}\nquit\n")
    assert told in after(text, said), text
