"""The pass that keeps what small events are told in locals: which events it takes, and that matches stay the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import MOVE, made, plays_alike

from arbitre.dsl import core
from arbitre.interpreter.wasm.compile.light_calls import declare_light, light_name
from arbitre.interpreter.wasm.compiler import ModuleCompiler

pytest.importorskip("wasmtime")
ACT = MOVE.format(when="square in man.square.neighbours and no men where it.square is square") + "    mark square for 3\n"
EVENTS = {
    "changes": "event mark square for (steps: 0 to 9):\n    square.marked becomes true\n    square.owner becomes white\n",
    "loops and slots": """\
event mark square for (steps: 0 to 9):
    let next = ahead(square, up)
    let seen = 0
    while next is not none and not next.marked and seen is less than steps, up to 9 times:
        seen becomes seen + 1
        next.marked becomes true
        next becomes ahead(next, up)
    if seen is 2: end
    for each other in square.neighbours where marked: other.owner becomes black
""",
    "others like it": """\
event mark square for (steps: 0 to 9):
    for each other in square.neighbours: note other
event note square:
    square.owner becomes white
    if count(squares where owner is white) is 20 or more: white wins
""",
    "rows that come and go": """\
event mark square for (steps: 0 to 9):
    for each man in men where it.square in square.neighbours and count(men) is more than 6: discard man
    if count(men) is less than 4: create man with player white, square square
""",
}
OTHERS = {
    "a result": "event mark square for (steps: 0 to 9):\n    gives flag\n    square.marked becomes true\n    give true\n",
    "dice": "event mark square for (steps: 0 to 9):\n    roll d6 as much\n    if much is 6: square.marked becomes true\n",
    "hooks": EVENTS["changes"] + "after mark square for (steps: 0 to 9): square.owner becomes black\n",
    "changes for a time": "event mark square for (steps: 0 to 9):\n    square.marked becomes true during turn\n",
    "itself": """\
event mark square for (steps: 0 to 9), up to 3 times:
    square.marked becomes true
    if steps is more than 0: mark square for 0
""",
}


def light(program: core.Program) -> set[str]:
    """The events that the pass takes."""
    compiler = ModuleCompiler(program, passes=["light"])
    declare_light(compiler)
    return {p.name for p in program.procedures if light_name(p.index) in compiler.module.funcs}


@pytest.mark.parametrize("events", EVENTS.values(), ids=EVENTS)
def test_events_in_locals(tmp_path: Path, events: str) -> None:
    program = made(tmp_path, ACT + events)
    assert light(program) >= {"mark"}
    plays_alike(program, ["light"])


@pytest.mark.parametrize("events", OTHERS.values(), ids=OTHERS)
def test_other_events_stay_as_they_are(tmp_path: Path, events: str) -> None:
    program = made(tmp_path, ACT + events)
    assert "mark" not in light(program)
    plays_alike(program, ["light"])
