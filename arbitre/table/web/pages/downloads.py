"""Downloads: reports in other formats, feeds of news, personal data; and the deletion of an account."""

from __future__ import annotations

import secrets
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from starlette.responses import JSONResponse, PlainTextResponse, Response

from arbitre.table import people
from arbitre.table import tables as places
from arbitre.table.clock import stamp
from arbitre.table.errors import Trouble
from arbitre.table.storage.schema import addresses, appeals, deliveries, drafts, hooks, keys, members, outbox, talk
from arbitre.table.storage.schema import people as people_rows
from arbitre.table.storage.schema import tables as table_rows
from arbitre.table.web.basics import limited, mine, reading, writing
from arbitre.table.web.pages.table import row_of, turns_of
from arbitre.table.web.server import Service
from arbitre.table.web.visit import Visit
from arbitre.words.phrases import of

FORMS = ("text", "markdown", "bbcode")
NEWS = 50


async def written(service: Service, visit: Visit) -> Response:
    """The report of a turn as text, Markdown or BBCode, to be pasted into a forum."""
    row, me = row_of(visit), visit.standing
    number, form = int(visit.request.path_params["turn"]), str(visit.request.path_params["form"])
    if number not in turns_of(visit) or form not in FORMS:
        raise Trouble("table.no_turn", 404)
    found = await service.pool.ask("report", table=row.id, viewer=me.viewer, turn=number, lang=visit.lang, form=form)
    if found["report"] is None:
        raise Trouble("table.no_turn", 404)
    return PlainTextResponse(found["report"])


# ------------------------------------------------------------------------------------------------ news


async def feed_key(service: Service, visit: Visit) -> Response:
    """The address of one's own feed, shown once; the one before is none any more."""
    me, token = mine(visit), secrets.token_urlsafe(24)

    def work(held: Connection) -> None:
        held.execute(sa.delete(keys).where(keys.c.person == me, keys.c.kind == "feed"))
        held.execute(sa.insert(keys).values(hash=people.hashed(token), person=me, made=stamp(visit.now), kind="feed"))

    await writing(service, work)
    return visit.page("account", fault="", key="", done=f"{service.address.rstrip('/')}/feed/{token}")


async def feed(service: Service, visit: Visit) -> Response:
    """What has happened at somebody's tables, as Atom: that a turn is resolved, and where its report is; no report stands in it."""
    limited(service, visit, "feed", 20, 10)
    token = str(visit.request.path_params["key"])

    def found(held: Connection) -> tuple[Any, Any]:
        asked = sa.select(people_rows).join(keys, keys.c.person == people_rows.c.id)
        who = held.execute(asked.where(keys.c.hash == people.hashed(token), keys.c.kind == "feed", people_rows.c.blocked == 0)).first()
        if who is None:
            raise Trouble("table.no_key", 404)
        news = sa.select(outbox, table_rows.c.name).join(table_rows, table_rows.c.id == outbox.c.table_id)
        return who, list(held.execute(news.where(outbox.c.person == who.id).order_by(outbox.c.id.desc()).limit(NEWS)))

    who, news = await reading(service, found)
    return Response(atom(service.address.rstrip("/"), who, news, visit), media_type="application/atom+xml")


def atom(address: str, who: Any, news: Any, visit: Visit) -> str:
    """The feed of somebody, in his language."""
    say = of(who.lang).say
    out = [
        '<?xml version="1.0" encoding="utf-8"?>', f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{who.lang}">',
        f"<title>{escape(say('table.home'))}</title>", f"<id>{escape(address)}/</id>",
        f"<updated>{news[0].at if news else stamp(visit.now)}</updated>", f"<author><name>{escape(say('table.home'))}</name></author>",
    ]  # fmt: skip
    for one in news:
        title = f"{one.name}: {say(f'table.news.{one.what}', turn=one.turn)}"
        out.append(f"<entry><title>{escape(title)}</title><id>{escape(address)}/t/{one.table_id}#{one.id}</id><updated>{one.at}</updated>"
                   f"<link href={quoteattr(f'{address}/t/{one.table_id}')}/></entry>")  # fmt: skip
    return "\n".join([*out, "</feed>"]) + "\n"


# ------------------------------------------------------------------------------------------------ one's own data


async def data(service: Service, visit: Visit) -> Response:
    """All that is stored of somebody, but for what is only a hash."""
    me = mine(visit)

    def found(held: Connection) -> dict[str, Any]:
        def rows(asked: Any) -> list[dict[str, Any]]:
            return [row._asdict() for row in held.execute(asked)]

        columns = [column for column in people_rows.c if column.name != "password"]
        mine_of = {"places": members, "drafts": drafts, "talk": talk, "appeals": appeals, "notices": outbox, "deliveries": deliveries}
        return {
            "person": rows(sa.select(*columns).where(people_rows.c.id == me)),
            "mail": rows(sa.select(addresses.c.address, addresses.c.since, addresses.c.way).where(addresses.c.person == me)),
            "webhook": rows(sa.select(hooks.c.url, hooks.c.since).where(hooks.c.person == me)),
            **{name: rows(sa.select(one).where(one.c.person == me)) for name, one in mine_of.items()},
        }

    return JSONResponse(await reading(service, found), headers={"content-disposition": "attachment; filename=arbitre.json"})


async def delete(service: Service, visit: Visit) -> Response:
    """Somebody is deleted: his name, login, drafts and talk; the sides he plays go to bots.  What his orders did in a match stays."""
    me = mine(visit)
    if visit.form.get("sure") != "yes":
        raise Trouble("table.bad_form", 400)

    def work(held: Connection) -> list[tuple[str, str]]:
        asked = sa.select(members.c.table_id, members.c.side).where(members.c.person == me, members.c.until == "", members.c.role == "seat")
        left = [(row.table_id, row.side) for row in held.execute(asked)]
        for table, side in left:
            if any(one.leads for one in places.at_table(held, table, me)):
                places.next_leader(held, table, side, me)
        people.forget(held, me)
        for one in (drafts, appeals, outbox, deliveries, addresses, hooks):
            held.execute(sa.delete(one).where(one.c.person == me))
        held.execute(sa.update(talk).where(talk.c.person == me).values(text="", hidden=1))
        held.execute(sa.update(members).where(members.c.person == me, members.c.until == "").values(until=stamp(visit.now)))
        return left

    for table, side in await writing(service, work):
        await service.pool.ask("reseat", table=table, side=side, now=visit.now.isoformat())
    return visit.to("/", "")
