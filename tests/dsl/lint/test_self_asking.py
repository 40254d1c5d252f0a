"""Values, conditions and sets that ask for themselves: every check comes to an end, and soon."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.lint import run_checks
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load

HEAD = """\
game tiny:
    title en "Tiny"
    languages en
    text en "Tiny."
    play turn by each player in turn up to 9 times
kind player, seats: black, white
    title en "Player"
kind cell, king_grid(4, 4, closed)
    title en "Cell"
    stone: player or none
        title en "Stone"
"""
TAIL = """
agenda turn by player:
    title en "Turn"
    moving:
        title en "Moving"
        player must act in moving
action put by player at cell:
    title en "Put"
    during moving
    when cell.stone is none
    when any d in directions where row(cell, player, d) is 1 or more and cell is open_to d and any others(cell, d)
    cell.stone becomes player
"""
AHEAD = "ahead(cell, direction)"
THERE = f"{AHEAD} is not none"
SELF = f"row({AHEAD}, player, direction)"
BACK = f"back({AHEAD}, player, direction)"
ROWS = {
    "in the condition of a line": f"0\n    + 1 when {THERE}\n    + (1 + {SELF}) when {THERE} and {SELF} is 1 or more",
    "in a condition alone": f"0\n    + 1 when {THERE} and {SELF} is 1 or more",
    "without a look ahead": f"0\n    + 1 when {SELF} is 1 or more",
    "in every line": "0" + "".join(f"\n    + 1 when {THERE} and {SELF} is {n} or more" for n in range(1, 9)),
    "in every part of a condition": "0\n    + 1 when " + " and ".join([f"{SELF} is {n} or more" for n in range(1, 9)]),
    "in parts of which one holds": "0\n    + 1 when " + " or ".join([f"({SELF} is {n} or more and {THERE})" for n in range(1, 9)]),
    "in a sum": f"0\n    + 1 when {THERE} and {SELF} + row(cell, player, direction) is 2 or more",
    "in a choice": f"(0 if {AHEAD} is none otherwise 1 if {SELF} is 0 otherwise 1 + {SELF})",
    "in turn with another": f"0\n    + 1 when {THERE} and {BACK} is 1 or more",
    "in the search of a line": "0\n    + 1 when any d in directions where row(cell, player, d) is 1 or more",
}
GUARDED = f"({AHEAD} is not open_to direction and {AHEAD}.stone is black)"
OTHERS = f"""
let back(cell, player, direction) = 0
    + 1 when {THERE} and {SELF} is 1 or more
    + 2 when {THERE} and {BACK} is 1 or more and {SELF} is 2 or more
cell is open_to direction when {THERE} and ({AHEAD}.stone is none or {AHEAD} is open_to direction or {GUARDED})
let others(cell, direction) = none
    also {AHEAD} + others({AHEAD}, direction) when {THERE} and {AHEAD} in others({AHEAD}, direction)
    also (others({AHEAD}, direction) where it.stone is none) when {THERE} and any others({AHEAD}, direction)
"""


def found(text: str, folder: Path) -> list[Message]:
    """What every check says of the game whose values are these; which is legal."""
    file = folder / "tiny.rules"
    file.write_text(HEAD + text + TAIL)
    rulebook = load(file)
    bound = bind(rulebook)
    assert not bound.messages.errors, bound.messages.errors
    run_checks(bound, rulebook)
    return bound.messages.items


def codes(text: str, folder: Path) -> set[str]:
    return {message.code for message in found(text, folder)}


@pytest.mark.parametrize("where", ROWS)
def test_a_value_asks_for_itself(where: str, tmp_path: Path) -> None:
    assert codes(f"let row(cell, player, direction) = {ROWS[where]}\n" + OTHERS, tmp_path) <= {"X02"}


def test_a_value_asks_for_itself_whatever_is_the_case(tmp_path: Path) -> None:
    assert "X02" in codes(f"let row(cell, player, direction) = 0\n    + 1 when {SELF} is 1 or more\n" + OTHERS, tmp_path)


CONDITIONS = st.recursive(
    st.sampled_from([
        THERE, f"{AHEAD}.stone is player", f"{SELF} is 1 or more", f"{SELF} is 0", f"{BACK} is 2", f"{SELF} + {BACK} is more than 1",
        f"{AHEAD} is open_to direction", f"any others({AHEAD}, direction)", "any d in directions where row(cell, player, d) is 1 or more",
    ]),
    lambda inner: st.one_of(
        inner.map("not ({})".format),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: " and ".join(f"({part})" for part in parts)),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: " or ".join(f"({part})" for part in parts)),
    ),
    max_leaves=6,
)  # fmt: skip
LINES = st.lists(st.tuples(st.sampled_from(["1", f"(1 + {SELF})", f"({SELF} + {BACK})"]), CONDITIONS), min_size=1, max_size=4)


@settings(max_examples=25, deadline=5000, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=LINES)
def test_whatever_asks_for_itself_is_gone_through(lines: list[tuple[str, str]], tmp_path: Path) -> None:
    text = "let row(cell, player, direction) = 0\n" + "".join(f"    + {amount} when {test}\n" for amount, test in lines)
    assert codes(text + OTHERS, tmp_path) <= {"X02", "P01"}
