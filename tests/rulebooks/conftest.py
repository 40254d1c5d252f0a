"""What the tests of several rulebooks share."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run

Odds = dict[str, dict[tuple[int, ...], Fraction]]


@pytest.fixture(scope="session")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, dict[str, list[str]]], Odds]:
    """Exact odds: the lines of each question are those of a scenario that measures; its answer is the chance of each outcome."""

    def answered(game: str, questions: dict[str, list[str]]) -> Odds:
        file = tmp_path_factory.mktemp("odds") / "questions.rules"
        texts = (f'scenario "{name}":\n' + "".join(f"    {line}\n" for line in lines) for name, lines in questions.items())
        file.write_text(f"extends {game}\n\n" + "\n".join(texts), encoding="utf-8")
        rulebook = load(game, [file], scenarios=True)
        books, out = Books(rulebook), {}
        for scenario in rulebook.scenarios:
            if scenario.place.file.endswith("questions.rules"):
                outcome = run(books, scenario)
                assert not outcome.failures, (scenario.name, outcome.failures)
                out[scenario.name] = dict(outcome.measures)
        return out

    return answered
