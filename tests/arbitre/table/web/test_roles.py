"""Every route with every role, against a table that is written here a second time; what is in neither is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbitre.table import people, tables
from arbitre.table.storage.store import Store
from arbitre.table.web.roles import ALLOWED, ROLES
from arbitre.table.web.routes import HANDLERS
from tests.arbitre.table.hall import Browser, Hall

# Who may call what: s stranger, p person with nothing to do with the table, w watcher, a seat, r referee, f founder.
EXPECTED = {
    "GET /": "spwarf", "GET /table.css": "spwarf", "GET /table.js": "spwarf", "GET /login": "spwarf", "POST /login": "spwarf",
    "GET /signup": "spwarf",
    "POST /signup": "spwarf", "POST /logout": "pwarf", "GET /account": "pwarf", "POST /account": "pwarf",
    "POST /account/password": "pwarf", "POST /account/key": "pwarf", "GET /back/{key}": "spwarf", "POST /back/{key}": "spwarf",
    "GET /i/{key}": "spwarf", "POST /i/{key}": "spwarf", "GET /new": "pwarf", "POST /new": "pwarf", "GET /t/{table}": "warf",
    "GET /t/{table}/turns/{turn:int}": "warf", "GET /t/{table}/news": "warf", "GET /t/{table}/journal": "warf",
    "GET /t/{table}/dice.json": "warf",
    "POST /t/{table}/join": "warf", "POST /t/{table}/leave": "war", "POST /t/{table}/bot": "f", "POST /t/{table}/invite": "arf",
    "POST /t/{table}/leader": "ar",
    "POST /t/{table}/start": "f", "POST /t/{table}/cancel": "rf",
    "POST /t/{table}/orders": "a", "POST /t/{table}/manage": "r",
    "POST /t/{table}/release": "ar", "GET /t/{table}/turns/{turn:int}/{form}": "warf",
    "POST /t/{table}/away": "a", "POST /t/{table}/vote": "a",
    "GET /t/{table}/why/{sentence}": "warf", "GET /t/{table}/talk": "warf",
    "POST /t/{table}/talk": "ar", "POST /t/{table}/talk/hide": "r",
    "POST /t/{table}/appeal": "a", "GET /t/{table}/ruling": "r",
    "POST /t/{table}/ruling": "r", "POST /account/token": "pwarf", "POST /account/feed": "pwarf",
    "GET /account/data.json": "pwarf", "POST /account/delete": "pwarf",
    "GET /feed/{key}": "spwarf", "GET /account/news": "pwarf", "POST /account/mail": "pwarf", "POST /account/mail/code": "pwarf",
    "POST /account/mail/way": "pwarf", "POST /account/hook": "pwarf", "GET /mail/{key}": "spwarf", "POST /mail/{key}": "spwarf",
}  # fmt: skip
CALLERS = {"s": "stranger", "p": "person", "w": "watcher", "a": "seat", "r": "referee", "f": "founder"}
REFUSED = (403, 404)
UNSIGNED = ("POST /mail/{key}",)  # a mail program calls it: its link, and nothing else, says who asks


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hall, str, dict[str, Browser]]]:
    """A table by invitation, with somebody in each role."""
    store = Store(str(tmp_path_factory.mktemp("roles") / "tables.db"))
    hall = Hall(store)
    callers = {letter: hall.person(name) for letter, name in CALLERS.items() if letter != "s"}
    callers["s"] = Browser(hall)
    hall.person("other")
    table = hall.table("founder", {"seat": "cross", "other": "nought"}, referee="referee", entry="invitation")
    with store.writing() as held:
        tables.join(held, hall.row(held, table), hall.ids["watcher"], tables.WATCHER, "", hall.now)
    yield hall, table, callers
    store.close()


PROGRAMS = {
    "GET /api/openapi.json": "spwarf", "GET /api/tables": "pwarf", "GET /api/t/{table}": "warf",
    "GET /api/t/{table}/turns/{turn:int}": "warf", "POST /api/t/{table}/orders": "a", "POST /api/new": "pwarf",
    "POST /api/t/{table}/join": "warf", "POST /api/t/{table}/leave": "war", "POST /api/t/{table}/bot": "f",
    "POST /api/t/{table}/invite": "arf", "POST /api/t/{table}/leader": "ar",
    "POST /api/t/{table}/start": "f", "POST /api/t/{table}/cancel": "rf",
    "POST /api/t/{table}/manage": "r", "POST /api/t/{table}/release": "ar", "POST /api/t/{table}/away": "a",
    "POST /api/t/{table}/vote": "a", "GET /api/t/{table}/talk": "warf", "POST /api/t/{table}/talk": "ar",
    "POST /api/t/{table}/talk/hide": "r", "POST /api/t/{table}/appeal": "a", "POST /api/t/{table}/ruling": "r",
    "GET /api/t/{table}/journal": "warf", "GET /api/t/{table}/dice.json": "warf", "GET /api/t/{table}/why/{sentence}": "warf",
    "GET /api/t/{table}/turns/{turn:int}/{form}": "warf",
}  # fmt: skip


def test_both_tables_speak_of_the_same_routes() -> None:
    assert {f"{method} {path}" for method, path in ALLOWED} == {*EXPECTED, *PROGRAMS} == {f"{method} {path}" for method, path in HANDLERS}
    assert all(roles and roles <= set(ROLES) for roles in ALLOWED.values())


@pytest.mark.parametrize("route", sorted(EXPECTED))
def test_a_route_answers_who_may_call_it_and_nobody_else(closed: tuple[Hall, str, dict[str, Browser]], route: str) -> None:
    _, table, callers = closed
    method, path = route.split()
    path = (
        path.replace("{table}", table)
        .replace("{turn:int}", "1")
        .replace("{key}", "no-such-key")
        .replace("{sentence}", "1")
        .replace("{form}", "text")
    )
    for letter, browser in callers.items():
        if method == "GET":
            answer = browser.get(path)
        else:  # with a form that is none of his: those who may call it are told so, all others are refused before it is read
            answer = browser.post(path, csrf="x")
        told = "This form is out of date" in answer.text
        if letter in EXPECTED[route]:
            unknown = answer.status_code == 404 and ("{key}" in route or "turns" in route)
            form = method == "POST" and route not in UNSIGNED
            assert told if form else answer.status_code in (200, 409) or unknown, (route, CALLERS[letter], answer.status_code)
        else:
            assert answer.status_code in REFUSED and not told, (route, CALLERS[letter], answer.status_code)
            assert "A table" not in answer.text


@pytest.mark.parametrize("route", sorted(PROGRAMS))
def test_a_program_may_what_its_person_may(closed: tuple[Hall, str, dict[str, Browser]], route: str) -> None:
    """With a key; a cookie alone is nobody, so that no page of others can ask here."""
    hall, table, callers = closed
    method, path = route.split()
    path = path.replace("{table}", table).replace("{turn:int}", "1").replace("{sentence}", "1").replace("{form}", "text")
    for letter, browser in callers.items():
        headers = {}
        if letter != "s":
            with hall.store.writing() as held:
                headers["authorization"] = f"Bearer {people.new_key(held, hall.ids[CALLERS[letter]], hall.now, 'api')}"
        answer = browser.client.request(method, path, headers=headers, json=[] if method == "POST" else None)
        unmade = answer.status_code == 404 and "turns" in route
        fine = (200, 409) if method == "GET" else (400,)  # what is no object is read, and refused
        may = letter in PROGRAMS[route]
        assert (answer.status_code in fine or unmade) if may else answer.status_code in REFUSED, (route, letter, answer.text)
        if "s" not in PROGRAMS[route]:
            assert browser.client.request(method, path, json={} if method == "POST" else None).status_code in REFUSED


def test_what_is_not_in_the_table_is_refused(closed: tuple[Hall, str, dict[str, Browser]]) -> None:
    _, table, callers = closed
    for method, path in (("DELETE", "/"), ("PUT", f"/t/{table}"), ("POST", f"/t/{table}"), ("GET", f"/t/{table}/orders"),
                         ("GET", "/t/../../pyproject.toml"), ("GET", f"/t/{table}/record"), ("PATCH", "/account")):  # fmt: skip
        assert callers["r"].client.request(method, path).status_code == 404, (method, path)


def test_a_table_that_one_may_not_know_of_is_none(closed: tuple[Hall, str, dict[str, Browser]]) -> None:
    """The same answer, to the letter, for a table of others and for none."""
    _, table, callers = closed
    for letter in "sp":
        there, nowhere = callers[letter].get(f"/t/{table}"), callers[letter].get("/t/0123456789abcdef0123")
        assert (there.status_code, there.text) == (nowhere.status_code, nowhere.text)
        assert table not in callers[letter].get("/").text


def test_a_handler_without_a_rule_cannot_be_served(tmp_path: Path) -> None:
    from arbitre.table.web.server import application

    store = Store(str(tmp_path / "x.db"))
    with pytest.raises(AssertionError, match="nobody may call"):
        application(Hall(store).service, {**HANDLERS, ("GET", "/secrets"): HANDLERS["GET", "/"]})
    store.close()
