"""Options of the test run."""

from __future__ import annotations

import gc
import os

import pytest

from arbitre.dsl.cache.folder import VARIABLE
from tests import lots

MUCH = 4_000_000  # things made since garbage was last looked for


def pytest_configure(config: pytest.Config) -> None:
    """What rulebooks become is kept beside what pytest keeps: nothing of whoever runs the tests is read or written."""
    os.environ[lots.VARIABLE] = str(config.getoption("lots") or lots.first())  # workers take it from there
    os.environ[VARIABLE] = str(config.rootpath / ".pytest_cache" / "arbitre")
    # Rulebooks are large and stay: looking through them again and again for garbage took a third of some tests.
    gc.disable()


# What takes seconds and says of another language, game or seed what a shorter test says already: `make more` runs it.
LONG = (
    "arbitre/api/test_api.py::test_callers_see_the_types",
    "arbitre/desk/test_newcomer.py::test_the_way[fr]",
    "arbitre/documents/site/test_guide.py::test_files_and_commands[fr-",
    "arbitre/documents/site/test_notebooks.py::test_it_shows_what_it_showed[running.fr]",
    "arbitre/documents/site/test_serving.py::test_a_title_of_the_menu_is_right_at_once_and_then_everywhere",
    "arbitre/documents/site/test_serving.py::test_faults_stand_above_every_page_until_they_are_mended",
    "interpreter/wasm/test_greedy.py::test_the_library_is_played_alike[kollaball-",
    "interpreter/wasm/test_greedy.py::test_the_library_is_played_alike[dungeonbowl-",
    "rulebooks/test_greedy.py::test_a_greedy_match_ends_with_a_touchdown[dungeonbowl-",
    "rulebooks/test_greedy.py::test_a_lanista_sends_his_own_gladiators_against_others_only",
    "rulebooks/test_hidden_chest.py::test_no_side_can_ask_why[1]",
    "rulebooks/test_matches.py::test_simulation_does_not_depend_on_cores[dungeonbowl]",
    "rulebooks/test_rooms.py::test_a_room_can_be_taken_away",
    "rulebooks/test_rooms.py::test_a_small_dungeon_takes_in_rooms[warren]",
    "rulebooks/test_shortcuts.py::test_the_same_matches_without_shortcuts[dungeonbowl]",
    "rulebooks/test_shortcuts.py::test_the_same_matches_without_shortcuts[kollaball]",
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what is in the list; a line of it that no test answers to is a fault, where all of them are collected."""
    left = set(LONG)
    for item in items:
        name = item.nodeid.removeprefix("tests/")
        for one in LONG:
            if name.startswith(one):
                item.add_marker(pytest.mark.more)
                left.discard(one)
    if len(items) > 4000:
        assert not left, f"tests/conftest.py names tests that are not there: {sorted(left)}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"lots of run {lots.first()}: repeat with {lots.VARIABLE}={lots.first()}")


def pytest_runtest_logfinish() -> None:
    """Between tests, and only after much was made."""
    if gc.get_count()[0] > MUCH:
        gc.collect()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--lots", type=int, help=f"the number of the run whose lots are drawn again; also {lots.VARIABLE}")
    parser.addoption("--update-golden", action="store_true", help="write the expected messages of tests/dsl/golden again")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may live in any locale."""
    monkeypatch.setenv("ARBITRE_LANG", "en")
