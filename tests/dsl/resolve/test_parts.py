"""Parts of maps: rooms with cells of their own, at the places that maps give them; named ways; cells with titles."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.errors import BadOption
from arbitre.dsl.lower.program import Bound, bind
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run
from arbitre.opening.books import all_findings
from arbitre.story.boards.boards import titled_cells

GAME = """\
game caves:
    title en "Caves" fr "Grottes"
kind cave: upper, lower, bare
option cave: cave = upper
    title en "Cave" fr "Grotte"
kind player, seats: red, blue
kind ground: rock, water
kind device: ladder
kind way, links
    device: device
kind cell (place), floors(cave)
    ground: ground
    depth: 0 to 9
kind match:
    trail: 0 to 9999
agenda turn:
    go: end
map upper:
    floor 0 \"\"\"
        .....
        .....
        \"\"\"
    floor 1 \"\"\"
        .....
        .....
        \"\"\"
    mark "." rock
    place pool at (2, 1, 0)
    place nowhere at (1, 1, 0)
map lower:
    floor -1 \"\"\"
        ......
        ......
        \"\"\"
    floor 0 \"\"\"
        ......
        \"\"\"
    mark "." rock
    place pool at (1, 1, -1)
    place pool at (4, 1, -1) as east
map bare:
    floor 0 \"\"\"
        ...
        \"\"\"
    mark "." rock
event follow:
    for each place along swim: match.trail becomes match.trail * 10 + place.x
"""

POOL = """\
extends caves
part pool:
    floor 0 \"\"\"
        ~D
        ~~
        \"\"\"
    floor 1 at (2, 1) \"\"\"
        H
        \"\"\"
    mark "~" water with depth 2
    mark "D" water as deep_end title en "Deep end" fr "Grand bain" with depth 5
    mark "H" rock as hatch
    link ladder as rungs from deep_end to (2, 1, 1), cost 2, both ways
    path swim: deep_end, (1, 2, 0), (1, 1, 0), deep_end
"""

SCENARIOS = {
    "upper": """\
    expect deep_end is (3, 1, 0) and hatch is (3, 1, 1) and rungs.start is deep_end and rungs_back.start is hatch
    expect count(cells where ground is water) is 4 and deep_end.depth is 5
    expect first(swim) is deep_end and count(swim) is 4 and (2, 2, 0) in swim and (3, 2, 0) not in swim
    do follow
    expect match.trail is 3223
""",
    "lower": """\
    option cave = lower
    expect deep_end is (2, 1, -1) and east_deep_end is (5, 1, -1) and hatch is (2, 1, 0) and east_hatch is (5, 1, 0)
    expect east_rungs.start is east_deep_end and east_rungs.finish is (5, 1, 0) and count(ways) is 4
    expect count(cells where ground is water) is 8 and first(east_swim) is (5, 1, -1)
    do follow
    expect match.trail is 2112
""",
    "bare": """\
    option cave = bare
    expect deep_end is none and hatch is none and rungs is none and rungs_back is none and count(ways) is 0
    expect count(swim) is 0 and first(swim) is none and no swim and east_deep_end is none and no east_swim
    do follow
    expect match.trail is 0
""",
}


def bound(folder: Path, *more: str, choices: dict[str, str] | None = None) -> Bound:
    (folder / "caves").mkdir(exist_ok=True)
    (folder / "caves" / "caves.rules").write_text(GAME, encoding="utf-8")
    for number, text in enumerate(more):
        (folder / "caves" / f"more{number}.rules").write_text(text, encoding="utf-8")
    return bind(load(folder / "caves", scenarios=True), choices)


@pytest.mark.parametrize("cave", SCENARIOS)
def test_a_part_on_each_map(tmp_path: Path, cave: str) -> None:
    made = bound(tmp_path, POOL, f'extends caves\nscenario "x":\n{SCENARIOS[cave]}')
    assert not made.messages.errors, made.messages.errors[0]
    rulebook = made.symbols.rulebook
    (scenario,) = rulebook.scenarios
    outcome = run(Books(rulebook), scenario)
    assert outcome.ok, outcome.failures


def test_a_part_can_be_taken_away(tmp_path: Path) -> None:
    """The places that maps give it draw nothing then; a rule that is not its own and speaks of its cells is told so."""
    made = bound(tmp_path)
    assert {m.text for m in made.messages.errors} == {"nothing is called ‘swim’ here"}


def test_titles_of_cells(tmp_path: Path) -> None:
    made = bound(tmp_path, POOL, choices={"cave": "lower"})
    (cells,) = [d for d in made.program.domains if d.board is not None]
    assert set(titled_cells(cells, "fr").values()) == {"Grand bain"}
    assert [cells.board.label(c) for c in titled_cells(cells, "en")] == ["(2, 1, -1)", "(5, 1, -1)"]


def test_faults_of_a_map_that_is_not_chosen_are_told(tmp_path: Path) -> None:
    torn = 'extends caves\nmap bare:\n    floor 0 at (1, 1) """\n        ?\n        """\n'
    (found,) = bound(tmp_path, POOL, torn).messages.errors
    assert (found.code, found.place.line) == ("B01", 4)


def test_words_that_draw_are_names_elsewhere(tmp_path: Path) -> None:
    """‘place’ opens a line of a map; in a rule it is a noun like any other."""
    rule = "extends caves\nevent flood place:\n    place.ground becomes water\nkind match:\n    path: 0 to 9\n"
    made = bound(tmp_path, POOL, rule)
    assert not made.messages.errors, made.messages.errors[0]


def test_a_link_to_a_cell_that_is_not_placed(tmp_path: Path) -> None:
    link = "extends caves\nmap bare:\n    link ladder from (1, 1, 0) to deep_end\n"
    assert not bound(tmp_path, POOL, link).messages.errors
    (found,) = bound(tmp_path, POOL, link, choices={"cave": "bare"}).messages.errors
    assert (found.code, found.place.line) == ("B02", 3)


def test_an_unknown_map_is_no_option(tmp_path: Path) -> None:
    with pytest.raises(BadOption):
        bound(tmp_path, POOL, choices={"cave": "pool"})


STAIRS = """\
extends caves
replace kind cell, floors(cave), entered at step_cost
let step_cost((origin: cell), place) = 1
    is 3 when place.x is more than origin.x
    is 0 when origin.y is 1 and place.y is 2
scenario "Up costs more than down, and the drop is no way":
    expect travel((1, 1, 0), (5, 1, 0)) is 12 and travel((5, 1, 0), (1, 1, 0)) is 4
    expect travel((1, 1, 0), (1, 2, 0)) is 1000000 and travel((1, 2, 0), (1, 1, 0)) is 1
    expect (2, 1, 0) not in reach((1, 1, 0), 2, none) and (2, 1, 0) in reach((1, 1, 0), 3, none) and (1, 1, 0) in reach((3, 1, 0), 2, none)
    expect toward((4, 2, 0), (1, 1, 0), none) is (3, 2, 0) or toward((4, 2, 0), (1, 1, 0), none) is (3, 1, 0)
    expect toward((1, 1, 0), (1, 2, 0), none) is none
"""


def test_a_step_costs_by_the_cell_it_leaves(tmp_path: Path) -> None:
    made = bound(tmp_path, POOL, STAIRS)
    assert not made.messages.errors, made.messages.errors[0]
    rulebook = made.symbols.rulebook
    outcome = run(Books(rulebook), rulebook.scenarios[0])
    assert outcome.ok, outcome.failures


def test_a_board_has_its_prices_as_a_match_begins(tmp_path: Path) -> None:
    made = bound(tmp_path, POOL, STAIRS.replace("= 1\n", "= 1 + match.trail\n"))
    assert not made.messages.errors, made.messages.errors[0]
    (board,) = (d.cells for d in made.program.domains if d.board is not None)
    assert board.travel(board.cell_at(1, 1, 0), board.cell_at(5, 1, 0)) == 12


def test_with_speaks_of_the_cells_of_its_own_place(tmp_path: Path) -> None:
    """Cells and places that ‘with’ gives a mark or link are those of the placed part, not those of another place or none."""
    pool = (
        POOL.replace("with depth 5", "with depth 5, twin hatch")
        .replace("cost 2, both ways", "cost 2, both ways, with lamp (2, 2, 0)")
        .replace("extends caves\n", "extends caves\nkind cell:\n    twin: cell or none\nkind way:\n    lamp: cell or none\n")
    )
    scenario = """
scenario "It is":
    option cave = lower
    expect deep_end.twin is hatch and east_deep_end.twin is east_hatch
    expect rungs.lamp is (2, 2, -1) and east_rungs.lamp is (5, 2, -1)
"""
    made = bound(tmp_path, pool, f"extends caves\n{scenario}")
    assert not made.messages.errors, made.messages.errors[0]
    outcome = run(Books(made.symbols.rulebook), made.symbols.rulebook.scenarios[0])
    assert outcome.ok, outcome.failures


def test_every_map_that_can_be_chosen_is_checked(tmp_path: Path) -> None:
    """Two places with one name on a map that is not the default, and a scenario played there."""
    twice = "extends caves\nmap bare:\n    place pool at (1, 1, 1) as west\n    place pool at (1, 3, 1) as west\n"
    scenario = 'extends caves\nscenario "x":\n    option cave = bare\n    expect west_deep_ent is none\n'
    bound(tmp_path, POOL, twice, scenario)
    found = all_findings(load(tmp_path / "caves", scenarios=True))
    assert [m.text for m in found if m.severity == "error"] == ["the part ‘pool’ is placed twice as ‘west’, and its cells have names"]
    (tmp_path / "caves" / "more1.rules").write_text(twice.replace("as west\n    place pool at (1, 3, 1) as west", "as west"))
    found = all_findings(load(tmp_path / "caves", scenarios=True))
    assert [m.hint for m in found if m.severity == "error"] == ["Did you mean ‘west_deep_end’?"]
