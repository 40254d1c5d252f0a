"""Chances beside tests: what the dice alone decide, what is added, and conditions put together."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arbitre.documents.model import odds
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.parse.parser import parse_text

DODGE = """test dodge by fighter: d6
    -1 when fighter has dust
    failure when natural is 1
    success when natural is 6 or total is fighter.agility or more
"""


def read(text: str) -> odds.TestOdds | None:
    messages = Messages()
    decl = parse_text(text, "x", messages).decls[0]
    assert not messages.items and isinstance(decl, t.Test)
    return odds.of_test(decl, ["success", "failure"])


@pytest.mark.parametrize(
    ("needed", "added", "sixths"),
    [(2, 0, 5), (4, 0, 3), (7, 0, 1), (9, 0, 1), (4, -2, 1), (4, -1, 2), (4, 2, 5), (1, 0, 5), (3, 6, 5)],
)
def test_a_six_always_does_and_a_one_never(needed: int, added: int, sixths: int) -> None:
    found = read(DODGE)
    assert found is not None and found.modified and found.unknown is not None
    assert found.at(needed, added) == {"success": Fraction(sixths, 6), "failure": Fraction(6 - sixths, 6)}


def test_both_conditions_of_one_result() -> None:
    found = read("test rush by fighter: d6\n    success when total is 2 or more and natural is not 1\n")
    assert found is not None and found.unknown is None
    assert found.at(0, 0)["success"] == Fraction(5, 6) and found.at(0, 6)["success"] == Fraction(5, 6)
    assert found.at(0, -3)["success"] == Fraction(2, 6)


def test_what_is_asked_besides_the_dice_has_no_table() -> None:
    assert read("test rush by fighter: d6\n    success when natural is 6 or fighter has dust\n") is None
    two = "test rush by fighter: d6\n    success when total is fighter.agility or more and total is fighter.life or less\n"
    assert read(two) is None
