"""What whoever runs the server does with the database: accounts, backups, one match written out, everything checked."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from arbitre.api import ArbitreError
from arbitre.table import matches, people
from arbitre.table.errors import Trouble
from arbitre.table.storage.schema import METADATA, sessions, tables
from arbitre.table.storage.schema import people as people_rows
from arbitre.table.storage.schema import rules as rules_rows
from arbitre.table.storage.store import Store

KIND = "backup of tables"
BATCH = 500


def user(store: Store, login: str, password: str, name: str, lang: str, zone: str, now: datetime) -> bool:
    """A new account, or another password for one that is there; True if it is new."""
    with store.writing() as held:
        found = held.execute(sa.select(people_rows.c.id).where(people_rows.c.login == login.strip().lower())).first()
        if found is None:
            people.made(held, name or login, lang, zone, now, login, password)
            return True
        held.execute(
            sa.update(people_rows)
            .where(people_rows.c.id == found.id)
            .values(password=people.HASHER.hash(people.good_password(password)), blocked=0)
        )
        held.execute(sa.delete(sessions).where(sessions.c.person == found.id))
        return False


def block(store: Store, login: str) -> None:
    """Nobody signs in with that account any more."""
    with store.writing() as held:
        found = held.execute(sa.select(people_rows.c.id).where(people_rows.c.login == login.strip().lower())).first()
        if found is None:
            raise Trouble("table.no_login", 404, login=login)
        held.execute(sa.update(people_rows).where(people_rows.c.id == found.id).values(blocked=1))
        held.execute(sa.delete(sessions).where(sessions.c.person == found.id))


# ------------------------------------------------------------------------------------------------ backups


def backup(store: Store, file: Path) -> None:
    """All rows of one moment, while the server goes on: a line of JSON each, compressed, with a hash at the end.  It can be restored into
    the other database too."""
    digest, partial = hashlib.sha256(), file.with_name(f"{file.name}.part")
    with store.reading() as held, gzip.open(partial, "wt", encoding="utf-8") as out:
        version = held.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
        for line in lines_of(held, str(version)):
            digest.update(line.encode())
            out.write(line)
        out.write(json.dumps({"sha256": digest.hexdigest()}) + "\n")
    partial.chmod(0o600)
    partial.replace(file)


def lines_of(held: sa.Connection, version: str) -> Iterator[str]:
    yield json.dumps({"kind": KIND, "version": version}) + "\n"
    for table in METADATA.sorted_tables:
        for row in held.execute(sa.select(table)):
            yield json.dumps([table.name, row._asdict()]) + "\n"


def restore(store: Store, file: Path) -> None:
    """Puts a backup into an empty database, all of it or nothing.

    Raises:
        Trouble: there is something in it already, or the file is no backup or was cut short.
    """
    store.migrate()
    version, total = checked(file)
    with store.writing() as held:
        if any(held.execute(sa.select(sa.func.count()).select_from(table)).scalar() for table in (tables, people_rows)):
            raise Trouble("table.not_empty")
        if held.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() != version:
            raise Trouble("table.no_backup", 400, file=file.name)
        for table in reversed(METADATA.sorted_tables):
            held.execute(sa.delete(table))
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            next(lines)
            for _, line in zip(range(total), lines, strict=False):
                name, row = json.loads(line)
                held.execute(sa.insert(METADATA.tables[name]).values(**row))
        if store.postgres:
            counted = [table.name for table in METADATA.sorted_tables if "id" in table.c and isinstance(table.c.id.type, sa.Integer)]
            for name in counted:
                held.execute(sa.text(f"SELECT setval('{name}_id_seq', (SELECT coalesce(max(id), 0) + 1 FROM {name}), false)"))


def checked(file: Path) -> tuple[str, int]:
    """The version of a backup, and how many rows it has."""
    digest, count, head, last = hashlib.sha256(), -1, "", ""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                head = head or line
                if last:
                    digest.update(last.encode())
                    count += 1
                last = line
        said = json.loads(head)
        if said["kind"] != KIND or json.loads(last)["sha256"] != digest.hexdigest():
            raise Trouble("table.no_backup", 400, file=file.name)
        return str(said["version"]), count
    except (OSError, EOFError, ValueError, KeyError, TypeError):
        raise Trouble("table.no_backup", 400, file=file.name) from None


# ------------------------------------------------------------------------------------------------ one match, and all of them


def export(store: Store, table: str) -> dict[str, Any]:
    """A match as ‘arbitre post’ keeps it in a file, with its seed and all that is sealed: for a referee who goes on without the server, and
    to reproduce what could not be resolved."""
    with store.reading() as held:
        row = held.execute(sa.select(tables).where(tables.c.id == table)).first()
        if row is None or row.record is None:
            raise Trouble("table.no_table", 404, table=table)
        return matches.opened(held, row, matches.parts_of(held, table)).written()


def check(store: Store) -> Iterator[tuple[str, str]]:
    """Everything that is out of order: the table, and the key of the phrase that says why.  Every match is played again."""
    if store.outdated():
        yield "", "table.check_schema"
        return
    with store.reading() as held:
        for row in held.execute(sa.select(rules_rows)):
            if hashlib.sha256(row.data.encode()).hexdigest() != row.hash:
                yield row.hash, "table.check_rules"
        for row in held.execute(sa.select(tables).where(tables.c.record.is_not(None))).all():
            try:
                found = matches.opened(held, row, matches.parts_of(held, row.id))
                fine = found.match.digest() == found.record["digest"] and found.turn == row.turn
            except (ArbitreError, ValueError, KeyError):
                fine = False
            if not fine:
                yield row.id, "table.check_play"
