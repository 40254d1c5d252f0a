"""Loops done for all rows or all rounds at once, on small programs: which the passes take, and that matches stay the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import HEAD, MOVE, made, plays_alike

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.plan.passes.vectorize.loops import AtOnce
from arbitre.interpreter.plan.pipeline import planned

pytest.importorskip("wasmtime")
BESIDE = "square in man.square.neighbours and no men where it.square is square"
ACT = MOVE.format(when=BESIDE) + "    look_round man.player\n"
TAKEN = {
    "a column of each": "    for each square in squares: square.owner becomes player\n",
    "where a condition holds": "    for each square in squares where marked: square.owner becomes player\n",
    "what the loop looks for is what it changes": """\
    for each square in squares where owner is player or x is 2:
        if square.marked: square.owner becomes player
        otherwise: square.owner becomes none
""",
    "one thing or another": """\
    for each square in squares:
        if square.marked: square.owner becomes white
        otherwise:
            if square.x is 2 or more: square.owner becomes player
            otherwise: square.owner becomes none
""",
    "the last of several": """\
    for each square in squares where x is 3 or less:
        square.owner becomes white
        if square.marked: square.owner becomes player
""",
    "along a ray": """\
    for each square in squares:
        let next = ahead(square, up)
        let seen = 0
        while next is not none and next.marked, up to 6 times:
            seen becomes seen + 1
            next becomes ahead(next, up)
        if seen is 2 or more and next is not none and not next.marked: square.owner becomes player
""",
    "in each direction": """\
    for each square in squares where not marked:
        let found = 0
        for each heading in directions:
            if ahead(square, heading) is not none and (ahead(square, heading)).marked: found becomes found + 1
        if found is 2: square.owner becomes white
        if found is 3 or more: square.owner becomes player
""",
    "by events that end early": """\
    for each square in squares: judge square for player
event judge square for player:
    if square.marked: end
    let next = ahead(square, player.front)
    if next is none: end
    if next.marked: square.owner becomes player
""",
    "of the way of a side": """\
    for each square in squares:
        let next = ahead(square, player.front)
        if next is not none and next.marked: square.owner becomes player
""",
    "what ends the match": """\
    for each square in squares where x is 2 or more and y is 2 or more: judge square for player
event judge square for player:
    let seen = 0
    let next = square
    while next is not none and next.marked, up to 6 times:
        seen becomes seen + 1
        next becomes ahead(next, up)
    if seen is 3 or more:
        if square.x is 4 or more: player wins
        white wins
""",
    "rounds that end where the board does": """\
    for each square in squares where y is 6:
        let next = square
        while next is not none and next.x is less than count(squares where marked), up to 9 times: next becomes ahead(next, up)
        if next is none: square.owner becomes player
""",
    "some more by few": """\
    for each square in squares where marked and y is 3 or less:
        let next = ahead(square, up)
        if next is not none and next.marked:
            for each man in men where it.square is square and count(men) is more than 6: mark_other man
event mark_other man: man.player becomes white
""",
}


def taken(program: core.Program) -> list[AtOnce]:
    """The loops that the pass does at once, but for those of the setup."""
    made = planned(program, ["loops"])
    return [node for p in made.procedures if p.index != made.setup for node in nodes([p.body, p.steps]) if isinstance(node, AtOnce)]


@pytest.mark.parametrize("loop", TAKEN.values(), ids=TAKEN)
def test_a_loop_is_done_at_once(tmp_path: Path, loop: str) -> None:
    program = made(tmp_path, ACT + "event look_round player:\n" + loop)
    assert taken(program)
    plays_alike(program, ["loops"])
    plays_alike(program, ["loops", "words", "narrow", "tables", "members", "light", "inline", "prune"])


LEFT = {
    "one row tells what the next does": """\
    for each square in squares:
        let next = ahead(square, down)
        if next is not none and next.owner is player: square.owner becomes player
""",
    "a count over all rows": """\
    let seen = 0
    for each square in squares where marked: seen becomes seen + 1
    if seen is 9 or more: player wins
""",
    "rounds that nobody can count beforehand": """\
    for each square in squares where y is 6:
        let seen = 0
        while seen is less than count(squares where marked), up to 50 times: seen becomes seen + 1
        if seen is 3: square.owner becomes player
""",
    "what may fail": """\
    for each square in squares where y is 2 or more:
        if square.marked and (ahead(square, up)).marked and square.x is less than count(men where it.square.y is 3):
            if (ahead(square, right)).marked: square.owner becomes player
""",
    "both the end and changes": """\
    for each square in squares:
        square.owner becomes player
        if square.marked and ahead(square, up) is none: player wins
""",
    "dice": """\
    for each square in squares where marked:
        roll d6 as luck
        if luck is 6: square.owner becomes player
""",
}


@pytest.mark.parametrize("loop", LEFT.values(), ids=LEFT)
def test_other_loops_stay_as_they_are(tmp_path: Path, loop: str) -> None:
    program = made(tmp_path, ACT + "event look_round player:\n" + loop)
    assert not taken(program)
    plays_alike(program, ["loops"])


def test_a_loop_of_an_agenda_keeps_its_place(tmp_path: Path) -> None:
    """Matches are taken over from one executor by the other at any question, before and behind such a loop."""
    first, last = HEAD.split("    moving:")
    steps = """\
    clearing:
        for each square in squares where not marked:
            let next = ahead(square, up)
            if next is not none and next.marked: square.owner becomes player
    twice:
        for each other in players where it is player: other must act in moving
    again:
        for each square in squares where owner is player: square.owner becomes none
"""
    path = tmp_path / "small.rules"
    path.write_text(f"{first}{steps}    moving:{last}{MOVE.format(when=BESIDE)}", encoding="utf-8")
    program = program_of(path)
    assert len(taken(program)) == 2
    plays_alike(program, ["loops"])


AT = "let at(player, (across: -9 to 20), (up: -9 to 20)) = count(squares where x is across and y is up and owner is player)\n"
SKIPPED = {
    "two within each other": """\
    let across = 1
    repeat 6 times:
        let up = 1
        repeat 5 times:
            if square_at(across, up).marked and square_at(across, up + 1).marked: player wins
            up becomes up + 1
        across becomes across + 1
""",
    "the inner one as often as the outer says": """\
    let first = 1
    repeat 5 times:
        let second = first + 1
        repeat min(6 - first, 5) times:
            let third = 9 - first - second
            let both = at(player, first, 2) + at(player, second, 2)
            if third is more than second and both is 2 and at(player, third, 3) is 1: player wins
            second becomes second + 1
        first becomes first + 1
    if first is not 6: player wins
""",
    "a condition, and one within it": """\
    let across = 6
    while across is 1 or more, up to 6 times:
        if at(player, across, 4) is 1:
            if across is 3:
                if at(player, 4, 4) is 1: player wins
            otherwise:
                let beside = at(player, across - 1, 4) + at(player, across - 2, 4)
                if beside is 2: player wins
        across becomes across - 1
""",
    "how many are there one after the other": """\
    let across = 1
    repeat 6 times:
        let run = 0
        let up = 1
        repeat 6 times:
            if at(player, across, up) is 1: run becomes run + 1
            otherwise: run becomes 0
            if run is 3: player wins
            up becomes up + 1
        across becomes across + 1
""",
    "an event that is left": """\
    look player
event look player:
    let across = 1
    repeat 6 times:
        if at(player, across, across) is 1 and at(player, across + 1, across + 1) is 1: end
        across becomes across + 1
    let corner = square_at(6, 6)
    corner.marked becomes true
""",
}
NOT_SKIPPED = {
    "a count over all rounds": """\
    let across = 1
    let seen = 0
    repeat 6 times:
        if at(player, across, 3) is 1: seen becomes seen + 1
        if seen is 4: player wins
        across becomes across + 1
""",
    "a counter that the board decides": """\
    let across = 1
    repeat 6 times:
        if at(player, across, 3) is 1: player wins
        across becomes across + count(squares where marked)
""",
    "what is changed": """\
    let across = 1
    repeat 6 times:
        let here = square_at(across, 3)
        if here.owner is none and square_at(across, 4).marked: here.owner becomes player
        across becomes across + 1
""",
    "what is read afterwards": """\
    let across = 1
    let last = 0
    repeat 6 times:
        if at(player, across, 3) is 1: last becomes across
        if at(player, across, 4) is 1 and at(player, across, 5) is 1: player wins
        across becomes across + 1
    let corner = square_at(6, 6)
    if last is 6: corner.marked becomes true
""",
}
COUNTED = AT + "let square_at((across: -9 to 20), (up: -9 to 20)) = the squares where x is across and y is up\n"


def counted(tmp_path: Path, loop: str) -> tuple[core.Program, int]:
    """A program with a counted loop, and how many loops the pass skips where nothing comes of them."""
    program = made(
        tmp_path,
        COUNTED
        + ACT.replace("look_round man.player", "square.owner becomes man.player\n    look_round man.player")
        + "event look_round player:\n"
        + loop,
    )
    return program, len(planned(program, ["counted"]).functions) - len(program.functions)


@pytest.mark.parametrize("loop", SKIPPED.values(), ids=SKIPPED)
def test_a_counted_loop_is_skipped(tmp_path: Path, loop: str) -> None:
    program, found = counted(tmp_path, loop)
    assert found == 1
    plays_alike(program, ["counted"])
    plays_alike(program, ["exits", "unique", "loops", "counted", "words", "narrow", "tables", "light", "inline", "prune"])


@pytest.mark.parametrize("loop", NOT_SKIPPED.values(), ids=NOT_SKIPPED)
def test_other_counted_loops_stay_as_they_are(tmp_path: Path, loop: str) -> None:
    program, found = counted(tmp_path, loop)
    assert not found
    plays_alike(program, ["counted"])


def test_a_counted_loop_of_an_agenda_keeps_its_place(tmp_path: Path) -> None:
    """As above: what stands behind it is where it was."""
    first, last = HEAD.split("    moving:")
    steps = """\
    looking:
        let across = 1
        repeat 6 times:
            if at(player, across, 3) is 1 and at(player, across, 4) is 1: player wins
            across becomes across + 1
        for each other in players where it is player: other must act in moving
        let last = the squares where x is 2 and y is 3
        last.owner becomes player
"""
    path = tmp_path / "small.rules"
    path.write_text(f"{first}{steps}    moving:{last}{AT}{MOVE.format(when=BESIDE)}    square.owner becomes man.player\n", encoding="utf-8")
    program = program_of(path)
    assert len(planned(program, ["counted"]).functions) == len(program.functions) + 1
    plays_alike(program, ["counted"])
