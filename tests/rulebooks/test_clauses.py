"""The clauses of every game: each carried and proved, or waived with its reason; few are waived."""

from __future__ import annotations

import pytest

from arbitre.dsl.modules.library import names
from arbitre.dsl.modules.loader import load
from arbitre.opening.proof.coverage import coverage


@pytest.mark.parametrize("name", names())
def test_every_clause_is_carried_or_says_why_not(name: str) -> None:
    found = coverage(load(name, scenarios=True))
    assert found
    assert not [c.id for c in found if not c.proved]
    assert sum(c.status == "waived" for c in found) * 10 <= len(found)


def test_clauses_of_a_game_it_extends_are_told_apart() -> None:
    for name in names():
        rulebook = load(name, scenarios=True)
        own, below = coverage(rulebook), coverage(rulebook, inherited=True)
        assert not {c.id for c in own} & {c.id for c in below}
        assert bool(below) == (rulebook.game.extends is not None)
