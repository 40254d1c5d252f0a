"""Texts in any languages: in whatever order, with what is missing shown in the first there is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitre.dsl.core import Text, together
from arbitre.dsl.core.languages import SHORT, is_language, likely
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.said import phrase, tell
from arbitre.dsl.lint import run_checks
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load
from arbitre.dsl.parse.formatter import format_text
from arbitre.dsl.parse.parser import parse_text
from arbitre.dsl.source.chunks import normalise
from arbitre.dsl.source.quotes import quoted

HOUSE = """game haus:
    languages de
    title de "Hausspiel"
    play runde up to 1 times

kind spieler, seats: rot, blau
    title de "Spieler"
    punkte: 0 to 9 = 0
        title de "Punkte" plural

agenda runde:
    title de "Runde" feminine
    punkt: rot gains 2 punkte
    schluss: tell everyone de "{rot} hat {rot.punkte} Punkt(e)."

table of spieler:
    name | de
    rot  | "Rot"
    blau | "Blau"

scenario "Rot hat zwei Punkte":
    play 1 times
    expect everyone told "Rot hat 2 Punkte."
"""
NIGHT = """game night:
    languages {languages}
    title en "Night" fr "Nuit"
    play round up to 1 times
kind player, seats: red, blue
    title en "Player" fr "Joueur"
agenda round:
    title en "Round" fr "Manche"
    call: red must act in call
scenario "Nobody {done}":
    title {title}
    expect nobody wins
"""
WORDS = st.text(st.characters(blacklist_characters='"{}\n\r', blacklist_categories=("Cs", "Cc")), min_size=1, max_size=20).filter(
    lambda text: text.strip() == text
)


@pytest.mark.parametrize("languages", ("en, fr", "fr, en"))
@pytest.mark.parametrize("title", ("en", "fr"))
def test_a_scenario_goes_by_its_name_in_the_language_that_its_title_leaves_out(tmp_path: Path, languages: str, title: str) -> None:
    path = tmp_path / "night.rules"
    path.write_text(NIGHT.format(languages=languages, done="wins", title=f'{title} "Another title"'), encoding="utf-8")
    rulebook = load(path, scenarios=True)
    bound = bind(rulebook)
    run_checks(bound, rulebook)
    assert not [m for m in bound.messages.items if m.code == "T13"]
    (scenario,) = rulebook.scenarios
    other = "fr" if title == "en" else "en"
    assert (scenario.called(title), scenario.called(other)) == ("Another title", "Nobody wins")
    assert scenario.title is not None and scenario.title.own(other) == "Nobody wins"


def test_what_is_missing_in_a_language_is_told_as_one_says_it() -> None:
    one, several = "this text has no {0}", "{0} of the {1} texts of this file have no {2}"
    assert tell(phrase(one, phrase("English")), "fr") == "ce texte manque en anglais"
    assert tell(phrase(several, 5, 6, phrase("English")), "fr") == "5 des 6 textes de ce fichier manquent en anglais"


def test_a_house_game_has_one_language(tmp_path: Path) -> None:
    from arbitre.interpreter.play.scenario.books import Books
    from arbitre.interpreter.play.scenario.scenarios import run_alone

    path = tmp_path / "haus.rules"
    path.write_text(HOUSE, encoding="utf-8")
    rulebook = load(path, scenarios=True)
    bound = bind(rulebook)
    run_checks(bound, rulebook)
    assert not [m for m in bound.messages.items if m.code in ("T10", "T13", "T14")]
    assert bound.program.languages == ("de",)
    outcome = run_alone(Books(rulebook), rulebook.scenarios[0])
    assert outcome.ok, outcome.failures


def test_what_lacks_is_shown_in_the_first_language_there_is() -> None:
    text = Text.saying(en="Duel", de="Duell")
    assert (text.within("de"), text.within("fr"), text.own("fr"), Text().within("fr")) == ("Duell", "Duel", "", "")
    assert Text.in_all("a1").own("sv") == "a1"
    both = together([text, Text.saying(fr="long")], lambda _, one, other: f"{one} {other}")
    assert dict(both.said) == {"en": "Duel long", "de": "Duell long", "fr": "Duel long"}


def test_codes_of_languages() -> None:
    assert all(map(is_language, ["en", "fr", "de", "ja", "gsw", "bar"]))
    assert not any(map(is_language, ["jp", "deu", "xq", "", "not", "english"]))
    assert (likely("jp"), likely("deu"), likely("ger"), likely("xq")) == ("ja", "de", "de", "")


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(SHORT | {"gsw", "bar"})), WORDS, min_size=1, max_size=4), st.booleans())
def test_texts_are_read_in_every_language_on_one_line_or_several(said: dict[str, str], broken: bool) -> None:
    between = "\n          " if broken else " "
    text = "game one:\n    title " + between.join(f"{code} {quoted(words)}" for code, words in said.items()) + "\n    play on\n"
    messages = Messages()
    file = parse_text(text, "one.rules", messages)
    assert not messages.items
    title = file.decls[0].title  # type: ignore[attr-defined]
    assert dict(title.said) == said or normalise(text) != text
    formed = format_text(text, "one.rules")
    assert format_text(formed, "one.rules") == formed
