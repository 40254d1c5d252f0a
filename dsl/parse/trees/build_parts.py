"""What one grammar rule hands up to the rule that uses it, while surface trees are built."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from lark import Token
from lark.tree import Meta

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.dsl.source.quotes import said

# Terminals that are punctuation of a phrase: the rule's name says all there is to know.
SILENT = {
    "UP_TO", "OR_NONE", "OR_MORE", "OR_LESS", "MORE_THAN", "LESS_THAN", "EXACTLY", "INSTEAD_OF", "FOR_EACH", "OTHERWISE_IF",
    "UNTIL_END", "BOTH_WAYS", "GIVES_ORDERS", "START_OF", "END_OF", "ALL_OF", "ANY_OF", "IN_SECRET", "TOGETHER", "IN_TURN", "EACH",
    "KEPT_FOR_GOOD", "TIES_AGAIN", "JUST_NOW", "GOES_ON", "PLAY_AGAIN", "FIXED", "LOWEST", "HIGHEST",
}  # fmt: skip


class Refs(list[str]):
    """The margin note of a line, and where it stands."""

    place: Place = NOWHERE


class Nouns(list[t.Word]):
    """The names in brackets after a kind's."""


class Formerly(list[t.Former]):
    """The names of a ``formerly`` line."""


@dataclass
class Body:
    """What stands below the head of a rule: its statements, and all that comes before them."""

    stmts: list[t.Stmt]
    refs: list[str]
    noted: Place = NOWHERE  # where these stand
    title: t.Text | None = None
    text: t.Text | None = None
    lines: t.RuleLines = field(default_factory=t.RuleLines)
    formerly: list[t.Former] = field(default_factory=list)


@dataclass
class Title:
    """A ``title`` line on its way to what it names."""

    pair: t.Text


@dataclass
class Text:
    """A ``text`` line on its way to what it explains."""

    pair: t.Text


@dataclass
class RuleLine:
    """A line of a rule before its statements: what it is, and what it holds."""

    place: Place
    what: str
    value: Any
    refs: list[str]


@dataclass
class Part:
    """A part of a declaration's head or of a line that is no node of its own: ``what`` names the rule of the grammar."""

    what: str
    value: Any = None
    refs: list[str] = field(default_factory=list)


def deepened(c: list[Any]) -> tuple[list[Any], int]:
    """Without what says how often something may begin again while it goes on, and that number."""
    deep = next((x.value for x in c if isinstance(x, Part) and x.what == "depth"), 1)
    return [x for x in c if not (isinstance(x, Part) and x.what == "depth")], deep


def shown_to(c: list[Any]) -> t.Expr | None:
    """Who sees how dice fall, where a statement says so."""
    return next((x.value for x in c if isinstance(x, Part) and x.what == "seen"), None)


def clean(children: list[Any]) -> list[Any]:
    """Children without the punctuation of a phrase."""
    return [c for c in children if not (isinstance(c, Token) and c.type in SILENT)]


def has(children: list[Any], kind: str) -> bool:
    """Is there such a token among the children?"""
    return any(isinstance(c, Token) and c.type == kind for c in children)


def expand(note: str) -> Refs:
    """``[CO-move-02..04, CO-evt-01]`` -> every number it names."""
    out = Refs()
    for part in note.strip("[]").split(","):
        part = part.strip()
        if ".." not in part:
            out.append(part)
            continue
        first, last = part.split("..")
        match = re.fullmatch(r"(.*?)(\d*)[a-z]?", first)
        head, number = match.group(1, 2) if match else (first, "")
        last = last.rsplit("-", 1)[-1]
        if number.isdigit() and last.isdigit() and int(number) <= int(last) <= int(number) + 99:
            out += [f"{head}{n:0{len(number)}}" for n in range(int(number), int(last) + 1)]
        else:
            out += [first, f"{head}{last}"]
    return out


def words(text: str) -> str:
    """A text that goes on over several lines, as one line."""
    return re.sub(r"\s*\n\s*", " ", text)


def text_in(token: object) -> str:
    """What a text says, from its token: on one line, its quotes and backslashes as they are meant."""
    return words(said(str(token)))


def paired(flat: list[Any]) -> list[t.Parameter]:
    """Prepositions and parameters in turn; the first may have no preposition: the direct one."""
    out: list[t.Parameter] = []
    preposition = ""
    for x in flat:
        if isinstance(x, t.Parameter):
            x.preposition = preposition
            out.append(x)
            preposition = ""
        elif isinstance(x, Token):
            preposition = str(x)
    return out


def dotted_name(expr: t.Expr) -> str:
    """``miner.lamp`` as a text."""
    if isinstance(expr, t.Name):
        return str(expr.word)
    if isinstance(expr, t.Dot):
        return f"{dotted_name(expr.owner)}.{expr.word}"
    return ""


def decl(children: list[Any]) -> tuple[list[Any], dict[str, Any]]:
    """Children without titles, texts and margin notes, and these as keyword arguments of a declaration."""
    rest: list[Any] = []
    more: dict[str, Any] = {"clauses": []}
    for child in clean(children):
        if isinstance(child, Title):
            more["title"] = child.pair
        elif isinstance(child, t.Says):
            more.setdefault("says", []).append(child)
        elif isinstance(child, t.Reveals):
            more.setdefault("reveals", []).append(child)
        elif isinstance(child, Text):
            more["text"] = child.pair
        elif isinstance(child, Formerly):
            more.setdefault("formerly", []).extend(child)
        elif isinstance(child, Refs):
            more["clauses"] += child
        else:
            rest.append(child)
    return rest, more


def mods(rest: list[Any]) -> list[t.Modifier]:
    """The lines of modifiers."""
    return [x for x in rest if isinstance(x, t.Modifier)]


def head(body: Body) -> dict[str, Any]:
    """Title, text and margin notes of a block, as a declaration takes them."""
    return {"title": body.title, "text": body.text, "clauses": list(body.refs), "formerly": body.formerly}


class At:
    """Where a piece of one declaration was written: lines are counted in its file."""

    def __init__(self, file: str, line: int) -> None:
        self.file, self.shift = file, line - 1

    def __call__(self, meta: Meta | Token) -> Place:
        if getattr(meta, "empty", False):
            return Place(self.file, self.shift + 1, 1)
        line, column, end_line, end_column = meta.line or 1, meta.column or 1, meta.end_line or 1, meta.end_column or 1
        return Place(self.file, line + self.shift, column, end_line + self.shift, end_column)


def rules_in(names: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    """The functions ``build_RULE`` of a file, by the rule of ``grammar.lark`` that each makes a node of."""
    return {name.removeprefix("build_"): made for name, made in names.items() if name.startswith("build_") and callable(made)}
