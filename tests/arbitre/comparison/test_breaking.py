"""What a new version of a rulebook breaks for whoever extends it, and the version number that asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.comparison.breakage import MAJOR, MINOR, PATCH, Change, changes, next_version, raised
from arbitre.dsl.modules.loader import load

GAME = """game lists:
    title en "The lists" fr "La lice"
kind side, seats: red, blue
kind rank: novice, veteran
kind fighter (attacker, defender), up to 4:
    side: side
    stamina: 0 to 9 = 3
event strike defender by attacker:
    says nothing
    defender loses 1 stamina
event rest fighter: fighter gains 1 stamina
agenda turn:
    dawn: end
    dusk: end
"""


def found(tmp_path: Path, *edits: tuple[str, str]) -> list[Change]:
    text = GAME
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    for name, said in (("old", GAME), ("new", text)):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "lists.rules").write_text(said, encoding="utf-8")
    return changes(*(load(tmp_path / name / "lists.rules") for name in ("old", "new")))


@pytest.mark.parametrize(
    ("edit", "what", "name", "part"),
    [
        (("event rest", "event recover"), "removed", "rest", MAJOR),
        (("event rest fighter: ", "event recover fighter:\n    formerly rest\n    "), "renamed", "rest", MINOR),
        (("event rest fighter: fighter gains 1 stamina", 'gone rest because en "Nobody rests." fr "Nul repos."'), "gone", "rest", MAJOR),
        (("by attacker", "from attacker"), "parameters", "strike", MAJOR),
        (("strike defender by attacker:", "strike fighter by defender:"), "", "", MINOR),  # other nouns of the same kind
        (("    stamina: 0 to 9", "    stamina: 0 to 5"), "type", "fighter.stamina", MAJOR),
        (("    dawn: end\n    dusk: end", "    dusk: end\n    dawn: end"), "order", "turn", MAJOR),
        (("    dusk: end", "    noon: end\n    dusk: end"), "added", "turn.noon", MINOR),
        (("novice, veteran", "novice"), "removed", "rank.veteran", MAJOR),
        (("kind rank: novice", "kind grade: novice"), "removed", "rank", MAJOR),
    ],
)
def test_each_kind_of_change(tmp_path: Path, edit: tuple[str, str], what: str, name: str, part: str) -> None:
    told = [one for one in found(tmp_path, edit)]
    if what:
        assert (what, name) in {(one.what, one.name) for one in told}, told
        assert raised(told) == part
    else:
        assert told == []


def test_parts_of_what_is_renamed_are_renamed_with_it(tmp_path: Path) -> None:
    told = found(tmp_path, ("kind fighter (attacker", "kind warrior (fighter, attacker"), ("up to 4:", "up to 4:\n    formerly fighter"))
    assert not any(one.breaks for one in told if one.space == "field"), told


def test_the_next_version() -> None:
    assert [next_version("1.2.3", part) for part in (MAJOR, MINOR, PATCH, "")] == ["2.0.0", "1.3.0", "1.2.4", "1.2.3"]
    assert [next_version("0.2.3", part) for part in (MAJOR, MINOR, PATCH)] == ["0.3.0", "0.2.4", "0.2.4"]
