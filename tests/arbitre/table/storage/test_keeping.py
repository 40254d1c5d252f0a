"""Backups restored elsewhere, matches written out, databases checked; and the commands."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.table import operations as deeds
from arbitre.table.errors import Trouble
from arbitre.table.storage import administration as keeping
from arbitre.table.storage.schema import METADATA, tables
from arbitre.table.storage.store import Store
from tests.arbitre.table.hall import KINDS, Hall, database

CELL = "(2, 2)"


def playing(hall: Hall) -> str:
    hall.person("Ana"), hall.person("Ben", "fr")
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"})
    hall.deliver(table, hall.asked(table)[0], CELL)
    deeds.resolve_if_due(hall.store, table, hall.now)
    hall.deliver(table, hall.asked(table)[0], "(1, 1)")
    return table


@pytest.mark.parametrize("target", KINDS)
def test_a_backup_is_restored_into_either_kind_and_the_match_goes_on(hall: Hall, tmp_path: Path, target: str) -> None:
    table, file = playing(hall), tmp_path / "backup"
    keeping.backup(hall.store, file)
    assert file.stat().st_mode & 0o077 == 0
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    with database(target, folder) as url:
        other = Store(url)
        keeping.restore(other, file)
        for one in METADATA.sorted_tables:
            with hall.store.reading() as mine, other.reading() as its:
                asked = sa.select(one).order_by(*one.primary_key.columns)
                assert mine.execute(asked).all() == its.execute(asked).all(), one.name
        assert list(keeping.check(other)) == []
        assert deeds.resolve_if_due(other, table, hall.now)["resolved"]
        with pytest.raises(Trouble, match="not_empty"):
            keeping.restore(other, file)
        other.close()


def test_a_backup_that_was_cut_or_changed_is_refused_whole(hall: Hall, tmp_path: Path) -> None:
    playing(hall)
    file, bad = tmp_path / "backup", tmp_path / "bad"
    keeping.backup(hall.store, file)
    lines = gzip.decompress(file.read_bytes()).decode().splitlines(keepends=True)
    for text in ("".join(lines[:-1]), "".join(lines[:3] + lines[4:]), "".join(lines).replace("Ana", "Eve"), "", "{}\n[]\n"):
        bad.write_bytes(gzip.compress(text.encode()))
        empty = Store(str(tmp_path / "empty.db"))
        with pytest.raises(Trouble, match="no_backup"):
            keeping.restore(empty, bad)
        with empty.reading() as held:
            assert held.execute(sa.select(sa.func.count()).select_from(tables)).scalar() == 0
        empty.close()
    bad.write_bytes(file.read_bytes()[:-30])
    with pytest.raises(Trouble, match="no_backup"):
        keeping.restore(Store(str(tmp_path / "empty.db")), bad)


def test_what_was_changed_behind_its_back_is_found(hall: Hall) -> None:
    table = playing(hall)
    assert list(keeping.check(hall.store)) == []
    record = json.loads(hall.stands(table).record)
    record["rounds"] = []
    with hall.store.writing() as held:
        held.execute(sa.update(tables).values(record=json.dumps(record)))
    assert list(keeping.check(hall.store)) == [(table, "table.check_play")]


def test_the_commands(tmp_path: Path) -> None:
    """A match is written out and read by ‘arbitre post’; accounts are made; whoever asks a database that is none is told so."""
    url = str(tmp_path / "tables.db")

    def run(*words: str, status: int = 0, env: dict[str, str] | None = None) -> str:
        done = CliRunner().invoke(cli, ["table", *words, "--lang", "en"], env={"ARBITRE_TABLE_DATABASE": url, **(env or {})})
        assert done.exit_code == status, done.output
        return done.output

    assert "brings it up to date" in run("check", status=1)
    assert "created" in run("user", "ana", "--password", "a long password")
    assert "changed" in run("user", "ana", "--password", "another password")
    assert "10 to 200" in run("user", "ben", "--password", "short", status=1)
    assert "no account" in run("user", "nobody", "--block", status=1)
    store = Store(url)
    table = playing(Hall(store))
    assert "1 table checked" in run("check")
    run("export", table, str(tmp_path / "match.post"))
    status = CliRunner().invoke(cli, ["post", "status", str(tmp_path / "match.post"), "--lang", "en"])
    assert status.exit_code == 0 and "A table" in status.output
    assert "no table" in run("export", "nowhere", str(tmp_path / "x"), status=1)
    run("backup", str(tmp_path / "backup"))
    other = {"ARBITRE_TABLE_DATABASE": str(tmp_path / "other.db")}
    run("restore", str(tmp_path / "backup"), env=other)
    assert "empty one" in run("restore", str(tmp_path / "backup"), env=other, status=1)
    store.close()
