"""While one writes: an edit of a rulebook puts those pages together again that it changes, and no others."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import cast

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from arbitre.documents.site.plugin import DocumentsPlugin
from arbitre.documents.site.serving import after_edits
from dsl.cache import folder as cache_folder

DUEL = Path(__file__).parents[1] / "duel"
CONFIG = """
site_name: Small
docs_dir: {folder}/docs
site_dir: {folder}/made
theme: {{name: material, font: false, language: en}}
plugins: [{{arbitre: {{games: ["{folder}/duel"], languages: [en], extensions: false}}}}]
nav: [{{Home: index.md}}, {{Rulebooks: [{{arbitre: en}}]}}]
markdown_extensions: [tables, attr_list, md_in_html, admonition]
"""


def test_an_edit_writes_what_it_changes_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache_folder.VARIABLE, str(tmp_path / "cache"))
    shutil.copytree(DUEL, tmp_path / "duel")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Small\n", encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(CONFIG.format(folder=tmp_path), encoding="utf-8")
    config = load_config(str(tmp_path / "mkdocs.yml"))
    build(config)
    plugin = cast(DocumentsPlugin, config.plugins["arbitre"])
    whole: list[str] = []
    rebuild = after_edits(plugin.shown, plugin.gather, lambda: whole.append("built"))

    def written() -> dict[str, int]:
        return {str(p.parent.relative_to(tmp_path / "made")): p.stat().st_mtime_ns for p in (tmp_path / "made").rglob("index.html")}

    before = written()
    chapters = tmp_path / "duel" / "handbook.rules"
    chapters.write_text(chapters.read_text(encoding="utf-8").replace("Stay in the middle.", "Stay at the edge."), encoding="utf-8")
    rebuild()
    after = written()
    assert whole == []
    assert {page for page in after if after[page] != before[page]} == {"en/duel/learn-arena", "en/duel/handbook"}
    shown = (tmp_path / "made" / "en" / "duel" / "learn-arena" / "index.html").read_text(encoding="utf-8")
    assert "Stay at the edge." in shown and "Stay in the middle." not in shown and "<nav" in shown

    # What stands in every menu, or is no rulebook, has everything built.
    chapters.write_text(chapters.read_text(encoding="utf-8").replace('"The arena"', '"The ring"'), encoding="utf-8")
    rebuild()
    assert whole == ["built"]
    (tmp_path / "docs" / "index.md").write_text("# Smaller\n", encoding="utf-8")
    rebuild()
    assert whole == ["built", "built"]
