"""Text maps: what they become and how they fail."""

import pytest

from arbitre import graphs
from arbitre.graphs import Legend, MapError

LEGEND = {"#": Legend("wall", False), ".": Legend("floor"), "~": Legend("water")}


def test_places_count_holes_and_lines_around_are_ignored() -> None:
    board = graphs.floors([(3, "\n#.~\n...  \n\n")], LEGEND)
    assert board.coordinates == ((2, 1, 3), (3, 1, 3), (1, 2, 3), (2, 2, 3), (3, 2, 3))
    assert board.marks == ("floor", "water", "floor", "floor", "floor")
    assert board.characters[1] == "~"
    assert (board.directions, graphs.floors([(3, ".")], LEGEND, diagonals=False).directions) == (8, 4)


def test_steps_stay_on_the_floor() -> None:
    board = graphs.floors([(1, ".."), (0, "..")], LEGEND)
    assert board.neighbours(0) == (1,)
    assert board.floor(0) == 1
    assert board.floors == (0, 1)


def test_a_space_may_be_a_mark() -> None:
    assert graphs.floors([(0, ". \n .")], LEGEND | {" ": Legend("grass")}).size == 4


@pytest.mark.parametrize(
    ("maps", "place"),
    [
        ([], (0, 0, 0)),
        ([(4, "")], (4, 0, 0)),
        ([(4, "\n  \n")], (4, 0, 0)),
        ([(4, "##\n##")], (4, 0, 0)),
        ([(0, "."), (0, ".")], (0, 0, 0)),
        ([(0, "..."), (2, "..\n...")], (2, 2, 3)),
        ([(2, "...\n..")], (2, 2, 3)),
        ([(2, "\n..\n\n..")], (2, 3, 1)),
        ([(2, "...\n.?.")], (2, 2, 2)),
        ([(2, "..\n .")], (2, 2, 1)),
    ],
)
def test_faults_say_where(maps: list[tuple[int, str]], place: tuple[int, int, int]) -> None:
    with pytest.raises(MapError) as caught:
        graphs.floors(maps, LEGEND)
    error = caught.value
    assert (error.floor, error.line, error.column) == place
    assert error.message == str(error)


def test_too_large() -> None:
    with pytest.raises(ValueError, match="10,000"):
        graphs.floors([(n, "\n".join(["." * 100] * 51)) for n in (0, 1)], LEGEND)
