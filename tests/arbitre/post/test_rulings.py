"""Corrections, rulings, people and rules that change, and the proof of the dice."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.post.dice import FairDice, Throw, face, wrong
from tests.arbitre.post.table import NEXT, SHEET, Desk

STORMY = SHEET.replace('game = "heath"', 'game = "heath"\nextensions = ["storm.rules"]')
DAYS = [f"2026-12-0{n}T12:00" for n in range(1, 8)]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Two turns of the heath in a storm."""
    out = Desk(tmp_path, sheet=STORMY)
    out.turn("r1 runs B1\nr2 sleeps", "b1 sleeps\nb2 runs D3", DAYS[0])
    out.turn("r1 runs C1\nr2 runs B3", "b1 runs D1\nb2 sleeps", DAYS[1])
    return out


def throws(desk: Desk) -> dict[tuple[int, str, int], int]:
    from arbitre.cli.post.folder import rules_of
    from arbitre.post.proof import throws_of

    record = {key: value for key, value in desk.record.items() if key != "seal"}
    return {one.key: one.face for one in throws_of(record, rules_of(record)[1])}


def number_of(desk: Desk, sentence: str, turn: int) -> str:
    told = desk.run("report", "--as", "referee", "--turn", str(turn))
    return next(line for line in told.split("\n") if sentence in line).split()[1]


def test_orders_corrected_after_the_resolution(desk: Desk) -> None:
    before, held = throws(desk), desk.file.read_text(encoding="utf-8")
    asked = ("--turn", "1", "--as", "red", "--why", "The referee misread A2.")
    told = desk.run("correct", *asked, mail="r1 runs A2\nr2 sleeps")
    assert "- Red 1 walks to B1." in told and "+ Red 1 walks to A2." in told and "Turn 2:" in told
    assert "No longer fits, and is left out: Red (Ana): " in told and "Nothing has been done yet" in told
    assert desk.file.read_text(encoding="utf-8") == held
    assert "Done, as ruling 1." in desk.run("correct", *asked, "--do", mail="r1 runs A2\nr2 sleeps")
    assert "Red 1 walks to A2." in desk.run("report", "--turn", "1")
    for reader in ("spectator", "blue", "red", "referee"):
        assert "Ruling 1 (a correction), by the referee: The referee misread A2." in desk.run("report", "--turn", "1", "--as", reader)
    kept = desk.record["rulings"][0]
    assert kept["before"] == ["walk", "r1", "B1", "rest"] and kept["side"] == "red" and kept["why"]
    assert throws(desk) == before  # no other throw is shifted
    assert "a ruling needs a reason" in desk.run("correct", "--turn", "1", "--as", "red", mail="r1 sleeps", fails=True)
    assert "asked nothing in turn 7" in desk.run("correct", "--turn", "7", "--as", "red", "--why", "x", mail="r1 sleeps", fails=True)
    assert "Nothing was accepted" in desk.run("correct", "--turn", "1", "--as", "red", "--why", "x", mail="r1 flies", fails=True)


def test_a_die_ruled_otherwise(desk: Desk) -> None:
    before = throws(desk)
    number = number_of(desk, "The storm blows", 1)
    was = before[1, "storm > strength", 1]
    new = 7 if was != 7 else 8
    told = desk.run("rule", number, "--face", str(new), "--why", "Cocked.", "--by", "Max")
    assert f"- The storm blows at {was}." in told and f"+ The storm blows at {new}." in told and throws(desk) == before
    desk.run("rule", number, "--face", str(new), "--why", "Cocked.", "--by", "Max", "--do")
    assert throws(desk) == {**before, (1, "storm > strength", 1): new} and desk.record["rulings"][0]["before"] == was
    assert "Ruling 1 (a die), by Max: Cocked." in desk.run("report", "--turn", "1")
    assert "Décision 1 (un dé), par Max : Cocked." in desk.run("report", "--turn", "1", lang="fr")
    assert "by ruling: 1" in desk.run("verify")
    assert "cannot show 21" in desk.run("rule", number, "--face", "21", "--why", "x", fails=True)
    assert "no such die" in desk.run("rule", number, "--face", "2", "--die", "2", "--why", "x", fails=True)
    assert "no event 9999" in desk.run("rule", "9999", "--face", "2", "--why", "x", fails=True)


def test_an_appeal_answered(desk: Desk) -> None:
    digest = desk.record["digest"]
    number = number_of(desk, "Red 1 walks", 1)
    desk.run("rule", number, "--why", "B1 was free: it stands.", "--do")
    assert desk.record["digest"] == digest
    assert "(an appeal answered), by the referee: B1 was free: it stands." in desk.run("report", "--turn", "1", "--as", "blue")


def test_a_resolution_taken_back(desk: Desk) -> None:
    before = throws(desk)
    number = number_of(desk, "Red 1 walks to C1", 2)
    assert "- Red 1 walks to C1." in desk.run("rule", number, "--undo", "--why", "Resolved an hour early.")
    desk.run("rule", number, "--undo", "--why", "Resolved an hour early.", "--do")
    assert "turn 2" in desk.run("status", at=DAYS[2]) and set(desk.record["drafts"]) == {"red", "blue"}
    assert "Walk: Red 1, C1" in desk.run("orders", "--as", "red") and "The next turn is due Thursday 2026-12-03 20:00" in desk.run(
        "report", "--turn", "1"
    )
    desk.deliver("blue", "b1 sleeps\nb2 sleeps", at=DAYS[1])
    desk.resolve(at=DAYS[2])
    told = desk.run("report", "--turn", "2")
    assert "Ruling 1 (a resolution undone), by the referee: Resolved an hour early." in told and "Blue 1 rests" in told
    assert all(before[key] == shown for key, shown in throws(desk).items() if key in before)
    assert len(desk.record["rulings"][0]["before"]) == 1


def test_a_replacement(desk: Desk) -> None:
    desk.deliver("red", "r1 sleeps\nr2 sleeps", at=DAYS[2])
    assert "From now on Kit plays Red (Ana)." in desk.run("replace", "--as", "red", at=DAYS[2])
    assert "Red (Kit)" in desk.run("status", at=DAYS[2]) and "Rest: Red 1" in desk.run("orders", "--as", "red")
    assert "no substitute" in desk.run("replace", "--as", "blue", at=DAYS[2], fails=True)
    desk.run("replace", "--as", "blue", "--by", "Léa", "--speaks", "fr", "--zone", "Europe/Paris", at=DAYS[2])
    desk.run("report", "--all")
    assert "Jour 2" in (desk.folder / "reports" / "turn-2" / "blue.txt").read_text(encoding="utf-8")
    assert "The heath – Day 2" in (desk.folder / "reports" / "turn-2" / "red.txt").read_text(encoding="utf-8")


def test_a_handover(desk: Desk) -> None:
    old, new = desk.file, desk.folder / "elsewhere" / "other.post"
    new.parent.mkdir()
    told = desk.run("report", "--as", "referee")
    desk.run("hand-over", "--to", str(new), "--by", "Max", at=DAYS[2])
    assert "handed over to Max" in desk.deliver("red", "r1 sleeps", at=DAYS[2], fails=True)
    for path in [*(desk.folder / "heath").iterdir(), desk.folder / "storm.rules"]:
        path.unlink()
    desk.file = new
    assert desk.run("report", "--as", "referee") == told  # rules, extensions and history are in it
    desk.turn("r1 sleeps\nr2 sleeps", "b1 sleeps\nb2 sleeps", DAYS[2])
    assert "turn 4" in desk.run("status", at=DAYS[2]) and old.exists()
    assert "already exists" in desk.run("hand-over", "--to", str(old), "--by", "Max", fails=True)


def test_a_pause(desk: Desk) -> None:
    desk.run("pause", at=DAYS[2])
    assert "Paused since" in desk.run("status", at="2026-12-20T12:00") and "is paused" in desk.resolve("--early", at=NEXT, fails=True)
    desk.deliver("red", "r1 sleeps\nr2 sleeps", at="2026-12-15T12:00")
    assert not desk.record["drafts"]["red"]["late"]
    assert "Due Wednesday 2026-12-23 20:00 (Europe/Paris)" in desk.run("pause", "--end", at="2026-12-23T12:00")
    assert "not paused" in desk.run("pause", "--end", at="2026-12-23T12:00", fails=True)


def test_edited_rules(desk: Desk) -> None:
    rules = desk.folder / "storm.rules"
    assert "are the rules that the match already has" in desk.run("check")
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text + "# a remark\n", encoding="utf-8")
    told = desk.run("check")
    assert "✓ the same answers" in told and "✓ the same dice" in told and "✓ the same state" in told and "can continue" in told
    assert "a remark" not in json.dumps(desk.record["rules"])
    assert "It continues with them." in desk.run("check", "--take")
    assert "a remark" in json.dumps(desk.record["rules"]) and "are the rules" in desk.run("check")
    rules.write_text(text.replace("roll d20 as strength", "roll d12 as strength"), encoding="utf-8")
    told = desk.run("check", "--take", fails=True)
    assert "✗ the same dice" in told and "keeps its own rules" in told and "Turn 1:" in told
    heath = desk.folder / "heath" / "heath.rules"
    heath.write_text(heath.read_text(encoding="utf-8").replace("r1   | red  | A1", "r1   | red  | A2"), encoding="utf-8")
    rules.write_text(text, encoding="utf-8")
    assert "keeps its own rules" in desk.run("check", fails=True)
    rules.write_text("extends heath\n???\n", encoding="utf-8")
    assert desk.run("check", fails=True).startswith("Error")
    assert "turn 3" in desk.run("status", at=DAYS[2])


# ------------------------------------------------------------------------------------------------ fair dice


def finished(desk: Desk) -> Path:
    """The proof of a match that is played to its end."""
    rest = "b1 sleeps\nb2 sleeps"
    mails = [("r1 runs D1\nr2 runs C3", rest), ("r1 runs E1\nr2 runs D3", rest), ("r2 runs E3", rest)]
    for number, (red, blue) in enumerate(mails):
        desk.turn(red, blue, DAYS[2 + number])
    out = desk.folder / "proof.json"
    desk.run("verify", "--to", str(out))
    return out


def test_the_proof_of_the_dice(desk: Desk) -> None:
    assert "all as given by the seed (by ruling: 0)" in desk.run("verify")
    assert "revealed when the match is over" in desk.run("verify", "--to", str(desk.folder / "early.json"), fails=True)
    assert not (desk.folder / "early.json").exists()
    proof = finished(desk)
    held: dict[str, Any] = json.loads(proof.read_text(encoding="utf-8"))
    assert hashlib.sha256(bytes.fromhex(held["seed"])).hexdigest() == held["commitment"] == desk.record["commitment"]
    assert {(d["turn"], d["what"], d["nth"]): d["face"] for d in held["dice"]} == throws(desk)
    desk.file = proof
    assert re.search(r"\d+ dice, all as given by the seed", desk.run("verify"))
    for change, told in (
        ({"seed": "00" * 32}, "is not the one"),
        ({"dice": [{}]}, "is neither a proof"),
        ({"seed": "zz"}, "is neither a proof"),
    ):
        proof.write_text(json.dumps({**held, **change}), encoding="utf-8")
        assert told in desk.run("verify", fails=True)
    held["dice"][0]["face"] = held["dice"][0]["face"] % held["dice"][0]["faces"] + 1
    proof.write_text(json.dumps(held), encoding="utf-8")
    assert "the seed does not give" in desk.run("verify", fails=True)


VECTORS = [
    (bytes(32), 1, "aim", 1, 6),
    (bytes(range(32)), 3, "blow", 2, 20),
    (b"\xff" * 32, 12, "lot", 1, 100),
    (bytes(32), 0, "é", 9, 2**32),
]


def test_vectors() -> None:
    """The same dice for ever, on every machine."""
    assert [face(*one) for one in VECTORS] == [3, 18, 41, 2982329491]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_verifier_of_the_guide(desk: Desk, lang: str) -> None:
    """What the guide shows derives the same dice, without Arbitre, and finds one that was changed."""
    guide = (Path(__file__).parents[3] / "docs" / lang / "guide" / "by-forum.md").read_text(encoding="utf-8")
    found = re.search(r'```text title="verify.py"\n(.*?)```', guide, re.S)
    assert found is not None and found[1].count("\n") <= 32
    script, proof = desk.folder / "verify.py", finished(desk)
    script.write_text(found[1], encoding="utf-8")
    run = [sys.executable, "-I", str(script), str(proof)]
    held = json.loads(proof.read_text(encoding="utf-8"))
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert done.stdout == f"{len(held['dice'])} dice\n" and held["dice"]
    held["dice"][0]["face"] = held["dice"][0]["face"] % held["dice"][0]["faces"] + 1
    proof.write_text(json.dumps(held), encoding="utf-8")
    assert subprocess.run(run, capture_output=True, text=True, check=False).returncode == 1


def test_dice_are_even() -> None:
    seed = bytes(range(32))
    counted = [0] * 6
    for n in range(6000):
        counted[face(seed, n % 40, "blow", n, 6) - 1] += 1
    assert max(abs(count - 1000) for count in counted) < 120


def test_what_is_only_tried_shows_none_of_the_dice() -> None:
    dice = FairDice(bytes(32))
    shown = [dice.throw(20, n, "blow", NOWHERE) for n in range(40)]
    dice.live = False
    assert [dice.throw(20, n, "blow", NOWHERE) for n in range(40)] == shown
    coming = [face(dice.seed, 0, "blow", n + 1, 20) - 1 for n in range(40, 80)]
    assert [dice.throw(20, n, "blow", NOWHERE) for n in range(40, 80)] != coming and len(dice.thrown) == 40
    assert wrong(dice.seed, dice.thrown) == [] and wrong(dice.seed, [Throw(1, "blow", 1, 20, face(dice.seed, 1, "blow", 1, 20) % 20 + 1)])


def test_a_match_that_was_over_goes_on(desk: Desk) -> None:
    desk.turn("r1 runs D1\nr2 runs C3", "b1 sleeps\nb2 sleeps", DAYS[2])
    desk.turn("r1 runs E1\nr2 runs D3", "b1 sleeps\nb2 sleeps", DAYS[3])
    desk.turn("r2 runs E3", "b1 sleeps\nb2 sleeps", DAYS[4])
    assert "is over" in desk.run("status", at=DAYS[5])
    number = number_of(desk, "Red 2 walks to E3", 5)
    asked = ("rule", number, "--set", "red.home=1", "--why", "He had stopped on D3.")
    desk.run(*asked, "--do")
    assert "is over" in desk.run("status", at=DAYS[5])  # what else follows is for the referee to say
    told = desk.run("rule", number, "--set", "r2.cell=D3", "--reopen", "--why", "He had stopped on D3.", "--do")
    assert "Done, as ruling 2." in told
    assert "Red (Ana): owes: orders" in desk.run("status", at=DAYS[5])
    assert "The match continues: it had not ended." in desk.run("report", "--turn", "5")
    assert "La partie continue" in desk.run("report", "--turn", "5", lang="fr")
    desk.turn("r2 runs E3", "b1 sleeps\nb2 sleeps", DAYS[5])
    assert "is over" in desk.run("status", at=DAYS[6])
    first = number_of(desk, "Red 1 walks to B1", 1)
    assert "was not over after the turn" in desk.run("rule", first, "--reopen", "--why", "x", fails=True)
