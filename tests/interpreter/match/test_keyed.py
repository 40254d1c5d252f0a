"""Dice by their keys: what happens in one event shifts no die of another, and no two dice of a match have one key."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.position import Position
from arbitre.interpreter.state.keyed import COUNTERS, KeyedDice, about, counted, occasion, siphash
from arbitre.interpreter.wasm.binary.encoding import as_word
from arbitre.interpreter.wasm.routines.machine import Machine, running
from arbitre.interpreter.wasm.runtime.primitives import dice

WORD = (1 << 64) - 1
RACE = """
game race:
    play turn up to 6 times, then over
kind player, seats: red, blue
    eager: flag
kind horse: fleet, sturdy, lame
    at: 0 to 400 = 0
    luck: 0 to 100 = 0
kind match:
    weather: 0 to 60 = 0

agenda turn:
    gallop:
        for each horse in horses: run horse
    stay:
        red chooses between:
            on: red.eager becomes true
            off: red.eager becomes false

event run horse:
    roll 2d6 as strides
    horse.at becomes horse.at + strides
    trip horse

event trip horse:
    roll d6 as stumble
    horse.luck becomes horse.luck + stumble

event over: nobody wins
"""
LIMPS = """
before run horse when horse is lame:
    roll 3d6 as pain
    horse.luck becomes horse.luck + pain
before trip horse when horse is lame:
    roll d6 as stone
"""
RAINS = """
before turn:
    roll d10 as rain
    match.weather becomes match.weather + rain
"""


def test_the_function_is_the_published_one() -> None:
    """The first of the authors' own test vectors of sixteen bytes."""
    low, high = (int.from_bytes(bytes(range(first, first + 8)), "little") for first in (0, 8))
    assert siphash((low, high), low, high) == 0x3F2ACC7F57C29BDB


def test_known_values() -> None:
    """What a seed and a key show is part of what a save means: it never changes."""
    keys = [(about(occasion("run", "strides"), row), 2 << 32 | n) for row in range(3) for n in range(4)]
    assert [1 + KeyedDice(42).throw(6, 0, "", NOWHERE, key) for key in keys] == KNOWN[0]
    assert [1 + KeyedDice(2**127 + 5).throw(6, 0, "", NOWHERE, key) for key in keys] == KNOWN[1]


KNOWN = [[4, 2, 4, 2, 6, 6, 6, 2, 6, 4, 5, 2], [3, 3, 3, 3, 2, 6, 1, 4, 4, 5, 4, 1]]


@pytest.mark.parametrize("size", [2, 6, 7, 100])
def test_fair(size: int) -> None:
    source, counts, throws = KeyedDice(1), [0] * size, 400 * size
    for number in range(throws):
        counts[source.throw(size, 0, "", NOWHERE, (occasion("fair", "die"), number))] += 1
    assert sum((count - 400) ** 2 / 400 for count in counts) < size + 4 * (2 * size) ** 0.5


def gone(tmp_path: Path, more: str, executor: str) -> list[tuple[list[int], list[int]]]:
    """Where the horses stand after each turn, and their luck."""
    file = tmp_path / f"race{len(more)}.rules"
    file.write_text(RACE + more, encoding="utf-8")
    machine = machine_of(program_of(str(file)))
    fields = {f"{machine.program.domains[f.domain].name}.{f.name}": machine.layout.base[f.index] for f in machine.program.fields}
    out = []

    def see(cells: list[int]) -> None:
        out.append(tuple(cells[fields[name] : fields[name] + 3] for name in ("horse.at", "horse.luck")))

    if executor:
        match = Match(machine, 11)
        while match.pending():
            match.answer(match.pending()[0].id, 0)
            see(match.state.cells)
    else:
        pytest.importorskip("wasmtime")
        position = Position(machine, 11)
        assert position.slow is None
        while not position.ended:
            position.answer(0)
            see(position.match().state.cells)
    return out


@pytest.mark.parametrize("executor", ["interpreted", ""])
def test_a_change_in_one_event_shifts_no_die_of_another(tmp_path: Path, executor: str) -> None:
    """One horse limps: the two others run as they ran.  It rains: all run as they ran."""
    plain, limping, rainy = (gone(tmp_path, more, executor) for more in ("", LIMPS, RAINS))
    assert len(plain) == 6 and [at for at, _ in plain] == [at for at, _ in limping]  # the lame one's own strides are its own, too
    assert [luck[:2] for _, luck in plain] == [luck[:2] for _, luck in limping]
    assert [luck[2] for _, luck in plain] != [luck[2] for _, luck in limping]
    assert plain == rainy
    assert plain == gone(tmp_path, "", "interpreted")


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 200)), min_size=1, max_size=400))
@settings(max_examples=60, deadline=None)
def test_no_two_dice_have_one_key_and_both_executors_count_alike(throws: list[tuple[int, int]]) -> None:
    """Even where more occasions than there are counters come in one turn."""
    counters, keys = [0] * COUNTERS, set()
    names = {"MAIN": 0, "RUNS": 8, "COUNTERS": 16}
    with running(Machine(bytearray(16 + 8 * COUNTERS), names)) as machine:
        for turn, row in sorted(throws, key=lambda one: one[0]):
            what = about(occasion("rule", "die"), row)
            number = turn << 32 | counted(counters, turn, what)
            assert (what, number) not in keys
            keys.add((what, number))
            machine.memory[8:16] = turn.to_bytes(8, "little")
            assert dice.counted(as_word(what)) == number
    assert all(0 <= counter < 1 << 63 for counter in counters)
