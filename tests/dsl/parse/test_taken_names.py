"""The reference lists the names that a rulebook cannot use: they are what the language refuses, no more and no fewer."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.lower.values.builtins import BOARD, BUILT_INS, DECLARED_TOO
from arbitre.dsl.parse.parser import keywords, parse_text
from arbitre.dsl.resolve.kinds import BUILT_IN_KINDS

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGES = (("design/language.md", "### Names that are taken"), ("fr/design/language.md", "### Noms déjà pris"))
TITLE = '    title en "T"\n'


def read(text: str) -> t.Decl | None:
    messages = Messages()
    file = parse_text(text, "x.rules", messages)
    return None if messages.items else file.decls[0]


def is_field(word: str) -> bool:
    """Alone, below a title and below another field."""
    found = [read(f"kind one:\n{before}    {word}: flag\n") for before in ("", TITLE, "    two: flag\n")]
    return all(isinstance(decl, t.Kind) and str(decl.fields[-1].name) == word for decl in found)


def is_local(word: str) -> bool:
    return read(f"event one:\n    let {word} = 1\n    if {word} is 1: end\n    for each {word} in two: end\n") is not None


def is_step(word: str) -> bool:
    found = [read(f"agenda one:\n{before}    {word}{body}\n") for before in ("", TITLE, "    two\n") for body in ("", ": end")]
    return all(isinstance(decl, t.Agenda) and str(decl.steps[-1].name) == word for decl in found)


def is_event(word: str) -> bool:
    """As it is called."""
    found = [read(f"event one:\n{before}    {word}{given}\n") for before in ("", TITLE, "    two\n") for given in ("", " two")]
    return all(isinstance(decl, t.Event) and [*map(type, decl.body[-1:])] == [t.Call] for decl in found)


def refused(taken: Callable[[str], bool]) -> list[str]:
    return sorted(word for word in keywords() if not taken(word))


@pytest.mark.parametrize(("page", "heading"), PAGES)
def test_the_reference_lists_the_names_that_are_taken(page: str, heading: str) -> None:
    section = (DOCS / page).read_text(encoding="utf-8").split(heading)[1].split("\n### ")[0]
    rows = [re.findall(r"`(\w+)`", line.split("|")[2]) for line in section.splitlines() if line.startswith("| ") and "`" in line]
    values = sorted([*BUILT_INS, *(BOARD.keys() - DECLARED_TOO)])
    lines = sorted({*refused(is_field), *refused(is_step), *refused(is_event)})
    assert rows == [sorted(BUILT_IN_KINDS), values, refused(is_local), lines]
    assert "`alive`" in section.split("|")[-1]


def test_other_words_of_the_language_are_names() -> None:
    for taken in (is_field, is_local, is_step, is_event):
        assert all(taken(word) for word in ("seats", "orders", "wins", "both"))
    assert {"seats", "orders", "wins", "both"} <= keywords()
