"""Settings of notifications: a mail address and how often it is written to, and the address of a webhook."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from starlette.responses import Response

from arbitre.table.delivery import addresses as by_mail
from arbitre.table.delivery import hooks
from arbitre.table.errors import Trouble
from arbitre.table.people import Person
from arbitre.table.storage.schema import hooks as hook_rows
from arbitre.table.web.basics import limited, mine, reading, writing
from arbitre.table.web.server import Service
from arbitre.table.web.visit import Visit

PAGE = "/account/news"


def person_of(visit: Visit) -> Person:
    """Who asks; routes that call this are for people who are signed in."""
    mine(visit)
    assert visit.person is not None
    return visit.person


async def page(service: Service, visit: Visit) -> Response:
    """How he is told what happens."""
    return await shown(service, visit)


async def shown(service: Service, visit: Visit, status: int = 200, fault: str = "", secret: str = "") -> Response:
    me = mine(visit)

    def found(held: Connection) -> tuple[Any, Any]:
        return by_mail.address_of(held, me), held.execute(sa.select(hook_rows.c.url).where(hook_rows.c.person == me)).scalar()

    address, hook = await reading(service, found)
    return visit.page(
        "news", status, fault=fault, address=address, hook=hook or "", secret=secret, mails=service.delivery.smtp is not None,
        ways=by_mail.WAYS, hour=service.delivery.hour, hours=int(by_mail.LASTS.total_seconds() // 3600),
    )  # fmt: skip


async def address(service: Service, visit: Visit) -> Response:
    """Another address: a code is sent there.  None from now on, if it is empty."""
    me, said = person_of(visit), visit.form.get("address", "").strip()
    if not said:
        await writing(service, lambda held: by_mail.remove(held, me.id))
        return visit.to(PAGE)
    if service.delivery.smtp is None:
        raise Trouble("table.no_mails", 409)
    limited(service, visit, "mail", 3, 1200)
    host = visit.request.client.host if visit.request.client is not None else ""
    if not service.limits.allows("mail from", host, 10, 600) or not service.limits.allows("mail to", said.lower()[:254], 3, 3600):
        raise Trouble("table.too_often", 429)
    try:
        await writing(service, lambda held: by_mail.ask(held, me, said, service.delivery, visit.now))
    except Trouble as trouble:
        return await shown(service, visit, trouble.status, trouble.said(visit.lang))
    return visit.to(PAGE)


async def code(service: Service, visit: Visit) -> Response:
    """The address is confirmed by the code that was sent there."""
    limited(service, visit, "code", 10, 60)
    me, said, hour = person_of(visit), visit.form.get("code", "")[:20], service.delivery.hour
    try:
        if not await writing(service, lambda held: by_mail.confirm(held, me, said, hour, visit.now)):
            return await shown(service, visit, 403, visit.say("table.wrong_code"))
    except Trouble as trouble:
        return await shown(service, visit, trouble.status, trouble.said(visit.lang))
    return visit.to(PAGE)


async def way(service: Service, visit: Visit) -> Response:
    """How often he is written to."""
    me, said = person_of(visit), visit.form.get("way", "")
    await writing(service, lambda held: by_mail.choose(held, me, said, service.delivery.hour, visit.now))
    return visit.to(PAGE)


async def hook(service: Service, visit: Visit) -> Response:
    """Another address to be called, whose secret is shown once."""
    limited(service, visit, "hook", 10, 60)
    me, url = mine(visit), visit.form.get("url", "")
    try:
        secret = await writing(service, lambda held: hooks.set_to(held, me, url, service.delivery.private, visit.now))
    except Trouble as trouble:
        return await shown(service, visit, trouble.status, trouble.said(visit.lang))
    return await shown(service, visit, secret=secret)


# ------------------------------------------------------------------------------------------------ the link in each mail


async def stop_page(service: Service, visit: Visit) -> Response:
    """Asks whether he wants no more mails; looking at it changes nothing, for programs look at every link."""
    limited(service, visit, "stop", 20, 10)
    by_mail.stopped_by(service.secret, str(visit.request.path_params["key"]))
    return visit.page("stop", stopped=False)


async def stop(service: Service, visit: Visit) -> Response:
    """No more mails: as his mail program asks with one click, or he does on that page.  The link is all that is asked for."""
    limited(service, visit, "stop", 20, 10)
    who = by_mail.stopped_by(service.secret, str(visit.request.path_params["key"]))
    await writing(service, lambda held: by_mail.stop(held, who))
    return visit.page("stop", stopped=True)
