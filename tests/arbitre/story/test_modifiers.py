"""Numbers and throws taken apart: the parts add up, bear their names, and are told to those who may know them."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.explain.numbers import Modifier, modifiers_of
from arbitre.interpreter.explain.throws import thrown
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.story.watch import Note, watched

GAME = """
game yard:
    title en "Yard" fr "Cour"
    play turn up to 9 times, then over
    events seen by everyone
kind player, seats: red, blue
kind charm:
    title en "Charm" fr "Charme"
    helps: -9 to 9 = 0, added to nerve(runner)
charm ring:
    title en "Ring" fr "Bague"
    helps 2
charm stone:
    title en "Stone" fr "Caillou"
    helps -1
    adjust nerve(stone): +3 when stone.tired
kind runner (mover), up to 4:
    owner: player
    charms: any charm
    tired: flag
        title en "Tired" fr "Fatigué"
    secret: flag, seen by owner
        title en "Secret strength" fr "Force secrète"
    legs: 0 to 9 = 4
        title en "Legs" fr "Jambes"
let nerve(runner) = runner.legs
    title en "Nerve" fr "Cran"
    +1 when runner.secret
    -2 when runner is worn title en "Out of breath" fr "À bout de souffle"
    +1 for each runner.charms title en "Luck of charms" fr "Chance des charmes"
    is 9 when runner.legs is 0
    8 or less
runner is worn when runner.tired
    title en "Worn out" fr "Épuisé"
test leap by runner: d6
    title en "Leap" fr "Saut"
    + nerve(runner)
    -1 when runner is worn
    success when total is 7 or more
contest race by runner against mover: d6 + runner.legs against d6 + nerve(mover)
event stumble runner:
    roll d6 + nerve(runner) as step
    if step is less than runner.legs: runner.tired becomes true
event over: nobody wins
event setup:
    create runner with owner red
    create runner with owner blue
agenda turn:
    go:
        for each player in players:
            player may jump:
                for each runner in runners where it.owner is player:
                    test leap by runner
                    stumble runner
                    contest race by runner against runner
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    (tmp_path / "yard").mkdir()
    (tmp_path / "yard" / "yard.rules").write_text(GAME)
    bound = compile_rules(load(tmp_path / "yard"))
    return watched(machine_of(bound.program), 1)


def put(match: Match, name: str, row: int, value: int) -> None:
    column = next(f for f in match.program.fields if f.name == name)
    match.state.cells[match.machine.layout.base[column.index] + row] = value


def told(parts: tuple[Modifier, ...]) -> list[str]:
    return [f"{p.amount:+d} {p.title.own('en')}" for p in parts]


def leap(match: Match, row: int = 0) -> tuple[Modifier, ...]:
    procedure = next(p for p in match.program.procedures if p.name == "leap")
    frame = [0] * procedure.slots
    frame[procedure.params[0].slot] = row
    return thrown(match.run, procedure, frame).added


def test_only_the_lines_that_hold_are_parts_and_they_add_up(match: Match) -> None:
    assert told(leap(match)) == ["+4 Nerve"]  # no line of it holds: it is one number
    put(match, "tired", 0, 1)
    put(match, "charms", 0, 3)
    assert told(leap(match)) == ["+4 Legs", "-2 Out of breath", "+2 Luck of charms", "+3 Stone", "+2 Ring", "-1 Stone", "-1 Worn out"]
    assert sum(p.amount for p in leap(match)) == match.machine.expr(bonus_of(match))(match.run, [0] * 9)


def bonus_of(match: Match) -> object:
    procedure = next(p for p in match.program.procedures if p.name == "leap")
    return procedure.body[1].value


def test_a_ceiling_and_a_line_that_replaces_all_are_told_where_they_change_anything(match: Match) -> None:
    put(match, "charms", 0, 1)
    put(match, "legs", 0, 8)
    assert told(leap(match)) == ["+8 Legs", "+1 Luck of charms", "+2 Ring", "-3 Nerve"]
    put(match, "legs", 0, 0)
    assert [p.form for p in leap(match)] == ["is", "each", "column", "ceiling"]


def test_a_part_is_told_to_those_who_may_know_that_it_held(match: Match) -> None:
    put(match, "secret", 1, 1)
    part = next(p for p in leap(match, 1) if p.title.own("en") == "Secret strength")
    assert part.title.own("fr") == "Force secrète"
    assert part.seen_by("referee") and part.seen_by(1)
    assert not part.seen_by(0) and not part.seen_by("spectator")
    assert all(p.seen_by(0) for p in leap(match, 1) if p != part)


def test_a_part_knows_its_line(match: Match) -> None:
    put(match, "tired", 0, 1)
    part = next(p for p in leap(match) if p.title.own("en") == "Out of breath")
    line = match.program.sources[part.place.file].split("\n")[part.place.line - 1]
    assert line.strip().startswith("-2 when runner is worn")


def test_a_number_by_itself(match: Match) -> None:
    function = next(f for f in match.program.functions if f.name == "nerve")
    assert told(modifiers_of(match.run, function.body, [0] * 9)) == ["+4 Legs"]


def test_throws_of_tests_contests_and_events_are_noted(match: Match) -> None:
    put(match, "tired", 0, 1)
    while match.requests and match.requests[0].seat == 0:
        match.answer(match.requests[0].id, "yes")
    notes = {r.name: note_at(match, r.index) for r in reversed(match.run.log or []) if r.kind == "roll"}
    assert told(notes["leap"].added(0)) == ["+4 Legs", "-2 Out of breath", "-1 Worn out"]
    assert [(w.result, w.sign, w.value) for w in notes["leap"].wanted(0)] == [("success", ">=", 7)]
    assert notes["leap"].needs["success"] == (6,) and str(notes["leap"].single["success"]) == "1/6"
    assert told(notes["step"].added("spectator")) == ["+4 Legs", "-2 Out of breath"]
    assert [(w.sign, w.value, w.title.own("fr")) for w in notes["step"].wanted(0)] == [("<", 4, "Jambes")]
    assert told(notes["race"].added(0)) == ["+4 Legs"]
    assert told(notes["race"].against(0)) == ["+4 Legs", "-2 Out of breath"]


def note_at(match: Match, index: int) -> Note:
    return match.dice.notes.get(index) or next(n for at, n in sorted(match.dice.notes.items()) if at >= index - 1)
