"""Scenarios prove what they say: expectations turned round fail, and a line that a clause stands beside is missed when it goes.

Every run takes a few lines of each game by lot; ``ARBITRE_PROVE_SEED`` throws another lot, ``arbitre prove GAME`` takes all of them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arbitre.cli.rulebook.proofs import told
from arbitre.dsl.modules.library import names
from arbitre.dsl.modules.loader import load
from arbitre.opening.proof.prover import BY_OTHERS, UNPROVED, Proofs, Report, prove, sampled

SEED = int(os.environ.get("ARBITRE_PROVE_SEED", "0"))
LINES = {"coliseum": 10, "tsewnart": 6, "bloodbowl": 2, "dungeonbowl": 2}
RULES = """\
game duel:
    title en "Duel" fr "Duel"
    text en "Two." fr "Deux."
kind player, seats: red, blue
    life: 0 to 9 = 5
event hurt player:
    player loses 1 life                                                       [DU-a-01]
    if player.life is 0: nobody wins                                          [DU-a-02]
let strength(player) = player.life
    +1 when player is red                                                     [DU-a-03]
agenda turn:
    act: hurt red
clause DU-a-01:
    text en "A blow takes a life." fr "Un coup ôte une vie."
clause DU-a-02:
    text en "Without a life it is over." fr "Sans vie, c'est fini."
clause DU-a-03:
    text en "Red is strong." fr "Rouge est fort."
"""
SCENARIO = """\
extends duel
scenario "A blow":    [DU-a-01, DU-a-02, DU-a-03]
    title fr "Un coup"
    do hurt red
    expect red.life is 4
    expect nobody told "x"
"""


def proved(folder: Path, more: str = "") -> Report:
    (folder / "duel" / "scenarios").mkdir(parents=True, exist_ok=True)
    (folder / "duel" / "duel.rules").write_text(RULES, encoding="utf-8")
    (folder / "duel" / "scenarios" / "duel.rules").write_text(SCENARIO + more, encoding="utf-8")
    return prove(str(folder / "duel"), processes=1)


def test_a_line_that_nobody_misses_is_told(tmp_path: Path) -> None:
    report = proved(tmp_path)
    assert {v.clauses for v in report.lines if v.status == UNPROVED} == {("DU-a-02",), ("DU-a-03",)}
    assert report.expectations == 2 and not report.idle and not report.ok


def test_what_one_file_inserts_into_another_is_taken_out_by_its_own_line(tmp_path: Path) -> None:
    """The inserted step stands on line 5 of its file, and so does ‘text’ in the file of the agenda."""
    (tmp_path / "duel").mkdir()
    inserted = "extends duel\n\n\ninsert after turn.act:\n    again: hurt blue        [DU-a-01]\n"
    (tmp_path / "duel" / "more.rules").write_text(inserted, encoding="utf-8")
    report = proved(tmp_path)
    (verdict,) = (v for v in report.lines if v.file.endswith("more.rules"))
    assert verdict.status == UNPROVED and verdict.source == "again: hurt blue"
    more = 'scenario "Both":\n    title fr "Les deux"\n    play turn\n    expect blue.life is 4\n'
    (tmp_path / "duel" / "scenarios" / "more.rules").write_text("extends duel\n" + more, encoding="utf-8")
    report = prove(str(tmp_path / "duel"), processes=1)
    (verdict,) = (v for v in report.lines if v.file.endswith("more.rules"))
    assert verdict.status == BY_OTHERS and verdict.by == "Both"


def test_a_proved_rulebook_is_fine(tmp_path: Path) -> None:
    more = """\
scenario "The last":
    title fr "Le dernier"
    given blue.life = 1
    do hurt blue
    expect nobody wins
    expect strength(red) is 6
"""
    assert proved(tmp_path, more).ok


MORE = """\
extends duel
after hurt player: player loses 1 life
adjust strength(player): +1 when player is blue
scenario "Twice":
    title fr "Deux fois"
    do hurt red
    expect red.life is 3
"""


def test_every_line_of_an_extension_by_its_own_scenarios(tmp_path: Path) -> None:
    proved(tmp_path)
    more = tmp_path / "duel" / "extensions" / "more.rules"
    more.parent.mkdir()
    more.write_text(MORE, encoding="utf-8")
    report = prove(str(more), processes=1)
    assert [(v.line, v.status) for v in report.lines] == [(2, BY_OTHERS), (3, UNPROVED)]
    assert list(told(report, "en"))[-1].startswith("2 lines of ") and "(of" not in list(told(report, "en"))[-1]


def test_scenarios_that_fail_because_of_an_extension_are_told_so(tmp_path: Path) -> None:
    proved(tmp_path)
    more = tmp_path / "duel" / "extensions" / "more.rules"
    more.parent.mkdir()
    more.write_text(MORE, encoding="utf-8")
    report = prove(str(tmp_path / "duel"), (str(more),), processes=1)
    assert report.failed == report.broken == ["A blow"]
    assert any("without the extension it holds" in line for line in told(report, "en"))


FURTHER = """\
scenario "Strong":
    title fr "Forte"
    expect strength(red) is 6
scenario "Blue":
    title fr "Bleu"
    do hurt blue
    expect blue.life is 4
"""


def test_scenarios_that_come_by_a_rule_are_tried_and_no_others(tmp_path: Path) -> None:
    report = proved(tmp_path, FURTHER)
    proofs = Proofs(load(tmp_path / "duel", scenarios=True))
    proofs.expectations(Report("duel"))
    tried = {}
    for noted in proofs.lines:
        units = proofs.removals.of(noted)
        tried[noted.clauses[0]] = {s.name for s in proofs.worth_trying(noted, units, proofs.scenarios)}
    assert tried == {"DU-a-01": {"A blow", "Blue"}, "DU-a-02": {"A blow", "Blue"}, "DU-a-03": {"Strong"}}
    plain = Proofs(load(tmp_path / "duel", scenarios=True))  # knows nothing of them, and tries all
    assert [(v.line, v.status) for v in map(plain.verdict, plain.lines)] == [(v.line, v.status) for v in report.lines]
    assert [v.status for v in report.lines] == ["proved", UNPROVED, BY_OTHERS]


def test_a_line_that_takes_something_out_of_another_file_is_undone(tmp_path: Path) -> None:
    """Without it the step is there again, and a scenario must miss that it is not."""

    def verdict(step: str) -> tuple[str, str]:
        turn = 'scenario "A turn":    [DU-a-01]\n    title fr "Un tour"\n    play turn\n    expect red.life is 4\n'
        proved(tmp_path, turn)
        (tmp_path / "duel" / "duel.rules").write_text(RULES.replace("act: hurt red\n", f"act: hurt red\n    more: {step}\n"), "utf-8")
        (tmp_path / "duel" / "more.rules").write_text('extends duel\nremove turn.more because en "no" fr "non"    [DU-a-01]\n', "utf-8")
        (found,) = (v for v in prove(str(tmp_path / "duel"), processes=1).lines if v.file.endswith("more.rules"))
        return found.status, found.by

    assert verdict("hurt red") == ("proved", "A turn")
    assert verdict("hurt blue") == (UNPROVED, "")


def test_of_what_no_scenario_comes_by_all_are_tried(tmp_path: Path) -> None:
    proved(tmp_path)
    rules = (tmp_path / "duel" / "duel.rules").read_text(encoding="utf-8")
    rules += "event rest:\n    red gains 1 life    [DU-a-01]\nkind hat: tall, flat    [DU-a-02]\n"
    (tmp_path / "duel" / "duel.rules").write_text(rules, encoding="utf-8")
    proofs = Proofs(load(tmp_path / "duel", scenarios=True))
    proofs.expectations(Report("duel"))
    for noted in proofs.lines[-2:]:
        assert len(proofs.worth_trying(noted, proofs.removals.of(noted), proofs.scenarios)) == len(proofs.scenarios)


@pytest.mark.parametrize("name", names())
def test_lines_by_lot(name: str) -> None:
    proofs = Proofs(load(name, scenarios=True))
    found = [proofs.verdict(noted) for noted in sampled(proofs.rulebook, LINES.get(name, 3), SEED)]
    assert not [f"{v.file}:{v.line} {v.source}" for v in found if v.status == UNPROVED]


def test_expectations_turned_round_fail() -> None:
    proofs, report = Proofs(load("coliseum", scenarios=True)), Report("coliseum")
    proofs.expectations(report)
    assert report.expectations > 300 and not report.idle and not report.failed
