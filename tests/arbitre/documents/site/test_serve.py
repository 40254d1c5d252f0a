"""Pages while one writes: a rulebook with faults keeps its pages, and what is wrong stands above them until it is mended."""

from __future__ import annotations

from pathlib import Path

import yaml
from mkdocs.config import load_config

from arbitre.documents.site.plugin import DocumentsPlugin
from arbitre.documents.site.preview.server import settings

DEMO = Path(__file__).parents[2] / "demo.rules"


def test_faults_stand_above_the_pages_that_were_good(tmp_path: Path) -> None:
    book = tmp_path / "demo.rules"
    good = DEMO.read_text(encoding="utf-8")
    book.write_text(good, encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text(yaml.safe_dump(settings(str(book), "fr", tmp_path, "127.0.0.1:0")), encoding="utf-8")
    config = load_config(str(tmp_path / "mkdocs.yml"))
    plugin = config.plugins["arbitre"]
    assert isinstance(plugin, DocumentsPlugin)
    plugin.on_config(config)
    assert config.extra["faults"] == [] and len(plugin.sites) == 1
    before = plugin.sites[0]
    book.write_text(good.replace("loses 1 life", "loses 1 lief"), encoding="utf-8")
    plugin.on_config(config)
    assert plugin.sites == [before]
    assert "Vouliez-vous dire « life » ?" in config.extra["faults"][0].replace("\u00a0", " ") and ":34:" in config.extra["faults"][0]
    book.write_text(good.replace('"Strike" fr', '"Zorglub" fr'), encoding="utf-8")
    plugin.on_config(config)
    assert config.extra["faults"] == []
    assert any("Zorglub" in str(content) for content in plugin.sites[0].files.values())
