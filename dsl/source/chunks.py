"""From bytes on disk to declarations cut apart, each with the line it starts at."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arbitre.dsl.cache.looks import content
from arbitre.dsl.diagnostics.cascades import Gaps
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.source.quotes import end_of

MAX_BYTES = 2_000_000
MAX_LINE = 4_000
MAX_DEPTH = 40  # nested brackets, indentation levels
_NAMED = 8  # files of a folder
_SPACES = {"\u00a0": " ", "\u202f": " ", "\u2009": " "}
_TYPING = str.maketrans({**_SPACES, "\u2212": "-", "\u2013": "-"})
_BLANK = str.maketrans(_SPACES)
_TYPED = re.compile("[\u00a0\u202f\u2009\u2212\u2013“”«»„]")


def words_of(text: str) -> frozenset[str]:
    """The words of a line of this file, as a set."""
    return frozenset(text.split())


@dataclass(slots=True)
class Chunk:
    """One declaration: its text and the number (from 1) of its first line."""

    text: str
    line: int


def read(path: Path, messages: Messages, name: str | None = None, guessing: bool = False) -> str | None:
    """The text of a file, normalised; ``None`` (with a message) if it is no text a rulebook can be.

    ``guessing``: of a file that is not in UTF-8 there is what it most likely says, with the message, so that other faults can be told too.
    """
    shown = name or str(path)
    place = Place(shown, 1, 1)
    try:
        data = content(path, MAX_BYTES)
    except OSError as error:
        if path.is_dir():
            there = sorted(file.name for file in path.glob("*.rules"))[:_NAMED]
            hint = phrase("Name one of its files: {0}.", ", ".join(there)) if there else "No file of rules (*.rules) is in it."
            messages.add("S01", place, "this is a folder; a file of rules is expected", hint)
            return None
        messages.add("S01", place, phrase("this file cannot be read ({0})", error.strerror), "Check its name and its permissions.")
        return None
    if data is None:
        messages.add(
            "S01", place, "this file is too large to be a rulebook", phrase("The limit is {0} bytes; split it.", format(MAX_BYTES, ","))
        )
        return None
    return decode(data, shown, messages, guessing)


def decode(data: bytes, shown: str, messages: Messages, guessing: bool = False) -> str | None:
    """The text in the bytes of a file."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        messages.add(
            "S01", Place(shown, line, column), "this file is not written in UTF-8",
            "Save it again as UTF-8 in your editor.",
        )  # fmt: skip
        if not guessing or b"\x00" in data:
            return None
        text = data.decode("cp1252", "replace")
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        messages.add("S01", Place(shown, line, 1), "this file contains bytes that are not text", "Is it really a rulebook?")
        return None
    return normalise(text)


def normalise(text: str) -> str:
    """Composed accents and line ends; outside of texts and comments plain spaces and hyphens, and straight double quotes in place of
    typographic ones.  What stands between quotes is its author's: a dash remains a dash."""
    text = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "")
    if not _TYPED.search(text):
        return text
    out: list[str] = []
    in_text = in_plan = False
    for line in text.split("\n"):
        in_text = in_text and not (line[:1].strip() and _looks_like_head(line))
        read = line if in_text or in_plan else _straighten(line)
        pieces: list[str] = []
        for part, sort in _parts(read, in_text, in_plan):
            pieces.append(plain(part) if sort == "code" else part.translate(_BLANK) if sort == "plan" else part)
        in_text, in_plan = _quote_state(read, in_text, in_plan)
        out.append("".join(pieces))
    return "\n".join(out)


def plain(code: str) -> str:
    """Spaces and hyphens of other keyboards as the language has them."""
    return code.translate(_TYPING)


def _parts(line: str, in_text: bool, in_plan: bool) -> Iterator[tuple[str, str]]:
    """What a line is made of, with what sort each part is: code, a text, a map, a comment.  Quotes belong to what they hold."""
    position = begun = 0
    sort = "text" if in_text else "plan" if in_plan else "code"
    while position < len(line):
        if sort == "plan":
            found = line.find('"""', position)
            position = len(line) if found < 0 else found + 3
        elif sort == "text":
            found = end_of(line, position)
            position = len(line) if found < 0 else found
        else:
            position = min((at for at in (line.find('"', position), line.find("#", position)) if at >= 0), default=len(line))
        yield line[begun:position], sort
        begun = position
        if position >= len(line):
            return
        if sort != "code":
            sort = "code"
        elif line[position] == "#":
            yield line[position:], "comment"
            return
        else:
            sort = "plan" if line.startswith('"""', position) else "text"
            position += 3 if sort == "plan" else 1
    yield line[begun:], sort


def _straighten(line: str) -> str:
    if not any(quote in line for quote in "“”«»„"):
        return line
    if '"' in line or line.lstrip().startswith("#"):
        return line  # the text is already quoted; what stands inside is its own
    for quote in "“”„":
        line = line.replace(quote, '"')
    return re.sub(r"«[ \u00a0\u202f\u2009]?|[ \u00a0\u202f\u2009]?»", '"', line)


def cut(text: str, shown: str, messages: Messages, lost: Gaps | None = None) -> list[Chunk]:
    """The declarations of a file: each begins at a line that starts at the margin, and runs to the next such line."""
    lost = lost if lost is not None else Gaps()
    lines = text.split("\n")
    chunks: list[Chunk] = []
    start = None
    in_text = in_plan = stray = False
    for number, line in enumerate(lines, 1):
        indent = ""
        if not in_text and not in_plan:
            indent = line[: len(line) - len(line.lstrip())]
            if "\t" in indent:
                column = indent.index("\t") + 1
                messages.add("S02", Place(shown, number, column), "a tab at the start of a line",
                             "Use four spaces for each level; most editors can convert tabs.")  # fmt: skip
                line = lines[number - 1] = line.replace("\t", "    ")
        if len(line) > MAX_LINE:
            messages.add("S05", Place(shown, number, MAX_LINE), phrase("this line is longer than {0} characters", format(MAX_LINE, ',')),
                         "Split it; a text may continue over several lines.")  # fmt: skip
            lost.whole = True
            return []
        if start is None and _stray(line) and not in_text and not in_plan:
            if not stray and "\t" not in indent:  # of a tab it was told that it is none
                messages.add("S04", Place(shown, number, 1, number, len(line)), "this line does not belong to anything",
                             "A declaration starts at the left margin.")  # fmt: skip
            if _begins(line):
                line = lines[number - 1] = line.lstrip()
            else:
                lost.words |= set(re.findall(r"\w+", line))
            stray = True
        margin = bool(line) and not line[0].isspace() and line[0] not in "#)" and not in_plan
        if margin and (not in_text or _looks_like_head(line)):
            if start is not None:
                chunks.append(_chunk(lines, start, number - 1))
            start, in_text = number, False
        in_text, in_plan = _quote_state(line, in_text, in_plan)
    if start is not None:
        chunks.append(_chunk(lines, start, len(lines)))
    return chunks


def _stray(line: str) -> bool:
    """Does a line stand away from the margin and say something?"""
    return line[:1].isspace() and line.lstrip()[:1] not in ("", "#")


def _begins(line: str) -> bool:
    """Is a line that stands away from the margin the first line of a file all the same?"""
    return re.match(r"\s*(?:game|extends|translation) +\w", line) is not None


def _looks_like_head(line: str) -> bool:
    """Inside a text that was never closed, a line at the margin that ends like a head starts the next declaration."""
    first = line.split(" ")[0].rstrip(":")
    return line.rstrip().endswith(":") or first in ("extends", "kind", "let", "table", "remove") or (first in _OPENERS and ": " in line)


def _quote_state(line: str, in_text: bool, in_plan: bool) -> tuple[bool, bool]:
    position = 0
    while position < len(line):
        if in_plan:
            found = line.find('"""', position)
            if found < 0:
                return in_text, True
            in_plan, position = False, found + 3
        elif in_text:
            position = end_of(line, position)
            if position < 0:
                return True, False
            in_text = False
        else:
            quote, comment = line.find('"', position), line.find("#", position)
            if quote < 0 or 0 <= comment < quote:
                return False, False
            in_plan = line.startswith('"""', quote)
            in_text = not in_plan
            position = quote + (3 if in_plan else 1)
    return in_text, in_plan


def _chunk(lines: list[str], start: int, end: int) -> Chunk:
    return Chunk("\n".join(lines[start - 1 : end]).rstrip() + "\n", start)


_OPENERS = words_of("option test contest ranking event action agenda before after instead adjust replace always look scenario setting")
