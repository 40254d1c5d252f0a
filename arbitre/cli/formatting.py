"""Rulebook files written in their one form."""

from __future__ import annotations

from pathlib import Path

from arbitre.opening.books import Refused
from arbitre.opening.files import write_whole
from arbitre.words.terminal import echo
from dsl.diagnostics.message import Messages
from dsl.parse.formatter import format_text
from dsl.parse.parser import parse_text
from dsl.source.chunks import read


def format_files(paths: tuple[Path, ...], only_check: bool) -> bool:
    """Formats files, and those below folders; says what it does.  True if all is well: nothing faulty, nothing left to change."""
    changed = faulty = 0
    files = [f for p in paths for f in (sorted(p.rglob("*.rules")) if p.is_dir() else [p])]
    for file in files:
        if not file.is_file():
            raise Refused(f"there is no file ‘{file}’")
        messages = Messages()
        text = read(file, messages)
        if text is None:
            raise Refused(f"{messages.items[0].place}: {messages.items[0].text}")
        parse_text(text, str(file), messages)
        if messages.errors:
            faulty += 1
            echo(f"left as it is: {messages.errors[0].place}: {messages.errors[0].text}", err=True)
            continue
        new = format_text(text, str(file))
        if new.encode("utf-8") != file.read_bytes():
            changed += 1
            echo(f"{'would change' if only_check else 'changed'}: {file}")
            if not only_check:
                write_whole(file, new)
    echo(
        f"{len(files)} file{'s' if len(files) != 1 else ''}, {changed} {'to change' if only_check else 'changed'}"
        + (f", {faulty} with faults" if faulty else "")
    )
    return not (faulty or (only_check and changed))
