"""Every construct of the language has a phrase in both languages, and is found on a page."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from arbitre.documents.language.en.grammar import English
from arbitre.documents.language.fr.grammar import French
from arbitre.documents.pages.reference.changes import Changes
from arbitre.documents.site.generate import Pages
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.parse.parser import parse_text

ROOT = Path(__file__).resolve().parents[4]
REFERENCE = ROOT / "docs" / "design" / "language.md"
# A look is drawn, and said nowhere, as is a table of a chapter; the demand of a law is said by the law; former names are for authors
# alone; margin notes are links.
BASES = {"Node", "Expr", "Stmt", "Decl", "Drawing", "Look", "LookLine", "Shown", "Assert", "Former", "Gone", "Tabled", "Axis", "Margin"}
# Nodes that are no construct of their own: what they hold is said by the phrase of what holds them.
INSIDE = {"Arg", "Text", "Line", "Row", "Parameter", "Property", "File", "Extends", "Span", "Field", "Member", "Kind", "Event",
          "Action", "Agenda", "Step", "Needs", "Scene", "Scenario", "Clause", "DataTable", "Replace", "Adjust", "Mark", "Link", "Map",
          "Where", "Chapter", "ChapterPart", "Related", "Apply", "Unary", "Name", "Dot", "Test", "Grid", "SeenBy", "Floor", "Key",
          "String", "Nothing", "Shown"}  # fmt: skip


def node_classes() -> set[str]:
    return {name for name, c in vars(t).items() if inspect.isclass(c) and issubclass(c, t.Node)} - BASES


@pytest.mark.parametrize("language", [English(), French()], ids=["en", "fr"])
def test_every_node_has_a_phrase(language: English | French) -> None:
    said = {key.split(".")[0] for key in language.PHRASES}
    assert node_classes() <= said, node_classes() - said


def test_both_phrase_books_have_the_same_entries() -> None:
    assert set(English.PHRASES) == set(French.PHRASES)
    assert set(English.LABELS) == set(French.LABELS)


def slots(template: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", template))


def test_phrases_of_both_languages_speak_of_the_same_things() -> None:
    """A part that one language leaves out would be missing from its pages."""
    allowed = {"noun", "a", "the", "nouns", "count", "name", "kind"}
    for key, english in English.PHRASES.items():
        assert slots(english) ^ slots(French.PHRASES[key]) <= allowed, key


# ---------------------------------------------------------------------------------------------------- the reference


def walk(node: Any) -> Iterator[Any]:
    if isinstance(node, (list, tuple)):
        for item in node:
            yield from walk(item)
    elif isinstance(node, dict):
        yield from walk(list(node.values()))
    elif is_dataclass(node) and not isinstance(node, (Place, type)):
        yield node
        for part in fields(node):
            if part.name != "place":
                yield from walk(getattr(node, part.name, None))


def phrases_of(node: Any) -> tuple[str, ...]:
    """The phrases any one of which says this construct."""
    name = type(node).__name__
    match node:
        case t.Binary(op="and" | "or"):
            return ()
        case t.Binary(op=op) if op in ("+", "-"):
            return (f"Binary.{op}", f"set.{op}", f"turned.{op}")
        case t.Binary(op=op) if op in ("is", "is_not"):
            return (f"Binary.{op}", f"Binary.{op}.n", f"counted.{op}", "has.none", "has.some", "exists.some", "exists.none", "marked")
        case t.Binary(op=op):
            return tuple(k for k in English.PHRASES if k == f"Binary.{op}" or k.startswith((f"Binary.{op}.", f"counted.{op}")))
        case t.Where(sink="any"):
            return ("exists.some", "exists.some.of", "exists.any")
        case t.Where(sink="no"):
            return ("exists.none", "exists.none.of", "exists.no_one")
        case t.Where():
            return ("that", "for_which", "for_which.pl")
        case t.Modifier(form=form):
            return tuple(k for k in English.PHRASES if k == f"Modifier.{form}" or k.startswith(f"Modifier.{form}."))
        case t.Gains(gain=gain):
            return tuple(k for k in English.PHRASES if k.startswith(f"Gains.{'gain' if gain else 'lose'}"))
        case t.Lasting(form=form):
            return (f"Lasting.{form}",)
        case t.Simple(word=word):
            return (f"Simple.{word}",)
        case t.Call(how=how) if how:
            return (f"Call.{how}", f"Call.{how}.bare")
        case t.Hook(position=position, roll=roll):
            return ("Hook.roll",) if roll else (f"Hook.{position}", "Hook.step", "Hook.orders")
        case t.Scene(form="start_from"):
            return ("Setting",)
        case t.Scene(form=form):
            keys = {
                "option": "set_option",
                "chooses": "answer",
                "may": "answer_yes",
                "orders": "answer_orders",
                "do": "play",
                "play": "play_agenda",
                "let": "scene_let",
                "refused": "expect_refused",
                "expect_wins": "expect_",
                "expect_told": "expect_",
                "expect_offered": "expect_",
            }
            return tuple(k for k in English.PHRASES if k.startswith(f"Scene.{keys.get(form, form)}"))
        case t.Reschedule() | t.Insert():
            return (f"{name}.before", f"{name}.after")
    return () if name in INSIDE else tuple(k for k in English.PHRASES if k == name or k.startswith(f"{name}."))


def constructs() -> dict[str, tuple[str, ...]]:
    """Every construct the examples of the reference use, with the phrases that may say it."""
    text = REFERENCE.read_text(encoding="utf-8")
    out: dict[str, tuple[str, ...]] = {}
    for block in re.findall(r"```rules\n(.*?)```", text, re.S):
        for node in walk(parse_text(block, "reference", Messages()).decls):
            phrases = phrases_of(node)
            if phrases:
                out[f"{type(node).__name__} {phrases[0]}"] = phrases
    return out


def test_the_reference_is_read() -> None:
    assert len(constructs()) > 70


def test_every_construct_of_the_reference_is_on_a_page(written: tuple[Changes, Pages, Pages]) -> None:
    writer, _, _ = written
    missing = [what for what, phrases in constructs().items() if not writer.language.used & set(phrases)]
    assert not missing, missing


def test_every_phrase_that_was_needed_is_on_a_page(written: tuple[Changes, Pages, Pages]) -> None:
    """What was said is not only said but kept: the longest words of each template stand on some page."""
    writer, base, changed = written
    text = " ".join(plain(p) for pages in (base, changed) for p in pages.pages.values())
    lost = []
    for key in sorted(writer.language.used - INTERNAL):
        words = max(re.split(r"\{[^}]*\}|\*\*", writer.language.PHRASES[key]), key=len).strip()
        words = re.sub(r"^(?:le|la|les) ", "", words)  # an article may melt into what stands before it
        if len(words) > 3 and plain(words).lower() not in text:
            lost.append((key, words))
    assert not lost, lost


# Said on the way to something else, or only where another wording was not found.
INTERNAL = {"element", "figure", "Name.match"}


def plain(text: str) -> str:
    text = re.sub(r"\]\([^)]*\)|[\[\]*]|<[^>]*>", "", text)
    return re.sub(r"\s+", " ", text.replace(" ", " ").replace(" ", " ")).lower()
