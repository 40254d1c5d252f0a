"""Questions that one statement asks one after the other: whoever still has one to answer is asked, and waited for."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.api.post import restore
from tests.arbitre.post.table import Desk, sheet_of

GAME = """game council:
    title en "Council" fr "Conseil"
    languages en, fr
    play day up to 5 times
    events seen by everyone

kind player, seats: ann, ben, cid
    title en "Player" fr "Joueur"
    vote: player or none
        title en "Vote" fr "Voix" feminine
    heir: player or none
        title en "Heir" fr "Héritier"
    bid: 0 to 3, seen by player
        title en "Bid" fr "Mise" feminine
table of player:
    name | en    | fr
    ann  | "Ann" | "Anne"
    ben  | "Ben" | "Ben"
    cid  | "Cid" | "Cid"

agenda day:
    title en "Day" fr "Jour"
    {steps}

event voting:
    title en "Voting" fr "Vote"
    for each player in players:
        player chooses player.vote from players:
            asks en "Whom do you vote for?" fr "Pour qui votez-vous ?"
        tell everyone en "{{player}} votes for {{player.vote}}." fr "{{player}} vote pour {{player.vote}}."

event naming:
    title en "Naming" fr "Désignation" feminine
    ann chooses ann.vote from players:
        asks en "Who is the first?" fr "Qui est le premier ?"
    ann chooses ann.heir from players where it is not ann.vote:
        asks en "And the second?" fr "Et le deuxième ?"
    tell everyone en "{{ann.vote}} and {{ann.heir}} are named." fr "{{ann.vote}} et {{ann.heir}} sont nommés."

event throwing:
    title en "Throwing" fr "Lancer"
    ann chooses ann.bid from 0 to 3
    roll d6 as luck
    if luck is 7: ann wins
    ann chooses ann.vote from players

event trading:
    title en "Trading" fr "Commerce"
    for each player in players: player acts in trading
    ann acts in trading
    ann acts in trading
    ann acts in resting

action deal by player:
    title en "Deal" fr "Traiter"
    during trading
    says en "{{player}} deals." fr "{{player}} traite."

action nap by player:
    title en "Nap" fr "Dormir"
    during resting
    says en "{{player}} naps." fr "{{player}} dort."

event selling:
    title en "Selling" fr "Vente" feminine
    roll d6 as lot
    says en "Lot {{lot}} is sold." fr "On vend le lot {{lot}}."
    tell ben en "Ben knows a secret." fr "Ben sait un secret."
    for each player in players together: player chooses player.bid from 0 to 3 in secret
    reveals bid
    tell everyone en "{{ann.bid}}, {{ben.bid}}, {{cid.bid}}." fr "{{ann.bid}}, {{ben.bid}}, {{cid.bid}}."
"""
PEOPLE = {"ann": "Ana", "cid": "Cleo", "ben": "Bob"}
NOON, LATE = "2026-11-30T12:00", "2026-12-01T21:00"


def begun(folder: Path, steps: str, deadlines: str = "", bot: str = "") -> Desk:
    (folder / "council.rules").write_text(GAME.format(steps=steps), encoding="utf-8")
    return Desk(folder, deadlines, sheet=sheet_of("council", PEOPLE, bot))


def test_each_of_several_is_asked_and_waited_for(tmp_path: Path) -> None:
    desk = begun(tmp_path, "ballot: voting")
    desk.deliver("ann", "Ben", at=NOON)
    told = desk.resolve(at=NOON)
    assert "Turn 1 continues, waiting now for Ben (Bob)." in told and "Ben (Bob): has not answered yet" in told and "Cid" not in told
    assert "not delivered: ben." in desk.resolve(at=NOON, fails=True)  # nothing is taken for him before it is due
    assert "Ann votes for Ben." in desk.run("report", "--turn", "1") and "Cid votes" not in desk.run("report", "--turn", "1")
    desk.deliver("ben", "Ann", at=NOON)
    assert "waiting now for Cid (Cleo)" in desk.resolve(at=NOON)
    told = desk.resolve(at=LATE)
    assert "Cid (Cleo) has missed the turn" in told and "Turn 1 is resolved." in told
    assert [one["missed"] for one in desk.record["rounds"]] == [{}, {}, {"cid": "default"}]
    report = desk.run("report", "--turn", "1")
    assert [line.partition(" · ")[2] for line in report.splitlines() if "votes for" in line] == [
        "Ann votes for Ben.", "Ben votes for Ann.", "Cid votes for Cid.",
    ]  # fmt: skip


def test_the_record_plays_what_was_resolved(tmp_path: Path) -> None:
    desk = begun(tmp_path, "ballot: voting")
    for side, vote in (("ann", "Ben"), ("ben", "Ann")):
        desk.deliver(side, vote, at=NOON)
        desk.resolve(at=NOON)
        match = restore({key: value for key, value in desk.record.items() if key != "seal"})
        assert [duty.side for duty in match.duties()] == ["ben" if side == "ann" else "cid"]
    desk.run("rule", "1", "--undo", "--why", "A test.", "--do", at=NOON)
    assert "Ann (Ana): delivered" in desk.run("status", at=NOON)


def test_a_round_of_an_earlier_version_ends_its_statement(tmp_path: Path) -> None:
    """What was kept before rounds said how much they close is played as it was then."""
    desk = begun(tmp_path, "ballot: voting")
    desk.deliver("ann", "Ben", at=NOON)
    desk.resolve(at=NOON)
    from arbitre.cli.post.folder import rules_of
    from arbitre.post.replay import played

    record = desk.record
    for one in record["rounds"]:
        del one["closed"], one["sides"]
    match = played(record, rules_of(record)[1]).match
    assert match.turn == 2 and [match.machine.row_key(match.program.seats, given.choice) for given in match.tape.answers] == [
        "ben", "cid", "cid",
    ]  # fmt: skip


def test_who_has_answered_in_part_is_waited_for(tmp_path: Path) -> None:
    desk = begun(tmp_path, "names: naming")
    assert "Still to choose: And the second?" in desk.deliver("ann", "Cid", at=NOON)
    assert "not delivered: ann." in desk.resolve(at=NOON, fails=True)
    told = desk.run("status", at=NOON), desk.run("status", "--as", "ann", at=NOON)
    assert "Ann (Ana): has answered in part" in told[0] and "Ann (Ana): still owes: And the second?" in told[1]
    desk.deliver("ann", "Cid\nAnn", at=NOON)
    assert "Turn 1 is resolved." in desk.resolve(at=NOON)
    assert "Cid and Ann are named." in desk.run("report", "--turn", "1")


@pytest.mark.parametrize("missed", ["default", "bot", "last"])
def test_what_was_handed_in_in_part_stands_when_the_turn_is_due(missed: str, tmp_path: Path) -> None:
    desk = begun(tmp_path, "names: naming", f'missed = "{missed}"')
    desk.deliver("ann", "Cid", at=NOON)
    assert "Ann (Ana) has missed the turn" in desk.resolve(at=LATE)
    assert "Cid and" in desk.run("report", "--turn", "1") and desk.record["rounds"][-1]["missed"] == {"ann": missed}
    desk.run("rule", "1", "--undo", "--why", "A test.", "--do", at=LATE)
    assert desk.record["drafts"]["ann"]["keys"] == ["cid"] and "in part" in desk.run("status", at=LATE)


def test_what_comes_after_a_throw_is_asked_after_it(tmp_path: Path) -> None:
    """Nobody answers a question before he has seen the dice on which his answer may depend."""
    desk = begun(tmp_path, "luck: throwing")
    assert "nothing more is asked" in desk.deliver("ann", "2\nvote: Ben", at=NOON, fails=True)
    assert "Still" not in desk.deliver("ann", "2", at=NOON)
    assert "waiting now for Ann (Ana)" in desk.resolve(at=NOON)
    assert "d6: " in desk.run("report", "--turn", "1")
    desk.deliver("ann", "Ben", at=NOON)
    assert "Turn 1 is resolved." in desk.resolve(at=NOON)


def test_a_bot_among_several_keeps_nobody_waiting(tmp_path: Path) -> None:
    desk = begun(tmp_path, "ballot: voting", bot="bot = true")
    desk.deliver("ann", "Ben", at=NOON)
    assert "waiting now for Cid (Cleo)" in desk.resolve(at=NOON)
    assert desk.run("report", "--turn", "1").count("votes for") == 2
    match = restore({key: value for key, value in desk.record.items() if key != "seal"})
    assert match.resolve(match.due, early=True).match.turn == 2  # type: ignore[arg-type]


def test_who_may_act_again_is_asked_again(tmp_path: Path) -> None:
    desk = begun(tmp_path, "trading: trading\n    resting: ann acts in resting")
    for side in ("ann", "ben", "cid", "ann", "ann"):
        desk.deliver(side, "deal", at=NOON)
        desk.resolve(at=NOON)
    match = restore({key: value for key, value in desk.record.items() if key != "seal"}).match
    assert [one.name for one in match.abandoned if one.kind == "call" and one.name in ("deal", "nap")] == ["deal"] * 5
    assert "waiting" not in desk.run("status", at=NOON) and "Ann (Ana): has not answered yet" in desk.run("status", at=NOON)
    desk.deliver("ann", "nap", at=NOON)
    desk.resolve(at=NOON)
    desk.deliver("ann", "nap", at=NOON)
    assert "Turn 1 is resolved." in desk.resolve(at=NOON) and "Ann deals, then naps." in desk.run("report", "--turn", "1")


def test_who_answers_hears_before_what_it_is_about(tmp_path: Path) -> None:
    desk = begun(tmp_path, "lots: selling")
    for side in ("ann", "ben", "spectator"):
        told = desk.run("report", "--turn", "1", "--as", side)
        assert "is sold." in told and ("Ben knows a secret." in told) is (side == "ben")
        assert ("bid?" in told.lower()) is (side != "spectator")
    before = [line for line in desk.run("report", "--turn", "1").splitlines() if "is sold" in line]
    desk.deliver("ann", "3", at=NOON)
    assert [line for line in desk.run("report", "--turn", "1").splitlines() if "is sold" in line] == before
    number = before[0].lstrip("- ").split()[0]
    assert "Selling" in desk.run("why", number, "--as", "cid")
    for side in ("ben", "cid"):
        desk.deliver(side, "1", at=NOON)
    desk.resolve(at=NOON)
    assert [line for line in desk.run("report", "--turn", "1").splitlines() if "is sold" in line] == before


@pytest.mark.parametrize("mail", ["bid: -3", "-3", "bid −3"])
def test_a_number_below_zero_is_not_the_one_above(mail: str, tmp_path: Path) -> None:
    desk = begun(tmp_path, "lots: selling")
    assert "not one of the answers" in desk.deliver("ann", mail, at=NOON, fails=True)
    assert "✓ Bid? 3" in desk.deliver("ann", "- 3", at=NOON)  # an item of a list


def test_an_answer_is_corrected(tmp_path: Path) -> None:
    """Whichever question of the turn it answered; where it may be one of several, the referee says which."""
    desk = begun(tmp_path, "ballot: voting\n    names: naming\n    lots: selling")
    for side, vote in (("ann", "Ben"), ("ben", "Ben"), ("cid", "Ben"), ("ann", "Cid\nBen")):
        desk.deliver(side, vote, at=NOON)
        desk.resolve(at=NOON)

    def correct(mail: str, *more: str, side: str = "ben", fails: bool = False) -> str:
        return desk.run("correct", "--turn", "1", "--as", side, "--why", "Misread.", *more, mail=mail, fails=fails)

    assert "+ Ben votes for Cid." in correct("Cid") and "Ben votes for Ben." in desk.run("report", "--turn", "1")
    told = correct("Cid", side="ann", fails=True)
    assert "1. Whom do you vote for?, 2. Who is the first?" in told and "‘--question N’" in told
    assert "there was no question 4" in correct("Cid", "--question", "4", side="ann", fails=True)
    assert "+ Ann votes for Cid." in correct("Cid", "--question", "1", "--do", side="ann")
    assert "Ann votes for Cid." in desk.run("report", "--turn", "1") and "Ruling 1 (a correction)" in desk.run("report", "--turn", "1")
    assert "is not one of the answers" in correct("Dora", fails=True)
    assert "asked nothing in turn 2" in desk.run("correct", "--turn", "2", "--as", "ben", "--why", "x", mail="Cid", fails=True)
