"""The handbook: chapters in their order, with what they show; the quick reference; what a change of the rules does to them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import Pages, documents
from arbitre.documents.site.kept import kept_pages
from arbitre.documents.site.site import dead_links

DUEL = Path(__file__).parents[1] / "duel"


@pytest.fixture(scope="module", params=["en", "fr"])
def pages(request: pytest.FixtureRequest) -> Pages:
    return kept_pages(str(DUEL), ["en", "fr"]).made[request.param, "duel"]


def test_chapters_come_in_their_order_with_sections_in_them(pages: Pages) -> None:
    assert [p for p in pages.pages if p.startswith("learn-")] == ["learn-arena", "learn-blows"]
    assert "{ #mishaps }" in pages.pages["learn-blows"]
    listed = re.findall(r"\]\((learn-\w+)\.md\)", pages.pages["index"].split("{ #learn }")[1])
    assert listed == ["learn-arena", "learn-blows"]


def test_each_page_leads_on_and_back(pages: Pages) -> None:
    assert re.findall(r"\]\(([\w-]+)\.md\)", pages.pages["learn-arena"].split('<nav class="ways"')[1]) == ["index", "learn-blows"]
    assert re.findall(r"\]\(([\w-]+)\.md\)", pages.pages["learn-blows"].split('<nav class="ways"')[1]) == ["learn-arena", "sheet"]


def test_the_first_page_says_what_players_ask_first(pages: Pages) -> None:
    first = pages.pages["index"]
    assert ("The last fighter who stands wins." in first) or ("Le dernier debout gagne." in first)
    assert ("At most 50 turns." in first) or ("Au plus 50 tours." in first)
    assert "sheet.md" in first and "reference.md" in first and "handbook.md" in first


def test_values_in_braces_are_those_of_the_rulebook(pages: Pages) -> None:
    arena = pages.pages["learn-arena"]
    assert ("*round*, 3 steps" in arena) or ("*ronde*, à 3 pas" in arena)
    assert "{" not in re.sub(r"\{[ :][^}]*\}", "", arena.split("<nav")[0])


def test_an_example_has_its_position_and_its_tale(pages: Pages) -> None:
    blows = pages.pages["learn-blows"]
    pictures = re.findall(r"\((position-blows-\d+\.svg)\)", blows)
    assert pictures and all(p in pages.assets for p in pictures)
    assert "Sam" in blows and "Thrax" in blows
    assert 'class="chart"' in blows and "clauses.md#clause-DU-evt-02" in blows


def test_cards_of_a_kind_and_of_one_member(pages: Pages) -> None:
    blows = pages.pages["learn-blows"]
    assert blows.count('<section class="card"') == 3
    assert "Sprain" in blows or "Entorse" in blows


def test_the_booklet_holds_every_chapter_and_the_sheet_every_action(pages: Pages) -> None:
    booklet = pages.pages["handbook"]
    assert "page-learn-arena" in booklet and "page-learn-blows" in booklet and "<nav" not in booklet
    sheet = pages.pages["sheet"]
    assert '<div class="sheet ' in sheet and ("Walk" in sheet or "Marche" in sheet)


def test_no_link_is_dead() -> None:
    assert dead_links(kept_pages(str(DUEL), ["en", "fr"]).files) == []


def test_changing_a_number_changes_the_page(tmp_path: Path) -> None:
    shutil.copytree(DUEL, tmp_path / "duel")
    rules = tmp_path / "duel" / "duel.rules"
    rules.write_text(rules.read_text(encoding="utf-8").replace("option radius: 2 to 8 = 3", "option radius: 2 to 8 = 4"), encoding="utf-8")
    made = documents(open_documents(str(tmp_path / "duel")), "en")
    assert "4 steps from the middle" in made.pages["learn-arena"]


LINES = """
chapter reminders:
    title en "Reminders" fr "Rappels"
    sheet of walk en "A step, up to {radius} from the middle." fr "Un pas, à {radius} du milieu au plus."
    sheet en "*Out of breath*: he falls." fr "*À bout de souffle* : il tombe."
    turn of turn en "Everybody walks, then strikes." fr "Chacun marche, puis frappe."
"""


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_sheet_is_written_with_the_values_of_the_rules(tmp_path: Path, lang: str) -> None:
    shutil.copytree(DUEL, tmp_path / "duel")
    handbook = tmp_path / "duel" / "handbook.rules"
    handbook.write_text(handbook.read_text(encoding="utf-8") + LINES, encoding="utf-8")
    made = documents(open_documents(str(tmp_path / "duel")), lang)
    sheet = made.pages["sheet"]
    title, line, breath, phase = {
        "en": ("**Walk**:", "up to 3 from the middle", "*Out of breath*: he falls", "Everybody walks"),
        "fr": ("**Marcher**", "à 3 du milieu au plus", "*À bout de souffle*", "Chacun marche"),
    }[lang]
    assert title in sheet and line in sheet and breath in sheet and phase in sheet
    assert "d6" not in sheet and "d6" in made.pages["summary"]
    assert "learn-reminders" not in made.pages
    learnt = made.pages["learn-arena"]
    assert phase in learnt and "<details><summary>" in learnt and '<ol class="flow"' in learnt
    assert phase in made.pages["turn"]
