"""What explains a picture: arrows, zones, dice, what stood where before; and that letters can be read."""

from __future__ import annotations

import re

from arbitre import graphs
from arbitre.graphs import Arrow, CellStyle, Legend, Overlay, Ruler, Style, Throw, Token, Zone
from arbitre.graphs.draw.svg.positions import centre

BOARD = graphs.grid(5, 3)
A, B, C = (BOARD.cell_at(x, 2) for x in (1, 2, 3))


def lines(picture: str) -> list[list[tuple[float, float]]]:
    """The points of each arrow."""
    found = re.findall(r'<polyline class="arrow" points="([^"]*)"', picture)
    return [[(float(x), float(y)) for x, y in (spot.split(",") for spot in points.split())] for points in found]


def drawn(*arrows: Arrow, **more: object) -> str:
    return graphs.svg(BOARD, {C: [Token("A", 0)]}, overlay=Overlay(arrows=arrows, **more))  # type: ignore[arg-type]


def test_an_arrow_ends_before_the_piece_it_leads_to() -> None:
    assert "polyline" not in drawn()
    (way,) = lines(drawn(Arrow((A, B, C))))
    assert len(way) == 3 and [x for x, _ in way] == sorted(x for x, _ in way)
    assert way[-1][0] < centre(BOARD, C, 22)[0] - 10


def test_arrows_that_run_against_each_other_lie_side_by_side() -> None:
    there, back = lines(drawn(Arrow((A, B)), Arrow((B, A))))
    assert {y for _, y in there}.isdisjoint(y for _, y in back)


def test_lines_of_arrows_differ_without_colours() -> None:
    pictures = {line: drawn(Arrow((A, B), line)) for line in ("thin", "thick", "double", "dashed", "dotted")}
    assert len({re.sub(r'id="[^"]*"', "", picture) for picture in pictures.values()}) == 5
    assert lines(drawn(Arrow((A, B), "none"))) == []


def test_an_arrow_has_the_colour_of_its_side_and_stays_within_what_is_shown() -> None:
    assert f'stroke="{graphs.COLOURS[1]}"' in drawn(Arrow((A, B), side=1))
    assert lines(graphs.svg(BOARD, only=[A, B], overlay=Overlay(arrows=[Arrow((A, C))]))) == []


def test_zones_and_arrows_are_named_below_the_picture() -> None:
    picture = drawn(Arrow((A, B), title="a push"), zones=[Zone(frozenset({A, B}), "In reach"), Zone(frozenset({C}), "Behind")])
    for name in ("a push", "In reach", "Behind"):
        assert f">{name}</text>" in picture
    assert picture.count('fill-opacity="0.38"') == 3


def test_dice_show_their_faces() -> None:
    picture = drawn(throws=[Throw("Block", (3, 5), (6, 6)), Throw("Lot", (7,), (8,))])
    assert picture.count('<rect class="die"') == 2 and picture.count('r="1.6"') == 3 + 5
    assert '<polygon class="die"' in picture and ">7</text>" in picture
    assert picture.index(">Block</text>") < picture.index(">Lot</text>")


def test_what_stood_elsewhere_is_faint_and_what_left_is_crossed_out() -> None:
    picture = drawn(before={A: [Token("Q", 1)]}, gone=[A])
    assert re.search(r'<g opacity="0\.42">.*?>Q</text>.*?</g>', picture, re.S)
    assert 'stroke="#b00020"' in picture and 'stroke="#b00020"' not in drawn(before={A: [Token("Q", 1)]})


def test_no_letter_is_too_small_at_the_width_it_is_shown() -> None:
    wide = graphs.floors([(0, "\n".join(["." * 60] * 8))], {".": Legend("floor")})
    for board, size in ((wide, 12), (BOARD, 10), (graphs.hexagon(3), 12)):
        picture = graphs.svg(board, names=dict.fromkeys(range(board.size), "a very long name"), size=size)
        found = re.search(r'width="(\d+)"', picture)
        assert found is not None
        shown = min(1.0, 640 / int(found[1]))
        sizes = [float(x) for x in re.findall(r"font-size=\"([\d.]+)\"", picture)]
        assert min(sizes, default=9.0) * shown > 8.6


def test_parts_of_several_floors_lie_one_below_the_other() -> None:
    tower = graphs.floors([(0, "....\n...."), (1, "....\n....")], {".": Legend("floor")})
    picture = graphs.svg(tower, only=[0, 1, tower.size - 1], floor_title="Floor {}")
    heads = re.findall(r'y="([\d.-]+)"[^>]*>Floor (\d)<', picture)
    assert [number for _, number in heads] == ["0", "1"] and float(heads[0][0]) < float(heads[1][0])


def test_a_narrow_area_has_its_name_upright() -> None:
    pitch = graphs.floors([(0, "\n".join(["..."] * 15))], {".": Legend("grass")})
    column = [c for c in range(pitch.size) if pitch.coordinates[c][0] == 1]
    assert "rotate(-90" in graphs.svg(pitch, areas={"End zone": column})
    assert "rotate(-90" not in graphs.svg(pitch, areas={"End zone": list(range(pitch.size))})


def test_areas_are_drawn_on_hexagons_and_on_parts_of_a_board() -> None:
    hexagons = graphs.hexagon(2)
    assert ">Home</text>" in graphs.svg(hexagons, areas={"Home": [0, 1, 2]})
    assert ">Room</text>" in graphs.svg(BOARD, areas={"Room": [A, B]}, only=[A, B, C])


def test_a_name_is_written_in_an_ink_that_is_seen() -> None:
    picture = graphs.svg(BOARD, style=Style(cells={A: CellStyle(fill="blue", label="Goal")}), size=30)
    assert re.search(r'fill="#ffffff"[^>]*>Goal<', picture)


def test_ids_of_pictures_stay_and_differ() -> None:
    ids = [re.search(r'<title id="(\w+)-t"', picture) for picture in (drawn(), drawn(), graphs.svg(BOARD, only=[A, B]))]
    said = [found[1] for found in ids if found is not None]
    assert said[0] == said[1] != said[2]


def test_a_ruler_stands_in_place_of_coordinates_and_of_lines() -> None:
    whole = graphs.svg(graphs.grid(8, 4), style=Style(ruler=Ruler(4, "10 cm")))
    assert [text for text in ("0 cm", "10 cm", "20 cm") if f">{text}</text>" in whole] == ["0 cm", "10 cm", "20 cm"]
    assert ">8</text>" not in whole and 'stroke="#777777"' not in whole
    part = graphs.svg(graphs.grid(8, 4), only=range(10), style=Style(ruler=Ruler(4, "10 cm")))
    assert part.count(" cm</text>") == 1


def test_a_ball_has_two_halves_and_no_letters() -> None:
    picture = graphs.svg(BOARD, {A: [Token("Le", 0, shape="ball")]})
    assert ">Le</text>" not in picture and re.search(r"<path d=\"M[^\"]* 0 0 1 ", picture)


def test_a_picture_fits_its_page() -> None:
    for board in (graphs.grid(40, 3), graphs.hexagon(9), graphs.grid(3, 3)):
        found = re.search(r'width="(\d+)"', graphs.svg(board, size=graphs.fitting(board)))
        assert found is not None and int(found[1]) <= 830
    assert graphs.fitting(graphs.grid(3, 3)) == 30.0
