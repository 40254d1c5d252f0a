"""The process in which rules run: it reads messages line by line and answers each with a line.

Whoever started it may end it at any time; what it answers last holds every match as it then was, so that another process can go on.
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from typing import Any, TextIO

from arbitre.dsl.cache.remembered import this_program
from arbitre.studio.host import StudioHost

CHANGING = frozenset(
    {"start", "load", "answer", "bots", "line", "undo", "strike", "withdraw", "sides", "close", "restore", "branch", "again"}
)


def answered(host: StudioHost, text: str) -> str:
    """The answer to a message, both as JSON; with what is kept of all matches, where it may have changed them."""
    try:
        message: Any = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    answer = host.handle(message)
    if isinstance(message, dict) and message.get("do") in CHANGING:
        answer["kept"] = host.kept()
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))


def imported() -> None:
    """Does what the first match would do once, before the memory of the engine is kept."""
    agendas, orders = "arbitre.interpreter.agendas.preparation", "arbitre.interpreter.reference.simultaneous"
    for name in ("arbitre.session.play", agendas, orders, "platformdirs"):
        import_module(name)
    this_program()


def serve(host: StudioHost, lines: TextIO, out: TextIO) -> None:
    """Answers until there is nothing more to read."""
    for line in lines:
        out.write(answered(host, line) + "\n")
        out.flush()


def main() -> None:
    """``python -m arbitre.studio.worker [FOLDER]``"""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing that is printed on the way is taken for an answer
    with os.fdopen(sys.stdin.fileno(), encoding="utf-8", closefd=False) as lines:
        serve(StudioHost(sys.argv[1] if len(sys.argv) > 1 else ""), lines, out)


if __name__ == "__main__":
    main()
