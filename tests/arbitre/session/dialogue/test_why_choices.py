"""Why an answer that the rules name is not offered, which step an action waits for, and what is missing where nothing fits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.interpreter.match.match import Match
from arbitre.opening.books import ready
from arbitre.session.why.reasons import book_of
from arbitre.session.why.refusals import WhyNot

RACE = """\
game race:
    title en "Race" fr "Course"
    languages en, fr
    play round up to 3 times
    events seen by everyone
kind driver, seats: ann, bob
    title en "Driver" fr "Pilote"
    damage: 0 to 6
        title en "Damage" fr "Dégâts" plural
table of driver:
    name | en    | fr
    ann  | "Ann" | "Anne"
    bob  | "Bob" | "Robert"
kind square, grid(6, 1, closed)
    title en "Square" fr "Case" feminine
    gate: flag
        title en "A gate" fr "Une porte"
event setup:
    square(5, 1).gate becomes true
    ann.damage becomes 1
agenda round:
    title en "Round" fr "Manche"
    driving: for each driver in drivers: drive driver
    opening: for each driver in drivers: driver acts in opening
event drive driver:
    title en "Drive" fr "Conduire"
    driver chooses style:
        title en "How do you drive, {driver}?" fr "Comment roulez-vous, {driver} ?"
        careful:
            title en "Carefully" fr "Prudemment"
            end
        flat_out:
            title en "Flat out" fr "À fond"
            driver gains 1 damage
        repair when driver.damage is 1 or more:
            title en "Pit stop" fr "Réparer au stand"
            driver loses 1 damage
action open_gate by driver at square:
    title en "Open a gate" fr "Ouvrir une porte"
    during opening
    when square in square(2, 1).neighbours and square.gate
    square.gate becomes false
action rest by driver:
    title en "Rest" fr "Se reposer"
    during opening
    driver loses 1 damage
"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    file = tmp_path_factory.mktemp("race") / "race.rules"
    file.write_text(RACE, encoding="utf-8")
    rulebook, _, machine = ready(str(file), {}, ())
    return rulebook, machine


def asked(opened: tuple[Any, Any], answers: tuple[str, ...], lang: str, said: str) -> tuple[dict[str, Any], str]:
    """What ``why`` tells at the question that is open after these answers, as data and in lines."""
    rulebook, machine = opened
    match = Match(machine, 1)
    for answer in answers:
        match.answer(match.requests[0].id, answer)
    why = WhyNot(match, match.requests[0], lang, book_of(match, rulebook))
    return why.account(said), "\n".join(why.lines(said) or why.unknown(said)).replace("\xa0", " ")


@pytest.mark.parametrize(("lang", "said", "told"), (
    ("en", "repair", "Pit stop: not offered, since\n  Bob’s damage is less than 1: it is 0"),
    ("fr", "réparer au stand", "Réparer au stand : pas proposé, car\n  Robert a moins de 1 dégât : c’est 0"),
))  # fmt: skip
def test_a_named_answer_that_is_not_offered(opened: tuple[Any, Any], lang: str, said: str, told: str) -> None:
    account, lines = asked(opened, ("careful",), lang, said)
    assert not account["offered"] and lines == told
    account, _ = asked(opened, (), lang, said)  # Ann has some damage
    assert account["offered"]


def test_a_step_without_a_title_does_not_go_by_that_of_its_agenda(opened: tuple[Any, Any]) -> None:
    account, lines = asked(opened, ("careful",), "fr", "se reposer")
    assert account["reasons"][0]["kind"] == "during"
    assert "cela se fait pendant « opening », qui n’est pas en cours" in lines


def test_what_there_is_elsewhere_is_missing_among_those_that_could_be_given(opened: tuple[Any, Any]) -> None:
    account, _ = asked(opened, ("careful", "careful"), "en", "open a gate")
    assert [reason["text"] for reason in account["reasons"]] == [
        "there is, among the neighbouring cells of the square (2, 1), no square that is marked “a gate”"
    ]


def test_what_names_nothing_is_told_an_example_of_this_game(opened: tuple[Any, Any]) -> None:
    _, lines = asked(opened, (), "en", "nonsense")
    assert lines.endswith("or about what is not offered (why open a gate).")
    _, lines = asked(opened, (), "fr", "n'importe")
    assert lines.endswith("ou ce qui n’est pas proposé (pourquoi ouvrir une porte).")


def test_a_side_that_stands_nowhere_can_be_looked_up(tmp_path: Path) -> None:
    file = tmp_path / "race.rules"
    file.write_text(RACE, encoding="utf-8")
    args = ["play", str(file), "--side", "ann=human", "--lang", "fr"]
    told = CliRunner().invoke(cli, args, input="? robert\n? ann\n").output.replace("\xa0", " ")
    assert "> ? robert\nRobert (Pilote)\n" in told and "> ? ann\nAnne (Pilote)\n  Dégâts : 1\n" in told, told


def test_what_stands_behind_a_semicolon_waits_for_no_later_turn(tmp_path: Path) -> None:
    file = tmp_path / "race.rules"
    file.write_text(RACE, encoding="utf-8")
    args = ["play", str(file), "--side", "ann=human", "--lang", "en", "--seed", "1"]
    told = CliRunner().invoke(cli, args, input="careful; done; flat out\n").output
    assert "‘flat out’ is left over" in told and told.count("\nAnn: How do you drive, Ann?\n") == 2, told


MEN = """\
game row:
    title en "Row" fr "Rangée"
    play turn up to 3 times
    events seen by everyone
kind player, seats: ann, ben
    title en "Player" fr "Joueur"
kind square (place), grid(3, 1, closed)
    title en "Square" fr "Case" feminine
kind man, up to 4, many men
    title en "Man" fr "Pion"
    owner: player
    square: square or none
man is next_to place when distance(man.square, place) is 1
    title en "Next to" fr "À côté de"
event setup:
    title en "Setup" fr "Mise en place"
    says nothing
    create man with owner ann, square (1, 1)
    create man with owner ben, square (2, 1)
agenda turn:
    title en "Turn" fr "Tour"
    moving:
        title en "Moving" fr "Bouger"
        ann acts in moving
action wait by player:
    title en "Wait" fr "Attendre"
    during moving
    says nothing
action step by man to place:
    title en "Step" fr "Avancer"
    during moving
    when man is next_to place
    when no men where square is place
    says en "{man} steps." fr "{man} avance."
    man.square becomes place
"""


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "nothing meets all that is asked of ‘square’: Man 1 is next to the place; there is no man whose square is the place"),
        (
            "fr",
            "rien ne remplit tout ce qui est demandé de « case » : Pion 1 est à côté de la case ; il n’y a pas de pion dont la case est "
            "cette case",
        ),
    ],
)
def test_where_each_fails_another_condition_all_of_these_are_told(lang: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "row.rules").write_text(MEN, encoding="utf-8")
    rulebook, _, machine = ready(str(tmp_path / "row.rules"), {}, ())
    match = Match(machine, 1)
    why = WhyNot(match, match.requests[0], lang, book_of(match, rulebook))
    reasons = why.account("step" if lang == "en" else "avancer")["reasons"]
    assert [one["text"].replace("\xa0", " ").replace("\u202f", " ") for one in reasons] == [told]
