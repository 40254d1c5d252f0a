"""A short hunt: every game is played for a second, at length for some, other ways every day, and nothing may be found in it.

Pieces stay where play has brought them: what `make hunt` finds with pieces elsewhere a person looks at, as no play may lead there.
"""

from __future__ import annotations

import pytest

from arbitre.dsl.modules.library import names
from arbitre.interpreter.hunt.hunter import Quarry
from arbitre.interpreter.hunt.workers import hunt
from tests import lots

QUICK = ("coliseum", "connect_four", "kollaball", "whist")  # the others are looked through for longer, in ``make more``


@pytest.mark.parametrize(
    ("seconds", "game"), [*((1.0, game) for game in QUICK), *(pytest.param(5.0, game, marks=pytest.mark.more) for game in names())]
)
def test_nothing_is_found(seconds: float, game: str) -> None:
    bag = hunt(Quarry(game, displaced=False), seconds, jobs=1, seed=lots.seed(0))
    assert not bag.faults, "\n".join(f"{fault.place}: {fault.text}\n{fault.scenario}" for fault in bag.faults.values())
    assert bag.total.answers


@pytest.mark.more
def test_a_piece_put_where_an_invariant_forbids_it_at_once_is_no_fault() -> None:
    """Pieces are put on the last row too, where before a turn nobody may stand."""
    bag = hunt(Quarry("breakthrough"), 6.0, jobs=1, seed=5)
    assert not bag.faults and bag.total.rollouts
