"""What one side keeps secret changes nothing that anybody else is sent, and is not even loaded for him."""

from __future__ import annotations

import itertools
import logging
import re
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from arbitre.api import post
from arbitre.table import operations as deeds
from arbitre.table import people
from arbitre.table.storage.schema import drafts, orders, outbox
from arbitre.table.storage.store import Store
from tests.arbitre.table.hall import Browser, Hall

SIDES = ("ana", "ben", "cid", "dee", "eli", "fay")
OTHERS = ("dee", "fay")
ROLES = {"cid": "agile", "dee": "priest", "eli": "archer", "fay": "brute"}
PLACES = {"ana": "(1, 1)", "ben": "(1, 2)", "cid": "", "dee": "(6, 1)", "eli": "(6, 2)", "fay": ""}  # the last of a camp has no choice
# What the first camp chooses and orders in each world; nothing of it can be seen on the board.
WORLDS: tuple[dict[str, dict[str, str]], ...] = (
    {"roles": {"ana": "archer", "ben": "brute"}, "orders": {"ana": "Je vise (3, 1)", "ben": "rien"}},
    {"roles": {"ana": "mystic", "ben": "scholar"}, "orders": {"ana": "rien", "ben": "je reste sur place"}},
)
CHANGING = re.compile(r'name="csrf" value="\w+"|arbitre=[^;]+')


def seated(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Hall, str, dict[str, Browser]]:
    """A table of six with the same identifiers and the same seed each time."""
    numbers = itertools.count(1)
    monkeypatch.setattr(people, "new_id", lambda: f"{next(numbers):020d}")
    monkeypatch.setattr("arbitre.table.tables.new_id", lambda: "0000000000000000table")
    monkeypatch.setattr(post, "new_seed", lambda: bytes(range(32)))
    folder.mkdir()
    hall = Hall(Store(str(folder / "tables.db")))
    browsers = {name: hall.person(name, "fr") for name in SIDES}
    table = hall.table("ana", {name: name for name in SIDES}, game="tsewnart", early=False)
    return hall, table, browsers | {"stranger": Browser(hall)}


def everything(hall: Hall, table: str, browsers: dict[str, Browser]) -> list[str]:
    """All that those who must not know are answered: pages, refusals, receipts; and what is told to them elsewhere."""
    out = []
    for name in (*OTHERS, "stranger"):
        browser, answers = browsers[name], []
        for path in ("", "/journal", "/turns/1", "/dice.json"):
            answers.append(browser.get(f"/t/{table}{path}"))
        answers.append(browser.get("/"))
        for do, text in (("check", "rien"), ("send", "je saute en (9, 9)\nR1 vole"), ("withdraw", "")):
            answers.append(browser.orders(table, do, text))
        for answer in answers:
            headers = sorted(f"{key}: {value}" for key, value in answer.headers.items())
            out.append(CHANGING.sub("", "\n".join([str(answer.status_code), *headers, answer.text])))
    with hall.store.reading() as held:
        out += [str(row) for row in held.execute(sa.select(outbox).order_by(outbox.c.id))]
    return out


@pytest.mark.more
def test_two_worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="arbitre")
    seen, loads = [], []
    for number, world in enumerate(WORLDS):
        caplog.clear()
        hall, table, browsers = seated(tmp_path / str(number), monkeypatch)
        told: list[str] = []
        for name in SIDES:
            said = f"{(ROLES | world['roles'])[name]}\n{PLACES[name]}"
            answer = hall.deliver(table, name, said)
            assert answer["accepted"], answer
            told += everything(hall, table, browsers) if name == "ana" else []
        hall.pass_days(2)
        assert deeds.resolve_if_due(hall.store, table, hall.now)["resolved"]
        assert hall.stands(table).turn == 1
        for name, mail in world["orders"].items():
            assert browsers[name].orders(table, "send", mail).status_code == 200, mail
        told += everything(hall, table, browsers)
        hall.pass_days(2)
        assert deeds.resolve_if_due(hall.store, table, hall.now)["resolved"]
        told += everything(hall, table, browsers)
        assert any("<svg" in one for one in told)
        seen.append(told)
        loads.append([re.sub(r"0x\w+|\d+\.\d+ ?m?s", "", record.getMessage()) for record in caplog.records if "arbitre" in record.name])
        hall.store.close()
    for one, other in zip(*seen, strict=True):
        assert one == other
    assert loads[0] == loads[1]


def test_what_others_have_sealed_is_never_loaded_for_a_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a side has sealed is made unreadable: whoever loaded it for somebody else would fail."""
    hall, table, browsers = seated(tmp_path / "poison", monkeypatch)
    with hall.store.writing() as held:
        for name in ("ana", "ben", "cid"):
            hall.store.put(held, orders, {"table_id": table, "side": name}, {"state": "sent", "part": "{unreadable"})
            hall.store.put(held, drafts, {"table_id": table, "person": hall.ids[name]}, {"text": "unreadable", "at": ""})
    for name in (*OTHERS, "stranger"):
        browser = browsers[name]
        pages = [browser.get(path) for path in ("/", f"/t/{table}", f"/t/{table}/journal")]
        if name != "stranger":
            pages += [browser.orders(table, do, "agile") for do in ("check", "draft", "send")]
        assert [page.status_code for page in pages if page.status_code not in (200, 303)] == []
        assert not any("unreadable" in page.text for page in pages)
    assert browsers["ana"].orders(table, "check", "agile").status_code == 503  # the test can fail
    hall.store.close()


def test_nothing_secret_lies_in_what_pages_are_made_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed is in the record alone, and in no page, view or report; nor is it told by a deed."""
    from arbitre.table.storage.schema import METADATA

    hall, table, browsers = seated(tmp_path / "seed", monkeypatch)
    hall.pass_days(2)
    deeds.resolve_if_due(hall.store, table, hall.now)
    hall.pass_days(2)
    deeds.resolve_if_due(hall.store, table, hall.now)
    seed = bytes(range(32)).hex()
    holds: set[Any] = set()
    with hall.store.reading() as held:
        for one in METADATA.sorted_tables:
            for row in held.execute(sa.select(one)):
                holds |= {f"{one.name}.{key}" for key, value in row._asdict().items() if seed in str(value)}
    assert holds == {"tables.record"}
    for name in ("ana", "stranger"):
        for path in ("", "/journal", "/turns/1", "/dice.json"):
            assert seed not in browsers[name].get(f"/t/{table}{path}").text
    hall.store.close()
