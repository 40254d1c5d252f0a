"""A match goes on from a picture of a scenario: from how things stood there, and its save comes back to the same."""

from __future__ import annotations

import json

import pytest

from arbitre.api.messages.host import Host
from arbitre.interpreter.play.scenario.setting import Opening
from arbitre.interpreter.state.errors import RulebookError
from arbitre.opening.books import open_book


@pytest.mark.parametrize("game", ["tictactoe", "breakthrough", pytest.param("kollaball", marks=pytest.mark.more)])
def test_every_picture_that_is_not_the_end_is_played_on_from(game: str) -> None:
    rulebook = open_book(game, (), scenarios=True, quiet=True)
    tried = 0
    for scenario in rulebook.scenarios:
        for picture in range(1, 1 + sum(scene.form == "picture" for scene in scenario.scenes)):
            host = Host("en")
            begun = host.handle(
                {"do": "start", "game": game, "scenario": f"{scenario.name}@{picture}", "seed": 3, "sides": {"everyone": "random"}}
            )
            at = {"table": begun["ok"]["table"], "as": begun["ok"]["seats"][0]["name"]}
            assert "ok" in host.handle({"do": "bots", "seconds": 0.05, **at})
            save = host.handle({"do": "save", **at})["ok"]["save"]
            again = host.handle({"do": "load", "save": save})["ok"]["table"]
            assert json.loads(host.handle({"do": "save", "table": again})["ok"]["save"])["digest"] == json.loads(save)["digest"]
            tried += 1
    assert tried > 4


def test_a_picture_is_as_it_was_drawn() -> None:
    rulebook = open_book("tictactoe", (), scenarios=True, quiet=True)
    marks = [sum(cell >= 0 for cell in Opening(rulebook, f"The first moves@{n}", {}).set().state.cells[:9]) for n in (1, 2, 3)]
    assert marks == [0, 1, 2]


def test_a_picture_that_is_not_there_is_refused() -> None:
    rulebook = open_book("tictactoe", (), scenarios=True, quiet=True)
    with pytest.raises(RulebookError, match="picture 99"):
        Opening(rulebook, "The first moves@99", {})
