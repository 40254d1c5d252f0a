"""What scenarios do, both executors do alike; all of them: ``python -m tests.lockstep scenarios``."""

from __future__ import annotations

import pytest

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.both_executors import in_both
from arbitre.interpreter.wasm.run.runtime import Runner
from tests.lockstep import main

pytest.importorskip("wasmtime")


@pytest.mark.parametrize(("game", "every"), [("tictactoe", 1), ("backgammon", 1), ("coliseum", 9)])
def test_scenarios_in_both(game: str, every: int) -> None:
    rulebook = load(game, scenarios=True)
    books, done = Books(rulebook), 0
    for scenario in rulebook.scenarios[::every]:
        found = in_both(books, scenario)
        assert found.outcome.ok and (found.stopped, found.differs) == ([], [])
        done += found.done
    assert done > 50


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    whole, done = Runner.call, []

    def astray(self: Runner, name: str, *args: int) -> int:
        found = whole(self, name, *args)
        done.append(name)
        if name == "advance" and done.count(name) == 30:
            self.view[self.at["CELLS"]] ^= 1
        return found

    monkeypatch.setattr(Runner, "call", astray)
    assert main(["scenarios", "tictactoe"]) == 1
    assert " of row " in capsys.readouterr().out
