"""Many matches at once: the same positions, results and seats as matches played one by one."""

from __future__ import annotations

import numpy as np
import pytest

from arbitre import api
from arbitre.interpreter.play.position import Position
from arbitre.peers.vector import Matches


@pytest.mark.parametrize("name", ["tictactoe", "backgammon"])
def test_arrays_show_what_positions_are(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    matches, lots = Matches(name, 4, seed=3), np.random.default_rng(1)
    for _ in range(6):
        seen = matches.step([int(lots.integers(n)) for n in matches.options])[0]
    by_rows = [list(one.column(field)) for one in matches.now for field, _ in matches.columns]
    monkeypatch.setattr(Position, "place", lambda self, field: None)  # read from the whole match instead
    assert [list(one.column(field)) for one in matches.now for field, _ in matches.columns] == by_rows
    assert (matches.seen(matches.now) == seen).all()
    assert (seen[:, -len(matches.sides) :].argmax(axis=1) == matches.asked).all()


def test_matches_end_pay_and_begin_anew() -> None:
    matches, lots, ended = Matches("tictactoe", 8, seed=1), np.random.default_rng(2), 0
    for _ in range(40):
        before = matches.now[0].clone()
        answers = [int(lots.integers(n)) for n in matches.options]
        _, rewards, over, stopped = matches.step(answers)
        before.answer(answers[0])
        won = [1 if side in before.winners else -1 if before.winners else 0 for side in matches.sides]
        assert rewards[0].tolist() == won and over[0] == before.ended and not stopped.any()
        assert (matches.options[over] == 9).all()
        ended += int(over.sum())
    assert ended > 30


def test_what_comes_of_each_answer_is_shown() -> None:
    matches = Matches("tictactoe", 2)
    seen, results, whose = matches.after()
    assert seen.shape[0] == 18 and not results.any() and whose.tolist() == [0] * 9 + [1] * 9
    assert (seen[0] != matches.seen(matches.now)[0]).any() and matches.options.tolist() == [9, 9]


def test_a_match_that_is_too_long_is_stopped_and_a_secret_refused() -> None:
    matches = Matches("tictactoe", 2, max_cycles=3)
    stops = [matches.step([0, 0])[3].tolist() for _ in range(3)]
    assert stops == [[False, False], [False, False], [True, True]]
    with pytest.raises(ValueError, match="hides"):
        Matches("tsewnart", 1)
    assert api.load("tictactoe").name == "tictactoe"
