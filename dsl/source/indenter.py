"""Indentation becomes tokens: four spaces a level, nothing between brackets."""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token
from lark.indenter import Indenter

from arbitre.dsl.diagnostics.said import phrase

_DRAWING = {"FLOOR", "MARK", "LINK", "PATH", "PLACE"}  # words that open lines of maps and parts, and are plain names elsewhere


class BadIndent(Exception):
    """A line that is indented like none of the blocks around it."""

    def __init__(self, token: Token, column: int, levels: list[int]) -> None:
        self.line = token.end_line or 1
        self.column = column + 1
        self.levels = levels
        super().__init__(phrase("line {0}", self.line))


class RulesIndenter(Indenter):
    """Blocks by their indentation, in steps of four spaces; words of maps are names everywhere else."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR"]
    CLOSE_PAREN_types = ["RPAR"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        yield from super().process(self.named(stream))  # type: ignore[no-untyped-call]

    @staticmethod
    def named(stream: Iterator[Token]) -> Iterator[Token]:
        """A lexer that looks at one token cannot know what a line stands in: the head of the declaration tells."""
        head = ""
        for token in stream:
            head = head or ("" if token.type == "_NL" else token.type)
            yield Token.new_borrow_pos("NAME", token.value, token) if token.type in _DRAWING and head not in ("MAP", "PART") else token

    def handle_NL(self, token: Token) -> Iterator[Token]:
        if self.paren_level > 0:
            return
        yield token
        indent = len(token.rsplit("\n", 1)[1].split("#", 1)[0])
        levels = list(self.indent_level)
        if indent > self.indent_level[-1]:
            self.indent_level.append(indent)
            yield Token.new_borrow_pos(self.INDENT_type, " " * indent, token)
        else:
            while indent < self.indent_level[-1]:
                self.indent_level.pop()
                yield Token.new_borrow_pos(self.DEDENT_type, " " * indent, token)
            if indent != self.indent_level[-1]:
                raise BadIndent(token, indent, levels)
