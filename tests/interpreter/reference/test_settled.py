"""A value that two files replace: neither wins silently, whatever the order they are read in."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import RulebookError

GAME = """\
game demo:
    title en "Demo" fr "Démo"
    play turn up to 1 times
kind side, seats: red, blue
kind state: lit, winded
kind thief: ann
    states: any state
    stealth: 0 to 9
let stealth_of(thief) = 5
    is 4 when thief has lit and thief has winded
agenda turn:
    go: ann.stealth becomes stealth_of(ann)
"""
ONE = "extends demo\nadjust stealth_of(thief): is 8 when thief has lit\n"
OTHER = "extends demo\nadjust stealth_of(thief): is 9 when thief has winded\n"
SAME = "extends demo\nadjust stealth_of(thief): is 8 when thief has winded\n"


def stealth(folder: Path, files: list[str], states: str) -> int:
    (folder / "demo.rules").write_text(GAME.replace("go: ", f"go: {states}" if states else "go: "))
    paths = []
    for number, text in enumerate(files):
        paths.append(folder / f"more{number}.txt")
        paths[-1].write_text(text)
    machine = machine_of(compile_rules(load(folder / "demo.rules", paths)).program)
    match = Match(machine, 1)
    column = next(c for c in match.program.fields if c.name == "stealth")
    return match.state.cells[machine.layout.base[column.index]]


LIT, WINDED = "ann gains lit; ", "ann gains winded; "


@pytest.mark.parametrize("files", list(itertools.permutations([ONE, OTHER])), ids=["one first", "other first"])
def test_only_one_holds(tmp_path: Path, files: tuple[str, ...]) -> None:
    assert stealth(tmp_path, list(files), "") == 5
    assert stealth(tmp_path, list(files), LIT) == 8
    assert stealth(tmp_path, list(files), WINDED) == 9


@pytest.mark.parametrize("files", list(itertools.permutations([ONE, OTHER])), ids=["one first", "other first"])
def test_both_hold_and_differ(tmp_path: Path, files: tuple[str, ...]) -> None:
    with pytest.raises(RulebookError, match=r"two files replace this value, and both apply: at .*more0.* and at .*more1"):
        stealth(tmp_path, list(files), LIT + WINDED)


@pytest.mark.parametrize("files", list(itertools.permutations([ONE, SAME])), ids=["one first", "same first"])
@pytest.mark.parametrize("states", [LIT, WINDED])
def test_two_files_that_say_the_same_each_hold_alone(tmp_path: Path, files: tuple[str, ...], states: str) -> None:
    assert stealth(tmp_path, list(files), states) == 8


def test_both_hold_and_agree(tmp_path: Path) -> None:
    assert stealth(tmp_path, [ONE, SAME], LIT + WINDED) == 8


def test_the_lines_of_the_game_itself_give_way(tmp_path: Path) -> None:
    assert stealth(tmp_path, [], LIT + WINDED) == 4
    assert stealth(tmp_path, [ONE], LIT + WINDED) == 8


def test_a_condition_is_asked_of_a_named_member(tmp_path: Path) -> None:
    """``ann is alive``: what stands on the right is asked of her, not looked for among members."""
    alive = "thief is alive when thief.stealth is 3 or more"
    text = GAME.replace("agenda turn:", alive + "\nagenda turn:").replace(
        "    go: ann.stealth becomes stealth_of(ann)\n",
        "    go:\n        if ann is not alive: ann.stealth becomes 3\n        if ann is alive: ann.stealth becomes ann.stealth + 4\n",
    )
    file = tmp_path / "demo.rules"
    file.write_text(text)
    machine = machine_of(compile_rules(load(file)).program)
    match = Match(machine, 1)
    column = next(c for c in match.program.fields if c.name == "stealth")
    assert match.state.cells[machine.layout.base[column.index]] == 7
