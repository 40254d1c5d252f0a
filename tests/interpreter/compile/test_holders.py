"""Whether some row points to another is found out for all at once: with the same answers, and the same faults."""

from __future__ import annotations

import random

import pytest

from arbitre.dsl.core import Program
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.compile.values import indexes
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import RulebookError

ASKED = {
    "nobody_there": "squares where occupant is none",
    "somebody_there": "squares where occupant is not none",
    "nobody_open": "squares where open_occupant is none",
    "hidden_there": "squares where hidden_there_first is not none",
    "held_ones": "squares where it is held",
    "not_held": "squares where not it is held",
    "by_hand": "squares where hidden_piece(it) is none",
    "of_three": "three where occupant is none and it is not three_b",
}
SINGLE = ("nobody_there", "somebody_there", "nobody_open", "of_three")  # where two on one square are a fault
GAME = """\
game demo:
    title en "Demo" fr "Démo"
kind side, seats: red, blue
kind square: three_a, three_b, three_c, far_a, far_b, far_c
let three = squares where it is three_a or it is three_b or it is three_c
kind piece, up to 6:
    square: square or none
    hidden: flag
let occupant(square) = the pieces where it.square is square
let open_occupant(square) = the pieces where it.square is square and not hidden
let hidden_there_first(square) = first(pieces where it.square is square and hidden)
let hidden_piece(square) = first(pieces where hidden and square is it.square)
square is held when any pieces where it.square is square
event setup:
    repeat 5 times:
        create piece
agenda turn:
    go: end
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    path = tmp_path_factory.mktemp("demo") / "demo.rules"
    path.write_text(GAME + "".join(f"let {name} = {asked}\n" for name, asked in ASKED.items()), encoding="utf-8")
    return compile_rules(load(path)).program


def asked(match: Match, cells: list[int], name: str) -> int | str:
    match.state.cells[:] = cells
    function = next(f for f in match.program.functions if f.name == name)
    try:
        return match.machine.bodies[function.index](match.run, [0] * function.slots)
    except RulebookError as error:
        return str(error)


@pytest.mark.parametrize("name", ASKED)
def test_asked_at_once_as_asked_one_by_one(program: Program, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = Match(machine_of(program), 1)
    monkeypatch.setattr(indexes, "held_step", lambda item, slot, m: None)
    plain = Match(machine_of(program), 1)
    cells = quick.state.cells[:]
    base = {c.name: quick.machine.layout.base[c.index] for c in program.fields if c.name in ("square", "hidden")}
    dice, faults, found = random.Random(5), 0, set()
    for _ in range(300):
        now = cells[:]
        for piece in range(5):
            now[base["square"] + piece] = dice.randrange(-1, 6)
            now[base["hidden"] + piece] = dice.randrange(2)
        one, other = asked(quick, now, name), asked(plain, now, name)
        assert one == other
        found.add(one)
        faults += isinstance(one, str)
    assert len(found) > 5 and bool(faults) == (name in SINGLE)


def test_rows_are_gone_through_once(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick way is taken for each of these questions."""
    taken: list[str] = []
    step = indexes.held_step

    def watched(item, slot, m):  # type: ignore[no-untyped-def]
        found = step(item, slot, m)
        if found is not None:
            taken.append(type(item).__name__)
        return found

    monkeypatch.setattr(indexes, "held_step", watched)
    machine_of(program)
    assert len(taken) >= len(ASKED)
