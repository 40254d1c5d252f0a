"""Parse trees become surface trees: one function a rule of ``grammar.lark``, found by the rule's name."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer
from lark.tree import Meta

from arbitre.dsl import tree as t
from arbitre.dsl.parse.trees import chapters as build_chapters
from arbitre.dsl.parse.trees import declarations as build_declarations
from arbitre.dsl.parse.trees import expressions as build_expressions
from arbitre.dsl.parse.trees import kinds as build_kinds
from arbitre.dsl.parse.trees import looks as build_looks
from arbitre.dsl.parse.trees import maps as build_maps
from arbitre.dsl.parse.trees import rules as build_rules
from arbitre.dsl.parse.trees import scenarios as build_scenarios
from arbitre.dsl.parse.trees import statements as build_statements
from arbitre.dsl.parse.trees import values as build_values
from arbitre.dsl.parse.trees import words as build_words
from arbitre.dsl.parse.trees.build_parts import At, Part, Refs, expand

MAKERS = {
    **build_words.RULES,
    **build_expressions.RULES,
    **build_statements.RULES,
    **build_chapters.RULES,
    **build_declarations.RULES,
    **build_kinds.RULES,
    **build_looks.RULES,
    **build_maps.RULES,
    **build_values.RULES,
    **build_rules.RULES,
    **build_scenarios.RULES,
}


class TreeBuilder(Transformer[Token, Any]):
    """Of one declaration that starts at ``line`` of ``file``.  A rule without a function is a part named after it."""

    def __init__(self, file: str, line: int) -> None:
        super().__init__(visit_tokens=True)
        self.at = At(file, line)

    def NAME(self, token: Token) -> t.Word:
        return t.Word(str(token), self.at(token))

    CLAUSE = LANGUAGE = NAME

    def REF(self, token: Token) -> Refs:
        refs = expand(str(token))
        refs.place = self.at(token)
        return refs

    def __default__(self, data: Any, children: list[Any], meta: Meta) -> Any:
        make = MAKERS.get(str(data))
        return make(self.at, meta, children) if make is not None else Part(str(data), children)
