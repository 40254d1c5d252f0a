"""What carries news out of the outbox: puts them into mails and calls, and sends those."""

from __future__ import annotations

import asyncio
import json
import logging
import ssl
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import aiosmtplib
import httpcore
import sqlalchemy as sa
from starlette.concurrency import run_in_threadpool

from arbitre.table.clock import stamp
from arbitre.table.delivery import addresses as by_mail
from arbitre.table.delivery import hooks, mails, queue, trust
from arbitre.table.errors import Trouble
from arbitre.table.pool import Down, Ended, Said
from arbitre.table.storage.schema import addresses, outbox
from arbitre.table.storage.schema import hooks as hook_rows

if TYPE_CHECKING:
    from arbitre.table.web.server import Service

EVERY = 5.0  # seconds between two rounds
CLEARED = timedelta(hours=1)
AT_ONCE = 5  # calls
LOG = logging.getLogger("arbitre.table")


class Carrier:
    """Goes round as long as the server runs; several on one PostgreSQL share the work."""

    def __init__(self, service: Service) -> None:
        self.service, self.cleared = service, datetime.min

    async def watch(self) -> None:
        """Goes round, whatever happens to the database or to other servers meanwhile."""
        while True:
            try:
                await self.round()
            except (sa.exc.SQLAlchemyError, OSError) as error:
                LOG.warning("the database does not answer: %s", type(error).__name__)
            except Exception as error:  # whatever it is, the next round is another
                LOG.error("a round of deliveries was broken off: %s", type(error).__name__)
            await asyncio.sleep(EVERY)

    async def round(self) -> None:
        """One round."""
        now = self.service.clock()
        while await run_in_threadpool(self.entered, now):
            pass
        if self.service.delivery.smtp is not None:
            for person in await run_in_threadpool(self.waiting, now):
                await self.compose(person, now)
            await self.send(now)
        await self.call(now)
        if self.cleared.replace(tzinfo=now.tzinfo) + CLEARED < now or self.cleared == datetime.min:
            await run_in_threadpool(queue.clear, self.service.store, now)
            self.cleared = now

    def entered(self, now: datetime) -> int:
        with self.service.store.writing() as held:
            return hooks.enter(held, self.service.address.rstrip("/"), now)

    # ------------------------------------------------------------------------------------ mails

    def waiting(self, now: datetime) -> list[str]:
        with self.service.store.reading() as held:
            return mails.waiting(held, now)

    async def compose(self, person: str, now: datetime) -> None:
        """What somebody is to be told becomes a mail, once: whoever comes second finds nothing left."""
        news = await run_in_threadpool(self.news_of, person)
        if news is None:
            return
        try:
            body = await mails.composed(news, self.service.address.rstrip("/"), self.stop_link(person), now, self.report)
        except (Down, Ended, Said, Trouble) as error:  # it is told another time
            LOG.warning("a mail could not be written: %s", type(error).__name__)
            return
        await run_in_threadpool(self.enter, news, body, now)

    def news_of(self, person: str) -> mails.News | None:
        with self.service.store.reading() as held:
            return mails.news_of(held, person)

    async def report(self, table: str, viewer: str, turn: int, lang: str) -> str | None:
        found = await self.service.pool.ask("report", table=table, viewer=viewer, turn=turn, lang=lang, form="text")
        text: str | None = found["report"]
        return text

    def enter(self, news: mails.News, body: dict[str, str], now: datetime) -> None:
        who = news.person
        with self.service.store.writing() as held:
            asked = sa.select(addresses).where(addresses.c.person == who.id)
            row = held.execute(asked.with_for_update() if self.service.store.postgres else asked).first()
            if row is None or not row.since or row.way == by_mail.NONE or row.address != news.address or row.next > stamp(now):
                return
            mine = outbox.c.id.in_([one.id for one in news.rows])
            left = held.execute(sa.select(sa.func.count()).select_from(outbox).where(mine, outbox.c.sent == "")).scalar_one()
            if left != len(news.rows):
                return
            held.execute(sa.update(outbox).where(mine).values(sent=stamp(now)))
            digest = row.way == by_mail.DIGEST
            later = by_mail.first(row.way, who.zone, self.service.delivery.hour, now) if digest else stamp(now + by_mail.PAUSE)
            held.execute(sa.update(addresses).where(addresses.c.person == who.id).values(next=later))
            if body:
                queue.put(held, queue.MAIL, who.id, by_mail.message_id(self.service.delivery), row.address, body, now)

    def stop_link(self, person: str) -> str:
        return f"{self.service.address.rstrip('/')}/mail/{by_mail.stop_key(self.service.secret, person)}"

    async def send(self, now: datetime) -> None:
        """Sends what is to be sent, over one connection."""
        store, smtp = self.service.store, self.service.delivery.smtp
        assert smtp is not None
        while found := await run_in_threadpool(queue.taken, store, now, (queue.CODE, queue.MAIL)):
            client = mails.client(smtp)
            try:
                await client.connect()
            except (aiosmtplib.SMTPException, OSError, ssl.SSLError) as error:
                LOG.warning("the mail server does not answer: %s", type(error).__name__)
                for row in found:
                    await run_in_threadpool(queue.again, store, row, now)
                return
            try:
                for row in found:
                    await self.mail(client, row, now)
            finally:
                client.close()

    async def mail(self, client: aiosmtplib.SMTP, row: Any, now: datetime) -> None:
        """Sends one; it is done once the server has taken it."""
        store = self.service.store
        if not await run_in_threadpool(queue.still, store, row):
            return
        stop = self.stop_link(row.person) if row.kind == queue.MAIL else ""
        try:
            if not client.is_connected:
                await client.connect()
            await client.send_message(mails.message(row, json.loads(row.body), self.service.delivery, stop))
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            LOG.warning("a mail was not taken: %s", type(error).__name__)
            over = isinstance(error, ValueError) or mails.for_ever(error)
            await run_in_threadpool(queue.done if over else queue.again, store, row, now)
        else:
            await run_in_threadpool(queue.done, store, row, now)

    # ------------------------------------------------------------------------------------ webhooks

    async def call(self, now: datetime) -> None:
        """Calls whoever is to be called, some at once."""
        backend = hooks.PublicOnly(self.service.delivery.private)
        async with httpcore.AsyncConnectionPool(ssl_context=trust.context(trust.CALLS), network_backend=backend) as pool:
            while found := await run_in_threadpool(queue.taken, self.service.store, now, (queue.HOOK,)):
                for at in range(0, len(found), AT_ONCE):
                    await asyncio.gather(*(self.called(pool, row, now) for row in found[at : at + AT_ONCE]))

    async def called(self, pool: httpcore.AsyncConnectionPool, row: Any, now: datetime) -> None:
        """Calls one; it is done once it has answered that it has it, and given up if it wants no more."""
        store = self.service.store
        hook = await run_in_threadpool(self.hook_of, row)
        if hook is None or not await run_in_threadpool(queue.still, store, row):
            return
        body = json.dumps({"id": row.key, **json.loads(row.body)}, ensure_ascii=False).encode()
        try:
            status = await hooks.call(pool, row.target, hook.secret, row.key, body, now)
        except hooks.Forbidden:
            LOG.warning("a webhook stands for an address of this network: it is not called")
            await run_in_threadpool(queue.done, store, row, now)
            return
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, httpcore.UnsupportedProtocol, OSError,
                TimeoutError, ValueError) as error:  # fmt: skip
            LOG.info("a webhook was not reached: %s", type(error).__name__)
            status = 0
        over = 200 <= status < 300 or status == 410
        await run_in_threadpool(queue.done if over else queue.again, store, row, now)

    def hook_of(self, row: Any) -> Any:
        with self.service.store.reading() as held:
            asked = sa.select(hook_rows).where(hook_rows.c.person == row.person, hook_rows.c.url == row.target)
            return held.execute(asked).first()
