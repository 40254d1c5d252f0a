"""The pages of people: the first one, accounts, invitations, a new table."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

import anyio.to_thread
import sqlalchemy as sa
from markupsafe import Markup
from sqlalchemy.engine import Connection
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response

from arbitre.api import names
from arbitre.api.messages.games import library
from arbitre.table import people, tables
from arbitre.table.errors import Trouble
from arbitre.table.missed_turns import AFTER, BY, DRAFTS, LONGER
from arbitre.table.pool import Said
from arbitre.table.storage.schema import members, orders, views
from arbitre.table.storage.schema import tables as table_rows
from arbitre.table.web.offers import EVERY, MISSED, sheet_from
from arbitre.table.web.roles import PERSON
from arbitre.table.web.server import Service
from arbitre.table.web.visit import Visit, templates
from arbitre.words.phrases import of

T = TypeVar("T")
LISTED = 100
Row = sa.Row[Any]


async def reading(service: Service, work: Callable[[Connection], T]) -> T:
    """Work that reads, beside the loop."""

    def held() -> T:
        with service.store.reading() as connection:
            return work(connection)

    return await run_in_threadpool(held)


async def writing(service: Service, work: Callable[[Connection], T]) -> T:
    """Work in a transaction, beside the loop."""

    def held() -> T:
        with service.store.writing() as connection:
            return work(connection)

    return await anyio.to_thread.run_sync(held, limiter=service.writers)


def limited(service: Service, visit: Visit, what: str, burst: int, every: float) -> None:
    """Refuses who asks too often: by person, or by where he comes from."""
    host = visit.request.client.host if visit.request.client is not None else ""
    if not service.limits.allows(what, visit.person.id if visit.person is not None else host, burst, every):
        raise Trouble("table.too_often", 429)


# ------------------------------------------------------------------------------------------------ the first page


async def home(service: Service, visit: Visit) -> Response:
    """My tables, whose turn it is, how long there is; and tables that one may join."""

    mine, offered = visit.loaded
    return visit.page("home", mine=mine, offered=listed(visit.lang, offered) if offered else "", signup=service.signup)


@lru_cache(32)
def listed(lang: str, offered: tuple[tuple[str, str, str], ...]) -> Markup:
    """Tables that are open to all, as the first page lists them to everybody who reads that language."""
    return Markup(templates(lang).get_template("offered.html").render(offered=offered, say=of(lang).say))


_OFFERED: sa.Select[Any] = (
    sa.select(table_rows.c.id, table_rows.c.name, table_rows.c.state)
    .where(table_rows.c.entry == "open", table_rows.c.state == sa.bindparam("now"))
    .order_by(table_rows.c.made.desc())
    .limit(LISTED)
)


def load_home(held: Connection, visit: Visit) -> tuple[list[dict[str, Any]], tuple[tuple[str, str, str], ...]]:
    """Somebody's tables, and those that are open to all: those that wait for players first."""
    mine = mine_of(held, visit.person.id, visit.lang) if visit.person is not None else []
    offered: list[tuple[str, str, str]] = []
    for state in ("gathering", "running"):
        if len(offered) < LISTED:
            offered += [(row.id, row.name, row.state) for row in held.execute(_OFFERED, {"now": state})]
    return mine, tuple(offered[:LISTED])


def mine_of(held: Connection, person: str, lang: str) -> list[dict[str, Any]]:
    """The tables of somebody, those first where something is asked of him, by the deadline."""
    found = [
        {**row._asdict(), "owed": row.state == "running" and row.sent in (None, "none") and bool(row.asked)}
        for row in held.execute(_MINE, {"who": person, "tongue": lang})
    ]
    return sorted(found, key=lambda one: (one["state"] in ("over", "cancelled"), not one["owed"], one["due"] or "9"))


def _mine() -> sa.Select[Any]:
    """The tables of somebody; of what each asks of him no more than whether it does.

    Which those are is looked up by who sits and by who has founded: asked for with ``or``, they are looked for among all tables.
    """
    person, lang = sa.bindparam("who", type_=sa.String), sa.bindparam("tongue", type_=sa.String)
    here = (members.c.person == person, members.c.until == "")
    mine = sa.union(
        sa.select(members.c.table_id.label("id")).where(*here), sa.select(table_rows.c.id).where(table_rows.c.founder == person)
    )
    wanted, at = mine.subquery("wanted"), members
    columns = (table_rows.c.id, table_rows.c.name, table_rows.c.game, table_rows.c.state, table_rows.c.due, table_rows.c.turn, at.c.role)
    return (
        sa.select(*columns, orders.c.state.label("sent"), views.c.data.contains('"asked": true').label("asked"))
        .select_from(
            wanted.join(table_rows, table_rows.c.id == wanted.c.id)
            .outerjoin(at, sa.and_(at.c.table_id == table_rows.c.id, *here))
            .outerjoin(orders, sa.and_(orders.c.table_id == table_rows.c.id, orders.c.side == at.c.side, at.c.role == "seat"))
            .outerjoin(views, sa.and_(views.c.table_id == table_rows.c.id, views.c.viewer == at.c.side, views.c.lang == lang))
        )
        .order_by(table_rows.c.made.desc())
        .limit(LISTED)
    )


_MINE = _mine()


async def css(service: Service, visit: Visit) -> Response:
    """How the pages look."""
    return PlainTextResponse(
        templates("en").get_template("table.css").render(), media_type="text/css", headers={"cache-control": "max-age=3600"}
    )


async def script(service: Service, visit: Visit) -> Response:
    """What has the page of a table show that its match has gone on."""
    made = templates("en").get_template("table.js").render()
    return PlainTextResponse(made, media_type="text/javascript", headers={"cache-control": "max-age=3600"})


# ------------------------------------------------------------------------------------------------ accounts


async def login_page(service: Service, visit: Visit) -> Response:
    return visit.page("login", fault="", login="", signup=service.signup)


async def login(service: Service, visit: Visit) -> Response:
    """Signs somebody in, under a new session whatever he had before."""
    limited(service, visit, "login", 8, 20)
    name, password = visit.form.get("login", ""), visit.form.get("password", "")
    if not service.limits.allows("login of", name.lower()[:60], 10, 60):
        raise Trouble("table.too_often", 429)
    who = await reading(service, lambda held: people.known(held, name, password))
    if who is None:
        return visit.page("login", 403, fault=visit.say("table.wrong_login"), login=name[:60], signup=service.signup)
    return await enter(service, visit, who, "/")


async def enter(service: Service, visit: Visit, person: str, path: str) -> Response:
    """A new session for somebody; the one before is ended."""

    def work(held: Connection) -> str:
        people.end_session(held, visit.token)
        return people.new_session(held, person, visit.now)

    return visit.to(path, await writing(service, work))


async def signup_page(service: Service, visit: Visit) -> Response:
    if not service.signup:
        raise Trouble("table.no_signup", 403)
    return visit.page("signup", fault="", form={})


async def signup(service: Service, visit: Visit) -> Response:
    """A new account."""
    if not service.signup:
        raise Trouble("table.no_signup", 403)
    limited(service, visit, "signup", 4, 600)
    form = visit.form

    def work(held: Connection) -> str:
        return people.made(
            held,
            form.get("name", ""),
            visit.lang,
            form.get("zone", "UTC"),
            visit.now,
            form.get("login", "") or "-",
            form.get("password", ""),
        )

    try:
        who = await writing(service, work)
    except Trouble as trouble:
        return visit.page("signup", trouble.status, fault=trouble.said(visit.lang), form=form)
    return await enter(service, visit, who, "/")


async def logout(service: Service, visit: Visit) -> Response:
    await writing(service, lambda held: people.end_session(held, visit.token))
    return visit.to("/", "")


async def account_page(service: Service, visit: Visit) -> Response:
    return visit.page("account", fault="", key="", done="")


async def account(service: Service, visit: Visit) -> Response:
    """Another name, language or zone."""
    form, me = visit.form, mine(visit)
    await writing(service, lambda held: people.change(held, me, form.get("name", ""), form.get("lang", ""), form.get("zone", "")))
    return visit.to("/account")


async def password(service: Service, visit: Visit) -> Response:
    """Another password: all other sessions end."""
    limited(service, visit, "password", 5, 60)
    form, me = visit.form, mine(visit)

    def work(held: Connection) -> str:
        people.change_password(held, me, form.get("old", ""), form.get("new", ""))
        people.end_sessions(held, me)
        return people.new_session(held, me, visit.now)

    return visit.to("/account", await writing(service, work))


async def new_key(service: Service, visit: Visit) -> Response:
    """A guest's link, shown once."""
    me = mine(visit)
    key = await writing(service, lambda held: people.new_key(held, me, visit.now))
    return visit.page("account", fault="", key=f"{service.address.rstrip('/')}/back/{key}", done="")


async def back_page(service: Service, visit: Visit) -> Response:
    return visit.page("back")


async def back(service: Service, visit: Visit) -> Response:
    """A guest comes back by his link."""
    limited(service, visit, "back", 10, 30)
    who = await reading(service, lambda held: people.owner_of(held, str(visit.request.path_params["key"])))
    if who is None:
        raise Trouble("table.no_key", 404)
    return await enter(service, visit, who, "/")


def mine(visit: Visit) -> str:
    """Who asks; routes that call this are for people who are signed in."""
    if visit.person is None or PERSON not in visit.standing.roles:
        raise Trouble("table.not_for_you", 403)
    return visit.person.id


# ------------------------------------------------------------------------------------------------ invitations


async def invitation_page(service: Service, visit: Visit) -> Response:
    """What one is invited to; looking at it uses nothing up."""
    found, row = await reading(service, lambda held: invited_to(held, str(visit.request.path_params["key"])))
    return visit.page("invitation", row=row, found=found, fault="")


def invited_to(held: Connection, key: str) -> tuple[Row, Row]:
    found = tables.invited(held, key)
    return found, held.execute(sa.select(table_rows).where(table_rows.c.id == found.table_id)).one()


async def invitation(service: Service, visit: Visit) -> Response:
    """Takes the place that was offered; whoever has no account becomes a guest."""
    limited(service, visit, "invitation", 10, 30)
    key, name = str(visit.request.path_params["key"]), visit.form.get("name", "")

    def work(held: Connection) -> tuple[str, tuple[str, str]]:
        tables.invited(held, key)
        who = visit.person.id if visit.person is not None else people.made(held, name, visit.lang, visit.form.get("zone", "UTC"), visit.now)
        return who, tables.accept(service.store, held, key, who, visit.now)

    who, (table, side) = await writing(service, work)
    if side:
        await service.pool.ask("reseat", table=table, side=side, now=visit.now.isoformat())
    if visit.person is not None:
        return visit.to(f"/t/{table}")
    token = await writing(service, lambda held: people.new_session(held, who, visit.now))
    return visit.to("/account", token)


# ------------------------------------------------------------------------------------------------ a new table


async def new_page(service: Service, visit: Visit) -> Response:
    """Which game, and then what can be chosen there."""
    return await new_form(service, visit, {"game": visit.request.query_params.get("game", ""), "zone": visit.zone})


async def new_form(service: Service, visit: Visit, form: dict[str, str], fault: str = "", calendar: Any = ()) -> Response:
    game = form.get("game", "")
    offer = await service.pool.ask("offered", game=game, lang=visit.lang) if game in names() else None
    return visit.page(
        "new", 400 if fault else 200, fault=fault, form=form, games=library(visit.lang), offer=offer, calendar=calendar, every=EVERY,
        missed=MISSED, after=AFTER, by=BY, graces=list(LONGER), drafts=DRAFTS,
    )  # fmt: skip


async def new(service: Service, visit: Visit) -> Response:
    """A table: first its calendar is shown, then it is made."""
    limited(service, visit, "new", 10, 30)
    me, form = mine(visit), visit.form
    try:
        sheet = sheet_from(form, visit.zone)
        looked = await service.pool.ask(
            "look_into", game=sheet["game"], options=sheet["options"], extensions=sheet["extensions"],
            sheet={"deadlines": sheet["deadlines"]}, now=visit.now.isoformat(),
        )  # fmt: skip
        if form.get("do") != "make":
            return await new_form(service, visit, form, calendar=looked["calendar"])

        def work(held: Connection) -> str:
            table = tables.made(
                held, me, form.get("name", "") or sheet["game"], sheet, looked, form.get("entry", ""), form.get("watching", ""), visit.now
            )
            if form.get("referee"):
                row = service.store.locked(held, table)
                assert row is not None
                tables.join(held, row, me, tables.REFEREE, "", visit.now)
            return table

        return visit.to(f"/t/{await writing(service, work)}")
    except (Said, Trouble) as error:
        said = error.sentences[visit.lang] if isinstance(error, Said) else error.said(visit.lang)
        return await new_form(service, visit, form, said)
