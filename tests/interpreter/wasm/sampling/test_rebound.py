"""Routines at work on Python's own lists and functions."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.wasm.routines.rebound import Counted, rebound
from arbitre.interpreter.wasm.runtime.primitives import dice
from arbitre.interpreter.wasm.runtime.sampling import hidden_rows, sight


def test_they_find_what_they_are_given_and_each_other() -> None:
    areas = SimpleNamespace(unseen=Counted())
    found = rebound([sight], {"areas": areas})
    areas.unseen[0] = 3 << 32 | 7
    assert not found.is_unseen(3, 7)  # none of them counts as yet
    areas.unseen.count = 1
    assert found.is_unseen(3, 7) and not found.is_unseen(7, 3)
    assert areas.unseen.numbers == [3 << 32 | 7]
    assert (found.is_among(-1, 5), found.is_among(4, 2), found.is_among(4, 1)) == (1, 1, 0)


def test_they_find_nothing_else() -> None:
    """No memory of a module, nor anything that their files import beside numbers."""
    found = rebound([dice], {"add": lambda one, other: one + other})
    with pytest.raises(NameError, match="random"):
        found.lot_word()
    assert "running" not in vars(found) and "lot_below" not in vars(rebound([hidden_rows], {"lot_below": Lots(1).below}))


def test_rows_take_places_by_lots() -> None:
    """A row changes places with one before it that may stand in its place, or stays; the others are as they were."""
    areas = SimpleNamespace(hidden_rows=Counted(), patterns=Counted())
    moved = list[tuple[int, int]]()
    found = rebound([hidden_rows], {"areas": areas, "lot_below": lambda size: size - 1})
    areas.hidden_rows.update(enumerate((10, 11, 12, 13)))
    areas.patterns.update(enumerate((0, 1, 0, 1)))
    areas.hidden_rows.count = 4
    assert [found.fellows_below(2, end) for end in range(5)] == [0, 1, 1, 2, 2]
    assert [found.fellow(3, nth) for nth in (0, 1)] == [11, 13]
    found.deal.__globals__["exchange"] = lambda one, other: moved.append((one, other))
    found.deal()
    assert moved == [(10, 10), (11, 11), (12, 12), (13, 13)]
