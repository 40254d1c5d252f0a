"""Parse trees become surface trees: one function a rule of ``grammar.lark``, found by the rule's name."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer
from lark.tree import Meta

from arbitre.dsl import tree as t
from arbitre.dsl.parse import (
    build_chapters,
    build_declarations,
    build_expressions,
    build_kinds,
    build_looks,
    build_maps,
    build_rules,
    build_scenarios,
    build_statements,
    build_values,
    build_words,
)
from arbitre.dsl.parse.build_parts import At, Part, Refs, expand

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
        return expand(str(token))

    def __default__(self, data: Any, children: list[Any], meta: Meta) -> Any:
        make = MAKERS.get(str(data))
        return make(self.at, meta, children) if make is not None else Part(str(data), children)
