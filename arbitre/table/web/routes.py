"""Which handler answers which route; who may call it stands in :mod:`arbitre.table.web.roles`."""

from __future__ import annotations

from typing import Any

from arbitre.table.delivery.carrier import Carrier
from arbitre.table.web import companions, deliveries, mirrors, pages, programs
from arbitre.table.web import conversation as conversing
from arbitre.table.web import downloads as taking
from arbitre.table.web import table_pages as at_table
from arbitre.table.web.server import Handler, Load, Look, Service, application

HANDLERS: dict[tuple[str, str], Handler] = {
    ("GET", "/t/{table}"): at_table.page,  # routes are tried in this order: what is asked for most comes first
    ("GET", "/"): pages.home,
    ("GET", "/table.css"): pages.css,
    ("GET", "/table.js"): pages.script,
    ("GET", "/login"): pages.login_page,
    ("POST", "/login"): pages.login,
    ("GET", "/signup"): pages.signup_page,
    ("POST", "/signup"): pages.signup,
    ("POST", "/logout"): pages.logout,
    ("GET", "/account"): pages.account_page,
    ("POST", "/account"): pages.account,
    ("POST", "/account/password"): pages.password,
    ("POST", "/account/key"): pages.new_key,
    ("GET", "/back/{key}"): pages.back_page,
    ("POST", "/back/{key}"): pages.back,
    ("GET", "/i/{key}"): pages.invitation_page,
    ("POST", "/i/{key}"): pages.invitation,
    ("GET", "/new"): pages.new_page,
    ("POST", "/new"): pages.new,
    ("GET", "/t/{table}/turns/{turn:int}"): at_table.turn,
    ("GET", "/t/{table}/news"): programs.news,
    ("GET", "/t/{table}/journal"): at_table.journal,
    ("GET", "/t/{table}/dice.json"): at_table.dice,
    ("POST", "/t/{table}/join"): at_table.join,
    ("POST", "/t/{table}/leave"): at_table.leave,
    ("POST", "/t/{table}/bot"): at_table.bot,
    ("POST", "/t/{table}/invite"): at_table.invite,
    ("POST", "/t/{table}/start"): at_table.start,
    ("POST", "/t/{table}/cancel"): at_table.cancel,
    ("POST", "/t/{table}/orders"): at_table.deliver,
    ("POST", "/t/{table}/manage"): at_table.manage,
    ("POST", "/t/{table}/release"): conversing.release,
    ("POST", "/t/{table}/leader"): companions.leader,
    ("POST", "/t/{table}/away"): companions.away,
    ("POST", "/t/{table}/vote"): companions.vote,
    ("GET", "/t/{table}/turns/{turn:int}/{form}"): taking.written,
    ("GET", "/t/{table}/why/{sentence:int}"): conversing.why,
    ("GET", "/t/{table}/talk"): conversing.talk_page,
    ("POST", "/t/{table}/talk"): conversing.talk,
    ("POST", "/t/{table}/talk/hide"): conversing.hide,
    ("POST", "/t/{table}/appeal"): conversing.appeal,
    ("GET", "/t/{table}/ruling"): conversing.ruling_page,
    ("POST", "/t/{table}/ruling"): conversing.rule,
    ("POST", "/account/feed"): taking.feed_key,
    ("GET", "/account/news"): deliveries.page,
    ("POST", "/account/mail"): deliveries.address,
    ("POST", "/account/mail/code"): deliveries.code,
    ("POST", "/account/mail/way"): deliveries.way,
    ("POST", "/account/hook"): deliveries.hook,
    ("GET", "/mail/{key}"): deliveries.stop_page,
    ("POST", "/mail/{key}"): deliveries.stop,
    ("GET", "/account/data.json"): taking.data,
    ("POST", "/account/delete"): taking.delete,
    ("GET", "/feed/{key}"): taking.feed,
    ("POST", "/account/token"): programs.token,
    ("GET", "/api/openapi.json"): mirrors.openapi,
    ("GET", "/api/tables"): programs.my_tables,
    ("GET", "/api/t/{table}"): programs.one_table,
    ("GET", "/api/t/{table}/turns/{turn:int}"): programs.one_turn,
    ("POST", "/api/t/{table}/orders"): programs.orders,
    **mirrors.handlers(),
}


LOADS: dict[tuple[str, str], Load] = {("GET", "/"): pages.load_home}
LOOKS: dict[tuple[str, str], Look] = {("GET", "/t/{table}"): at_table.look}


def service_app(service: Service, sweeps: bool = True) -> Any:
    """The application of a service."""
    return application(service, HANDLERS, sweeps, (Carrier(service).watch,), LOADS, LOOKS)
