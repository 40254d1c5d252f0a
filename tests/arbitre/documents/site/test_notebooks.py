"""The notebooks of the guide run, in both languages, and show what they show there.  ``ARBITRE_UPDATE_GOLDEN=1`` writes that anew."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from arbitre.documents.site.notebooks import FOLDER, told

nbformat = pytest.importorskip("nbformat")
client = pytest.importorskip("nbclient")

ROOT = Path(__file__).resolve().parents[4]
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
SHOWN = {"lab": 6, "running": 7}  # cells of each that show something
TIMES = 120  # seconds for a cell: machines may be busy


def outputs(cells: list[Any]) -> list[list[tuple[str, Any]]]:
    """What each cell shows: its richest form, with the plain one where there is no other; of a plot its words, for lines differ with the
    version of what draws them."""
    out = []
    for cell in cells:
        shown = []
        for one in cell.get("outputs", []):
            data = one.get("data", {"text/plain": one.get("text", "")})
            best = next(kind for kind in ("text/html", "image/svg+xml", "text/plain") if kind in data)
            said = "".join(data[best])
            shown.append((best, re.findall(r"<text[^>]*>([^<]*)<", said) if "Matplotlib" in said or "matplotlib" in said else said))
        out.append(shown)
    return out


def joined(cell: Any) -> None:
    """What a command prints comes in pieces that differ from run to run, with the line ends of a terminal."""
    pieces = [one for one in cell.get("outputs", []) if one.output_type == "stream"]
    if pieces:
        pieces[0].text = "".join(one.text for one in pieces).replace("\r\n", "\n")
        cell.outputs = [one for one in cell.outputs if one.output_type != "stream" or one is pieces[0]]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_it_shows_what_it_showed(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")  # its cells call the command
    before = json.loads(path.read_text(encoding="utf-8"))
    notebook = nbformat.reads(json.dumps(before), as_version=4)
    client.NotebookClient(notebook, timeout=TIMES, resources={"metadata": {"path": str(tmp_path)}}, record_timing=False).execute()
    for cell in notebook.cells:
        for one in cell.get("outputs", []):
            assert one.output_type != "error", one
            if "data" in one and len(one.data) > 1:
                one.data.pop("text/plain", None)  # addresses in memory, and the same again
        joined(cell)
    if os.environ.get("ARBITRE_UPDATE_GOLDEN"):
        path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
    assert outputs(notebook.cells) == outputs(json.loads(path.read_text(encoding="utf-8"))["cells"])
    assert sum(bool(shown) for shown in outputs(notebook.cells)) >= SHOWN[path.name.split(".")[0]]


@pytest.mark.parametrize("name", SHOWN)
def test_both_languages_run_the_same(name: str) -> None:
    codes = [
        [re.sub(r"\b(en|fr)\b", "LANG", "".join(cell["source"])) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
         if cell["cell_type"] == "code"]
        for path in NOTEBOOKS if path.name.startswith(f"{name}.")
    ]  # fmt: skip
    assert len(codes) == 2 and codes[0] == codes[1]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", SHOWN)
def test_the_guide_has_it_whole(name: str, lang: str) -> None:
    page = told(f"{name}.{lang}.ipynb")
    assert page.count("```python") >= SHOWN[name] and "<svg" in page and "<script" not in page
    assert "<table" in page or "┌" in page
    assert not re.search(r"^# ", page, re.M)  # the page has a headline of its own
    guide = FOLDER.parent / lang / "guide"
    assert any(f"arbitre: notebook {name}.{lang}.ipynb" in text.read_text(encoding="utf-8") for text in guide.glob("*.md"))
