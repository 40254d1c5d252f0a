"""The pass that asks a condition of all rows at once, for the sets of many rows."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import LINES, MOVE, added, made, plays_alike

pytest.importorskip("wasmtime")
VALUES = """\
player is master_of line when no line.cells where owner is not player
let marked_in(line) = count(line.cells where marked)
"""
ASKED = {
    "a condition in a search": "count(lines where player is master_of it) is less than 3",
    "a search in a search": "no lines where (any one in it.cells where one.owner is player and one.marked)",
    "of rows that are there": "no one in lines where (any cell in one.cells where cell.owner is not none and cell.owner.front is up)",
    "a count": "count(lines where marked_in(it) is 2) is less than 9",
}
OTHERS = {
    "what the row says": "no one in lines where (any cell in one.cells where cell.owner is one.owner and cell.marked)",
    "what may fail": "no one in lines where (any cell in one.cells where cell.marked and cell.owner.front is up)",
    "of few rows": "no one in men where (any cell in one.square.neighbours where cell.owner is player)",
}
RULE = "player is calm when {when}\n" + MOVE.format(when="square in man.square.neighbours and man.player is calm")


@pytest.mark.parametrize("when", ASKED.values(), ids=ASKED)
def test_members_of_many_sets_at_once(tmp_path: Path, when: str) -> None:
    program = made(tmp_path, LINES + VALUES + RULE.format(when=when))
    assert {f.name.split(".")[0] for f in added(program, "members")} == {"members"}
    plays_alike(program, ["members"])
    plays_alike(program, ["words", "narrow", "tables", "members"])


@pytest.mark.parametrize("when", OTHERS.values(), ids=OTHERS)
def test_members_leaves_alone_what_is_about_one_row(tmp_path: Path, when: str) -> None:
    assert added(made(tmp_path, LINES + RULE.format(when=when)), "members") == []
