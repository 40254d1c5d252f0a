"""While one writes: after an edit the page that is asked for is right at once, and so are all others; nothing stale is shown."""

from __future__ import annotations

import shutil
import threading
import time
from pathlib import Path
from typing import cast

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from arbitre.documents.site.kept import kept_pages
from arbitre.documents.site.plugin import DocumentsPlugin
from arbitre.documents.site.preview.drafts import Drafts
from arbitre.documents.site.preview.edits import Edits, reads
from arbitre.documents.site.site import Site
from arbitre.dsl.cache import folder as cache_folder
from arbitre.dsl.modules.library import LIBRARY

DUEL = Path(__file__).parents[1] / "duel"
CONFIG = """
site_name: Small
docs_dir: {folder}/docs
site_dir: {folder}/made
theme: {{name: material, font: false, language: en}}
plugins: [{{arbitre: {{games: ["{folder}/duel"], languages: [en], extensions: false, faults: en}}}}]
nav: [{{Home: index.md}}, {{Rulebooks: [{{arbitre: en}}]}}]
markdown_extensions: [tables, attr_list, md_in_html, admonition]
"""


def edit(file: Path, *changes: tuple[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")


class Small:
    """A site with one game, as it is while one writes."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.game = folder, folder / "duel"
        shutil.copytree(DUEL, self.game)
        (folder / "docs").mkdir()
        (folder / "docs" / "index.md").write_text("# Small\n\n<!-- arbitre: games en -->\n", encoding="utf-8")
        (folder / "mkdocs.yml").write_text(CONFIG.format(folder=folder), encoding="utf-8")
        config = load_config(str(folder / "mkdocs.yml"))
        build(config)
        self.built, self.again = 0, threading.Event()
        self.plugin = cast(DocumentsPlugin, config.plugins["arbitre"])
        self.edits = Edits(self.plugin, self.build, self.again.set)

    def build(self) -> None:
        self.built += 1
        self.plugin.gather()

    def page(self, address: str) -> str:
        """What a browser is shown."""
        self.edits.waiting.asked(f"/{address}")
        return (self.folder / "made" / address / "index.html").read_text(encoding="utf-8")

    def whole(self) -> None:
        assert self.edits.job is not None
        self.edits.job.thread.join(60)

    def written(self) -> dict[str, int]:
        made = self.folder / "made"
        return {str(p.parent.relative_to(made)): p.stat().st_mtime_ns for p in made.rglob("index.html")}


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Small:
    monkeypatch.setenv(cache_folder.VARIABLE, str(tmp_path / "cache"))
    return Small(tmp_path)


def test_a_page_asked_for_is_right_at_once_and_no_other_is_made(small: Small) -> None:
    before = small.written()
    edit(small.game / "handbook.rules", ("Stay in the middle.", "Stay at the edge."))
    small.edits.rebuild()
    shown = small.page("en/duel/learn-arena/")
    assert "Stay at the edge." in shown and "Stay in the middle." not in shown and "<nav" in shown
    assert small.edits.waiting.drafts, "before all are made"
    assert {page for page, at in small.written().items() if at != before[page]} == {"en/duel/learn-arena"}
    # What cannot be made alone is waited for.
    assert "Stay at the edge." in small.page("en/duel/handbook/")
    assert not small.edits.waiting.drafts
    small.page("en/duel/values/")
    assert {page for page, at in small.written().items() if at != before[page]} == {"en/duel/learn-arena", "en/duel/handbook"}
    # Put back before all were made anew: what was drawn in between is not left there.
    edit(small.game / "handbook.rules", ("Stay at the edge.", "Stay on your feet."))
    small.edits.rebuild()
    assert "Stay on your feet." in small.page("en/duel/learn-arena/")
    edit(small.game / "handbook.rules", ("Stay on your feet.", "Stay at the edge."))
    small.edits.rebuild()
    small.whole()
    assert "Stay at the edge." in small.page("en/duel/learn-arena/") and not small.built


def test_a_title_of_the_menu_is_right_at_once_and_then_everywhere(small: Small) -> None:
    edit(small.game / "handbook.rules", ('"The arena"', '"The ring"'))
    small.edits.rebuild()
    shown = small.page("en/duel/learn-arena/")
    assert "The ring" in shown and "The arena" not in shown
    assert small.again.wait(60) and not small.built
    small.edits.rebuild()
    assert small.built == 1 and not small.edits.waiting.drafts
    # So it is where a text of the site itself was edited.
    time.sleep(0.01)
    (small.folder / "docs" / "index.md").write_text("# Smaller\n", encoding="utf-8")
    small.edits.rebuild()
    assert small.built == 2


def test_faults_stand_above_every_page_until_they_are_mended(small: Small) -> None:
    edit(small.game / "handbook.rules", ("Stay in the middle.", "Stay at the edge."))
    edit(small.game / "duel.rules", ("let reach = 2", "let reach = twoo"))
    small.edits.rebuild()
    for address in ("en/duel/learn-arena/", ""):
        assert "twoo" in small.page(address)
    assert "Stay in the middle." in small.page("en/duel/learn-arena/"), "it keeps its pages"
    edit(small.game / "duel.rules", ("let reach = twoo", "let reach = 4"))
    small.edits.rebuild()
    shown = small.page("en/duel/learn-arena/")
    assert "Stay at the edge." in shown and "twoo" not in shown
    assert "twoo" not in small.page("")


def test_a_page_made_alone_is_as_it_is_among_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache_folder.VARIABLE, str(tmp_path / "cache"))
    game = tmp_path / "duel"
    shutil.copytree(DUEL, game)
    last = kept_pages(str(game), ["en", "fr"])
    edit(
        game / "duel.rules",
        ("let reach = 2", "let reach = 4"),
        ("test endurance by fighter: 2d6", "test endurance by fighter: 3d6"),
        ('title en "Strike" fr "Frappe"', 'title en "Slash" fr "Taillade"'),
        ("#..m#", "#m.m#"),
        ("A double 1 is a fumble.", "Two aces are a fumble."),
    )
    edit(game / "handbook.rules", ('"Stay in the middle."', '"Stay at the edge."'))
    drafts, now = Drafts(str(game), last), kept_pages(str(game), ["en", "fr"])
    alone = []
    for path, text in now.files.items():
        made = drafts.page(path) if path.endswith(".md") else None
        if made is not None:
            alone.append(path)
            assert made[0] == text, path
            assert all(now.files[picture] == data for picture, data in made[1].items()), path
    rest = {path.split("/")[-1] for path in now.files if path.endswith(".md") and path not in alone and "gloom" not in path}
    assert rest == {"handbook.md", "print.md", "questions.md"}
    assert sum(now.files[path] != last.files[path] for path in alone) > 20


def test_only_games_that_read_a_file_are_made_again() -> None:
    site = Site("small", read=["rulebooks/dungeonbowl/ball.rules", "rulebooks/bloodbowl/skills/block.rules"])
    for file, read in (("dungeonbowl/new.rules", True), ("bloodbowl/skills/new.rules", True), ("coliseum/new.rules", False)):
        assert reads(site, LIBRARY / file) == read
    assert not reads(Site("other", read=["rulebooks/hex/hex.rules"]), LIBRARY / "bloodbowl" / "skills" / "block.rules")
