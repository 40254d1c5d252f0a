"""Two worlds beside the orders: votes, absences, drafts that a team shares, places handed on, news, talk, and what programs ask."""

from __future__ import annotations

import itertools
import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from arbitre.api import post
from arbitre.table import people, tables
from arbitre.table.storage.schema import outbox
from arbitre.table.storage.schema import tables as table_rows
from arbitre.table.storage.store import Store
from tests.arbitre.table.hall import Browser, Hall

OTHERS = ("foe", "watcher", "stranger")
TEAM = ("lea", "mia")  # play one of two sides that are asked at the same time, and keep to themselves:
WORLDS: tuple[dict[str, Any], ...] = (
    {"order": "move Vienna Galicia", "drafts": ("Galicia, I say", "agreed"), "hands_on": True, "checked": 2},
    {"order": "move Vienna Tyrolia", "drafts": ("Tyrolia is better", ""), "hands_on": False, "checked": 0},
)
MINE, THEIRS = "austria", "italy"
CHANGING = re.compile(r'name="csrf" value="\w+"|arbitre=[^;]+|/i/[\w-]+')


class World:
    """A table with the same names and the same seed each time."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        numbers = itertools.count(1)
        monkeypatch.setattr(people, "new_id", lambda: f"{next(numbers):020d}")
        monkeypatch.setattr("arbitre.table.tables.new_id", lambda: "0000000000000000table")
        monkeypatch.setattr(post, "new_seed", lambda: bytes(range(32)))
        folder.mkdir()
        self.hall = hall = Hall(Store(str(folder / "tables.db")))
        hall.service.patience = 0.0
        self.browsers = {name: hall.person(name) for name in ("lea", "mia", "foe", "watcher", "heir")} | {"stranger": Browser(hall)}
        self.table, self.side = hall.table("lea", {"lea": MINE, "foe": THEIRS}, game="diplomacy", early=False), MINE
        assert {MINE, THEIRS} <= set(hall.asked(self.table))
        with hall.store.writing() as held:
            sheet = json.loads(hall.row(held, self.table).sheet)
            sheet["terms"] = {"after": 0, "by": "open", "grace": "1 h", "drafts": "shared"}
            held.execute(sa.update(table_rows).values(sheet=json.dumps(sheet)))
            tables.join(held, hall.row(held, self.table), hall.ids["mia"], tables.TEAM, self.side, hall.now)
            tables.join(held, hall.row(held, self.table), hall.ids["watcher"], tables.WATCHER, "", hall.now)
            self.keys = {name: people.new_key(held, hall.ids[name], hall.now, "api") for name in ("foe", "watcher")}

    def secrets(self, world: dict[str, Any]) -> None:
        """What the team does among itself; its own pages are looked at, so that whatever is kept in memory is kept."""
        for name, text in zip(TEAM, world["drafts"], strict=True):
            self.browsers[name].orders(self.table, "draft", text)
        for _ in range(world["checked"]):
            self.browsers["mia"].orders(self.table, "check", world["order"])
        assert self.browsers["lea"].orders(self.table, "send", world["order"]).status_code == 200
        if world["hands_on"]:
            assert "/i/" in self.browsers["lea"].post(f"/t/{self.table}/invite", place="mine").text
        for name in TEAM:
            assert world["order"] in self.browsers[name].get(f"/t/{self.table}").text

    def told(self) -> list[str]:
        """All that the others are answered, whatever they do that is public, and what lies in the outbox."""
        answers: list[Any] = []
        row, at = self.hall.stands(self.table), f"/t/{self.table}"
        self.hall.service.limits.left.clear()
        for name in OTHERS:
            browser = self.browsers[name]
            forms: list[tuple[str, dict[str, str]]] = [
                ("vote", {"what": "extend", "do": "yes", "turn": str(row.turn), "value": "0"}),
                ("vote", {"what": "extend", "do": "no", "turn": str(row.turn), "value": "0"}),
                ("vote", {"what": "restart", "do": "yes", "turn": str(row.turn), "value": "1"}),
                ("away", {"until": "2026-12-24"}), ("away", {"until": ""}), ("invite", {"place": "mine"}),
                ("invite", {"place": f"team {self.side}"}), ("leader", {"side": self.side, "member": "1"}),
                ("release", {"side": self.side}), ("talk", {"to": "", "text": "well?"}), ("talk", {"to": self.side, "text": "well?"}),
                ("appeal", {"turn": "1", "sentence": "1", "text": "no"}), ("manage", {"do": "resolve"}),
            ]  # fmt: skip
            for path, form in forms:
                answers.append(browser.post(f"{at}/{path}", **form))
            pages = ("", "/news", f"/news?after={row.position}", "/talk", "/journal", "/turns/1", "/turns/1/bbcode", "/why/1", "/ruling")
            answers += [browser.get(f"{at}{page}") for page in pages] + [browser.get("/"), browser.get("/table.js")]
            key = {"authorization": f"Bearer {self.keys.get(name, 'none')}"}
            for page in ("", f"?after={row.position}", "/talk", "/journal", "/turns/1", "/turns/1/text", "/why/1", "/dice.json"):
                answers.append(browser.client.get(f"/api{at}{page}", headers=key))
            answers.append(browser.client.get("/api/tables", headers=key))
            stand = {"turn": row.turn, "position": row.position}
            for path, said in (
                *((path, dict(form)) for path, form in forms),
                *(("orders", {"do": do, "orders": "move Rome Tuscany", **stand}) for do in ("check", "send", "withdraw", "empty")),
            ):
                answers.append(browser.client.post(f"/api{at}/{path}", headers=key, json=said))
        out = []
        for answer in answers:
            headers = sorted(f"{name}: {value}" for name, value in answer.headers.items())
            out.append(CHANGING.sub("", "\n".join([str(answer.request.url), str(answer.status_code), *headers, answer.text])))
        with self.hall.store.reading() as held:
            return out + [str(one) for one in held.execute(sa.select(outbox).order_by(outbox.c.id))]


def test_two_worlds_beside_the_orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="arbitre")
    seen, logs = [], []
    for number, world in enumerate(WORLDS):
        caplog.clear()
        here = World(tmp_path / str(number), monkeypatch)
        here.secrets(world)
        told = here.told()
        giver = here.browsers["mia"]
        link = re.search(r"(/i/[\w-]+)", giver.post(f"/t/{here.table}/invite", place="mine").text)
        assert link is not None and here.browsers["heir"].post(link[1]).status_code == 303
        assert world["order"] in here.browsers["heir"].get(f"/t/{here.table}").text
        told += here.told()
        for name in OTHERS:
            assert world["order"] not in here.browsers[name].get(f"/t/{here.table}").text
        seen.append(told)
        logs.append([re.sub(r"0x\w+|\d+\.\d+ ?m?s", "", one.getMessage()) for one in caplog.records if "arbitre" in one.name])
        here.hall.store.close()
    for one, other in zip(*seen, strict=True):
        assert one == other
    assert logs[0] == logs[1]
    statuses = {re.search(r"\n(\d+)\n", one)[1] for one in seen[0] if one.startswith("http")}  # type: ignore[index]
    assert {"200", "303", "403"} <= statuses


def test_what_is_kept_of_one_side_is_found_by_that_side_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the server keeps in memory of sealed orders has the side in its key; the test can fail, for the keys are read."""
    here = World(tmp_path / "kept", monkeypatch)
    here.secrets(WORLDS[0])
    kept = here.hall.service.called.answers
    assert {(key[0], key[1]) for key in kept} == {(here.table, here.side)}  # type: ignore[index]
    for name in OTHERS:
        here.browsers[name].get(f"/t/{here.table}")
    assert len(kept) == 1
    assert here.browsers["lea"].orders(here.table, "send", "move Vienna Bohemia").status_code == 200
    assert "move Vienna Bohemia" in here.browsers["lea"].get(f"/t/{here.table}").text and len(kept) == 2
    here.hall.store.close()
