"""A page for every message: what it means, an example, how to mend it.  One Markdown file each."""

from __future__ import annotations

from pathlib import Path

from dsl.diagnostics.codes import CODES

_FOLDER = Path(__file__).parent


def codes() -> dict[str, str]:
    """Every code with its title."""
    return {code: CODES[code].title for code in sorted(CODES)}


def page(code: str) -> str | None:
    """The page of a code, headed by code and title; ``None`` if there is no such code."""
    if code not in CODES:
        return None
    text = (_FOLDER / f"{code}.md").read_text(encoding="utf-8")
    return f"# {code}: {CODES[code].title}\n\n{text}"
