"""A variant from elsewhere, and packages whose names meet: every link of their pages leads somewhere."""

from __future__ import annotations

from pathlib import Path

from arbitre.documents.site.site import dead_links, pages_of, write
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


ROLE = """\
extends tictactoe

kind cell:
    cursed: flag, seen by nobody
        title en "Cursed" fr "Maudite"
"""


def test_an_extension_named_by_its_path_has_pages_of_what_it_changes(tmp_path: Path) -> None:
    """Not those of the whole game under its name, as though all of it were its own; and other extensions have no part in it."""
    path = tmp_path / "curse.rules"
    path.write_text(ROLE, encoding="utf-8")
    names = {str(made.relative_to(tmp_path / "pages")) for made in write(str(path), "en", tmp_path / "pages")}
    assert {name.split("/")[1] for name in names if name.startswith("en/")} == {"tictactoe", "tictactoe-curse"}
    assert "en/tictactoe/secrets.md" in names and "en/tictactoe-curse/full.md" in names and "en/tictactoe-curse/secrets.md" not in names
    assert (tmp_path / "pages" / "en" / "tictactoe-curse" / "index.md").read_text(encoding="utf-8").startswith("# Curse\n")
