"""The certificate authorities that other servers are checked against."""

from __future__ import annotations

import ssl
from functools import lru_cache
from pathlib import Path

MAIL, CALLS = "mail", "calls"
Changed = tuple[str, int]


def context(use: str) -> ssl.SSLContext:
    """A TLS context for one use, shared by all its connections: whoever connects sets protocols on it, so uses have one each.

    Loading the authorities takes tens of milliseconds, and deliveries come round every five seconds: they are loaded again only when the
    system's have changed.
    """
    paths = ssl.get_default_verify_paths()
    return _loaded(use, tuple(_changed(path) for path in (paths.cafile, paths.capath) if path))


@lru_cache(maxsize=4)
def _loaded(use: str, changed: tuple[Changed, ...]) -> ssl.SSLContext:
    return ssl.create_default_context()


def _changed(path: str) -> Changed:
    try:
        return path, Path(path).stat().st_mtime_ns
    except OSError:
        return path, 0
