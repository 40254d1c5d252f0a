"""The rooms of a dungeon are files of their own: take any one away, and what is left is a rulebook."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from arbitre.dsl.lint import run_checks
from arbitre.dsl.lower.program import bind, compile_rules
from arbitre.dsl.modules.library import LIBRARY
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run
from arbitre.interpreter.play.simulate import play_out

HERE = Path(__file__).parent
GAME = LIBRARY / "dungeonbowl"
DUNGEONS = ("fortress", "pyramid")
FILES = sorted(file for name in DUNGEONS for file in (GAME / name).glob("*.rules"))
ROOMS = [file for file in FILES if re.search(r"^part ", file.read_text(encoding="utf-8"), re.M)]


def named(file: Path) -> str:
    return f"{file.parent.name}-{file.stem}"


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rulebooks")
    for name in ("bloodbowl", "dungeonbowl"):
        shutil.copytree(LIBRARY / name, folder / name, ignore=shutil.ignore_patterns("scenarios", "extensions"))
    return folder


@pytest.mark.parametrize("room", ROOMS, ids=named)
def test_a_room_can_be_taken_away(copies: Path, room: Path) -> None:
    file = copies / room.relative_to(LIBRARY)
    text = file.read_text(encoding="utf-8")
    file.unlink()
    try:
        bound = compile_rules(load(copies / "dungeonbowl"))
    finally:
        file.write_text(text, encoding="utf-8")
    assert not bound.messages.errors, bound.messages.errors[:3]


SMALL = ("burrow", "warren")  # rooms of one dungeon, and of two


@cache
def small(name: str) -> Books:
    """Another dungeon that takes in rooms of the others, without a word changed in them."""
    return Books(load(HERE / f"{name}.rules"))


@pytest.mark.parametrize("name", SMALL)
def test_a_small_dungeon_takes_in_rooms(name: str) -> None:
    rulebook = load(HERE / f"{name}.rules")
    for choices in ({}, {"dungeon": name}):
        bound = bind(rulebook, choices)
        run_checks(bound, rulebook)
        assert not bound.messages.items, bound.messages.items[0]


@pytest.mark.parametrize(("name", "position"), [*(("burrow", n) for n in range(4)), *(("warren", n) for n in range(3))])
def test_rooms_play_by_their_rules_in_small_dungeons(name: str, position: int) -> None:
    scenario = small(name).rulebook.scenarios[position]
    outcome = run(small(name), scenario)
    assert not outcome.failures, outcome.failures


def test_a_match_is_played_where_rooms_are_mixed() -> None:
    options = {"dungeon": "warren", "squad": "7"}
    match, result = play_out(machine_of(compile_rules(load(HERE / "warren.rules"), options).program), 3, limit=400)
    assert match is not None and not result.error


@pytest.mark.parametrize("file", [file for file in FILES if file.stem not in DUNGEONS], ids=named)
def test_a_room_names_no_dungeon(file: Path) -> None:
    """Where it lies is said by the dungeon's own file."""
    text = re.sub(r'"[^"]*"|#.*', "", file.read_text(encoding="utf-8"))
    assert not re.search("|".join(DUNGEONS), text)


@pytest.mark.parametrize("name", DUNGEONS)
def test_nobody_else_names_the_dungeon(name: str) -> None:
    """Neither the rules below a dungeon nor another dungeon know of it; one of them all is what is played unless another is chosen."""
    for file in [*(LIBRARY / "bloodbowl").rglob("*.rules"), *GAME.rglob("*.rules")]:
        if GAME / name in file.parents or "extensions" in file.parts or "scenarios" in file.parts:
            continue
        text = re.sub(r'"[^"]*"|#.*|^option dungeon: .*', "", file.read_text(encoding="utf-8"), flags=re.M)
        assert not re.search(rf"\b{name}\b", text), file


def test_there_are_rooms() -> None:
    assert len(ROOMS) >= 12
