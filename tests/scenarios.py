"""Rulebooks whose scenarios are tests, and what those are called: names are kept on disk, so that listing the tests loads no game."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from arbitre.dsl.cache.looks import rules_in
from arbitre.dsl.cache.remembered import remembered
from arbitre.dsl.modules.library import folder_of, names
from arbitre.dsl.modules.loader import load
from arbitre.dsl.modules.rulebook import Rulebook

ROOT = Path(__file__).resolve().parents[1]


def sources() -> list[Path]:
    """Games, their extensions, the hard rules, and the constructs of the language."""
    found = [folder_of(name) / f"{name}.rules" for name in names()]
    for name in names():
        found += sorted(p for p in (folder_of(name) / "extensions").rglob("*.rules") if "scenarios" not in p.parts)
    found += sorted((ROOT / "tests" / "language").glob("*/*.rules"))
    return found


def read(path: Path) -> Rulebook:
    beside = [found for found in rules_in(path.parent / "scenarios") if path.stem in found.stem] if "extensions" in path.parts else []
    return load(path, beside, scenarios="extensions" not in path.parts)


@cache
def book(path: Path) -> Rulebook:
    return read(path)


def called(path: Path) -> list[str]:
    """The names of its scenarios in their order; it is read for them where a file has changed."""
    return remembered("scenarios", str(path), lambda: [str(scenario.name) for scenario in read(path).scenarios])
