"""Mails that answer questions: a name below them, answers that are still to come, what everybody may be told of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.opening.books import ready
from arbitre.post.mail.answers import answered

VILLAGE = """\
game village:
    title en "Village" fr "Village"
    play night up to 3 times
    events seen by everyone
kind guest, seats: ann, ben, cleo
    role: role, seen by guest
    target: guest or none, seen by guest
    first: guest or none, seen by guest
    second: guest or none, seen by guest
kind role: thief, matchmaker, sleeper
table of guest:
    name | role       | en     | fr
    ann  | thief      | "Ann"  | "Anne"
    ben  | matchmaker | "Ben"  | "Ben"
    cleo | sleeper    | "Cleo" | "Cléo"
agenda night:
    title en "Night" fr "Nuit"
    theft: for each guest in guests where it.role is thief together:
        guest chooses guest.target from guests where it.role is not thief in secret:
            asks en "Whom do you rob?" fr "Qui volez-vous ?"
    union:
        for each guest in guests where it.role is matchmaker together:
            guest chooses guest.first from guests in secret:
                asks en "Whom do you marry?" fr "Qui unissez-vous ?"
            guest chooses guest.second from guests where it is not guest.first in secret:
                asks en "To whom?" fr "À qui ?"
"""
SHEET = """\
game = "village"
name = "A village"
[deadlines]
every = "1 day"
zone = "Europe/Paris"
[people.ann]
name = "Maud"
[people.ben]
name = "Theo"
"""


@pytest.fixture
def village(tmp_path: Path) -> Machine:
    (tmp_path / "village").mkdir()
    (tmp_path / "village" / "village.rules").write_text(VILLAGE, encoding="utf-8")
    return ready(str(tmp_path / "village"), {}, ())[2]


@pytest.mark.parametrize("mail", ["Ben.\n\nAnn", "Je vole Ben.\n\nAnne", "I rob Ben\nAnn\n"])
def test_ones_own_name_below_an_answer_is_a_signature(mail: str, village: Machine) -> None:
    found = answered(Match(village, 1), 0, mail, "en")
    assert found.accepted and found.keys == ["ben"] and found.lines[-1].passed == "signature", found.lines


@pytest.mark.parametrize("mail", ["Ben.\n\nCleo", "Ann\n\nBen\nCleo"])
def test_other_names_below_it_are_none(mail: str, village: Machine) -> None:
    assert not answered(Match(village, 1), 0, mail, "en").accepted


def test_what_is_still_to_be_answered_is_told(village: Machine) -> None:
    match = Match(village, 1)
    match.answer(match.requests[0].id, "cleo")
    assert answered(match, 1, "Ann", "en").without == ["To whom?"]
    assert answered(match, 1, "Ann\nCleo", "fr").without == []


def run(*args: str, mail: str = "") -> str:
    done: Any = CliRunner().invoke(cli, ["post", *args], input=mail)
    assert done.exit_code == 0, done.output
    return str(done.output).replace("\xa0", " ")


@pytest.mark.parametrize(
    ("lang", "told", "next_"),
    [("en", "has not answered yet", "waiting now for Ben (Theo)."), ("fr", "pas encore répondu", "on attend maintenant Ben (Theo).")],
)
def test_a_resolution_tells_no_more_than_everybody_may_know(lang: str, told: str, next_: str, tmp_path: Path, village: Machine) -> None:
    (tmp_path / "v.toml").write_text(SHEET, encoding="utf-8")
    file, at = str(tmp_path / "v.post"), ("--lang", lang, "--at")
    run("new", str(tmp_path / "v.toml"), *at, "2026-12-01T10:00")
    run("deliver", file, "--as", "ann", *at, "2026-12-01T11:00", mail="Ben\n")
    said = run("resolve", file, *at, "2026-12-01T12:00")
    assert "?" not in said and told in said and next_ in said, said
    assert said.splitlines()[1:] == run("status", file, *at, "2026-12-01T12:00").splitlines()


@pytest.mark.parametrize("mail", ["Ann: Whom do you rob? Ben", "Anne : Qui volez-vous ? Ben", "ann: Ben"])
def test_a_question_may_begin_with_who_is_asked(mail: str, tmp_path: Path) -> None:
    """As reports put it, although she may name herself."""
    (tmp_path / "village").mkdir()
    rules = VILLAGE.replace("from guests where it.role is not thief in secret", "from guests in secret")
    (tmp_path / "village" / "village.rules").write_text(rules, encoding="utf-8")
    found = answered(Match(ready(str(tmp_path / "village"), {}, ())[2], 1), 0, mail, "en")
    assert found.accepted and found.keys == ["ben"], found.lines
