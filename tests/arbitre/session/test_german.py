"""A German player of Coliseum reads nothing in English: neither what a match says, nor its help, nor what goes wrong."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.dsl.diagnostics.french import FRENCH
from arbitre.dsl.diagnostics.german import GERMAN
from arbitre.dsl.modules.library import folder_of
from arbitre.words import de, en, phrases

IN_A_MATCH = (
    "simulate.",
    "cannot.no_side",
    "cannot.save",
    "cannot.write_save",
    "command.",
    "deliver.",
    "play.",
    "record.",
    "since.",
    "typed.",
    "why.",
    "whynot.",
)
ASIDES = (
    "?",
    "? Deckung",
    "wer",
    "plan",
    "warum 4",
    "warum nicht 0,0",
    "tipp",
    "zurück",
    "? 0,0",
    "quatsch",
    "zurück liste",
    "schnell an",
    "? Retiarius",
)
_WORD = re.compile(r"[A-Za-zÄÖÜäöüß]{4,}")
_TEXT = re.compile(r'\b(en|de) "((?:[^"\\]|\\.)*)"')


def words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(re.sub(r"\{[^}]*\}", "", text))}


@pytest.fixture(scope="module")
def english() -> set[str]:
    """Words that are said in English, and never in German."""
    said: dict[str, set[str]] = {"en": set(), "de": set()}
    for text in phrases.TABLES["en"].values():
        said["en"] |= words(text)
    for text in de.PHRASES.values():
        said["de"] |= words(text)
    for path in folder_of("coliseum").rglob("*.rules"):
        for language, text in _TEXT.findall(path.read_text(encoding="utf-8")):
            said[language] |= words(text)
    return said["en"] - said["de"]


def played(lang: str, folder: Path) -> str:
    lines = [line for aside in ASIDES for line in ("", aside, "")] + [
        "speichern " + str(folder / "m.json"),
        "ende" if lang == "de" else "quit",
    ]
    done = CliRunner().invoke(
        cli, ["play", "coliseum", "--side", "red=human", "--seed", "5", "--lang", lang], input="\n".join(lines) + "\n"
    )
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.output.replace(str(folder), "")


def test_a_match_in_german_has_no_english_in_it(tmp_path: Path, english: set[str]) -> None:
    found = {line for line in played("de", tmp_path).split("\n") if words(line) & english}
    assert not found, found
    assert any(words(line) & english for line in played("en", tmp_path).split("\n"))  # it would have been seen


def test_what_goes_wrong_is_told_in_german(tmp_path: Path, english: set[str]) -> None:
    (tmp_path / "m.json").write_text("{}", encoding="utf-8")
    typed = {"blue", "green", "yellow"}  # the sides as one types them, in whatever language
    for command in (
        ["play", str(tmp_path / "m.json")],
        ["play", "coliseum", "--side", "niemand=human"],
        ["replay", str(tmp_path / "none.json")],
    ):
        done = CliRunner().invoke(cli, [*command, "--lang", "de"])
        assert done.exit_code and not words(done.output.replace(str(tmp_path), "")) & (english - typed), done.output


def test_all_that_a_match_says_has_its_german() -> None:
    assert not [key for key in en.PHRASES if key.startswith(IN_A_MATCH) and key not in de.PHRASES]
    assert not set(de.PHRASES) - set(en.PHRASES) and not set(GERMAN) - set(FRENCH)
    for table, originals in ((de.PHRASES, en.PHRASES), (GERMAN, {key: key for key in GERMAN})):
        for key, text in table.items():
            parts, wanted = ({one[1] for one in string.Formatter().parse(said) if one[1]} for said in (text, originals[key]))
            assert parts <= wanted, key
