"""Files written for a person: nothing is written over what is of another sort, and a crash leaves the old file or the new one."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from arbitre.dsl.cache.careful import beginning, content_of, replace_whole
from arbitre.dsl.diagnostics.said import joined
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import read, stream_of
from arbitre.interpreter.state.errors import SaveError
from arbitre.opening.books import refused
from arbitre.words.phrases import later

HEAD = 4_000  # bytes in which a file says what it is
BEFORE = rb"\A(\xef\xbb\xbf)?\s*(<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*"  # what may stand before the root of an XML file
BEGINNINGS = {
    "svg": re.compile(BEFORE + rb"<svg\b", re.DOTALL),
    "graphml": re.compile(BEFORE + rb"<graphml\b", re.DOTALL),
    "png": re.compile(rb"\A\x89PNG\r\n\x1a\n"),
}


def may_write(path: Path, replaced: bool = False) -> bool:
    """Is nothing lost if this is written to: is it new, empty, or no file with a content of its own (a pipe)?  What is not a
    regular file cannot be ``replaced``."""
    if path.is_symlink():
        with suppress(FileNotFoundError):  # what it leads to may yet be made
            path.stat()  # links that lead in a circle: from Python 3.13 on, nothing else raises an error for them
    if path.is_dir():
        raise refused("cannot.write_folder", path=path)
    if replaced and path.exists() and not path.is_file():
        raise refused("cannot.write_other", path=path)
    return not path.is_file() or path.stat().st_size == 0


def check_picture(path: Path, sort: str) -> None:
    """Refuses to write a picture over anything but a picture of the same sort."""
    if may_write(path):
        return
    head = beginning(path, HEAD)
    if not BEGINNINGS[sort].match(head):
        raise refused("cannot.write_picture", path=path, sort=sort)


def check_pictures(wanted: dict[str, Path | None]) -> None:
    """Of every sort its file, all looked at before the first is written; no two the same."""
    given = {sort: path for sort, path in wanted.items() if path is not None}
    if len({path.resolve() for path in given.values()}) < len(given):
        raise refused("cannot.write_twice", options=joined(later("cannot.and"), [f"--{sort}" for sort in given]))
    for sort, path in given.items():
        check_picture(path, sort)


def check_save(path: Path, match: Match) -> None:
    """Refuses to keep a match in a file that holds anything but an earlier or later stand of this very match."""
    if may_write(path, replaced=True):
        return
    try:
        data = read(path)
    except SaveError:
        raise refused("cannot.write_save", path=path) from None
    mine = [(a.seat, a.decision, a.choice) for a in match.tape.answers]
    theirs = [tuple(answer[:3]) for answer in data["answers"]]
    both = min(len(mine), len(theirs))
    same = (data["game"], data["version"], data["seed"], stream_of(data), data.get("record"), data["extensions"]) == (
        match.program.name, match.program.version, match.tape.seed, match.tape.stream, match.kept, match.extensions,
    )  # fmt: skip
    if not same or mine[:both] != theirs[:both]:
        raise refused("cannot.write_match", path=path)


def write_whole(path: Path, text: str) -> None:
    """Writes a file so that a crash leaves the old one or the new one, whole."""
    put(path, text.encode("utf-8"))


def put(path: Path, data: bytes) -> None:
    """The same for any content; what is no file of its own, such as a pipe, is written to."""
    if path.exists() and not path.is_file():
        path.write_bytes(data)
    else:
        replace_whole(path, data)


PAGES = ".arbitre-pages"  # in a folder of pages: what has been written there


def put_pages(made: list[Path], made_in: Path, folder: Path) -> list[Path]:
    """Moves pages made elsewhere to a folder, none of them over a file that was not written there as one."""
    names = [path.relative_to(made_in).as_posix() for path in made]
    listed = folder / PAGES
    known = set((content_of(listed) or b"").decode("utf-8", "replace").split("\n")) if listed.is_file() else set()
    foreign = [
        name for name, path in zip(names, made, strict=True)
        if (folder / name).exists() and name not in known and not same(folder / name, path)
    ]  # fmt: skip
    if foreign:
        more = later("cannot.nor_more", n=len(foreign) - 1) if len(foreign) > 1 else ""
        raise refused("cannot.write_pages", path=folder / foreign[0], more=more)
    for name, path in zip(names, made, strict=True):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        replace_whole(folder / name, path.read_bytes())
    write_whole(listed, "\n".join(sorted({*known, *names} - {""})) + "\n")
    return [folder / name for name in names]


def same(one: Path, two: Path) -> bool:
    return one.is_file() and one.read_bytes() == two.read_bytes()
