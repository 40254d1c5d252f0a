"""Several people on one side: what they share, who sends, who follows; and two referees; on both databases."""

from __future__ import annotations

import json
import re

import pytest
import sqlalchemy as sa

from arbitre.table import people, tables
from arbitre.table.storage.schema import drafts, members
from arbitre.table.storage.schema import tables as table_rows
from tests.arbitre.table.hall import Browser, Hall, plain

CELL = "(1, 1)"


def invited(browser: Browser, table: str, place: str, guest: Browser, name: str) -> int:
    """The status of taking a place by an invitation; 0 where none is given."""
    link = re.search(r"<code>[^<]*(/i/[\w-]+)", browser.post(f"/t/{table}/invite", place=place).text)
    return guest.post(link[1], name=name).status_code if link else 0


@pytest.fixture
def team(hall: Hall) -> tuple[str, dict[str, Browser], str]:
    """The side that is asked has a leader and two more; the other side has one player; a referee."""
    found = {name: hall.person(name) for name in ("Ana", "Ben", "Cleo")}
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, referee="Cleo", early=False)
    [side] = hall.asked(table)
    leader, other = ("Ana", "Ben") if side == "cross" else ("Ben", "Ana")
    browsers = {"leader": found[leader], "other": found[other], "referee": found["Cleo"]}
    for name in ("Dora", "Eli"):
        browsers[name] = Browser(hall)
        assert invited(browsers["leader"], table, f"team {side}", browsers[name], name) == 303
    with hall.store.reading() as held:
        for row in held.execute(sa.select(members.c.person, tables.people.c.name).join(tables.people)):
            hall.ids[row.name] = row.person
    return table, browsers, side


def share(hall: Hall, table: str, how: str) -> None:
    with hall.store.writing() as held:
        sheet = {**json.loads(hall.row(held, table).sheet), "terms": {"drafts": how}}
        held.execute(sa.update(table_rows).where(table_rows.c.id == table).values(sheet=json.dumps(sheet)))


def test_a_team_writes_and_its_leader_sends(hall: Hall, team: tuple[str, dict[str, Browser], str]) -> None:
    table, browsers, side = team
    dora, eli, leader = browsers["Dora"], browsers["Eli"], browsers["leader"]
    page = dora.get(f"/t/{table}").text
    assert 'value="check"' in page and 'value="send"' not in page and "The leader of your team sends" in page
    for do in ("send", "withdraw", "empty"):
        answer = dora.orders(table, do, CELL)
        assert answer.status_code == 409 and "Only the leader" in answer.text and hall.sealed(table, side) == "none"
    assert CELL in plain(dora.orders(table, "check", CELL).text)
    assert leader.orders(table, "send", CELL).status_code == 200
    assert "Receipt" in dora.get(f"/t/{table}").text and "Receipt" not in browsers["other"].get(f"/t/{table}").text  # the side's own
    with hall.store.writing() as held:
        key = people.new_key(held, hall.ids["Dora"], hall.now, "api")
    row = hall.stands(table)
    body = {"do": "withdraw", "turn": row.turn, "position": row.position}
    asked = eli.client.post(f"/api/t/{table}/orders", json=body, headers={"authorization": f"Bearer {key}"})
    assert asked.status_code == 403 and hall.sealed(table, side) == "sent"
    assert dora.post(f"/t/{table}/vote", what="extend", do="yes", turn=str(row.turn), value="0").status_code == 403


@pytest.mark.parametrize("how", ["own", "shared"])
def test_drafts_are_shared_as_the_table_says_and_with_the_team_alone(
    hall: Hall, team: tuple[str, dict[str, Browser], str], how: str
) -> None:
    table, browsers, _ = team
    share(hall, table, how)
    for name in ("leader", "Dora"):  # nobody is told that he alone sees what others will
        assert ("Your team sees your drafts" in browsers[name].get(f"/t/{table}").text) is (how == "shared")
    browsers["Dora"].orders(table, "draft", "let us try the corner")
    seen = {name for name, browser in browsers.items() if "try the corner" in browser.get(f"/t/{table}").text}
    assert seen == ({"leader", "Dora", "Eli"} if how == "shared" else {"Dora"})
    assert browsers["Dora"].post(f"/t/{table}/leave").status_code == 303  # he takes his drafts with him
    with hall.store.reading() as held:
        assert "corner" not in str(held.execute(sa.select(drafts)).all())
    assert browsers["leader"].get(f"/t/{table}").text.count("Dora") == 0


def test_a_leader_hands_on_and_is_followed(hall: Hall, team: tuple[str, dict[str, Browser], str]) -> None:
    table, browsers, side = team

    def plays() -> str:
        return str(json.loads(hall.stands(table).record)["people"][side]["name"])

    def number(name: str) -> str:
        with hall.store.reading() as held:
            mine = (members.c.table_id == table, members.c.person == hall.ids[name])
            return str(held.execute(sa.select(members.c.id).where(*mine)).scalar())

    for name in ("Dora", "other"):
        assert browsers[name].post(f"/t/{table}/leader", side=side, member=number("Dora")).status_code == 403
    assert browsers["leader"].post(f"/t/{table}/leader", side=side, member=number("Cleo")).status_code == 404
    assert browsers["leader"].post(f"/t/{table}/leader", side=side, member=number("Eli")).status_code == 303
    assert plays() == "Eli" and browsers["leader"].orders(table, "send", CELL).status_code == 409
    assert browsers["Eli"].orders(table, "send", CELL).status_code == 200
    assert browsers["leader"].post(f"/t/{table}/release", side=side).status_code == 403
    assert browsers["Eli"].post(f"/t/{table}/release", side=side).status_code == 303
    assert plays() in ("Ana", "Ben") and hall.sealed(table, side) == "sent"  # whoever sat there first, with what was sealed
    assert browsers["leader"].post("/account/delete", sure="yes").status_code == 303
    assert plays() == "Dora" and browsers["Dora"].orders(table, "send", CELL).status_code == 200


def test_who_may_invite_to_what(hall: Hall, team: tuple[str, dict[str, Browser], str]) -> None:
    table, browsers, side = team
    other = "nought" if side == "cross" else "cross"
    with hall.store.writing() as held:  # nobody founded it who is here
        held.execute(sa.update(table_rows).where(table_rows.c.id == table).values(founder=hall.ids["Eli"]))
    stranger = Browser(hall)
    for place in (f"team {other}", f"seat {side}", "referee", "watcher", "team nobody"):
        assert invited(browsers["leader"], table, place, stranger, "Flo") == 0, place
    assert invited(browsers["Dora"], table, f"team {side}", stranger, "Flo") == 0
    assert invited(browsers["referee"], table, f"team {other}", stranger, "Flo") == 303
    assert invited(browsers["referee"], table, f"team {side}", stranger, "Flo") in (0, 409)  # who plays a side plays no other


def test_a_second_referee_sees_and_does_what_the_first_does(hall: Hall, team: tuple[str, dict[str, Browser], str]) -> None:
    table, browsers, _ = team
    second = Browser(hall)
    assert invited(browsers["referee"], table, "referee", second, "Gus") == 303
    assert second.post(f"/t/{table}/manage", do="pause").status_code == 303 and hall.stands(table).state == "paused"
    assert browsers["referee"].post(f"/t/{table}/manage", do="go_on").status_code == 303
    assert "Gus" in browsers["other"].get(f"/t/{table}").text and second.get(f"/t/{table}/ruling").status_code == 200
