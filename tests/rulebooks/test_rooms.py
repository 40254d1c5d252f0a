"""The rooms of a dungeon are files of their own: take any one away, and what is left is a rulebook."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dsl.bind import compile_rules
from dsl.modules import LIBRARY, load

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


def test_there_are_rooms() -> None:
    assert len(ROOMS) >= 11
