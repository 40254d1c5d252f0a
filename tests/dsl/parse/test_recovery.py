"""One fault, one message: what a faulty declaration takes with it is not told again, and other faults still are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.diagnostics.suggest import did_you_mean, nearest
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load

DEMO = """\
game demo:
    title en "Demo" fr "Démo"
    play turn up to 9 times
kind side, seats: red, blue
    gold: 0 to 99
kind place, grid(3, 3, closed)
kind mark: tired, glad
option pace: 1 to 4 = 2
kind piece (mover, victim), up to 4:
    seen by everyone
    owner: side
    spot: place or none
    life: 0 to 9 = 5
    marks: any mark
table of mark:
    name  | en      | fr
    weary | "Weary" | "Las"
let speed(mover) = pace
    -1 when mover has tired
    1 or more
mover is near victim when distance(mover.spot, victim.spot) is 1
test nerve by mover: 2d6
    success when total is 7 or more
event strike mover against victim:
    gives flag
    when mover is near victim
    test nerve by mover as shown
    if shown is success:
        victim loses 2 life
        give true
    otherwise:
        mover gains weary during turn
    give false
action hit by mover to place:
    title en "Hit" fr "Frapper"
    during strokes
    for each victim in pieces where spot is place:
        strike mover against victim as done
        if done: mover.owner gains 1 gold
agenda turn:
    begin: for each mover in pieces: mover.spot becomes (1, 1)
    main: for each side in sides: side acts in strokes
before strike mover when speed(mover) is 1: prevent
adjust speed(mover): +1 when mover.spot is (1, 1)
"""
TOKEN = re.compile(r'"[^"\n]*"|\w+|[^\w\s]')


def told(text: str, folder: Path) -> list[Message]:
    path = folder / "demo.rules"
    path.write_text(text, encoding="utf-8")
    return bind(load(path)).messages.errors


def test_the_demo_has_no_fault(tmp_path: Path) -> None:
    assert not told(DEMO, tmp_path)


@pytest.mark.parametrize("row", range(len(DEMO.split("\n")) - 1))
def test_a_missing_word_gives_few_messages(row: int, tmp_path: Path) -> None:
    lines = DEMO.split("\n")
    for token in TOKEN.finditer(lines[row]):
        broken = [*lines[:row], lines[row][: token.start()] + lines[row][token.end() :], *lines[row + 1 :]]
        found = told("\n".join(broken), tmp_path)
        syntax = any(message.code.startswith("S") for message in found)
        assert len(found) <= (3 if syntax else 4), [f"{token.group()}: {m.place} {m.text}" for m in found]
        assert not syntax or not {"P05", "T09"} & {m.code for m in found}


def test_further_faults_are_told_beside_a_faulty_line(tmp_path: Path) -> None:
    faulty = (
        DEMO.replace("    owner: side", "    ownr side").replace("loses 2 life", "loses 2 lief").replace("gains 1 gold", "gains 1 goold")
    )
    assert [m.code for m in told(faulty, tmp_path)] == ["S03", "N01", "N01"]


def test_a_file_that_is_cut_short_gives_one_message(tmp_path: Path) -> None:
    middle = DEMO.index("test nerve by mover as")
    for end in range(middle, middle + 60):
        if not DEMO[:end].endswith("\n"):
            assert sum(m.code.startswith("S") for m in told(DEMO[:end], tmp_path)) <= 1


@pytest.mark.parametrize("said", [b"\xff\xfe\x00", b"", b"game demo\n", b"    kind a: b\n", b"game demo:\n" + b"+1" * 3000])
def test_a_file_that_cannot_be_read_gives_one_message(said: bytes, tmp_path: Path) -> None:
    (tmp_path / "demo.rules").write_bytes(said)
    assert len(bind(load(tmp_path / "demo.rules")).messages.errors) == 1


def test_suggestions_are_close() -> None:
    assert nearest("playr", ["player", "place"]) == "player"
    assert nearest("trun", ["turn", "run"]) == "turn"
    assert nearest("looses", ["loses", "looks"]) == "loses"
    for word, other in (("owner", "down"), ("hits", "under"), ("return", "turn"), ("of", "or"), ("a", "b")):
        assert nearest(word, [other]) == ""


def test_letters_that_look_alike_are_named() -> None:
    assert "Cyrillic" in did_you_mean("p\u043eints", ["points"])
    assert "Cyrillic" in did_you_mean("points", ["p\u043eints"])
    assert did_you_mean("pionts", ["points"]) == "Did you mean ‘points’?"
