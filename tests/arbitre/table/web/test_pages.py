"""What people do in a browser without scripts, and what others try."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from arbitre.table import people, tables
from arbitre.table.storage.store import Store
from arbitre.table.web.gate import Gate, Limits
from tests.arbitre.table.hall import HERE, Browser, Hall, plain

CELLS = ("(1, 1)", "(1, 2)", "(2, 1)", "(2, 2)", "(3, 1)")


@pytest.fixture
def hall(tmp_path: Path) -> Any:
    """Pages are the same on both databases: what differs is tested on both in test_match and test_keeping."""
    store = Store(str(tmp_path / "tables.db"))
    yield Hall(store)
    store.close()


def signed_up(hall: Hall, name: str, lang: str = "en") -> Browser:
    browser = Browser(hall)
    answer = browser.post("/signup", headers={"accept-language": lang}, name=name, login=name.lower(), password="a long password")
    assert answer.status_code == 303, answer.text
    return browser


def test_a_match_is_made_joined_and_played_by_pages_alone(hall: Hall) -> None:
    ana, ben = signed_up(hall, "Ana"), signed_up(hall, "Ben", "fr")
    assert "Breakthrough" in ana.get("/new").text and "Morpion" in ben.get("/new").text
    form = {"game": "tictactoe", "name": "Winter", "entry": "open", "watching": "now", "every": "1 day", "zone": "Europe/Paris",
            "missed": "rules", "early": "yes", "first": "2026-12-01T20:00"}  # fmt: skip
    shown = ana.post("/new", do="calendar", **form)
    assert "2026-12-01 19:00 (UTC)" in plain(shown.text) and shown.status_code == 200
    path = ana.post("/new", do="make", **form).headers["location"]
    assert "Winter" in ben.get("/").text
    assert ana.post(f"{path}/join", side="cross").status_code == 303
    assert ana.post(f"{path}/join", side="nought").status_code == 409
    assert ben.post(f"{path}/join", side="cross").status_code == 409
    assert ben.post(f"{path}/join", side="nought").status_code == 303
    assert ana.post(f"{path}/start").status_code == 303
    table, players = path.removeprefix("/t/"), {"cross": ana, "nought": ben}
    for number, cell in enumerate(CELLS):
        [side] = hall.asked(table)
        mine = players[side]
        assert plain(mine.get("/").text).count("due" if side == "cross" else "attendus") == 1
        assert "(5, 5)" in mine.orders(table, "send", "(5, 5)").text
        assert cell in plain(mine.orders(table, "check", cell).text) and hall.sealed(table, side) in ("none", "None")
        answer = mine.orders(table, "send", cell)
        assert answer.status_code == 200 and hall.stands(table).turn >= number // 2
    assert hall.stands(table).state == "over"
    assert "<svg" in ana.get(f"{path}/turns/1").text and "Tour 1" in ben.get(f"{path}/turns/1").text
    assert ana.get(f"{path}/dice.json").json()["kind"] == "proof of dice"


def test_a_draft_is_its_authors_alone_and_a_refused_text_is_kept(hall: Hall) -> None:
    ana, ben, cleo = hall.person("Ana"), hall.person("Ben"), hall.person("Cleo")
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, referee="Cleo")
    [side] = hall.asked(table)
    mine, other = (ana, ben) if side == "cross" else (ben, ana)
    mine.orders(table, "draft", "perhaps (1, 1)")
    assert "perhaps (1, 1)" in mine.get(f"/t/{table}").text
    for browser in (other, cleo, Browser(hall)):
        assert "perhaps" not in browser.get(f"/t/{table}").text
    refused = mine.post(f"/t/{table}/orders", do="send", orders="my long text", turn="0", position="99")
    assert refused.status_code == 409 and "my long text" in refused.text and "moved on" in refused.text
    assert "my long text" in mine.get(f"/t/{table}").text


def test_an_invitation_works_once_and_looking_at_it_uses_nothing_up(hall: Hall) -> None:
    ana = hall.person("Ana")
    table = hall.table("Ana", {"Ana": "cross"}, entry="invitation", start=False)
    ana.post(f"/t/{table}/bot", side="nought", bot="off")
    page = ana.post(f"/t/{table}/invite", place="seat nought")
    link = re.search(rf"{HERE}(/i/[\w-]+)", page.text)
    assert link is not None and link[1] not in ana.get(f"/t/{table}").text
    ben, cleo = Browser(hall), Browser(hall)
    assert ben.get(link[1]).status_code == 200 and ben.get(link[1]).status_code == 200
    assert ben.post(link[1], name="Ben").status_code == 303
    assert "Ben" in ben.get(f"/t/{table}").text
    for browser in (cleo, ben):
        assert browser.post(link[1], name="Cleo").status_code == 404
    assert cleo.get(f"/t/{table}").status_code == 404


def test_a_guest_comes_back_by_his_link_and_a_new_one_replaces_it(hall: Hall) -> None:
    ana = hall.person("Ana")
    links = [re.search(r"(/back/[\w-]+)", ana.post("/account/key").text) for _ in range(2)]
    assert links[0] is not None and links[1] is not None
    again = Browser(hall)
    assert again.post(links[0][1]).status_code == 404
    assert again.post(links[1][1]).status_code == 303 and "Ana" in again.get("/").text


def test_a_referee_takes_no_seat_of_what_he_has_seen(hall: Hall) -> None:
    for name in ("Ana", "Ben", "Cleo"):
        hall.person(name)
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, referee="Cleo")
    with hall.store.writing() as held:
        row = hall.row(held, table)
        with pytest.raises(tables.Trouble, match="is_there_already"):
            tables.join(held, row, hall.ids["Cleo"], tables.SEAT, "cross", hall.now)
        with pytest.raises(tables.Trouble, match="is_there_already"):
            tables.join(held, row, hall.ids["Ana"], tables.REFEREE, "", hall.now)


def test_who_watches_with_delay_reads_one_turn_less(hall: Hall) -> None:
    ana, _ = hall.person("Ana"), hall.person("Ben")
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, watching="delayed")
    for cell in CELLS[:4]:
        hall.deliver(table, hall.asked(table)[0], cell)
        from arbitre.table import operations as deeds

        deeds.resolve_if_due(hall.store, table, hall.now)
    last = hall.stands(table).turn - 1
    assert ana.get(f"/t/{table}/turns/{last}").status_code == 200
    assert Browser(hall).get(f"/t/{table}/turns/{last}").status_code == 404
    assert last < 2 or Browser(hall).get(f"/t/{table}/turns/{last - 1}").status_code == 200


# ------------------------------------------------------------------------------------------------ attacks


def test_a_form_of_another_session_does_nothing(hall: Hall) -> None:
    ana, ben = hall.person("Ana"), hall.person("Ben")
    for csrf in ("", "x", ben.csrf(), "é"):
        assert ana.post("/account", csrf=csrf, name="Hacked", lang="en", zone="UTC").status_code == 403
    for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}):
        assert ana.post("/account", headers=headers, name="Hacked", lang="en", zone="UTC").status_code == 403
    assert ana.client.post("/account", json={"csrf": ana.csrf(), "name": "Hacked"}).status_code == 400
    assert "Hacked" not in ana.get("/account").text


def test_a_browser_says_of_our_own_forms_where_they_come_from(hall: Hall) -> None:
    """Under ‘no-referrer’ browsers send the forms of our own pages with the origin ‘null’, which is refused."""
    ana = hall.person("Ana")
    assert ana.get("/account").headers["referrer-policy"] == "same-origin"
    assert (
        ana.post("/account", headers={"origin": HERE, "sec-fetch-site": "same-origin"}, name="Anna", lang="en", zone="UTC").status_code
        == 303
    )


def test_signing_in_gives_a_session_that_nobody_knew_before(hall: Hall) -> None:
    signed_up(hall, "Ana").post("/logout")
    browser = Browser(hall)
    browser.get("/login")
    planted = browser.client.cookies["arbitre"]
    assert browser.post("/login", login="ana", password="a long password").status_code == 303
    mine = browser.client.cookies["arbitre"]
    assert mine != planted
    thief = Browser(hall)
    thief.client.cookies.set("arbitre", planted)
    assert thief.get("/account").status_code == 403
    browser.post("/logout")
    thief.client.cookies.set("arbitre", mine)
    assert thief.get("/account").status_code == 403
    thief.client.cookies.set("arbitre", mine[:-3] + "abc")
    assert thief.get("/account").status_code == 403


def test_cookies_are_for_this_host_and_no_script(hall: Hall) -> None:
    said = Browser(hall).get("/login").headers["set-cookie"].lower()
    assert "httponly" in said and "samesite=lax" in said and "path=/" in said


def test_a_wrong_password_tells_nothing_and_is_not_tried_for_ever(hall: Hall) -> None:
    signed_up(hall, "Ana")
    browser = Browser(hall)
    wrong = browser.post("/login", login="ana", password="a wrong password")
    nobody = browser.post("/login", login="eve", password="a wrong password")
    assert wrong.status_code == nobody.status_code == 403 and wrong.text.replace("ana", "eve") == nobody.text
    answers = [browser.post("/login", login="ana", password=f"guess number {n}").status_code for n in range(8)]
    assert answers[-1] == 429 and "$argon2" not in repr(people.HASHER.hash("x"))[10:12]


def test_markup_stays_text_wherever_it_is_written(hall: Hall) -> None:
    bad = "<script>alert(1)</script><img src=x onerror=y>"
    ana, ben = hall.person(bad), hall.person("Ben")
    table = hall.table(bad, {bad: "cross", "Ben": "nought"})
    [side] = hall.asked(table)
    mine = ana if side == "cross" else ben
    pages = [mine.orders(table, "send", f"{bad}\n(1, 1)"), ana.get("/"), ben.get(f"/t/{table}"), ana.get("/account"),
             mine.orders(table, "draft", bad), mine.get(f"/t/{table}")]  # fmt: skip
    mine.orders(table, "send", "(1, 1)")
    hall.pass_days(2)
    pages += [ben.get(f"/t/{table}/journal"), ben.get(f"/t/{table}/turns/1")]
    for page in pages:
        policy = page.headers["content-security-policy"]
        own = '<script src="/table.js" defer></script>' if "script-src 'self';" in policy else ""
        assert "<script" not in page.text.replace(own, "", 1) and "<img" not in page.text
        assert own or "script-src 'none'" in policy
        assert (
            "unsafe" not in policy
            and "default-src 'none'" in page.headers["content-security-policy"]
            and page.headers["cache-control"] == "no-store"
        )


def test_signs_that_cannot_be_stored_or_seen_do_no_harm(hall: Hall) -> None:
    ana = hall.person("Ana")
    answer = ana.client.post("/account", content=b"csrf=" + ana.csrf().encode() + b"&name=A%00n%E2%80%AEa%FF&lang=en&zone=UTC",
                             headers={"content-type": "application/x-www-form-urlencoded"})  # fmt: skip
    assert answer.status_code == 303
    page = ana.get("/account").text
    assert "\x00" not in page and "\u202e" not in page


def test_what_is_too_large_or_meant_for_another_host_is_not_read(hall: Hall) -> None:
    ana = hall.person("Ana")
    assert ana.post("/account", name="x" * 300_000, lang="en", zone="UTC").status_code == 413
    assert ana.get("/", host="evil.example").status_code == 421
    many = "&".join(f"f{n}=1" for n in range(500))
    assert ana.client.post("/account", content=many, headers={"content-type": "application/x-www-form-urlencoded"}).status_code == 400


def test_what_is_too_slow_is_let_go() -> None:
    async def app(*_: Any) -> None:
        raise AssertionError("not reached")

    async def tried() -> list[Any]:
        sent: list[Any] = []

        async def send(event: Any) -> None:
            sent.append(event)

        async def receive() -> Any:
            await asyncio.sleep(0.02)
            return {"type": "http.request", "body": b"x", "more_body": True}

        scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"host", b"here")]}
        await Gate(app, frozenset({"here"}), False, patience=0.1)(scope, receive, send)
        return sent

    assert asyncio.run(tried())[0]["status"] == 408


def test_limits_forget_nothing_too_soon() -> None:
    time = [0.0]
    limits = Limits(lambda: time[0])
    assert [limits.allows("x", "a", 2, 10) for _ in range(3)] == [True, True, False]
    assert limits.allows("x", "b", 2, 10)
    time[0] = 10.5
    assert [limits.allows("x", "a", 2, 10) for _ in range(2)] == [True, False]


def test_a_database_that_is_gone_is_said_so_and_comes_back(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    import sqlalchemy as sa

    ana = hall.person("Ana")

    def gone() -> Any:
        raise sa.exc.OperationalError("SELECT secrets", {}, Exception("no route"))

    with monkeypatch.context() as patched:
        patched.setattr(hall.store, "reading", gone)
        answer = ana.get("/")
        assert answer.status_code == 503 and "secrets" not in answer.text
    assert ana.get("/").status_code == 200
