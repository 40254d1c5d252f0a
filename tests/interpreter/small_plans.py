"""A small game to try passes on: men that walk about on a board, of 36 squares unless more are asked for."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl import core
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.plan.pipeline import planned
from arbitre.interpreter.play.lockstep import in_lockstep
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.runtime import Runner

HEAD = """\
game small:
    play turn by each player in turn up to 30 times
kind player, seats: white, black
    front: direction
table of player:
    name  | front
    white | up
    black | down
kind square, king_grid(6, 6, closed)
    owner: player or none
    marked: flag
kind man, many men, up to 12:
    player: player
    square: square or none
event setup:
    for each square in squares where y is 6: create man with player white, square square
    for each square in squares where y is 1: create man with player black, square square
agenda turn by player:
    moving: player must act in moving
"""
MOVE = """\
action move by man to square:
    during moving
    when {when}
    man.square becomes square
    square.marked becomes true
"""
LINES = """\
kind line, up to 60:
    cells: any square
    owner: player or none
after setup:
    for each square in squares:
        for each heading in (up, right):
            let second = ahead(square, heading)
            if second is not none: create line with cells (square, second), owner (white if square.x is 2 otherwise none)
after move by man to square: square.owner becomes man.player
"""


def made(tmp_path: Path, rules: str, columns: int = 6, rows: int = 6) -> core.Program:
    path = tmp_path / "small.rules"
    head = HEAD.replace("(6, 6,", f"({columns}, {rows},").replace("y is 6", f"y is {rows}").replace("up to 12", f"up to {2 * columns}")
    path.write_text(head + rules, encoding="utf-8")
    return program_of(path)


def added(program: core.Program, name: str) -> list[core.Function]:
    """The functions that a pass adds."""
    return [f for f in planned(program, [name]).functions[len(program.functions) :]]


def plays_alike(program: core.Program, passes: list[str], seeds: int = 6) -> None:
    """Both executors come to the same matches, with these passes and without."""
    machine = machine_of(program)
    runners = [Runner(compile_module(program, passes=some)) for some in (passes, [])]
    for seed in range(seeds):
        compared = in_lockstep(machine, runners[0], seed)
        assert (compared.differs, compared.stopped) == ([], "")
    assert runners[0].many(0, 40) == runners[1].many(0, 40)
