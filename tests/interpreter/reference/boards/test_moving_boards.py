"""Boards that move: doors that shut, bridges that are drawn up, and the walks that follow them."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre import graphs
from arbitre.dsl.lower.program import Bound, bind
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run
from arbitre.story.boards.boards import shut_edges, standing_board

GAME = """\
game house:
    title en "House" fr "Maison"
kind plan: ground
option plan: plan = ground
    title en "Plan" fr "Plan"
kind player, seats: red, blue
kind floor_of: wood
kind device: lift
kind way, links, open when passable
    device: device
kind cell (place), floors(plan), joined to steps
    floor_of: floor_of
    doorway: 0 to 2
kind match:
    shut: flag
    raised: flag
map ground:
    floor 0 \"\"\"
        ..12..
        ......
        \"\"\"
    floor 1 \"\"\"
        ......
        ......
        \"\"\"
    mark "." wood
    mark "1" wood with doorway 1
    mark "2" wood with doorway 2
    link lift as great_lift from (1, 2, 0) to (6, 2, 1), cost 2, back 5
let steps(place) = place.neighbours
    except place.neighbours where doorway is 3 - place.doorway and place.doorway is not 0 or y is not place.y when match.shut
way is passable when not match.raised or way.start.floor is 0
agenda turn:
    go: end
scenario "Open, shut, and open again":
    expect travel((1, 1, 0), (6, 1, 0)) is 5 and (4, 1, 0) in reach((3, 1, 0), 1, none) and toward((3, 1, 0), (5, 1, 0), none) is not none
    given match.shut = true
    expect travel((1, 1, 0), (6, 1, 0)) is 1000000 and (4, 1, 0) not in reach((3, 1, 0), 9, none)
    expect toward((3, 1, 0), (5, 1, 0), none) is none and travel((1, 2, 0), (6, 2, 0)) is 5
    expect (2, 1, 0) in reach((3, 1, 0), 1, none)
    given match.shut = false
    expect travel((1, 1, 0), (6, 1, 0)) is 5 and toward((3, 1, 0), (5, 1, 0), none) is not none
scenario "A link that is taken one way only":
    expect travel((1, 2, 0), (6, 2, 1)) is 2 and travel((6, 2, 1), (1, 2, 0)) is 5
    given match.raised = true
    expect travel((1, 2, 0), (6, 2, 1)) is 2 and travel((6, 2, 1), (1, 2, 0)) is 1000000
"""
PRICED = """\
extends house
let step_price((heavy: 0 to 9), (origin: cell), place) = 1 + heavy
let sure((heavy: 0 to 9), (origin: cell), place, (price: 0 to 99)) = 50%
scenario "At prices of the rulebook, and for the surest walk":
    expect travel((1, 1, 0), (6, 1, 0), step_price(1)) is 10 and count(reach((3, 1, 0), 4, none, step_price(1))) is 9
    expect arrival((3, 1, 0), (4, 1, 0), 9, none, sure(1)) is 50%
    given match.shut = true
    expect travel((1, 1, 0), (6, 1, 0), step_price(1)) is 1000000 and count(reach((3, 1, 0), 4, none, step_price(1))) is 2
    expect arrival((3, 1, 0), (4, 1, 0), 9, none, sure(1)) is 0%
"""
PRICES = {
    "of a cell": """\
extends house
let toll(place) = 1 + place.doorway
    +3 when match.raised
    is 0 when match.shut and place.doorway is 2
replace kind cell, floors(plan), joined to place_steps, entered at toll
let place_steps(place) = place.neighbours
""",
    "of a step": """\
extends house
let toll((origin: cell), place) = 1 + place.doorway
    +3 when match.raised and origin is not place
    is 0 when match.shut and place.doorway is 2
replace kind cell, floors(plan), entered at toll
""",
}
FOLLOWED = """
scenario "Prices follow as well":
    expect travel((2, 1, 0), (4, 1, 0)) is 4 and travel((2, 1, 0), (3, 1, 0)) is 2 and count(reach((1, 1, 0), 2, none)) is 4
    given match.raised = true
    expect travel((2, 1, 0), (4, 1, 0)) is 10 and travel((2, 1, 0), (3, 1, 0)) is 5 and count(reach((1, 1, 0), 2, none)) is 0
    given match.raised = false
    given match.shut = true
    expect travel((2, 1, 0), (4, 1, 0)) is 1000000 and toward((3, 1, 0), (4, 1, 0), none) is none
    given match.shut = false
    expect travel((2, 1, 0), (4, 1, 0)) is 4
"""


def bound(folder: Path, *files: str) -> Bound:
    house = folder / "house"
    house.mkdir()
    (house / "house.rules").write_text(GAME, encoding="utf-8")
    for number, text in enumerate(files):
        (house / f"more{number}.rules").write_text(text, encoding="utf-8")
    return bind(load(house, scenarios=True))


def passed(made: Bound) -> None:
    assert not made.messages.errors, made.messages.errors[0]
    rulebook = made.symbols.rulebook
    for scenario in rulebook.scenarios:
        outcome = run(Books(rulebook), scenario)
        assert outcome.ok, outcome.failures


def test_walks_follow_the_board_as_it_stands(tmp_path: Path) -> None:
    passed(bound(tmp_path))


def test_so_do_walks_at_prices_of_the_rulebook(tmp_path: Path) -> None:
    passed(bound(tmp_path, PRICED))


@pytest.mark.parametrize("sort", PRICES)
def test_prices_follow_too(tmp_path: Path, sort: str) -> None:
    made = bound(tmp_path, PRICES[sort] + FOLLOWED)
    made.symbols.rulebook.scenarios = [s for s in made.symbols.rulebook.scenarios if s.name.startswith("Prices")]
    passed(made)


def test_a_value_of_another_sort_is_told(tmp_path: Path) -> None:
    wrong = "extends house\nreplace kind cell, floors(plan), joined to doorway\nreplace kind way, links, open when broken\n"
    found = bound(tmp_path, wrong).messages.errors
    assert len(found) == 2 and {m.place.line for m in found} == {2, 3}


def test_the_way_that_is_shown_goes_round_what_is_shut(tmp_path: Path) -> None:
    program = bound(tmp_path).program
    match = Match(program, 1)
    (index,) = (d.index for d in program.domains if d.board is not None)
    board = standing_board(match, index)
    assert board.travel(board.cell_at(3, 1, 0), board.cell_at(4, 1, 0)) == 1
    (shut,) = (f.index for f in program.fields if f.name == "shut")
    match.state.cells[match.machine.layout.base[shut]] = 1
    board = standing_board(match, index)
    assert board.travel(board.cell_at(3, 1, 0), board.cell_at(4, 1, 0)) == 1000000


def test_what_is_shut_is_drawn_for_those_who_may_know(tmp_path: Path) -> None:
    hidden = """\
extends house
kind match:
    sealed: flag, seen by red
event seal:
    match.sealed becomes true
adjust steps(place): except place.neighbours where y is not place.y when match.sealed
"""
    program = bound(tmp_path, hidden).program
    match = Match(program, 1)
    (index,) = (d.index for d in program.domains if d.board is not None)
    still = program.domains[index].cells
    assert shut_edges(still, standing_board(match, index)) == []
    (sealed,) = (f.index for f in program.fields if f.name == "sealed")
    match.state.cells[match.machine.layout.base[sealed]] = 1
    beside = (still.cell_at(1, 1, 0), still.cell_at(1, 2, 0))
    red, blue = match.seats()
    assert beside in shut_edges(still, standing_board(match, index)) and beside in shut_edges(still, standing_board(match, index, red))
    assert shut_edges(still, standing_board(match, index, blue)) == []
    drawn, plain = graphs.svg(still, shut=[beside]), graphs.svg(still)
    assert drawn.count("<line") == plain.count("<line") + 1
