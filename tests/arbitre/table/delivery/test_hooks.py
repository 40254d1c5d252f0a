"""Webhooks: signed, tried again, and never sent into the network of the server."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import re
import socket
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from arbitre.table import operations as deeds
from arbitre.table.delivery import hooks, queue
from arbitre.table.delivery.settings import Delivery
from arbitre.table.errors import Trouble
from arbitre.table.storage.schema import deliveries
from tests.arbitre.table.delivery.mailing import CELLS, moved, round_of, waiting
from tests.arbitre.table.delivery.post_office import called
from tests.arbitre.table.hall import HERE, Browser, Hall
from tests.arbitre.table.web.test_programs import GUIDE


def hooked(browser: Browser, url: str) -> str:
    """The secret of a webhook, as its page shows it once."""
    found = re.search(r"<code>([\w-]+)</code>", browser.post("/account/hook", url=url).text)
    assert found is not None
    return found[1]


def test_a_call_is_signed_and_tells_no_report(hall: Hall) -> None:
    hall.service.delivery = Delivery(private=True)
    ana, _ = hall.person("Ana"), hall.person("Ben")
    with called() as (url, calls, _):
        secret = hooked(ana, url)
        assert secret not in ana.get("/account/news").text and secret not in ana.get("/account/data.json").text
        table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"})
        moved(hall, table, CELLS[0])
        round_of(hall)
        round_of(hall)
    calls.sort(key=lambda one: json.loads(one[1])["what"])  # some are called at once
    assert [json.loads(body)["what"] for _, body in calls] == ["begun", "resolved"]
    headers, body = calls[1]
    said = json.loads(body)
    assert said == {"id": headers["arbitre-delivery"], "table": table, "name": "A table", "what": "resolved", "turn": 1,
                    "at": said["at"], "address": f"{HERE}/t/{table}"}  # fmt: skip
    mine = hmac.new(secret.encode(), f"{headers['arbitre-time']}.".encode() + body, hashlib.sha256).hexdigest()
    assert headers["arbitre-signature"] == f"sha256={mine}" and int(headers["arbitre-time"]) == int(hall.now.timestamp())
    assert waiting(hall) == 0
    for lang in ("en", "fr"):
        guide = (GUIDE / lang / "guide" / "tables.md").read_text(encoding="utf-8")
        told: dict[str, Any] = {}
        exec(next(one for one in re.findall(r"```python\n(.*?)```", guide, re.S) if "is_arbitre" in one), told)
        assert told["is_arbitre"](headers, body, secret) and not told["is_arbitre"](headers, body + b" ", secret)


def test_what_does_not_arrive_is_tried_again_under_the_same_name(hall: Hall) -> None:
    """Redirections are not followed; who says that he is gone is left alone; another address gets what comes from then on."""
    hall.service.delivery = Delivery(private=True)
    ana, _ = hall.person("Ana"), hall.person("Ben")
    with called() as (url, calls, answers):
        hooked(ana, url)
        answers += [500, 302]
        table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"})
        for _ in range(4):
            round_of(hall)
            hall.now += timedelta(minutes=3)
        assert len(calls) == 3 and len({headers["arbitre-delivery"] for headers, _ in calls}) == 1 and waiting(hall) == 0
        answers += [410]
        moved(hall, table, CELLS[0])
        round_of(hall)
        assert len(calls) == 4 and waiting(hall) == 0
        ana.post("/account/hook", url="")
        moved(hall, table, CELLS[1])
        round_of(hall)
        hall.now += timedelta(minutes=1)
        hooked(ana, url)
        round_of(hall)
        assert len(calls) == 4
    deeds.managed(hall.store, table, "pause", hall.now)
    round_of(hall)  # nobody is there any more
    assert waiting(hall) == 1


PRIVATE = ("127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255", "::1",
           "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "::")  # fmt: skip


@pytest.mark.parametrize("number", PRIVATE)
def test_numbers_of_other_networks_are_known(number: str) -> None:
    assert hooks.forbidden(number)


def test_numbers_of_the_public_network_and_names_are_let_through() -> None:
    assert not any(map(hooks.forbidden, ("93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34", "example.org")))


@pytest.mark.parametrize(
    "address",
    ["http://example.org", "https://127.0.0.1/x", "https://[::1]/", "https://localhost", "ftp://example.org", "https://", "example.org",
     "https://me:x@example.org", "https://example.org:22", "https://example.org/ x", "https://example.org:x", "https://ex\u00e4mple.org",
     "https://example.org/\r\nx: y", "https://example.org/" + "x" * 1000],
)  # fmt: skip
def test_addresses_that_may_not_be_called(address: str) -> None:
    with pytest.raises(Trouble, match="bad_hook"):
        hooks.good(address, False)


def test_a_name_that_stands_for_the_own_network_is_not_called(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it stood for when it was entered: it is looked up once, and that number is called or not."""
    ana, _ = hall.person("Ana"), hall.person("Ben")
    hooked(ana, "https://hook.example.org/x")
    table = hall.table("Ana", {"Ana": "cross", "Ben": "nought"})
    asked = []

    async def getaddrinfo(_: Any, host: str, port: int, **more: Any) -> Any:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in ("93.184.216.34", "127.0.0.1")]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", getaddrinfo)
    with called() as (_, calls, _):
        round_of(hall)
    assert asked == ["hook.example.org"] and not calls and waiting(hall) == 0
    with hall.store.reading() as held:
        assert held.execute(sa.select(deliveries.c.kind)).scalars().all() == [queue.HOOK]
    assert hall.stands(table).state == "running"
