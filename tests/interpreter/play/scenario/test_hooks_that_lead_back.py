"""A hook that does again what it stands beside says how often; what several say is added up, in both executors."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.both_executors import in_both

RULES = """\
game wolves:
    title en "Wolves" fr "Loups"
    play turn up to 3 times
kind side, seats: red, blue
kind role: plain, hunter, bomb
kind man, many men: hugo, theo, otto, emil, karl
    role: role
    dead: flag
event die man:
    title en "Dies" fr "Meurt"
    man.dead becomes true
{hunter} when man.role is hunter: die next_after(man, men)
{bomb} when man.role is bomb: die next_after(man, men)
agenda turn:
    go: die hugo
setting five:
    given hugo.role = hunter
    given theo.role = bomb
    given otto.role = hunter
scenario "A chain":
    start from five
    play turn
    expect otto.dead and emil.dead and not karl.dead
"""


def found(tmp_path: Path, hunter: str, bomb: str):  # type: ignore[no-untyped-def]
    path = tmp_path / "wolves.rules"
    path.write_text(RULES.format(hunter=hunter, bomb=bomb), encoding="utf-8")
    rulebook = load(path, scenarios=True)
    assert not bind(rulebook).messages.errors
    return in_both(Books(rulebook), rulebook.scenarios[0])


@pytest.mark.parametrize(("hunter", "bomb", "fine"), [
    ("after die man, up to 2 times", "after die man, up to 1 time", True),
    ("after die man, up to 2 times", "after die man", False),
    ("after die man", "after die man", False),
])  # fmt: skip
def test_it_says_how_often(hunter: str, bomb: str, fine: bool, tmp_path: Path) -> None:
    pytest.importorskip("wasmtime")
    both = found(tmp_path, hunter, bomb)
    assert both.outcome.ok is fine, both.outcome
    assert not both.differs
    assert not both.stopped or not fine
