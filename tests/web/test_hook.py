"""What the site adds to the pages of a game for the page that plays."""

from __future__ import annotations

import importlib.util
from types import ModuleType, SimpleNamespace

import pytest

from tests.web.browser import ROOT


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("site_play", ROOT / "site_play.py")
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    monkeypatch.setattr(found, "ENGINE", ROOT)
    return found


def page(path: str) -> SimpleNamespace:
    return SimpleNamespace(file=SimpleNamespace(src_uri=path))


def test_clauses_are_found_on_the_page_they_stand_on(hook: ModuleType) -> None:
    hook.on_post_page('<li id="clause-TT-play-01">', page("en/tictactoe/clauses.md"), None)
    hook.on_post_page('<li id="clause-TT-end-01">', page("fr/tictactoe/clauses-2.md"), None)
    assert hook.clauses == {"tictactoe": {"TT-play-01": "clauses", "TT-end-01": "clauses-2"}}
    assert hook.on_post_page("<h1>x</h1>", page("en/guide/index.md"), None) == "<h1>x</h1>"


def test_rules_lead_to_a_variant_that_changes_them(hook: ModuleType) -> None:
    rule = hook.rules("tictactoe")[-1]
    source = hook.Book.source_name(rule.file)

    def meta(line: int) -> str:
        return f'<small class="meta" markdown=""><a href="../../../source/{source}.html#L{line}">Source</a> · more</small>'

    found = hook.on_post_page(meta(rule.last), page("fr/tictactoe/values.md"), None)
    assert "?lang=fr#change=tictactoe&amp;at=" in found and f':{rule.first}">Changer cette règle</a> · more' in found
    assert hook.on_post_page(meta(99999), page("en/tictactoe/values.md"), None) == meta(99999)


def test_pictures_lead_to_a_match_that_goes_on_there(hook: ModuleType) -> None:
    place = '<p class="play-on" data-called="A et B" data-start="A &amp; B@2" hidden="hidden"></p>'
    found = hook.on_post_page(place, page("fr/tictactoe/learn-playing.md"), None)
    assert '?lang=fr#game=tictactoe&amp;from=A%20%26%20B%402&amp;called=A%20et%20B">Jouer à partir d’ici</a>' in found
