"""PDF of a game's handbook or cards, by WeasyPrint; pages put side by side for folding, by pypdf."""

from __future__ import annotations

import io
import re
from pathlib import Path, PurePosixPath
from typing import Any

from arbitre.documents.model.opening import open_documents, open_table
from arbitre.documents.press.booklet import booklet
from arbitre.documents.press.cards import cards
from arbitre.documents.press.sheets import document
from arbitre.documents.site.generate import documents, finish, writer_of
from arbitre.opening.books import refused

STYLE = Path(__file__).with_name("press.css")
SORTS = ("booklet", "cards")
POINTS = 72 / 25.4  # a millimetre


def printed(
    name: str, lang: str, sort: str, extensions: tuple[str, ...] = (), options: dict[str, str] | None = None, imposed: bool = False
) -> bytes:
    """The PDF of a game as it is played with these extensions and options.

    ``sort``: ``booklet`` (A5) or ``cards`` (63 by 88 mm, nine on a page of A4).  ``imposed``: the booklet's pages two on a side of A4,
    in the order in which a stapled and folded pile shows them.

    Raises:
        Refused: there is no such rulebook, or it has errors; it has no cards; WeasyPrint is not installed.
    """
    try:
        import pypdf  # noqa: F401
        import weasyprint  # noqa: F401
    except (ImportError, OSError):  # its libraries in C may be missing
        raise refused("cannot.no_press") from None
    book = open_table(name, extensions, options or {}) if extensions or options else open_documents(name)
    pages = documents(book, lang)
    if sort == "cards":
        writer = writer_of(book, lang)
        body = writer.language.finish(cards(writer))
        if not body:
            raise refused("cannot.no_cards", game=name)
        writer.assets.clear()
        finish(writer, pages)
    else:
        body = booklet(pages)
    made = typeset(document(pages.title, lang, sort, body), pages.assets)
    return folded(made) if imposed and sort == "booklet" else made


def typeset(text: str, pictures: dict[str, bytes]) -> bytes:
    """A document as PDF; it finds the pictures it is given, and asks neither the disk nor the net for anything."""
    import weasyprint
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Pictures(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
            name = PurePosixPath(url).name
            if not url.startswith(HERE) or name not in pictures:
                raise ValueError(url)
            sort = "image/svg+xml" if name.endswith(".svg") else "image/png"
            return URLFetcherResponse(url, haloed(pictures[name]) if name.endswith(".svg") else pictures[name], {"Content-Type": sort})

    style = weasyprint.CSS(string=STYLE.read_text(encoding="utf-8"))
    # An identifier of its own, so that the same rules make the same file.
    out = weasyprint.HTML(string=text, base_url=HERE, url_fetcher=Pictures()).write_pdf(stylesheets=[style], pdf_identifier=b"arbitre")
    return bytes(out)


def haloed(picture: bytes) -> bytes:
    """A picture whose words stand on their halos: WeasyPrint draws a stroke over what it goes round, whatever ``paint-order`` says."""

    def twice(found: re.Match[str]) -> str:
        return found[0] + re.sub(r' (?:stroke(?:-\w+)?|paint-order|class)="[^"]*"', "", found[1]) + found[2]

    return re.sub(r'(<text\b[^>]*paint-order="stroke"[^>]*>)(.*?</text>)', twice, picture.decode("utf-8")).encode("utf-8")


HERE = "https://pages.invalid/"  # nothing is ever asked of it


def folded(made: bytes) -> bytes:
    """Two pages of A5 on every side of A4: printed on both sides along the short edge, folded and stapled, a booklet."""
    from pypdf import PageObject, PdfReader, PdfWriter, Transformation

    pages = list(PdfReader(io.BytesIO(made)).pages)
    wide, high = float(pages[0].mediabox.width), float(pages[0].mediabox.height)
    writer = PdfWriter()
    for left, right in order(len(pages)):
        side = PageObject.create_blank_page(width=2 * wide, height=high)
        for number, shift in ((left, 0.0), (right, wide)):
            if number < len(pages):
                side.merge_transformed_page(pages[number], Transformation().translate(shift, 0))
        writer.add_page(side)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def order(count: int) -> list[tuple[int, int]]:
    """The pages on each side, left and right, counted from 0; a number past the last is a blank page."""
    whole = -(-count // 4) * 4
    out = []
    for first in range(whole // 2):
        last = whole - 1 - first
        out.append((last, first) if first % 2 == 0 else (first, last))
    return out
