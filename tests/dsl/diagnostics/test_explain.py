"""Every code that is used has a page, and every page a use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbitre import dsl
from arbitre.dsl.diagnostics.explain import codes, page

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
    for lang in ("en", "fr"):
        assert {page.stem for page in FOLDER.rglob(f"explain/{lang}/*.md")} == set(codes())


@pytest.mark.parametrize(("lang", "remedy"), [("en", "How to mend it"), ("fr", "Comment y remédier")])
def test_a_page_has_a_name_and_a_remedy(lang: str, remedy: str) -> None:
    for code in codes(lang):
        text = page(code, lang)
        assert text is not None
        assert remedy in text
        assert codes(lang)[code]
        shown = page(code, "en" if lang == "fr" else "fr")
        assert shown is not None and examples(text) == examples(shown), code


def examples(text: str) -> list[str]:
    """What stands in fences: the same in every language."""
    return re.findall(r"```.*?```", text, re.S)


def test_unknown_code() -> None:
    assert page("Z99") is None
