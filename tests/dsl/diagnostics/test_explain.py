"""Every code that is used has a page, and every page a use."""

from __future__ import annotations

import re
from pathlib import Path

import dsl
from dsl.diagnostics.explain import codes, page

FOLDER = Path(dsl.__path__[0])


def used() -> set[str]:
    found: set[str] = set()
    for file in FOLDER.rglob("*.py"):
        if file.name == "codes.py":
            continue
        found |= set(re.findall(r'"([A-Z]\d\d)"', file.read_text(encoding="utf-8")))
    return found


def test_pages_and_uses_are_the_same() -> None:
    assert used() == set(codes())
    assert {page.stem for page in FOLDER.rglob("explain/*.md")} == set(codes())


def test_a_page_has_a_name_and_a_remedy() -> None:
    for code in codes():
        text = page(code)
        assert text is not None
        assert "How to mend it" in text
        assert codes()[code]


def test_unknown_code() -> None:
    assert page("Z99") is None
