"""What a board answers that stands still, asked of rows that may be none and of directions that were turned on the way."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import MOVE, made, plays_alike

from arbitre.interpreter.plan.pipeline import ALL

pytest.importorskip("wasmtime")
RULES = """\
let beyond(square, (way: direction)) = ahead(square, way)
let around(square, (way: direction)) = beyond(square, way + 3)
let twice(square, (way: direction)) = ahead(ahead(square, way), way)
let between(square, (other: square)) = ahead(square, direction(square, other))
let behind(square, (other: square)) = ahead(square, opposite(direction(square, other)))
after move by man to square:
    for each heading in directions:
        let turned = beyond(square, heading + 5)
        if turned is not none: turned.owner becomes man.player
        let back = around(square, heading - 2)
        if back is not none: back.owner becomes none
        let far = twice(square, heading)
        if far is not none: far.marked becomes not far.marked
    let near = between(square, square)
    if near is not none: near.marked becomes true
    for each other in squares where owner is man.player and it is not square:
        let past = behind(square, other)
        if past is not none: past.marked becomes not past.marked
"""


def test_answers_are_the_same_in_both_executors(tmp_path: Path) -> None:
    program = made(tmp_path, MOVE.format(when="square in man.square.neighbours") + RULES)
    plays_alike(program, list(ALL))
