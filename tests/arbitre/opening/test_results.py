"""Results of throws are told by what players call them, asked of a test by name or measured in a scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.opening.odds.chances import ask, outcomes
from arbitre.session.answers import Answer

GAME = """\
game ice:
    title en "Ice" fr "Glace"
    play turn up to 9 times
kind player (climber, rival), seats: ada, bob
    title en "Climber" fr "Grimpeur"
table of player:
    name | en    | fr
    ada  | "Ada" | "Ada"
    bob  | "Bob" | "Bob"
test hold by climber: 2d6
    title en "Hold" fr "Prise" feminine
    perfect when natural is 12 title en "Perfect" fr "Parfaite"
    success when total is 5 or more
contest race by climber against rival: d6 against d6
    title en "Race" fr "Course" feminine
agenda turn:
    step:
        test hold by ada:
            success: says en "Up." fr "En haut."
"""
SCENARIO = """\
scenario "How sure is it?":
    title fr "Est-ce sûr ?"
    do test hold by ada as t
    do contest race by ada against bob as c
    measure t.result
    measure c.result
"""


@pytest.mark.parametrize(("lang", "said"), [
    ("en", {"success", "failure", "perfect"}), ("fr", {"réussite", "échec", "parfaite"}),
])  # fmt: skip
def test_results_are_told_by_their_titles(tmp_path: Path, lang: str, said: set[str]) -> None:
    path = tmp_path / "ice.rules"
    path.write_text(GAME + SCENARIO, encoding="utf-8")
    for name in ("hold", "How sure is it?"):
        head, shares = next(iter(Answer(ask(str(path), name, {}), lang).marginals()))
        assert set(shares) == said
        assert "(" not in head
    assert not any("1,2" in line or "1.2" in line for line in Answer(ask(str(path), "How sure is it?", {}), lang).lines(False))


def test_measured_results_are_named_for_programs(tmp_path: Path) -> None:
    path = tmp_path / "ice.rules"
    path.write_text(GAME + SCENARIO, encoding="utf-8")
    found = outcomes(ask(str(path), "How sure is it?", {}))
    assert {row["t.result"] for row in found} == {"success", "failure", "perfect"}
    assert {row["c.result"] for row in found} == {"higher", "lower", "tie"}
    assert {row["result"] for row in outcomes(ask(str(path), "hold", {}))} == {"success", "failure", "perfect"}
