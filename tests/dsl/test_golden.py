"""Diagnostics: each ``golden/NAME.rules`` gives exactly ``golden/NAME.expected``.

``ARBITRE_UPDATE_GOLDEN=1 pytest tests/dsl`` writes the expected files again; read the difference before keeping it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dsl.bind import bind
from dsl.messages import render
from dsl.modules import load

FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.rules")), ids=lambda p: p.stem)
def test_messages(path: Path) -> None:
    rulebook = load(path)
    bound = bind(rulebook)
    sources = dict.fromkeys([path.name], next(iter(rulebook.sources.values())))
    shown = []
    for message in bound.messages.items:
        for place, _ in [(message.place, ""), *message.related]:
            object.__setattr__(place, "file", Path(place.file).name)
        shown.append(render(message, sources))
    found = "\n\n".join(shown) + "\n"
    expected = path.with_suffix(".expected")
    if os.environ.get("ARBITRE_UPDATE_GOLDEN"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")


def test_five_faults_give_five_messages() -> None:
    rulebook = load(FOLDER / "five_faults.rules")
    errors = bind(rulebook).messages.errors
    assert len(errors) == 5
    for message in errors:
        assert message.place.line and message.place.column
        assert message.hint
