"""A variant from elsewhere, shown alone: every link of its pages leads somewhere."""

from __future__ import annotations

from pathlib import Path

from arbitre.documents.site.site import dead_links, pages_of

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
