"""The program behind the page: files of the front-end, and one address for messages, for whoever holds the key and nobody else.

It listens on this machine alone.  Other pages of the same browser could still send requests there, so each needs the key that was printed
with the address, the page's own origin, and the name of this host.  Rules run in a process of their own: one that takes too long is ended
and another begins where it stood.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from arbitre.words.phrases import of

WEB = Path(__file__).resolve().parent.parent / "web"
SHOWN = (".js", ".css", ".svg")  # files of that folder that a page is made of
PATIENCE = 30.0  # seconds of one message; each has budgets of its own that end earlier where they can
LARGEST = 30_000_000  # bytes of a message
LONGEST = 100_000_000  # bytes of an answer
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY, "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin", "cache-control": "no-cache",
}  # fmt: skip
Data = dict[str, Any]


class Worker:
    """The process in which rules run, one message after the other; ended and begun again where one takes too long."""

    def __init__(self, folder: Path, lang: str, patience: float = PATIENCE) -> None:
        self.folder, self.lang, self.patience = folder, lang, patience
        self.process: asyncio.subprocess.Process | None = None
        self.kept: Data = {}
        self.turn = asyncio.Lock()

    async def ask(self, message: Data) -> Data:
        """The answer to a message; one that says so where the process had to be ended."""
        async with self.turn:
            if self.process is None:
                await self.begin()
            try:
                answer = await asyncio.wait_for(self.sent(message), self.patience)
            except (TimeoutError, ConnectionError, ValueError, asyncio.IncompleteReadError):
                await self.end()
                key = "web.ended" if message.get("table") else "web.ended_whole"
                return {"id": message.get("id"), "error": {"code": "ended", "text": of(self.lang).say(key)}}
            if message.get("do") == "hello" and "ok" in answer:
                self.lang = answer["ok"]["lang"]
            self.kept = answer.pop("kept", self.kept)
            return answer

    async def begin(self) -> None:
        """A new process, with the matches that were open in the last one."""
        command = [sys.executable, "-m", "arbitre.studio.worker", str(self.folder)]
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=LONGEST)
        await self.sent({"do": "hello", "lang": self.lang})
        if self.kept:
            await self.sent({"do": "restore", "kept": self.kept})

    async def sent(self, message: Data) -> Data:
        assert self.process is not None and self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        await self.process.stdin.drain()
        answer: Data = json.loads(await self.process.stdout.readuntil(b"\n"))
        return answer

    async def end(self) -> None:
        """Ends the process, whatever it does."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()
            self.process = None


class Gate:
    """Lets a request through if it comes from this page on this machine; every answer has the headers that keep the page to itself."""

    def __init__(self, app: Callable[..., Awaitable[None]], hosts: frozenset[str]) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        origin = headers.get("origin")
        if headers.get("host", "") not in self.hosts or (origin is not None and origin.removeprefix("http://") not in self.hosts):
            await PlainTextResponse("not from here", 403)(scope, receive, send)
            return

        async def with_headers(event: Any) -> None:
            if event["type"] == "http.response.start":
                known = {name.lower() for name, _ in event["headers"]}
                event["headers"] += [(n.encode(), v.encode()) for n, v in HEADERS.items() if n.encode() not in known]
            await send(event)

        await self.app(scope, receive, with_headers)


def application(folder: Path, token: str, port: int, lang: str = "en", patience: float = PATIENCE) -> Any:
    """The application; ``token``: the key without which no message is answered."""
    worker = Worker(folder, lang, patience)

    async def message(request: Request) -> Response:
        if not secrets.compare_digest(request.headers.get("x-arbitre-token", "").encode(), token.encode()):
            return PlainTextResponse(of(worker.lang).say("web.no_token"), 403)
        if int(request.headers.get("content-length") or 0) > LARGEST:
            return PlainTextResponse("too large", 413)
        body = await request.body()
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            data = None
        return JSONResponse(await worker.ask(data if isinstance(data, dict) else {}))

    async def page(request: Request) -> Response:
        return Response((WEB / "index.html").read_bytes(), media_type="text/html")

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await worker.end()

    vendored = Mount("/vendor", StaticFiles(directory=WEB / "vendor"))
    own = [Route(f"/{file.name}", _file(file)) for file in sorted(WEB.iterdir()) if file.suffix in SHOWN]
    routes = [Route("/", page), Route("/message", message, methods=["POST"]), vendored, *own]
    hosts = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))
    return Gate(Starlette(routes=routes, lifespan=lifespan), hosts)


def _file(path: Path) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return FileResponse(path)

    return answer


def serve(folder: Path, port: int, lang: str, say: Callable[[str], None]) -> None:
    """Serves until it is interrupted; ``say``: is told the address, key included."""
    import socket

    import uvicorn

    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        listening.listen(64)  # whoever opens the address at once waits instead of being refused
        port = listening.getsockname()[1]
        token = secrets.token_urlsafe(24)
        config = uvicorn.Config(application(folder, token, port, lang), log_level="warning", access_log=False, lifespan="on")
        say(f"http://127.0.0.1:{port}/?lang={lang}#token={token}")
        uvicorn.Server(config).run(sockets=[listening])
