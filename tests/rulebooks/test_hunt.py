"""A minute of the hunt: every game is played for some seconds, other ways every day, and nothing may be found in it.

Pieces stay where play has brought them: what `make hunt` finds with pieces elsewhere a person looks at, as no play may lead there.
"""

from __future__ import annotations

import pytest

from arbitre.dsl.modules.library import names
from arbitre.interpreter.hunt.hunter import Quarry
from arbitre.interpreter.hunt.workers import hunt
from tests import lots

MINUTE = 60.0


@pytest.mark.parametrize("game", names())
def test_nothing_is_found(game: str) -> None:
    bag = hunt(Quarry(game, displaced=False), MINUTE / len(names()), jobs=1, seed=lots.seed(0))
    assert not bag.faults, "\n".join(f"{fault.place}: {fault.text}\n{fault.scenario}" for fault in bag.faults.values())
    assert bag.total.answers
