"""The board as a graph and the board as it is played are one: the same edges at the same prices."""

from __future__ import annotations

from functools import cache

import networkx as nx
import pytest

from arbitre.dsl.core import Apply, Const, Domain
from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.simulate import play_out
from arbitre.interpreter.state.masks import rows_of

GAME = "dungeonbowl"


@cache
def match() -> Match:
    """Gates open, nobody on the board."""
    options = {"portcullis": "open_gate", "tilt_start": "towards_one"}
    return Match(machine_of(compile_rules(load(GAME), options).program), 1, start=False)


def board() -> Domain:
    return next(d for d in match().program.domains if d.board is not None)


def asked(name: str, *args: int) -> int:
    function = next(f for f in match().program.functions if f.name == name and len(f.params) == len(args))
    return match().machine.expr(Apply(NOWHERE, function.index, tuple(Const(NOWHERE, a) for a in args)))(match().run, [0] * 64)


def field(kind: str, name: str) -> list[int]:
    program = match().program
    column = next(f for f in program.fields if program.domains[f.domain].name == kind and f.name == name)
    assert column.values is not None
    return list(column.values)


@pytest.mark.parametrize("floor", [0, 1, 2])
def test_steps_are_the_edges_of_the_graph(floor: int) -> None:
    graph = board().board
    ridden = {"up_cage", "down_cage"}
    for cell in range(graph.size):
        if graph.floor(cell) != floor:
            continue
        edges = {b: data["cost"] for _, b, data in graph.graph.out_edges(cell, data=True) if data["relation"] == "step"}
        steps = {b: asked("toll", b) for b in rows_of(asked("exits", cell))}
        walkable = {b: price for b, price in steps.items() if asked("footing", b)}
        if {graph.marks[cell], *(graph.marks[b] for b in edges)} & ridden or any(
            "plank" in (graph.marks[cell], graph.marks[b]) for b in edges
        ):
            continue  # a cage is left only after a ride, the raised end of the corridor not at all
        assert edges == walkable, graph.label(cell)


def test_links_are_the_rows_of_ways() -> None:
    graph = board().board
    rows = set(zip(field("way", "start"), field("way", "finish"), field("way", "cost"), strict=True))
    edges = {(a, b, data["cost"]) for a, b, data in graph.graph.edges(data=True) if data["relation"] != "step"}
    assert rows == edges
    assert len(rows) >= 10


def test_every_floor_and_zone_is_reached_from_every_zone() -> None:
    graph = board().board
    zones = field("square", "end_zone")
    homes = {zone: [c for c, z in enumerate(zones) if z == zone] for zone in set(zones) if zone >= 0}
    assert len(homes) == 5
    assert all(len(cells) >= 6 for cells in homes.values())
    for cells in homes.values():
        reached = nx.descendants(graph.graph, cells[0])
        assert {graph.floor(c) for c in reached} == {0, 1, 2}
        assert all(set(others) <= reached | {cells[0]} for others in homes.values())


def test_every_void_has_ground_below() -> None:
    graph = board().board
    for cell in range(graph.size):
        if graph.marks[cell] in ("chasm", "well", "hatch"):
            assert asked("ground_below", cell) >= 0, graph.label(cell)


@pytest.mark.parametrize(("dungeon", "usual"), [("fortress", True), ("pyramid", False)])
def test_what_is_said_of_rooms_that_lie_elsewhere_slows_no_walk(dungeon: str, usual: bool) -> None:
    """A price that speaks of boats is that of the board itself where no boat can be."""
    machine = machine_of(compile_rules(load(GAME), {"dungeon": dungeon}).program)
    play_out(machine, 3, limit=40)
    assert {machine.program.functions[function].name: found for (function, _), found in machine.usual.items()} == {"step_price": usual}
