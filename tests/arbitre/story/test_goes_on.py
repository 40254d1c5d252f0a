"""An action that somebody is asked for in the midst of the same action goes on with it, and is no consequence of it."""

from __future__ import annotations

from pathlib import Path

from arbitre.interpreter.match.match import Match
from arbitre.opening.books import ready
from arbitre.story.narrator import Narrator

RULES = """game sown:
    languages en
    title en "Sown"
    play turn up to 9 times
kind player, seats: red, blue
    title en "Player"
table of player:
    name | en
    red  | "Red"
    blue | "Blue"
kind pit: left, middle, right
    title en "Pit"
    seeds: 0 to 9 = 3
        title en "Seeds"
event spill pit:
    says en "Some of {pit} is spilt."
    pit.seeds becomes 0
action sow by player from pit, up to 9 times:
    title en "Sow"
    during sowing
    when pit.seeds is 1 or more
    says en "{player} sows {pit}."
    spill pit
    if any pits where seeds is 1 or more: player must act in sowing
agenda turn:
    sowing:
        title en "Sowing"
        red must act in sowing
"""


def test_sowing_again_is_told_as_the_first_sowing(tmp_path: Path) -> None:
    path = tmp_path / "sown.rules"
    path.write_text(RULES, encoding="utf-8")
    match = Match(ready(str(path), {}, ())[2], 3)
    for _ in range(2):
        request = match.requests[0]
        match.answer(request.id, 0)
    told = [(one.depth, one.text) for one in Narrator(match, "en").sentences(match.run.log or []) if one.kind == "event"]
    assert [depth for depth, _ in told][:4] == [0, 1, 0, 1], told


CHOSEN = """game taken:
    languages en
    title en "Taken"
    play turn up to 2 times
    events seen by everyone
kind player, seats: red, blue
    title en "Player"
kind pit: left, middle, right
    title en "Pit"
    seeds: 0 to 9 = 3
        title en "Seeds"
event bell:
    says en "The bell rings."
agenda turn:
    taking:
        title en "Taking"
        red chooses pit from pits where seeds is 1 or more
        red chooses other from pits where it is not pit
{line}        pit.seeds becomes 0
"""


def test_what_is_said_of_two_choices_tells_of_both(tmp_path: Path) -> None:
    told = {}
    for line in ('        says en "Red takes {pit} beside {other}."\n', ""):
        path = tmp_path / "taken.rules"
        path.write_text(CHOSEN.replace("{line}", line), encoding="utf-8")
        match = Match(ready(str(path), {}, ())[2], 3)
        for _ in range(2):
            match.answer(match.requests[0].id, 0)
        told[bool(line)] = [
            one.text for one in Narrator(match, "en").sentences(match.run.log or []) if one.kind in ("event", "choice", "told")
        ]
    assert told[True] == ["Red takes left beside middle."]
    assert len(told[False]) == 2 and "left" in told[False][0] and "middle" in told[False][1], told
