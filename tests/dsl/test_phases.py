"""The phases in a row, as :func:`arbitre.dsl.checked` runs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre import dsl
from arbitre.dsl.diagnostics.errors import ArbitreError

GAME = """\
game demo:
    title en "Demo" fr "Démo"
    text en "Nothing happens." fr "Il ne se passe rien."
option pace: 1 to 4 = 2
    title en "Pace" fr "Allure"
kind side, seats: red, blue
    gold: 0 to 99
event setup:
    red gains pace gold
agenda turn:
    go: end
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "demo.rules"
    path.write_text(text, encoding="utf-8")
    return path


def test_from_a_file_to_a_program(tmp_path: Path) -> None:
    bound = dsl.checked(write(tmp_path, GAME), {"pace": 3})
    assert bound.program.name == "demo"
    assert bound.program.options == {"pace": "3"}
    assert [(m.code, m.place.line) for m in bound.messages.items] == [("U02", 7)]  # told by the last phase


def test_findings_come_in_order_of_place(tmp_path: Path) -> None:
    wrong = GAME.replace("red gains pace gold", "reed gains 1 gold").replace("gold: 0 to 99", "gold: 0 to nothing")
    places = [message.place for message in dsl.checked(write(tmp_path, wrong)).messages.items]
    assert len(places) == 2
    assert places == sorted(places)


def test_what_a_caller_may_answer_has_one_base(tmp_path: Path) -> None:
    with pytest.raises(ArbitreError, match="nowhere"):
        dsl.checked("nowhere")
    with pytest.raises(ArbitreError, match="pacy"):
        dsl.checked(write(tmp_path, GAME), {"pacy": 3})
