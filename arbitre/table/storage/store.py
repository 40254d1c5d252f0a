"""The database: SQLite in one file, or PostgreSQL for several processes.

Whatever is written, is written in one transaction that holds the write lock from its beginning (``BEGIN IMMEDIATE``; in PostgreSQL the
row of the table), so that nothing read in it is stale.
"""

from __future__ import annotations

import contextlib
import secrets
import selectors
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from arbitre.table.storage.schema import settings, tables

MIGRATIONS = Path(__file__).resolve().parent.parent / "migrations"
PATIENCE = {"connect_timeout": "5", "keepalives_idle": "20", "keepalives_interval": "5", "keepalives_count": "3",
            "tcp_user_timeout": "20000"}  # fmt: skip
IDLE = 1.0  # seconds after which a connection is asked first
CONNECTIONS = 12  # that are kept; more are made when they are needed, and closed again
BUSY = 20.0  # seconds in which a file is waited for that somebody else writes to


class Store:
    """The database that a URL names: ``sqlite:///FILE`` or ``postgresql+psycopg://...``.  A path alone is a file of SQLite."""

    def __init__(self, url: str) -> None:
        self.url = database_url(url)
        self.postgres = self.url.startswith("postgresql")
        if self.postgres:
            self.url = with_patience(self.url)
            self.engine = sa.create_engine(self.url, pool_size=CONNECTIONS)
            sa.event.listen(self.engine, "checkout", _alive)
            sa.event.listen(self.engine, "checkin", _back)
        else:
            self.engine = sa.create_engine(self.url, connect_args={"timeout": BUSY}, pool_size=CONNECTIONS)
            sa.event.listen(self.engine, "connect", _connected)
            sa.event.listen(self.engine, "begin", _begun)

    @property
    def plain_url(self) -> str:
        """The URL of PostgreSQL as its own library reads it."""
        return self.url.replace("postgresql+psycopg://", "postgresql://", 1)

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one state of the database, and changes nothing."""
        with self.engine.connect() as held:
            if self.postgres:
                held = held.execution_options(isolation_level="REPEATABLE READ")
            with held.begin():
                yield held

    @contextlib.contextmanager
    def glancing(self) -> Iterator[Connection]:
        """A connection for one statement that reads: it sees one state of the database, with no transaction around it."""
        with self.engine.connect() as held:
            yield held.execution_options(**({"isolation_level": "AUTOCOMMIT"} if self.postgres else {"arbitre_glances": True}))

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: all of it happens, or nothing."""
        with self.engine.connect() as held:
            held = held.execution_options(arbitre_writes=True)
            with held.begin():
                yield held

    def locked(self, held: Connection, table: str, skip: bool = False) -> sa.Row[Any] | None:
        """The row of a table, which nobody else changes until the transaction ends; None if there is none, or (``skip``) if somebody
        else has it."""
        asked = sa.select(tables).where(tables.c.id == table)
        return held.execute(asked.with_for_update(skip_locked=skip) if self.postgres else asked).first()

    def put(self, held: Connection, into: sa.Table, keys: dict[str, Any], values: dict[str, Any]) -> None:
        """A row, new or in place of the one with the same primary key."""
        self.put_all(held, into, [{**keys, **values}])

    def put_all(self, held: Connection, into: sa.Table, rows: list[dict[str, Any]]) -> None:
        """Rows with the same columns, each new or in place of the one with the same primary key, in one statement."""
        if rows:
            new, keys = (postgresql if self.postgres else sqlite).insert(into), [one.name for one in into.primary_key]
            others = {name: new.excluded[name] for name in rows[0] if name not in keys}
            held.execute(new.on_conflict_do_update(index_elements=keys, set_=others), rows)

    # ------------------------------------------------------------------------------------ its schema

    def migrate(self) -> None:
        """Brings the schema up to date; what is up to date stays as it is."""
        with self.writing() as held:
            if self.postgres:
                held.execute(sa.text("SELECT pg_advisory_xact_lock(7264719)"))
            command.upgrade(self._config(held), "head")
            if held.execute(sa.select(settings.c.value).where(settings.c.key == "secret")).first() is None:
                held.execute(sa.insert(settings).values(key="secret", value=secrets.token_hex(32)))

    def outdated(self) -> bool:
        """Is the schema another than this program has?"""
        with self.reading() as held:
            if not sa.inspect(held).has_table("alembic_version"):
                return True
            found = held.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
        return found != ScriptDirectory.from_config(self._config(None)).get_current_head()

    def secret(self) -> bytes:
        """What cookies and forms are signed with; the same for all processes of one database."""
        with self.reading() as held:
            return bytes.fromhex(held.execute(sa.select(settings.c.value).where(settings.c.key == "secret")).scalar_one())

    def _config(self, held: Connection | None) -> Config:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = held
        return config

    def close(self) -> None:
        """Gives all connections back."""
        self.engine.dispose()


def database_url(said: str) -> str:
    """A URL as SQLAlchemy reads it, of a URL or of the path of a file."""
    if "://" not in said:
        return f"sqlite:///{said}"
    for short in ("postgres://", "postgresql://"):
        if said.startswith(short):
            return f"postgresql+psycopg://{said.removeprefix(short)}"
    return said


def with_patience(url: str) -> str:
    """A URL of PostgreSQL with which one does not wait for ever for a server that has gone without a word; what it says itself holds."""
    said = sa.make_url(url)
    new = {key: value for key, value in PATIENCE.items() if key not in said.query}
    return said.update_query_dict(new).render_as_string(hide_password=False)


def _alive(raw: Any, record: Any, _: Any) -> None:
    """A connection that has lain idle, or at whose other end something was said unasked, is asked whether it is still one; if it is none,
    another is made."""
    idle = time.monotonic() - record.info.get("back", time.monotonic())
    if idle > IDLE or _speaks(raw):
        try:
            raw.execute("SELECT 1")
            raw.rollback()
        except psycopg.Error:
            raise sa.exc.DisconnectionError from None


def _speaks(raw: Any) -> bool:
    if raw.closed:
        return True
    with selectors.DefaultSelector() as ends:
        ends.register(raw.fileno(), selectors.EVENT_READ)
        return bool(ends.select(0))


def _back(_: Any, record: Any) -> None:
    record.info["back"] = time.monotonic()


def _connected(raw: Any, _: Any) -> None:
    raw.isolation_level = None  # transactions are begun below, not by the driver
    for pragma in ("journal_mode=WAL", "foreign_keys=ON", "synchronous=FULL"):
        raw.execute(f"PRAGMA {pragma}")


def _begun(held: Connection) -> None:
    said = held.get_execution_options()
    if not said.get("arbitre_glances"):
        held.exec_driver_sql("BEGIN IMMEDIATE" if said.get("arbitre_writes") else "BEGIN")
