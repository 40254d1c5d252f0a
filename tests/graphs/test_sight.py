"""What lies between two cells, floors over each other, boards that change, and what cannot be a board."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitre import graphs
from arbitre.graphs import BoardError, Legend, Link, MapError, WayError
from arbitre.graphs.basics import check_links

LEGEND = {"#": Legend("wall", False), ".": Legend("floor")}


def touches(ax: int, ay: int, bx: int, by: int, x: int, y: int) -> bool:
    """Does the segment touch the square of side 1 round (x, y)?  By the separating axes of a segment and a square, in halves."""
    if not (
        2 * min(ax, bx) <= 2 * x + 1 and 2 * max(ax, bx) >= 2 * x - 1 and 2 * min(ay, by) <= 2 * y + 1 and 2 * max(ay, by) >= 2 * y - 1
    ):
        return False
    sides = [(bx - ax) * (2 * (y - ay) + v) - (by - ay) * (2 * (x - ax) + u) for u in (-1, 1) for v in (-1, 1)]
    return min(sides) <= 0 <= max(sides)


@settings(max_examples=60, deadline=None)
@given(rows=st.lists(st.text("#..", min_size=5, max_size=5), min_size=4, max_size=4).filter(lambda rows: any("." in row for row in rows)))
def test_a_view_is_clear_if_every_square_that_the_segment_touches_is_a_cell(rows: list[str]) -> None:
    board = graphs.floors([(0, "\n".join(rows))], LEGEND)
    walls = [(x, y) for y, row in enumerate(rows, 1) for x, sign in enumerate(row, 1) if sign == "#"]
    for a in range(board.size):
        for b in range(board.size):
            (ax, ay, _), (bx, by, _) = board.coordinates[a], board.coordinates[b]
            assert board.clear(a, b) == (not any(touches(ax, ay, bx, by, *wall) for wall in walls)), (a, b)


def test_views_end_at_floors_and_at_nothing() -> None:
    board = graphs.floors([(0, ".."), (1, "..")], LEGEND)
    assert board.clear(0, 1) and not board.clear(0, 2) and not board.clear(-1, 0) and not board.clear(0, -1)
    assert not board.unbroken(0, 3) and board.line(-1, 0) == () and not board.unbroken(0, -1)
    ring = graphs.grid(6, 1, "buoy")
    assert ring.clear(0, 5) and ring.line(0, 4) == (5,)  # the short way round
    hexes = graphs.hexagon(2)
    assert hexes.clear(0, hexes.size - 1) == hexes.unbroken(0, hexes.size - 1) is True


def test_the_first_on_a_ray() -> None:
    board = graphs.grid(5, 1)
    assert board.ray(0, 1) == (1, 2, 3, 4) and board.ray(-1, 1) == ()
    assert board.first_on_ray(0, 1, graphs.mask_of((3, 4))) == 3 and board.first_on_ray(0, 3, graphs.mask_of((3,))) == graphs.NONE
    ring = graphs.grid(4, 1, "buoy")
    assert ring.ray(1, 1) == (2, 3, 0)  # once round


def test_cells_over_each_other() -> None:
    """The next floor that has a cell there, be there one without in between."""
    board = graphs.floors([(0, ".."), (1, ".#"), (2, "..")], LEGEND)
    assert [board.stacked(cell, 1) for cell in range(board.size)] == [2, 4, 3, -1, -1]
    assert [board.stacked(cell, -1) for cell in range(board.size)] == [-1, -1, 0, 2, 1]


def test_how_people_call_a_cell() -> None:
    one, two = graphs.floors([(3, "..")], LEGEND), graphs.floors([(0, "."), (1, ".")], LEGEND)
    assert (one.spot(1), one.label(1), one.label(-1)) == ("(2, 1)", "(2, 1, 3)", "none")
    assert (two.spot(1), graphs.grid(2, 1).spot(1)) == ("(1, 1, 1)", "(2, 1)")


def test_a_board_as_it_is_joined_now() -> None:
    """Steps that a mask shuts and links that are shut are gone; the board itself stays as it was."""
    board = graphs.grid(3, 1, links=[Link("door", 0, 2), Link("door", 2, 0)])
    shut = board.as_joined([0b010, 0b001, 0b010], [True, False])
    assert [shut.neighbours(cell) for cell in range(3)] == [(1,), (0,), (1,)]
    assert shut.links == (Link("door", 0, 2),) and len(board.links) == 2 and board.neighbours(1) == (2, 0)
    assert board.as_joined(None, None).steps == board.steps
    assert board.with_names(["a", "", "c"]).names == ("a", "", "c")


def test_a_board_does_not_change() -> None:
    board = graphs.grid(2, 2)
    with pytest.raises(AttributeError, match="does not change: size"):
        board.size = 3
    with pytest.raises(AttributeError, match="does not change: steps"):
        del board.steps
    assert copy.copy(board) is board and copy.deepcopy(board) is board
    assert repr(board) == "<Board grid 2 x 2: 4 cells, 0 links>"


@pytest.mark.parametrize(
    ("maps", "legend", "said"),
    [
        ([], LEGEND, "the map has no floor"),
        ([(0, ".")], {"..": Legend("x")}, "one character"),
        ([(0, "."), (0, ".")], LEGEND, "drawn twice"),
        ([(0, "#")], LEGEND, "no cell"),
        ([(0, "\n ")], LEGEND, "empty"),
        ([(0, "..\n.")], LEGEND, "has 1 characters, the first has 2"),
        ([(0, ".x")], LEGEND, "‘x’ on floor 0 has no mark"),
    ],
)
def test_maps_that_cannot_be_read(maps: list[tuple[int, str]], legend: dict[str, Legend], said: str) -> None:
    with pytest.raises(MapError, match=said):
        graphs.floors(maps, legend)


def test_faults_tell_where_and_survive_a_process() -> None:
    with pytest.raises(MapError) as caught:
        graphs.floors([(4, "\n..\n.x")], LEGEND)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.message, again.floor, again.line, again.column) == (str(caught.value), 4, 3, 2)
    dear = pickle.loads(pickle.dumps(WayError("too dear", 7)))
    assert (str(dear), dear.price) == ("too dear", 7)


@pytest.mark.parametrize(
    ("link", "said"),
    [
        (Link("step", 0, 1), "cannot be the kind"),
        (Link("", 0, 1), "cannot be the kind"),
        (Link("door", 0, 2), "leaves the board"),
        (Link("door", -1, 0), "leaves the board"),
        (Link("door", 0, 1, -1), "a cost below 0"),
    ],
)
def test_links_that_cannot_be(link: Link, said: str) -> None:
    with pytest.raises(BoardError, match=said):
        check_links((link,), 2)
    check_links((Link("door", 0, 1, 0),), 2)


@pytest.mark.parametrize(("width", "height"), [(0, 3), (3, 0), (101, 100)])
def test_sizes_that_cannot_be(width: int, height: int) -> None:
    for make in (graphs.grid, graphs.hex_rectangle, graphs.hex_rhombus):
        with pytest.raises(BoardError):
            make(width, height)


def test_boards_that_cannot_be() -> None:
    for make in (lambda: graphs.grid(2, 2, "sphere"), lambda: graphs.hexagon(-1), lambda: graphs.hexagon(58)):
        with pytest.raises(BoardError):
            make()
    assert graphs.hexagon(57).size == 9919 and graphs.grid(100, 100).size == graphs.MAX_CELLS
