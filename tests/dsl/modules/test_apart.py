"""Things of two packages that have one name: ``author/name:thing`` where they meet, the plain name everywhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl import tree as t
from arbitre.dsl.lint import run_checks
from arbitre.dsl.lower.program import Bound, bind
from arbitre.dsl.modules.loader import load
from arbitre.dsl.parse.formatter import NOTE_COLUMN, format_text
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run_alone
from arbitre.opening.bundle import read_rules, unpacked

GAME = """game lists:
    title en "The lists" fr "La lice"
    play round up to 3 times

kind side, seats: red, blue
    title en "Side" fr "Camp"
kind trick: leap
    title en "Trick" fr "Tour"
    strength: 0 to 9 = 1
kind mood: calm
    title en "Mood" fr "Humeur"
    courage: 0 to 9 = 4
kind fighter (attacker, defender), up to 4:
    title en "Fighter" fr "Combattant"
    side: side
    stamina: 0 to 9 = 3
    trick: trick
    mood: mood
let worth(fighter) = fighter.stamina
agenda round:
    title en "Round" fr "Manche"
    dawn: for each fighter in fighters where side is red: fighter loses 1 stamina
    dusk: end
"""
PACKAGE = """extends lists

trick spin:
    title en "{title}" fr "{title}"
    strength {strength}
kind oath: sworn, broken
    title en "Oath" fr "Serment"
kind fighter:
    courage: 0 to 9 = {strength}
        title en "Courage" fr "Courage"
    oath: oath or none
option zeal: 0 to 9 = {strength}
    title en "Zeal" fr "Ardeur"
let bonus(fighter) = fighter.trick.strength + fighter.courage + zeal
event flourish by fighter:
    says en "{{fighter}} gains {{bonus(fighter)}}." fr "{{fighter}} gagne {{bonus(fighter)}}."
    if fighter.trick is spin: fighter gains bonus(fighter) stamina
    fighter.oath becomes sworn
insert after round.dawn:
    show: for each fighter in fighters where count(oaths) is more than 0: flourish by fighter
setting ready:
    given fighter sam: side red, trick spin, stamina 4
scenario "A flourish":
    start from ready
    do flourish by sam
    expect sam.stamina is {sum}
    expect sam.oath is sworn
    expect sam.courage is {strength}
"""


def package(folder: Path, name: str, text: str, more: str = "") -> Path:
    home = folder / name.replace("/", ".")
    home.mkdir()
    (home / "package.toml").write_text(f'[package]\nname = "{name}"\nversion = "1.0.0"\ngame = "lists"\n{more}', encoding="utf-8")
    (home / "rules.rules").write_text(text, encoding="utf-8")
    return home / "rules.rules"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "lists.rules").write_text(GAME, encoding="utf-8")
    return tmp_path


def songs(home: Path) -> Path:
    return package(home, "jo/songs", PACKAGE.format(title="Whirl", strength=1, sum=7))


def prayers(home: Path) -> Path:
    return package(
        home, "al/prayers", PACKAGE.format(title="Turn", strength=0, sum=4).replace("insert after round.dawn:", "insert before round.dusk:")
    )


def bound(home: Path, *files: Path) -> Bound:
    return bind(load(home / "lists" / "lists.rules", list(files), scenarios=True))


def told(found: Bound) -> list[tuple[str, str, str]]:
    return [(m.code, m.text, m.hint) for m in found.messages.errors]


def test_things_that_meet_are_told_apart(home: Path) -> None:
    rulebook = load(home / "lists" / "lists.rules", [songs(home), prayers(home)], scenarios=True)
    found = bind(rulebook)
    assert not told(found)
    tricks = next(kind for kind in found.program.domains if kind.name == "trick")
    assert list(tricks.rows) == ["leap", "jo/songs:spin", "al/prayers:spin"]
    assert {"jo/songs:zeal", "al/prayers:zeal"} <= set(found.program.options)
    books = Books(rulebook)
    outcomes = [run_alone(books, scenario) for scenario in rulebook.scenarios]
    assert [scenario.name for scenario in rulebook.scenarios] == ["jo/songs:A flourish", "al/prayers:A flourish"]
    assert all(outcome.ok for outcome in outcomes), [outcome.failures for outcome in outcomes]


def test_what_meets_nothing_keeps_its_plain_name(home: Path) -> None:
    found = bound(home, songs(home))
    assert not told(found)
    assert next(kind for kind in found.program.domains if kind.name == "trick").rows == ["leap", "spin"]


THIRD = """extends lists

event other by fighter:
    says nothing
    fighter.trick becomes {spin}
    flourish by fighter
"""


def test_others_say_which_they_mean(home: Path) -> None:
    third = home / "third.rules"
    third.write_text(THIRD.format(spin="spin"), encoding="utf-8")
    one, other = songs(home), prayers(home)
    errors = told(bound(home, one, other, third))
    assert [code for code, _, _ in errors] == ["N01", "N01"], errors
    assert errors[0][1] == "‘spin’ is in two packages, al/prayers and jo/songs"
    assert errors[0][2] == "Write ‘al/prayers:spin’ or ‘jo/songs:spin’."
    third.write_text(THIRD.format(spin="jo/songs:spin").replace("flourish by", "al/prayers:flourish by"), encoding="utf-8")
    assert not told(bound(home, one, other, third))
    third.write_text(THIRD.format(spin="jo/songs:spin").replace("flourish by", "jo/songs:flourish by"), encoding="utf-8")
    assert not told(bound(home, one, third))  # though there is no other to be told from
    text = third.read_text(encoding="utf-8")
    assert format_text(text.replace("becomes", "becomes "), "x") == text


CLAUSES = """
clause LI-oath-01:
    text en "{said}" fr "{said}"
"""


def with_clauses(file: Path, said: str) -> Path:
    text = file.read_text(encoding="utf-8") + CLAUSES.format(said=said)
    text = text.replace("event flourish by fighter:", "event flourish by fighter: [LI-oath-01]").replace(
        'scenario "A flourish":', 'scenario "A flourish": [LI-oath-01]'
    )
    file.write_text(text, encoding="utf-8")
    return file


def test_clauses_of_one_number_are_told_apart(home: Path) -> None:
    one, other = with_clauses(songs(home), "Who flourishes swears."), with_clauses(prayers(home), "Who prays swears.")
    rulebook = load(home / "lists" / "lists.rules", [one, other], scenarios=True)
    found = bind(rulebook)
    assert not told(found)
    assert [d.name for d in rulebook.decls if isinstance(d, t.Clause)] == ["jo/songs:LI-oath-01", "al/prayers:LI-oath-01"]
    assert [s.clauses for s in rulebook.scenarios] == [["jo/songs:LI-oath-01"], ["al/prayers:LI-oath-01"]]
    run_checks(found, rulebook)
    assert not [m for m in found.messages.items if m.code.startswith("C")]
    third = home / "third.rules"
    third.write_text("extends lists\n\nlet vow = 1 [LI-oath-01]\n", encoding="utf-8")
    assert (
        "N01",
        "‘LI-oath-01’ is in two packages, al/prayers and jo/songs",
        "Write ‘al/prayers:LI-oath-01’ or ‘jo/songs:LI-oath-01’.",
    ) in (told(bound(home, one, other, third)))
    text = "extends lists\n\n" + format_line("let vow = 1", "[jo/songs:LI-oath-01..02, al/prayers:LI-oath-01]") + "\n"
    third.write_text(text.replace("..02", ""), encoding="utf-8")
    assert not told(bound(home, one, other, third))
    assert format_text(text, "x") == text and format_text(text.replace("  ", ""), "x") == text


def format_line(code: str, note: str) -> str:
    return f"{code:<{NOTE_COLUMN}}{note}"


def test_a_name_of_no_package_is_told(home: Path) -> None:
    third = home / "third.rules"
    third.write_text(THIRD.format(spin="jo/song:spin"), encoding="utf-8")
    errors = told(bound(home, songs(home), third))
    assert errors == [("N01", "no package ‘jo/song’ is read here", "Did you mean ‘jo/songs’?")]


def test_who_requires_a_package_means_its_things(home: Path) -> None:
    third = package(home, "cy/more", THIRD.format(spin="spin"), '[requires]\n"jo/songs" = ">=1"\n')
    found = bound(home, songs(home), prayers(home), third)
    assert not told(found)


def test_a_match_by_post_carries_whose_its_rules_are(home: Path) -> None:
    files = [songs(home), prayers(home)]
    rules, _ = read_rules("lists", {}, [str(file.relative_to(home)) for file in files], home)
    for file in files:
        file.unlink()
    _, machine = unpacked(rules)
    assert "jo/songs:zeal" in machine.program.options and rules["options"]["al/prayers:zeal"] == "0"
