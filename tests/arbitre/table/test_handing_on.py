"""Places are handed on: a seat, a leader's and a teammate's, and the referee's; and pages hear that a match has gone on."""

from __future__ import annotations

import re
from typing import Any

import pytest
import sqlalchemy as sa

from arbitre.table import operations as deeds
from arbitre.table import people, tables
from arbitre.table.storage.schema import drafts, members
from tests.arbitre.table.hall import Browser, Hall


def handed(giver: Browser, table: str) -> str:
    """The path of the link that hands a place on."""
    found = re.search(r"http://[^/]+(/i/[\w-]+)", giver.post(f"/t/{table}/invite", place="mine").text)
    assert found is not None
    return found[1]


def there(hall: Hall, table: str) -> dict[str, tuple[str, str, int]]:
    """Who is what at a table."""
    names = {who: name for name, who in hall.ids.items()}
    with hall.store.reading() as held:
        return {names[one.person]: (one.role, one.side, one.leads) for one in tables.everybody(held, table)}


def two(hall: Hall, **parts: Any) -> tuple[str, str, str, dict[str, Browser]]:
    """A table of two with a referee; the player who is asked, and his side."""
    browsers = {name: hall.person(name) for name in ("Ana", "Ben", "Cid", "Ref")}
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, referee="Ref", early=False, **parts)
    [side] = hall.asked(table)
    return table, "Ana" if side == "cross" else "Ben", side, browsers


def test_a_seat_is_handed_on_with_what_is_sealed_and_without_drafts(hall: Hall) -> None:
    table, player, side, browsers = two(hall)
    giver, cid = browsers[player], browsers["Cid"]
    assert giver.orders(table, "send", "(1, 1)").status_code == 200
    giver.orders(table, "draft", "a thought of mine alone")
    link = handed(giver, table)
    assert there(hall, table)[player] == ("seat", side, 1)  # his until somebody takes it
    assert "thought" not in cid.get(link).text
    assert cid.post(link).status_code == 303
    assert there(hall, table)["Cid"] == ("seat", side, 1) and player not in there(hall, table)
    assert hall.sealed(table, side) == "sent"
    page = cid.get(f"/t/{table}").text
    assert "thought" not in page and "(1, 1)" in page
    with hall.store.reading() as held:
        assert held.execute(sa.select(drafts).where(drafts.c.person == hall.ids[player])).first() is None
        names = deeds.matches.opened(held, hall.row(held, table), {}).record["people"][side]["name"]
    assert names == "Cid"
    assert giver.orders(table, "send", "(2, 2)").status_code == 403
    assert hall.person("Dee").post(link).status_code == 404  # once


def test_a_place_is_not_handed_to_whoever_knows_too_much(hall: Hall) -> None:
    table, player, side, browsers = two(hall)
    link = handed(browsers[player], table)
    other = "Ben" if player == "Ana" else "Ana"
    assert [browsers[name].post(link).status_code for name in (other, "Ref", player)] == [409, 409, 409]
    assert there(hall, table)[player] == ("seat", side, 1)
    assert browsers["Cid"].post(handed(browsers["Ref"], table)).status_code == 303
    assert browsers["Ref"].post(link).status_code == 403  # he has refereed
    assert browsers["Cid"].post(link).status_code == 409


def test_the_referee_hands_his_place_on(hall: Hall) -> None:
    table, player, _, browsers = two(hall)
    link = handed(browsers["Ref"], table)
    assert browsers["Cid"].post(link).status_code == 303
    assert there(hall, table)["Cid"][0] == "referee" and "Ref" not in there(hall, table)
    assert browsers["Cid"].post(f"/t/{table}/manage", do="pause").status_code == 303
    assert browsers["Ref"].post(f"/t/{table}/manage", do="go_on").status_code == 403
    again = handed(browsers["Cid"], table)
    assert browsers[player].post(again).status_code == 409
    assert there(hall, table)["Cid"][0] == "referee"  # nothing of it happened


def test_a_place_that_was_given_up_is_handed_on_by_no_link(hall: Hall) -> None:
    table, player, side, browsers = two(hall)
    link = handed(browsers[player], table)
    assert browsers["Ref"].post(f"/t/{table}/release", side=side).status_code == 303
    assert browsers["Cid"].post(link).status_code == 404
    assert "Cid" not in there(hall, table)
    with hall.store.reading() as held:
        assert held.execute(sa.select(members).where(members.c.person == hall.ids["Cid"])).first() is None


@pytest.mark.parametrize("who", ["Ana", "Mia"])
def test_in_a_team_the_leader_is_followed_by_a_leader(hall: Hall, who: str) -> None:
    browsers = {name: hall.person(name) for name in ("Ana", "Ben", "Mia", "Cid")}
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, early=False, start=False)
    with hall.store.writing() as held:
        tables.join(held, hall.row(held, table), hall.ids["Mia"], tables.TEAM, "cross", hall.now)
    deeds.start(hall.store, table, hall.now)
    assert browsers["Cid"].post(handed(browsers[who], table)).status_code == 303
    leads = who == "Ana"
    rest = "Mia" if leads else "Ana"
    found = there(hall, table)
    assert found["Cid"] == ("seat", "cross", int(leads)) and found[rest] == ("seat", "cross", int(not leads)) and who not in found


def test_programs_hand_a_place_on_and_watchers_have_none(hall: Hall) -> None:
    table, player, _, browsers = two(hall)
    with hall.store.writing() as held:
        key = people.new_key(held, hall.ids[player], hall.now, "api")
        tables.join(held, hall.row(held, table), hall.ids["Cid"], tables.WATCHER, "", hall.now)
    asked = {"headers": {"authorization": f"Bearer {key}"}, "json": {"place": "mine"}}
    answer = Browser(hall).client.post(f"/api/t/{table}/invite", **asked)
    assert answer.status_code == 200 and "/i/" in answer.json()["link"]
    assert browsers["Cid"].post(f"/t/{table}/invite", place="mine").status_code == 403


def test_a_page_hears_that_its_match_has_gone_on(hall: Hall) -> None:
    table, _, side, browsers = two(hall)
    hall.service.patience = 0.05
    page, position = browsers["Ben"].get(f"/t/{table}"), hall.stands(table).position
    assert f'data-news="/t/{table}/news" data-position="{position}"' in page.text
    assert "connect-src 'self'" in page.headers["content-security-policy"] and "unsafe" not in page.headers["content-security-policy"]
    assert "connect-src 'none'" in browsers["Ben"].get("/").headers["content-security-policy"]
    assert browsers["Ben"].get(f"/t/{table}/news?after={position}").json() == {"position": position}
    hall.deliver(table, side, "(1, 1)")
    assert browsers["Ben"].get(f"/t/{table}/news?after={position}").json() == {"position": position}  # what is sealed is nobody's news
    hall.pass_days(2)
    deeds.resolve_if_due(hall.store, table, hall.now)
    later = browsers["Ben"].get(f"/t/{table}/news?after={position}").json()["position"]
    assert later == hall.stands(table).position > position
    assert browsers["Ben"].get(f"/t/{table}/news?after=x").status_code == 400
    assert Browser(hall).get(f"/t/{table}/news?after={later}").status_code == 403  # nobody waits who is not signed in
    assert "<script" not in Browser(hall).get(f"/t/{table}").text
    script = browsers["Ben"].get("/table.js")
    assert script.headers["content-type"].startswith("text/javascript") and "innerHTML" not in script.text
