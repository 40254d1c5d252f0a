"""A whole small site is built: what stands around its pages, in both languages."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from math import prod
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from arbitre.documents.pages.reference.odds_forms import Axis
from arbitre.documents.pages.reference.odds_forms import form as asked_with
from arbitre.documents.site.around import cover, near, twin_path
from arbitre.documents.site.generate import LANGUAGES
from arbitre.documents.site.site import STYLE

DUEL = Path(__file__).parents[1] / "duel"
CONFIG = """
site_name: Small
docs_dir: {docs}
site_dir: {site}
theme: {{name: material, font: false, language: en, features: [navigation.footer, navigation.path, navigation.tabs]}}
plugins:
  - search
  - arbitre: {{games: ["{duel}"]}}
nav:
  - Home: index.md
  - Accueil: fr/index.md
  - Rulebooks: [{{arbitre: en}}]
  - Règles de jeu: [{{arbitre: fr}}]
markdown_extensions: [tables, attr_list, md_in_html, admonition]
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    (folder / "docs" / "fr").mkdir(parents=True)
    (folder / "docs" / "index.md").write_text("# Small\n\n<!-- arbitre: games en -->\n", encoding="utf-8")
    (folder / "docs" / "fr" / "index.md").write_text("# Petit\n\n<!-- arbitre: games fr -->\n", encoding="utf-8")
    config = CONFIG.format(docs=folder / "docs", site=folder / "made", duel=DUEL)
    (folder / "mkdocs.yml").write_text(config, encoding="utf-8")
    build(load_config(str(folder / "mkdocs.yml")))
    return folder / "made"


def page(site: Path, path: str) -> str:
    return (site / path / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(("path", "lang"), [("", "en"), ("fr", "fr"), ("en/duel", "en"), ("fr/duel/learn-arena", "fr")])
def test_a_page_says_its_language_and_so_does_the_theme(site: Path, path: str, lang: str) -> None:
    text = page(site, path)
    assert f'<html lang="{lang}"' in text
    assert ("Rechercher" in text) == (lang == "fr") and ('placeholder="Search"' in text) == (lang == "en")


def test_the_other_language_has_the_same_page_and_the_same_places(site: Path) -> None:
    compared = 0
    for file in sorted(site.glob("en/**/index.html")):
        inside = file.parent.relative_to(site / "en")
        mine, other = file.read_text(encoding="utf-8"), page(site, f"fr/{inside}")
        for text, lang in ((mine, "fr"), (other, "en")):
            href = re.search(r'<a class="md-header__button twin" href="([^"]+)" lang="(\w\w)"', text)
            assert href is not None and href[2] == lang, inside
            assert (site / ("en" if lang == "fr" else "fr") / inside / href[1]).resolve() == (site / lang / inside).resolve()
        places = [re.findall(r'<h[2-6] id="([^"]+)"', text) for text in (mine, other)]
        if inside.name != "glossary":  # in the order of each alphabet
            assert sorted(places[0]) == sorted(places[1]), inside
        compared += bool(places[0])
    assert compared > 15


def test_breadcrumbs_lead_back_to_the_game(site: Path) -> None:
    def crumbs(path: str) -> list[tuple[str | None, str]]:
        nav = re.search(r'<nav class="md-path".*?</nav>', page(site, path), re.S)
        assert nav is not None, path
        found = re.findall(r'<(?:a href="([^"]*)"|span) class="md-path__link"[^>]*><span[^>]*>([^<]*)<', nav[0])
        return [(a or None, b.strip()) for a, b in found]

    chapter = crumbs("fr/duel/learn-arena")
    assert [href for href, _ in chapter] == ["../../", "../", "../#learn", None]
    assert chapter[0][1] == "Accueil" and chapter[2][1] == "Apprendre à jouer"
    assert [href for href, _ in crumbs("en/duel/turn")] == ["../../..", "../", "../reference/", None]
    assert [href for href, _ in crumbs("en/duel")] == ["../..", None]


def test_one_reads_on_within_a_game(site: Path) -> None:
    for file in sorted(site.glob("*/*/**/index.html")):
        for way, href in re.findall(r'<link rel="(prev|next)" href="([^"]+)"', file.read_text(encoding="utf-8")):
            there = (file.parent / href).resolve().relative_to(site.resolve())
            assert there.parts[:2] == file.relative_to(site).parts[:2], (file, way)
    assert '<link rel="next" href="../learn-blows/"' in page(site, "en/duel/learn-arena")
    assert 'class="ways"' not in page(site, "en/duel/learn-arena")


def test_search_has_a_list_for_each_language(site: Path) -> None:
    for lang in ("en", "fr"):
        docs = json.loads((site / "search" / f"{lang}.json").read_text(encoding="utf-8"))["docs"]
        assert len(docs) > 50
        assert {d["location"].startswith("fr/") for d in docs} == {lang == "fr"}
        config = json.loads(re.search(r'id="__config"[^>]*>(.*?)</script>', page(site, f"{lang}/duel/turn"), re.S)[1])  # type: ignore[index]
        worker, asked = config["search"].split("?")
        assert asked == f"lang={lang}&near={lang}/duel"
        script = (site / lang / "duel" / "turn" / worker).resolve()
        theirs = re.search(r'importScripts\("([^"]+)"\)', script.read_text(encoding="utf-8"))
        assert theirs is not None and (script.parent / theirs[1]).is_file()
    assert json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"] == []


def test_twins_and_what_is_near() -> None:
    known = {"index.md", "fr/index.md", "en/a/x.md", "fr/a/x.md", "design/l.md", "fr/design/l.md", "fr/only.md"}
    assert {p: twin_path(p, known) for p in sorted(known)} == {
        "index.md": "fr/index.md", "fr/index.md": "index.md", "en/a/x.md": "fr/a/x.md", "fr/a/x.md": "en/a/x.md",
        "design/l.md": "fr/design/l.md", "fr/design/l.md": "design/l.md", "fr/only.md": None,
    }  # fmt: skip
    assert near("fr/duel-gloom/index.md", ["duel"]) == "fr/duel"
    assert near("en/guide/x.md", ["duel"]) == "en/guide"
    assert near("index.md", ["duel"]) == near("fr/index.md", ["duel"]) == ""


def test_odds_can_be_asked_with_other_values(site: Path) -> None:
    """Every choice of every form has its chances, they sum to one, those chosen at first are in the table; paper has none."""
    asked = 0
    for path in ("en/duel/dice", "fr/duel/dice"):
        for form in re.findall(r'<form class="ask".*?</form>', page(site, path), re.S):
            given = dict(re.findall(r'data-(\w+)="([^"]*)"', form))
            choices = [s.count("<option") for s in re.findall(r"<select>.*?</select>", form)]
            rows = [[int(n) for n in row.split(",")] for row in given["chances"].split(";")]
            assert choices and len(rows) == prod(choices)
            assert all(len(row) == len(given["results"].split("|")) and sum(row) == int(given["of"]) for row in rows)
            assert form.count("<label>") == len(choices) + ("data-again" in form) and "<legend>" in form
            asked += 1
        assert 'class="ask"' not in page(site, path.replace("dice", "print"))
    assert asked >= 4


def test_a_game_is_known_by_a_position_with_pieces() -> None:
    few, many = b'<text font-weight="bold">A</text>', 3 * b'<text font-weight="bold">A</text>'
    assert cover({"board-a.svg": b"", "position-1.svg": few}) == "board-a.svg"
    assert cover({"board-a.svg": b"", "position-1.svg": few, "position-2.svg": many}) == "position-2.svg"
    assert cover({"board-a.svg": b"", "position-2.svg": many, "start-a.svg": few}) == "start-a.svg"
    assert cover({}) is None


def test_the_button_that_enlarges_a_picture_stands_beside_it() -> None:
    """On the smallest boards it covered the number of a column."""
    style = STYLE.read_text(encoding="utf-8")
    shapes = (r"\.framed\{[^}]*padding-right:([\d.]+)rem", r"button\.enlarge\{[^}]*width:([\d.]+)rem")
    room, wide = (float(found[1]) for shape in shapes if (found := re.search(shape, style)))
    assert room >= wide + 0.2


def test_one_page_leads_into_every_rulebook(site: Path) -> None:
    for lang, way in (("en", "Learn to play"), ("fr", "Apprendre à jouer")):
        text = page(site, f"{lang}/rulebooks")
        assert way in text
        places = re.findall(r'href="\.\./(duel/[\w/-]*)#([\w.-]+)"', text)
        assert any(anchor.startswith("action-") for _, anchor in places) and any(anchor.startswith("letter-") for _, anchor in places)
        for path, anchor in places:
            assert f'id="{anchor}"' in page(site, f"{lang}/{path}"), (path, anchor)


def test_a_table_of_odds_that_would_be_too_long_is_told() -> None:
    rows = [[Fraction(n, 4_000), 1 - Fraction(n, 4_000)] for n in range(2_000)]
    axis = Axis("Skill", range(2_000))
    for language in (LANGUAGES["en"](), LANGUAGES["fr"]()):
        said = "".join(asked_with(language, "Climb", [axis], ["yes", "no"], rows))
        assert "2000" in said and "<form" not in said and "Climb" in said
        assert "<form" in "".join(asked_with(language, "Climb", [axis], ["yes", "no"], rows[:20]))
