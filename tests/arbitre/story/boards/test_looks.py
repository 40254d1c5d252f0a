"""How a rulebook says that its boards and pieces are drawn, and what of it a viewer may see."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre import graphs
from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.story.boards.boards import picture
from arbitre.story.boards.looks import style_of
from arbitre.story.boards.pieces import tokens

GAME = """\
game fold:
    title en "Fold" fr "Bergerie"
kind player, seats: red, blue
kind ground: meadow, pond
kind cell, grid(3, 2, closed)
    ground: ground
kind beast, up to 3:
    cell: cell
    owner: player
    ill: flag{seen}
event setup:
    create beast as one with cell (1, 1), owner red, ill true
    create beast as other with cell (2, 1), owner blue
agenda turn:
    go: one_ill
event one_ill: publish
table of cell:
    at     | ground
    (1, 1) | meadow
    (2, 1) | meadow
    (3, 1) | pond
    (1, 2) | meadow
    (2, 2) | meadow
    (3, 2) | pond
"""
LOOKS = """\
look board:
    edge left: red thick
    edge between cells where y is 1 and cells where y is 2: blue barred
    label rim
look meadow:
    fill grass
look pond:
    fill water
look cell:
    fill fire when cell.x is 1
    edge around: yellow dashed when cell.ground is pond
    stack 3
look beast:
    shape disc
    label none
    badge "+" title en "Ill" fr "Malade" when beast.ill
look blue:
    fill white
"""


def made(folder: Path, looks: str = LOOKS, seen: str = "", more: str = "") -> tuple[Match | None, list[Message]]:
    (folder / "fold").mkdir()
    game = GAME.replace("{seen}", seen)
    (folder / "fold" / "fold.rules").write_text(game + looks.replace("cells where y is 1 and cells", "(cells where y is 1) and (cells")
                                                .replace("y is 2:", "y is 2):"), encoding="utf-8")  # fmt: skip
    extensions = []
    if more:
        (folder / "more.rules").write_text("extends fold\n" + more, encoding="utf-8")
        extensions = [folder / "more.rules"]
    bound = bind(load(folder / "fold", extensions))
    errors = [m for m in bound.messages.items if m.severity == "error"]
    return (None if errors else Match(machine_of(bound.program), 1)), errors


def begun(folder: Path, looks: str = LOOKS, seen: str = "", more: str = "") -> Match:
    match, errors = made(folder, looks, seen, more)
    assert match is not None, errors
    return match


def board_of(match: Match) -> int:
    return next(d.index for d in match.program.domains if d.board is not None)


def test_cells_have_the_fill_of_their_ground_unless_a_condition_says_more(tmp_path: Path) -> None:
    match = begun(tmp_path)
    domain = match.program.domains[board_of(match)]
    style = style_of(match, domain, match.state)
    at = domain.cells.cell_at
    assert [style.cell(at(x, 1)).fill for x in (1, 2, 3)] == ["fire", "grass", "water"]
    assert style.cell(at(2, 2)).stack == 3 and style.rim
    assert style.borders == {"left": graphs.Stroke("red", "thick")}
    assert [(sorted(cells), stroke) for cells, stroke in style.around] == [
        (sorted([at(3, 1), at(3, 2)]), graphs.Stroke("yellow", "dashed"))
    ]
    ((upper, lower, stroke),) = style.between
    assert (len(upper), len(lower), stroke.line) == (3, 3, "barred") and not upper & lower


def test_pieces_have_their_shape_their_side_its_colour(tmp_path: Path) -> None:
    match = begun(tmp_path)
    found = [t for there in tokens(match, board_of(match)).values() for t in there]
    assert [(t.shape, t.fill, t.face, t.badges) for t in found] == [("disc", "", "", ("+",)), ("disc", "white", "", ())]


LYING = """\
game yard:
    title en "Yard" fr "Cour"
kind player, seats: red, blue
kind stone: red_flat, red_round, blue_flat
    of: player
table of stone:
    name      | of   | sign
    red_flat  | red  | "-"
    red_round | red  | "o"
    blue_flat | blue | "-"
kind cell, grid(3, 1, closed)
    stone: stone or none{seen}
event setup:
    for each cell in cells where x is 1: cell.stone becomes red_round
    for each cell in cells where x is 2: cell.stone becomes blue_flat
agenda turn:
    go: publish
look red_round:
    shape icon
"""


def test_what_a_field_of_a_cell_holds_is_drawn_with_its_sign_in_its_side_s_colour(tmp_path: Path) -> None:
    path = tmp_path / "yard.rules"
    for seen, expected in (("", {0: ("o", 0, "icon"), 1: ("-", 1, "")}), (", seen by red", {})):
        path.write_text(LYING.replace("{seen}", seen), encoding="utf-8")
        match = Match(machine_of(bind(load(path)).program), 0)
        found = tokens(match, board_of(match), viewer=1)
        assert {cell: (t.letters, t.side, t.shape) for cell, there in found.items() for t in there} == expected


def test_a_badge_tells_nobody_what_he_may_not_see(tmp_path: Path) -> None:
    match = begun(tmp_path, seen=", seen by owner")
    red, blue = ([t.badges for there in tokens(match, board_of(match), seat).values() for t in there] for seat in (0, 1))
    assert red == [("+",), ()] and blue == [(), ()]


def test_an_extension_adds_lines_that_come_first(tmp_path: Path) -> None:
    match = begun(tmp_path, more="look beast:\n    shape pawn\n    label sign\n")
    found = [t for there in tokens(match, board_of(match)).values() for t in there]
    assert {t.shape for t in found} == {"pawn"} and all(t.face == t.letters for t in found)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("shape disk", "there is no drawn shape ‘disk’"),
        ("fill gras", "there is no ground or colour ‘gras’"),
        ("edge lefft: red", "there is no side of a board ‘lefft’"),
        ("edge left: red thik", "there is no line ‘thik’"),
        ("stack 99", "1 to 20 pieces can be drawn on top of each other, not 99"),
        ("colour red", "there is no line of a look ‘colour’"),
    ],
)
def test_words_that_are_unknown_are_told_with_the_nearest(tmp_path: Path, line: str, said: str) -> None:
    _, errors = made(tmp_path, f"look cell:\n    {line}\n")
    assert [str(e.text) for e in errors] == [said]
    assert "stack" in line or errors[0].hint


def test_a_look_is_of_something(tmp_path: Path) -> None:
    _, errors = made(tmp_path, "look beest:\n    shape disc\n")
    assert [str(e.text) for e in errors] == ["there is no kind or member ‘beest’"] and "beast" in str(errors[0].hint)


def test_what_is_drawn_is_what_was_said(tmp_path: Path) -> None:
    match = begun(tmp_path)
    drawn = picture(match, match.program.domains[board_of(match)], "referee", "", "en")
    assert drawn.count("#cfe3bd") >= 2 and "#bcdcf2" in drawn and "#f3b48d" in drawn  # grass, water, fire
    assert 'stroke="#d55e00"' in drawn and ">+</text>" in drawn
    plain = picture(begun_plain(tmp_path), match.program.domains[board_of(match)], "referee", "", "en")
    assert "#cfe3bd" not in plain


def begun_plain(folder: Path) -> Match:
    other = folder / "plain"
    other.mkdir()
    return begun(other, looks="")
