"""The guide does what it says: its files are written, its commands typed, and what they answer is looked for."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli

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
