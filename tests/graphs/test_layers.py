"""A board in parts is the board that the whole picture shows."""

from __future__ import annotations

from arbitre import graphs
from arbitre.graphs import CellStyle, Style, Token
from arbitre.graphs.draw.svg.layers import layers, placed


def test_the_parts_of_a_board_are_those_of_its_picture() -> None:
    board = graphs.grid(4, 3)
    whole = graphs.svg(board, {5: [Token("A1", 0)]}).split("\n")
    parts = layers(board)
    assert set(parts.svg.split("\n")) <= {*whole, "<defs>", "</defs>"}
    (part,) = placed(board, {5: [Token("A1", 0)]})[5]
    assert part[0] == 0 and set(part[1]) <= set(whole)


def test_every_cell_has_its_middle_and_its_corners() -> None:
    for board, count in ((graphs.grid(4, 3), 4), (graphs.hexagon(2), 6)):
        found = layers(board)
        assert len(found.middles) == len(found.cells) == board.size
        assert {len(spots) for spots in found.cells} == {count}


def test_tokens_of_a_cell_are_drawn_apart() -> None:
    board = graphs.grid(2, 2)
    tokens = [Token("A", 0), Token("B", 1), Token("o", -2, carried=True)]
    assert sorted(number for number, _ in placed(board, {0: tokens})[0]) == [0, 1, 2]
    many = placed(board, {0: [Token(letter, 0) for letter in "ABCDE"]})[0]
    assert [number for number, _ in many] == [0, 1, 2, -1]


def test_a_triangle_has_three_corners_and_a_hidden_cell_those_of_the_board() -> None:
    board = graphs.grid(2, 1)
    found = layers(board, style=Style(cells={0: CellStyle(shape="triangle"), 1: CellStyle(shape="none")}))
    assert [len(spots) for spots in found.cells] == [3, 4]
