"""Pages of the small game that uses every construct, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.documents.model.book import Book
from arbitre.documents.model.opening import open_documents
from arbitre.documents.pages.reference.changes import Changes
from arbitre.documents.site.generate import Pages, extension, full, writer_of

DUEL = Path(__file__).parent / "duel"


@pytest.fixture(scope="session")
def duel() -> Book:
    return open_documents(str(DUEL))


@pytest.fixture(scope="session", params=["en", "fr"])
def written(request: pytest.FixtureRequest, duel: Book) -> tuple[Changes, Pages, Pages]:
    """What wrote the pages (it knows which phrases it needed), the pages of the game and those of its extension."""
    writer = writer_of(duel, request.param)
    base = Pages(duel.slug, request.param, "Duel")
    full(writer, base)
    base.assets = writer.assets
    more = writer_of(open_documents(str(DUEL), (str(DUEL / "extensions" / "gloom.rules"),)), request.param)
    changed = extension(more, base)
    writer.language.used |= more.language.used
    return writer, base, changed
