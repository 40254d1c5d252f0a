"""The program behind the page lets nobody else in, and ends what does not end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from arbitre.studio.server import Worker, application

TOKEN, HOST = "the key", "127.0.0.1:4000"
Answer = tuple[int, dict[str, str], bytes]


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """What it comes to, in a thread of its own: a browser that is tested in this one has a loop there already."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def requested(app: Any, path: str, headers: dict[str, str], method: str = "GET", body: bytes = b"") -> Answer:
    """What an application answers to a request, without a socket."""
    out: list[Any] = []

    asked = iter((True,))

    async def receive() -> dict[str, Any]:
        if not next(asked, False):
            await asyncio.Event().wait()  # nobody hangs up
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(event: Any) -> None:
        out.append(event)

    scope = {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "scheme": "http",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()], "http_version": "1.1",
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 4000),
    }  # fmt: skip
    run(app(scope, receive, send))
    held = {name.decode(): value.decode() for name, value in out[0]["headers"]}
    return out[0]["status"], held, b"".join(event.get("body", b"") for event in out[1:])


def test_only_the_page_itself_is_answered(tmp_path: Path) -> None:
    app = application(tmp_path, TOKEN, 4000)
    assert requested(app, "/", {"host": HOST})[0] == 200
    assert requested(app, "/", {"host": "evil.example"})[0] == 403
    assert requested(app, "/", {"host": HOST, "origin": "http://evil.example"})[0] == 403
    assert requested(app, "/", {"host": HOST, "origin": f"https://{HOST}"})[0] == 403
    body = b'{"do": "games"}'
    assert requested(app, "/message", {"host": HOST}, "POST", body)[0] == 403
    assert requested(app, "/message", {"host": HOST, "x-arbitre-token": "a guess"}, "POST", body)[0] == 403
    assert requested(app, "/message", {"host": HOST, "x-arbitre-token": TOKEN, "content-length": "99999999999"}, "POST", body)[0] == 413


def test_the_page_keeps_to_itself(tmp_path: Path) -> None:
    status, headers, body = requested(application(tmp_path, TOKEN, 4000), "/", {"host": HOST})
    assert status == 200 and b"<main" in body and TOKEN.encode() not in body
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe-inline" not in policy and "'unsafe-eval'" not in policy
    assert headers["x-content-type-options"] == "nosniff" and "frame-ancestors 'none'" in policy


def test_files_besides_the_page_are_not_served(tmp_path: Path) -> None:
    app = application(tmp_path, TOKEN, 4000)
    for path in ("/package.json", "/node_modules/lit/package.json", "/../pyproject.toml", "/vendor/../../pyproject.toml"):
        assert requested(app, path, {"host": HOST})[0] == 404
    assert requested(app, "/match.js", {"host": HOST})[0] == 200
    assert requested(app, "/vendor/lit.js", {"host": HOST})[0] == 200


def conversation(folder: Path, patience: float, told: Callable[[Worker], Any]) -> Any:
    async def held() -> Any:
        worker = Worker(folder, "en", patience)
        try:
            return await told(worker)
        finally:
            await worker.end()

    return run(held())


def test_what_does_not_end_is_ended_and_the_match_goes_on(tmp_path: Path) -> None:
    """The process is stopped in the midst of its work; the next one has the match as it was."""

    async def told(worker: Worker) -> Any:
        started = await worker.ask({"do": "start", "game": "tictactoe", "seed": 1, "sides": {"everyone": "human"}})
        table = started["ok"]["table"]
        at = {"table": table, "as": "cross"}
        await worker.ask({"do": "answer", "answers": [["cell", "(2, 2)"]], **at})
        view = await worker.ask({"do": "view", **at})
        question = view["ok"]["next"]["seat"]
        assert worker.process is not None
        worker.process.send_signal(19)  # it stands still, as one that never comes to an end
        worker.patience = 0.3
        ended = await worker.ask({"do": "view", **at})
        worker.patience = 30.0
        again = await worker.ask({"do": "view", **at})
        return question, ended, view, again

    _, ended, view, again = conversation(tmp_path, 30.0, told)
    assert ended["error"]["code"] == "ended" and ended["error"]["text"]
    assert json.dumps(again["ok"]["scene"]) == json.dumps(view["ok"]["scene"])
