"""Notebooks as parts of a page: their text, their code, and what they showed when they were last run (a test runs them again)."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "notebooks"
MARK = re.compile(r"<!-- arbitre: notebook ([\w.-]+\.ipynb) -->")


def with_notebooks(markdown: str) -> str:
    """The page with every notebook that it names."""
    return MARK.sub(lambda found: told(found[1]), markdown)


def told(name: str) -> str:
    """A notebook as Markdown; its own headline is left out, for the page has one."""
    notebook = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    out: list[str] = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            out.append(re.sub(r"\A# .*\n+", "", source))
            continue
        out.append(f"```python\n{source}\n```")
        out += [f'<div class="shown">\n{shown(one)}\n</div>' for one in cell["outputs"]]
    return "\n\n".join(out)


def shown(output: dict[str, Any]) -> str:
    """What a cell showed, as HTML."""
    data = output.get("data", {"text/plain": output.get("text", "")})
    if "text/html" in data:
        return "".join(data["text/html"])
    if "image/svg+xml" in data:
        return f"<figure>{''.join(data['image/svg+xml'])}</figure>"
    return f"<pre>{html.escape(''.join(data['text/plain']))}</pre>"
