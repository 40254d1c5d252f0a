"""What a variant changes, in two screens: old numbers beside new ones, what is new, what is gone; nothing of what stays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbitre.documents.model.opening import open_documents
from arbitre.documents.pages.reference.changes import Changes
from arbitre.documents.site.generate import Pages, writer_of
from arbitre.dsl.modules.library import LIBRARY

TWO_SCREENS = 650  # words, those of tables of chances among them
SHIPPED = [(path.parent.parent.name, path.stem) for path in sorted(LIBRARY.glob("*/extensions/*.rules"))]


def test_a_changed_number_stands_beside_the_old_one(written: tuple[Changes, Pages, Pages]) -> None:
    _, base, changed = written
    said = changed.pages["index"]
    reach = {"en": "- Reach: 2 → **3**", "fr": "- Portée : 2 → **3**"}[base.lang]
    assert reach in said.replace("\u00a0", " ")
    assert "full.md" in said
    assert {"en": "nobody needs it", "fr": "personne n’en a besoin"}[base.lang] in said


def test_other_lines_of_the_quick_reference_are_told(tmp_path: Path) -> None:
    path = tmp_path / "kind.rules"
    line = 'sheet of crowd en "Whoever collapses lives on {mercy}." fr "Qui s\'effondre vit sur {mercy}."'
    path.write_text(f"extends coliseum\nreplace sheet in the_crowd:\n    {line}\n", encoding="utf-8")
    book = open_documents(str(LIBRARY / "coliseum"), (str(path),))
    for lang, head, said in (
        ("en", "The quick reference says “Down, and the crowd” in other words", "Whoever collapses lives on 8."),
        ("fr", "L’aide de jeu dit autrement « À terre, et la foule »", "Qui s'effondre vit sur 8."),
    ):
        writer = writer_of(book, lang)
        assert f"- {head}\n    - {said}" in "\n".join(writer.brief.brief())
        sheet = [writer.glance.prose(part.said) for _, parts in writer.glance.written("sheet") for part in parts]
        assert said in sheet and not any("2d6: 8" in one or "2d6 : 8" in one for one in sheet)


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_whoever_plays_the_base_reads_two_screens(game: str, name: str) -> None:
    book = open_documents(str(LIBRARY / game), (str(LIBRARY / game / "extensions" / f"{name}.rules"),))
    for lang in ("en", "fr"):
        text = "\n".join(writer_of(book, lang).brief.brief())
        text = re.sub(r"<svg.*?</svg>|<[^>]*>|\]\([^)]*\)|\{ #[^}]*\}", " ", text, flags=re.S)
        assert re.search(r"^## ", text, re.M), "it changes something"
        assert len(text.split()) <= TWO_SCREENS
