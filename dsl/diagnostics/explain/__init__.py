"""A page for every message: what it means, an example, how to mend it.  One Markdown file each, in each language."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl.diagnostics.codes import CODES

_FOLDER = Path(__file__).parent


def codes(lang: str = "en") -> dict[str, str]:
    """Every code with its title."""
    return {code: CODES[code].called(lang) for code in sorted(CODES)}


def page(code: str, lang: str = "en") -> str | None:
    """The page of a code, headed by code and title; ``None`` if there is no such code."""
    if code not in CODES:
        return None
    text = (_FOLDER / lang / f"{code}.md").read_text(encoding="utf-8")
    colon = "\u00a0: " if lang == "fr" else ": "
    return f"# {code}{colon}{CODES[code].called(lang)}\n\n{text}"
