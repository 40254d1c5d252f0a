"""From the text of a file to its surface tree, with a message for every faulty declaration."""

from __future__ import annotations

import re
import sys
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock

from lark import Lark, Token, Tree, UnexpectedInput
from lark.exceptions import VisitError

from arbitre.dsl import tree as t
from arbitre.dsl.cache.frozen import thawed, unhurried
from arbitre.dsl.cache.remembered import remembered
from arbitre.dsl.diagnostics.message import Message, Messages, folded
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.render import render
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.parse.lexer import Lexer
from arbitre.dsl.parse.recovery import Parse, cut_short, recovered
from arbitre.dsl.parse.syntax_errors import explain
from arbitre.dsl.parse.tables import AFTER, tables
from arbitre.dsl.parse.trees.builder import TreeBuilder
from arbitre.dsl.source.chunks import MAX_DEPTH, Chunk, cut, read
from arbitre.dsl.source.indenter import BadIndent
from arbitre.dsl.source.quotes import TEXT

_TEXTS = re.compile(rf'"""[\s\S]*?"""|{TEXT}|#[^\n]*')
_ONE_AT_A_TIME = Lock()  # the parser keeps what it is at in itself; an editor's files are read by several threads
_KNOWN = 200  # declarations that are not parsed again; each takes about 40 KB
_ALIKE = 4  # faults of the same words in one file; more are one habit, told once


@cache
def grammar() -> Lark:
    """The parser, made once."""
    held = thawed(remembered("grammar", (), tables))
    held["data"]["options"]["_plugins"] = {"ContextualLexer": Lexer}
    with unhurried():
        return Lark.load(held)


@cache
def words() -> dict[str, str]:
    """Terminals that are words of the language, as they are written."""
    found: dict[str, str] = {}
    for terminal in grammar().terminals:
        value = terminal.pattern.value.removesuffix(AFTER).replace(r"\b", "").replace(" +", " ")
        if value.strip() and re.fullmatch(r"[a-z ]+", value):
            found[terminal.name] = value
    return found


@cache
def keywords() -> frozenset[str]:
    """The words of the language."""
    return frozenset(" ".join(words().values()).split())


def parse_file(path: Path, messages: Messages, shown: str | None = None) -> t.File | None:
    """The tree of a file on disk.

    Faulty declarations are left out, each with a message; ``None`` if the file cannot be read at all.
    """
    name = shown or str(path)
    text = read(path, messages, name)
    return None if text is None else parse_text(text, name, messages)


def parse_text(text: str, shown: str, messages: Messages, parse: Parse | None = None) -> t.File:
    """The tree of a text; faulty declarations are left out, each with a message.  ``parse``: who parses one, if not this file."""
    parse = parse or parse_chunk
    file = t.File(shown, text, [])
    outside = Messages()
    chunks = cut(text, shown, outside, file.lost)
    faults: list[Message] = outside.items
    for chunk in chunks:
        found = Messages()
        decl = parse(chunk, shown, found)
        if decl is not None:
            file.decls.append(decl)
        elif found.items:
            if chunk is chunks[-1] and cut_short(found.items[0], chunk, text):
                file.lost.whole = True
            file.decls += recovered(chunk, shown, found, parse_chunk, file.lost)
        faults += found.items
    messages.take(folded(faults, {"S02": 2, "S03": _ALIKE}))
    return file


def parse_chunk(chunk: Chunk, shown: str, messages: Messages) -> t.Decl | None:
    """One declaration; None, with a message, if it has a fault."""
    if _too_deep(chunk, shown, messages):
        return None
    try:
        decl: t.Decl = TreeBuilder(shown, chunk.line).transform(_parsed(chunk.text))
        return decl
    except BadIndent as error:
        line = chunk.line + error.line - 1
        wanted = ", ".join(str(level) for level in error.levels)
        messages.add("S04", Place(shown, line, 1, line, error.column), "the indentation of this line matches no block around it",
                     phrase("Blocks around it start after {0} spaces.", wanted))  # fmt: skip
    except UnexpectedInput as error:
        explain(error, chunk, shown, messages, words())
    except VisitError as error:
        if not isinstance(error.orig_exc, RecursionError):
            raise error.orig_exc from error
        messages.add("S05", Place(shown, chunk.line, 1), "this declaration is nested too deeply", "Cut it into named parts.")
    except RecursionError:
        messages.add("S05", Place(shown, chunk.line, 1), "this declaration is nested too deeply", "Cut it into named parts.")
    return None


@lru_cache(maxsize=_KNOWN)
def _parsed(text: str) -> Tree[Token]:
    """What the grammar makes of one declaration, wherever it stands; of a file that is edited most of them are as they were."""
    with _ONE_AT_A_TIME:
        return grammar().parse(text)


def expected_after(text: str) -> frozenset[str]:
    """What the grammar lets come next: the names of its terminals, after the beginning of one declaration."""
    with _ONE_AT_A_TIME:
        parser = grammar().parse_interactive(text)
        try:
            for _ in parser.iter_parse():
                pass
        except (UnexpectedInput, BadIndent):  # the text ends too early, as it must; what it could have gone on with is known
            pass
        return frozenset(parser.accepts())  # type: ignore[no-untyped-call]


def _too_deep(chunk: Chunk, shown: str, messages: Messages) -> bool:
    if re.search(r"\d{19}", chunk.text):
        plain = _TEXTS.sub(lambda said: re.sub(r"[^\n]", " ", said[0]), chunk.text)
        if (found := re.search(r"\d{19,}", plain)) is not None:
            start = found.start()
            place = Place(shown, chunk.line + plain.count("\n", 0, start), start - plain.rfind("\n", 0, start))
            messages.add("S05", place, "this number has more than 18 digits", "Rules never need such a number.")
            return True
    depth = 0
    for number, line in enumerate(chunk.text.split("\n")):
        if len(line) - len(line.lstrip(" ")) > 4 * MAX_DEPTH:
            depth = MAX_DEPTH + 1
        for column, character in enumerate(line):
            depth += (character == "(") - (character == ")")
            if depth > MAX_DEPTH:
                messages.add("S05", Place(shown, chunk.line + number, column + 1), "this is nested too deeply",
                             "Give the inner parts their own names.")  # fmt: skip
                return True
        plain = re.sub(rf"{TEXT}|#.*", "", line)
        if re.search(r"(?:\b(?:not|any|no)\s+){40}|(?:-\s*){40}", plain):
            messages.add("S05", Place(shown, chunk.line + number, 1), "this is nested too deeply", "Say it more simply.")
            return True
    return False


def main() -> int:
    """``python -m dsl.parse.parser FILES``: the syntax of files, alone."""
    messages = Messages()
    sources = {}
    for name in sys.argv[1:]:
        file = parse_file(Path(name), messages)
        if file:
            sources[name] = file.text
    for message in messages.items:
        sys.stdout.write(render(message, sources) + "\n\n")
    return 1 if messages.items else 0


if __name__ == "__main__":
    sys.exit(main())
