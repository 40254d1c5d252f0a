"""Which handler answers which route; who may call it stands in :mod:`arbitre.table.web.roles`."""

from __future__ import annotations

from typing import Any

from arbitre.table.delivery.carrier import Carrier
from arbitre.table.web import mirrors, programs
from arbitre.table.web.pages import accounts, conversation, downloads, home, invitations, new_table, notifications, players, table
from arbitre.table.web.server import Handler, Load, Look, Service, application

HANDLERS: dict[tuple[str, str], Handler] = {
    ("GET", "/t/{table}"): table.page,  # routes are tried in this order: what is asked for most comes first
    ("GET", "/"): home.home,
    ("GET", "/table.css"): home.css,
    ("GET", "/table.js"): home.script,
    ("GET", "/login"): accounts.login_page,
    ("POST", "/login"): accounts.login,
    ("GET", "/signup"): accounts.signup_page,
    ("POST", "/signup"): accounts.signup,
    ("POST", "/logout"): accounts.logout,
    ("GET", "/account"): accounts.account_page,
    ("POST", "/account"): accounts.account,
    ("POST", "/account/password"): accounts.password,
    ("POST", "/account/key"): accounts.new_key,
    ("GET", "/back/{key}"): accounts.back_page,
    ("POST", "/back/{key}"): accounts.back,
    ("GET", "/i/{key}"): invitations.invitation_page,
    ("POST", "/i/{key}"): invitations.invitation,
    ("GET", "/new"): new_table.new_page,
    ("POST", "/new"): new_table.new,
    ("GET", "/t/{table}/turns/{turn:int}"): table.turn,
    ("GET", "/t/{table}/news"): programs.news,
    ("GET", "/t/{table}/journal"): table.journal,
    ("GET", "/t/{table}/dice.json"): table.dice,
    ("POST", "/t/{table}/join"): table.join,
    ("POST", "/t/{table}/leave"): table.leave,
    ("POST", "/t/{table}/bot"): table.bot,
    ("POST", "/t/{table}/invite"): table.invite,
    ("POST", "/t/{table}/start"): table.start,
    ("POST", "/t/{table}/cancel"): table.cancel,
    ("POST", "/t/{table}/orders"): table.deliver,
    ("POST", "/t/{table}/manage"): table.manage,
    ("POST", "/t/{table}/release"): conversation.release,
    ("POST", "/t/{table}/leader"): players.leader,
    ("POST", "/t/{table}/away"): players.away,
    ("POST", "/t/{table}/vote"): players.vote,
    ("GET", "/t/{table}/turns/{turn:int}/{form}"): downloads.written,
    ("GET", "/t/{table}/why/{sentence}"): conversation.why,
    ("GET", "/t/{table}/talk"): conversation.talk_page,
    ("POST", "/t/{table}/talk"): conversation.talk,
    ("POST", "/t/{table}/talk/hide"): conversation.hide,
    ("POST", "/t/{table}/appeal"): conversation.appeal,
    ("GET", "/t/{table}/ruling"): conversation.ruling_page,
    ("POST", "/t/{table}/ruling"): conversation.rule,
    ("POST", "/account/feed"): downloads.feed_key,
    ("GET", "/account/news"): notifications.page,
    ("POST", "/account/mail"): notifications.address,
    ("POST", "/account/mail/code"): notifications.code,
    ("POST", "/account/mail/way"): notifications.way,
    ("POST", "/account/hook"): notifications.hook,
    ("GET", "/mail/{key}"): notifications.stop_page,
    ("POST", "/mail/{key}"): notifications.stop,
    ("GET", "/account/data.json"): downloads.data,
    ("POST", "/account/delete"): downloads.delete,
    ("GET", "/feed/{key}"): downloads.feed,
    ("POST", "/account/token"): programs.token,
    ("GET", "/api/openapi.json"): mirrors.openapi,
    ("GET", "/api/tables"): programs.my_tables,
    ("GET", "/api/t/{table}"): programs.one_table,
    ("GET", "/api/t/{table}/turns/{turn:int}"): programs.one_turn,
    ("POST", "/api/t/{table}/orders"): programs.orders,
    **mirrors.handlers(),
}


LOADS: dict[tuple[str, str], Load] = {("GET", "/"): home.load_home}
LOOKS: dict[tuple[str, str], Look] = {("GET", "/t/{table}"): table.look}


def service_app(service: Service, sweeps: bool = True) -> Any:
    """The application of a service."""
    return application(service, HANDLERS, sweeps, (Carrier(service).watch,), LOADS, LOOKS)
