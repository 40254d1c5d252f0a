"""The page of a table asks the database once, and shows what several questions would have found; the first page looks only at tables of
whoever asks.  On both databases."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from jinja2 import Environment, FileSystemLoader

from arbitre.table import ballots, people, tables
from arbitre.table.web import visit
from arbitre.table.web.glance import glance
from arbitre.table.web.pages import home
from arbitre.table.web.pages.table import NOTHING, own, told
from arbitre.table.web.roles import SEAT, standing, stands
from arbitre.table.web.visit import Visit
from arbitre.words.phrases import of
from tests.arbitre.table.hall import Browser, Hall, copied

NAMES = ("Ana", "Ben", "Cleo", "Dora")


@pytest.fixture
def playing(hall: Hall) -> tuple[str, dict[str, Browser]]:
    """Two players of whom the one who is asked has sent orders, a referee, and somebody else who has voted for nothing."""
    browsers = {name: hall.person(name, lang) for name, lang in zip(NAMES, ("en", "fr", "en", "fr"), strict=True)}
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, referee="Cleo", early=False)
    [side] = hall.asked(table)
    asked = browsers["Ana" if side == "cross" else "Ben"]
    assert asked.orders(table, "send", "(2, 2)").status_code == 200
    assert asked.orders(table, "draft", "not yet").status_code == 303
    assert asked.post(f"/t/{table}/vote", what="extend", turn="1", value="0", do="yes").status_code in (200, 303)
    return table, browsers | {"nobody": Browser(hall)}


def statements(hall: Hall) -> list[str]:
    """What is sent to the database from now on."""
    found: list[str] = []

    def one(_: Any, __: Any, text: str, *___: Any) -> None:
        if not text.startswith("BEGIN"):
            found.append(text)

    sa.event.listen(hall.store.engine, "before_cursor_execute", one)
    return found


def test_the_page_of_a_table_is_one_question(hall: Hall, playing: tuple[str, dict[str, Browser]]) -> None:
    table, browsers = playing
    for browser in browsers.values():
        browser.get(f"/t/{table}")  # what its side has sealed is remembered as it is called
        sent = statements(hall)
        assert browser.get(f"/t/{table}").status_code == 200
        assert len(sent) == 1, sent


def test_one_question_finds_what_several_do(hall: Hall, playing: tuple[str, dict[str, Browser]]) -> None:
    table, browsers = playing
    seen = {}
    for name, browser in browsers.items():
        token = visit.signer(hall.service.secret).unsign(browser.client.cookies.get("arbitre") or browser_cookie(browser)).decode()
        found = glance(hall.store, token, table)
        with hall.store.reading() as held:
            person = people.signed_in(held, token, hall.now)
            before, row = standing(held, person, table), hall.row(held, table)
            assert people.welcome(found.person, hall.now) == person
            who = person.id if person is not None else ""
            me = stands(person, found.table, [one for one in found.here if one.person == who])
            assert (me.roles, me.side, me.viewer, me.delayed, me.leads) == (
                before.roles, before.side, before.viewer, before.delayed, before.leads
            )  # fmt: skip
            known = row._asdict()
            assert {key: value for key, value in found.table._asdict().items() if key != "begun"} == {
                key: value for key, value in known.items() if key != "record"
            }
            assert found.table.begun and [tuple(one) for one in found.here] == [tuple(one) for one in tables.everybody(held, table)]
            assert [tuple(one) for one in found.votes] == [tuple(one) for one in ballots.asking(held, row)]
            mine = NOTHING
            if SEAT in me.roles:
                visiting = Visit(None, hall.now, b"", False, token, True, person, before)  # type: ignore[arg-type]
                mine = own(held, table, me.side, visiting)
            assert told(*found.own) == {**mine, "team": ()}
        seen[name] = told(*found.own)["draft"], told(*found.own)["state"]
    assert sorted(seen.values()) == [("", "none")] * 4 + [("not yet", "sent")]


def browser_cookie(browser: Browser) -> str:
    """The cookie of somebody who is not signed in."""
    browser.get("/")
    return str(browser.client.cookies["arbitre"])


def test_nobody_who_is_shut_out_is_told_anything(hall: Hall, playing: tuple[str, dict[str, Browser]]) -> None:
    table, browsers = playing
    assert "not yet" in browsers["Ana"].get(f"/t/{table}").text + browsers["Ben"].get(f"/t/{table}").text
    with hall.store.writing() as held:
        held.execute(sa.update(people.people).values(blocked=1))
    for browser in browsers.values():
        page = browser.get(f"/t/{table}")
        assert page.status_code == 200 and "not yet" not in page.text and 'id="orders"' not in page.text  # as a spectator
    hall.pass_days(61)
    assert browsers["Ana"].get("/account").status_code in (403, 404)


def test_ones_own_tables_are_those_one_is_at_and_those_one_has_founded(hall: Hall) -> None:
    for name in NAMES:
        hall.person(name)
    played = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, referee="Cleo", early=False)
    founded = hall.table("Ana", {"Ben": "nought"}, early=False)
    hall.pass_days(0.1)
    gathering = hall.table("Dora", {"Ben": "cross"}, start=False)
    with hall.store.writing() as held:
        tables.leave(held, hall.row(held, gathering), hall.ids["Ben"], hall.now)
        tables.join(held, hall.row(held, gathering), hall.ids["Cleo"], tables.WATCHER, "", hall.now)
    [side] = hall.asked(played)
    owing = "Ana" if side == "cross" else "Ben"
    with hall.store.reading() as held:
        found = {name: home.mine_of(held, hall.ids[name], "en") for name in NAMES}
    as_what = {name: sorted((one["id"], one["role"]) for one in some) for name, some in found.items()}
    assert as_what == {
        "Ana": sorted([(played, "seat"), (founded, None)]),
        "Ben": sorted([(played, "seat"), (founded, "seat")]),
        "Cleo": sorted([(played, "referee"), (gathering, "watcher")]),
        "Dora": [(gathering, None)],
    }
    assert {name for name, some in found.items() if any(one["owed"] and one["id"] == played for one in some)} == {owing}


def test_the_first_page_looks_at_nobody_elses_tables(hall: Hall) -> None:
    ana, _ = hall.person("Ana"), hall.person("Ben")
    copied(hall.store, hall.table("Ben", {"Ben": "cross"}, early=False), 2000)
    mine = hall.table("Ana", {"Ana": "cross"}, early=False)
    asked: list[tuple[str, Any]] = []
    sa.event.listen(hall.store.engine, "before_cursor_execute", lambda _, __, text, parts, *___: asked.append((text, parts)))
    assert mine in ana.get("/").text
    [(text, parts)] = [one for one in asked if "UNION" in one[0]]
    with hall.store.writing() as held:
        held.exec_driver_sql("ANALYZE")
        plan = [str(row) for row in held.exec_driver_sql(f"EXPLAIN {'' if hall.store.postgres else 'QUERY PLAN'} {text}", parts)]
    assert any("ix_tables_founder" in line for line in plan), plan
    assert not [line for line in plan if "Seq Scan on" in line or "SCAN tables" in line or "SCAN members" in line], plan


def test_phrases_that_stand_in_templates_are_those_that_would_be_said(
    hall: Hall, playing: tuple[str, dict[str, Browser]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, browsers = playing
    paths = ("/", f"/t/{table}", "/account", "/new", f"/t/{table}/journal", "/login")
    before = [browser.get(path).text for browser in browsers.values() for path in paths]

    fixed = visit.templates

    def said_each_time(lang: str) -> Environment:
        made = fixed(lang).overlay()
        made.loader, made.cache = FileSystemLoader(visit.FOLDER), {}
        return made

    monkeypatch.setattr(visit, "templates", said_each_time)
    assert [browser.get(path).text for browser in browsers.values() for path in paths] == before
    source = visit.Spoken("fr").get_source(fixed("fr"), "login.html")[0]
    assert of("fr").say("table.login") in source and not visit.FIXED.search(source)
