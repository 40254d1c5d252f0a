"""What a rulebook says of deadlines, and what a sheet says instead."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arbitre.api import post as api
from arbitre.post.duties import done_for
from arbitre.words.phrases import of
from tests.arbitre.post.heath import written
from tests.arbitre.post.table import AFTER, NEXT, SHEET, Desk

EVENING = """
extends heath

# In the evening captains may cheer, and in the morning everybody must wake: other files say what is due of the steps they put in.
insert after day.rest:
    cheering: for each team in teams together:
        team chooses cheer from cheers in secret:
            asks en "Whom do you cheer?" fr "Qui encouragez-vous ?"
insert before day.orders:
    due waking otherwise hold
    waking: for each team in teams together:
        team chooses cheer from cheers in secret
kind cheer: sun, rain
table of cheer:
    name | en     | fr
    sun  | "Sun"  | "Soleil"
    rain | "Rain" | "Pluie"
"""


def desk_with(folder: Path, missed: str = "", more: str = "", sheet: str = "") -> Desk:
    """The heath, with what its agenda says is due."""
    said = SHEET.replace('game = "heath"', 'game = "heath"\nextensions = ["evening.rules"]' if more else 'game = "heath"')
    (folder / "evening.rules").write_text(more, encoding="utf-8")
    return Desk(folder, sheet, sheet=said, due=f"    due orders{missed}\n")


def test_what_the_rulebook_does_for_the_late(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, " otherwise last")
    desk.turn("r1 runs B1\nr2 sleeps", "b1 sleeps\nb2 sleeps", AFTER)
    desk.deliver("red", "r1 runs C1\nr2 sleeps", at=AFTER)
    desk.resolve(at=NEXT)
    assert "Blue 1 rests." in desk.run("report", "--as", "referee") and desk.record["rounds"][-1]["missed"] == {"blue": "last"}


def test_the_sheet_says_otherwise(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, " otherwise last", sheet='missed = "hold"')
    assert "waits for everyone" in desk.resolve(fails=True)


def test_only_what_is_due_is_waited_for(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, more=EVENING)
    assert "Blue (Ben): has not answered yet" in desk.run("status", at=AFTER)
    assert "waits for everyone" in desk.resolve(fails=True)  # they must wake, and nobody is asked for orders yet
    for side in ("red", "blue"):
        desk.deliver(side, "sun")
    desk.resolve()
    desk.turn("r1 runs B1\nr2 sleeps", "b1 sleeps\nb2 sleeps", NEXT)
    assert "turn 2" in desk.run("status", at=NEXT) and not any(one["missed"] for one in desk.record["rounds"])


def test_the_sheet_waits_for_more(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, more=EVENING, sheet='due = ["cheer"]')
    for side in ("red", "blue"):
        desk.deliver(side, "sun")
    desk.resolve()
    desk.turn("r1 runs B1\nr2 sleeps", "b1 sleeps\nb2 sleeps", NEXT)
    told = desk.run("status", at=NEXT)
    assert (
        "Whom do you cheer?" not in told
        and told.count("has not answered yet") == 2
        and told == desk.run("status", "--as", "spectator", at=NEXT)
    )
    assert "Whom do you cheer?" in desk.run("status", "--as", "red", at=NEXT)
    assert "Whom do you cheer?" in desk.run("status", "--all", at=NEXT) and "turn 1" in desk.run("status", at=NEXT)
    desk.deliver("red", "rain", at=NEXT)
    desk.resolve(at="2026-12-04T21:00")
    assert desk.record["rounds"][-1]["missed"] == {"blue": "default"}


@pytest.mark.parametrize("game", ["heath", "kollaball", "tsewnart"])
def test_what_a_resolution_gives_is_what_its_record_plays(tmp_path: Path, game: str) -> None:
    """The match that comes along with a record is not played again: it stands, asks and reports as one that is."""
    now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    sheet = {"game": str(written(tmp_path)) if game == "heath" else game, "deadlines": {"first": "2026-12-01T20:00:00", "every": "1 day"}}
    match = api.begin(sheet, now, seed=bytes(range(32)))
    for _ in range(4):
        now += timedelta(days=2)
        done = match.resolve_if_due(now)
        assert done is not None
        match, anew = done.match, api.restore(done.match.record)
        for one in (match, match.unsealed()):
            assert one.match.digest() == anew.match.digest()
            for side in (*match.sides, "spectator", "referee"):
                assert one.report(side) == anew.report(side) and one.journal(side) == anew.journal(side)
            for side in match.sides:
                assert one.form(side) == anew.form(side)
            assert [duty.decision for duty in one.duties()] == [duty.decision for duty in anew.duties()]
    assert match.turn >= 2


def test_what_the_rules_do_not_say_of_silence_is_said(tmp_path: Path) -> None:
    """The last answer is taken, and a referee is told so, before it happens and when it does."""
    desk = desk_with(tmp_path, more=EVENING, sheet='due = ["cheer"]')
    one = {"turn": 1, "missed": {"red": "default", "blue": "default"}, "assumed": ["blue"]}
    assert done_for(one, "red", of("en")) == "the rules decide what happens"
    assert "the last of the possible answers is taken" in done_for(one, "blue", of("en"))
    told = (tmp_path / "told.toml", tmp_path / "silent.toml", tmp_path / "said.toml")
    for file, missed in zip(told, ("rules", "hold", "{ bid = 'bot' }"), strict=True):
        said = f'missed = "{missed}"' if missed[0] != "{" else f"missed = {missed}"
        file.write_text(f'game = "lots.rules"\n[deadlines]\nfirst = 2026-12-01T20:00:00\nevery = "1 day"\n{said}\n', encoding="utf-8")
    (tmp_path / "lots.rules").write_text(LOTS, encoding="utf-8")
    out = [desk.run("new", str(file), at="2026-11-30T10:00", file=False) for file in told]
    assert "nobody answers these questions: bid, vote. The last" in out[0]
    assert "nobody answers" not in out[1] and "these questions: vote." in out[2]
    desk.file = tmp_path / "told.post"
    assert "do not say what counts then" in desk.resolve() and "do not say what counts then" in desk.run("report", "--as", "ann")
    told_twice = desk.resolve(at=NEXT)
    assert "Turn 1 continues" in told_twice or "Turn 1 is resolved" in told_twice
    assert desk.run("report", "--turn", "1").count("Ann missed this turn: the rules do not say") == 1
    assert [one.get("assumed") for one in desk.record["rounds"]] == [["ann", "ben"], ["ann"]]


LOTS = """game lots:
    title en "Lots" fr "Lots"
    play day up to 5 times
    events seen by everyone

kind player, seats: ann, ben
    title en "Player" fr "Joueur"
    bid: 0 to 3
        title en "Bid" fr "Mise" feminine
    vote: player or none
        title en "Vote" fr "Voix" feminine
    gift: 0 to 3
        title en "Gift" fr "Don"
table of player:
    name | en    | fr
    ann  | "Ann" | "Anne"
    ben  | "Ben" | "Ben"

agenda day:
    title en "Day" fr "Jour"
    bidding: for each player in players together: player chooses player.bid from 0 to 3
    voting: ann chooses ann.vote from players
    giving: ben chooses ben.gift from 0 to 3 otherwise 0
    sparing: ben chooses ben.vote from players or none
"""
