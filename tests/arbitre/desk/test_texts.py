"""Positions of an editor and of the language: accents, signs outside of the first plane, ends of lines of every sort."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arbitre.desk.texts import Span, Spot, Text
from arbitre.dsl.diagnostics.position import Place

SIGNS = st.text(st.sampled_from('aé \u0301e🎲d6\u00a0“”\t"x_'), max_size=20)


def test_a_sign_of_two_units_counts_twice() -> None:
    text = Text('let 🎲 = "x"\n')
    assert text.spot(1, 6) == Spot(0, 6)
    assert text.place(Spot(0, 6)) == (1, 6)


def test_an_accent_typed_apart_is_one_letter_of_the_language() -> None:
    text = Text("e\u0301te\u0301 = x")
    assert text.read[0] == "été = x"
    assert text.span(Place("f", 1, 1, 1, 4)) == Span(Spot(0, 0), Spot(0, 5))
    assert text.place(Spot(0, 5)) == (1, 4)


@given(st.lists(SIGNS, min_size=1, max_size=4), st.sampled_from(["\n", "\r\n", "\r"]), st.integers(-2, 9), st.integers(-2, 30))
def test_every_position_lies_in_the_text(lines: list[str], end: str, line: int, column: int) -> None:
    text = Text(end.join(lines))
    spot = text.spot(line, column)
    assert 0 <= spot.line < len(text.raw)
    assert 0 <= spot.column <= sum(2 if ord(sign) > 0xFFFF else 1 for sign in text.raw[spot.line])
    assert text.place(spot)[0] == spot.line + 1


@given(SIGNS, st.integers(1, 25))
def test_there_and_back(line: str, column: int) -> None:
    text = Text(line)
    column = min(column, len(text.read[0]) + 1)
    assert text.place(text.spot(1, column)) == (1, column)
