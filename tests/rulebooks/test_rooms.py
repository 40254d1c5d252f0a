"""The rooms of a dungeon are files of their own: take any one away, and what is left is a rulebook."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from dsl.lint import run_checks
from dsl.lower.program import bind, compile_rules
from dsl.modules.library import LIBRARY
from dsl.modules.loader import load
from interpreter.play.scenarios import Books, run

HERE = Path(__file__).parent
FORTRESS = LIBRARY / "dungeonbowl" / "fortress"
ROOMS = sorted(p.stem for p in FORTRESS.glob("*.rules") if p.stem != "fortress")


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rulebooks")
    for name in ("bloodbowl", "dungeonbowl"):
        shutil.copytree(LIBRARY / name, folder / name, ignore=shutil.ignore_patterns("scenarios", "extensions"))
    return folder


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_can_be_taken_away(copies: Path, room: str) -> None:
    file = copies / "dungeonbowl" / "fortress" / f"{room}.rules"
    text = file.read_text(encoding="utf-8")
    file.unlink()
    try:
        bound = compile_rules(load(copies / "dungeonbowl"))
    finally:
        file.write_text(text, encoding="utf-8")
    assert not bound.messages.errors, bound.messages.errors[:3]


@cache
def burrow() -> Books:
    """Another dungeon that takes in rooms of the first, without a word changed in them."""
    return Books(load(HERE / "burrow.rules"))


def test_a_second_dungeon_takes_in_rooms() -> None:
    rulebook = load(HERE / "burrow.rules")
    for choices in ({}, {"dungeon": "burrow"}):
        bound = bind(rulebook, choices)
        run_checks(bound, rulebook)
        assert not bound.messages.items, bound.messages.items[0]


@pytest.mark.parametrize("position", range(4))
def test_rooms_play_by_their_rules_in_the_second_dungeon(position: int) -> None:
    scenario = burrow().rulebook.scenarios[position]
    outcome = run(burrow(), scenario)
    assert not outcome.failures, outcome.failures


@pytest.mark.parametrize("file", sorted(FORTRESS.glob("*.rules")), ids=lambda p: p.stem)
def test_a_room_names_no_dungeon(file: Path) -> None:
    """Where it lies is said by the dungeon's own file."""
    text = re.sub(r'"[^"]*"|#.*', "", file.read_text(encoding="utf-8"))
    assert file.stem == "fortress" or "fortress" not in text


def test_there_are_rooms() -> None:
    assert len(ROOMS) >= 11
