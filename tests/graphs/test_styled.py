"""What a rulebook gives a look of its own is drawn so: cells, edges, pieces, badges, stacks, signs of links, measures, areas."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from arbitre import graphs
from arbitre.graphs import Board, CellStyle, Legend, Link, Ruler, Stroke, Style, Token
from arbitre.graphs.draw.grounds import GROUNDS, colour
from arbitre.graphs.draw.svg import styled_shapes
from arbitre.graphs.draw.svg.layers import layers, legend
from arbitre.graphs.draw.svg.positions import centre

SVG = "{http://www.w3.org/2000/svg}"
GRID = graphs.grid(3, 2)


def parsed(board: Board, pieces: graphs.Pieces | None = None, **more: object) -> ET.Element:
    return ET.fromstring(graphs.svg(board, pieces, **more))  # type: ignore[arg-type]


def texts(root: ET.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def inked(root: ET.Element, name: str) -> list[ET.Element]:
    """The lines of a named colour."""
    return [line for line in root.iter(f"{SVG}line") if line.get("stroke") == colour(name)]


# ---------------------------------------------------------------------------------------------------- cells


def test_cells_have_the_shapes_they_are_given() -> None:
    style = Style(cells={n: CellStyle(shape) for n, shape in enumerate(("disc", "ring", "hexagon", "square", "triangle", "none"))})
    corners = [len(spots) for spots in layers(GRID, style=style).cells]
    assert corners == [4, 4, 6, 4, 3, 4]  # a round one and one that is not drawn are clicked as squares
    circles = [c for c in parsed(GRID, style=style).iter(f"{SVG}circle")]
    assert len(circles) == 2


def test_fills_and_labels_are_the_rulebooks() -> None:
    style = Style(cells={0: CellStyle(fill="green", label="Start"), 1: CellStyle(label="")})
    root = parsed(GRID, style=style, names={0: "Altar", 1: "Well", 2: "Gate"})
    assert {"Start", "Gate"} <= set(texts(root)) and not {"Altar", "Well"} & set(texts(root))
    assert any(shape.get("fill") == colour("green") for shape in root.iter(f"{SVG}polygon"))
    bare = texts(parsed(graphs.hexagon(1), style=Style(bare=True)))
    assert "0,0" in texts(parsed(graphs.hexagon(1))) and "0,0" not in bare


def test_coordinates_stand_along_the_edge_with_a_rim() -> None:
    letters = GRID.with_names(["a1", "b1", "c1", "a2", "b2", "c2"])
    assert {"a", "b", "c", "1", "2"} <= set(texts(parsed(letters, style=Style(rim=True))))
    plain = styled_shapes.rim_of(GRID.with_names(["a1", "b1", "c1", "a2", "x", "c2"]), range(6), {})
    assert plain == ({1: "1", 2: "2", 3: "3"}, {1: "1", 2: "2"})
    assert styled_shapes.rim_of(letters, range(6), {}) == ({1: "a", 2: "b", 3: "c"}, {1: "1", 2: "2"})


def test_rows_of_slanting_hexagons_are_named_at_the_right() -> None:
    board = graphs.hex_rhombus(3, 3)
    middles = [centre(board, cell, 20) for cell in range(board.size)]
    straight = graphs.hexagon(1)
    rim = styled_shapes.rim_of(straight, range(straight.size), {})
    assert rim is not None
    placed = dict(
        styled_shapes.placed_rim(({}, rim[1]), straight, [centre(straight, c, 20) for c in range(straight.size)], 20, range(straight.size))
    )
    assert placed["0"][0] > max(centre(straight, cell, 20)[0] for cell in range(straight.size))
    rows = styled_shapes.rim_of(board, range(board.size), {})
    assert rows is not None
    assert dict(styled_shapes.placed_rim(({}, rows[1]), board, middles, 20, range(board.size)))["1"][0] < middles[0][0]


# ---------------------------------------------------------------------------------------------------- lines


@pytest.mark.parametrize(("side", "count"), [("left", 2), ("right", 2), ("top", 3), ("bottom", 3)])
def test_a_line_along_one_side_of_a_board_of_squares(side: str, count: int) -> None:
    middles = [centre(GRID, cell, 20) for cell in range(6)]
    found = styled_shapes.border(side, range(6), GRID, middles, 20)
    assert len(found) == count
    axis, most = (0, side == "right") if side in ("left", "right") else (1, side == "bottom")
    edge = (max if most else min)(middle[axis] for middle in middles) + (20 if most else -20)
    assert all(spot[axis] == pytest.approx(edge) for segment in found for spot in segment)


def test_the_sides_of_hexagons_share_the_outline_among_them() -> None:
    board = graphs.hex_rhombus(3, 3)
    middles = [centre(board, cell, 20) for cell in range(9)]
    parts = {side: styled_shapes.border(side, range(9), board, middles, 20) for side in ("left", "right", "top", "bottom")}
    assert sum(map(len, parts.values())) == len(styled_shapes.outline_of(range(9), board, middles, 20))
    assert len(parts["top"]) == len(parts["bottom"]) and len(parts["left"]) == len(parts["right"])


def test_lines_round_cells_and_between_them() -> None:
    style = Style(
        around=[(frozenset({0, 1}), Stroke("red", "thick"))], between=[(frozenset({0}), frozenset({3}), Stroke("blue", "dashed"))]
    )
    root = parsed(GRID, style=style)
    assert len(inked(root, "red")) == 6 and len(inked(root, "blue")) == 1
    assert inked(root, "blue")[0].get("stroke-dasharray")


def test_light_lines_lie_on_dark_ones_and_bars_stand_across() -> None:
    segment = [((0.0, 0.0), (10.0, 0.0))]
    light = styled_shapes.line_of(segment, Stroke("white"), 20)
    assert len(light) == 2 and "#222222" in light[0]
    assert len(styled_shapes.line_of(segment, Stroke("black", "barred"), 20)) == 5
    assert styled_shapes.line_of(segment, Stroke("none"), 20) == []


def test_without_a_border_only_the_lines_between_cells_are_drawn() -> None:
    shown = styled_shapes.strokes(Style(borders={"left": Stroke("none")}), range(6), GRID, [centre(GRID, c, 20) for c in range(6)], 20)
    assert len(shown) == 7  # 3 between the rows, 4 between the columns


def test_a_ground_lies_behind_all_cells() -> None:
    middles = [centre(GRID, c, 20) for c in range(6)]
    assert styled_shapes.ground_behind(Style(), middles, range(6), 20) == []
    (panel,) = styled_shapes.ground_behind(Style(ground="sand"), middles, range(6), 20)
    left, width = (float(re.search(rf' {name}="([-\d.]+)"', panel)[1]) for name in ("x", "width"))  # type: ignore[index]
    assert left < middles[0][0] - 20 and left + width > middles[2][0] + 20


def test_a_measure_stands_along_the_edges() -> None:
    board = graphs.grid(10, 5)
    assert {"0 cm", "10 cm", "20 cm"} <= set(texts(parsed(board, style=Style(ruler=Ruler(5, "10 cm")))))
    part = styled_shapes.ruled(Ruler(5, "10 cm"), 0, 0, 10, 5, 10, 8, True)
    assert sum("<text" in piece for piece in part) == 1 and "10 cm" in part[-1]


# ---------------------------------------------------------------------------------------------------- pieces


def test_pieces_have_shapes_of_their_own() -> None:
    shapes = ("pawn", "cross", "disc", "ring", "ball", "square", "triangle", "hexagon", "icon")
    pictures = {shape: graphs.svg(GRID, {0: [Token("A", 0, shape=shape, face="x")]}) for shape in shapes}
    assert len({re.sub(r'id="[^"]*"|url\([^)]*\)', "", one) for one in pictures.values()}) == len(shapes)
    for shape, picture in pictures.items():
        ET.fromstring(picture)
        assert (">x</text>" in picture) == (shape not in ("cross", "ring", "ball")), shape


def test_the_shape_of_a_side_tells_it_without_colours() -> None:
    pictures = [graphs.svg(GRID, {0: [Token("A", side)]}, colours=["#888888"]) for side in (0, 1, 2, 3, -2)]
    assert len({re.sub(r'id="[^"]*"|url\([^)]*\)|fill="#\w+"', "", one) for one in pictures}) == 5


def test_fills_badges_ghosts_and_who_acts() -> None:
    named = next(name for name in GROUNDS if colour(name) not in graphs.COLOURS)
    root = parsed(
        GRID, {0: [Token("A", 0, fill=named, badges=("!", "?"))], 1: [Token("B", 1, ghost=True)], 2: [Token("C", 0, stress="active")]}
    )
    assert any(shape.get("fill") == colour(named) for shape in root.iter(f"{SVG}circle"))
    assert {"!", "?"} <= set(texts(root))
    assert any(shape.get("stroke-dasharray") == "3 2" and shape.get("fill") == "#ffffff" for shape in root.iter(f"{SVG}rect"))
    offered = graphs.svg(GRID, {2: [Token("C", 0, stress="offered")]})
    assert offered.count('stroke-dasharray="4 3"') == 1
    turned = graphs.svg(GRID, {2: [Token("C", 0, facing=1)]})
    assert turned.count("<polygon") == graphs.svg(GRID, {2: [Token("C", 0)]}).count("<polygon") + 1


def test_stacks_grow_inwards_and_tell_how_many_there_are() -> None:
    assert [y for _, y in styled_shapes.stacked(3, 5, (0, 100), 10, True)] == pytest.approx([94.5, 102.9, 111.3])
    assert [y for _, y in styled_shapes.stacked(7, 5, (0, 100), 10, False)] == pytest.approx([105.5, 97.1, 88.7, 80.3, 71.9])
    style = Style(cells={0: CellStyle("triangle", stack=5)})
    assert texts(parsed(GRID, {0: [Token("A", 0, count=7)]}, style=style)).count("×7") == 1


def test_a_legend_says_what_grounds_sides_and_badges_mean() -> None:
    board = graphs.floors([(0, ".~")], {".": Legend("floor"), "~": Legend("water")})
    style = Style(badges={"{n} wounds": "Wounds", "!": "Stunned", "z": "Asleep"})
    pieces = {0: [Token("A", 0, badges=("2 wounds",))], 1: [Token("B", 1, shape="square", badges=("!",))]}
    box, svg = legend(board, pieces, called={"water": "Water", "floor": "Floor"}, sides=["Red", "Blue"], width=120, style=style)
    said = re.findall(r">([^<]+)</text>", svg)
    assert {"Water", "Floor", "Red", "Blue", "Wounds", "Stunned"} <= set(said) and "Asleep" not in said
    wide, _ = legend(board, pieces, called={"water": "Water", "floor": "Floor"}, sides=["Red", "Blue"], width=900, style=style)
    assert wide[3] < box[3]  # in wide room, fewer lines


# ---------------------------------------------------------------------------------------------------- links and areas


def test_links_with_a_sign_bear_it_at_both_ends_and_no_arc() -> None:
    board = graphs.grid(4, 2, links=[Link("door", 0, 7), Link("door", 7, 0), Link("door", 1, 6), Link("slide", 2, 4, 1, "Chute")])
    said = texts(parsed(board, style=Style(link_signs={"door": "D"})))
    assert said.count("D1") == said.count("D2") == 2 and "D3" not in said
    assert said.count("Chute") == 1
    part = texts(parsed(board, only=[0, 1], style=Style(link_signs={"door": "D"})))
    assert part.count("D1") == part.count("D2") == 1  # numbered as on the whole board
    assert texts(parsed(board, style=Style(link_signs={"Chute": "S"}))).count("S1") == 2
    assert "D" not in said  # what has no name is not explained


def test_what_a_sign_of_links_means_stands_below_the_picture() -> None:
    board = graphs.grid(4, 2, links=[Link("door", 0, 7), Link("door", 7, 0), Link("door", 1, 6), Link("slide", 2, 4)])
    style, ways = Style(link_signs={"door": "D", "slide": "S"}), {"door": "Trapdoor", "slide": "Slide"}
    said = texts(parsed(board, style=style, ways=ways))
    assert said.count("D") == said.count("Trapdoor") == said.count("S") == said.count("Slide") == 1
    part = texts(parsed(board, only=[2, 3], style=style, ways=ways))
    assert "Slide" in part and "Trapdoor" not in part
    _, key = legend(board, {}, called={}, sides=[], width=300, style=style, ways=ways)
    assert ">Trapdoor<" in key and ">Slide<" in key


def test_straight_links_are_lines_without_names() -> None:
    board = graphs.grid(4, 2, links=[Link("path", 0, 7), Link("path", 7, 0), Link("door", 1, 6)])
    plain, style = parsed(board), Style(straight=frozenset({"path"}))
    root = parsed(board, style=style)
    assert len(root.findall(".//{*}line")) == len(plain.findall(".//{*}line")) + 1  # both ways are one line
    assert "path" in texts(plain) and "path" not in texts(root) and "door" in texts(root)
    assert len(parsed(board, only=[0, 1], style=style).findall(".//{*}line")) == len(parsed(board, only=[0, 1]).findall(".//{*}line"))


def test_areas_are_outlined_and_named() -> None:
    board = graphs.grid(3, 8)
    tall = frozenset(board.cell_at(1, y) for y in range(1, 9))
    root = parsed(board, areas={"The long gallery": tall, "Whole of it": frozenset(range(board.size)), "Tiny room with a name": {5}})
    upright = [t for t in root.iter(f"{SVG}text") if (t.get("transform") or "").startswith("rotate(-90")]
    assert [t.text for t in upright] == ["The long gallery"]
    assert "Whole of it" in texts(root) and "Tiny room with a name" not in texts(root)  # it would hide its neighbours
    hexes = parsed(graphs.hexagon(2), areas={"One": {0}, "Three": {7, 8, 12}})
    assert "Three" in texts(hexes) and "One" not in texts(hexes)


def test_shut_steps_are_thick_lines() -> None:
    def thick(board: Board, shut: list[tuple[int, int]]) -> int:
        return sum(float(line.get("stroke-width") or 0) > 5 for line in parsed(board, shut=shut).iter(f"{SVG}line"))

    assert thick(GRID, []) == 0 and thick(GRID, [(0, 1), (1, 4)]) == 2
    assert thick(graphs.grid(5, 1, "buoy"), [(0, 4)]) == 0  # round the edge there is no line to draw
