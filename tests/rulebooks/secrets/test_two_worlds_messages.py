"""Two worlds that differ only in what a side may not know send the very same messages to it, and to whoever only watches."""

from __future__ import annotations

import json

import pytest

from arbitre.api.messages.sheet import sheet
from arbitre.api.messages.table import MatchTable
from arbitre.api.messages.typed import line
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
from tests.rulebooks.secrets.test_two_worlds_why import worlds

HIDING = ("tsewnart", "kollaball", "dungeonbowl", "confrontation")
FEW = 3  # pieces and moments asked about in each world


def table(match: Match) -> MatchTable:
    return MatchTable(match, dict.fromkeys(match.seats(), "human"), "en", think=0.01)


@pytest.mark.parametrize("game", HIDING)
def test_a_view_is_the_same_in_two_worlds(game: str) -> None:
    """Boards, story, questions, who is waited for, the sheet of orders, whose turn at the screen it is."""
    differing = 0
    for seed in (1, 2):
        one, two, seat = worlds(game, seed)
        everything = [json.dumps(table(world).view(REFEREE)) for world in (one, two)]
        differing += one.state.cells != two.state.cells or everything[0] != everything[1]
        for viewer in (one.seat_name(seat), SPECTATOR):
            views = [json.dumps(table(world).view(viewer)) for world in (one, two)]
            assert views[0] == views[1]
    assert differing


@pytest.mark.parametrize("game", HIDING)
def test_what_is_asked_about_it_is_the_same_in_two_worlds(game: str) -> None:
    """What pieces can do, how the board stood before, what a typed line is answered, who comes next at the screen."""
    for seed in (1, 2):
        one, two, seat = worlds(game, seed)
        told = []
        for world in (one, two):
            at, name = table(world), world.seat_name(seat)
            view = at.view(name)
            pieces = [p["id"] for board in view["scene"]["boards"] for p in board["pieces"] if p["name"]]
            out: list[object] = [at.reach(name, piece) for piece in pieces[:FEW]]
            events = [s["events"][-1] for turn in view["story"]["turns"] for s in turn["sentences"] if s["events"]]
            out += [at.at(name, event) for event in events[-FEW:]]
            out += [at.foresee(name), line(at, name, "look"), at.next_person(name), sheet(world, seat, "en", {})]
            told.append(json.dumps(out))
        assert told[0] == told[1]


@pytest.mark.parametrize("game", HIDING)
def test_no_id_tells_which_piece_it_is(game: str) -> None:
    """A row that the viewer cannot recognise has an id made of its place."""
    match, _, seat = worlds(game, 1)
    seen = table(match).stage.seen(match, seat)
    from arbitre.interpreter.match.views import Eyes, seen_state

    eyes = Eyes(match.machine, seen_state(match, seat), seat)
    for (domain, row), name in seen.ids.items():
        known = eyes.recognises(match.program.domains[domain], row)
        assert (name == f"{match.program.domains[domain].name}:{row}") is known
