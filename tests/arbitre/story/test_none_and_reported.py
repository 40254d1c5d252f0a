"""What a sentence says of a thing that is none, and what a report and ``look`` tell of reported fields as they are at the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.interpreter.match.match import Match
from arbitre.opening.books import ready
from arbitre.story.boards.pieces import legend
from arbitre.story.report import counts
from arbitre.story.story import Story

CAVE = """\
game cave:
    title en "Cave" fr "Grotte"
    languages en, fr
    play turn up to 3 times
    events seen by everyone
kind hero, many heroes, seats: ann, bob
    title en "Hero" fr "Héros"
    spot: spot
        title en "Spot" fr "Case" feminine
    life: 0 to 6 = 4, reported
        title en "Life" fr "Vie" feminine
    treasure: flag, reported
        title en "Has the treasure" fr "Porte le trésor"
    weapon: weapon or none
        title en "Weapon" fr "Arme" feminine
table of hero:
    name | spot   | en    | fr
    ann  | (1, 1) | "Ann" | "Anne"
    bob  | (2, 1) | "Bob" | "Bob"
kind weapon: sword
    title en "Weapon" fr "Arme" feminine
kind weather: sun, rain
    title en "Weather" fr "Météo" feminine
table of weather:
    name | en     | fr
    sun  | "Sun"  | "Soleil"
    rain | "Rain" | "Pluie"
kind spot, grid(3, 2, closed)
    title en "Spot" fr "Case" feminine
    next: spot or none
        title en "Next" fr "Suivante" feminine
    guard: hero or none
        title en "Guard" fr "Garde"
kind beast, up to 3
    title en "Beast" fr "Bête" feminine
    spot: spot
        title en "Spot" fr "Case" feminine
    force: 1 to 3 = 2, reported
        title en "Force" fr "Force" feminine
kind match:
    weather: weather, reported
        title en "Weather" fr "Météo" feminine
    round: 0 to 9, reported
        title en "Round" fr "Manche" feminine
event setup:
    title en "Setup" fr "Mise en place"
    create beast with spot spot(3, 2)
agenda turn:
    title en "Turn" fr "Tour"
    telling:
        let spot = spot(1, 1)
        tell everyone en "{spot.next}; {ann.weapon}; {spot.guard}." fr "{spot.next} ; {ann.weapon} ; {spot.guard}."
    acting: for each hero in heroes: hero acts in turn_of
action hit by hero against beast:
    title en "Hit" fr "Frapper"
    during turn_of
    hero loses 1 life
    match.round becomes 1
    match.weather becomes rain
    hero.treasure becomes true
    hero.weapon becomes sword
    hero.spot.next becomes hero.spot
    hero.spot.guard becomes hero
    discard beast
"""


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Match:
    file = tmp_path_factory.mktemp("cave") / "cave.rules"
    file.write_text(CAVE, encoding="utf-8")
    return Match(ready(str(file), {}, ())[2], 1, trace=True)


@pytest.mark.parametrize(("lang", "said"), (
    ("fr", "aucune ; aucune ; personne."),
    ("en", "none; none; nobody."),
))  # fmt: skip
def test_none_is_said_by_what_there_is_none_of(match: Match, lang: str, said: str) -> None:
    told = [record.data["says"].within(lang) for record in match.run.log or () if "says" in record.data]
    assert told == [said]


def test_reported_fields_are_told_at_their_first_member(match: Match) -> None:
    assert list(counts(match, 0, Story(match, "en"))) == [("Ann", "Life: 4"), ("Bob", "Life: 4"), ("", "Weather: Sun")]


def test_look_tells_reported_fields_of_pieces_as_they_are_at_the_start(match: Match) -> None:
    told = [line.plain.strip() for line in legend(Story(match, "en"), 0, full=True)]
    assert any("Beast 1" in line and line.endswith("Force 2") for line in told), told


CREW = """\
game crew:
    title en "Crew" fr "Équipage"
    languages en, fr
    play turn up to 3 times
    events seen by everyone
kind sailor, seats: ann, bob
    title en "Sailor" fr "Marin"
    alive: flag, reported
        title en "Alive" not "Dead" fr "Vivant(e)" not "Mort(e)"
    armed: flag, reported
        title en "Armed" fr "Armé(e)"
    warm: flag, reported
        title en "Warm" not "Cold" fr "Réchauffé(e)" not "Transi(e)"
table of sailor:
    name | alive | armed | en    | fr
    ann  | true  | true  | "Ann" | "Anne" feminine
    bob  | true  | false | "Bob" | "Bob"
agenda turn:
    title en "Turn" fr "Tour"
    acting: for each sailor in sailors: sailor acts in acting
action jump by sailor:
    title en "Jump" fr "Sauter"
    says en "{sailor} jumps." fr "{sailor} saute."
    during acting
    sailor.alive becomes false
    sailor.armed becomes false
"""


def test_what_no_longer_holds_of_a_side_is_reported(tmp_path: Path) -> None:
    """Whoever was alive at first and is dead; but nothing of what never held."""
    (tmp_path / "crew.rules").write_text(CREW, encoding="utf-8")
    match = Match(ready(str(tmp_path / "crew.rules"), {}, ())[2], 1)
    assert dict(counts(match, "spectator", Story(match, "fr"))) == {"Anne": "Vivante, Armée", "Bob": "Vivant"}
    match.answer(match.requests[0].id, "jump")
    assert dict(counts(match, "spectator", Story(match, "fr"))) == {"Anne": "Morte, Armée\xa0: non", "Bob": "Vivant"}
    assert dict(counts(match, "spectator", Story(match, "en")))["Ann"] == "Dead, Armed: no"
