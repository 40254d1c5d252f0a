"""The handbook and its cards on paper."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.documents.model.opening import open_documents
from arbitre.documents.press.booklet import filled
from arbitre.documents.press.cards import FULL, SMALL, cards, halves, words
from arbitre.documents.press.pdf import haloed, order, typeset
from arbitre.documents.press.sheets import body_of, document
from arbitre.documents.site.generate import writer_of

pypdf = pytest.importorskip("pypdf")
A5, A4 = (419.5, 595.3), (595.3, 841.9)  # points
DUEL = Path(__file__).parent / "duel"


@pytest.fixture(scope="module", params=["en", "fr"])
def booklet(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    file = tmp_path_factory.mktemp("press") / "book.pdf"
    result = CliRunner().invoke(cli, ["docs", "tictactoe", "--print", "booklet", "--lang", request.param, "--out", str(file)])
    assert result.exit_code == 0 and file.name in result.output, result.output
    return request.param, file


def test_a_booklet_has_chapters_where_its_contents_say(booklet: tuple[str, Path]) -> None:
    lang, file = booklet
    pages = pypdf.PdfReader(file).pages
    assert all(abs(float(p.mediabox.width) - A5[0]) < 1 and abs(float(p.mediabox.height) - A5[1]) < 1 for p in pages)
    texts = [page.extract_text() for page in pages]
    contents = next(text for text in texts if ("Contents" if lang == "en" else "Sommaire") in text)
    entries = re.findall(r"(?m)^(\S.*?)\s*(?:\. ?){3,}\s*(\d+)$", contents)
    assert len(entries) >= 2, contents
    for title, number in entries:
        assert title.strip().split()[0] in texts[int(number) - 1], (title, number)
    assert all(text.split()[-1] == str(n) or f"\n{n}" in text for n, text in enumerate(texts[1:], 2))  # page numbers


def test_pictures_are_in_it(booklet: tuple[str, Path]) -> None:
    data = b"".join(page.get_contents().get_data() for page in pypdf.PdfReader(booklet[1]).pages)
    assert len(data) > 20_000  # lines of boards, not their alternative texts


def test_imposed_pages_lie_side_by_side(tmp_path: Path) -> None:
    file = tmp_path / "folded.pdf"
    result = CliRunner().invoke(cli, ["docs", "tictactoe", "--print", "booklet", "--imposed", "--lang", "en", "--out", str(file)])
    assert result.exit_code == 0, result.output
    pages = pypdf.PdfReader(file).pages
    assert len(pages) % 2 == 0 and all(abs(float(p.mediabox.width) - 2 * A5[0]) < 2 for p in pages)


def test_folded_pages_come_in_their_order() -> None:
    assert order(8) == [(7, 0), (1, 6), (5, 2), (3, 4)]
    assert order(5) == [(7, 0), (1, 6), (5, 2), (3, 4)]  # the last three are blank


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_cards_are_nine_a_page(lang: str) -> None:
    made = cards(writer_of(open_documents(str(DUEL)), lang))
    count = made.count('<article class="card')
    assert count and made.count('<section class="nine">') == -(-count // 9)
    assert 'class="clause"' not in made and "<details" not in made
    data = typeset(document("duel", lang, "cards", made), {})
    pages = pypdf.PdfReader(io.BytesIO(data)).pages
    assert len(pages) == -(-count // 9)
    assert all(abs(float(p.mediabox.width) - A4[0]) < 1 for p in pages)


def test_a_long_card_goes_on_on_another() -> None:
    said = "".join(f"<p>{'word ' * SMALL}</p>" for _ in range(6))
    parts = halves(said)
    assert len(parts) > 1 and all(words(part) <= FULL for part in parts)
    assert "".join(parts) == said


def test_paper_has_nothing_to_press() -> None:
    text = "Go.\n\n<details markdown>\n<summary>Step by step</summary>\n\nx\n\n</details>\n\n[There](turn.md) and [here](#here)."
    assert body_of(text).strip().replace("\n", "") == '<p>Go.</p><p>There and <a href="#here">here</a>.</p>'


def test_what_is_folded_away_leaves_nothing_behind() -> None:
    folded = "<details markdown>\n<summary>For each value</summary>\n\n| 1 | 2 |\n\n</details>\n"
    text = f'1. Good.\n1. Bad.\n\n**Chances**\n\n{folded}\n- One stays. <small class="clause">[X-1](c.md#x)</small>\n'
    assert body_of(text).replace("\n", "") == "<ol><li>Good.</li><li>Bad.</li></ol><ul><li>One stays.</li></ul>"
    assert "<strong>Chances</strong>" in body_of(f'**Chances**\n\n{folded}\n<div class="chart">x</div>')


def test_a_chapter_of_which_nothing_is_printed_is_left_out() -> None:
    kept = '<h2 id="a">A</h2>\n<h3 id="b">B</h3>\n<p>b</p>'
    assert filled(shown := '<h3 id="a">A</h3>\n<section class="example">x</section>') == shown
    assert filled(f'{kept}\n<h3 id="c">C</h3>\n<h2 id="d">D</h2>\n<h3 id="e">E</h3>') == f"{kept}\n"


def test_words_stand_on_their_halos() -> None:
    drawn = '<text x="1" class="fill-ink stroke-halo" fill="#222" stroke="#fff" stroke-width="3" paint-order="stroke">A1</text>'
    assert haloed(drawn.encode()).decode() == drawn + '<text x="1" fill="#222">A1</text>'
    assert haloed(b'<text x="1">A1</text>') == b'<text x="1">A1</text>'


def test_nothing_is_fetched() -> None:
    made = typeset(document("x", "en", "booklet", '<main><p>x</p><img src="https://example.org/x.png" alt="nothing"></main>'), {})
    assert "nothing" in pypdf.PdfReader(io.BytesIO(made)).pages[0].extract_text()


def test_a_game_without_cards_says_so(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["docs", "tictactoe", "--print", "cards", "--lang", "en", "--out", str(tmp_path / "x.pdf")])
    assert result.exit_code != 0 and "no cards" in result.output
