"""A page for every message: what it means, an example, how to mend it.  One Markdown file each, with a front matter."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent


def codes() -> dict[str, str]:
    """Every code with its name."""
    out = {}
    for file in sorted(_FOLDER.glob("*.md")):
        lines = file.read_text(encoding="utf-8").split("\n")
        out[file.stem] = next((line.removeprefix("name: ") for line in lines if line.startswith("name: ")), "")
    return out


def page(code: str) -> str | None:
    """The page of a code without its front matter, headed by code and name; ``None`` if there is no such code."""
    if code not in codes():
        return None
    text = (_FOLDER / f"{code}.md").read_text(encoding="utf-8")
    return f"# {code}: {codes()[code]}\n" + text.split("---\n", 2)[2]
