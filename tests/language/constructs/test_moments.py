"""Hooks of several files at one moment: they run in the order of the files, but where a line says which comes first."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.scenarios import run_all

YARD = """game yard:
    title en "Yard" fr "Cour"
    play turn
kind side, seats: red, blue
    life: 0 to 99 = 1
agenda turn:
    go: for each side in sides: strike side
event strike side: side gains 1 life
"""
LUCK, MAIL = "before strike side{0}: side.life becomes side.life * 2\n", "before strike side{0}: side gains 3 life\n"


@pytest.mark.parametrize(
    ("luck", "mail", "more", "life"),
    [
        ("", "", "", 6),
        (", after mail.strike", "", "", 9),
        ("", ", before luck.strike", "", 9),
        ("", ", after luck.strike", "", 6),
        ("", "", "reschedule mail.strike before luck.strike\n", 9),
        ("", "", "reschedule luck.strike after mail.strike\n", 9),
    ],
)
def test_the_hooks_of_one_moment_run_in_the_order_that_is_said(tmp_path: Path, luck: str, mail: str, more: str, life: int) -> None:
    home = tmp_path / "yard"
    home.mkdir()
    (home / "yard.rules").write_text(YARD, encoding="utf-8")
    (home / "luck.rules").write_text("extends yard\n" + LUCK.format(luck), encoding="utf-8")
    (home / "mail.rules").write_text("extends yard\n" + MAIL.format(mail) + more, encoding="utf-8")
    (home / "shown.rules").write_text(f'extends yard\nscenario "x":\n    play turn\n    expect red.life is {life}\n', encoding="utf-8")
    rulebook = load(str(home), scenarios=True)
    assert not rulebook.messages.errors
    (outcome,) = run_all(rulebook)
    assert not outcome.failures
