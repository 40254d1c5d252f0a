"""A match at a table, from its start to its proof of dice, on both databases."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from arbitre.api.post import check_proof
from arbitre.table import matches, rulings, tables
from arbitre.table import operations as deeds
from arbitre.table.errors import Trouble
from arbitre.table.storage.schema import METADATA, orders, outbox, reports
from arbitre.table.storage.store import Store
from tests.arbitre.table.hall import Hall

CELLS = ("(1, 1)", "(1, 2)", "(2, 1)", "(2, 2)", "(3, 1)")


def test_migrations_make_the_schema_and_are_done_once(hall: Hall) -> None:
    hall.store.migrate()
    assert not hall.store.outdated()
    with hall.store.reading() as held:
        assert compare_metadata(MigrationContext.configure(held), METADATA) == []


def two(hall: Hall, **terms: Any) -> str:
    for name in ("Ana", "Ben"):
        hall.person(name)
    return hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, **terms)


def test_a_match_is_played_to_its_end_and_its_dice_are_proved(hall: Hall) -> None:
    table = two(hall)
    for cell in CELLS:
        [side] = hall.asked(table)
        assert hall.deliver(table, side, cell)["accepted"]
        assert deeds.resolve_if_due(hall.store, table, hall.now)["resolved"]
    row = hall.stands(table)
    assert (row.state, row.due, row.look) == ("over", "", "")
    assert check_proof(deeds.proof(hall.store, table))[1] == []
    assert deeds.report(hall.store, table, "spectator", 1, "fr")["report"].startswith('<article lang="fr">')
    with pytest.raises(Trouble, match="is_over"):
        hall.deliver(table, "cross", "(1, 1)")


def test_the_seed_is_secret_while_it_is_played(hall: Hall) -> None:
    with pytest.raises(Trouble, match="seed_is_secret"):
        deeds.proof(hall.store, two(hall))


def test_a_deadline_resolves_once_whoever_asks_and_how_often(hall: Hall) -> None:
    table = two(hall)
    assert not deeds.resolve_if_due(hall.store, table, hall.now)["resolved"]
    hall.now += timedelta(days=2)
    assert deeds.due_now(hall.store, hall.now) == [table]
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda _: deeds.resolve_if_due(hall.store, table, hall.now)["resolved"], range(4)))
    assert sum(done) == 1 and deeds.due_now(hall.store, hall.now) == []
    row = hall.stands(table)
    assert len(json.loads(row.record)["rounds"]) == 1 and row.due > hall.now.isoformat()
    with hall.store.reading() as held:
        told = held.execute(sa.select(outbox.c.person).where(outbox.c.what == "resolved")).scalars().all()
    assert sorted(told) == sorted(hall.ids.values())


def test_a_clock_that_is_set_back_resolves_nothing_again(hall: Hall) -> None:
    table = two(hall)
    assert deeds.resolve_if_due(hall.store, table, hall.now + timedelta(days=2))["resolved"]
    for days in (0, 1, 2):
        assert not deeds.resolve_if_due(hall.store, table, hall.now + timedelta(days=days))["resolved"]


def test_whoever_is_waited_for_is_waited_for(hall: Hall) -> None:
    """Under ‘hold’ a deadline passes, and nobody looks again and again; the delivery that comes late resolves."""
    table = two(hall, missed="hold", late="accept")
    hall.pass_days(3)
    assert not deeds.resolve_if_due(hall.store, table, hall.now)["resolved"]
    assert hall.stands(table).look == "" and deeds.due_now(hall.store, hall.now) == []
    [side] = hall.asked(table)
    hall.deliver(table, side, CELLS[0])
    assert deeds.due_now(hall.store, hall.now) == [table]
    assert deeds.resolve_if_due(hall.store, table, hall.now)["resolved"]


def test_orders_for_one_turn_are_never_taken_for_another(hall: Hall) -> None:
    table = two(hall)
    before = hall.stands(table)
    [side] = hall.asked(table)
    hall.now += timedelta(days=2)
    deeds.resolve_if_due(hall.store, table, hall.now)
    with pytest.raises(Trouble, match="meanwhile"):
        deeds.deliver(hall.store, table, side, CELLS[0], "en", hall.now, before.turn, before.position)


def test_what_is_sealed_lies_apart_and_can_be_changed_and_withdrawn(hall: Hall) -> None:
    table = two(hall, early=False)
    [side] = hall.asked(table)
    first = hall.deliver(table, side, CELLS[0])
    second = hall.deliver(table, side, CELLS[3])
    assert first["receipt"] != second["receipt"] and hall.sealed(table, side) == "sent"
    assert deeds.sealed(hall.store, table, side, "en")["receipt"] == second["receipt"]
    record = hall.stands(table).record
    assert "rules" not in json.loads(record) and json.loads(record)["drafts"] == {} and second["receipt"] not in record
    row = hall.stands(table)
    deeds.withdraw(hall.store, table, side, hall.now, row.turn, row.position)
    assert hall.sealed(table, side) == "none" and deeds.sealed(hall.store, table, side, "en")["orders"] == []


def test_a_bad_delivery_changes_nothing(hall: Hall) -> None:
    table = two(hall)
    [side] = hall.asked(table)
    hall.deliver(table, side, CELLS[0], check=True)
    answer = hall.deliver(table, side, "(9, 9)")
    assert not answer["accepted"] and answer["lines"][0]["faults"] and hall.sealed(table, side) == "none"


@pytest.mark.parametrize("instant", ["keep_base", "keep_views", "keep_reports", "tell"])
def test_a_resolution_happens_wholly_or_not_at_all(hall: Hall, monkeypatch: pytest.MonkeyPatch, instant: str) -> None:
    table = two(hall, early=False)
    [side] = hall.asked(table)
    hall.deliver(table, side, CELLS[0])
    hall.now += timedelta(days=2)

    def everything() -> Any:
        with hall.store.reading() as held:
            asked = [sa.select(one).order_by(*one.primary_key.columns) for one in METADATA.sorted_tables]
            return [held.execute(one).all() for one in asked]

    class Power(Exception):
        pass

    def fails(*_: Any, **__: Any) -> None:
        raise Power

    before = everything()
    with monkeypatch.context() as patched:
        patched.setattr(deeds if instant == "tell" else matches, instant, fails)
        with pytest.raises(Power):
            deeds.resolve_if_due(hall.store, table, hall.now)
    assert everything() == before
    assert deeds.resolve_if_due(hall.store, table, hall.now)["resolved"]
    with hall.store.reading() as held:
        assert held.execute(sa.select(orders.c.state).where(orders.c.table_id == table, orders.c.side == side)).scalar() == "none"
        assert held.execute(sa.select(sa.func.count()).select_from(reports)).scalar() == 2


@pytest.mark.parametrize("deed", ["resolve", "rule"])
def test_a_file_is_not_locked_while_reports_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: str) -> None:
    hall = Hall(Store(str(tmp_path / "tables.db")))
    table = two(hall, early=False)
    hall.person("Cleo", "fr")
    [side] = hall.asked(table)
    hall.deliver(table, side, CELLS[0])
    hall.now += timedelta(days=2)
    if deed == "rule":
        assert deeds.resolve_if_due(hall.store, table, hall.now)["resolved"]
    made, come = matches.report_of, list[str]()

    def slowly(*args: Any) -> str | None:
        if not come:  # somebody comes to watch meanwhile
            come.append("Cleo")
            with hall.store.writing() as held:
                tables.join(held, hall.row(held, table), hall.ids["Cleo"], tables.WATCHER, "", hall.now)
        return made(*args)

    monkeypatch.setattr(matches, "report_of", slowly)
    if deed == "rule":
        assert rulings.rule(hall.store, table, "answer", 1, "", "So it is.", "Dora", hall.now, True)["done"]
    else:
        assert deeds.resolve_if_due(hall.store, table, hall.now)["resolved"]
    assert come
    with hall.store.reading() as held:
        found = held.execute(sa.select(reports.c.viewer, reports.c.lang).where(reports.c.table_id == table, reports.c.turn == 1)).all()
    assert {tuple(one) for one in found} == {("cross", "en"), ("nought", "en"), (matches.EVERYBODY, "fr")}
    hall.store.close()


def test_what_cannot_be_resolved_stops_the_table_as_it_was(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    from arbitre.api import RulebookError
    from arbitre.api.post import PostMatch

    table = two(hall)
    before = hall.stands(table).record
    hall.now += timedelta(days=2)

    def fails(*_: Any) -> None:
        raise RulebookError("this cannot be carried out")

    with monkeypatch.context() as patched:
        patched.setattr(PostMatch, "resolve_if_due", fails)
        assert deeds.resolve_if_due(hall.store, table, hall.now)["stuck"]
    row = hall.stands(table)
    assert (row.state, row.record, row.look) == ("stuck", before, "") and "cannot be carried out" in row.fault
    with hall.store.writing() as held:
        deeds.retry(held, hall.row(held, table), hall.now)
    assert deeds.resolve_if_due(hall.store, table, hall.now)["resolved"]


def test_a_pause_puts_the_deadline_off_and_nothing_is_taken_meanwhile(hall: Hall) -> None:
    table = two(hall)
    deeds.managed(hall.store, table, "pause", hall.now)
    with pytest.raises(Trouble, match="is_paused"):
        hall.deliver(table, "cross", CELLS[0])
    hall.pass_days(10)
    assert deeds.due_now(hall.store, hall.now) == []
    deeds.managed(hall.store, table, "go_on", hall.now)
    assert hall.stands(table).due == "2026-12-11T20:00:00+00:00"


def test_a_bot_plays_its_side(hall: Hall) -> None:
    hall.person("Ana")
    table = hall.table("Ana", {"Ana": "cross"})
    for _ in range(9):
        if hall.stands(table).state == "over":
            break
        if "cross" in hall.asked(table):
            hall.now += timedelta(days=2)
        deeds.resolve_if_due(hall.store, table, hall.now)
    row = hall.stands(table)
    assert any(side == "nought" for one in json.loads(row.record)["rounds"] for side, _ in one["given"])
    assert not any("nought" in one["missed"] for one in json.loads(row.record)["rounds"])


def test_a_match_begins_with_all_seats_taken_only(hall: Hall) -> None:
    hall.person("Ana")
    table = hall.table("Ana", {"Ana": "cross"}, start=False)
    with hall.store.writing() as held:
        from arbitre.table import tables

        tables.set_bot(held, hall.row(held, table), "nought", False)
    with pytest.raises(Trouble, match="not_full"):
        deeds.start(hall.store, table, hall.now)
