"""Margin notes belong to the line that they stand on: a branch has its own."""

from __future__ import annotations

from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.parse.parser import parse_text
from arbitre.opening.proof.coverage import notes

GAME = """\
event happens:                                       [W-0]
    if red.score is 1: red.score becomes 3           [W-1]
    otherwise: blue.score becomes 4                  [W-2]
    if red.score is 2:                               [W-3]
        red.score becomes 3
    otherwise if red.score is 3:                     [W-4]
        red.score becomes 3
    otherwise:                                       [W-5]
        blue.score becomes 4                         [W-6]
    red may leave: end                               [W-7]
    otherwise: red.score becomes 1                   [W-8]
"""


def test_a_branch_has_the_margin_note_of_its_own_line() -> None:
    messages = Messages()
    (event,) = parse_text(GAME, "x.rules", messages).decls
    assert not messages.items
    lines = {
        clause: line for line, text in enumerate(GAME.splitlines(), 1) for clause in [text.rpartition("[")[2].rstrip("]")] if "[" in text
    }
    found = notes(event)
    assert {(clause, place.line) for clause, place in found} == set(lines.items()) and len(lines) == 9
