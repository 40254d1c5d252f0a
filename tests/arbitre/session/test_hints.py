"""``hint`` tells nothing of what others hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.advice import Advice, Tried
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.state.lots import Lots
from arbitre.session.hints import hinted, step
from arbitre.story.story import Story
from arbitre.words.phrases import of
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


WATCHED = """game stones:
    title en "Stones" fr "Pierres"
    play turn up to 9 times
kind side, seats: red, blue
    title en "Side" fr "Camp"
kind heap: left, right
    title en "Heap" fr "Tas"
    stones: 0 to 9
agenda turn:
    laying: red chooses heap from heaps
    asking: blue chooses other from heaps
"""


@pytest.mark.parametrize(("lang", "told"), [("en", "nothing tells the answers apart"), ("fr", "rien ne distingue les réponses")])
def test_where_nothing_tells_the_answers_apart_just_that_is_said(lang: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "stones.rules").write_text(WATCHED, encoding="utf-8")
    match = Match(machine_of(bind(load(tmp_path / "stones.rules")).program), 4)
    lines = hinted(match, match.requests[0], Story(match, lang), lang, 0.1)
    assert len(lines) == 1 and told in lines[0]


def test_equal_shares_are_not_listed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "stones.rules").write_text(WATCHED, encoding="utf-8")
    match = Match(machine_of(bind(load(tmp_path / "stones.rules")).program), 4)
    tried = {n: Tried(n, [0.001 * n] * 1000) for n in range(2)}  # of different worth, and that is all
    monkeypatch.setattr("arbitre.session.hints.advice", lambda *_: Advice(1, tried))
    first, *line = hinted(match, match.requests[0], Story(match, "en"), "en", 0.1)
    assert first == "A bot that looks ahead would answer: right." and len(line) <= 1
    assert not any("tries at playing on" in one or "apart" in one for one in line)


def test_what_somebody_does_in_one_action_is_one_step_and_no_chance_of_nothing_is_told() -> None:
    assert step(of("en"), "Ann", ["Step", "(3, 4)"], 0.0) == "Ann: Step (3, 4)"
    assert step(of("fr"), "Anne", ["Avancer"], 0.24).replace("\xa0", " ") == "Anne : Avancer (mieux placé dans 24 %)"


@pytest.mark.parametrize(
    ("lang", "why"),
    [("en", "right makes things better less often than another answer"), ("fr", "right améliore la position moins souvent")],
)
def test_answers_stand_in_the_order_of_what_is_shown_of_them(lang: str, why: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "stones.rules").write_text(WATCHED, encoding="utf-8")
    match = Match(machine_of(bind(load(tmp_path / "stones.rules")).program), 4)
    often, much = Tried(0, [0.1] * 8 + [0.0] * 2, gains=8), Tried(1, [5.0] * 4 + [0.0] * 6, gains=4)
    for best, first in ((1, why), (0, "left")):
        monkeypatch.setattr("arbitre.session.hints.advice", lambda *_, best=best: Advice(best, {0: often, 1: much}))
        _, *lines = hinted(match, match.requests[0], Story(match, lang), lang, 0.1)
        assert lines[0].strip().startswith(first), lines
        shown = [line.strip().partition(" ")[0].rstrip(":\xa0") for line in lines if " 10 " in line]
        assert shown == ["left", "right"], lines
