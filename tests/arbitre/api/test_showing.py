"""What shows itself in a notebook: whole, harmless, in words too, and only what its reader may know."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from arbitre import api

DEMO = Path(__file__).parents[1] / "demo.rules"
RULES = str(DEMO)
EMPTY = ("br", "path", "rect", "circle", "line", "polygon", "polyline", "use")


class Whole(HTMLParser):
    """Reads a fragment: every tag is closed where it should be; ``words``: what is read aloud."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.words = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on")]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def started(choice: str, rules: str = RULES) -> api.Game:
    game = api.start(api.load(rules), seed=4)
    api.answer(game, api.pending(game, "red")[0], choice)
    return game


def test_a_board_says_what_it_shows() -> None:
    svg = api.board(started("lunge"), "spectator", lang="fr")._repr_svg_()
    assert re.search(r'role="img" aria-labelledby="(\w+-t) (\w+-d)"', svg) and "<title" in svg and "<desc" in svg
    assert "Démo, tour 1" in svg and re.search(r"<rect class=\"fill-paper\"[^>]* fill=\"#ffffff\"/>", svg)  # paper of its own in any theme
    assert "<svg" in api.board(api.load(RULES)).svg
    with pytest.raises(api.Refused, match="there are: place"):
        api.board(api.load(RULES), name="nowhere")


def test_a_board_has_the_theme_of_its_notebook() -> None:
    game = started("lunge")
    for shown in (api.board(game)._repr_html_(), api.show(game).html):
        style = shown.split("<style>")[1].split("</style>")[0]
        assert '@media screen{:is([data-jp-theme-light="false"],' in style and "{.fill-paper{fill:#1b1e22}" in style
        assert "prefers-color-scheme" not in shown and style.count("{") == style.count("}")


@pytest.mark.parametrize("viewer", ["blue", "spectator", ""])
def test_what_was_chosen_in_secret_shows_to_nobody_else(viewer: str) -> None:
    def seen(choice: str) -> str:
        game = started(choice)
        return api.show(game, viewer, "en").html if viewer else game._repr_html_()

    assert seen("lunge") == seen("guard")
    later = []
    for choice in ("lunge", "guard"):
        game = started(choice)
        api.answer(game, api.pending(game, "blue")[0], "guard")
        later.append(api.show(game, "red").html)
    assert later[0] != later[1]


def test_a_match_is_its_story_with_its_board() -> None:
    game = api.start(api.load(RULES), seed=4, sides={"red": "random", "blue": "random"})
    found = Whole(api.show(game, "referee", lang="fr").html)
    assert "Pour l’arbitre" not in Whole(api.show(game, lang="fr").html).words  # who asks for nothing else sees what everybody may
    assert {"svg", "details", "summary"} <= found.tags and "Pour l’arbitre" in found.words and "Pièce 1 frappe Pièce 2" in found.words
    assert found.words.count("Piece 1 strikes") == 0


def test_odds_are_a_table_and_still_a_list() -> None:
    found = api.odds(api.load(RULES), "How often", lang="fr")
    assert isinstance(found, list) and sum(one["probability"] for one in found) == 1
    read = Whole(found._repr_html_())
    assert "58,33 %" in read.words and "7/12" in read.words and "En moyenne 2,58" in read.words and 'aria-hidden="true"' in found.html
    assert "33.33%" in api.odds(api.load(RULES), "nerve", lang="en").html


def test_a_comparison_is_tables(tmp_path: Path) -> None:
    (tmp_path / "demo.rules").write_text(DEMO.read_text(encoding="utf-8"), encoding="utf-8")
    variant = tmp_path / "braver.rules"
    variant.write_text("extends demo\n\nreplace test nerve by attacker: d6\n    success when total is 3 or more\n", encoding="utf-8")
    found = api.compare(tmp_path / "demo.rules", variant, matches=6, bots="random", cores=1, lang="fr")
    read = Whole(found._repr_html_())
    assert "33,33 %" in read.words and "66,67 %" in read.words and "6 paires" in read.words and "script" not in read.tags


def test_words_of_a_rulebook_are_words(tmp_path: Path) -> None:
    evil = DEMO.read_text(encoding="utf-8").replace('"Strike"', '"<script>alert(1)</script>"').replace('en "Demo"', 'en "<b onload=x>Demo"')
    evil = evil.replace("{attacker} strikes", "<img src=x onerror=y> {attacker} strikes").replace('"How often"', '"<i>How</i> often"')
    (tmp_path / "demo.rules").write_text(evil, encoding="utf-8")
    rules = api.load(tmp_path / "demo.rules")
    game = api.start(rules, seed=4, sides={"red": "random", "blue": "random"})
    shown = [api.show(game, lang="en").html, api.odds(rules, "<i>How</i> often", lang="en").html, api.board(game, lang="en").svg,
             api.compare(RULES, tmp_path / "demo.rules", lang="en")._repr_html_()]  # fmt: skip
    for text in shown:
        assert not Whole(text).tags & {"script", "img", "b", "i"}
    assert "<img src=x onerror=y>" in Whole(shown[0]).words and "<i>How</i> often" in Whole(shown[1]).words
