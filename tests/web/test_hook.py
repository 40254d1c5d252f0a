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
