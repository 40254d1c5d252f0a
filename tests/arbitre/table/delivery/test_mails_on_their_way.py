"""Mails on their way: servers that are gone, processes that are killed, two of them at once; and what no mail tells."""

from __future__ import annotations

import os
import re
import secrets
import signal
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from arbitre.table import operations as deeds
from arbitre.table.delivery import addresses as by_mail
from arbitre.table.delivery import mails, queue
from arbitre.table.delivery.carrier import Carrier
from arbitre.table.delivery.settings import Delivery, Smtp
from arbitre.table.storage import administration as keeping
from arbitre.table.storage.outbox import tell
from arbitre.table.storage.schema import deliveries, outbox
from arbitre.table.storage.store import Store
from tests.arbitre.table.delivery.mailing import CELLS, SENDER, address_of, confirmed, mailed, moved, round_of, sends, waiting
from tests.arbitre.table.delivery.post_office import PostOffice, text_of
from tests.arbitre.table.hall import Hall, left_behind
from tests.arbitre.table.test_secrets import OTHERS, SIDES, WORLDS, seated
from tests.arbitre.table.test_secrets import PLACES as SEATS
from tests.arbitre.table.test_secrets import ROLES as CAST

# ------------------------------------------------------------------------------------------------ sent, at least once


def test_a_mail_server_that_is_gone_is_tried_again_later_with_the_same_mail(hall: Hall, office: PostOffice) -> None:
    mailed(hall, office, "immediate")
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
    mailed(hall, office, "immediate")
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
    mailed(hall, office)
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
    name = f"killed {secrets.token_hex(6)}"
    child = os.fork()
    if not child:
        os.environ["PGAPPNAME"] = name
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
    left_behind(hall.store, name)
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
    mailed(hall, office, "immediate")
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
