"""The examples of the reference are read by the parser, and every construct of the grammar has one somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.parse.formatter import format_text
from arbitre.dsl.parse.parser import parse_text

ROOT = Path(__file__).resolve().parents[3]
REFERENCE = ROOT / "docs" / "design" / "language.md"


def blocks() -> list[tuple[int, str]]:
    text = REFERENCE.read_text(encoding="utf-8")
    return [(text[: m.start()].count("\n") + 2, m.group(1)) for m in re.finditer(r"```rules\n(.*?)```", text, re.S)]


@pytest.mark.parametrize(("line", "text"), blocks(), ids=lambda v: str(v) if isinstance(v, int) else "")
def test_example_parses(line: int, text: str) -> None:
    messages = Messages()
    file = parse_text(text, f"language.md+{line}", messages)
    assert not messages.items, messages.items[0]
    assert file.decls


RULES = sorted([*(ROOT / "rulebooks").rglob("*.rules"), *(ROOT / "tests").rglob("*.rules")])


@pytest.mark.parametrize("path", [p for p in RULES if "golden" not in p.parts], ids=lambda p: str(p.relative_to(ROOT)))
def test_formatter_changes_no_meaning_and_settles(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    once = format_text(text, str(path))
    if once == text:  # most files are in their one form: there is nothing to compare
        return
    assert format_text(once, str(path)) == once
    first, second = Messages(), Messages()
    assert parse_text(text, "x", first).decls == parse_text(once, "x", second).decls
    comments = [[c.strip() for c in re.findall(r"(?m)^\s*#.*$", x)] for x in (text, once)]
    assert comments[0] == comments[1]
