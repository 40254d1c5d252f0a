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


def migrate_files(paths: tuple[Path, ...], only_check: bool, lang: str) -> bool:
    """Rewrites former names in files, and in those below folders.  True if all is well: nothing left to change, or for people to mend."""
    from arbitre.opening.migration import migrate

    words = of(lang)
    for path in paths:
        if not path.exists():
            raise refused("cannot.no_file", file=path)
    found = migrate(paths, write=not only_check)
    names = 0
    for one in found:
        names += len(one.renamed)
        if one.renamed:
            told = ", ".join(dict.fromkeys(words.say("fmt.renamed", old=name.old, new=name.new) for name in one.renamed))
            echo(words.say("fmt.would" if only_check else "fmt.changed", file=one.path) + words.say("colon") + told)
        for message in one.left:
            echo(words.say("fmt.by_hand", place=message.place, text=words.tell(message.text), hint=words.tell(message.hint)), err=True)
    echo(words.say("fmt.to_migrate" if only_check else "fmt.migrated", names=words.count("fmt.names", names)))
    return not any(one.left for one in found) and not (only_check and names)
