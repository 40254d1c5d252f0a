"""Options of the test run."""

from __future__ import annotations

import gc
import os

import pytest

from arbitre.dsl.cache.folder import VARIABLE

MUCH = 4_000_000  # things made since garbage was last looked for


def pytest_configure(config: pytest.Config) -> None:
    """What rulebooks become is kept beside what pytest keeps: nothing of whoever runs the tests is read or written."""
    os.environ[VARIABLE] = str(config.rootpath / ".pytest_cache" / "arbitre")
    # Rulebooks are large and stay: looking through them again and again for garbage took a third of some tests.
    gc.disable()


def pytest_runtest_logfinish() -> None:
    """Between tests, and only after much was made."""
    if gc.get_count()[0] > MUCH:
        gc.collect()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the expected messages of tests/dsl/golden again")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may live in any locale."""
    monkeypatch.setenv("ARBITRE_LANG", "en")
