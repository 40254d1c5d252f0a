"""Faults between two files are told where the second one stands, with the first beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.bind import bind
from dsl.checks import run_checks
from dsl.messages import Message
from dsl.modules import load

TOWER = """\
game tower:
    title en "Tower" fr "Tour"
kind side, seats: red, blue
    title en "Side" fr "Camp"
kind ground: stone, carpet
    title en "Ground" fr "Sol"
kind cell, floors(tower)
    ground: ground
        title en "Ground" fr "Sol"
map tower:
    floor 0 \"\"\"
        ..H
        ...
        \"\"\"
    mark "." stone
    mark "H" carpet as altar
agenda turn:
    go: end
"""


def told(folder: Path, extension: str) -> list[Message]:
    (folder / "tower").mkdir()
    (folder / "tower" / "tower.rules").write_text(TOWER, encoding="utf-8")
    path = folder / "more.rules"
    path.write_text(extension, encoding="utf-8")
    rulebook = load(path)
    bound = bind(rulebook)
    if not bound.messages.errors:
        run_checks(bound, rulebook)
    return [m for m in bound.messages.items if m.code[0] in "BN"]


def test_a_name_of_a_cell_that_is_taken(tmp_path: Path) -> None:
    (found,) = told(
        tmp_path, 'extends tower\nmap tower:\n    floor 0 at (2, 2) """\n        q\n        """\n    mark "q" carpet as altar\n'
    )
    assert (found.code, found.place.line, found.place.column) == ("B01", 6, 24)
    assert found.place.file.endswith("more.rules")
    assert found.related[0][0].file.endswith("tower.rules")


def test_a_drawing_far_from_the_map(tmp_path: Path) -> None:
    (found,) = told(tmp_path, 'extends tower\nmap tower:\n    floor 0 at (50, 2) """\n        .\n        """\n')
    assert (found.code, found.place.line) == ("B03", 4)
    assert found.place.file.endswith("more.rules")


def test_a_circle_of_games_names_both_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for one, other in (("day", "night"), ("night", "day")):
        Path(f"{one}.rules").write_text(f'game {one} extends {other}:\n    title en "A" fr "A"\n', encoding="utf-8")
    (found,) = bind(load("day.rules")).messages.errors
    assert (found.code, str(found.place)) == ("N04", "day.rules:1:18")
    assert [str(place) for place, _ in found.related] == ["night.rules:1:20"]


def test_an_extension_that_lies_elsewhere_is_told_how_to_be_read(tmp_path: Path) -> None:
    path = tmp_path / "far.rules"
    path.write_text("extends no_such_game\n", encoding="utf-8")
    (found,) = bind(load(path)).messages.errors
    assert found.code == "N04"
    assert "-e far.rules" in found.hint
