"""Branch coverage of a package by its own tests, held at a floor: ``python -m tests.floors graphs dsl``; without names, of all.

A floor goes up when the tests get better, and never down.  It is measured with ``coverage`` in the checkout itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLOORS = {"dsl": 91, "graphs": 96, "interpreter": 91}
# What is written in Python and never runs as such: the runtime of modules is translated to instructions.
APART = "interpreter/wasm/runtime/*"
# Tests that go through the whole library or the whole grammar reach little that others do not, and take minutes under a tracer.
LEFT_OUT = {
    "dsl": (
        "parse/test_tables.py::test_no_two_words_match_the_same_and_no_state_has_two_ways_on",
        "parse/test_recovery.py::test_a_missing_word_gives_few_messages",
        "parse/test_recovery.py::test_a_file_that_is_cut_short_gives_one_message",
        "modules/test_two_files.py::test_the_extensions_of_the_library_get_on_together",
        "cache/test_remembered.py::test_programs_of_the_library_come_back_the_same",
        "diagnostics/test_french.py::test_every_template_is_translated",
        "diagnostics/test_french.py::test_templates_are_found",
    )
}


def measured(package: str, *tests: str) -> bool:
    """Runs the tests of a package and says what they leave out; is it as much as the floor at least?"""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "COVERAGE_FILE": str(Path(folder) / "measured")}
        run = [sys.executable, "-m", "coverage", "run", "--branch", f"--include={package}/*", f"--omit={APART}", "-m", "pytest", "-q"]
        wanted = tests or (f"tests/{package}", *(f"--deselect=tests/{package}/{one}" for one in LEFT_OUT.get(package, ())))
        if subprocess.run([*run, "-p", "no:cacheprovider", *wanted], cwd=ROOT, env=env).returncode:
            return False
        told = [sys.executable, "-m", "coverage", "report", "--skip-covered", "--show-missing", f"--fail-under={FLOORS[package]}"]
        return subprocess.run(told, cwd=ROOT, env=env).returncode == 0


if __name__ == "__main__":
    low = [package for package in sys.argv[1:] or FLOORS if not measured(package)]
    sys.exit(f"below the floor, or with a test that fails: {', '.join(low)}" if low else 0)
