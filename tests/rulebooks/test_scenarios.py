"""Every scenario of every rulebook, extension, hard rule and construct is a test of its own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from arbitre.dsl import tree as t
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run
from tests.scenarios import ROOT, book, called, sources


@cache
def books(path: Path) -> Books:
    return Books(book(path))


def cases() -> list[object]:
    return [
        pytest.param(path, position, id=f"{path.relative_to(ROOT)}::{name}")
        for path in sources()
        for position, name in enumerate(called(path))
    ]


@pytest.mark.parametrize(("path", "position"), cases())
def test_scenario(path: Path, position: int) -> None:
    scenario: t.Scenario = book(path).scenarios[position]
    outcome = run(books(path), scenario)
    assert not outcome.failures, "\n".join(f"{place}: {text}" for place, text in outcome.failures)


@pytest.mark.parametrize("path", sources(), ids=lambda p: str(p.relative_to(ROOT)))
def test_rulebook_has_scenarios_and_no_errors(path: Path) -> None:
    loaded = book(path)
    assert loaded.scenarios, "nothing proves this rulebook"
    bound, _ = books(path).get({})
    assert not bound.messages.errors, bound.messages.errors[:3]
