"""Talk, appeals, rulings, other players, feeds, and one's own data."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command

from arbitre.table import operations as deeds
from arbitre.table.storage.store import Store
from tests.arbitre.table.hall import Browser, Hall, plain

CELLS = ("(1, 1)", "(1, 2)", "(2, 1)", "(2, 2)", "(3, 1)")


@pytest.fixture
def hall(tmp_path: Path) -> Any:
    store = Store(str(tmp_path / "tables.db"))
    yield Hall(store)
    store.close()


@pytest.fixture
def table(hall: Hall) -> tuple[str, dict[str, Browser]]:
    """Two players, a referee and a stranger, and a turn that is over."""
    browsers = {name: hall.person(name) for name in ("Ana", "Ben", "Cleo")} | {"stranger": Browser(hall)}
    made = hall.table("Ana", {"Ana": "cross", "Ben": "nought"}, referee="Cleo")
    for cell in CELLS[:2]:
        hall.deliver(made, hall.asked(made)[0], cell)
        deeds.resolve_if_due(hall.store, made, hall.now)
    return made, browsers


def test_what_is_said_in_confidence_is_heard_by_two(table: tuple[str, dict[str, Browser]]) -> None:
    at, people = table
    path = f"/t/{at}/talk"
    assert people["Ana"].post(path, to="", text="Hello https://example.org/a?b=1. <b>").status_code == 303
    assert people["Ana"].post(path, to="cross", text="a secret").status_code == 303
    assert people["Cleo"].post(path, to="cross", text="an answer").status_code == 303
    assert people["Ben"].post(path, to="cross", text="into their ears").status_code == 403
    assert people["stranger"].post(path, to="", text="spam").status_code == 403
    heard = {name: browser.get(path).text for name, browser in people.items()}
    assert all(
        '<a href="https://example.org/a?b=1" rel="nofollow noopener noreferrer">' in page and "<b>" not in page for page in heard.values()
    )
    assert {name for name, page in heard.items() if "a secret" in page and "an answer" in page} == {"Ana", "Cleo"}
    number = re.search(r'name="number" value="(\d+)"', heard["Cleo"])
    assert number is not None
    assert people["Ana"].post(f"{path}/hide", number=number[1]).status_code == 403
    people["Cleo"].post(f"{path}/hide", number=number[1])
    assert "example.org" not in people["Ben"].get(path).text and "removed by the referee" in people["Ben"].get(path).text


def test_an_appeal_is_answered_by_a_ruling_that_everybody_reads(hall: Hall, table: tuple[str, dict[str, Browser]]) -> None:
    at, people = table
    assert people["Ana"].post(f"/t/{at}/appeal", turn="1", sentence="1", text="I meant another cell").status_code == 303
    assert "another cell" in people["Cleo"].get(f"/t/{at}/talk").text and "another cell" not in people["Ben"].get(f"/t/{at}/talk").text
    assert people["Ben"].get(f"/t/{at}/ruling").status_code == 403
    before = hall.stands(at)
    asked = people["Cleo"].get(f"/t/{at}/ruling?appeal=1").text
    assert re.search(r'name="event"[^>]* value="1"', asked) and "another cell" in asked
    form = {"way": "undo", "event": "1", "said": "", "reason": "Ana was misread", "appeal": "1"}
    shown = people["Cleo"].post(f"/t/{at}/ruling", do="check", **form)
    assert shown.status_code == 200 and "What changes" in shown.text and hall.stands(at).record == before.record
    assert people["Cleo"].post(f"/t/{at}/ruling", do="check", **{**form, "reason": " "}).status_code == 422
    assert people["Cleo"].post(f"/t/{at}/ruling", do="check", **{**form, "event": "9999"}).status_code == 422
    assert people["Cleo"].post(f"/t/{at}/ruling", do="rule", **form).status_code == 303
    after = hall.stands(at)
    assert after.position == before.position + 1 and len(json.loads(after.record)["rulings"]) == 1
    assert "Ana was misread" in people["Ana"].get(f"/t/{at}/talk").text
    for browser in people.values():
        assert "Ana was misread" in plain(browser.get(f"/t/{at}/journal").text)
    assert hall.asked(at) == ["cross"]


def test_an_appeal_of_before_numbers_had_parts_means_what_it_meant(hall: Hall, table: tuple[str, dict[str, Browser]]) -> None:
    """It counted what its side sees from 0 on: here everything, so that it was one less than now."""
    at, people = table
    people["Ana"].post(f"/t/{at}/appeal", turn="1", sentence="8", text="new")
    with hall.store.writing() as held:
        held.execute(sa.text("UPDATE appeals SET sentence = 7"))
        command.stamp(hall.store._config(held), "0006")
        command.upgrade(hall.store._config(held), "head")
        assert held.execute(sa.text("SELECT sentence FROM appeals")).scalar() == "#7"
    assert re.search(r'name="event"[^>]* value="8"', people["Cleo"].get(f"/t/{at}/ruling?appeal=1").text)
    assert "What changes" in people["Cleo"].post(f"/t/{at}/ruling", do="check", way="undo", event="8", said="", reason="so").text
    for said in ("3,1", "x", "", "9" * 40):
        assert people["Ana"].post(f"/t/{at}/appeal", turn="1", sentence=said, text="new").status_code == 400
    assert people["Ana"].get(f"/t/{at}/why/8").status_code == 200 and people["Ana"].get(f"/t/{at}/why/x").status_code == 400


def test_another_player_takes_over_what_is_sealed_and_no_draft(hall: Hall, table: tuple[str, dict[str, Browser]]) -> None:
    at, people = table
    [side] = hall.asked(at)
    mine = people["Ana" if side == "cross" else "Ben"]
    mine.orders(at, "draft", "my own thoughts")
    assert people["Cleo"].post(f"/t/{at}/release", side=side).status_code == 303
    assert json.loads(hall.stands(at).record)["people"][side]["bot"]
    assert mine.post(f"/t/{at}/orders", do="send", orders=CELLS[2], turn="1", position="0").status_code == 403
    link = re.search(r"(/i/[\w-]+)", people["Cleo"].post(f"/t/{at}/invite", place=f"seat {side}").text)
    assert link is not None
    other = people["Ben" if side == "cross" else "Ana"]
    assert other.post(link[1]).status_code in (403, 409)
    dora = Browser(hall)
    assert dora.post(link[1], name="Dora").status_code == 303
    who = json.loads(hall.stands(at).record)["people"][side]
    assert who["name"] == "Dora" and "bot" not in who
    page = dora.get(f"/t/{at}").text
    assert "my own thoughts" not in page and 'name="orders"' in page
    assert dora.orders(at, "send", CELLS[2]).status_code == 200


def test_reports_in_forms_of_forums(table: tuple[str, dict[str, Browser]]) -> None:
    at, people = table
    assert people["Ana"].get(f"/t/{at}/turns/1/bbcode").text.startswith("[b][size=150]")
    assert people["Ana"].get(f"/t/{at}/turns/1/markdown").text.startswith("# ")
    assert people["Ana"].get(f"/t/{at}/turns/1/pdf").status_code == 404
    assert people["Ana"].get(f"/t/{at}/turns/7/text").status_code == 404
    assert people["Ana"].get(f"/t/{at}/why/1").status_code == 200


def test_a_feed_tells_that_something_happened_and_no_more(hall: Hall, table: tuple[str, dict[str, Browser]]) -> None:
    _, people = table
    first, second = (re.search(r"(/feed/[\w-]+)", people["Ana"].post("/account/feed").text) for _ in range(2))
    assert first is not None and second is not None
    assert people["stranger"].get(first[1]).status_code == 404
    found = ET.fromstring(people["stranger"].get(second[1]).text)
    titles = [one.text or "" for one in found.iter("{http://www.w3.org/2005/Atom}title")]
    assert any("turn 1 is resolved" in title for title in titles) and not any(cell in " ".join(titles) for cell in CELLS)
    assert people["Ana"].post(second[1].replace("feed", "back")).status_code == 404


def test_who_is_deleted_leaves_no_name_and_no_word(hall: Hall, table: tuple[str, dict[str, Browser]]) -> None:
    at, people = table
    people["Ana"].post(f"/t/{at}/talk", to="", text="something of mine")
    taken = people["Ana"].get("/account/data.json").json()
    assert taken["talk"][0]["text"] == "something of mine" and "password" not in taken["person"][0]
    assert people["Ana"].post("/account/delete").status_code == 400
    assert people["Ana"].post("/account/delete", sure="yes").status_code == 303
    assert people["Ana"].get("/account").status_code == 403
    assert "something of mine" not in people["Ben"].get(f"/t/{at}/talk").text and "Ana" not in people["Ben"].get(f"/t/{at}").text
    assert json.loads(hall.stands(at).record)["people"]["cross"]["bot"]
