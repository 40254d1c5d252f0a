"""The reference lists the names that a rulebook cannot use: they are what the language refuses, no more and no fewer."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.taken import TAKEN, free_name
from arbitre.dsl.lower.program import bind
from arbitre.dsl.lower.values.builtins import BOARD, BUILT_INS, DECLARED_TOO
from arbitre.dsl.modules.loader import load
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


def test_messages_know_the_words_that_are_taken_and_offer_names_that_are_not() -> None:
    assert sorted(TAKEN) == sorted({*refused(is_field), *refused(is_step), *refused(is_event)})
    offered = {free_name(word) for word in TAKEN}
    assert not offered & TAKEN and all(is_event(name) and is_field(name) and is_step(name) and is_local(name) for name in offered)


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


def test_an_event_of_a_taken_name_is_told_where_it_is_declared(tmp_path: Path) -> None:
    path = tmp_path / "trials.rules"
    path.write_text(
        """game trials:
    title en "Trials"
    languages en
    play round up to 3 times
kind player, seats: sun, moon
    score: 0 to 9
agenda round:
    trying:
        test sun
        test moon
    calling: action
event test player:
    player gains 1 score
""",
        encoding="utf-8",
    )
    found = [(m.code, m.place.line, str(m.text), str(m.hint)) for m in sorted(bind(load(path)).messages.errors, key=lambda m: m.code)]
    taken = "‘test’ is a word of the language: a line that begins with it calls no event"
    action = "‘action’ is a word of the language, and no event can be called so; ‘deed’ is free."
    assert found == [
        ("N01", 11, "there is no event, agenda or statement ‘action’", action),
        ("N02", 12, taken, "Call it ‘trial’, which is free, or by another name."),
    ]
