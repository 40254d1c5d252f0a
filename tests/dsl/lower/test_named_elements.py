"""An element may be named in every kind of search; a name changes nothing of what is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load
from arbitre.dsl.parse.formatter import format_text

GAME = """game named:
    title en "Named"
    play turn by each player in turn

kind player, seats: ann, bob
    title en "Player"
kind cell, grid(3, 3, closed)
    owner: player or none

agenda turn by player:
    going: player wins
let found(player) = {search}
"""


def searched(folder: Path, search: str) -> str:
    (folder / "named.rules").write_text(GAME.replace("{search}", search), encoding="utf-8")
    bound = bind(load(folder / "named.rules"))
    assert not bound.messages.errors, bound.messages.errors
    query = next(n for f in bound.program.functions if f.name == "found" for n in nodes(f.body) if isinstance(n, core.Query))
    return re.sub(r"Place\([^)]*\)", "", str(query))


@pytest.mark.parametrize(
    ("named", "plain"),
    [
        ("the s in cells where s.x is 1 and s.y is 2", "the cells where x is 1 and y is 2"),
        ("those s in cells where s.x is 1 and s.owner is player", "cells where x is 1 and owner is player"),
        ("count(those s in cells where s.owner is player)", "count(cells where owner is player)"),
    ],
)
def test_a_name_changes_nothing(tmp_path: Path, named: str, plain: str) -> None:
    assert searched(tmp_path, named) == searched(tmp_path, plain)


def test_a_search_within_asks_the_one_that_has_a_name(tmp_path: Path) -> None:
    found = "the s in cells where s.x is 1 and (no cells where x is s.x and owner is not s.owner)"
    assert "sink='only'" in searched(tmp_path, found)
    text = GAME.replace("{search}", found)
    assert format_text(text, "named.rules") == text
