"""A hand is shown to whoever holds it; the others are told how many cards it has, and nothing that depends on which they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.errors import RulesError
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.story.report import counts
from arbitre.story.story import Story

CARDS = """\
game cards:
    title en "Cards" fr "Cartes"
    play turn up to 3 times
    events seen by everyone
kind player, seats: north, east
    won: 0 to 9, reported
        title en "Won" fr "Gagné"
table of player:
    name  | en      | fr
    north | "North" | "Nord"
    east  | "East"  | "Est"
kind card
    seen by holder
    red: flag
    holder: player or none
table of card:
    name | red | en | fr
    ace  | true | "Ace" | "As"
    king | false | "King" | "Roi"
    ten  | true | "Ten" | "Dix"
    two  | false | "Two" | "Deux"
let hand(player) = cards where holder is player
    title en "Hand" fr "Main"
    reported
let reds(player) = cards where holder is player and red
    title en "Reds" fr "Rouges"
    reported
let aces(player) = cards where holder is player and it is ace
    title en "Aces" fr "As"
    reported
let rival(player) = (east if player is north otherwise north)
let points(player) = count(cards where holder is player and red)
    title en "Points" fr "Points"
    reported
let above(player) = cards where holder is player and no other in cards where other.holder is player.rival and other.red
    title en "Safe" fr "Sûres"
    reported
agenda turn:
    dealing: for each card in cards: deal card to north
event deal card to player: card.holder becomes player
event win by player: player gains 1 won
"""


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    file = tmp_path_factory.mktemp("cards") / "cards.rules"
    file.write_text(CARDS, encoding="utf-8")
    yield machine_of(compile_rules(load(file)).program)


def told(machine: Machine, viewer: int | str, *holders: int, lang: str = "en") -> list[tuple[str, str]]:
    """What a viewer is told where the four cards have these holders."""
    match = Match(machine, 1)
    base = next(machine.layout.base[c.index] for c in machine.program.fields if c.name == "holder")
    match.state.cells[base : base + 4] = holders
    return list(counts(match, viewer, Story(match, lang)))


def test_each_side_is_told_its_own_hand_and_how_many_the_other_holds(machine: Machine) -> None:
    assert told(machine, 0, 0, 0, 1, 1) == [
        ("North", "Won: 0; Hand: Ace, King; Reds: Ace; Aces: Ace; Points: 1; Safe: Ace, King"),
        ("East", "Won: 0; Hand: 2"),
    ]
    assert told(machine, 1, 0, 0, 1, 1, lang="fr") == [
        ("Nord", "Gagné\xa0: 0\xa0; Main\xa0: 2"),
        ("Est", "Gagné\xa0: 0\xa0; Main\xa0: Dix, Deux\xa0; Rouges\xa0: Dix\xa0; Points\xa0: 1\xa0; Sûres\xa0: Dix, Deux"),
    ]
    assert told(machine, "spectator", 0, 0, 1, -1) == [("North", "Won: 0; Hand: 2"), ("East", "Won: 0; Hand: 1")]
    assert told(machine, "referee", 0, 0, 1, -1)[0] == ("North", "Won: 0; Hand: Ace, King; Reds: Ace; Aces: Ace; Points: 1")


def test_which_cards_the_other_holds_changes_nothing_that_one_is_told(machine: Machine) -> None:
    """Red or black, an ace or none: what depends on that is not counted either."""
    worlds = [(0, 1, -1, -1), (-1, 1, 0, -1), (-1, 1, -1, 0)]
    assert told(machine, 1, *worlds[0])
    assert len({str(told(machine, 1, *world)) for world in worlds}) == 1
    assert len({str(told(machine, "spectator", *world)) for world in [*worlds, (1, 0, -1, -1)]}) == 1


def test_what_is_reported_is_asked_of_one_side(tmp_path: Path) -> None:
    file = tmp_path / "cards.rules"
    file.write_text(CARDS.replace("let hand(player) = cards where holder is player\n", "let hand(card) = card.holder\n"), encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        compile_rules(load(file))
    assert "‘hand’ is shown in reports beside each side, so it must take one player, or nothing" in str(caught.value)


CUPS = """\
game cups:
    title en "Cups"
    play turn by each player in turn up to 3 times
    events seen by everyone
kind player, seats: north, east
kind die, up to 4, many dice
    owner: player
    face: 1 to 6, seen by owner, seen by everyone when match.lifted
kind match:
    lifted: flag
event setup:
    for each player in players:
        repeat 2 times: create die with owner player
    for each die in dice: die.face becomes 3
let left(player) = count(dice where owner is player)
    title en "Left"
    reported
let aces(player) = count(dice where owner is player and face is 1)
    title en "Aces"
    reported
let threes(player) = count(dice where owner is player and face is 3)
    title en "Threes"
    reported
agenda turn by player:
    speaking: player acts in speaking
action doubt by player:
    during speaking
    match.lifted becomes true
"""


def test_what_rests_on_fields_that_one_does_not_see_is_not_told(tmp_path: Path) -> None:
    """Not even what it would be at the start: nobody who looks at his own dice is told that the others' are all aces."""
    file = tmp_path / "cups.rules"
    file.write_text(CUPS, encoding="utf-8")
    machine = machine_of(compile_rules(load(file)).program)
    match = Match(machine, 1, trace=False, start=False)
    match.begin()

    def shown(viewer: int | str) -> list[tuple[str, str]]:
        return list(counts(match, viewer, Story(match, "en")))

    mine, other = "Left: 2; Aces: 0; Threes: 2", "Left: 2"
    assert shown(0) == [("north", mine), ("east", other)] and shown(1) == [("north", other), ("east", mine)]
    assert shown("spectator") == [("north", other), ("east", other)]
    assert [said for _, said in shown("referee")] == [mine, mine]
    match.state.cells[machine.layout.base[next(f.index for f in machine.program.fields if f.name == "lifted")]] = 1
    assert [said for _, said in shown(0)] == [mine, mine]
