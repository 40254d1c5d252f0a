"""Drawings: well-formed, complete, and the same every time."""

import re
import xml.etree.ElementTree as ET

import pytest

from arbitre import graphs
from arbitre.graphs import Legend, Link, Look
from arbitre.graphs.draw.tokens import Token, angle, short_note

LEGEND = {"#": Legend("wall", False), ".": Legend("floor"), "~": Legend("water")}
FLOORS = graphs.floors([(0, "..~\n.#."), (1, "..")], LEGEND, links=[Link("ladder", 0, 5), Link("ladder", 5, 0), Link("slide", 6, 2)])
BOARDS = [
    graphs.grid(3, 2),
    graphs.grid(3, 2, "torus", True),
    graphs.hexagon(2),
    graphs.hex_rectangle(3, 2),
    graphs.hex_rhombus(3, 2),
    FLOORS,
]
CROWD = {0: [Token("A", 0, 1)], 1: [Token("BCD", 1, 2), Token("E", 2)], 3: [Token("F", n) for n in range(7)], 4: [Token("G", ghost=True)]}


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: b.name)
def test_svg_is_whole(board: graphs.Board) -> None:
    shown = graphs.svg(board, CROWD, title="<A & B>", notes=["one"], sides=["x", "y"])
    root = ET.fromstring(shown)
    space = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img"
    assert root.findtext(f"{space}title") == "<A & B>"
    assert f"{board.label(1)}: BCD, E" in (root.findtext(f"{space}desc") or "")
    texts = [t.text for t in root.iter(f"{space}text")]
    assert {"A", "BCD", "+4", "G", "one", "x"} <= set(texts)
    assert shown == graphs.svg(board, CROWD, title="<A & B>", notes=["one"], sides=["x", "y"])


def test_svg_escapes_what_it_is_given() -> None:
    nasty = '"><script>\x00\x1b\ud800'
    board = graphs.floors([(0, ".~")], {".": Legend(nasty), "~": Legend("b")}, links=[Link("k", 0, 1, 1, nasty)])
    shown = graphs.svg(
        board.with_names([nasty, ""]), {0: [Token(nasty, 0)]}, nasty, nasty, [nasty], colours=[nasty], terrain={"b": nasty}, sides=[nasty]
    )
    assert "<script" not in shown
    ET.fromstring(shown)


def test_links_are_labelled_and_two_ways_are_one_arc() -> None:
    shown = graphs.svg(FLOORS)
    assert shown.count(">ladder</text>") == shown.count(">slide</text>") == 1
    assert shown.count("marker-start") == 1


def test_png() -> None:
    pytest.importorskip("resvg_py")
    small, large = (graphs.png(graphs.svg(FLOORS), scale) for scale in (1, 2))
    assert small.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(large[16:20], "big") == pytest.approx(2 * int.from_bytes(small[16:20], "big"), abs=2)
    for text, scale in ((graphs.svg(FLOORS), 0), ("no picture", 1)):
        with pytest.raises(ValueError):
            graphs.png(text, scale)


def test_text_of_squares() -> None:
    board = graphs.grid(2, 2)
    lines = graphs.text(board, {0: [Token("AB", 1, 1)], 3: [Token("C"), Token("D")]})
    assert graphs.plain(lines) == [
        "    1   2",
        "  ┌───┬───┐",
        "1 │AB→│   │",
        "  ├───┼───┤",
        "2 │   │C D│",
        "  └───┴───┘",
    ]
    assert ("AB→", 1, "") in lines[2]


def test_the_side_of_a_piece_shows_beside_its_badge_and_its_stress_where_no_colour_says_it() -> None:
    board = graphs.grid(2, 2)
    pieces = {0: [Token("M13", 0, badges=("K",))], 1: [Token("m2", 1, stress="offered")]}
    plainly, coloured = (graphs.plain(graphs.text(board, look=graphs.Look(pieces, colours=colours))) for colours in (False, True))
    assert any("M13K" in line and "*m2" in line for line in plainly)
    assert any("M13" not in line and "13K" in line for line in coloured)  # there the colour tells it


def test_text_of_hexagons() -> None:
    assert graphs.plain(graphs.text(graphs.hexagon(1), {3: [Token("A", 0, 4, vertex=True)], 4: [Token("B", ghost=True)]})) == [
        "           / \\ / \\",
        "(0, -1)   |   |   |",
        "         / \\ / \\ / \\",
        "(-1, 0) |   | A↑|(B)|",
        "         \\ / \\ / \\ /",
        "(-1, 1)   |   |   |",
        "           \\ / \\ /",
    ]


def test_rows_of_hexagons_say_where_they_begin_where_not_all_names_fit() -> None:
    board = graphs.hex_rhombus(10, 2)
    look = Look(labels={c: f"{x},{y}" for c, (x, y) in enumerate(board.coordinates)})
    assert graphs.plain(graphs.text(board, width=60, look=look))[1::2] == [
        "(1, 1) |1,1|2,1|3,1|4,1|5,1|6,1|7,1|8,1|9,1|   |",
        "(1, 2)   |1,2|2,2|3,2|4,2|5,2|6,2|7,2|8,2|9,2|   |",
    ]
    assert "| 10,1|" in graphs.plain(graphs.text(board, width=70, look=look))[1]
    assert graphs.plain(graphs.text(board, width=45, look=look))[1].startswith("|1,1|")


def test_text_of_floors() -> None:
    assert graphs.plain(graphs.text(FLOORS)) == [
        "  [0]               [1]",
        "    1   2   3         1   2",
        "  ┌───┬───┬───┐     ┌───┬───┐",
        "1 │   │   │ ~ │   1 │   │   │",
        "  ├───┼───┼───┤     └───┴───┘",
        "2 │   │   │   │",
        "  └───┘   └───┘",
    ]


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: b.name)
def test_graphml(board: graphs.Board) -> None:
    import networkx as nx

    again = nx.parse_graphml(graphs.graphml(board), node_type=int, force_multigraph=True)
    assert (again.number_of_nodes(), again.number_of_edges()) == (board.size, board.graph.number_of_edges())
    assert again.nodes[0]["label"] == board.label(0)


def test_notes_are_drawn_on_empty_cells() -> None:
    board = graphs.grid(3, 1)
    pieces = {0: [Token("Ab", 1)]}
    notes = {0: "100%", 1: "69\u00a0%", 2: "100%"}
    boxes = graphs.plain(graphs.text(board, pieces, notes=notes))
    assert boxes[2].split("│")[1:4] == [" Ab", "69%", "100"]
    assert [side for line in graphs.text(board, pieces, notes=notes) for shown, side, _ in line if shown == "69%"] == [graphs.NOTED]
    narrow = graphs.plain(graphs.text(board, pieces, width=12, notes=notes))
    assert narrow[1] == "1 Ab 69%100"


@pytest.mark.parametrize(
    ("note", "three", "two"),
    [("5%", " 5%", "5 "), ("46\u00a0%", "46%", "46"), ("<1%", "<1%", "<1"), ("short, 50 %", "50%", "50"), ("no roll", " * ", "* ")],
)
def test_short_notes(note: str, three: str, two: str) -> None:
    assert (short_note(note, 3), short_note(note, 2)) == (three, two)


@pytest.mark.parametrize(
    ("facing", "vertex", "arrow"), [(0, False, "→"), (0, True, "↘"), (1, False, "↘"), (1, True, "↓"), (4, True, "↑"), (5, False, "↗")]
)
def test_what_is_told_is_drawn(facing: int, vertex: bool, arrow: str) -> None:
    """East is drawn to the right; a vertex lies between two directions, and goes by another name."""
    assert angle(True, 6, facing, vertex) == 60 * facing + (30 if vertex else 0)
    assert f"A{arrow}" in "".join(graphs.plain(graphs.text(graphs.hexagon(1), {3: [Token("A", 0, facing, vertex=vertex)]})))


def test_names_of_cells_are_drawn() -> None:
    board = graphs.grid(3, 3)
    assert ">Altar</text>" in graphs.svg(board, names={4: "Altar"})
    assert "Altar" not in graphs.svg(board)


def test_arcs_of_links_lie_within_the_picture() -> None:
    tall = graphs.floors([(0, "\n".join([".."] * 30))], {".": Legend("floor")}, links=[Link("wagon", 0, 58), Link("wagon", 59, 1)])
    picture = graphs.svg(tall)
    view = re.search(r'viewBox="([-\d. ]+)"', picture)
    assert view is not None
    left, _, width, _ = map(float, view[1].split())
    arcs = re.findall(r'd="M([-\d.]+),[-\d.]+ Q([-\d.]+),[-\d.]+ ([-\d.]+),', picture)
    assert arcs
    for start, bend, end in (map(float, arc) for arc in arcs):
        middle = start / 4 + bend / 2 + end / 4
        assert left < middle < left + width
