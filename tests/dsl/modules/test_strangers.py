"""Strangers' files together: whatever two of them call by one name is refused, and both places are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.lint import run_checks
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load

BASE = """\
game tower:
    title en "Tower" fr "Tour"
kind side, seats: red, blue
    title en "Side" fr "Camp"
kind ground: stone, carpet
    title en "Ground" fr "Sol"
kind device: stairs
kind way, links
    device: device
kind cell (place), floors(tower)
    ground: ground
    height: 0 to 9
kind unit:
    early: flag
kind unit, up to 4
    side: side
    cell: cell or none
kind rank: low, high
map tower:
    floor 0 \"\"\"
        .....
        .....
        \"\"\"
    mark "." stone
table fumble for unit: d6
    1 or more fine: end
agenda turn:
    go: walking
event walking:
    for each unit in units: unit.side acts in praying with unit
event pushing unit:
    end
"""

# A number that differs from file to file stands where two drawings would lie on one cell.
FORMS = {
    "member": "ground water\n",
    "member in table": 'table of ground:\n    name | en | fr\n    water | "W" | "E"\n',
    "member listed by kind": "kind ground: water\n",
    "noun": "kind unit (victim)\n",
    "kind": "kind weapon: sword\n",
    "plural": "kind sheep, many sheep: dolly\n",
    "field": "kind unit:\n    hurt: flag\n",
    "field of match": "kind match:\n    storm: flag\n",
    "option": 'option storm: flag = true\n    title en "a" fr "b"\n',
    "let": "let storm = 3\n",
    "let1": "let storm(unit) = 3\n",
    "condition": "unit is tired when true\n",
    "relation": "unit is near cell when true\n",
    "test": "test luck by unit: d6\n    success when total is 4 or more\n",
    "contest": "contest duel by unit: d6 against d6\n",
    "table": "table luck for unit: d6\n    1 or more fine: end\n",
    "grid": "table of wounds by rank and ground:\n    rank | stone | carpet\n    low | 1 | 2\n    high | 2 | 3\n",
    "ranking": "ranking standing of side:\n    a: highest 3\n",
    "event": "event storm:\n    end\n",
    "action": 'action storm by unit:\n    title en "a" fr "b"\n    during praying\n    end\n',
    "agenda": "agenda storm:\n    go: end\n",
    "step": "insert after turn.go:\n    storm: end\n",
    "always": "always fine: true\n",
    "clause": 'clause AB-c-01:\n    text en "a" fr "b"\n',
    "part": 'part crypt:\n    floor 0 """\n        .\n        """\n    mark "." carpet\nmap tower:\n    place crypt at (%d, 1, 0)\n',
    "mark name": 'map tower:\n    floor 0 at (%d, 2) """\n        X\n        """\n    mark "X" carpet as altar\n',
    "drawing": 'map tower:\n    floor 0 at (2, 2) """\n        X\n        """\n    mark "X" carpet with height %d\n',
    "drawing2": 'map tower:\n    floor 0 at (2, 2) """\n        X\n        """\n    mark "X" carpet as spot%d\n',
    "link": "map tower:\n    link stairs as up from (1, 1, 0) to (%d, 2, 0)\n",
    "path": "map tower:\n    path tour: (1, 1, 0), (%d, 2, 0)\n",
    "map": 'map cave:\n    floor 0 """\n        .\n        """\n    mark "." stone\n',
    "scenario": 'scenario "x":\n    title fr "y"\n    expect true\n',
    "direction": "kind wind: north\n",
    "cell of part": 'part crypt%d:\n    floor 0 """\n        X\n        """\n    mark "X" carpet as altar\n'
    "map tower:\n    place crypt%d at (%d, 1, 0)\n",
}


def together(folder: Path, *texts: str) -> list[Message]:
    (folder / "tower").mkdir(exist_ok=True)
    (folder / "tower" / "tower.rules").write_text(BASE, encoding="utf-8")
    paths = [folder / f"{name}.rules" for name, _ in zip(("one", "other"), texts, strict=False)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(f"extends tower\n{text}", encoding="utf-8")
    rulebook = load(folder / "tower", paths)
    bound = bind(rulebook)
    if not bound.messages.errors:
        run_checks(bound, rulebook)
    return bound.messages.items


@pytest.mark.parametrize("form", FORMS)
def test_one_name_of_two_files_is_refused(tmp_path: Path, form: str) -> None:
    one, other = (FORMS[form].replace("%d", str(number)) for number in (2, 3))
    assert not [m for m in together(tmp_path, one) if m.severity == "error"], "alone each of them holds"
    (found,) = [m for m in together(tmp_path, one, other) if m.severity == "error"]
    assert Path(found.place.file).name == "other.rules"
    assert [Path(place.file).name for place, _ in found.related] == ["one.rules"]


def test_a_member_may_be_described_by_another_file(tmp_path: Path) -> None:
    """One file lists it, another says what it is like: only the same thing said twice is a clash."""
    listed, told = "kind ground: water\n", 'ground water:\n    title en "Water" fr "Eau"\n'
    assert not [m for m in together(tmp_path, listed, told) if m.severity == "error"]
    (found,) = [
        m for m in together(tmp_path, told, 'table of ground:\n    name | en | fr\n    water | "A" | "B"\n') if m.severity == "error"
    ]
    assert "the title of ‘ground water’" in found.text


TWO_MAPS = """\
kind site: tower, cave
option site: site = tower
    title en "Map" fr "Carte"
replace kind cell, floors(site)
map cave:
    floor 0 \"\"\"
        ...
        \"\"\"
    mark "." stone
map tower:
    floor 0 at (2, 2) \"\"\"
        X
        \"\"\"
    mark "X" carpet as altar
"""


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("after walking when altar.ground is stone: end", True),
        ("after walking when altar is not none and altar.ground is stone: end", False),
        ("after walking when site is tower and altar.ground is stone: end", False),
        ("event praying (altar: unit):\n    if altar.cell is none: end", False),
    ],
)
def test_a_cell_that_another_map_does_not_have(tmp_path: Path, rule: str, told: bool) -> None:
    found = [m for m in together(tmp_path, TWO_MAPS, f"{rule}\n") if m.code == "B08"]
    assert bool(found) is told
    if told:
        assert Path(found[0].place.file).name == "other.rules" and "‘cave’" in found[0].text


def test_the_file_that_draws_a_cell_may_speak_of_it(tmp_path: Path) -> None:
    assert not [m for m in together(tmp_path, TWO_MAPS + "after walking when altar.ground is stone: end\n") if m.code == "B08"]


def test_how_many_there_are_is_replaced_where_it_was_said(tmp_path: Path) -> None:
    """The kind is spoken of in several places; the head that says how many is the one that is meant."""
    found = together(tmp_path, "kind unit:\n    hurt: flag\nreplace kind unit, up to 6\n", "kind unit:\n    tired: flag\n")
    assert not [m for m in found if m.severity == "error"]


def test_how_many_there_are_is_said_once(tmp_path: Path) -> None:
    (found,) = [m for m in together(tmp_path, "kind unit, up to 6\n", "") if m.severity == "error"]
    assert found.code == "N02" and "number of rows" in found.text
