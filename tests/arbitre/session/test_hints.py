"""``hint`` tells nothing of what others hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.state.lots import Lots
from arbitre.session.hints import hinted
from arbitre.story.story import Story
from tests.interpreter.play.bots.test_hidden_rows import TABLE

# An agenda goes through the cards, so that bots are not dealt others.
SHOWN_IN_TURN = TABLE.replace("    playing:", "    showing: for each card in cards where it is match.covered: lay ann\n    playing:")


@pytest.mark.parametrize(("game", "told"), [("whist", True), ("perudo", True), ("tsewnart", True), (SHOWN_IN_TURN, False)])
def test_a_hint_is_given_where_bots_do_not_know_the_hands_of_others(game: str, told: bool, tmp_path: Path) -> None:
    if "\n" in game:
        (tmp_path / "rules.rules").write_text(game, encoding="utf-8")
        game = str(tmp_path / "rules.rules")
    match, lots = Match(machine_of(bind(load(game)).program), 4), Lots(4)
    while len(match.requests[0].options) < 2 or not match.turn:
        match.answer(match.requests[0].id, choose(match, match.requests[0], "random", lots))
    lines = hinted(match, match.requests[0], Story(match, "en"), "en", 0.1)
    assert (lines == ["No hint here: it would rest on what others keep hidden from you."]) is not told
