"""Rulebook files written in their one form."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.parse.formatter import format_text
from arbitre.dsl.parse.parser import parse_text
from arbitre.dsl.source.chunks import read
from arbitre.opening.books import refused
from arbitre.opening.files import write_whole
from arbitre.words.phrases import of
from arbitre.words.terminal import echo


def format_files(paths: tuple[Path, ...], only_check: bool, lang: str) -> bool:
    """Formats files, and those below folders; says what it does.  True if all is well: nothing faulty, nothing left to change."""
    words = of(lang)
    changed = faulty = 0
    files = [f for p in paths for f in (sorted(p.rglob("*.rules")) if p.is_dir() else [p])]
    for file in files:
        if not file.is_file():
            raise refused("cannot.no_file", file=file)
        messages = Messages()
        text = read(file, messages)
        if text is None:
            raise refused("cannot.faulty", place=messages.items[0].place, text=messages.items[0].text)
        parse_text(text, str(file), messages)
        if messages.errors:
            faulty += 1
            echo(words.say("fmt.left", place=messages.errors[0].place, text=words.tell(messages.errors[0].text)), err=True)
            continue
        new = format_text(text, str(file))
        if new.encode("utf-8") != file.read_bytes():
            changed += 1
            if not only_check:
                write_whole(file, new)
            echo(words.say("fmt.would" if only_check else "fmt.changed", file=file))
    told = words.say("fmt.to_change" if only_check else "fmt.done", files=words.count("fmt.files", len(files)), n=changed)
    echo(told + (words.say("fmt.faulty", n=faulty) if faulty else ""))
    return not (faulty or (only_check and changed))
