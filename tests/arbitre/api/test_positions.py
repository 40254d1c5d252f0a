"""The bot of the guide plays as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbitre import api

GUIDE = Path(__file__).resolve().parents[3] / "docs"


def test_the_bot_of_the_guide(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("wasmtime")
    pages = [(GUIDE / lang / "guide" / "writing-a-bot.md").read_text(encoding="utf-8") for lang in ("en", "fr")]
    (one,), (two,) = (re.findall(r"^```python[^\n]*\n(.*?)^```$", page, re.M | re.S) for page in pages)
    assert one == two and len(one.splitlines()) <= 30
    exec(compile(one, "look_ahead.py", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out.strip() == "5 of 5" and all("`5 of 5`" in page for page in pages)


def test_the_whole_match_of_a_position() -> None:
    rules = api.load("tictactoe")
    position = api.Position(rules, 1)
    position.answer(4)
    game = position.game()
    (question,) = api.pending(game)
    assert (question.side, len(question.keys)) == (position.side, position.options)
    assert game.digest == position.digest() and position.clone() == position


def test_fields_are_read_by_name() -> None:
    position = api.Position(api.load("diplomacy"))
    held, branch = position.values("area", "power"), position.values("area", "branch")
    assert (held["par"], branch["par"], held["bur"]) == ("france", "army", None) and len(held) == 81
    assert position.values("area", "centre")["bur"] is False and position.values("match", "phase") == {"match": "movement"}
    assert position.values("area", "by_land")["par"] == ["bre", "pic", "bur", "gas"]
    assert position.values("order", "state") == {}  # nobody has given one yet
    for name in ("powr", "_actor_area"):
        with pytest.raises(api.Refused, match=f"no kind ‘area’ has a field ‘{name}’"):
            position.values("area", name)


@pytest.mark.parametrize("wrong", [lambda r: api.Position(r, "x"), lambda r: api.Position(r, executor="fast")])
def test_what_is_refused(wrong: object) -> None:
    with pytest.raises(api.Refused):
        wrong(api.load("tictactoe"))  # type: ignore[operator]
