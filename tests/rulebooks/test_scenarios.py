"""Every scenario of every rulebook, extension, hard rule and construct is a test of its own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from arbitre.dsl import tree as t
from arbitre.dsl.modules.library import folder_of, names
from arbitre.dsl.modules.loader import load
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run

ROOT = Path(__file__).resolve().parents[2]


def sources() -> list[Path]:
    """Games, their extensions, the hard rules, and the constructs of the language."""
    found = [folder_of(name) / f"{name}.rules" for name in names()]
    for name in names():
        found += sorted(p for p in (folder_of(name) / "extensions").rglob("*.rules") if "scenarios" not in p.parts)
    found += sorted((ROOT / "tests" / "language").glob("*/*.rules"))
    return found


@cache
def book(path: Path) -> Rulebook:
    beside = sorted(path.parent.glob(f"scenarios/*{path.stem}*.rules")) if "extensions" in path.parts else []
    return load(path, beside, scenarios="extensions" not in path.parts)


@cache
def books(path: Path) -> Books:
    return Books(book(path))


def cases() -> list[object]:
    return [
        pytest.param(path, position, id=f"{path.relative_to(ROOT)}::{scenario.name}")
        for path in sources()
        for position, scenario in enumerate(book(path).scenarios)
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
