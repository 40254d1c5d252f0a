"""Diagnostics: each ``golden/NAME.rules`` gives exactly ``golden/NAME.expected``.

``pytest tests/dsl --update-golden`` (or ``ARBITRE_UPDATE_GOLDEN=1``) writes the expected files again; read the difference
before keeping it.  Files that start with ``# checks`` are also given to the static checks.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.render import render
from arbitre.dsl.lint import run_checks
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load

FOLDER = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.rules")), ids=lambda p: p.stem)
def test_messages(path: Path, request: pytest.FixtureRequest) -> None:
    rulebook = load(path, scenarios=True)
    bound = bind(rulebook)
    if path.read_text(encoding="utf-8").startswith("# checks"):
        assert not bound.messages.errors, bound.messages.errors[0]
        run_checks(bound, rulebook)
    sources = {Path(file).name: text for file, text in rulebook.sources.items()}
    shown = []
    for message in bound.messages.items:
        for place, _ in [(message.place, ""), *message.related]:
            object.__setattr__(place, "file", Path(place.file).name)
        shown.append(render(message, sources))
    found = "\n\n".join(shown) + "\n"
    expected = path.with_suffix(".expected")
    if os.environ.get("ARBITRE_UPDATE_GOLDEN") or request.config.getoption("--update-golden"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")


def test_there_are_enough_of_them() -> None:
    assert len(list(FOLDER.glob("*.rules"))) >= 40


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.expected")), ids=lambda p: p.stem)
def test_no_message_speaks_of_the_parser(path: Path) -> None:
    """Terminals of the grammar are nobody's words, and every message says where."""
    assert path.with_suffix(".rules").is_file()
    for line in path.read_text(encoding="utf-8").split("\n"):
        if re.match(r"\S+\.rules:\d+:\d+: ", line):
            assert not re.search(
                r"\b(_?[A-Z]{2,}_?[A-Z]*|Token|None|Ty)\b", re.sub(r"‘.*?’|\[XX-area-01\]|XX-area-01", "", line).split(": ", 2)[2]
            ), line


def test_five_faults_give_five_messages() -> None:
    rulebook = load(FOLDER / "five_faults.rules")
    errors = bind(rulebook).messages.errors
    assert len(errors) == 5
    for message in errors:
        assert message.place.line and message.place.column
        assert message.hint
