"""Who sees how dice fall: said by the statement that throws them, and held in everything that is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.trace import Record
from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
from arbitre.opening.books import Refused
from arbitre.session.why.reasons import explain

GAME = """game lots:
    title en "Lots" fr "Lots"
    events seen by {audience}
kind player, seats: red, blue
    seen_by_all: 0 to 9
kind box (first, second): oak, iron, brass
    full: flag, seen by nobody
    number: 0 to 20
table fortune: d6
    1 to 3 low: oak.number becomes 1
    4 or more high: oak.number becomes 2
test luck: d6
    success when natural is 4 or more
contest race by first against second: d6 against d6
agenda turn:
    lots: throw_all
    rest: red wins
event throw_all:
{body}
"""
THROWS = {
    "roll d6 as plain": "plain",
    "roll d6 as once{seen}": "once",
    "roll 2d6 + 1 as more{seen}": "more",
    "roll die(4) as face{seen}": "face",
    "draw chance_box from boxes{seen}": "chance_box",
    "roll fortune{seen}": "fortune",
    "test luck as t{seen}": "luck",
    "contest race by oak against iron as r{seen}": "race",
}


def played(folder: Path, seen: str, audience: str = "everyone", body: str = "") -> Match:
    """A match in which everything was thrown, each throw said to be seen so."""
    body = body or "\n".join("    " + line.format(seen=seen) for line in THROWS)
    path = folder / "lots.rules"
    path.write_text(GAME.format(audience=audience, body=body), encoding="utf-8")
    bound = compile_rules(load(path))
    assert not bound.messages.errors, bound.messages.errors[0]
    return Match(bound.program, 5)


def thrown(records: list[Record]) -> set[str]:
    return {r.name for r in records if r.kind == "roll"}


@pytest.mark.parametrize("audience", ["everyone", "nobody"])
@pytest.mark.parametrize(
    ("seen", "red", "blue", "spectator"),
    [
        (" seen by nobody", False, False, False),
        (" seen by red", True, False, False),
        (" seen by (players where it is blue)", False, True, False),
        (" seen by everyone", True, True, True),
    ],
)
def test_dice_are_told_to_those_the_statement_names(
    tmp_path: Path, audience: str, seen: str, red: bool, blue: bool, spectator: bool
) -> None:
    match = played(tmp_path, seen, audience)
    own = set(THROWS.values()) - {"plain"}
    assert own < thrown(match.log(REFEREE))
    for viewer, told in ((0, red), (1, blue), (SPECTATOR, spectator)):
        plain = {"plain"} if audience == "everyone" else set()
        assert thrown(match.log(viewer)) == (own if told else set()) | plain, viewer


def test_a_statement_that_says_nothing_tells_as_its_event_does(tmp_path: Path) -> None:
    everything = set(THROWS.values())
    assert thrown(played(tmp_path, "").log(1)) == everything
    assert thrown(played(tmp_path, "", "nobody").log(1)) == set()


def test_nobody_asks_why_of_dice_he_does_not_see(tmp_path: Path) -> None:
    """No number leads to hidden dice."""
    match = played(tmp_path, " seen by red")
    said = []
    for number in (f"{n}{own}" for n in range(40) for own in ("", ".1", ".2", ".3", ".4")):
        try:
            said += explain(match, number, "en", 1)
        except Refused:
            continue
    assert said and not [line for line in said if "once" in line or "luck" in line]


def test_what_a_row_does_is_told_as_its_dice_are(tmp_path: Path) -> None:
    """Else the row would tell the dice; that the field itself can be seen is another matter."""
    assert [r.name for r in played(tmp_path, " seen by nobody").log(1) if r.kind == "change"] == []
    assert [r.name for r in played(tmp_path, " seen by blue").log(1) if r.kind == "change"] == ["number"]
    assert [r.name for r in played(tmp_path, "").log(0) if r.kind == "change"] == ["number"]


def test_a_change_is_seen_by_those_who_see_its_field(tmp_path: Path) -> None:
    hidden = played(tmp_path, "", body="    draw found from boxes seen by nobody\n    found.full becomes true")
    assert [r.name for r in hidden.log(1) if r.kind in ("change", "roll")] == []
    assert [r.name for r in hidden.log(REFEREE) if r.kind in ("change", "roll")] == ["found", "full"]


def test_dice_are_the_same_whoever_sees_them(tmp_path: Path) -> None:
    faces = [[r.data["faces"] for r in played(tmp_path, seen).log(REFEREE) if r.kind == "roll"] for seen in ("", " seen by nobody")]
    assert faces[0] == faces[1]
