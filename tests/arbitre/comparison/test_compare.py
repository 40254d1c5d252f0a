"""What a variant changes: told of texts, odds, scenarios and matches, of files and of revisions."""

from __future__ import annotations

import csv
import json
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.comparison.comparison import compared
from arbitre.comparison.matches import FEWEST, Series
from arbitre.comparison.output import told
from arbitre.opening.books import Refused

DEMO = (Path(__file__).parent.parent / "demo.rules").read_text(encoding="utf-8")
VARIANT = """extends demo

replace test nerve by attacker: d6
    success when total is 4 or more

option hush: 0 to 3 = 1
    title en "Hush" fr "Silence"

adjust bonus(attacker):
    +5 when attacker.life is 3
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "demo.rules").write_text(DEMO, encoding="utf-8")
    (tmp_path / "louder.rules").write_text(VARIANT, encoding="utf-8")
    return str(tmp_path / "demo.rules"), str(tmp_path / "louder.rules")


def test_texts_and_odds_and_scenarios(files: tuple[str, str]) -> None:
    found = compared(*files)
    assert [(one.what, one.sort, one.name) for one in found.texts] == [
        ("changed", "test", "nerve"), ("added", "option", "hush"), ("added", "adjustment", "bonus"),
    ]  # fmt: skip
    nerve = found.texts[0]
    assert any("5" in line for line in nerve.was) and any("4" in line for line in nerve.now)
    odds = {one.name: one for one in found.odds}
    assert odds["nerve"].was["success"] == Fraction(1, 3) and odds["nerve"].now["success"] == Fraction(1, 2)
    assert odds["How often"].now["2"] > odds["How often"].was["2"]
    assert found.broken == []


@pytest.mark.parametrize(
    ("lang", "title", "line"),
    [("en", "Rule on “Strike”", "+5 if the attacker’s life is 3."), ("fr", "Règle sur « Coup »", "+5 si la vie de l’attaquant vaut 3.")],
)
def test_rules_without_a_name_are_told_in_sentences(lang: str, title: str, line: str, files: tuple[str, str], tmp_path: Path) -> None:
    kinder = tmp_path / "kinder.rules"
    kinder.write_text(VARIANT + "\nbefore strike attacker against defender: prevent\n", encoding="utf-8")
    hook, adjusted = (next(one for one in compared(files[0], str(kinder), lang=lang).texts if one.sort == sort)
                      for sort in ("rule", "adjustment"))  # fmt: skip
    assert hook.title.replace("\xa0", " ") == title and adjusted.now[-1].strip("- ").replace("\xa0", " ") == line, (hook, adjusted)
    assert not any("before" in told and "strike" in told for told in hook.now), hook.now


def test_a_scenario_that_no_longer_holds(files: tuple[str, str], tmp_path: Path) -> None:
    kinder = tmp_path / "kinder.rules"
    kinder.write_text("extends demo\n\nbefore strike attacker against defender: prevent\n", encoding="utf-8")
    found = compared(files[0], str(kinder), lang="fr")
    assert [(case.name, case.title, case.clauses) for case in found.broken] == [("A hit", "Un coup porte", ["DM-a-01"])]
    assert found.broken[0].why


def test_the_same_is_told_as_the_same(files: tuple[str, str]) -> None:
    found = compared(files[0], files[0])
    assert (found.texts, found.odds, found.broken) == ([], [], [])
    assert list(told(found, "en"))[-1] == "Both are the same."


def test_what_is_gone_is_told(files: tuple[str, str], tmp_path: Path) -> None:
    less = tmp_path / "less.rules"
    less.write_text("extends demo\n\nremove nerve\n", encoding="utf-8")
    found = compared(files[0], str(less))
    assert [(one.what, one.name) for one in found.texts] == [("removed", "nerve")]
    back = compared(str(less), files[0])
    assert [(one.what, one.name) for one in back.texts] == [("added", "nerve")]


def test_matches_in_pairs(files: tuple[str, str]) -> None:
    found = compared(*files, matches=FEWEST, bots="random", cores=2)
    assert found.paired is not None and found.paired.pairs == FEWEST and found.paired.stopped == []
    series = {(one.sort, one.name): one for one in found.paired.series}
    turns = series["length", "turns"]
    assert turns.told_apart and turns.difference < 0  # blows hit more often
    again = compared(*files, matches=FEWEST, bots="random", cores=1)
    assert again.paired is not None and again.paired.data() == found.paired.data()
    alike = compared(files[0], files[0], matches=FEWEST, bots="random", cores=2)
    assert alike.paired is not None and not any(one.told_apart for one in alike.paired.series)
    assert any("no clear difference in 30" in line for line in told(alike, "en"))


def test_no_more_matches_than_are_needed(files: tuple[str, str]) -> None:
    found = compared(files[0], files[0], matches=200, bots="random", within=0.01, cores=2)
    assert found.paired is not None and found.paired.narrow and found.paired.pairs < 200


def test_differences_of_pairs() -> None:
    one = Series("win", "red", "share", [0.0] * 40, [1.0] * 20 + [0.0] * 20)
    assert one.difference == 0.5 and 0.15 < one.half < 0.16 and one.told_apart
    few = Series("win", "red", "share", [0.0] * 4, [1.0] * 4)
    assert not few.told_apart


def test_revisions_of_git(files: tuple[str, str], tmp_path: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-C", str(tmp_path), "-c", "user.name=x", "-c", "user.email=x@y.z", *words], check=True, capture_output=True)

    git("init", "-q")
    git("add", "demo.rules")
    git("commit", "-q", "-m", "first")
    Path(files[0]).write_text(DEMO.replace("total is 5 or more", "total is 3 or more"), encoding="utf-8")
    found = compared(f"{files[0]}@HEAD", files[0])
    assert [one.name for one in found.texts] == ["nerve"]
    with pytest.raises(Refused, match="nowhere"):
        compared(f"{files[0]}@nowhere", files[0])


def test_the_command_writes_what_is_asked(files: tuple[str, str], tmp_path: Path) -> None:
    page, table = tmp_path / "out.html", tmp_path / "out.csv"
    run = CliRunner().invoke(cli, ["compare", *files, "--lang", "fr", "--page", str(page), "--csv", str(table)])
    assert run.exit_code == 0, run.output
    assert "Probabilités qui changent" in run.output and "33,33 % →" in run.output
    assert "<svg" in page.read_text(encoding="utf-8") and "http" not in page.read_text(encoding="utf-8").replace("http://www.w3.org", "")
    rows = list(csv.DictReader(table.open(encoding="utf-8")))
    assert rows[0]["part"] == "odds"
    data = json.loads(CliRunner().invoke(cli, ["compare", *files, "--json"]).output)
    assert data["odds"] and data["matches"] is None


def test_faults_are_told(files: tuple[str, str], tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.rules"
    wrong.write_text("extends demo\n\nadjust bonus(attacker):\n    +1 when attacker.lief is 3\n", encoding="utf-8")
    run = CliRunner().invoke(cli, ["compare", files[0], str(wrong)])
    assert run.exit_code == 1 and "lief" in run.output and "Traceback" not in run.output
    run = CliRunner().invoke(cli, ["compare", files[0], "nosuchgame"])
    assert run.exit_code == 1 and "nosuchgame" in run.output


def test_options_hold_for_both(files: tuple[str, str], tmp_path: Path) -> None:
    """What is compared is compared under the options asked for: in odds, and in matches."""
    asked = tmp_path / "lives.rules"
    asked.write_text(DEMO.replace("success when total is 5 or more", "success when total is hearts or more"), encoding="utf-8")
    other = tmp_path / "later.rules"
    other.write_text(DEMO.replace("success when total is 5 or more", "success when total is hearts + 1 or more"), encoding="utf-8")
    for hearts, was, now in ((3, Fraction(2, 3), Fraction(1, 2)), (5, Fraction(1, 3), Fraction(1, 6))):
        found = compared(str(asked), str(other), options={"hearts": str(hearts)})
        odds = {one.name: one for one in found.odds}
        assert (odds["nerve"].was["success"], odds["nerve"].now["success"]) == (was, now)
    long = compared(files[0], files[0], matches=2, bots="random", cores=1, options={"hearts": "9"})
    short = compared(files[0], files[0], matches=2, bots="random", cores=1, options={"hearts": "1"})
    assert long.paired is not None and short.paired is not None
    turns = [next(one for one in found.series if one.name == "turns").was for found in (long.paired, short.paired)]
    assert min(turns[0]) > max(turns[1])


def test_an_option_that_one_of_them_does_not_have(files: tuple[str, str]) -> None:
    run = CliRunner().invoke(cli, ["compare", *files, "-o", "hush=2"])
    assert run.exit_code == 1 and "hush" in run.output and "Traceback" not in run.output
    run = CliRunner().invoke(cli, ["compare", *files, "-o", "hearts=99", "--lang", "fr"])
    assert run.exit_code == 1 and "de 1 à 9" in run.output


def test_what_a_scenario_of_the_base_expected_is_cited_as_it_is_written(files: tuple[str, str], tmp_path: Path) -> None:
    apart = tmp_path / "apart"
    (apart / "scenarios").mkdir(parents=True)
    rules, _, scenarios = Path(files[0]).read_text(encoding="utf-8").partition("\nscenario ")
    (apart / "apart.rules").write_text(rules.replace("game demo", "game apart") + "\n", encoding="utf-8")
    (apart / "scenarios" / "s.rules").write_text(f"extends apart\n\nscenario {scenarios}", encoding="utf-8")
    kinder = tmp_path / "kinder.rules"
    kinder.write_text("extends apart\n\nbefore strike attacker against defender: prevent\n", encoding="utf-8")
    (why,) = (case.why for case in compared(str(apart), str(kinder)).broken if case.name == "A hit")
    assert why.split("‘")[1].split("’")[0] in scenarios
