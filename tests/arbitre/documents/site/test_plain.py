"""Pages as HTML files: whoever opens one from the disk finds all that it leads to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli

LED = re.compile(r'\b(?:href|src)="([^"]*)"')


def made(folder: Path, *more: str) -> dict[Path, str]:
    result = CliRunner().invoke(cli, ["docs", "tictactoe", "--format", "html", "--out", str(folder), *more])
    assert result.exit_code == 0, result.output
    first = folder / more[-1] / "tictactoe" / "index.html"
    assert str(first) in result.output.replace("\n", "")
    return {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_link_leads_to_a_file_beside_it(lang: str, tmp_path: Path) -> None:
    pages = made(tmp_path, "--lang", lang)
    assert len(pages) > 15 and not list(tmp_path.rglob("*.md"))
    count = 0
    for path, text in pages.items():
        for target in LED.findall(text):
            file, _, anchor = target.partition("#")
            there = (path.parent / file).resolve() if file else path
            assert there.is_file(), f"{path.name}: {target}"
            if anchor and there.suffix == ".html":
                assert f'id="{anchor}"' in pages[there if there in pages else path], f"{path.name}: {target}"
            count += 1
    assert count > 200


def test_a_page_stands_by_itself(tmp_path: Path) -> None:
    pages = made(tmp_path, "--lang", "fr")
    text = pages[tmp_path / "fr" / "tictactoe" / "index.html"]
    assert text.startswith("<!doctype html>") and '<html lang="fr">' in text and "<title>Morpion</title>" in text
    assert text.count('aria-current="page"') == 1 and "<script" not in text and "http:" not in text
    assert (tmp_path / "pages.css").is_file() and 'href="../../pages.css"' in text
    assert '<a href="../fr/tictactoe/index.html">Morpion</a>' in pages[next(tmp_path.glob("source/*-tictactoe-tictactoe.html"))]


def test_without_what_reads_markdown_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    result = CliRunner().invoke(cli, ["docs", "tictactoe", "--format", "html", "--out", str(tmp_path / "pages"), "--lang", "fr"])
    assert result.exit_code == 1 and "arbitre[docs]" in result.output and not (tmp_path / "pages").exists()
