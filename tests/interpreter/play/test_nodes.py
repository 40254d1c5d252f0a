"""What copies of matches cost: values are found once for all rows of a search, and nothing waits for the garbage collector."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

from arbitre import api
from arbitre.interpreter.match.match import Match

COUNTED = """\
game counted:
    title en "Counted" fr "Compté"
    play turn up to 9 times
kind side, seats: red, blue
kind stone: s1, s2, s3, s4, s5, s6
    held: flag
kind match:
    found: 0 to 6
let held_ones = stones where held
let others(stone) = count(held_ones) - 1
agenda turn:
    go:
        red chooses which from stones
        which.held becomes true
        if any stones where others(it) is 5: red wins
        match.found becomes count(stones where others(it) is 0)
"""


def test_what_a_search_asks_of_all_rows_is_found_once(tmp_path: Path) -> None:
    (tmp_path / "counted.rules").write_text(COUNTED, encoding="utf-8")
    node = api.Node(api.load(tmp_path / "counted.rules"))
    machine = node.match.machine
    index = next(f.index for f in machine.program.functions if f.name == "held_ones")
    body, asked = machine.bodies[index], []
    machine.bodies[index] = lambda x, f: asked.append(f) or body(x, f)
    node.answer(2)
    assert len(asked) == 2  # once by each of the two searches
    node.answer(4)
    assert node.view()["kinds"]["match"][0]["found"] == 0 and len(asked) == 4


@pytest.mark.parametrize("name", ["backgammon", "tsewnart"])
def test_matches_are_freed_without_the_garbage_collector(name: str) -> None:
    """Also one that waits for a die, or for an answer in its setup."""
    kept: list[weakref.ref[Match]] = []
    gc.disable()
    node = api.Node(api.load(name))
    for _ in range(12):
        other = node.clone()
        kept += [weakref.ref(node.match), weakref.ref(other.match)]
        if node.faces:
            node.fall(node.faces - 1 - len(kept) // 2 % 2)
        else:
            node.answer(0)
    del node, other
    assert [one() for one in kept] == [None] * len(kept)
