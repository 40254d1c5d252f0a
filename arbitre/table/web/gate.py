"""What every request passes before it is read: the host it is meant for, its size, its speed; and the headers of every answer."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.responses import PlainTextResponse

LARGEST = 200_000  # bytes of a body
PATIENCE = 20.0  # seconds in which a body has to be there
MOST_CALLERS = 20_000
POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "script-src 'none'; connect-src 'none'; object-src 'none'"
)
LIVE = POLICY.replace("script-src 'none'; connect-src 'none'", "script-src 'self'; connect-src 'self'")  # of the page of a table
HEADERS = {
    "content-security-policy": POLICY, "x-content-type-options": "nosniff", "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin", "cache-control": "no-store",
    "x-frame-options": "DENY", "permissions-policy": "camera=(), microphone=(), geolocation=()",
}  # fmt: skip
SAFE = ("GET", "HEAD")
App = Callable[..., Awaitable[None]]


class Gate:
    """Lets a request through if it is meant for this host, comes from its own pages if it changes anything, and is no larger and no
    slower than it may be.  ``hosts``: names this server is called by; none: whatever it is called."""

    def __init__(self, app: App, hosts: frozenset[str], secure: bool, patience: float = PATIENCE) -> None:
        self.app, self.hosts, self.secure, self.patience = app, hosts, secure, patience

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self.refusal(scope["method"], headers)
        if refusal is not None:
            await PlainTextResponse(*refusal, headers=HEADERS)(scope, receive, send)
            return
        try:
            body = await self.body(receive) if scope["method"] not in SAFE else b""
        except (TimeoutError, OverflowError) as error:
            status = 413 if isinstance(error, OverflowError) else 408
            await PlainTextResponse("too large" if status == 413 else "too slow", status, headers=HEADERS)(scope, receive, send)
            return
        asked = iter((True,))

        async def read() -> Any:
            if next(asked, False):
                return {"type": "http.request", "body": body, "more_body": False}
            return await receive()

        async def with_headers(event: Any) -> None:
            if event["type"] == "http.response.start":
                known = {name.lower() for name, _ in event["headers"]}
                event["headers"] = [*event["headers"], *((n.encode(), v.encode()) for n, v in HEADERS.items() if n.encode() not in known)]
                if self.secure:
                    event["headers"].append((b"strict-transport-security", b"max-age=31536000"))
            await send(event)

        await self.app(scope, read, with_headers)

    def refusal(self, method: str, headers: dict[str, str]) -> tuple[str, int] | None:
        """Why a request is not let in."""
        host = headers.get("host", "")
        if self.hosts and host not in self.hosts:
            return "no such host", 421
        if method in SAFE:
            return None
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            return "not from here", 403
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return "not from here", 403
        said = headers.get("content-length", "0")
        return ("too large", 413) if not said.isdecimal() or len(said) > 12 or int(said) > LARGEST else None

    async def body(self, receive: Any) -> bytes:
        """All of a body.

        Raises:
            OverflowError: it is too large.
            TimeoutError: it does not come.
        """
        out, more = bytearray(), True
        async with asyncio.timeout(self.patience):
            while more:
                event = await receive()
                if event["type"] == "http.disconnect":
                    raise TimeoutError
                out += event.get("body", b"")
                more = event.get("more_body", False)
                if len(out) > LARGEST:
                    raise OverflowError
        return bytes(out)


class Limits:
    """How often somebody may do something: so many at once, and one more each so many seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def allows(self, what: str, who: str, burst: int, every: float) -> bool:
        """One more, if he may."""
        now = self.clock()
        left, then = self.left.pop((what, who), (float(burst), now))
        left = min(float(burst), left + (now - then) / every)
        ok = left >= 1
        self.left[what, who] = (left - 1 if ok else left), now
        while len(self.left) > MOST_CALLERS:
            self.left.popitem(last=False)
        return ok
