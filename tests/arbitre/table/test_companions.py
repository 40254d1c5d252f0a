"""Whoever says nothing is given longer, warned and replaced; what players tell each other and decide together; on both databases."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import sqlalchemy as sa

from arbitre.table import ballots, missed_turns, tables
from arbitre.table import operations as deeds
from arbitre.table.errors import Trouble
from arbitre.table.storage.schema import drafts, members, outbox
from arbitre.table.storage.schema import tables as table_rows
from tests.arbitre.table.hall import Browser, Hall, plain

CELLS = ("(1, 1)", "(1, 2)", "(2, 1)", "(2, 2)")


def seated(hall: Hall, terms: dict[str, Any] | None = None, **deadlines: Any) -> tuple[str, dict[str, Browser]]:
    """A table of two, by their sides, and what it says of those who say nothing."""
    browsers = {side: hall.person(name) for name, side in (("Ana", "cross"), ("Ben", "nought"))}
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, **deadlines)
    with hall.store.writing() as held:
        sheet = {**json.loads(hall.row(held, table).sheet), "terms": terms or {}}
        held.execute(sa.update(table_rows).where(table_rows.c.id == table).values(sheet=json.dumps(sheet)))
    return table, browsers


def resolves(hall: Hall, table: str) -> bool:
    return bool(deeds.resolve_if_due(hall.store, table, hall.now)["resolved"])


def told(hall: Hall, what: str) -> list[str]:
    """Who was told it, by name."""
    names = {who: name for name, who in hall.ids.items()}
    with hall.store.reading() as held:
        return [names[one] for one in held.execute(sa.select(outbox.c.person).where(outbox.c.what == what).order_by(outbox.c.id)).scalars()]


def playing(hall: Hall, table: str) -> dict[str, str]:
    with hall.store.reading() as held:
        return {side: one["name"] for side, one in tables.sitting(held, table).items()}


def test_turns_missed_in_a_row_are_counted() -> None:
    def turn(number: int, missed: bool, **more: Any) -> dict[str, Any]:
        said = {"missed": {"a": "default"}, "given": []} if missed else {"missed": {}, "given": [["a", ["x"]]]}
        return {"turn": number, "at": f"2026-12-{number:02d}", **said, **more}

    def count(*rounds: dict[str, Any], **when: str) -> int:
        return missed_turns.missed_in_a_row(list(rounds), "a", when.get("since", ""), when.get("away", ""))

    assert count(turn(1, False), turn(2, True), turn(3, True)) == 2
    assert count(turn(1, True), turn(2, False)) == 0
    assert count(turn(1, True), turn(1, True), turn(2, True)) == 2  # two questions of one turn are one turn
    assert count(turn(1, True), {"turn": 2, "at": "2026-12-02", "missed": {}, "given": []}, turn(3, True)) == 2
    assert count(turn(1, True), turn(2, True), since="2026-12-02") == 1
    assert count(turn(1, True), turn(2, True), turn(3, True), away="2026-12-03") == 1
    assert count(turn(1, True), {"turn": 2, "at": "2026-12-02", "missed": {"b": "null"}, "given": [], "withheld": [["a", []]]}) == 0


@pytest.mark.parametrize("by", ["bot", "open"])
def test_who_misses_is_warned_then_replaced(hall: Hall, by: str) -> None:
    table, browsers = seated(hall, {"after": 2, "by": by})
    lost = ""
    for _ in range(8):
        if told(hall, "dropped"):
            break
        [side] = hall.asked(table)
        lost = lost or side
        if side == lost:
            browsers[side].orders(table, "draft", "my own thoughts")
            hall.pass_days(2)
        else:
            hall.deliver(table, side, next(cell for cell in CELLS if hall.deliver(table, side, cell, check=True)["accepted"]))
        assert resolves(hall, table)
    gone = "Ana" if lost == "cross" else "Ben"
    assert told(hall, "missed") == [gone] and told(hall, "dropped") == [gone]
    assert gone not in playing(hall, table).values()
    with hall.store.reading() as held:
        assert held.execute(sa.select(drafts)).all() == []
    who = json.loads(hall.stands(table).record)["people"][lost]
    assert bool(who.get("bot")) is (by == "bot")
    assert browsers[lost].orders(table, "send", CELLS[0]).status_code == 403
    other = browsers["nought" if lost == "cross" else "cross"]
    assert other.post(f"/t/{table}/join", side=lost).status_code == 409
    dora = hall.person("Dora")
    page = dora.get(f"/t/{table}").text
    assert ("Sit here" in page) is (by == "open")
    assert dora.post(f"/t/{table}/join", side=lost).status_code == (303 if by == "open" else 409)
    if by == "open":
        assert playing(hall, table)[lost] == "Dora" == json.loads(hall.stands(table).record)["people"][lost]["name"]
        assert "my own thoughts" not in dora.get(f"/t/{table}").text


def test_without_such_terms_nobody_is_replaced(hall: Hall) -> None:
    table, _ = seated(hall)
    for _ in range(3):
        hall.pass_days(2)
        assert resolves(hall, table)
    assert told(hall, "dropped") == [] and set(playing(hall, table).values()) == {"Ana", "Ben"}


def test_who_is_away_is_not_held_to_have_missed(hall: Hall) -> None:
    table, browsers = seated(hall, {"after": 1, "by": "bot"})
    for browser in browsers.values():
        assert browser.post(f"/t/{table}/away", until="2026-12-20").status_code == 303
        assert browser.post(f"/t/{table}/away", until="2026-11-01").status_code == 400
        assert browser.post(f"/t/{table}/away", until="2099-11-01").status_code == 400
        assert browser.post(f"/t/{table}/away", until="soon").status_code == 400
    assert "away until 2026-12-20 23:59" in plain(browsers["cross"].get(f"/t/{table}").text)
    hall.pass_days(2)
    assert resolves(hall, table) and told(hall, "dropped") == told(hall, "missed") == []
    for browser in browsers.values():
        browser.post(f"/t/{table}/away", until="")
    hall.pass_days(2)
    assert resolves(hall, table) and len(told(hall, "dropped")) == 1


def test_who_is_late_is_given_longer_once(hall: Hall) -> None:
    table, _ = seated(hall, {"grace": "12 h"})
    [side] = hall.asked(table)
    due = hall.stands(table).due
    hall.pass_days(1.4)
    assert due < hall.now.isoformat() and not resolves(hall, table)
    row = hall.stands(table)
    assert (row.state, row.turn) == ("running", 1) and row.due == row.look == "2026-12-02T08:00:00+00:00"
    assert told(hall, "grace") == ["Ana" if side == "cross" else "Ben"]
    assert not resolves(hall, table) and hall.stands(table).due == row.due
    hall.pass_days(1)
    assert resolves(hall, table) and len(told(hall, "grace")) == 1
    assert hall.stands(table).due == "2026-12-03T20:00:00+00:00"  # later deadlines keep their hour
    hall.pass_days(1.5)
    assert not resolves(hall, table) and len(told(hall, "grace")) == 2  # another turn


def test_nobody_is_given_longer_where_all_are_there(hall: Hall) -> None:
    table, _ = seated(hall, {"grace": "12 h"}, early=False)
    [side] = hall.asked(table)
    hall.deliver(table, side, CELLS[0])
    hall.pass_days(1.4)
    assert resolves(hall, table) and told(hall, "grace") == []


def ballot(hall: Hall, table: str, browser: Browser, what: str, do: str = "yes", value: int = 1) -> int:
    turn = str(hall.stands(table).turn)
    return browser.post(f"/t/{table}/vote", what=what, do=do, turn=turn, value=str(value)).status_code


def test_more_than_half_move_the_deadline_once_a_turn(hall: Hall) -> None:
    table, browsers = seated(hall)
    before = hall.stands(table)
    assert ballot(hall, table, browsers["cross"], "extend") == 303
    assert hall.stands(table).due == before.due  # one of two is not more than half
    assert "Cross" in plain(browsers["nought"].get(f"/t/{table}").text).partition("One more day")[2]
    assert ballot(hall, table, browsers["cross"], "extend", "no") == 303
    assert ballot(hall, table, browsers["nought"], "extend") == 303 and hall.stands(table).due == before.due
    assert ballot(hall, table, browsers["cross"], "extend") == 303
    assert hall.stands(table).due == "2026-12-02T20:00:00+00:00" and sorted(told(hall, "voted")) == ["Ana", "Ben"]
    assert ballot(hall, table, browsers["cross"], "extend") == 409
    assert ballot(hall, table, Browser(hall), "extend") in (403, 404)
    assert ballot(hall, table, browsers["cross"], "mutiny") == 400
    hall.pass_days(3)
    assert resolves(hall, table) and ballot(hall, table, browsers["cross"], "extend") == 303
    with pytest.raises(Trouble, match="meanwhile"):
        ballots.vote(hall.store, table, "cross", "extend", True, 1, 0, hall.now)


def test_all_agree_to_play_again_and_the_record_stays(hall: Hall) -> None:
    table, browsers = seated(hall)
    while hall.stands(table).turn < 3:
        [side] = hall.asked(table)
        hall.deliver(table, side, next(cell for cell in CELLS if hall.deliver(table, side, cell, check=True)["accepted"]))
        assert resolves(hall, table)
    before = json.loads(hall.stands(table).record)
    first = browsers["cross"].get(f"/t/{table}/turns/1").text
    assert ballot(hall, table, browsers["cross"], "restart", value=3) == 400
    assert ballot(hall, table, browsers["cross"], "restart", value=2) == 303
    assert ballot(hall, table, browsers["nought"], "restart", value=1) == 303  # not the same
    assert hall.stands(table).turn == 3
    assert ballot(hall, table, browsers["nought"], "restart", value=2) == 303
    row = hall.stands(table)
    after = json.loads(row.record)
    assert row.turn == 2 and row.state == "running" and len(after["rounds"]) < len(before["rounds"])
    assert after["rulings"][-1]["before"] == before["rounds"][len(after["rounds"]) :]
    for browser in (*browsers.values(), Browser(hall)):
        said = plain(browser.get(f"/t/{table}/journal").text)
        assert "by consent of all players" in said and "d’un commun accord" in said
    happened = re.compile("<h2>What happened.*?<h2>", re.S)
    assert happened.findall(browsers["cross"].get(f"/t/{table}/turns/1").text) == happened.findall(first) != []
    assert browsers["cross"].get(f"/t/{table}/turns/2").status_code == 404
    assert sorted(told(hall, "restart")) == ["Ana", "Ben"]
    with hall.store.reading() as held:
        assert ballots.asking(held, row) == []
    assert resolves(hall, table) or hall.asked(table)  # it goes on from there


def test_an_absence_is_nobody_elses_to_say(hall: Hall) -> None:
    table, browsers = seated(hall)
    browsers["cross"].post(f"/t/{table}/away", until="2026-12-20")
    with hall.store.reading() as held:
        away = {row.side: row.away for row in held.execute(sa.select(members).where(members.c.table_id == table))}
    assert away == {"cross": "2026-12-20T23:59:00+00:00", "nought": ""}
