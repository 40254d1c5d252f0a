"""Accounts: signing in and out, passwords, the keys of guests."""

from __future__ import annotations

from sqlalchemy.engine import Connection
from starlette.responses import Response

from arbitre.table import people
from arbitre.table.errors import Trouble
from arbitre.table.web.basics import limited, mine, reading, writing
from arbitre.table.web.server import Service
from arbitre.table.web.visit import Visit


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
