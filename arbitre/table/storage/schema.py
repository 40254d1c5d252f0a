"""What is stored: people, tables, who plays what, what each side has sealed, and what each may read.

Times are texts as matches by post have them (UTC, to the second); data is JSON as text.  So both databases hold the same.

What a side keeps to itself has rows of its own (``orders``, ``drafts``): whoever answers one side never loads those of another.
"""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()
TIME = sa.String(32)
NAME = sa.String(120)
ID = sa.String(32)
HASH = sa.String(64)

settings = sa.Table("settings", METADATA, sa.Column("key", NAME, primary_key=True), sa.Column("value", sa.Text, nullable=False))

people = sa.Table(
    "people", METADATA,
    sa.Column("id", ID, primary_key=True),
    sa.Column("name", NAME, nullable=False),
    sa.Column("login", NAME, unique=True),  # none for guests
    sa.Column("password", sa.Text),
    sa.Column("lang", sa.String(2), nullable=False),
    sa.Column("zone", NAME, nullable=False),
    sa.Column("made", TIME, nullable=False),
    sa.Column("blocked", sa.Integer, nullable=False, default=0),
)  # fmt: skip

sessions = sa.Table(
    "sessions", METADATA,
    sa.Column("hash", HASH, primary_key=True),
    sa.Column("person", ID, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("seen", TIME, nullable=False),
)  # fmt: skip

keys = sa.Table(  # with which guests come back
    "keys", METADATA,
    sa.Column("hash", HASH, primary_key=True),
    sa.Column("person", ID, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("made", TIME, nullable=False),
    sa.Column("kind", NAME, nullable=False, server_default="back"),  # back: a guest comes back; feed: a reader of news asks
)  # fmt: skip

rules = sa.Table("rules", METADATA, sa.Column("hash", HASH, primary_key=True), sa.Column("data", sa.Text, nullable=False))

tables = sa.Table(
    "tables", METADATA,
    sa.Column("id", ID, primary_key=True),
    sa.Column("founder", ID, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("name", NAME, nullable=False),
    sa.Column("game", NAME, nullable=False),
    sa.Column("entry", NAME, nullable=False),  # open, invitation
    sa.Column("watching", NAME, nullable=False),  # now, delayed, none
    sa.Column("sheet", sa.Text, nullable=False),
    sa.Column("hashes", sa.Text, nullable=False),  # of every file of the rules, pinned when the table was made
    sa.Column("sides", sa.Text, nullable=False),  # the names of the sides, with their titles in each language
    sa.Column("state", NAME, nullable=False),  # gathering, running, paused, over, cancelled, stuck
    sa.Column("rules", HASH, sa.ForeignKey("rules.hash")),
    sa.Column("record", sa.Text),  # without the rules, and without what sides have sealed
    sa.Column("position", sa.Integer, nullable=False, default=0),  # how often the record was changed
    sa.Column("revision", sa.Integer, nullable=False, default=0),  # how often that or anything sealed was
    sa.Column("turn", sa.Integer, nullable=False, default=0),
    sa.Column("due", TIME, nullable=False, default=""),
    sa.Column("look", TIME, nullable=False, default=""),  # when it is to be looked at again whether it is due; "" for never
    sa.Column("fault", sa.Text, nullable=False, default=""),
    sa.Column("made", TIME, nullable=False),
    sa.Index("by_look", "state", "look"),
    sa.Index("by_entry", "entry", "state", "made"),  # what is offered on the first page
)  # fmt: skip

members = sa.Table(
    "members", METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table_id", ID, sa.ForeignKey("tables.id"), nullable=False, index=True),
    sa.Column("person", ID, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("role", NAME, nullable=False),  # seat, referee, watcher
    sa.Column("side", NAME, nullable=False, default=""),
    sa.Column("leads", sa.Integer, nullable=False, default=0),
    sa.Column("since", TIME, nullable=False),
    sa.Column("until", TIME, nullable=False, default=""),  # "" as long as it lasts
    sa.Column("away", TIME, nullable=False, default="", server_default=""),  # until when he has said that he is not there
)  # fmt: skip

invitations = sa.Table(
    "invitations", METADATA,
    sa.Column("hash", HASH, primary_key=True),
    sa.Column("table_id", ID, sa.ForeignKey("tables.id"), nullable=False, index=True),
    sa.Column("role", NAME, nullable=False),
    sa.Column("side", NAME, nullable=False, default=""),
    sa.Column("made", TIME, nullable=False),
    sa.Column("used", TIME, nullable=False, default=""),
    sa.Column("giver", ID, nullable=False, default="", server_default=""),  # who hands on his own place; "" where a free one is offered
)  # fmt: skip

orders = sa.Table(
    "orders", METADATA,
    sa.Column("table_id", ID, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("side", NAME, primary_key=True),
    sa.Column("state", NAME, nullable=False),  # none, sent, empty
    sa.Column("part", sa.Text, nullable=False),  # what the match has of this side alone
)  # fmt: skip

drafts = sa.Table(
    "drafts", METADATA,
    sa.Column("table_id", ID, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("person", ID, sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", TIME, nullable=False),
)  # fmt: skip

views = sa.Table(  # what is asked of a viewer now
    "views", METADATA,
    sa.Column("table_id", ID, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("viewer", NAME, primary_key=True),
    sa.Column("lang", sa.String(2), primary_key=True),
    sa.Column("data", sa.Text, nullable=False),
)  # fmt: skip

reports = sa.Table(
    "reports", METADATA,
    sa.Column("table_id", ID, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("turn", sa.Integer, primary_key=True),
    sa.Column("viewer", NAME, primary_key=True),
    sa.Column("lang", sa.String(2), primary_key=True),
    sa.Column("html", sa.Text, nullable=False),
)  # fmt: skip

outbox = sa.Table(  # what is to be told to people, written in the transaction that makes it so
    "outbox", METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table_id", ID, sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("person", ID, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("what", NAME, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("at", TIME, nullable=False),
    sa.Column("sent", TIME, nullable=False, default=""),  # when it was put into a mail
    sa.Column("hooked", TIME, nullable=False, default="", server_default=""),  # when it was put into a call of his webhook
    sa.UniqueConstraint("table_id", "person", "what", "turn", "at"),
    sa.Index("by_sent", "person", "sent"),
)  # fmt: skip

addresses = sa.Table(  # where somebody gets mails
    "addresses", METADATA,
    sa.Column("person", ID, sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("since", TIME, nullable=False, default=""),  # what happened before is not told; "" as long as it is not confirmed
    sa.Column("way", NAME, nullable=False),  # digest, immediate, none
    sa.Column("next", TIME, nullable=False, default=""),  # no mail of news before
    sa.Column("code", HASH, nullable=False, default=""),  # that confirms it
    sa.Column("asked", TIME, nullable=False, default=""),  # when the code was sent
    sa.Column("tries", sa.Integer, nullable=False, default=0),
)  # fmt: skip

hooks = sa.Table(  # an address that is called when something happens at somebody's tables
    "hooks", METADATA,
    sa.Column("person", ID, sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("secret", NAME, nullable=False),
    sa.Column("since", TIME, nullable=False),
)  # fmt: skip

deliveries = sa.Table(  # mails and calls that are to be made, each with a name that stays the same however often it is tried
    "deliveries", METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("person", ID, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("kind", NAME, nullable=False),  # mail, code, hook
    sa.Column("key", sa.String(320), nullable=False, unique=True),
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),  # JSON; nothing once it is done
    sa.Column("made", TIME, nullable=False),
    sa.Column("next", TIME, nullable=False),  # not before
    sa.Column("tries", sa.Integer, nullable=False, default=0),
    sa.Column("done", TIME, nullable=False, default=""),
    sa.Index("by_next", "done", "next"),
)  # fmt: skip

votes = sa.Table(  # what sides ask for together
    "votes", METADATA,
    sa.Column("table_id", ID, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("side", NAME, primary_key=True),
    sa.Column("what", NAME, primary_key=True),  # extend, restart
    sa.Column("turn", sa.Integer, nullable=False),  # in which it was asked for
    sa.Column("value", sa.Integer, nullable=False, default=0),  # the turn to begin again from
    sa.Column("at", TIME, nullable=False),
)  # fmt: skip

talk = sa.Table(
    "talk", METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table_id", ID, sa.ForeignKey("tables.id"), nullable=False, index=True),
    sa.Column("person", ID, sa.ForeignKey("people.id"), nullable=False),
    sa.Column("audience", NAME, nullable=False),  # "" for everybody at the table, else a side: that side and the referee
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", TIME, nullable=False),
    sa.Column("hidden", sa.Integer, nullable=False, default=0),
)  # fmt: skip

appeals = sa.Table(  # seen by the side that made it and by the referee; the ruling stands in everybody's report
    "appeals", METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table_id", ID, sa.ForeignKey("tables.id"), nullable=False, index=True),
    sa.Column("person", ID, sa.ForeignKey("people.id"), nullable=False),
    sa.Column("side", NAME, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("sentence", sa.String(24), nullable=False),  # its number in the report of that side
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", TIME, nullable=False),
    sa.Column("answer", sa.Text, nullable=False, default=""),
)  # fmt: skip
