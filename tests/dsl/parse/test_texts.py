"""Texts may hold any sign, quotes among them: read, formatted, highlighted and written again, they say the same."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitre.desk import textmate
from arbitre.documents.model.lexer import RulesLexer
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.parse import parser
from arbitre.dsl.parse.formatter import format_text
from arbitre.dsl.parse.parser import parse_text
from arbitre.dsl.source.chunks import normalise
from arbitre.dsl.source.quotes import TEXT, quoted, said

SAID = st.text(alphabet=st.sampled_from(list("ab \"\\#|()[]{}é:='«”")), max_size=20).map(lambda s: s.replace("{", "").replace("}", ""))


def read(text: str) -> t.File:
    messages = Messages()
    file = parse_text(normalise(text), "x", messages)
    assert not messages.items, (text, messages.items[0])
    return file


@given(SAID)
def test_what_is_written_is_read_again(text: str) -> None:
    assert said(quoted(text)) == text and re.fullmatch(TEXT, quoted(text))


@settings(deadline=None)  # a tracer slows it
@given(SAID, SAID)
def test_texts_with_any_signs_parse_and_format(en: str, fr: str) -> None:
    rules = f"event go:\n    title en {quoted(en)} fr {quoted(fr)}\n    tell everyone   en {quoted(fr)} fr {quoted(en)}    [XX-a-01]\n"
    rules += "event stop:\n    go\n"
    file = read(rules)
    assert len(file.decls) == 2
    title = next(node.title for node in file.decls if getattr(node, "title", None) is not None)
    assert (title.own("en"), title.own("fr")) == (en, fr)
    once = format_text(rules, "x")
    assert "everyone en" in once and format_text(once, "x") == once
    assert read(once).decls == file.decls


@given(SAID, SAID)
def test_rows_are_cut_at_their_bars_alone(one: str, other: str) -> None:
    rules = f"table t (d6):\n    1 | {quoted(one)} | b\n    2 to 6 | {quoted(other)} | c\n"
    once = format_text(rules, "x")
    assert format_text(once, "x") == once and quoted(one) in once and quoted(other) in once


def test_a_text_goes_on_behind_an_escaped_quote_and_over_lines() -> None:
    file = read('event go:\n    title en "He says \\"go\\"\n        # and goes." fr "C:\\\\"  # a comment with "\nevent stop:\n    go\n')
    assert len(file.decls) == 2 and file.decls[0].title.every == ('He says "go" # and goes.', "C:\\")  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ['"a \\" b"', '"\\\\"', '""', '"\\n"'])
def test_editors_see_where_it_ends(text: str) -> None:
    tokens = [(str(kind), value) for kind, value in RulesLexer().get_tokens(f"title en {text} fr") if value.strip()]
    assert ("Token.Literal.String", text) in tokens and tokens[-1][1] == "fr"
    strings = next(p for p in textmate.grammar()["patterns"] if p["name"] == "string.quoted.double.rules")
    escape = strings["patterns"][0]["match"]
    inside = re.sub(escape, "", text[1:])
    assert inside.index(strings["end"]) == len(inside) - 1


def test_a_quote_that_was_meant_says_how_it_is_written() -> None:
    messages = Messages()
    parse_text('event go:\n    title en "He says "go" now." fr "x"\n', "x", messages)
    assert messages.items and r"\"" in str(messages.items[0].hint)


def test_a_declaration_that_was_parsed_before_has_its_own_place() -> None:
    text = "kind hill, up to 3:\n    height: 0 to 9 = 4\nevent climb by hill:\n    hill.height gains 1\n"
    parser._parsed.cache_clear()
    above, below = read(text), read("# moved down\n\n" + text)
    known = parser._parsed.cache_info()
    assert (known.misses, known.hits) == (2, 2)
    assert [decl.place.line for decl in above.decls] == [1, 3] and [decl.place.line for decl in below.decls] == [3, 5]
    assert isinstance(below.decls[1], t.Event) and isinstance(above.decls[1], t.Event)
    assert (above.decls[1].body[0].place.line, below.decls[1].body[0].place.line) == (4, 6)


TYPED = """\
game one:
    title en "a7–d7" fr "À vous\u00a0!"  # from 1 – 9, “so to speak”
    play on
map hall:
    floor 0 \"\"\"
        –.
        .–
        \"\"\"
    mark "–" wall
event go:
    says en "5 − 3 – 2
             said “he”
             and went." fr “Cinq – trois” de "x"
    left becomes left – 1 − 2
"""


def test_what_stands_between_quotes_keeps_its_dashes_and_spaces() -> None:
    read_as = normalise(TYPED)
    kept = ('"a7–d7"', '"À vous\u00a0!"', "# from 1 – 9, “so to speak”", "        –.\n", 'mark "–"', '"5 − 3 – 2\n', " said “he”\n")
    assert all(one in read_as for one in kept) and "left becomes left - 1 - 2\n" in read_as and read_as.count('"""') == 2
    assert normalise("event go:\n    says fr « Cinq – trois »\n") == 'event go:\n    says fr "Cinq – trois"\n'
    assert normalise("event go:\n    says fr «\u00a0Cinq\u202f»\n") == 'event go:\n    says fr "Cinq"\n'
    assert normalise(read_as) == read_as


def test_the_formatter_changes_no_text() -> None:
    rules = 'game one:\n    title en "a7–d7 – on"   fr "À vous\u00a0!"\n    play on\n'
    assert format_text(rules, "x") == rules.replace("   fr", " fr")


def test_a_text_that_is_never_closed_ends_for_this_too_where_a_declaration_begins() -> None:
    assert normalise('event go:\n    says en "no end – here\nevent on:\n    left becomes left – 1\n').endswith("left - 1\n")
