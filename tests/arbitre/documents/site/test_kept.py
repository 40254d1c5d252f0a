"""Pages made before are never shown when they would be other ones now: after any edit every page that shows what was edited shows it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arbitre.documents.site import kept
from arbitre.documents.site.kept import as_data, as_site, kept_pages
from arbitre.documents.site.site import Site
from arbitre.dsl.cache import folder as cache_folder

DUEL = Path(__file__).parents[1] / "duel"
DRAWING = ("#..m#", "#m.m#")
CLAUSE = ("A double 1 is a fumble.", "Two aces are a fumble.")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache_folder.VARIABLE, str(tmp_path / "cache"))
    shutil.copytree(DUEL, tmp_path / "duel")
    return tmp_path / "duel"


def edit(file: Path, *changes: tuple[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")


def shows(site: Site, **pages: str) -> None:
    """Does each of these pages say that?  ``en__duel__learn_arena`` is a page of the site."""
    for page, words in pages.items():
        content = site.files["/".join(page.split("__")).replace("_", "-") + ".md"]
        assert isinstance(content, str) and words in content, page


@pytest.mark.more
def test_after_any_edit_every_page_is_as_it_would_be_made_now(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    pages_of = kept.pages_of
    monkeypatch.setattr(kept, "pages_of", lambda name, *more: (made.append(name), pages_of(name, *more))[1])
    first = kept_pages(str(game), ["en", "fr"])
    again = kept_pages(str(game), ["en", "fr"])
    assert len(made) == 1, "what nobody edited is not made again"
    assert as_data(again) == as_data(first)

    edit(
        game / "duel.rules",
        ("let reach = 2", "let reach = 4"),
        ("test endurance by fighter: 2d6", "test endurance by fighter: 3d6"),
        ('title en "Strike" fr "Frappe"', 'title en "Slash" fr "Taillade"'),
    )
    now = kept_pages(str(game), ["en", "fr"])
    shows(now, en__duel__values="4", en__duel_gloom__index="Reach: 4 → **3**", fr__duel_gloom__index="Portée", en__duel__dice="Roll 3d6")
    shows(now, en__duel__learn_blows="Roll 3d6", en__duel__handbook="Roll 3d6", en__duel__print="Roll 3d6")
    shows(now, fr__duel__learn_blows="Lancez 3d6", fr__duel__handbook="Lancez 3d6", fr__duel__print="Taillade", en__duel__events="Slash")
    assert not any("Frappe" in text for path, text in now.files.items() if isinstance(text, str) and path.endswith(".md"))

    edit(
        game / "handbook.rules",
        ('"Stay in the middle."', '"Stay at the edge."'),
        ('title en "The arena"', 'title en "The ring"'),
        ('"Walk, march, advance or rest."', '"Walk or rest; blows reach {reach} steps."'),
    )
    now = kept_pages(str(game), ["en", "fr"])
    shows(
        now,
        en__duel__learn_arena="Stay at the edge",
        en__duel__handbook="Stay at the edge",
        en__duel__index="The ring",
        en__duel__learn_blows="The ring",
    )
    assert now.made["en", "duel"].names["learn-arena"] == "The ring" and "reach 4 steps" in now.made["en", "duel"].pages["sheet"]
    edit(game / "duel.rules", ("let reach = 4", "let reach = 6"))
    now = kept_pages(str(game), ["en", "fr"])
    shows(now, en__duel__sheet="reach 6 steps")

    board = {path: data for path, data in now.files.items() if path.endswith(".svg")}
    edit(game / "duel.rules", DRAWING)
    now = kept_pages(str(game), ["en", "fr"])
    changed = {path for path, data in board.items() if now.files[path] != data}
    assert any(path.startswith("en/") for path in changed) and any(path.startswith("fr/") for path in changed)

    edit(game / "extensions" / "gloom.rules", ("replace let reach = 3", "replace let reach = 5"))
    now = kept_pages(str(game), ["en", "fr"])
    shows(now, en__duel_gloom__index="Reach: 6 → **5**", en__duel_gloom__full="5", en__duel_gloom__print="5")

    (game / "extensions" / "gloom.rules").unlink()
    assert "en/duel-gloom/index.md" not in kept_pages(str(game), ["en", "fr"]).files
    assert len(made) == 7


def test_a_clause_and_an_example_edited_are_shown_at_once(game: Path) -> None:
    kept_pages(str(game), ["en"], False)
    words = CLAUSE[1]
    edit(game / "duel.rules", CLAUSE)
    now = kept_pages(str(game), ["en"], False)
    shows(now, en__duel__learn_blows=words, en__duel__clauses=words, en__duel__handbook=words)
    scenario = next((game / "scenarios").glob("*.rules"))
    edit(scenario, ('scenario "A blow"', 'scenario "A slash"'))
    edit(game / "handbook.rules", ('picture of "A blow"', 'picture of "A slash"'), ('example "A blow"', 'example "A slash"'))
    now = kept_pages(str(game), ["en"], False)
    shows(now, en__duel__learn_blows="A slash", en__duel__handbook="A slash", **{f"en__duel__examples_{scenario.stem}": "A slash"})


def test_another_program_makes_them_anew(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(kept, "pages_of", lambda name, *_: (made.append(name), Site("duel", files={"page.md": "one"}))[1])
    monkeypatch.setattr("arbitre.dsl.cache.remembered.WORTH", 0)
    kept_pages(str(game), ["en"])
    kept_pages(str(game), ["en"])
    assert len(made) == 1
    monkeypatch.setattr(kept, "this_writer", lambda: "another")
    kept_pages(str(game), ["en"])
    assert len(made) == 2


def test_a_site_is_the_same_as_data() -> None:
    site = Site("duel", titles={"en": "Duel"}, files={"a.md": "text", "b.svg": b"data"}, ready={"a.md": ("<p>", [])})
    assert as_site(as_data(site)) == site
