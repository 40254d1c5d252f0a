"""Adjacency, directions, distances, lines and paths on every kind of board."""

import copy
import itertools
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitre import graphs
from arbitre.graphs import FAR, NONE, Board, Link

LEGEND = {"#": graphs.Legend("void", False), ".": graphs.Legend("plain"), "m": graphs.Legend("moss")}
HOLES = graphs.floors([(0, "#####\n#..m#\n#.#.#\n#...#"), (2, "...\n.m.")], LEGEND)
BOARDS = [
    graphs.grid(5, 4), graphs.grid(5, 4, "buoy"), graphs.grid(5, 4, "torus"), graphs.grid(5, 6, "torus", True),
    graphs.grid(4, 3, "buoy", True), graphs.grid(2, 2, "torus"), graphs.grid(1, 3, "torus", True), graphs.grid(1, 1, "torus"),
    graphs.hexagon(0), graphs.hexagon(3), graphs.hex_rectangle(5, 4), graphs.hex_rhombus(4, 3), HOLES,
]  # fmt: skip
a_board = st.sampled_from(BOARDS)


def cells(board: Board, count: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.tuples(*[st.integers(0, board.size - 1)] * count)


def some(count: int) -> st.SearchStrategy[tuple[Board, tuple[int, ...]]]:
    return a_board.flatmap(lambda board: st.tuples(st.just(board), cells(board, count)))


def near(board: Board, *place: int) -> set[tuple[int, ...]]:
    return {board.coordinates[c] for c in board.neighbours(board.cell_at(*place))}


def test_neighbours_by_topology() -> None:
    assert near(graphs.grid(5, 4), 1, 1) == {(2, 1), (1, 2)}
    assert near(graphs.grid(5, 4, "buoy"), 1, 1) == {(2, 1), (1, 2), (5, 1)}
    assert near(graphs.grid(5, 4, "torus"), 1, 1) == {(2, 1), (1, 2), (5, 1), (1, 4)}
    assert near(graphs.grid(5, 4, diagonals=True), 1, 1) == {(2, 1), (1, 2), (2, 2)}
    assert len(near(graphs.grid(5, 4, "torus", True), 1, 1)) == 8
    assert graphs.grid(2, 1, "buoy").neighbours(0) == (1,)
    assert graphs.grid(1, 1, "torus").neighbours(0) == ()


def test_directions_are_clockwise() -> None:
    grid, king, hexes = graphs.grid(3, 3), graphs.grid(3, 3, diagonals=True), graphs.hexagon(1)
    assert [grid.coordinates[grid.ahead(4, d)] for d in range(4)] == [(2, 1), (3, 2), (2, 3), (1, 2)]
    assert [king.ahead(4, d) for d in range(8)] == [1, 2, 5, 8, 7, 6, 3, 0]
    assert [hexes.coordinates[hexes.ahead(3, d)] for d in range(6)] == [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    assert hexes.ahead(3, -1) == hexes.ahead(3, 5) == hexes.ahead(3, 11)
    assert grid.ahead(0, 0) == NONE


def test_order_and_places() -> None:
    hexes = graphs.hexagon(1)
    assert hexes.coordinates == ((0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1))
    assert graphs.hexagon(4).size == 61
    assert graphs.hex_rectangle(3, 3).coordinates[6] == (-1, 2)
    assert graphs.hex_rhombus(3, 3).coordinates[6] == (1, 3)
    grid = graphs.grid(3, 2)
    assert grid.coordinates[:4] == ((1, 1), (2, 1), (3, 1), (1, 2))
    assert grid.label(grid.cell_at(3, 2)) == "(3, 2)"
    assert grid.cell_at(4, 1) == grid.cell_at(0, 1) == grid.cell_at(1) == grid.cell_at(1, 1, 1) == NONE
    assert HOLES.floors == (0, 2)
    assert HOLES.floor(HOLES.cell_at(2, 2, 2)) == 2
    assert HOLES.marks[HOLES.cell_at(4, 2, 0)] == "moss"
    assert HOLES.cell_at(1, 1, 0) == NONE


def test_questions_about_no_cell() -> None:
    for board in BOARDS:
        assert board.ahead(NONE, 0) == board.direction(NONE, 0) == board.direction(0, NONE) == NONE
        assert board.distance(NONE, 0) == board.distance(0, NONE) == board.diagonal_distance(NONE, 0) == FAR
        assert board.diagonal_distance(0, NONE) == FAR
        assert board.neighbours(NONE) == board.ray(NONE, 0) == board.line(NONE, 0) == board.line(0, NONE) == ()
        assert board.neighbour_mask(NONE) == board.within_mask(NONE, 3) == board.within_mask(0, -1) == 0


@given(some(3))
def test_distance_is_a_metric(drawn: tuple[Board, tuple[int, ...]]) -> None:
    board, (a, b, c) = drawn
    for far in (board.distance, board.diagonal_distance):
        assert far(a, b) == far(b, a)
        assert (far(a, b) == 0) == (a == b)
        assert far(a, c) <= far(a, b) + far(b, c)
    assert (board.distance(a, b) == 1) == (b in board.neighbours(a))
    assert board.distances(a)[b] == board.distance(a, b)


@given(some(1), st.integers(-9, 9))
def test_ahead_and_back(drawn: tuple[Board, tuple[int, ...]], direction: int) -> None:
    board, (a,) = drawn
    there = board.ahead(a, direction)
    assert there != a
    if there != NONE:
        assert board.ahead(there, board.opposite(direction)) == a
    elif all(length > 1 for length in board.wrap):
        pytest.fail("an edge on a torus")
    assert board.opposite(board.opposite(direction)) == direction % board.directions


@given(some(1), st.integers(0, 7))
def test_rays(drawn: tuple[Board, tuple[int, ...]], direction: int) -> None:
    board, (a,) = drawn
    ray = board.ray(a, direction)
    assert len(set(ray)) == len(ray)
    assert a not in ray
    assert all(board.ahead(x, direction) == y for x, y in zip((a, *ray), ray, strict=False))
    assert board.ahead((a, *ray)[-1], direction) in (NONE, a)
    assert board.first_on_ray(a, direction, graphs.mask_of(ray[1:])) == (ray[1] if len(ray) > 1 else NONE)


@given(some(2))
def test_lines(drawn: tuple[Board, tuple[int, ...]]) -> None:
    board, (a, b) = drawn
    line = board.line(a, b)
    assert board.line(b, a) == line[::-1]
    assert board.unbroken(a, b) == board.unbroken(b, a)
    if a != b and board.unbroken(a, b):
        assert len(line) == board.diagonal_distance(a, b) - 1
        whole = (a, *line, b)
        assert all(board.diagonal_distance(x, y) == 1 for x, y in itertools.pairwise(whole))


@given(some(1), st.integers(0, 7))
def test_direction_is_exact_along_a_ray(drawn: tuple[Board, tuple[int, ...]], direction: int) -> None:
    board, (a,) = drawn
    direction %= board.directions
    if any(board.wrap):
        return
    assert all(board.direction(a, met) == direction for met in board.ray(a, direction))


def test_direction() -> None:
    torus, grid, hexes = graphs.grid(5, 4, "torus"), graphs.grid(5, 4), graphs.hexagon(4)
    assert torus.direction(torus.cell_at(1, 1), torus.cell_at(5, 1)) == 3
    assert torus.direction(torus.cell_at(1, 1), torus.cell_at(1, 3)) == 2, "half way round counts as forwards"
    assert grid.direction(grid.cell_at(1, 1), grid.cell_at(5, 1)) == 1
    assert grid.direction(0, 0) == grid.direction(0, grid.cell_at(2, 2)) == grid.direction(0, grid.cell_at(3, 2)) == NONE
    middle = hexes.cell_at(0, 0)
    assert hexes.direction(middle, hexes.cell_at(2, 1)) == 0
    assert hexes.direction(middle, hexes.cell_at(1, 2)) == 1
    assert HOLES.direction(HOLES.cell_at(1, 1, 2), HOLES.cell_at(2, 2, 0)) == NONE


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_hex_sectors_turn_with_the_board(q: int, r: int) -> None:
    from arbitre.graphs.geometry import hex_direction

    turned = hex_direction(-r, q + r)
    assert turned == (NONE if q == r == 0 else (hex_direction(q, r) + 1) % 6)


@given(st.integers(-4, 4), st.integers(-4, 4))
def test_hex_distance(q: int, r: int) -> None:
    board = graphs.hexagon(4)
    cell = board.cell_at(q, r)
    if cell >= 0:
        assert board.distance(board.cell_at(0, 0), cell) == max(abs(q), abs(r), abs(q + r))


def test_wrapped_and_diagonal_distances() -> None:
    torus, king = graphs.grid(6, 5, "torus"), graphs.grid(6, 5, diagonals=True)
    assert torus.distance(0, torus.cell_at(6, 5)) == 2
    assert torus.diagonal_distance(0, torus.cell_at(6, 5)) == 1
    assert all(king.distance(0, c) == king.diagonal_distance(0, c) for c in range(king.size))
    assert torus.line(torus.cell_at(1, 1), torus.cell_at(5, 1)) == (torus.cell_at(6, 1),)


@given(some(1), st.integers(-1, 9))
def test_within(drawn: tuple[Board, tuple[int, ...]], n: int) -> None:
    board, (a,) = drawn
    assert board.within_mask(a, n) == graphs.mask_of(tuple(c for c in range(board.size) if board.distance(a, c) <= n))


def test_holes_break_lines() -> None:
    a, b = HOLES.cell_at(2, 3, 0), HOLES.cell_at(4, 3, 0)
    assert (HOLES.line(a, b), HOLES.unbroken(a, b)) == ((), False)
    assert HOLES.distance(a, b) == 2
    assert HOLES.distance(a, HOLES.cell_at(1, 1, 2)) == FAR


def linked() -> Board:
    place = HOLES.cell_at
    return HOLES.with_links([Link("chute", place(2, 2, 0), place(1, 1, 2), 3), Link("door", place(2, 2, 0), place(4, 4, 0), 1)])


def test_paths() -> None:
    board = linked()
    start, below, corner = board.cell_at(2, 2, 0), board.cell_at(1, 1, 2), board.cell_at(4, 4, 0)
    assert board.cheapest_path(start, below) == (3, [start, below])
    assert board.cheapest_path(-1, below) is None and board.cheapest_path(start, -1) is None
    assert board.cheapest_path(start, corner) == (1, [start, corner])
    price, path = HOLES.cheapest_path(start, corner) or (0, [])
    assert (price, path[0], path[-1]) == (3, start, corner)
    assert all(y in board.neighbours(x) for x, y in itertools.pairwise(path))
    assert board.cheapest_path(below, start) is None
    assert board.cheapest_path(start, start) == (0, [start])


def test_traps_and_islands() -> None:
    board = linked()
    lower = tuple(c for c in range(board.size) if board.floor(c) == 2)
    upper = tuple(c for c in range(board.size) if board.floor(c) == 0)
    assert HOLES.unreachable_cells() == lower
    assert HOLES.one_way_traps() == ()
    assert board.unreachable_cells() == ()
    assert board.unreachable_cells(lower[0]) == upper
    assert board.one_way_traps() == lower


def lanes(cells: int, *parts: range, links: tuple[tuple[int, int], ...] = ()) -> Board:
    """Cells without steps between them, joined by links: all of a part both ways, others one way."""
    ways = {way for part in parts for one, two in itertools.pairwise(part) for way in ((one, two), (two, one))} | set(links)
    apart = graphs.floors([(0, " ".join("." * cells).replace(" ", "#"))], LEGEND)
    assert apart.size == cells
    return apart.with_links([Link("road", one, two) for one, two in sorted(ways)])


def test_traps_beside_a_part_that_holds_less_than_half_of_the_board() -> None:
    """The first cell may lie outside of it, before it or behind it."""
    board = lanes(9, range(3, 7), links=((0, 3), (6, 8), (8, 7)))
    assert board.one_way_traps() == (7, 8)
    assert lanes(9, range(3, 7), links=((3, 0), (6, 8), (8, 7), (1, 3))).one_way_traps() == (0, 7, 8)
    assert lanes(9, range(0, 2), range(3, 7), links=((1, 3), (6, 8))).one_way_traps() == (8,)
    assert lanes(9, range(0, 4), range(4, 9), links=((3, 4),)).one_way_traps() == ()  # the greater part is that of the others
    assert lanes(6, range(0, 3), range(3, 6), links=((2, 3),)).one_way_traps() == (3, 4, 5)  # of two as great, that of the first cell
    assert lanes(6, range(0, 3), range(3, 6), links=((3, 2),)).one_way_traps() == ()


def test_graph() -> None:
    board = linked()
    assert board.relations == ("step", "chute", "door")
    assert board.graph is board.graph
    assert board.graph.number_of_edges() == sum(map(len, (board.neighbours(c) for c in range(board.size)))) + 2
    doors = [(a, b) for a, b, relation in board.graph.edges(data="relation") if relation == "door"]
    assert doors == [(HOLES.cell_at(2, 2, 0), HOLES.cell_at(4, 4, 0))]
    assert board.graph.number_of_nodes() == board.size
    assert board.graph.nodes[0]["coordinates"] == board.coordinates[0]


def test_a_board_is_a_constant() -> None:
    board = linked()
    with pytest.raises(AttributeError):
        board.size = 3
    assert copy.deepcopy(board) is board
    again = pickle.loads(pickle.dumps(board))
    assert (again.coordinates, again.links, again.distance(0, 3)) == (board.coordinates, board.links, board.distance(0, 3))
    named = board.with_names(["x"] + [""] * (board.size - 1))
    assert (named.names[0], board.names[0], named.links) == ("x", "", board.links)


@pytest.mark.parametrize(
    "make",
    [
        lambda: graphs.grid(0, 3), lambda: graphs.grid(101, 100), lambda: graphs.grid(2, 2, "sphere"),
        lambda: graphs.hexagon(-1), lambda: graphs.hexagon(58), lambda: graphs.hex_rectangle(3, 0),
        lambda: graphs.grid(2, 2, links=[Link("rope", 0, 4)]), lambda: graphs.grid(2, 2, links=[Link("step", 0, 1)]),
        lambda: graphs.grid(2, 2, links=[Link("rope", 0, 1, -1)]), lambda: graphs.grid(2, 2).with_names(["x"]),
    ],
)  # fmt: skip
def test_impossible_boards(make) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(graphs.BoardError):
        make()


@settings(deadline=None)
@given(st.integers(0, 9_999), st.integers(0, 9_999))
def test_the_largest_board(a: int, b: int) -> None:
    (x, y), (to_x, to_y) = LARGEST.coordinates[a], LARGEST.coordinates[b]
    assert LARGEST.distance(a, b) == abs(x - to_x) + abs(y - to_y)


LARGEST = graphs.grid(100, 100)
