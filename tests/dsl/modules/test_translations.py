"""Translations: found by declaration and text, stale lines told with what is there now, nothing lost when they are written again."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest
from click.testing import CliRunner, Result

from arbitre.cli.main import cli
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.parse.formatter import format_text
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run_alone

GAME = """game duel:
    title en "Duel" fr "Duel"
    languages en, fr
    play bout up to 1 times

kind side, seats: red, blue
    title en "Side" fr "Camp"
    hits: 0 to 9 = 0
        title en "Hits" fr "Touches" feminine
table of side:
    name | en     | fr
    red  | "Red"  | "Rouge"
    blue | "Blue" | "Bleu"

agenda bout:
    title en "Bout" fr "Reprise"
    blow: strike blue by red

event strike side by (striker: side):
    title en "Strike" fr "Coup"
    says en "{striker} strikes {side} \\"hard\\"." fr "{striker} frappe {side} fort."
    striker.hits becomes 1
"""
SCENARIO = """extends duel

scenario "Red strikes":
    title fr "Rouge frappe"
    play 1 times
    expect everyone told "Rot trifft Blau."
"""
GERMAN = """translation de of duel:
    duel:
        title en "Duel" de "Duell" neuter
    side:
        title en "Side" de "Seite" feminine
        title en "Hits" de "Treffer" masculine plural not "Keine Treffer"
        title en "Red" de "Rot"
        title fr "Bleu" de "Blau"
    bout:
        title en "Bout" de "Durchgang"
    strike:
        title en "Strike" de "Schlag"
        text en "{striker} strikes {side} \\"hard\\"." de "{striker} trifft {side}."
    "Red strikes":
        title en "Red strikes" de "Rot schlägt zu"
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "duel"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "translations").mkdir()
    (folder / "duel.rules").write_text(GAME, encoding="utf-8")
    (folder / "scenarios" / "blows.rules").write_text(SCENARIO, encoding="utf-8")
    (folder / "translations" / "de.rules").write_text(GERMAN, encoding="utf-8")
    return folder


def translated(home: Path, text: str) -> Rulebook:
    (home / "translations" / "de.rules").write_text(text, encoding="utf-8")
    return load(home, scenarios=True)


def told(rulebook: Rulebook) -> list[tuple[str, int, str, str]]:
    return [(m.code, m.place.line, m.text, m.hint) for m in rulebook.messages.items]


def run(*args: str) -> Result:
    result = CliRunner().invoke(cli, [*args, "--lang", "en"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_all_that_a_game_says_is_said_in_the_language_of_its_translation(home: Path) -> None:
    rulebook = load(home, scenarios=True)
    assert not told(rulebook)
    assert rulebook.promised == ("en", "fr") and rulebook.told_in == ("en", "fr", "de")
    bound = bind(rulebook)
    assert not bound.messages.items
    side = next(domain for domain in bound.program.domains if domain.name == "side")
    assert [title.own("de") for title in side.titles] == ["Rot", "Blau"]
    hits = next(field for field in bound.program.fields if field.name == "hits")
    assert hits.title.own("de") == "Treffer"
    traits = hits.title.of("de")
    assert (traits.gender, traits.number, traits.opposite) == ("m", "plural", "Keine Treffer")
    assert run_alone(Books(rulebook), rulebook.scenarios[0]).ok  # it expects what is told in German
    assert rulebook.scenarios[0].title is not None and rulebook.scenarios[0].title.own("de") == "Rot schlägt zu"


def test_the_name_of_a_scenario_is_in_the_first_language_of_its_game(home: Path) -> None:
    (home / "duel.rules").write_text(GAME.replace("languages en, fr", "languages fr, en"), encoding="utf-8")
    (home / "scenarios" / "blows.rules").write_text(
        'extends duel\n\nscenario "Rouge frappe":\n    title en "Red strikes"\n    play 1 times\n\nscenario "Seul":\n    play 1 times\n',
        encoding="utf-8",
    )
    german = GERMAN.replace('        title en "Red strikes" de', '        title fr "Rouge frappe" de').replace(
        '"Red strikes":', '"Rouge frappe":'
    )
    found = [scenario.title for scenario in translated(home, german).scenarios]
    assert [title.said for title in found if title is not None] == [
        (("fr", "Rouge frappe"), ("en", "Red strikes"), ("de", "Rot schlägt zu")),
        (("fr", "Seul"),),
    ]


def test_the_rules_are_the_same_rules(home: Path) -> None:
    before = load(home).version
    (home / "translations" / "de.rules").unlink()
    assert load(home).version == before


def test_a_text_that_changed_is_told_with_what_is_there_now(home: Path) -> None:
    found = told(translated(home, GERMAN.replace('en "Bout"', 'en "Bowt"').replace("    strike:", "    strik:")))
    assert [one[:2] for one in found] == [("T15", 10), ("T15", 11), ("T16", 1)]
    assert "does not say “Bowt”" in found[0][2] and "“Bout”" in found[0][3]
    assert found[1][3] == "Did you mean ‘strike’?"
    assert "“Bout”" in found[2][2] and "arbitre translate duel --to de" in found[2][3]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('title de "Ding"', "does not say what it translates"),
        ('title en "Bout" nl "Ronde"', "says nothing in ‘de’"),
        ('title en "Bout" de "Gang"', "already translated, as “Durchgang”"),
        ('text en "Bout" de "Gang"', "does not say “Bout”"),  # a title is no other text
    ],
)
def test_a_line_that_means_nothing_is_told(home: Path, line: str, said: str) -> None:
    found = told(translated(home, f"{GERMAN}    bout:\n        {line}\n"))
    assert [one[0] for one in found] == ["T15"] and said in found[0][2], found


def test_a_fault_in_a_line_hides_no_other(home: Path) -> None:
    rulebook = translated(home, GERMAN.replace('        title en "Bout"', '        titel en "Bout"'))
    assert [(m.code, m.place.line) for m in rulebook.messages.errors] == [("S03", 10)]
    assert rulebook.game.title is not None and rulebook.game.title.own("de") == "Duell"


def test_rules_have_no_place_in_it(home: Path) -> None:
    found = told(translated(home, GERMAN + "\nlet x = 2\n"))
    assert [(code, line) for code, line, _, _ in found] == [("N02", GERMAN.count("\n") + 2)]


def test_what_stands_in_braces_is_told_in_the_place_of_the_translation(home: Path) -> None:
    rulebook = translated(home, GERMAN.replace("{striker} trifft", "{strikre} trifft"))
    fault = bind(rulebook).messages.errors[0]
    assert fault.place.file.endswith("de.rules") and fault.place.line == 13
    assert "strikre" in fault.text and "striker" in fault.hint


def test_a_former_name_still_names_the_block(home: Path) -> None:
    game = GAME.replace("event strike side", "event hit side").replace("blow: strike", "blow: hit")
    (home / "duel.rules").write_text(game.replace('    title en "Strike"', '    formerly strike\n    title en "Strike"'), encoding="utf-8")
    assert not told(load(home, scenarios=True))


def test_a_translation_elsewhere_is_an_extension(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "deutsch.rules"
    (home / "translations" / "de.rules").rename(path)
    assert load(home).told_in == ("en", "fr")
    assert load(home, [path]).told_in == ("en", "fr", "de")
    path.write_text(GERMAN.replace("of duel", "of chess"), encoding="utf-8")
    assert [message.code for message in load(home, [path]).messages.items] == ["N04"]


def test_the_formatter_keeps_it() -> None:
    assert format_text(GERMAN, "de.rules") == GERMAN
    assert format_text(GERMAN.replace("        t", "      t").replace(' de "Rot"', '   de "Rot"'), "de.rules") == GERMAN


def test_translate_writes_what_is_missing_and_keeps_the_rest(home: Path) -> None:
    path = home / "translations" / "de.rules"
    path.write_text(
        "# By Ada.\n" + GERMAN.replace("    bout:\n", "    # Not a round.\n    bout:\n").replace('en "Strike"', 'en "Stroke"'),
        encoding="utf-8",
    )
    (home / "duel.rules").write_text(GAME + '\nlet power = 2\n    title en "Power" fr "Force"\n', encoding="utf-8")
    assert "10 texts, 2 still to be translated" in run("translate", str(home), "--to", "de").output
    written = path.read_text(encoding="utf-8")
    assert written.startswith("# By Ada.\ntranslation de of duel:\n")
    assert "    # Not a round.\n    bout:\n" in written
    assert '    # stale: title en "Stroke" de "Schlag"\n    strike:\n        title en "Strike" de ""\n' in written
    assert '    power:\n        title en "Power" de ""\n' in written
    assert 'title en "Hits" de "Treffer" masculine plural not "Keine Treffer"' in written
    assert format_text(written, "de.rules") == written
    run("translate", str(home), "--to", "de")
    assert path.read_text(encoding="utf-8") == written  # again, it has nothing to do
    assert {code for code, *_ in told(load(home, scenarios=True))} == {"T16"}


def test_a_catalogue_goes_out_and_comes_back(home: Path, tmp_path: Path) -> None:
    path, catalogue = home / "translations" / "de.rules", tmp_path / "de.po"
    run("translate", str(home), "--to", "de", "--to-po", str(catalogue))
    found = polib.pofile(str(catalogue))
    assert found.metadata["Language"] == "de" and found.percent_translated() == 100
    path.unlink()
    assert "9 texts were taken" in run("translate", str(home), "--to", "de", "--from-po", str(catalogue)).output
    rulebook = load(home, scenarios=True)
    assert not told(rulebook) and rulebook.game.title is not None and rulebook.game.title.own("de") == "Duell"
    hits = next(field for field in bind(rulebook).program.fields if field.name == "hits")
    assert hits.title.of("de").opposite == "Keine Treffer"
    for entry in found:
        entry.flags.append("fuzzy")
    found.save(str(catalogue))
    path.unlink()
    assert "9 still to be translated" in run("translate", str(home), "--to", "de", "--from-po", str(catalogue)).output


@pytest.mark.parametrize(
    "data", [b"", b'msgid "a\nmsgstr', b"\xff\xfe", b"game x:\n", b'msgid ""\nmsgstr "Language: nl\\n"\n\nmsgid "a"\nmsgstr "b"\n']
)
def test_what_is_no_catalogue_changes_nothing(home: Path, tmp_path: Path, data: bytes) -> None:
    path, catalogue = home / "translations" / "de.rules", tmp_path / "de.po"
    catalogue.write_bytes(data)
    result = run("translate", str(home), "--to", "de", "--from-po", str(catalogue))
    if data:
        assert result.exit_code == 1 and "catalogue" in result.output
    assert path.read_text(encoding="utf-8").replace("\n", "").count("Duell") == 1


def test_nothing_else_is_written_over(home: Path) -> None:
    result = run("translate", str(home), "--to", "de", "--out", str(home / "duel.rules"))
    assert result.exit_code == 1 and "it is not overwritten" in result.output
    assert (home / "duel.rules").read_text(encoding="utf-8") == GAME
    assert run("translate", str(home), "--to", "xx").exit_code == 2
