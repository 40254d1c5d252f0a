"""What one grammar rule hands up to the rule that uses it, while surface trees are built."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from lark import Token

from dsl import tree as t

# Terminals that are punctuation of a phrase: the rule's name says all there is to know.
SILENT = {
    "UP_TO", "OR_NONE", "OR_MORE", "OR_LESS", "MORE_THAN", "LESS_THAN", "INSTEAD_OF", "FOR_EACH", "OTHERWISE_IF",
    "UNTIL_END", "BOTH_WAYS", "GIVES_ORDERS", "START_OF", "END_OF", "ALL_OF", "ANY_OF", "IN_SECRET", "TOGETHER",
    "TIES_AGAIN", "JUST_NOW", "FIXED", "LOWEST", "HIGHEST",
}  # fmt: skip


class Refs(list[str]):
    """The margin note of a line."""


class Nouns(list[t.Word]):
    """The names in brackets after a kind's."""


@dataclass
class Body:
    stmts: list[t.Stmt]
    refs: list[str]
    title: t.Pair | None = None
    text: t.Pair | None = None
    lines: t.RuleLines = field(default_factory=t.RuleLines)


@dataclass
class Title:
    pair: t.Pair


@dataclass
class Text:
    pair: t.Pair


@dataclass
class Line:
    """A line of a rule before its statements: what it is, and what it holds."""

    what: str
    value: Any
    refs: list[str]


@dataclass
class Part:
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
    return [c for c in children if not (isinstance(c, Token) and c.type in SILENT)]


def has(children: list[Any], kind: str) -> bool:
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
    """``thief.decoy`` as a text."""
    if isinstance(expr, t.Name):
        return str(expr.word)
    if isinstance(expr, t.Dot):
        return f"{dotted_name(expr.owner)}.{expr.word}"
    return ""
