"""Beyond the edge there is no cell (N10), however one comes to ask for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lint.nothing.findings import nothing
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load

GAME = """\
game edges:
    title en "Edges"
    play turn by each player in turn
kind player, seats: ann, bob
kind spot, king_grid(8, 3, closed)
    disc: player or none
let bottom = the spots where x is 1 and y is 1
let run(spot, direction) = 0
    + (1 + run(ahead(spot, direction), direction)) when any ahead(spot, direction) where disc is none
agenda turn by player:
    going: player wins
event look by player at spot:
    {lines}
event mark spot by player:
    spot.disc becomes player
"""
WARNED = [
    "let next = ahead(spot, right)\n    next.disc becomes player",
    "let a = spot\n    repeat 3 times:\n        a becomes ahead(a, right)\n        a.disc becomes player",
    "if (the spots where x is spot.x + 1 and y is spot.y).disc is player: end",
    "if no ahead(ahead(spot, right), right) where disc is none: end\n    let a = spot\n    let over = ahead(a, right)\n"
    "    a becomes bottom\n    let next = ahead(over, up)\n    next.disc becomes player",
    "if run(spot, right) is less than 3: end\n    let next = ahead(spot, left)\n    next.disc becomes player",
    "let other = the spots where x is spot.x - 1 and y is spot.y\n    other.disc becomes player",
    "let other = the spots where x is 8 - spot.x and y is spot.y\n    other.disc becomes player",
    "let other = the spots where x is 9 - spot.x and y is spot.y + 1\n    other.disc becomes player",
]
FINE = [
    "let next = ahead(spot, right)\n    if next is none: end\n    next.disc becomes player",
    "let a = ahead(spot, right)\n    while a is not none and a.disc is none, up to 9 times:\n"
    "        a.disc becomes player\n        a becomes ahead(a, right)",
    "let next = ahead(spot, right)\n    mark next by player",
    "if (the spots where x is 2 and y is 2).disc is player: end",
    "if no ahead(ahead(spot, right), right) where disc is none: end\n    let over = ahead(spot, right)\n"
    "    let next = ahead(over, right)\n    next.disc becomes player",
    "let over = ahead(spot, right)\n    let next = ahead(over, right)\n"
    "    if any ahead(ahead(spot, right), right) where disc is none: next.disc becomes player",
    "if run(spot, right) is 0: end\n    let next = ahead(spot, right)\n    while next.disc is none, up to 9 times:\n"
    "        next.disc becomes player\n        next becomes ahead(next, right)",
    "let other = the spots where x is 9 - spot.x and y is spot.y\n    other.disc becomes player",
    "let next = ahead(spot, right)\n    next becomes spot\n    next.disc becomes player",
]


def warned(folder: Path, lines: str) -> list[str]:
    (folder / "edges.rules").write_text(GAME.replace("{lines}", lines), encoding="utf-8")
    rulebook = load(folder / "edges.rules")
    bound = bind(rulebook)
    assert not bound.messages.errors, bound.messages.errors
    nothing(bound, rulebook)
    return [message.code for message in bound.messages.items if message.code == "N10"]


@pytest.mark.parametrize("lines", WARNED)
def test_told(tmp_path: Path, lines: str) -> None:
    assert warned(tmp_path, lines) == ["N10"]


@pytest.mark.parametrize("lines", FINE)
def test_not_told(tmp_path: Path, lines: str) -> None:
    assert warned(tmp_path, lines) == []
