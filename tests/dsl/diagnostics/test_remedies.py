"""Remedies lead somewhere: what a message says is written instead is right where the wrong line stood."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.said import tell
from arbitre.dsl.lower.program import Bound, bind
from arbitre.dsl.modules.loader import load

GAME = """game demo:
    title en "Demo" fr "Démo"
    play turn by each player in turn up to 9 times, then full
kind player, seats: cross, nought
    points: 0 to 9
    rank: 0 to 9
kind cell (other), king_grid(3, 3, closed)
    mark: player or none
    value: 0 to 9
agenda turn by player:
    marking: player must act in marking
event full: nobody wins
action put by player at cell:
    during marking
{body}
{head}"""
# A line of a rule, and what is written instead: ‘{}’ is what the message says.
LINES = [
    ("    if all cells have mark player: player wins", "    if {}: player wins"),
    ("    if all cells where mark is player: player wins", "    if no cells where not mark is player: player wins"),
    ("    all players gain 1 points", "    {}"),
    ("    player wins the match", "    {}"),
    ("    player loses the game", "    {}"),
    ("    player scores 2 points", "    {}"),
    ('    tell "Hello"', "    {}"),
    ('    if player is cross: print "Hello"', "    if player is cross: {}"),
    ("    let a, b = 1, 2", "    {}\n    {}"),
    ("    let corner = cell(1, 1), cell(3, 3)", "    {}"),
    ("    (first(cells where mark is none)).mark becomes player", "    {}"),
    ("    (the cells where value is 3).mark becomes player", "    {}\n    {}"),
    ("    (cells where value is 3).mark becomes player", "    {}"),
    ("    for each p in players by rank: p gains 1 points", "    {} p gains 1 points"),
    ("    if (cells where mark is player) is 3: player wins", "    if {}: player wins"),
    ("    if (cells where mark is player) is 3 or more: player wins", "    if {}: player wins"),
    ("    if cell.mark is not nobody: player wins", "    if {}: player wins"),
    ("    if cell.x is not odd: player wins", "    if {}: player wins"),
    ("    let both = first(cells) + none", "    let both = {}"),
    ("    best(count(cells where mark is player), players) wins", "    best(count({}), players) wins"),
    ("    if any cells where mark is player and any cells where value is 3: player wins", "    if {}: player wins"),
    ("    if any cells where mark is player or any cells where value is 3: player wins", "    if {}: player wins"),
    ("    if not any cells where mark is none and player is cross: player wins", "    if {}: player wins"),
    ("    if no cells where mark is none and player is cross: player wins", "    if {}: player wins"),
]  # fmt: skip
HEADS = [
    ("const size = 3", "{}"),
    ("define column(cell) = cell.x", "{}"),
    ("enum colour: red, blue", "{}"),
    ("law no_nine: no cells where value is 9", "{}"),
    ("let corners = cell(1, 1), cell(3, 3)", "{}"),
    ("event over when no cells where mark is none:\n    nobody wins", "{}\n    nobody wins"),
    ("adjust let worth(player): +1 when player is cross\nlet worth(player) = 2", "{} +1 when player is cross\nlet worth(player) = 2"),
    ("kind coin: penny, crown, seen by nobody", "{}\n    {}"),
    ("event spin cell, seen by cross:\n    cell.value becomes 1", "{}\n    {}\n    cell.value becomes 1"),
    ("rule finish: nobody wins", "event finish: nobody wins"),
    ("after each turn: cross gains 1 points", "after turn by player: cross gains 1 points"),
]


def read(path: Path, body: str, head: str) -> Bound:
    path.write_text(GAME.format(body=body, head=head + "\n" if head else ""), encoding="utf-8")
    return bind(load(path, scenarios=True))


@pytest.mark.parametrize(("wrong", "right", "is_line"), [(*one, True) for one in LINES] + [(*one, False) for one in HEADS])
def test_what_is_written_instead_is_right(tmp_path: Path, wrong: str, right: str, is_line: bool) -> None:
    told = read(tmp_path / "demo.rules", wrong if is_line else "", "" if is_line else wrong).messages.items
    assert told, "nothing was told"
    said = re.findall("‘([^’]*)’", str(told[0].hint))
    mended = right
    for form in said[: right.count("{}")]:
        mended = mended.replace("{}", form, 1)
    assert "{}" not in mended
    assert "{}" in right or any(form.split("...")[0].strip(" (:") in mended for form in said)
    bound = read(tmp_path / "demo.rules", mended if is_line else "", "" if is_line else mended)
    assert [(str(m.text), mended) for m in bound.messages.items if m.code not in ("T10", "T12")] == []
    assert tell(told[0].hint, "fr") != str(told[0].hint)
