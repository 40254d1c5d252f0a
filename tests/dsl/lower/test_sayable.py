"""Expectations that nothing could ever break: what no text of the rulebook could say was never told."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.opening.books import all_findings, open_book

GAME = """game duel:
    title en "Duel" fr "Duel"
    play bout up to 1 times
kind side (striker), seats: red, blue
    title en "Side" fr "Camp"
    hits: 0 to 9 = 0
        title en "Hits" fr "Touches"
table of side:
    name | en           | fr
    red  | "Red guards" | "Gardes rouges"
    blue | "Blue"       | "Bleu"
agenda bout:
    title en "Bout" fr "Reprise"
    blow: strike blue by red
event strike side by striker:
    title en "Strike" fr "Coup"
    says en "{striker} strikes {side}, {striker.hits} times." fr "{striker} frappe {side}, {striker.hits} fois."
    striker.hits becomes 1
scenario "Nothing of the kind":
    title fr "Rien de tel"
    play 1 times
    expect not everyone told "%s"
"""


@pytest.mark.parametrize(
    ("text", "sayable"),
    [
        ("strikes", True), ("strikes Blue", True), ("Red guards strikes Blue, 9 times", True), ("frappe Gardes", True), ("trikes Bl", True),
        ("hits", True), ("Red guards", True), ("times.", True), ("3 times", True),
        ("hit Blue", False), ("strikes hard", False), ("Blue falls", False), ("strikes Green", False), ("times Blue", False),
    ],
)  # fmt: skip
def test_only_what_could_be_said_can_be_missed(text: str, sayable: bool, tmp_path: Path) -> None:
    path = tmp_path / "duel.rules"
    path.write_text(GAME % text, encoding="utf-8")
    found = [message for message in all_findings(open_book(str(path), scenarios=True)) if message.code == "C10"]
    assert bool(found) == (not sayable), found
    if found:
        assert found[0].place.line == GAME.count("\n") and text in found[0].text


def test_the_nearest_text_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "duel.rules"
    path.write_text(GAME % "{striker} hits {side}", encoding="utf-8")
    found = next(message for message in all_findings(open_book(str(path), scenarios=True)) if message.code == "C10")
    assert "{striker} strikes {side}" in found.hint
