"""One search, three ways: the compiled executor and the one core of the board say what NetworkX says of the same graph."""

from __future__ import annotations

import tempfile
from fractions import Fraction
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.graphs import NO_WAY, Board
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.state import State
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.runtime import Runner

pytest.importorskip("wasmtime")
GAME = """\
game maze:
    title en "Maze" fr "Labyrinthe"
kind plan: ground
option plan: plan = ground
    title en "Plan" fr "Plan"
kind player, seats: red, blue
kind floor_of: wood
kind device: lift
kind way, links
    device: device
kind cell (c), floors(plan), entered at toll
    floor_of: floor_of
    price: 0 to 9
    shut: flag
    slippery: flag
    from_here: 0 to 1000000
    quick: flag
    first: cell or none
    safe: flag
kind match:
    done: flag
MAP
let toll(c) = c.price
let sure((origin: cell), c, (spent: 0 to 99)) = 50%
    is 100% when not c.slippery
agenda turn:
    go:
        for each c in cells:
            c.from_here becomes travel(START, c)
            c.quick becomes c in reach(START, BUDGET, cells where shut)
            c.first becomes toward(START, c, cells where shut)
            c.safe becomes arrival(START, c, BUDGET, cells where shut, sure) is 20% or more
        match.done becomes true
        red wins
"""
MARKS = {".": 1, "2": 2, "3": 3, "#": 0, "x": 1, "~": 1}  # what it costs to enter; `x` is avoided, `~` is slippery
WIDE, HIGH = 5, 4
CELLS = st.lists(st.sampled_from("....23#x~"), min_size=WIDE * HIGH, max_size=WIDE * HIGH)
PLACES = st.tuples(st.integers(1, WIDE), st.integers(1, HIGH))
LINKS = st.lists(st.tuples(PLACES, PLACES, st.integers(0, 4)), max_size=3, unique_by=lambda one: one[:2])


def written(cells: list[str], links: list[tuple[tuple[int, int], tuple[int, int], int]], start: tuple[int, int], budget: int) -> str:
    rows = "\n".join("        " + "".join(cells[row * WIDE : (row + 1) * WIDE]) for row in range(HIGH))
    lines = ["map ground:", '    floor 0 """', rows, '        """']
    for mark, price in MARKS.items():
        more = {"x": ", shut true", "~": ", slippery true"}.get(mark, "")
        lines.append(f'    mark "{mark}" wood with price {price}{more}')
    for number, (one, other, cost) in enumerate(links):
        lines.append(f"    link lift as lift{number} from ({one[0]}, {one[1]}, 0) to ({other[0]}, {other[1]}, 0), cost {cost}")
    at = f"({start[0]}, {start[1]}, 0)"
    return GAME.replace("MAP", "\n".join(lines)).replace("START", at).replace("BUDGET", str(budget))


def stored(machine: object, state: State, field: str) -> list[int]:
    layout, program = machine.layout, machine.program  # type: ignore[attr-defined]
    column = next(one for one in program.fields if one.name == field and program.domains[one.domain].name == "cell")
    base = layout.base[column.index]
    return list(state.cells[base : base + program.domains[column.domain].size])


def on_foot(board: Board, avoided: set[int]) -> nx.MultiDiGraph:
    """The graph of the board without its links, and without these cells."""
    left = board.graph.subgraph(set(board.graph) - avoided)
    return nx.subgraph_view(left, filter_edge=lambda a, b, key: board.graph[a][b][key]["relation"] == "step")


def modelled(board: Board, start: int, budget: int, avoided: set[int]) -> tuple[list[int], set[int], dict[int, int]]:
    """By NetworkX: prices of ways, what is reached, prices of walks."""
    ways = nx.single_source_dijkstra_path_length(board.graph, start, weight="cost")
    walks = nx.single_source_dijkstra_path_length(on_foot(board, avoided - {start}), start, weight="cost")
    return (
        [int(ways[c]) if c in ways else NO_WAY for c in range(board.size)],
        {c for c, price in walks.items() if price <= budget and c != start},
        {int(c): int(price) for c, price in walks.items()},
    )


@settings(max_examples=12, deadline=None, phases=(Phase.generate,))  # each makes a module: shrinking takes minutes
@given(CELLS, LINKS, PLACES, st.integers(0, 7))
def test_searches_agree(
    cells: list[str], links: list[tuple[tuple[int, int], tuple[int, int], int]], start: tuple[int, int], budget: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "maze.rules"
        path.write_text(written(cells, links, start, budget), encoding="utf-8")
        program = compile_rules(load(path), {}).program
    machine, compiled = machine_of(program), compile_module(program)
    assert not compiled.missing
    match = Match(machine, 1)
    runner = Runner(compiled)
    runner.begin(1)
    runner.call("play", 1_000_000_000)
    board = next(one.board for one in program.domains if one.name == "cell")
    origin = next(c for c in range(board.size) if tuple(board.coordinates[c])[:2] == start)
    drawn = [cells[(place[1] - 1) * WIDE + place[0] - 1] for place in board.coordinates]
    assert list(board.entry) == [MARKS[mark] for mark in drawn]
    avoided, slippery = ({c for c, one in enumerate(drawn) if one == mark} for mark in "x~")
    prices, reached, walks = modelled(board, origin, budget, avoided)
    mask = sum(1 << c for c in avoided)
    surest = board.surest_walks(origin, budget, mask, lambda _, c, __: Fraction(1, 2) if c in slippery else Fraction(1))
    for state in (match.state, runner.state()):
        assert state.over
        assert stored(machine, state, "from_here") == prices == [board.travel(origin, c) for c in range(board.size)]
        assert {c for c, one in enumerate(stored(machine, state, "quick")) if one} == reached
        first = stored(machine, state, "first")
        assert first == [board.toward(origin, c, mask) for c in range(board.size)]
        for c, one in enumerate(first):
            if c == origin or c not in walks:
                assert one < 0
            else:
                rest = nx.single_source_dijkstra_path_length(on_foot(board, avoided), one, weight="cost")
                assert board.step_cost(origin, one) + rest[c] == walks[c]
        safe = {c for c, one in enumerate(stored(machine, state, "safe")) if one}
        assert safe - {origin} == {c for c, (chance, _) in surest.items() if chance >= Fraction(1, 5)}
