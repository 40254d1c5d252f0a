"""Chunks that are played on workers, noted."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Has the chunks that are begun from now on noted in a file of that name."""
    here = str(Path(__file__).parent)
    monkeypatch.syspath_prepend(here)
    monkeypatch.setenv("PYTHONPATH", here)  # of processes that are started from now on
    noting = importlib.import_module("noting")

    def note(name: str) -> None:
        monkeypatch.setattr("arbitre.lab.run.play", noting.noted)
        monkeypatch.setenv(noting.FILE, str(tmp_path / name))

    return note


@pytest.fixture
def begun(tmp_path: Path) -> Callable[[str], list[tuple[int, ...]]]:
    """The chunks as they were noted: process, variant, sides changed, first seed, how many."""
    return lambda name: [tuple(map(int, line.split())) for line in (tmp_path / name).read_text().splitlines()]
