"""What a side is handed counts its own answers only: neither names of questions nor views tell how often others were asked."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import view
from arbitre.interpreter.play.bots.determinisation import sample_world
from arbitre.interpreter.state.lots import Lots
from arbitre.session.undo import Said, seen_by

GAME = """\
game orders:
    title en "Orders" fr "Ordres"
    events seen by nobody
kind side (s), seats: red, blue
    title en "Side" fr "Camp"
    plans: 0 to 9, seen by side
        title en "Plans" fr "Plans"
    pick: 0 to 9, seen by side
        title en "Pick" fr "Choix"
agenda turn:
    planning:
        red chooses n from 1 to 3 in secret
        red.plans becomes n
        repeat (red.plans - 1) times:
            red chooses more from 1 to 3 in secret
            red.pick becomes more
    closing:
        {close}
"""
IN_TURN = "blue chooses n from 1 to 3 in secret\n        blue.pick becomes n"
TOGETHER = "for each s in sides together:\n            s chooses n from 1 to 3 in secret\n            s.pick becomes n"


def ready(folder: Path, close: str) -> Machine:
    path = folder / "orders.rules"
    path.write_text(
        GAME.format(close=close).replace("repeat (red.plans - 1) times", "repeat max(0, red.plans - 1) times"), encoding="utf-8"
    )
    return machine_of(compile_rules(load(path)).program)


def after(machine: Machine, plans: int) -> Match:
    """The match where blue is first asked, red having been asked so many times."""
    match = Match(machine, 7)
    match.answer(match.requests[0].id, str(plans), 0)
    while not any(request.seat == 1 for request in match.requests):
        match.answer(match.requests[0].id, "2", 0)
    return match


def test_a_question_is_called_alike_however_often_others_were_asked(tmp_path: Path) -> None:
    for close in (IN_TURN, TOGETHER):
        worlds = [after(ready(tmp_path, close), plans) for plans in (1, 2, 3)]
        assert len({len(match.tape.answers) for match in worlds}) == 3  # they do differ
        named = [[request.id for request in match.pending(1)] for match in worlds]
        assert named[0] == named[1] == named[2] != []
        seen = [view(match, 1) for match in worlds]
        assert seen[0] == seen[1] == seen[2] and seen[0]["requests"]
        # What bots draw by the name of their question is the same as well.
        drawn = [sample_world(match, match.pending(1)[0], Lots(match.pending(1)[0].id)) for match in worlds]
        assert len({tuple(copy.state.cells) for copy in drawn if copy is not None}) == 1


def test_names_hold_while_others_answer_and_no_two_open_questions_share_one(tmp_path: Path) -> None:
    match = after(ready(tmp_path, TOGETHER), 2)
    names = {request.seat: request.id for request in match.requests}
    assert len(set(names.values())) == 2
    match.answer(names[0], "3", 0)
    assert [request.id for request in match.requests] == [names[1]]
    copy = match.clone(seed=99)
    assert [request.id for request in copy.requests] == [names[1]]
    match.answer(names[1], "1", 1)
    assert match.requests[0].id not in names.values()
    match.undo()
    assert {request.seat: request.id for request in match.requests} == names


def test_a_list_of_what_can_be_taken_back_does_not_count_what_others_said() -> None:
    mine, other = frozenset({0}), frozenset({1})
    short = seen_by([Said(5, mine, "go"), Said(4, other), Said(3, mine, "stay")], 0)
    long = seen_by([Said(8, mine, "go"), Said(7, other), Said(6, other), Said(4, other), Said(3, mine, "stay")], 0)
    assert [(one.seats, one.text) for one in short] == [(one.seats, one.text) for one in long]
    assert long[1].position == 4  # all of it goes, or none
