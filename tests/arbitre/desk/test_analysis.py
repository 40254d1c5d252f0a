"""What an edit tells at once is what a whole reading tells; nothing that can be typed is a fault of ours."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbitre.desk.analysis import at_once, home_of, thorough
from arbitre.desk.desk import Desk
from arbitre.desk.features.completion import offers
from arbitre.desk.features.fixes import fixes
from arbitre.desk.features.hover import hover
from arbitre.desk.features.outline import folds, outline, tokens
from arbitre.desk.lookup import Sight
from arbitre.desk.protocol import diagnostic
from arbitre.desk.texts import Spot, Text
from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.modules.library import LIBRARY
from arbitre.opening.books import open_book
from arbitre.opening.foreign_warnings import findings
from tests.arbitre.desk.conftest import DEMO, Opened


def told(sight: Sight, text: str) -> list[tuple[int, str, str]]:
    return [(m.place.line, m.code, str(m.text)) for m in at_once(sight.found, sight.path, text)]


def check(path: Path) -> list[Message]:
    return findings(open_book(str(path), scenarios=True))


def read_whole(sight: Sight, text: str) -> list[tuple[int, str, str]]:
    desk = Desk()
    desk.put(sight.path, text)
    found = desk.read(sight.path)
    assert found is not None
    return [(m.place.line, m.code, str(m.text)) for m in found.told.get(sight.path, [])]


def test_a_misspelt_name_is_told_at_once(put: Callable[..., Opened]) -> None:
    sight, _ = put(DEMO)
    wrong = DEMO.replace("defender loses 1 life", "defender loses 1 lief")
    assert told(sight, wrong) == read_whole(sight, wrong) != []


def test_each_sort_of_rule_is_bound_again(put: Callable[..., Opened]) -> None:
    sight, _ = put(DEMO)
    for old, new in (("+2 when attacker.intent is lunge", "+2 when attacker.intent is lung"), ("total is 5 or more", "totl is 5 or more"),
                     ("strike attacker against other", "strike attacker agains other"), ("expect b.life is 2", "expect b.live is 2"),
                     ("= 0\n    +2", "= nought\n    +2")):  # fmt: skip
        assert old in DEMO
        wrong = DEMO.replace(old, new)
        assert told(sight, wrong) == read_whole(sight, wrong) != [], new


def test_what_was_told_moves_with_its_line_and_goes_with_it(put: Callable[..., Opened]) -> None:
    wrong = DEMO.replace("total is 5", "totl is 5").replace("loses 1 life", "loses 1 lief")
    sight, _ = put(wrong)
    both = told(sight, wrong)
    assert len(both) == 2
    below = told(sight, "# one line more\n" + wrong)
    assert [(line - 1, *rest) for line, *rest in below] == both
    assert told(sight, wrong.replace("totl is 5", "total is 5")) == [m for m in both if "totl" not in m[2]]


def test_a_broken_file_is_still_known(put: Callable[..., Opened]) -> None:
    sight, spot = put(DEMO, after=DEMO.replace("test nerve by attacker: d6", "test nerve by attacker: d6 (((¦"))
    assert told(sight, "\n".join(sight.text.read))
    found = sight.symbol_at(Spot(DEMO[: DEMO.index("strike attacker against other")].count("\n"), 13))
    assert found is not None and found[0].name == "strike"
    assert spot.line > 0


def test_where_a_file_belongs(tmp_path: Path) -> None:
    duel = LIBRARY / "coliseum"
    part = next(path for path in sorted(duel.rglob("*.rules")) if "scenarios" in path.parts)
    assert home_of(part, part.read_text(encoding="utf-8")).main == duel / "coliseum.rules"
    aside = tmp_path / "mine.rules"
    assert home_of(aside, "extends coliseum\n").beside == aside
    assert home_of(aside, "game mine:\n").main == aside


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_nothing_that_can_be_typed_is_our_fault(put: Callable[..., Opened], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(DEMO)))
    last = data.draw(st.integers(first, min(len(DEMO), first + 200)))
    new = data.draw(st.text(st.sampled_from('ab(["\n :.,é🎲\t0=#\x00]')), label="typed")
    text = DEMO[:first] + new + DEMO[last:]
    sight, _ = put(DEMO, after=text or " ")
    for message in at_once(sight.found, sight.path, "\n".join(sight.text.read)):
        where = diagnostic(message, sight.text, "fr").range
        assert 0 <= where.start.line <= where.end.line < len(sight.text.raw)
        assert (where.start.line, where.start.character) <= (where.end.line, where.end.character)
        fixes(sight, message, "en")
    line = data.draw(st.integers(0, len(sight.text.raw) - 1))
    spot = Spot(line, data.draw(st.integers(0, len(sight.text.raw[line]))))
    offers(sight, spot, "en")
    hover(sight, spot, "fr")
    outline(sight.text, sight.shown, "en")
    tokens(sight)
    folds(sight.text)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_syntax_is_told_at_once_as_it_is_told_later(put: Callable[..., Opened], data: st.DataObject) -> None:
    lines = DEMO.split("\n")
    gone = data.draw(st.integers(1, len(lines) - 1))
    sight, _ = put(DEMO)
    text = "\n".join(lines[:gone] + lines[gone + 1 :])
    later = {m for m in read_whole(sight, text) if m[1].startswith("S")}
    assert {m for m in told(sight, text) if m[1].startswith("S")} == later


def test_a_whole_analysis_is_what_check_tells(put: Callable[..., Opened]) -> None:
    sight, _ = put(DEMO.replace("    life: 0 to 9 = 3\n", "    life: 0 to 9 = 3\n    spare: 0 to 9 = 3\n"))
    every = thorough(sight.found)
    assert [m.code for m in every[sight.path]] == [m.code for m in check(sight.path)] != []


def test_a_text_without_an_end(put: Callable[..., Opened]) -> None:
    sight, _ = put(DEMO, after=DEMO + '\nevent x:\n    tell everyone en "never closed')
    assert Text("").end() == Spot(0, 0)
    assert any(m[1] == "S06" for m in told(sight, "\n".join(sight.text.read)))
