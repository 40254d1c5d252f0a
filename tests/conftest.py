"""Options of the test run."""

from __future__ import annotations

import gc
import itertools
import os
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest
from hypothesis import HealthCheck, settings

from arbitre.dsl.cache.folder import VARIABLE
from tests import lots
from tests.scenarios import called, sources

# Nothing is held to the clock: other processes are at work beside these.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
SHARE = psutil.virtual_memory().total // 5  # of the memory, for each process of a run of three
_process = psutil.Process()
_limit = SHARE


def pytest_configure(config: pytest.Config) -> None:
    """What rulebooks become is kept beside what pytest keeps: nothing of whoever runs the tests is read or written."""
    os.environ[lots.VARIABLE] = str(config.getoption("lots") or lots.first())  # workers take it from there
    os.environ[VARIABLE] = str(config.rootpath / ".pytest_cache" / "arbitre")
    # Rulebooks are large and stay: looking through them again and again for garbage took a third of some tests.
    gc.disable()


def everything(config: pytest.Config) -> bool:
    """Is the whole of the tests to be run, and not a folder of them?"""
    return [config.invocation_params.dir / arg for arg in config.args] == [Path(__file__).parent]


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Where several processes are to run everything, all rulebooks are parsed, and their scenarios listed, before they start."""
    config = session.config
    if config.getoption("numprocesses", None) and everything(config):
        for path in sources():
            called(path)


FIRST = ("tests/web/", "tests/arbitre/table/", "tests/arbitre/lab/")
# What takes seconds and says of another language, game or seed what a shorter test says already: `make more` runs it.
LONG = [line for line in (Path(__file__).parent / "long.txt").read_text(encoding="utf-8").splitlines() if line]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks what is in the list; a line of it that no test answers to is a fault, where all of them are collected.

    Those that wait for a browser or a database come first: the other processes are at work meanwhile, and nobody waits for them at the end.
    Some of them fork, which takes long in a process that has grown.
    """
    left, listed = set(LONG), {one: [*lines] for one, lines in itertools.groupby(LONG, lambda line: line.partition("::")[0])}
    for item in items:
        name = item.nodeid.removeprefix("tests/")
        for one in listed.get(name.partition("::")[0], ()):
            if name.startswith(one):
                item.add_marker(pytest.mark.more)
                left.discard(one)
    if everything(config):
        whole = not session.testsfailed and find_spec("wasmtime")  # what cannot be imported is not collected
        assert not whole or not left, f"tests/long.txt names tests that are not there: {sorted(left)}"
        items.sort(key=lambda item: not item.nodeid.startswith(FIRST))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"lots of run {lots.first()}: repeat with {lots.VARIABLE}={lots.first()}")


def pytest_sessionfinish() -> None:
    """pytest looks for garbage five times as it ends: what rulebooks became is none, and is not looked through again."""
    gc.freeze()


def pytest_runtest_logfinish() -> None:
    """Between tests what is there is set aside, so that a library that looks for garbage in a test looks at that test alone; all of it is
    looked through only when a process holds much memory."""
    global _limit
    if _process.memory_info().rss > _limit:
        gc.unfreeze()
        gc.collect()
        _limit = max(SHARE, _process.memory_info().rss * 5 // 4)
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--lots", type=int, help=f"the number of the run whose lots are drawn again; also {lots.VARIABLE}")
    parser.addoption("--update-golden", action="store_true", help="write the expected messages of tests/dsl/golden again")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may live in any locale."""
    monkeypatch.setenv("ARBITRE_LANG", "en")
