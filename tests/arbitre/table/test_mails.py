"""Mails: confirmed addresses, digests, what each may hold, servers that are gone, processes that are killed."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.table import operations as deeds
from arbitre.table import tables
from arbitre.table.delivery import addresses as by_mail
from arbitre.table.delivery import mails, queue
from arbitre.table.delivery.carrier import Carrier
from arbitre.table.delivery.settings import Delivery, Smtp, delivery_of, is_address, smtp_of
from arbitre.table.errors import Trouble
from arbitre.table.storage import administration as keeping
from arbitre.table.storage.outbox import tell
from arbitre.table.storage.schema import addresses, deliveries, outbox
from arbitre.table.storage.store import Store
from tests.arbitre.table.hall import HERE, Browser, Hall, plain
from tests.arbitre.table.post_office import PostOffice, post_office, text_of
from tests.arbitre.table.test_secrets import OTHERS, SIDES, WORLDS, seated
from tests.arbitre.table.test_secrets import PLACES as SEATS
from tests.arbitre.table.test_secrets import ROLES as CAST

CELLS = ("(1, 1)", "(1, 2)", "(2, 1)", "(2, 2)", "(3, 1)")
SENDER = "tables@example.org"


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with post_office() as found:
        yield found


def sends(hall: Hall, office: PostOffice) -> None:
    """The server of the hall sends there."""
    hall.service.delivery = Delivery(Smtp("127.0.0.1", office.port, False), SENDER)


def round_of(hall: Hall) -> None:
    """What is to be sent now is sent."""
    asyncio.run(Carrier(hall.service).round())


def address_of(name: str) -> str:
    return f"{name.lower()}@example.net"


def confirmed(hall: Hall, office: PostOffice, name: str, browser: Browser, way: str = "digest") -> None:
    """Somebody gives his address, and types in the code that comes there."""
    hall.service.limits.left.clear()
    assert browser.post("/account/mail", address=address_of(name)).status_code == 303
    round_of(hall)
    code = re.search(r"\b(\d{6})\b", text_of(office.to(address_of(name))[-1]))
    assert code is not None
    assert browser.post("/account/mail/code", code=code[1]).status_code == 303
    if way != "digest":
        assert browser.post("/account/mail/way", way=way).status_code == 303


def moved(hall: Hall, table: str, cell: str) -> None:
    """A turn more, a minute later."""
    hall.now += timedelta(minutes=1)
    hall.deliver(table, hall.asked(table)[0], cell)
    deeds.resolve_if_due(hall.store, table, hall.now)


def waiting(hall: Hall) -> int:
    with hall.store.reading() as held:
        return int(held.execute(sa.select(sa.func.count()).select_from(deliveries).where(deliveries.c.done == "")).scalar_one())


# ------------------------------------------------------------------------------------------------ an address


def test_an_address_is_confirmed_by_the_code_that_was_sent_there(hall: Hall, office: PostOffice) -> None:
    sends(hall, office)
    ana = hall.person("Ana")
    assert ana.post("/account/mail", address="nonsense").status_code == 400
    ana.post("/account/mail", address=address_of("Ana"))
    round_of(hall)
    [mail] = office.taken
    assert mail["From"] == SENDER and mail["Auto-Submitted"] == "auto-generated" and mail["List-Unsubscribe"] is None
    code = re.search(r"\b(\d{6})\b", text_of(mail))
    assert code is not None
    with hall.store.reading() as held:
        assert code[1] not in str(held.execute(sa.select(addresses)).all() + held.execute(sa.select(deliveries)).all())
    wrong = f"{(int(code[1]) + 1) % 10**6:06d}"
    assert ana.post("/account/mail/code", code=wrong).status_code == 403
    hall.now += timedelta(hours=2)
    assert "no longer valid" in ana.post("/account/mail/code", code=code[1]).text
    hall.now -= timedelta(hours=2)
    hall.service.limits.left.clear()
    assert ana.post("/account/mail/code", code=code[1]).status_code == 303
    assert "once a day, at 7:00" in ana.get("/account/news").text
    assert ana.get("/account/data.json").json()["mail"][0]["address"] == address_of("Ana")
    assert ana.post("/account/mail/code", code=code[1]).status_code == 403  # used


def test_a_code_is_guessed_five_times_and_no_more(hall: Hall, office: PostOffice) -> None:
    sends(hall, office)
    ana = hall.person("Ana")
    ana.post("/account/mail", address=address_of("Ana"))
    round_of(hall)
    code = re.search(r"\b(\d{6})\b", text_of(office.taken[0]))
    assert code is not None
    for _ in range(by_mail.GUESSES):
        assert ana.post("/account/mail/code", code="x").status_code == 403
    assert ana.post("/account/mail/code", code=code[1]).status_code == 403
    statuses = [ana.post("/account/mail", address=f"victim{number}@example.net").status_code for number in range(4)]
    assert statuses[-1] == 429  # nobody is made a sender of mails to strangers


def test_without_a_mail_server_there_are_no_mails(hall: Hall) -> None:
    ana = hall.person("Ana")
    assert "sends no email" in ana.get("/account/news").text
    assert ana.post("/account/mail", address=address_of("Ana")).status_code == 409


@pytest.mark.parametrize(
    ("said", "fine"),
    [("a@b.org", True), ("a.b+c@d-e.example.org", True), ("a@b", False), ("a b@c.org", False), ("a@b.org\nBcc: x@y.org", False),
     ("<a@b.org>", False), ("a@@b.org", False), ("a@-b.org", False), ("x" * 65 + "@b.org", False), ("a@b.org,c@d.org", False)],
)  # fmt: skip
def test_what_is_an_address(said: str, fine: bool) -> None:
    assert is_address(said) is fine


# ------------------------------------------------------------------------------------------------ news


def test_a_digest_comes_once_a_day_with_the_report_of_its_reader(hall: Hall, office: PostOffice) -> None:
    """In his language and at seven by his clock; who is told nothing by mail is sent nothing."""
    sends(hall, office)
    people = {"Ana": hall.person("Ana"), "Ben": hall.person("Ben", "fr"), "Cleo": hall.person("Cleo")}
    for name in ("Ana", "Ben"):
        confirmed(hall, office, name, people[name])
    office.clear()
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, referee="Cleo")
    moved(hall, table, CELLS[0])
    moved(hall, table, CELLS[1])
    round_of(hall)
    assert not office.taken
    hall.now = datetime(2026, 12, 1, 7, 0, 1, tzinfo=UTC)
    round_of(hall)
    round_of(hall)
    assert sorted(one["To"] for one in office.taken) == [address_of("Ana"), address_of("Ben")]
    [mine], [french] = office.to(address_of("Ana")), office.to(address_of("Ben"))
    assert "turn 1 is resolved" in text_of(mine) and "turn 2 is resolved" in text_of(mine) and f"{HERE}/t/{table}" in text_of(mine)
    assert "le tour 1 est résolu" in text_of(french) and french["Content-Language"] == "fr"
    assert plain(people["Ana"].get(f"/t/{table}/turns/2/text").text).strip() in text_of(mine)
    assert waiting(hall) == 0
    office.clear()
    hall.now += timedelta(days=1)
    round_of(hall)
    assert not office.taken  # nothing has happened since
    moved(hall, table, CELLS[2])
    hall.now += timedelta(days=1)
    round_of(hall)
    assert "turn 3 is resolved" in office.to(address_of("Ana"))[0]["Subject"]
    assert "turn 2 is resolved" not in text_of(office.to(address_of("Ana"))[0])


def test_who_wants_it_at_once_is_told_at_once_and_who_wants_nothing_is_not(hall: Hall, office: PostOffice) -> None:
    sends(hall, office)
    ana, ben = hall.person("Ana"), hall.person("Ben")
    confirmed(hall, office, "Ana", ana, "immediate")
    confirmed(hall, office, "Ben", ben, "none")
    office.clear()
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"})
    moved(hall, table, CELLS[0])
    round_of(hall)
    assert [one["To"] for one in office.taken] == [address_of("Ana")]
    moved(hall, table, CELLS[1])
    round_of(hall)
    assert len(office.taken) == 1  # not twice in a few minutes
    hall.now += by_mail.PAUSE
    round_of(hall)
    assert len(office.taken) == 2 and "turn 2 is resolved" in office.taken[1]["Subject"]
    ben.post("/account/mail/way", way="immediate")
    hall.now += by_mail.PAUSE
    round_of(hall)
    assert not office.to(address_of("Ben"))  # what happened while he wanted nothing is not told now
    moved(hall, table, CELLS[2])
    round_of(hall)
    assert "turn 3" in office.to(address_of("Ben"))[0]["Subject"]


def test_one_click_and_nothing_more_comes(hall: Hall, office: PostOffice) -> None:
    """As a mail program asks for it: without a cookie, a form or a person; the page alone stops nothing."""
    sends(hall, office)
    ana = hall.person("Ana")
    hall.person("Ben")
    confirmed(hall, office, "Ana", ana, "immediate")
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"})
    round_of(hall)
    mail = office.taken[-1]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = re.fullmatch(r"<http://127\.0\.0\.1:8420(/mail/[\w.-]+)>", mail["List-Unsubscribe"])
    assert link is not None and f"{HERE}{link[1]}" in text_of(mail)
    stranger = Browser(hall)
    assert stranger.get(link[1]).status_code == 200
    with hall.store.reading() as held:
        assert held.execute(sa.select(addresses.c.way)).scalar() == "immediate"
    for forged in (link[1][:-3] + "abc", "/mail/x", f"/mail/{hall.ids['Ana']}"):
        assert stranger.client.post(forged).status_code == 404
    assert stranger.client.post(link[1], data={"List-Unsubscribe": "One-Click"}).status_code == 200
    office.clear()
    moved(hall, table, CELLS[0])
    hall.pass_days(2)
    round_of(hall)
    assert not office.taken and "selected>never" in ana.get("/account/news").text


def test_who_reads_later_is_sent_later_and_who_has_left_is_sent_nothing(hall: Hall, office: PostOffice) -> None:
    sends(hall, office)
    people = {name: hall.person(name) for name in ("Ana", "Ben", "Cleo", "Dora")}
    for name in ("Cleo", "Dora"):
        confirmed(hall, office, name, people[name], "immediate")
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, watching="delayed", entry="invitation")
    with hall.store.writing() as held:
        for name in ("Cleo", "Dora"):
            tables.join(held, hall.row(held, table), hall.ids[name], tables.WATCHER, "", hall.now)
    office.clear()
    for number, cell in enumerate(CELLS[:3], 1):
        moved(hall, table, cell)
        if number == 2:
            with hall.store.writing() as held:
                tables.leave(held, hall.row(held, table), hall.ids["Dora"], hall.now)
        hall.now += by_mail.PAUSE
        if number != 1:
            round_of(hall)
    assert not office.to(address_of("Dora"))  # by the time it was written she had left
    first, second = [text_of(one) for one in office.to(address_of("Cleo"))]
    reports = {turn: people["Ana"].get(f"/t/{table}/turns/{turn}/text").text.splitlines()[0] for turn in (1, 2, 3)}
    assert reports[1] in first and reports[2] not in first
    assert reports[2] in second and reports[3] not in second


@pytest.mark.parametrize(
    ("zone", "now", "then"),
    [("UTC", "2026-11-30T06:59:59", "2026-11-30T07:00:00"), ("UTC", "2026-11-30T07:00:00", "2026-12-01T07:00:00"),
     ("Europe/Paris", "2027-03-27T12:00:00", "2027-03-28T05:00:00"), ("Europe/Paris", "2027-10-30T12:00:00", "2027-10-31T06:00:00"),
     ("America/New_York", "2026-11-30T11:00:00", "2026-11-30T12:00:00")],
)  # fmt: skip
def test_digests_keep_their_hour_across_summer_time(zone: str, now: str, then: str) -> None:
    assert by_mail.first("digest", zone, 7, datetime.fromisoformat(now).replace(tzinfo=UTC)) == f"{then}+00:00"


# ------------------------------------------------------------------------------------------------ sent, at least once


def test_a_mail_server_that_is_gone_is_tried_again_later_with_the_same_mail(hall: Hall, office: PostOffice) -> None:
    sends(hall, office)
    ana = hall.person("Ana")
    hall.person("Ben")
    confirmed(hall, office, "Ana", ana, "immediate")
    office.clear()
    there = hall.service.delivery
    hall.table("Ana", {"Ana": "cross", "Ben": "nought"})
    hall.service.delivery = Delivery(Smtp("127.0.0.1", 9, False), SENDER)
    round_of(hall)
    hall.service.delivery = there
    office.answers += ["451 later", "451 later"]
    seen = [waiting(hall)]
    for minutes in (0.5, 0.6, 1, 1.1, 2, 2.1):  # after a minute, then two, then four
        hall.now += timedelta(minutes=minutes)
        round_of(hall)
        seen.append(waiting(hall))
    assert seen == [1, 1, 1, 1, 1, 1, 0]
    [mail] = office.taken
    assert waiting(hall) == 0 and re.fullmatch(r"<[0-9a-f]{32}@example\.org>", mail["Message-ID"])
    with hall.store.reading() as held:
        assert held.execute(sa.select(deliveries.c.body, deliveries.c.target).where(deliveries.c.kind == "mail")).all() == [("", "")]


def test_a_mail_that_is_never_taken_is_given_up(hall: Hall, office: PostOffice) -> None:
    sends(hall, office)
    ana = hall.person("Ana")
    hall.person("Ben")
    confirmed(hall, office, "Ana", ana, "immediate")
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"})
    office.answers.append("550 no such person")
    round_of(hall)
    assert waiting(hall) == 0
    moved(hall, table, CELLS[0])
    hall.now += by_mail.PAUSE
    office.answers += ["451 later"] * 100
    tries = 0
    while tries == 0 or waiting(hall):
        round_of(hall)
        hall.now += queue.LONGEST
        tries += 1
    assert tries == queue.TRIES


def test_what_is_old_is_cleared_away(hall: Hall, office: PostOffice) -> None:
    sends(hall, office)
    ana = hall.person("Ana")
    hall.person("Ben")
    confirmed(hall, office, "Ana", ana)
    hall.table("Ana", {"Ana": "cross", "Ben": "nought"})
    hall.pass_days(2)
    round_of(hall)

    def counted() -> list[int]:
        with hall.store.reading() as held:
            return [held.execute(sa.select(sa.func.count()).select_from(one)).scalar_one() for one in (outbox, deliveries)]

    assert counted() == [2, 2]
    hall.now += queue.REMEMBERED + timedelta(minutes=1)
    round_of(hall)
    assert counted() == [2, 0]
    hall.now += queue.KEPT
    round_of(hall)
    assert counted() == [0, 0]


def test_who_is_deleted_leaves_no_address(hall: Hall, office: PostOffice) -> None:
    sends(hall, office)
    ana = hall.person("Ana")
    confirmed(hall, office, "Ana", ana)
    ana.post("/account/hook", url="https://example.org/hook")
    ana.post("/account/delete", sure="yes")
    with hall.store.reading() as held:
        from arbitre.table.storage.schema import METADATA

        assert "example" not in str([held.execute(sa.select(one)).all() for one in METADATA.sorted_tables])


def test_a_backup_takes_addresses_along_and_counts_on(hall: Hall, office: PostOffice, tmp_path: Path) -> None:
    sends(hall, office)
    confirmed(hall, office, "Ana", hall.person("Ana"))
    keeping.backup(hall.store, tmp_path / "backup")
    from tests.arbitre.table.hall import KINDS, database

    for kind in KINDS:
        (tmp_path / kind).mkdir()
        with database(kind, tmp_path / kind) as url:
            other = Store(url)
            keeping.restore(other, tmp_path / "backup")
            with other.writing() as held:  # the next row has a number of its own
                queue.put(held, queue.CODE, hall.ids["Ana"], "<another>", "x@example.net", {}, hall.now)
            other.close()


def killed_round(hall: Hall, call: int) -> int:
    """Sends in a process that kills itself at a call of a function; how many calls there are where it was not."""
    hall.store.close()
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        count = 0

        def counted(frame: Any, event: str, _: Any) -> None:
            nonlocal count
            if event == "call" and ("delivery" in frame.f_code.co_filename or "aiosmtplib" in frame.f_code.co_filename):
                count += 1
                if count == call:
                    os.kill(os.getpid(), signal.SIGKILL)

        import threading

        threading.setprofile(counted)
        sys.setprofile(counted)
        round_of(hall)
        sys.setprofile(None)
        os.write(writer, str(count).encode())
        os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    said = os.read(reader, 20)
    os.close(reader)
    return int(said or 0)


def kills(hall: Hall, office: PostOffice, points: int) -> None:
    sends(hall, office)
    ana, ben = hall.person("Ana"), hall.person("Ben")
    for name, browser in (("Ana", ana), ("Ben", ben)):
        confirmed(hall, office, name, browser, "immediate")
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"})
    hall.now += by_mail.PAUSE
    round_of(hall)
    office.clear()
    twice = calls = 0
    for number in range(points + 1):
        hall.now += by_mail.PAUSE
        with hall.store.writing() as held:
            tell(held, table, "extend", number, hall.now)
        calls = max(calls, killed_round(hall, 1 + calls * number // (points + 1) if number else 0))
        hall.now += queue.LEASE
        round_of(hall)
        for name in ("Ana", "Ben"):
            mine = office.to(address_of(name))
            assert mine and len({one["Message-ID"] for one in mine}) == 1, (number, name)
            assert len({text_of(one) for one in mine}) == 1 and "the deadline was moved" in mine[0]["Subject"]
            twice += len(mine) > 1
        assert waiting(hall) == 0
        office.clear()
    assert calls > 20


def test_a_process_that_is_killed_sends_each_mail_at_least_once(hall: Hall, office: PostOffice) -> None:
    kills(hall, office, 8)


@pytest.mark.more
def test_a_process_that_is_killed_at_two_hundred_points_of_sending(hall: Hall, office: PostOffice) -> None:
    kills(hall, office, 200)


def test_two_processes_write_one_mail(hall: Hall, office: PostOffice) -> None:
    """What one has put into a mail the other does not put into another, even if both have read it before."""
    sends(hall, office)
    ana = hall.person("Ana")
    hall.person("Ben")
    confirmed(hall, office, "Ana", ana, "immediate")
    hall.table("Ana", {"Ana": "cross", "Ben": "nought"})
    one, two = Carrier(hall.service), Carrier(hall.service)
    news, same = one.news_of(hall.ids["Ana"]), two.news_of(hall.ids["Ana"])
    assert news is not None and same is not None
    body = {"subject": "x", "text": "x", "lang": "en"}
    one.enter(news, body, hall.now)
    two.enter(same, body, hall.now)
    assert waiting(hall) == 1
    assert len(queue.taken(hall.store, hall.now, (queue.MAIL,))) == 1 and queue.taken(hall.store, hall.now, (queue.MAIL,)) == []


# ------------------------------------------------------------------------------------------------ secrets


@pytest.mark.more
def test_two_worlds_in_mails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, office: PostOffice) -> None:
    """What one camp chooses and orders in secret changes no mail of the other camp, nor when it comes."""
    seen = []
    for number, world in enumerate(WORLDS):
        office.clear()
        hall, table, browsers = seated(tmp_path / str(number), monkeypatch)
        sends(hall, office)
        for name in OTHERS:
            confirmed(hall, office, name, browsers[name], "immediate")
        office.clear()
        told = []

        def carried(hall: Hall = hall, told: list[Any] = told) -> None:
            hall.now += by_mail.PAUSE
            round_of(hall)
            told.append([(sorted((key, value) for key, value in one.items() if key != "Message-ID"), text_of(one)) for one in office.taken])
            office.clear()

        for name in SIDES:
            assert hall.deliver(table, name, f"{(CAST | world['roles'])[name]}\n{SEATS[name]}")["accepted"]
        carried()
        for orders in (world["orders"], {}):
            hall.pass_days(2)
            deeds.resolve_if_due(hall.store, table, hall.now)
            carried()
            for name, mail in orders.items():
                assert browsers[name].orders(table, "send", mail).status_code == 200
            carried()
        assert any("le tour 1 est résolu" in text for some in told for _, text in some)
        cut = re.compile(r"/mail/[\w.-]+")
        seen.append([[(cut.sub("", str(heads)), cut.sub("", text)) for heads, text in some] for some in told])
        hall.store.close()
    assert seen[0] == seen[1]


def test_a_name_cannot_add_a_header(hall: Hall, office: PostOffice) -> None:
    sends(hall, office)
    row = type("Row", (), {"target": "a@b.org", "key": "<1@b.org>", "made": "2026-11-30T12:00:00+00:00"})
    made = mails.message(row, {"subject": "x\r\nBcc: c@d.org\u2028y", "text": "é", "lang": "en"}, hall.service.delivery, "")
    assert made["Bcc"] is None and b"\nBcc" not in bytes(made)


# ------------------------------------------------------------------------------------------------ settings


def test_mail_servers_are_named_by_a_url_and_spoken_to_under_tls() -> None:
    assert smtp_of("smtps://me:p%40ss@mail.example.org") == Smtp("mail.example.org", 465, True, "me", "p@ss")
    assert smtp_of("smtp://127.0.0.1:25") == Smtp("127.0.0.1", 25, False)
    assert "p@ss" not in repr(smtp_of("smtps://me:p%40ss@mail.example.org"))
    for bad in ("mail.example.org", "http://x", "smtp://", "smtp://x:port", "smtp://me@x", "smtp://x/y", "smtp://x?tls=no"):
        with pytest.raises(Trouble, match="bad_smtp"):
            smtp_of(bad)
    with pytest.raises(Trouble, match="bad_sender"):
        delivery_of("smtp://localhost", "", 7, False)
    far, near = mails.client(smtp_of("smtp://mail.example.org")), mails.client(smtp_of("smtp://localhost"))
    assert far._start_tls_on_connect is True and near._start_tls_on_connect is False


def test_the_command_tells_its_settings_and_no_password(tmp_path: Path) -> None:
    said = CliRunner().invoke(cli, ["table", "serve", "--help"]).output
    for option in ("--smtp", "--mail-from", "--digest-hour", "--private-hooks"):
        assert option in said
    (tmp_path / "settings.toml").write_text('smtp = "ftp://me:hunter2@x"\nmail-from = "a@b.org"\n', encoding="utf-8")
    done = CliRunner().invoke(cli, ["table", "serve", "--settings", str(tmp_path / "settings.toml"), "--database", str(tmp_path / "x.db"),
                                    "--lang", "en"])  # fmt: skip
    assert done.exit_code == 1 and "--smtp is smtp://" in done.output and "hunter2" not in done.output
