"""Whose a piece is: a side, another one later, or nobody; and only as far as a viewer may know it."""

from __future__ import annotations

from pathlib import Path

from arbitre import graphs
from arbitre.dsl.lower.program import Bound, bind
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.match import Match
from arbitre.story.boards.owners import Owners, apart
from arbitre.story.boards.pieces import tokens
from arbitre.story.report import sides_with_pieces
from arbitre.story.story import Story

GAME = """\
game fold:
    title en "Fold" fr "Bergerie"
kind player, seats: red, blue
kind sort: ewe
kind cell, grid(3, 1, closed)
kind beast, up to 3, owned by keeper
    cell: cell
    sort: sort
    tamer: player or none{seen}
    owner: player
let keeper(beast) = beast.tamer
    is none when match.night
kind match:
    night: flag
event setup:
    create beast as one with cell (1, 1)
    create beast as other with cell (2, 1), tamer blue
agenda turn:
    go: match.night becomes not match.night
"""
CAMPS = """\
extends fold
kind camp: plain, hill
kind player:
    camp: camp
kind beast:
    camp: camp
table of player:
    name | camp
    red  | hill
    blue | plain
"""


def made(folder: Path, seen: str = "", more: str = "") -> Bound:
    (folder / "fold").mkdir()
    (folder / "fold" / "fold.rules").write_text(GAME.replace("{seen}", seen), encoding="utf-8")
    if more:
        (folder / "fold" / "more.rules").write_text(more, encoding="utf-8")
    return bind(load(folder / "fold"))


def begun(folder: Path, seen: str = "", more: str = "") -> Match:
    bound = made(folder, seen, more)
    assert not bound.messages.errors, bound.messages.errors[0]
    return Match(bound.program, 1)


def sides(match: Match, viewer: int | str = "referee") -> list[int]:
    (board,) = (d.index for d in match.program.domains if d.board is not None)
    return [token.side for _, there in sorted(tokens(match, board, viewer).items()) for token in there]


def store(match: Match, name: str, row: int, value: int) -> None:
    (column,) = (f.index for f in match.program.fields if f.name == name)
    match.state.cells[match.machine.layout.base[column] + row] = value


def test_a_piece_is_whose_the_value_says_and_may_be_nobodys(tmp_path: Path) -> None:
    match = begun(tmp_path)
    red, blue = match.seats()
    assert sides(match) == [graphs.NEUTRAL, blue] and {red, blue} <= sides_with_pieces(match)
    store(match, "tamer", 0, red)
    assert sides(match) == [red, blue]
    store(match, "night", 0, 1)
    assert sides(match) == [graphs.NEUTRAL, graphs.NEUTRAL]


def test_who_may_not_see_it_is_shown_what_it_was_at_first(tmp_path: Path) -> None:
    match = begun(tmp_path, seen=", seen by blue")
    red, blue = match.seats()
    assert sides(match, blue) == [graphs.NEUTRAL, blue] and sides(match, red) == sides(match, "spectator") == [graphs.NEUTRAL] * 2


def test_pieces_called_alike_are_told_apart_by_it(tmp_path: Path) -> None:
    match = begun(tmp_path)
    store(match, "tamer", 0, match.seats()[0])
    assert list(Owners(Story(match, "en"), "referee").alike().values()) == ["ewe 1 (red)", "ewe 2 (blue)"]
    store(match, "tamer", 0, -1)
    assert list(Owners(Story(match, "en"), "referee").alike().values()) == ["ewe 2 (blue)"]


def test_a_name_is_no_part_of_a_word() -> None:
    names = {"B": "B (Red)", "Guard 3": "Guard 3 (Blue)"}
    assert apart("Both wait; Guard 31 hits B, and B falls.", names) == "Both wait; Guard 31 hits B (Red), and B falls."
    assert apart("Au tour d’B.", names) == "Au tour d’B (Red)."


def test_whose_they_are_is_their_camp_where_pieces_have_camps(tmp_path: Path) -> None:
    match = begun(tmp_path, more=CAMPS)
    assert sides(match) == [graphs.NEUTRAL, 0]


def test_a_value_of_another_sort_is_told(tmp_path: Path) -> None:
    wrong = "extends fold\nreplace kind beast, owned by place\nlet place(beast) = beast.cell\n"
    (found,) = made(tmp_path, more=wrong).messages.errors
    assert found.code == "N01" and found.place.line == 2 and "keeper" in found.hint
