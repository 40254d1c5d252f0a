"""Vectorized conditions on byte columns: they find the rows that a loop would, and errors are those of the rules as they are written."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import MOVE, made, plays_alike

from arbitre.dsl import core
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.plan.passes.vectorize.candidates import Completable
from arbitre.interpreter.plan.pipeline import planned
from arbitre.interpreter.play.lockstep import stepwise
from arbitre.interpreter.wasm.binary.instr import callees, instr, walk
from arbitre.interpreter.wasm.compiler import ModuleCompiler, compile_module
from arbitre.interpreter.wasm.run.runtime import Runner

pytest.importorskip("wasmtime")
WHEN = "man.square is not none and square in man.square.neighbours and (no men where it.square is square)"
RULES = """\
event count_them player:
    for each found in men where {where}: found.square.owner becomes player
    if count(men where {where}) is 3 or more: player.score gains 1
    if any men where {where}: player.score gains 2
"""
FOUND = {
    "one of two": "it.player is player or it.square.y is 3",
    "none of them": "not (it.player is player or it.square.y is 3)",
    "beyond its square": "it.player is player and it.square.x is 4 or more",
    "one thing or another": "it.square.y is (1 if it.player is white otherwise 6)",
    "in a set": "it.square in painted(player) and it.player is not player",
    "by a value": "it is on_the_way and it.player is player",
    "as things are": "player.score is 3 or more and it.square.y is 2",
    "itself": "it is chosen(player) or it is not chosen(player) and it.square.y is 4",
    "a flag": "it.tired and it.player is player",
    "without a flag": "not it.tired and it.square.x is 4 or more",
    "with a search of its own": "it.player is player and any square in it.square.neighbours where square.marked",
}
VALUES = """\
let chosen(player) = first(men where it.player is player)
let painted(player) = squares where owner is player or marked
man is on_the_way when man.square.y is 3 to 4 or man.player is black and man.square.x is 2
after move by man to square: count_them man.player
after move by man to square when square.y is 3 to 4: man.tired becomes square.x is 2 to 5
"""


@pytest.mark.parametrize("where", FOUND.values(), ids=FOUND)
def test_the_same_men_are_found(tmp_path: Path, where: str) -> None:
    program = made(tmp_path, SCORE + MOVE.format(when=WHEN) + RULES.format(where=where) + VALUES)
    plays_alike(program, ["words", "given", "complete"])


SCORE = "kind player:\n    score: 0 to 1000\nkind man:\n    tired: flag\n"


def test_a_man_without_a_square(tmp_path: Path) -> None:
    """To read through his square is an error: the compiled executor gives up, and the interpreter says why."""
    lifts = "event lift man: man.square becomes none\nafter move by man to square when square.x is 6: lift man\n"
    program = made(tmp_path, SCORE + MOVE.format(when=WHEN) + RULES.format(where=FOUND["beyond its square"]) + lifts + VALUES)
    runner, machine = Runner(compile_module(program)), machine_of(program)
    found = [stepwise(machine, runner, seed) for seed in range(12)]
    assert [one.differs for one in found] == [[]] * 12
    assert any(one.stopped for one in found)


def test_an_actor_without_a_square(tmp_path: Path) -> None:
    """It is an error as well if the condition is evaluated for all actors at once."""
    lifts = "event lift man: man.square becomes none\nafter move by man to square when square.x is 6: lift man\n"
    when = "man.square.y is 1 to 6\n    when square in man.square.neighbours and (no m in men where m.square is square)"
    program = made(tmp_path, MOVE.format(when=when) + lifts)
    assert all(isinstance(action, Completable) for action in planned(program).actions)
    runner, machine = Runner(compile_module(program)), machine_of(program)
    found = [stepwise(machine, runner, seed) for seed in range(12)]
    assert [one.differs for one in found] == [[]] * 12
    assert any(one.stopped for one in found)


SQUARES_ACT = """\
game small:
    play turn up to 30 times
kind player, seats: white, black
kind match:
    mover: player = white
kind square (origin, target), king_grid(6, 6, closed)
    owner: player or none
event setup:
    for each square in squares where y is 5 or more: square.owner becomes white
    for each square in squares where y is 2 or less: square.owner becomes black
agenda turn:
    moving: match.mover must act in moving
    passing: match.mover becomes (black if match.mover is white otherwise white)
action move by origin to target:
    during moving
    when target.y is origin.y + (-1 if origin.owner is white otherwise 1) and target.x - origin.x is -1 to 1
    when target.owner is not origin.owner
    target.owner becomes origin.owner
    origin.owner becomes none
"""


def test_actors_that_are_cells(tmp_path: Path) -> None:
    """The condition on an actor is membership of one set, the cells from which there is a move: both masks are intersected."""
    path = tmp_path / "small.rules"
    path.write_text(SQUARES_ACT, encoding="utf-8")
    program = program_of(path)
    (action,) = planned(program).actions
    assert isinstance(action, Completable)
    assert [type(test) for _, test in action.complete] == [core.In]
    plays_alike(program, ["words", "given", "complete"])


NAMED = """game named:
    play turn by each player in turn up to 20 times
kind player, seats: white, black
    score: 0 to 1000
kind square, king_grid({size}, closed)
    piece: piece or none
kind piece, up to 20:
    owner: player
agenda turn by player:
    moving: player must act in moving
action put by player at square:
    during moving
    when square.piece is none
    create piece as fresh with owner player
    square.piece becomes fresh
    player.score becomes count(squares where piece is not none and piece.owner is player)
"""


@pytest.mark.parametrize("size", ["4, 4", "5, 4", "7, 3", "7, 7"])
def test_cells_that_name_rows(tmp_path: Path, size: str) -> None:
    """The last chunk of sixteen reaches beyond the last cell, where memory is 0: that is no cell that names the first piece."""
    path = tmp_path / "named.rules"
    path.write_text(NAMED.format(size=size), encoding="utf-8")
    program = program_of(path)
    plays_alike(program, [])
    plays_alike(program, ["words", "given", "complete"])


def test_rows_that_do_not_exist_are_passed_over(tmp_path: Path) -> None:
    """One word says of eight rows whether any of them exists."""
    lonely = "let lonely = men where no other in men where other is not it and distance(other.square, it.square) is 1\n"
    lifts = "after move by man to square when square.x is square.y: discard man\n"
    counts = "after move by man to square: man.player.score gains count(lonely)\n"
    program = made(tmp_path, SCORE + MOVE.format(when=WHEN) + lonely + counts.replace("man.player", "white") + lifts, 36, 3)
    compiler = ModuleCompiler(program, passes=frozenset())
    compiler.compile()
    (kind,) = (domain for domain in program.domains if domain.name == "man")
    alive = compiler.memory.alive(kind)
    (value,) = (f.index for f in program.functions if f.name == "lonely")
    names = {f"value.{value}", f"value.{value}.computed"} & set(compiler.module.funcs)
    assert alive is not None and any(instr("i64.load", alive.at) in walk(compiler.module.funcs[name].code) for name in names)
    plays_alike(program, [])


ARMIES = """game armies:
    play turn by each player in turn up to 40 times
kind player, seats: white, black
    score: 0 to 1000
kind piece: king, rook, raider, digger
    of: player
    worth: 0 to 9
table of piece:
    name   | of    | worth
    king   | white | 4
    rook   | white | 2
    raider | black | 3
    digger | black | 1
kind square, king_grid(5, 5, closed)
    piece: piece or none
let army(player) = squares where piece is not none and piece.of is player
let weak(player) = squares where piece is not none and piece.worth is 2 or less and not piece.of is player
agenda turn by player:
    moving: player must act in moving
action put by player with piece at square:
    during moving
    when piece.of is player and square not in player.army
    square.piece becomes piece
    player.score becomes count(player.army) * 9 + count(player.weak)
"""


def test_what_is_found_not_to_be_none_is_read_through(tmp_path: Path) -> None:
    """No square is without a piece once that has been asked: there is neither a guard nor a loop over the squares."""
    path = tmp_path / "armies.rules"
    path.write_text(ARMIES, encoding="utf-8")
    program = program_of(path)
    compiler = ModuleCompiler(program, passes=frozenset())
    compiler.compile()
    for function in program.functions[:2]:
        names = {f"value.{function.index}", f"value.{function.index}.computed"} & set(compiler.module.funcs)
        assert names and not any("give_up" in callees(compiler.module.funcs[name].code) for name in names)
    plays_alike(program, [])
