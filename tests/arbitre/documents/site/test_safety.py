"""The page on safety: each promise names a test that holds it, and both languages promise the same."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
PROMISE = re.compile(r"^- (.*)$", re.M)
HELD = re.compile(r"<!-- (\S+?)(?:::(\w+))? -->$")


def promises(lang: str) -> list[tuple[str, str]]:
    """The tests behind the promises of a page, in order."""
    out = []
    for said in PROMISE.findall((ROOT / "docs" / lang / "guide" / "safety.md").read_text(encoding="utf-8")):
        found = HELD.search(said)
        assert found, f"no test is named for: {said[:80]}"
        out.append((found[1], found[2] or ""))
    return out


def test_every_promise_is_held_by_a_test_that_is_there() -> None:
    held = promises("en")
    assert len(held) >= 20
    for file, name in held:
        path = ROOT / file
        assert path.is_file(), file
        assert not name or re.search(rf"^def {name}\(", path.read_text(encoding="utf-8"), re.M), (file, name)


def test_both_languages_promise_the_same() -> None:
    assert promises("en") == promises("fr")
    for lang in ("en", "fr"):
        text = (ROOT / "docs" / lang / "guide" / "safety.md").read_text(encoding="utf-8")
        for said in ("512 M", "--budget off", "ARBITRE_BUDGET", "`replay`"):
            assert said in text, (lang, said)
