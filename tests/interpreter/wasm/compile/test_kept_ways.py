"""Ways over a board are kept from question to question: the boards of the library are small enough for that."""

from __future__ import annotations

import pytest

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.lower.compiled import program_of
from arbitre.dsl.modules.library import names
from arbitre.interpreter.wasm.compile.boards.pathways import MOST_WAYS, room_of_ways


@pytest.mark.parametrize("game", names())
def test_boards_of_the_library_keep_their_ways(game: str) -> None:
    program = program_of(game)
    asked = [part for f in program.functions for part in nodes(f.body) if isinstance(part, core.Ask) and part.query == "travel"]
    for index in {ask.board for ask in asked if not isinstance(ask.args[-1], core.Partial)}:
        assert room_of_ways(program, index) <= MOST_WAYS, program.domains[index].name


def test_some_game_asks_for_ways() -> None:
    asked = [
        part for f in program_of("dungeonbowl").functions for part in nodes(f.body) if isinstance(part, core.Ask) and part.query == "travel"
    ]
    assert asked
