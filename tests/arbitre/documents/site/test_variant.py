"""A variant from elsewhere, and packages whose names meet: every link of their pages leads somewhere."""

from __future__ import annotations

from pathlib import Path

from arbitre.documents.site.site import dead_links, pages_of
from tests.dsl.modules.test_apart import GAME, prayers, songs, with_clauses

VARIANT = """\
game short extends {base}:
    title en "Short" fr "Courte"
"""


def test_a_variant_without_clauses_of_its_own_has_no_dead_links(tmp_path: Path) -> None:
    path = tmp_path / "short.rules"
    path.write_text(VARIANT.format(base="tictactoe"), encoding="utf-8")
    site = pages_of(str(path), ["en", "fr"])
    assert dead_links(site.files) == []
    (slug,) = {slug for _, slug in site.made}
    clauses = site.made["en", slug].pages["clauses"]
    assert 'id="clause-TT-play-01"' in clauses and "inherited" in clauses
    assert "Tic-tac-toe" in site.made["en", slug].pages["index"]  # named, but no link


def test_packages_whose_names_meet_have_no_dead_links(tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "lists.rules").write_text(GAME, encoding="utf-8")
    files = with_clauses(songs(tmp_path), "Who flourishes swears."), with_clauses(prayers(tmp_path), "Who prays swears.")
    site = pages_of(str(tmp_path / "lists" / "lists.rules"), ["en"], table=(tuple(map(str, files)), {}))
    assert dead_links(site.files) == []
    assert 'id="clause-jo-songs-LI-oath-01"' in site.made["en", "lists"].pages["clauses"]
