"""Mails: confirmed addresses, digests, what each may hold, and how the server is told to send."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.table import tables
from arbitre.table.delivery import addresses as by_mail
from arbitre.table.delivery import mails
from arbitre.table.delivery.settings import Smtp, delivery_of, is_address, smtp_of
from arbitre.table.errors import Trouble
from arbitre.table.storage.schema import addresses, deliveries
from tests.arbitre.table.delivery.mailing import CELLS, SENDER, address_of, confirmed, mailed, moved, round_of, sends, waiting
from tests.arbitre.table.delivery.post_office import PostOffice, text_of
from tests.arbitre.table.hall import HERE, Browser, Hall, plain

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
    ana = mailed(hall, office, "immediate")
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
