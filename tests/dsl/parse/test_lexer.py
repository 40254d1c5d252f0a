"""The lexer finds what lark's own finds, and faults where it finds them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from lark import Lark, Token, Tree, UnexpectedInput

from arbitre.dsl.cache.frozen import thawed
from arbitre.dsl.cache.remembered import remembered
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.modules.library import game_file
from arbitre.dsl.parse.parser import grammar
from arbitre.dsl.parse.tables import tables
from arbitre.dsl.source.chunks import cut, normalise
from arbitre.dsl.source.indenter import BadIndent

SLIPS = ("x", "(", '"', "\n", ".", " not ", "$", "becomes ", ".owner", "3 in", " +")


@pytest.fixture(scope="module")
def plain() -> Lark:
    return Lark.load(thawed(remembered("grammar", (), tables)))


def found(parser: Lark, text: str) -> object:
    """The tree with the places of its words, or the fault with what was expected there."""
    try:
        tree: Tree[Token] = parser.parse(text)
    except BadIndent as error:
        return error.line, error.column
    except UnexpectedInput as error:
        told: Any = error
        expected = getattr(told, "accepts", None) or getattr(told, "expected", None) or getattr(told, "allowed", None)
        return type(error), error.line, error.column, getattr(told, "token", None), expected
    return tree, [(word.type, word.line, word.column, word.end_pos) for word in tree.scan_values(lambda _: True)]


@pytest.mark.parametrize("game", ["chess", "perudo", "coliseum"])
def test_trees_and_faults_are_those_of_lark(game: str, plain: Lark) -> None:
    text = normalise(game_file(game).read_text(encoding="utf-8"))
    rng = random.Random(game)
    for chunk in cut(text, game, Messages()):
        position = rng.randrange(len(chunk.text))
        slip = chunk.text[:position] + rng.choice(SLIPS) + chunk.text[position + rng.randrange(2) :]
        for one in (chunk.text, slip):
            assert found(grammar(), one) == found(plain, one), one
