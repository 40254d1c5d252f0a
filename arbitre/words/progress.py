"""One line that says what is being done, for whoever waits at a terminal; when it is done it is gone."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from arbitre.words import LANGUAGE
from arbitre.words.phrases import language, of
from arbitre.words.terminal import plain

Said = Callable[..., None]  # of the key of a phrase and its parts

_SHOWN: list[bool] = []  # one line at a time: whoever began first goes on saying


@contextmanager
def progress() -> Iterator[Said]:
    """What is said meanwhile stands on one line, the last of it; nothing is said where nobody sits at a terminal."""
    if not sys.stderr.isatty() or _SHOWN:
        yield _silent
        return
    _SHOWN.append(True)
    try:
        yield _say
    finally:
        _SHOWN.clear()
        _write("")


def _silent(key: str, /, **parts: Any) -> None:
    """Nobody waits."""


def _say(key: str, /, **parts: Any) -> None:
    context = click.get_current_context(silent=True)
    lang = (context.meta.get(LANGUAGE) if context is not None else None) or language()
    _write(plain(of(lang).say(key, **parts))[: shutil.get_terminal_size().columns - 1])


def _write(text: str) -> None:
    sys.stderr.write(f"\r\x1b[K{text}")
    sys.stderr.flush()
