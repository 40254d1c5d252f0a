"""Cells show what their fields hold where the rulebook gives it no appearance, to whoever may see it."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
from arbitre.story.boards.boards import picture
from arbitre.story.boards.pieces import tokens
from arbitre.story.boards.screen import every_board

GAME = """\
game stones:
    play turn up to 3 times
kind player, seats: black, white
table of player:
    name  | en      | fr
    black | "Black" | "Noir"
    white | "White" | "Blanc"
kind crop: wheat, wood, reed
table of crop:
    name  | en      | fr      | sign
    wheat | "Wheat" | "Blé"   | "V"
    wood  | "Wood"  | "Bois"  | -
    reed  | "Reed"  | "Jonc"  | -
kind ground: bare, tilled
kind point, grid(4, 2, closed)
    stone: player or none
    crop: crop or none
    ground: ground
    men: 0 to 9
    trap: player or none{seen}
    wet: flag
        title en "Wet" fr "Mouillé"
event setup:
    point(1, 1).stone becomes black
    point(2, 1).stone becomes white
    point(2, 1).men becomes 3
    point(3, 1).crop becomes wheat
    point(4, 1).crop becomes wood
    point(1, 2).men becomes 5
    point(2, 2).trap becomes white
    point(3, 2).wet becomes true
agenda turn:
    go: nothing
event nothing: publish
"""


def match_of(folder: Path, seen: str = "", more: str = "") -> Match:
    path = folder / "stones.rules"
    path.write_text(GAME.replace("{seen}", seen) + more, encoding="utf-8")
    return Match(machine_of(compile_rules(load(path)).program), 1)


def shown(match: Match, viewer: int | str = REFEREE, lang: str = "en", text: bool = False) -> dict[str, str]:
    board = next(d for d in match.program.domains if d.board is not None)
    found = tokens(match, board.index, viewer, lang=lang, text=text)
    return {board.cells.label(c): "".join(t.letters for t in there) for c, there in found.items()}


def test_cells_show_the_signs_of_what_they_hold(tmp_path: Path) -> None:
    assert shown(match_of(tmp_path)) == {"(1, 1)": "B", "(2, 1)": "W3", "(3, 1)": "V", "(4, 1)": "Wo", "(1, 2)": "5", "(3, 2)": "w"}
    assert shown(match_of(tmp_path), lang="fr")["(1, 1)"] == "N"
    text = "\n".join(line.plain for line in every_board(match_of(tmp_path)))
    assert "│ B │ W3│ V │ Wo│" in text and "B Black   W White" in text and "V Wheat   Wo Wood   w Wet" in text


def test_the_picture_shows_them_too(tmp_path: Path) -> None:
    match = match_of(tmp_path)
    board = next(d for d in match.program.domains if d.board is not None)
    drawn = picture(match, board, REFEREE, "Stones", "en")
    assert all(f">{sign}</text>" in drawn for sign in ("B", "W3", "V", "Wo"))


def test_what_a_side_may_not_see_is_not_shown(tmp_path: Path) -> None:
    rules = GAME.replace("    crop: crop or none\n", "")
    rules = "\n".join(line for line in rules.split("\n") if ".crop becomes" not in line)
    path = tmp_path / "stones.rules"
    path.write_text(rules.replace("{seen}", ", seen by trap"), encoding="utf-8")
    match = Match(machine_of(compile_rules(load(path)).program), 1)
    assert shown(match)["(2, 2)"] == "W" and shown(match, 1)["(2, 2)"] == "W"
    assert "(2, 2)" not in shown(match, 0) and "(2, 2)" not in shown(match, SPECTATOR)


def test_what_is_drawn_otherwise_is_not_shown_again(tmp_path: Path) -> None:
    match = match_of(tmp_path, more="look point:\n    fill fire when point.stone is black\n    label none\n")
    left = {"(2, 1)": "3", "(3, 1)": "V", "(4, 1)": "Wo", "(1, 2)": "5", "(2, 2)": "W", "(3, 2)": "w"}
    assert shown(match) == left
    assert shown(match, text=True) == shown(match_of(tmp_path), text=True)  # a terminal shows no fill
    match = match_of(tmp_path, more='look point:\n    label en "~" fr "~" when point.wet\n')
    assert "(3, 2)" not in shown(match, text=True)  # what is written instead


def test_a_sign_of_whose_a_cell_is_leaves_the_rest(tmp_path: Path) -> None:
    """Neither the colour of a side nor its sign takes away what cells hold besides."""
    match = match_of(tmp_path, more="look white:\n    fill pink\n")
    assert shown(match, text=True) == {"(1, 1)": "B", "(2, 1)": "W3", "(3, 1)": "V", "(4, 1)": "Wo", "(1, 2)": "5", "(3, 2)": "w"}


ROADS = """\
game riders:
    play turn by each player in turn
kind player, seats: red, blue
    goal: spot
    rider: spot
    camp: spot or none{seen}
table of player:
    name | goal   | rider  | en     | fr
    red  | (3, 1) | (1, 1) | "Red"  | "Rouge"
    blue | (1, 1) | (3, 1) | "Blue" | "Bleu"
kind spot, grid(3, 1, closed)
agenda turn by player:
    going: player chooses player.rider from spots
"""


def test_seats_stand_where_they_are(tmp_path: Path) -> None:
    path = tmp_path / "riders.rules"
    path.write_text(ROADS.replace("{seen}", "") + "look player:\n    shape pawn\n", encoding="utf-8")
    match = Match(machine_of(compile_rules(load(path)).program), 1)
    assert shown(match) == {"(1, 1)": "R", "(3, 1)": "B"} and shown(match, lang="fr")["(3, 1)"] == "B"
    text = "\n".join(line.plain for line in every_board(match, lang="fr"))
    assert "│ R │   │ B │" in text and "R Rouge   B Bleu" in text
    board = next(d for d in match.program.domains if d.board is not None)
    assert {t.shape for there in tokens(match, board.index).values() for t in there} == {"pawn"}


def test_a_seat_stands_nowhere_where_nobody_sees_it(tmp_path: Path) -> None:
    rules = (
        ROADS.replace("    rider: spot\n", "")
        .replace("| rider  ", "")
        .replace("| (1, 1) | (3", "| (3")
        .replace("{seen}", ", seen by nobody")
    )
    rules = rules.replace("| (3, 1) | (1, 1) |", "| (3, 1) |").replace("| (1, 1) | (3, 1) |", "| (1, 1) |").replace(".rider", ".camp")
    path = tmp_path / "riders.rules"
    path.write_text(rules, encoding="utf-8")
    match = Match(machine_of(compile_rules(load(path)).program), 1)
    match.answer(match.requests[0].id, 1)
    assert not shown(match)


TILES = """\
game tiles:
    languages en
    play turn up to 3 times
kind player, seats: red, blue
table of player:
    name | en
    red  | "Red"
    blue | "Blue"
kind tile: t1, t2, t11, t12
table of tile:
    name | en
    t1   | "Gate"
    t2   | "Street"
    t11  | "Market"
    t12  | "Meadow"
kind ground: plain, river
table of ground:
    name  | en
    plain | "Plain"
    river | "River"
kind spot, grid(4, 2, closed)
    tile: tile or none
    ground: ground
    turned: 0 to 3
event setup:
    spot(1, 1).tile becomes t1
    spot(2, 1).tile becomes t11
    spot(3, 1).tile becomes t12
    spot(1, 2).tile becomes t12
    spot(1, 2).turned becomes 2
    spot(2, 2).ground becomes river
agenda turn:
    go: nothing
event nothing: publish
"""


def tiles(folder: Path, rules: str = TILES) -> Match:
    path = folder / "tiles.rules"
    path.write_text(rules, encoding="utf-8")
    return Match(machine_of(compile_rules(load(path)).program), 1)


def test_what_differs_has_signs_that_differ(tmp_path: Path) -> None:
    """Members of one kind whose names have numbers alone to tell them apart, and those of different kinds."""
    signs = {"(1, 1)": "Ga", "(2, 1)": "Ma", "(3, 1)": "Me", "(1, 2)": "Me2", "(2, 2)": "Ri"}
    assert shown(tiles(tmp_path)) == signs
    text = "\n".join(line.plain for line in every_board(tiles(tmp_path)))
    assert "Ga Gate   Ma Market   Me Meadow" in text and "Ri River" in text and "Street" not in text


def test_a_number_is_kept_apart_from_a_sign_with_a_number(tmp_path: Path) -> None:
    match = tiles(tmp_path, TILES.split("table of tile:")[0] + "kind ground" + TILES.split("kind ground")[1])
    assert shown(match) == {"(1, 1)": "T1", "(2, 1)": "T11", "(3, 1)": "T12", "(1, 2)": "T12·2", "(2, 2)": "Ri"}
    text = "\n".join(line.plain for line in every_board(match))
    assert "│T12·2│" in text  # boxes are as wide as the longest mark
