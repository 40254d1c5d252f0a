"""Steps that several files insert into one agenda: who comes first is said, whatever the files are called."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import tell
from arbitre.dsl.modules.loader import load
from arbitre.dsl.modules.rulebook import Rulebook

GAME = """game demo:
    title en "Demo" fr "Démo"
kind side, seats: red, blue
agenda turn:
    go: end
    stop: end
"""


def read(folder: Path, texts: list[str], names: tuple[str, ...] = ("a", "b", "c", "d")) -> Rulebook:
    home = folder / "demo"
    home.mkdir(exist_ok=True)
    for old in home.iterdir():
        old.unlink()
    (home / "demo.rules").write_text(GAME, encoding="utf-8")
    for name, text in zip(names, texts, strict=False):
        (home / f"{name}.rules").write_text(f"extends demo\n{text}\n", encoding="utf-8")
    return load(home)


def steps(rulebook: Rulebook) -> list[str]:
    return [str(step.name) for decl in rulebook.decls if isinstance(decl, t.Agenda) for step in decl.steps]


def codes(rulebook: Rulebook) -> list[str]:
    return [message.code for message in rulebook.messages.items]


@pytest.mark.parametrize("names", list(permutations("abc")))
def test_the_order_is_as_said_whatever_the_files_are_called(tmp_path: Path, names: tuple[str, ...]) -> None:
    texts = [
        "insert after turn.go, before turn.two:\n    one: end",
        "insert after turn.go:\n    two: end\ninsert after turn.two:\n    beside_two: end",
        "insert after turn.go, after turn.two:\n    three: end",
    ]
    found = read(tmp_path, texts, names)
    assert codes(found) == []
    assert steps(found) == ["go", "one", "two", "beside_two", "three", "stop"]


def test_two_files_at_one_step_are_an_error_until_one_says_the_order(tmp_path: Path) -> None:
    texts = ["insert after turn.go:\n    one: end", "insert after turn.go:\n    two: end"]
    found = read(tmp_path, texts)
    (message,) = found.messages.items
    assert message.code == "N09" and message.place.file.endswith("b.rules")
    assert [Path(place.file).name for place, _ in message.related] == ["a.rules"]
    for third, expected in [
        ("reschedule turn.two before turn.one", ["two", "one"]),
        ("reschedule turn.two after turn.one", ["one", "two"]),
    ]:
        again = read(tmp_path, [*texts, third])
        assert codes(again) == [] and steps(again) == ["go", *expected, "stop"]


def test_two_sides_of_a_step_and_one_file_need_no_word(tmp_path: Path) -> None:
    texts = ["insert after turn.go:\n    one: end\ninsert after turn.go:\n    two: end", "insert before turn.stop:\n    three: end"]
    found = read(tmp_path, texts)
    assert codes(found) == [] and steps(found) == ["go", "one", "two", "three", "stop"]


def test_what_is_removed_still_orders_the_rest(tmp_path: Path) -> None:
    texts = [
        "insert after turn.go, before turn.two:\n    one: end",
        "insert after turn.go, before turn.three:\n    two: end",
        "insert after turn.go:\n    three: end",
        "remove turn.two",
    ]
    found = read(tmp_path, texts)
    assert codes(found) == [] and steps(found) == ["go", "one", "three", "stop"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("reschedule turn.one before turn.go", "N09"),
        ("reschedule turn.stop before turn.one", "N09"),
        ("reschedule turn.one before turn.noon", "N07"),
        ("reschedule turn.noon before turn.one", "N07"),
    ],
)
def test_an_order_that_cannot_be(tmp_path: Path, line: str, code: str) -> None:
    assert codes(read(tmp_path, ["insert after turn.go:\n    one: end", line])) == [code]


ADJUSTED = """
kind piece, up to 2:
    side: side
kind tool: rope
let reach(piece) = 1
tool rope:
    adjust reach(piece): +1 when piece.side is red
adjust reach(piece): +2 when piece.side is blue
adjust reach(piece): 3 or less
"""


@pytest.mark.parametrize(
    ("change", "left"),
    [("", ["rope", "", ""]), ("remove adjust rope.reach", ["", ""]), ("remove adjust a.reach", ["rope"]), ("remove adjust b.reach", None)],
)
def test_what_a_member_or_a_file_adjusts_is_removed_by_its_name(tmp_path: Path, change: str, left: list[str] | None) -> None:
    rulebook = read(tmp_path, [ADJUSTED, change])
    adjusting = [decl.owner or "" for decl in rulebook.decls if isinstance(decl, t.Adjust)]
    if left is None:
        (message,) = rulebook.messages.items
        assert (message.code, message.hint) == ("N07", "Did you mean ‘adjust a.reach’?") and len(adjusting) == 3
    else:
        assert adjusting == left and not rulebook.messages.items


TABLED = """kind tool: rope, hook
    length: 1 to 9
table of tool:
    name | length
    rope | 3
    hook | 2
"""
LINE = "replace tool rope:\n    let weight = 2"


def test_who_replaces_a_line_of_a_table_is_told_how(tmp_path: Path) -> None:
    (message,) = [m for m in read(tmp_path, [TABLED, LINE]).messages.items if m.code == "N07"]
    assert message.hint == "‘rope’ is a line of a table: write ‘replace table of tool:’ with all its lines."
    said = tell(message.hint, "fr").replace("\u00a0", " ")
    assert said == "« rope » est une ligne d’une table : écrivez « replace table of tool: » avec toutes ses lignes."
    longer = TABLED[TABLED.index("table") :].replace("3", "5")
    assert not read(tmp_path, [TABLED, "replace " + longer]).messages.items
