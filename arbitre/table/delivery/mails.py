"""Mails: what has happened at somebody's tables, with the reports as he may read them, in his language."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP as CRLF
from email.utils import format_datetime
from typing import Any

import aiosmtplib
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from arbitre.table import clock
from arbitre.table.delivery import addresses as by_mail
from arbitre.table.delivery import trust
from arbitre.table.delivery.settings import LOOPBACK, Delivery, Smtp
from arbitre.table.people import Person
from arbitre.table.storage.schema import addresses, outbox, people
from arbitre.table.web.roles import Standing, standing, turns_for
from arbitre.words.phrases import of

MOST_NEWS = 200  # of one mail
MOST_REPORTS = 5  # of one table
LONGEST = 200_000  # characters of a mail; the rest is at its table
PATIENCE = 30.0
Row = sa.Row[Any]
Asked = Callable[[str, str, int, str], Awaitable[str | None]]  # table, viewer, turn, language -> the report as text


@dataclass(frozen=True, slots=True)
class News:
    """What somebody is to be told: as the rows of the outbox have it, and what he is to each table now."""

    person: Person
    address: str
    rows: list[Row]
    standings: dict[str, Standing]


def waiting(held: Connection, now: datetime) -> list[str]:
    """Who may be written to now, and has something to be told or waits for the hour of his digest."""
    fresh = sa.exists().where(outbox.c.person == addresses.c.person, outbox.c.sent == "", outbox.c.at >= addresses.c.since)
    asked = sa.select(addresses.c.person).where(
        addresses.c.since != "", addresses.c.way != by_mail.NONE, addresses.c.next <= clock.stamp(now),
        sa.or_(addresses.c.way == by_mail.DIGEST, fresh),
    )  # fmt: skip
    return list(held.execute(asked.order_by(addresses.c.next).limit(200)).scalars())


def news_of(held: Connection, person: str) -> News | None:
    """What somebody is to be told; None if he is not to be written to.  A table that he may not see any more is told of no further."""
    asked = sa.select(people, addresses.c.address, addresses.c.since).join(addresses, addresses.c.person == people.c.id)
    row = held.execute(asked.where(people.c.id == person, people.c.blocked == 0, addresses.c.way != by_mail.NONE)).first()
    if row is None or not row.since:
        return None
    who = Person(row.id, row.name, row.lang, row.zone, row.login is None, "")
    mine = sa.select(outbox).where(outbox.c.person == person, outbox.c.sent == "", outbox.c.at >= row.since)
    rows = list(held.execute(mine.order_by(outbox.c.id).limit(MOST_NEWS)))
    return News(who, row.address, rows, {one.table_id: standing(held, who, one.table_id) for one in rows})


async def composed(news: News, address: str, stop: str, now: datetime, report: Asked) -> dict[str, str]:
    """Subject and text of a mail; ``address``: of the server, ``stop``: of the page on which one asks for no more."""
    who = news.person
    words, out, heads = of(who.lang), list[str](), list[str]()
    for table, me in news.standings.items():
        row = me.row
        if row is None:
            continue
        told = [one for one in news.rows if one.table_id == table]
        lines = [words.say(f"table.news.{one.what}", turn=one.turn) for one in told]
        heads += [f"{row.name}: {line}" for line in lines]
        out += [f"{row.name}", f"{address}/t/{table}", "", *(f"- {line}" for line in lines)]
        if row.due:
            out.append(f"- {words.say('table.due_at', when=clock.local(row.due, who.zone, who.lang), zone=who.zone)}")
        out.append("")
        for turn in reported(told, me):
            text = await report(table, me.viewer, turn, who.lang)
            out += [text.strip(), ""] if text else []
    if not heads:
        return {}
    subject = heads[0] if len(heads) == 1 else words.say("table.mail_subject", tables=words.count("table.tables", len({one.id for one in
                                                         (me.row for me in news.standings.values()) if one is not None})))  # fmt: skip
    text = "\n".join(out)
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}\n[…]\n"
    foot = ["-- ", words.say("table.mail_why", address=f"{address}/account"), words.say("table.mail_stop", address=stop)]
    return {"subject": subject[:200], "text": "\n".join([text, *foot]) + "\n", "lang": who.lang}


def reported(told: list[Row], me: Standing) -> list[int]:
    """The turns whose reports go with the news: those that were resolved, as far as he may read them; who reads later is sent those that he
    may read by now."""
    ended = {one.turn for one in told if one.what in ("resolved", "over")}
    wanted = ended | ({turn - 1 for turn in ended} if me.delayed else set())
    return sorted(wanted & set(turns_for(me)))[-MOST_REPORTS:]


# ------------------------------------------------------------------------------------------------ sent


def message(row: Row, body: dict[str, str], delivery: Delivery, stop: str) -> EmailMessage:
    """A mail as it is sent: the same each time."""
    out = EmailMessage(policy=CRLF)
    out["From"], out["To"], out["Subject"] = delivery.sender, row.target, " ".join(body["subject"].split())
    out["Message-ID"], out["Date"] = row.key, format_datetime(datetime.fromisoformat(row.made))
    out["Auto-Submitted"] = "auto-generated"
    if stop:
        out["List-Unsubscribe"], out["List-Unsubscribe-Post"] = f"<{stop}>", "List-Unsubscribe=One-Click"
    out.set_content(body["text"], charset="utf-8", cte="quoted-printable")
    out["Content-Language"] = body["lang"]
    return out


def client(smtp: Smtp) -> aiosmtplib.SMTP:
    """A connection to the mail server, which is not made yet; what is said to another machine is said under TLS or not at all."""
    near = smtp.host in LOOPBACK
    return aiosmtplib.SMTP(
        hostname=smtp.host, port=smtp.port, use_tls=smtp.tls, start_tls=None if smtp.tls else not near, timeout=PATIENCE,
        username=smtp.login or None, password=smtp.password or None, tls_context=trust.context(trust.MAIL),
    )  # fmt: skip


def for_ever(error: Exception) -> bool:
    """Will it not be taken another time either?"""
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused):
        return all(500 <= one.code < 600 for one in error.recipients)
    return isinstance(error, aiosmtplib.SMTPDataError) and 500 <= error.code < 600
