"""Questions about chances: what cannot be set is refused, faults are told of the command, values are shown by name."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arbitre.cli.main import cli

RULES = """\
game night:
    play turn up to 2 times
option darkness: 0 to 3 = 1
kind side, seats: red, blue
kind job: burglar, lookout
kind trouble: lit, winded
kind ground: stone, carpet
kind cell (place), grid(3, 2, closed)
    ground: ground
    noise: 0 to 3
kind thief, up to 4, many thieves:
    owner: side
    job: job
    cell: cell or none
    troubles: any trouble
test quiet by thief at (bonus: 0 to 5): d6
    + thief.cell.noise
    + darkness
    success when total is 5 or more
let reach(thief) = 1
    +1 when thief.job is lookout
event stumble thief:
    roll d2 as slip
    thief.cell becomes (cell(2, 1) if slip is 1 otherwise none)
    thief.job becomes lookout
    if slip is 1: thief gains lit
agenda turn:
    rest: let nothing = 0
scenario "How it goes":
    given thief tom: cell (1, 1)
    do stumble tom
    measure tom.cell as where
    measure tom.job
    measure tom.troubles as troubles
    measure tom has lit as is_lit
scenario "In the dark":
    option darkness = 3
    given thief tom: cell (1, 1)
    measure darkness as dark
scenario "In any light":
    measure darkness as dark
"""


@pytest.fixture
def rules(tmp_path: Path) -> str:
    file = tmp_path / "night.rules"
    file.write_text(RULES, encoding="utf-8")
    return str(file)


def run(*args: str) -> Result:
    result = CliRunner().invoke(cli, list(args))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("thef.job=lookout", "Did you mean ‘thief.job’?"),
        ("thief.jop=lookout", "Did you mean ‘thief.job’?"),
        ("nope=3", "It has: "),
        ("darknes=3", "Did you mean ‘darkness’?"),
        ("thief.job=nope", "‘thief.job=nope’: "),
        ("thief.cell=(9, 9)", "‘thief.cell=(9, 9)’: there is no cell"),
        ("thief.cell=; do end", "‘thief.cell=; do end’: "),
        ("thief.job=lookout\n    do x", "a value is a name or a number"),
        ("thief.job=", "a value is a name or a number"),
        ("darkness=9", "goes from 0 to 3, not 9"),
        ("bonus=x", "‘bonus=x’: "),
    ],
)
def test_what_cannot_be_set_is_refused_in_terms_of_the_command(said: str, told: str, rules: str) -> None:
    result = run("odds", rules, "quiet", "--set", "thief.cell=(1, 1)", "--set", said)
    assert result.exit_code == 1 and told in result.output and "(odds)" not in result.output, result.output


def test_what_was_not_set_is_named(rules: str) -> None:
    result = run("odds", rules, "quiet")
    assert result.exit_code == 1 and "set thief.cell with --set" in result.output and "^" in result.output


def test_what_can_be_set_counts(rules: str) -> None:
    def chance(*said: str) -> str:
        sets = [part for value in ("thief.cell=(1, 1)", *said) for part in ("--set", value)]
        outcomes = json.loads(run("odds", rules, "quiet", "--json", *sets).output)["outcomes"]
        return str({o["result"]: o["probability"] for o in outcomes}["success"])

    assert chance() == chance("thief.job=lookout", "bonus=4") == "1/2"
    assert chance("darkness=3") == "5/6"
    assert [json.loads(run("odds", rules, "reach", "--json", *more).output)["outcomes"][0]["value"]
            for more in ((), ("--set", "thief.job=lookout"))] == [1, 2]  # fmt: skip


def test_a_scenario_says_everything_itself_but_its_open_options(rules: str) -> None:
    result = run("odds", rules, "How it goes", "--set", "tom.job=lookout")
    assert result.exit_code == 1 and "‘tom.job’ cannot be set" in result.output
    assert run("odds", rules, "In the dark", "--set", "darkness=2").exit_code == 1

    def dark(name: str, *sets: str) -> int:
        return int(json.loads(run("odds", rules, name, "--json", *sets).output)["outcomes"][0]["dark"])

    assert (dark("In the dark"), dark("In any light"), dark("In any light", "--set", "darkness=2")) == (3, 1, 2)


def test_measured_rows_are_shown_by_name(rules: str) -> None:
    text = run("odds", rules, "How it goes").output
    for told in ("  (2, 1)    50.00%  1/2\n", "  none      50.00%  1/2\n", "  lookout   100.00%  1/1\n", "  yes    50.00%  1/2\n"):
        assert told in text
    assert "All together" not in text
    joint = run("odds", rules, "How it goes", "--joint").output
    assert re.search(r"\(2, 1\) +lookout +\w+ +yes +50.00%  1/2\n", joint.split("All together")[1])
    french = run("odds", rules, "How it goes", "--lang", "fr").output
    assert "  oui    50,00 %  1/2\n" in french and "aucun" in french
    wanted = [
        {"where": "(2, 1)", "tom.job": "lookout", "troubles": ["lit"], "is_lit": True},
        {"where": "none", "tom.job": "lookout", "troubles": [], "is_lit": False},
    ]
    outcomes = json.loads(run("odds", rules, "How it goes", "--json").output)["outcomes"]
    for outcome in outcomes:
        assert outcome.pop("probability") == "1/2" and outcome.pop("percent") == 50
    assert sorted(outcomes, key=str) == sorted(wanted, key=str)
    played = {o["name"]: o["measures"] for o in json.loads(run("test", rules, "--json").output)}
    assert sorted(played["How it goes"], key=str) == sorted([{**w, "probability": "1/2"} for w in wanted], key=str)
    assert played["In the dark"] == [{"dark": 3, "probability": "1/1"}]
