"""Whoever stands nowhere goes nowhere: what he does here and then there is told as two deeds, a way as one."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl.lower.scenario.scenarios import bind_scenario
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import Rehearsal
from arbitre.interpreter.play.scenario.stage import Outcome
from arbitre.interpreter.reference.program import add_functions
from arbitre.story.narrator import Narrator
from arbitre.story.watch import observed

RULES = """\
game deeds:
    title en "Deeds" fr "Faits"
    play turn up to 3 times
    events seen by everyone
kind player, seats: ann, ben
table of player:
    name | en | fr
    ann  | "Ann" | "Anne"
    ben  | "Ben" | "Ben"
kind pit, grid(4, 1, closed)
    next: pit or none
    seeds: 0 to 9
kind man, many men, up to 2
    pit: pit or none
event sow pit by player:
    says en "{player} sows from {pit}." fr "{player} sème depuis {pit}."
    pit.seeds becomes 1
event walk man to pit:
    says en "{man} goes to {pit}." fr "{man} va en {pit}."
    man.pit becomes pit
agenda turn:
    going:
        sow (1, 1) by ann
        sow (2, 1) by ann
        for each man in men: walk man to (1, 1)
        for each man in men: walk man to (2, 1)
scenario "Both":
    title fr "Les deux"
    given man one: pit (3, 1)
    play turn
"""


def test_each_deed_is_told_and_a_way_with_its_end(tmp_path: Path) -> None:
    path = tmp_path / "deeds.rules"
    path.write_text(RULES, encoding="utf-8")
    books = Books(load(path, scenarios=True))
    bound, machine = books.get({})
    assert machine is not None, bound.messages.errors
    plan = bind_scenario(bound.context, books.rulebook.scenarios[0])
    add_functions(machine)
    stage = Rehearsal(machine, plan, Outcome("Both", books.rulebook.scenarios[0].place, []))
    observed(stage.match)
    stage.play()
    told = [one.text for one in Narrator(stage.match, "en").sentences(stage.match.run.log or [])]
    assert any("sows from (1, 1), then sows from (2, 1)." in one for one in told), told
    assert any(one.endswith("goes to (2, 1).") and "(1, 1)" not in one for one in told), told
