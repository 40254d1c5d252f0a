"""The guide does what it says: its files are written, its commands typed, and what they answer is looked for."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from markdown.extensions.toc import slugify

from arbitre.cli.main import cli
from arbitre.documents.site.around import EXAMPLE, examples, with_examples

ROOT = Path(__file__).resolve().parents[4]
PAGES = sorted([*(ROOT / "docs" / "en" / "guide").glob("*.md"), *(ROOT / "docs" / "fr" / "guide").glob("*.md")])
BLOCK = re.compile(r'^(?P<fence>`{3,4})(rules|text|console)(?: title="([^"]+)")?\n(.*?)^(?P=fence)$', re.M | re.S)
WORD_FOR_WORD = {"reading-an-error"}  # other pages show what matters of an answer


@pytest.mark.parametrize("page", PAGES, ids=lambda p: f"{p.parts[-3]}-{p.stem}")
def test_files_and_commands(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = ""
    for _, kind, name, body in BLOCK.findall(page.read_text(encoding="utf-8")):
        shown: list[str] = []
        if kind != "console":
            assert name, f"a block of {kind} without a file name: {body[:60]}"
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(body, encoding="utf-8")
            continue
        for line in body.splitlines():
            if line.startswith("$ "):
                words = shlex.split(line[2:])
                if words[0] == "export":
                    monkeypatch.setenv(*words[1].split("=", 1))
                    continue
                assert words[0] == "arbitre"
                answer = CliRunner().invoke(cli, words[1:]).output
            elif page.stem in WORD_FOR_WORD:
                shown.append(line)
            elif line.strip():
                assert line.strip() in answer.replace("\u00a0", " "), f"‘{line}’ is not what came:\n{answer}"
        if shown:
            assert shown == answer.strip().splitlines()


def test_both_languages_have_the_same_pages_and_files() -> None:
    english, french = (
        {p.stem: BLOCK.findall(p.read_text(encoding="utf-8")) for p in PAGES if p.parts[-3] == lang} for lang in ("en", "fr")
    )
    assert set(english) == set(french)
    assert len(english) >= 10
    for stem, blocks in english.items():
        files = [(n, b) for _, k, n, b in blocks if k == "rules"]
        assert files == [(n, b) for _, k, n, b in french[stem] if k == "rules"], stem


def sections(page: Path) -> list[tuple[str, int]]:
    """The sections of a page by their anchors, each with its number of examples."""
    text = re.sub(r"^```rules\n.*?^```$", EXAMPLE, page.read_text(encoding="utf-8"), flags=re.M | re.S)
    parts = re.split(r"^##+ (.*)$", re.sub(r"^(`{3,4}).*?^\1$", "", text, flags=re.M | re.S), flags=re.M)
    return [
        (given[1] if (given := re.search(r"\{ #([\w-]+) \}", title)) else slugify(title, "-"), body.count(EXAMPLE))
        for title, body in zip(parts[1::2], parts[2::2], strict=True)
    ]


def test_whoever_reads_the_french_reference_unbuilt_is_led_to_each_example() -> None:
    for page in ("language", "secrets"):
        french = (ROOT / "docs" / "fr" / "design" / f"{page}.md").read_text(encoding="utf-8")
        english = ROOT / "docs" / "design" / f"{page}.md"
        known = {anchor for anchor, _ in sections(english)}
        led = re.findall(rf"^\[Exemple\]\(\.\./\.\./design/{page}\.md#([\w-]+)\) {re.escape(EXAMPLE)}$", french, re.M)
        assert len(led) == french.count(EXAMPLE) > 0 and set(led) <= known
        built = with_examples(french, examples(english.read_text(encoding="utf-8")))
        assert "[Exemple]" not in built and EXAMPLE not in built and built.count("```rules") == len(led)


TWINS = [Path("design/language.md"), Path("design/secrets.md"), *sorted(Path("guide") / p.name for p in PAGES if p.parts[-3] == "en")]


@pytest.mark.parametrize("page", TWINS, ids=str)
def test_a_page_in_french_has_the_sections_and_examples_of_the_english_one(page: Path) -> None:
    """Whoever changes the language on a page stays at his place, and every example is shown."""
    docs = ROOT / "docs"
    english, french = docs / ("en" if page.parts[0] == "guide" else "") / page, docs / "fr" / page
    assert sections(english) == sections(french)
    assert len(sections(english)) > 1 or page.stem not in ("language", "first-variant")
