"""Boards in the terminal: marks, sides told apart, secrets, only what changed, floors, the key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre import graphs
from arbitre.cli.main import cli
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import save
from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
from arbitre.story.boards.pieces import notes_of, tokens
from arbitre.story.boards.screen import Screen
from arbitre.story.film import turns

TOWER = '''\
game tower:
    title en "Tower" fr "Tour"
    play turn up to 3 times
kind side, seats: red, blue
table of side:
    name | en     | fr
    red  | "Red"  | "Rouge"
    blue | "Blue" | "Bleu"
kind trade:
    title en "Trade" fr "Métier"
table of trade:
    name     | en         | fr        | sign
    tall_man | "Tall man" | "Grand"   | "Ω"
    old_crow | "Old crow" | "Corneille" | -
kind ground: stone, water
table of ground:
    name  | en      | fr
    stone | "Stone" | "Pierre"
    water | "Water" | "Eau"
kind gate: north_gate
table of gate:
    name       | en           | fr
    north_gate | "North gate" | "Porte nord"
kind cell (place), floors(hall)
    ground: ground
    gate: gate or none
        title en "Gate" fr "Porte"
map hall:
    floor 0 """
        (...
        ..~.
        ....
        ....
        ....
        ....
        """
    floor 1 """
        ....
        """
    mark "." stone
    mark "(" stone, north_gate
    mark "~" water
    link ladder from cell(4, 1, 0) to cell(4, 1, 1), both ways
kind device: ladder
kind way, links
kind man (mover, bearer), up to 4, many men:
    side: side
    trade: trade
    cell: cell or none
kind lamp: the_lamp
    title en "Lamp" fr "Lampe"
    sign "☼"
    cell: cell or none
    holder: man or none
kind spy: the_spy
    sign "S"
    side: side
    cell: cell or none, seen by side
event setup:
    create man with side red, trade tall_man, cell cell(1, 1, 0)
    create man with side red, trade old_crow, cell cell(2, 1, 0)
    create man with side blue, trade old_crow, cell cell(3, 6, 0)
    create man with side blue, trade old_crow, cell cell(1, 1, 1)
    the_lamp.holder becomes first(men where side is blue)
    the_spy.side becomes blue
    the_spy.cell becomes cell(2, 4, 0)
agenda turn:
    going: for each side in sides: walk_of side
agenda walk_of side:
    walking:
        side chooses walker from men where it.side is side
        side chooses goal from cells where distance(it, walker.cell) is 1
        walker.cell becomes goal
'''


@pytest.fixture(scope="module")
def tower(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tower") / "tower.rules"
    path.write_text(TOWER, encoding="utf-8")
    return path


def begun(path: Path) -> Match:
    bound = compile_rules(load(str(path)))
    assert not bound.messages.errors
    return Match(machine_of(bound.program), 1)


def answered(match: Match, *keys: str) -> None:
    for key in keys:
        match.answer(match.requests[0].id, key)


def shown(screen: Screen, viewer: int | str, match: Match | None = None, begins: bool = True, floor: str | None = None) -> str:
    if floor is not None:
        lines = screen.asked(floor, viewer)
        return "\n".join(line.plain for line in lines or ())
    request = match.requests[0] if match is not None else None
    notes = notes_of(match, request, []) if match is not None and request is not None else None
    return "\n".join(line.plain for line in screen.news(viewer, request, notes, begins))


def test_pieces_are_told_apart_by_mark_side_and_colour(tower: Path) -> None:
    match = begun(tower)
    marks = {t.letters: t.side for there in tokens(match, cells(match)).values() for t in there}
    # A sign of the rulebook's own, the last word's first letter, the number; a side's own way to write; what belongs to nobody.
    assert marks == {"Ω1": 0, "C2": 0, "c3": 1, "c4": 1, "☼": graphs.NEUTRAL, "s": 1}
    carried = [t for there in tokens(match, cells(match)).values() for t in there if t.carried]
    assert [t.letters for t in carried] == ["☼"]


def cells(match: Match) -> int:
    return next(d.index for d in match.program.domains if d.board is not None)


def test_a_board_shows_no_more_than_its_viewer_may_see(tower: Path) -> None:
    match = begun(tower)
    for viewer, seen in ((0, False), (1, True), (SPECTATOR, False), (REFEREE, True)):
        text = shown(Screen(match, "en", 80, colours=False), viewer, floor="all")
        assert (" s " in text) == seen, text


def test_whoever_may_be_chosen_is_marked_without_colours_and_with_them(tower: Path) -> None:
    match = begun(tower)
    bare = shown(Screen(match, "en", 80, colours=False), 0, match)
    assert "│*Ω1│*C2│" in bare.replace(" ", "") and "* can be chosen" in bare
    coloured = Screen(match, "en", 80, colours=True).news(0, match.requests[0])
    assert "*Ω1" not in "".join(line.plain for line in coloured)
    assert any("underline" in str(span.style) for line in coloured for span in line.spans)


def test_only_floors_and_rows_that_changed_are_drawn_again(tower: Path) -> None:
    match = begun(tower)
    screen = Screen(match, "en", 80, colours=False)
    first = shown(screen, 0, match)
    assert "Floor 0" in first and "Floor 1" not in first and "End" not in first
    assert "North gate (1, 1, 0)" in first and "~ Water" in first and "ladder: (4, 1, 0) ↔ (4, 1, 1)" in first
    assert shown(screen, 0, match, begins=False) == ""
    answered(match, "man_2")
    answered(match, "(2, 2, 0)")
    again = shown(screen, 0, begins=False)
    rows = [line[:1] for line in again.splitlines() if line[:1].isdigit()]
    assert rows == ["1", "2", "3"] and "Water" not in again, again
    assert "Floor 0" in again and "Floor 1" not in again


def test_floors_are_shown_as_asked(tower: Path) -> None:
    screen = Screen(begun(tower), "fr", 80, colours=False)
    assert "Étage 1" in shown(screen, 0, floor="1") and "Étage 0" not in shown(screen, 0, floor="1")
    every = shown(screen, 0, floor="tout")
    assert "Étage 0" in every and "Étage 1" in every and "Porte nord (1, 1, 0)" in every
    assert screen.asked("7", 0) is None


def test_a_narrow_terminal_shows_what_the_question_is_about() -> None:
    board = graphs.floors([(0, "." * 40)], {".": graphs.Legend("floor")})
    look = graphs.Look({30: [graphs.Token("A1")], 2: [graphs.Token("b2", 1)]}, focus=[30])
    lines = graphs.plain(graphs.text(board, width=40, look=look))
    assert all(len(line) <= 40 for line in lines)
    assert "A1" in lines[1] and "b2" not in lines[1] and "/ 40" in lines[-1]
    whole = graphs.plain(graphs.text(board, width=40, look=graphs.Look(look.pieces, whole=True)))
    assert sum("A1" in line or "b2" in line for line in whole) == 2 and all(len(line) <= 40 for line in whole)


def test_hexagons_show_their_names_and_who_is_there() -> None:
    board = graphs.hexagon(1)
    labels = {cell: f"A{cell}" for cell in range(board.size)}
    look = graphs.Look({3: [graphs.Token("R5"), graphs.Token("b2", 1)], 4: [graphs.Token("R6")]}, labels=labels)
    wide = "\n".join(graphs.plain(graphs.text(board, width=80, look=look)))
    assert all(name in wide for cell, name in labels.items() if cell != 3)
    assert "R5 b2" in wide and "A4   R6" in wide
    narrow = "\n".join(graphs.plain(graphs.text(board, width=16, look=look)))
    assert "R5+" in narrow and "A1" in narrow


def test_the_turns_of_a_match_and_how_each_ended(tower: Path) -> None:
    match = begun(tower)
    answered(match, "man_2", "(2, 2, 0)", "man_3", "(3, 5, 0)", "man_2", "(2, 3, 0)")
    film = turns(match)
    assert [(t.number, t.over) for t in film] == [(0, True), (1, True), (2, False)]
    assert film[-1].last == len(match.run.log or []) and film[0].first == 0
    spots = [
        match.program.domains[cells(match)].cells.label(c)
        for t in film
        for c, there in tokens(t.match, cells(match)).items()
        if any(p.letters == "C2" for p in there)
    ]
    assert spots == ["(2, 1, 0)", "(2, 2, 0)", "(2, 3, 0)"]


def test_a_saved_match_is_drawn_and_replayed_with_boards(tower: Path, tmp_path: Path) -> None:
    match = begun(tower)
    answered(match, "man_2", "(2, 2, 0)", "man_3", "(3, 5, 0)")
    file = tmp_path / "match.json"
    save(match, file)
    from arbitre.cli.play import matches

    runner = CliRunner()
    game = ("--game", str(tower))
    told = runner.invoke(cli, ["replay", str(file), "--boards", "--as", "red", *game], env={"COLUMNS": "80"}).output
    assert told.count("Floor 0") >= 2 and " s " not in told
    assert matches.resumed(file, str(tower))[0].turn == 2
    views: list[tuple[list[str], bool]] = [(["--as", "red"], False), (["--as", "blue"], True), (["--as", "spectator"], False)]
    views += [([], False), (["--all"], True), (["--as", "referee"], True)]
    for who, seen in views:
        picture = tmp_path / "seen.svg"
        result = runner.invoke(cli, ["board", str(file), *who, "--svg", str(picture), "--floor", "0", *game])
        assert result.exit_code == 0, result.output
        assert (">s</text>" in picture.read_text(encoding="utf-8")) == seen


def test_all_and_one_side_are_not_asked_for_together(tower: Path) -> None:
    result = CliRunner().invoke(cli, ["board", str(tower), "--all", "--as", "red", "--lang", "fr"])
    assert result.exit_code == 1 and "--all" in result.output


@pytest.mark.parametrize("sign", ["", "abc", "7", "a b", "x1"])
def test_a_sign_leaves_room_for_a_number(sign: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.rules"
    path.write_text(TOWER.replace('sign "☼"', f'sign "{sign}"'), encoding="utf-8")
    from arbitre.dsl.lower.program import bind

    found = bind(load(str(path))).messages.errors
    assert [m.code for m in found] == ["T06"]


def test_what_is_carried_is_drawn_on_whoever_carries_it() -> None:
    ball = graphs.Token("●", graphs.NEUTRAL, carried=True)
    look = graphs.Look({3: [graphs.Token("b1", 1), graphs.Token("b5", 1), ball]}, labels={3: "A4"})
    drawn = "\n".join(graphs.plain(graphs.text(graphs.hexagon(1), width=80, look=look)))
    assert "b1 b5●" in drawn
    picture = graphs.svg(graphs.hexagon(1), look.pieces)
    spots = {text: float(x) for x, text in re.findall(r'<text x="([\d.-]+)"[^>]*>(b1|b5|●)</text>', picture)}
    assert abs(spots["●"] - spots["b5"]) < abs(spots["●"] - spots["b1"])
