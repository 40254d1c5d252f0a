"""``look`` and ``? cell`` where nothing stands on a board but what its cells hold."""

from __future__ import annotations

from pathlib import Path

from board_games import NAMED, STONES, after, play

BLACK = ("--side", "black=human", "--seed", "1")

PITS = """\
game pits:
    play turn by each player in turn up to 3 times
kind player, seats: black, white
map rows:
    floor 0 \"\"\"
        soos
        \"\"\"
    mark "o" house
    mark "s" store
kind ground: house, store
kind pit, floors(rows)
    ground: ground
    seeds: 0 to 9 = {usual}
{table}
agenda turn by player:
    moving:
        player chooses pit from pits
        pit.seeds becomes 0
"""
TABLE = """\
table of pit:
    name | at        | seeds | en
    left | (1, 1, 0) | 0     | "Left"
    one  | (2, 1, 0) | 3     | "One"
    two  | (3, 1, 0) | 3     | "Two"
    far  | (4, 1, 0) | 0     | "Far"
"""


def test_look_shows_the_board_where_there_is_nothing_else(tmp_path: Path) -> None:
    shown = after(play(tmp_path, STONES, *BLACK, stdin="3,3\nlook\nquit\n"), "look")
    assert "│ ● │" in shown and "│ ○ │" in shown and "\n  ● Black   ○ White" in shown


def test_look_shows_the_counts_of_every_side(tmp_path: Path) -> None:
    shown = after(play(tmp_path, NAMED, *BLACK, stdin="b11\nlook\nquit\n"), "look")
    assert "Black: In hand: 8\nWhite: In hand: 8\n" in shown and "│ ● │" in shown


def test_a_cell_that_has_none_left_shows_so_where_cells_begin_with_a_number(tmp_path: Path) -> None:
    text = play(tmp_path, PITS.format(usual=0, table=TABLE), *BLACK, stdin="quit\n")
    assert "│ *0│ *3│ *3│ *0│" in text and "Store" not in text.partition("?")[0]
    assert "│ *2│ *2│" in play(tmp_path, PITS.format(usual=2, table=""), *BLACK, stdin="quit\n")
    bare = play(tmp_path, PITS.format(usual=0, table=""), *BLACK, stdin="quit\n")
    assert "0│" not in bare  # where cells hold nothing at first, nothing is what is usual


def test_what_tells_nothing_of_a_cell_is_left_out(tmp_path: Path) -> None:
    text = play(tmp_path, NAMED, *BLACK, stdin="b11\n? b11\n? a2\nquit\n")
    assert after(text, "? b11").strip().endswith("b11 (2, 11)\n  Man: Black")
    assert after(text, "? a2").strip() == "a2 (1, 2)"
    pits = play(tmp_path, PITS.format(usual=0, table=TABLE), *BLACK, stdin="? one\nquit\n")
    assert after(pits, "? one").strip().endswith("One (2, 1)\n  ground: house; seeds: 3")


WINDY = """\
kind weather: calm, gale
kind match
    wind: weather = calm
        title en "Wind"
    counted: 0 to 9
event turned:
    match.wind becomes gale
    match.counted becomes 3
agenda turn by player:
"""


def test_what_is_told_of_the_match_stands_beside_the_board(tmp_path: Path) -> None:
    windy = STONES.replace("agenda turn by player:\n", WINDY)
    shown = play(tmp_path, windy, *BLACK, stdin="3,3\nlook\nboard\nquit\n")
    assert [after(shown, word).count("Wind: calm") for word in ("look", "board")] == [1, 1], shown
    assert "counted" not in shown.lower()
