"""The table of effects: complete, and true through calls, hooks and boards that move."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from arbitre.dsl import core
from arbitre.dsl.core.effects import AGENDA, CHANCES, KNOWLEDGE, OWN, RUNNING, EffectTable
from arbitre.dsl.lower.compiled import program_of

RULES = """\
game small:
    play turn up to 3 times
kind side, seats: red, blue
    points: 0 to 9
    wealth: 0 to 9
kind square, grid(3, 3, closed), joined to steps
    owner: side or none
    wall: flag
kind man, up to 4:
    owner: side
    square: square or none
let steps(square) = square.neighbours
    except squares where wall
let owned(side) = count(squares where owner is side)
let score(side) = owned(side) + side.points
let walked(square) = count(reach(square, 2, (squares where owner is red)))
test luck by side: d6
    +1 when side.wealth is 3 or more
    success when total is 4 or more
let hope(side) = percent(chance(luck by side))
let late(side) = turn.number + side.points
action mark by side at square:
    during marking
    2 per turn
    when square.owner is none
    square.owner becomes side
event reward side:
    keeps much: 0 to 9 = 1
    side gains 1 points
let bounty(side) = reward.much
after reward side when side.wealth is 2:
    test luck by side:
        success: side gains 1 wealth
event enter side: create man with owner side
event build square: square.wall becomes true
event talk side: tell side en "Hello." fr "Bonjour."
agenda turn:
    marking: for each side in sides: side must act in marking
    rewarding: reward red; enter blue
    ending:
        if red.points is 9: red wins
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> core.Program:
    path = Path(tmp_path_factory.mktemp("effects")) / "small.rules"
    path.write_text(RULES, encoding="utf-8")
    return program_of(path)


@pytest.fixture(scope="module")
def table(program: core.Program) -> EffectTable:
    return EffectTable(program)


def function(program: core.Program, name: str) -> int:
    return next(f.index for f in program.functions if f.name == name)


def procedure(program: core.Program, name: str) -> int:
    return next(p.index for p in program.procedures if p.name == name)


def columns(program: core.Program, indices: frozenset[int]) -> set[str]:
    return {f"{program.domains[program.fields[i].domain].name}.{program.fields[i].name}" for i in indices}


def test_every_node_is_in_the_table() -> None:
    made = {kind for kind in vars(core).values() if inspect.isclass(kind) and issubclass(kind, (core.Expr, core.Stmt))}
    assert made - {core.Expr, core.Stmt} == set(OWN)


def test_values_read_through_what_they_ask(program: core.Program, table: EffectTable) -> None:
    found = table.function(function(program, "score"))
    assert columns(program, found.reads) == {"square.owner", "side.points"}
    assert (found.beyond, found.pure) == (frozenset(), True)


def test_a_board_that_moves_is_read(program: core.Program, table: EffectTable) -> None:
    assert columns(program, table.function(function(program, "walked")).reads) == {"square.owner", "square.wall"}


@pytest.mark.parametrize(("name", "beyond"), [("hope", CHANCES), ("late", AGENDA), ("bounty", RUNNING)])
def test_what_else_a_value_depends_on(program: core.Program, table: EffectTable, name: str, beyond: str) -> None:
    assert table.function(function(program, name)).beyond == {beyond}


def test_told_is_knowledge(program: core.Program, table: EffectTable) -> None:
    place = program.procedures[0].place
    assert table.of(core.Built(place, "told", (core.Const(place, 1), core.Const(place, 0), core.Const(place, 0)))).beyond == {KNOWLEDGE}


def test_procedures_do_what_their_hooks_do(program: core.Program, table: EffectTable) -> None:
    found = table.procedure(procedure(program, "reward"))
    assert found.throws and not found.asks
    assert columns(program, found.writes) == {"side.points", "side.wealth"}
    assert columns(program, found.reads) >= {"side.wealth"}


def test_rows_that_come_change_all_their_columns(program: core.Program, table: EffectTable) -> None:
    assert columns(program, table.procedure(procedure(program, "enter")).writes) >= {"man.owner", "man.square"}


def test_an_agenda_asks_shows_and_ends(program: core.Program, table: EffectTable) -> None:
    found = table.procedure(procedure(program, "turn"))
    assert found.asks and found.throws and found.ends
    assert columns(program, found.writes) >= {"square.owner", "side.points", "man.square"}
    assert table.procedure(procedure(program, "talk")).shows


def test_nothing_that_is_constant_is_read(program: core.Program, table: EffectTable) -> None:
    for f in program.functions:
        assert all(program.fields[index].values is None for index in table.function(f.index).reads)
