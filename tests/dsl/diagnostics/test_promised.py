"""Hints show texts in the languages of the game, and in no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.said import tell
from arbitre.dsl.lint import run_checks
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load

GAME = """\
game bell:
    title fr "Cloche" en "Bell" de "Glocke"
{languages}    play round up to 3 times
kind player, seats: sun, moon
    score: 0 to 9
        title fr "Score" en "Score" de "Punkte"
agenda round:
    ringing: {step}
event ring player:
    says "Ding."
    player gains 1 score
event clap player:
    player gains 1 score
    print "x"
event knock player:
    player gains 1 score
"""


@pytest.mark.parametrize(
    ("languages", "wanted", "never"),
    [
        ("    languages en\n", 'says en "', 'fr "'),
        ("    languages fr\n", 'says fr "', 'en "'),
        ("    languages de, fr\n", 'de "', 'en "'),
        ("", 'says en "', 'de "'),
    ],
)
def test_hints_name_the_languages_of_the_game_alone(tmp_path: Path, languages: str, wanted: str, never: str) -> None:
    path = tmp_path / "bell.rules"
    path.write_text(GAME.format(languages=languages, step="ring sun"), encoding="utf-8")
    hints = [m.hint for m in bind(load(path)).messages.items]
    mended = (
        GAME.format(languages=languages, step="knock sun")
        .replace('    says "Ding."\n', "    says nothing\n")
        .replace('    print "x"\n', "")
    )
    path.write_text(mended, encoding="utf-8")
    rulebook = load(path)
    bound = bind(rulebook)
    assert not bound.messages.errors, bound.messages.errors
    run_checks(bound, rulebook)
    hints += [m.hint for m in bound.messages.items]
    for lang in ("en", "fr"):
        said = "\n".join(tell(hint, lang) for hint in hints)
        assert wanted in said and never not in said, said
