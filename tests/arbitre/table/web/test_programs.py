"""Programs that play, and whatever else they may send."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from arbitre.table.storage.store import Store
from arbitre.table.web.mirrors import MIRRORS, described
from arbitre.table.web.programs import DOES, OPENAPI
from arbitre.table.web.routes import HANDLERS
from tests.arbitre.table.hall import HERE, Browser, Hall

GUIDE = Path(__file__).parents[4] / "docs"
JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: st.lists(inner, max_size=3)
                    | st.dictionaries(st.text(max_size=5), inner, max_size=3), max_leaves=6)  # fmt: skip


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Any:
    store = Store(str(tmp_path_factory.mktemp("programs") / "tables.db"))
    yield Hall(store)
    store.close()


def keyed(browser: Browser) -> str:
    """A key for a program, as the page of the account shows it."""
    found = re.search(r"<code>([\w-]+)</code>", browser.post("/account/token").text)
    assert found is not None
    return found[1]


def bot(lang: str) -> str:
    found = re.findall(r"```python\n(.*?)```", (GUIDE / lang / "guide" / "tables.md").read_text(encoding="utf-8"), re.S)
    return next(one for one in found if "/api/tables" in one)


class Rested(Exception):
    pass


def test_the_bot_of_the_guide_plays_a_match(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    assert bot("en") == bot("fr") and len([line for line in bot("en").splitlines() if line.strip()]) <= 34
    ana, _ = hall.person("Ana"), hall.person("Ben")
    table = hall.table("Ana", {"Ana": "cross"})
    key = keyed(ana)

    def urlopen(request: urllib.request.Request) -> io.BytesIO:
        method = "POST" if request.data else "GET"
        path = request.full_url.removeprefix(HERE)
        got = Browser(hall).client.request(method, path, content=request.data, headers=dict(request.headers))  # type: ignore[arg-type]
        if got.status_code >= 400:
            raise urllib.error.HTTPError(path, got.status_code, "", None, io.BytesIO(got.content))  # type: ignore[arg-type]
        return io.BytesIO(got.content)

    rests = iter(range(12))

    def sleep(_: float) -> None:
        hall.pass_days(0.2)
        while asyncio.run(hall.service.sweep()):  # as the server does meanwhile
            pass
        if next(rests, None) is None or hall.stands(table).state == "over":
            raise Rested

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    monkeypatch.setattr(sys, "argv", ["bot.py", HERE])
    monkeypatch.setitem(os.environ, "ARBITRE_KEY", key)
    # Its own rests only: a thread of this process that sleeps must not play the table on.
    source = bot("en").replace("time.sleep(", "rest(")
    assert source != bot("en")
    with pytest.raises(Rested):
        exec(compile(source, "bot.py", "exec"), {"__name__": "bot", "rest": sleep})
    rounds = json.loads(hall.stands(table).record)["rounds"]
    assert sum(side == "cross" for one in rounds for side, _ in one["given"]) >= 3


def test_what_is_answered_is_what_openapi_says(hall: Hall) -> None:
    key = keyed(hall.person("Cleo"))
    table = hall.table("Cleo", {"Cleo": "cross"})
    for path, ways in {**OPENAPI["paths"], **described()}.items():
        hall.service.limits.left.clear()
        for method, one in ways.items():
            schema = one["responses"]["200"]["content"]["application/json"]["schema"]
            Draft202012Validator.check_schema(schema)
            real = path.replace("{table}", table).replace("{turn}", "1").replace("{sentence}", "1").replace("{form}", "text")
            body = {"do": "check", "orders": "x", "turn": 0, "position": 0} if method == "post" else None
            got = Browser(hall).client.request(method, real, headers={"authorization": f"Bearer {key}"}, json=body)
            assert str(got.status_code) in one["responses"], (path, got.text)
            if got.status_code == 200:
                Draft202012Validator(schema).validate(got.json())
            else:
                assert set(got.json()) & {"error", "lines"}


# Pages that no program asks for: forms, what opens or closes somebody's account, and what is read elsewhere in the same way.
ACCOUNT = ("/login", "/signup", "/logout", "/account", "/back/", "/mail/", "/feed/")
PAGES = {"GET /": "GET /api/tables", "GET /t/{table}": "GET /api/t/{table}", "GET /new": "", "GET /table.css": "", "GET /i/{key}": "",
         "GET /table.js": "", "GET /t/{table}/news": "GET /api/t/{table}", "POST /i/{key}": "", "GET /t/{table}/ruling": ""}  # fmt: skip


def test_programs_can_do_all_that_pages_of_tables_do() -> None:
    routes = {f"{method} {path}" for method, path in HANDLERS}
    missing = []
    for route in routes:
        method, path = route.split()
        if not path.startswith(("/api/", *ACCOUNT)) and PAGES.get(route, f"{method} /api{path}") not in routes | {""}:
            missing.append(route)
    assert missing == []
    assert set(PAGES) <= routes and len(MIRRORS) >= 20
    known = {f"{way.upper()} {path}" for path, ways in {**OPENAPI["paths"], **described()}.items() for way in ways}
    assert known == {re.sub(":int", "", route) for route in routes if " /api/" in route} - {"GET /api/openapi.json"}


def test_a_program_runs_a_table(hall: Hall) -> None:
    """Made, invited to, begun, put off, talked at and ruled upon, by keys alone."""
    hall.service.limits.left.clear()
    key, other = keyed(hall.person("Eve")), keyed(hall.person("Finn"))

    def ask(path: str, body: dict[str, Any] | None = None, by: str = key, status: int = 200) -> Any:
        headers = {"authorization": f"Bearer {by}"}
        got = Browser(hall).client.request("POST" if body is not None else "GET", f"/api{path}", headers=headers, json=body)
        assert got.status_code == status, got.text
        return got.json()

    form = {"game": "tictactoe", "every": "1 day", "entry": "open", "watching": "now", "do": "make", "referee": True}
    path = ask("/new", form)["at"]
    ask("/new", {**form, "game": "../x"}, status=400)
    assert ask(f"{path}/join", {"side": "cross"}, by=other)["done"]
    ask(f"{path}/bot", {"side": "nought", "bot": "off"})
    ask(f"{path}/bot", {"side": "nought", "bot": "level2"})
    assert "/i/" in ask(f"{path}/invite", {"place": "watcher"})["link"]
    ask(f"{path}/start", {})
    assert json.loads(hall.stands(path.rpartition("/")[2]).record)["people"]["nought"]["bot"] == "level2"
    ask(f"{path}/start", {}, status=409)
    assert ask(path, by=other)["side"] == "cross"
    ask(f"{path}/manage", {"do": "resolve"})
    while ask(path)["turn"] < 2:
        ask(f"{path}/manage", {"do": "resolve"})
    assert ask(f"{path}/turns/1/bbcode")["report"].startswith("[b]")
    ask(f"{path}/talk", {"to": "", "text": "Hello"}, by=other)
    ask(f"{path}/appeal", {"turn": 1, "sentence": 1, "text": "Really?"}, by=other)
    said = ask(f"{path}/talk")
    assert said["heard"][0]["text"] == "Hello" and said["appeals"][0]["who"] == "Finn"
    ruling = {"way": "answer", "event": 1, "reason": "Really.", "appeal": str(said["appeals"][0]["number"])}
    assert ask(f"{path}/ruling", ruling)["done"] is False and ask(f"{path}/ruling", {**ruling, "do": "rule"})["done"] is True
    assert ask(f"{path}/talk", by=other)["appeals"][0]["answer"] == "Really."
    assert ask(f"{path}/why/1")["lines"] and any("Really." in line for line in ask(f"{path}/journal", by=other)["lines"])
    ask(f"{path}/ruling", ruling, by=other, status=403)
    ask(f"{path}/away", {"until": "2026-12-24"}, by=other)
    ask(f"{path}/vote", {"what": "restart", "do": "yes", "turn": ask(path)["turn"], "value": 1}, by=other)
    assert ask(path)["turn"] == 1  # he is the only one who is asked
    ask(f"{path}/cancel", {"nested": {}}, status=400)
    assert ask(f"{path}/cancel", {})["done"] and ask(path)["state"] == "cancelled"


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(body=JSON | st.fixed_dictionaries({"do": st.sampled_from(DOES) | st.text(), "orders": st.text() | JSON, "turn": st.just(0) | JSON,
                                          "position": st.integers() | JSON}))  # fmt: skip
def test_whatever_is_sent_is_answered(hall: Hall, body: Any) -> None:
    """No body breaks anything: it is refused in a sentence, or each line says why it is not taken."""
    hall.service.limits.left.clear()
    if "Dora" not in hall.ids:
        hall.person("Dora")
        hall.dora = hall.table("Dora", {"Dora": "cross"}, early=False)  # type: ignore[attr-defined]
    from arbitre.table import people

    with hall.store.writing() as held:
        key = people.new_key(held, hall.ids["Dora"], hall.now, "api")
    got = Browser(hall).client.post(
        f"/api/t/{hall.dora}/orders", content=json.dumps(body), headers={"authorization": f"Bearer {key}"}  # type: ignore[attr-defined]
    )  # fmt: skip
    assert got.status_code in (200, 400, 409, 422) and isinstance(got.json(), dict)
