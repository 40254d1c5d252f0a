"""From the text of a file to its surface tree, with a message for every faulty declaration."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

from lark import Lark, Token, UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedToken, VisitError

from dsl import tree as t
from dsl.build import Builder
from dsl.layout import BadIndent, Layout
from dsl.messages import Messages, nearest, render
from dsl.places import Place
from dsl.source import MAX_DEPTH, Chunk, cut, read

# What a designer calls the terminals of the grammar.
_SPOKEN = {
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "NAME": "a name",
    "NUMBER": "a number",
    "DICE": "dice (2d6)",
    "STRING": 'a text in "quotes"',
    "PLAN": 'a map in """triple quotes"""',
    "REF": "a margin note [XX-area-01]",
    "CLAUSE": "a clause number XX-area-01",
    "COLON": "‘:’", "LPAR": "‘(’", "RPAR": "‘)’", "COMMA": "‘,’", "DOT": "‘.’", "EQUAL": "‘=’", "SEMICOLON": "‘;’",
    "PLUS": "‘+’", "MINUS": "‘-’", "STAR": "‘*’", "SLASH": "‘/’", "VBAR": "‘|’", "$END": "the end of the file",
}  # fmt: skip


@cache
def grammar() -> Lark:
    text = (Path(__file__).parent / "grammar.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", propagate_positions=True, maybe_placeholders=False, postlex=Layout(), cache=True)


@cache
def keywords() -> frozenset[str]:
    """The words of the language."""
    found: set[str] = set()
    for terminal in grammar().terminals:
        value = terminal.pattern.value.replace(r"\b", "").replace(" +", " ")
        if re.fullmatch(r"[a-z ]+", value):
            found.update(value.split())
    return frozenset(found)


def parse_file(path: Path, messages: Messages, shown: str | None = None) -> t.File | None:
    """The tree of a file on disk.

    Faulty declarations are left out, each with a message; ``None`` if the file cannot be read at all.
    """
    name = shown or str(path)
    text = read(path, messages, name)
    return None if text is None else parse_text(text, name, messages)


def parse_text(text: str, shown: str, messages: Messages) -> t.File:
    decls: list[t.Decl] = []
    for chunk in cut(text, shown, messages):
        decl = parse_chunk(chunk, shown, messages)
        if decl is not None:
            decls.append(decl)
    return t.File(shown, text, decls)


def parse_chunk(chunk: Chunk, shown: str, messages: Messages) -> t.Decl | None:
    if _too_deep(chunk, shown, messages):
        return None
    try:
        tree = grammar().parse(chunk.text)
        decl: t.Decl = Builder(shown, chunk.line).transform(tree)
        return decl
    except BadIndent as error:
        line = chunk.line + error.line - 1
        wanted = ", ".join(str(level) for level in error.levels)
        messages.add("S04", Place(shown, line, 1, line, error.column), "this line is indented like no block around it",
                     f"Blocks around it start after {wanted} spaces.")  # fmt: skip
    except UnexpectedInput as error:
        _explain(error, chunk, shown, messages)
    except VisitError as error:
        if not isinstance(error.orig_exc, RecursionError):
            raise error.orig_exc from error
        messages.add("S05", Place(shown, chunk.line, 1), "this declaration is nested too deeply", "Cut it into named parts.")
    except RecursionError:
        messages.add("S05", Place(shown, chunk.line, 1), "this declaration is nested too deeply", "Cut it into named parts.")
    return None


def _too_deep(chunk: Chunk, shown: str, messages: Messages) -> bool:
    depth = 0
    for number, line in enumerate(chunk.text.split("\n")):
        if len(line) - len(line.lstrip(" ")) > 4 * MAX_DEPTH:
            depth = MAX_DEPTH + 1
        for column, character in enumerate(line):
            depth += (character == "(") - (character == ")")
            if depth > MAX_DEPTH:
                messages.add("S05", Place(shown, chunk.line + number, column + 1), "this is nested too deeply",
                             "Give the inner parts names of their own.")  # fmt: skip
                return True
        plain = re.sub(r'"[^"]*"|#.*', "", line)
        if re.search(r"(?:\b(?:not|any|no)\s+){40}|(?:-\s*){40}", plain):
            messages.add("S05", Place(shown, chunk.line + number, 1), "this is nested too deeply", "Say it more simply.")
            return True
    return False


def _explain(error: UnexpectedInput, chunk: Chunk, shown: str, messages: Messages) -> None:
    line = chunk.line + max(1, error.line) - 1 if error.line and error.line > 0 else chunk.line + chunk.text.count("\n") - 1
    column = max(1, error.column if error.column and error.column > 0 else 1)
    if isinstance(error, UnexpectedCharacters):
        character = error.char
        place = Place(shown, line, column)
        if character == '"':
            messages.add("S06", place, "this text is never closed", 'Put the closing " at its end.')
        else:
            messages.add("S03", place, f"‘{character}’ has no meaning here", "Words and numbers are written plainly.")
        return
    if not isinstance(error, UnexpectedToken):
        messages.add("S03", Place(shown, line, column), "this cannot be read")
        return
    token: Token = error.token
    accepts = set(getattr(error, "accepts", None) or error.expected)
    wanted = _wanted(accepts)
    if token.type == "$END" or token.type in ("_NL", "_DEDENT", "_INDENT"):
        if token.type in ("_NL", "$END"):
            where = chunk.text.split("\n")[max(0, line - chunk.line)] if token.type == "_NL" else ""
            column = len(where.rstrip()) + 1 if where else column
        what = {"_INDENT": "this line is indented for no reason", "_DEDENT": "the block ends too early"}.get(
            token.type, "the line ends too early"
        )
        if token.type in ("_INDENT", "_DEDENT"):
            line += len(str(error.token.split("#")[0]).split("\n")) - 1 if "\n" in str(error.token) else 0
        hint = _hint_end(accepts)
        messages.add("S03", Place(shown, line, column), f"{what}; expected {wanted}", hint)
        return
    place = Place(shown, line, column, line, column + len(token))
    if column == 1 and line == chunk.line:
        known = nearest(str(token), keywords() & {"game", "kind", "let", "test", "table", "event", "action", "agenda", "before",
                        "after", "instead", "adjust", "replace", "remove", "insert", "clause", "scenario", "option"})  # fmt: skip
        hint = f"Did you mean ‘{known}’?" if known else "A declaration starts with its kind: kind, let, event, action ..."
        messages.add("S03", place, f"‘{token}’ does not start a declaration", hint)
        return
    spoken = {name for name in (_plain(a) for a in accepts) if name}
    known = nearest(str(token), spoken)
    hint = f"Did you mean ‘{known}’?" if known else ""
    if not hint and token.type == "NAME" and any(a in accepts for a in ("DOT",)):
        hint = "Two names stand side by side; is a word, a dot or a comma missing between them?"
    if not hint and str(token) in keywords() and "NAME" in accepts:
        hint = f"‘{token}’ is a word of the language and cannot be a name; choose another."
    messages.add("S03", place, f"‘{token}’ is not expected here; expected {wanted}", hint)


def _plain(terminal: str) -> str:
    for definition in grammar().terminals:
        if definition.name == terminal:
            value = definition.pattern.value.replace(r"\b", "").replace(" +", " ")
            return value if re.fullmatch(r"[a-z ]+", value) else ""
    return ""


def _wanted(accepts: set[str]) -> str:
    names = [_SPOKEN.get(a) or (f"‘{_plain(a)}’" if _plain(a) else "") for a in sorted(accepts)]
    names = sorted({n for n in names if n}, key=lambda n: (n.startswith("‘"), n))
    if len(names) > 7:
        names = [*names[:6], "..."]
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else (names[0] if names else "something else")


def _hint_end(accepts: set[str]) -> str:
    if "COLON" in accepts:
        return "A line that opens a block ends with ‘:’."
    if "RPAR" in accepts:
        return "A bracket is not closed."
    if "_INDENT" in accepts:
        return "Write the block on the next lines, four spaces further in."
    return ""


def main() -> int:
    """``python -m dsl.parse FILES``: the syntax of files, alone."""
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
