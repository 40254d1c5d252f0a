"""What the rulebook says of the things one can choose: the ``text`` of members and actions."""

from __future__ import annotations

from functools import cached_property

from arbitre.dsl import tree as t
from arbitre.dsl.core import NONE, Program, Text
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.state.requests import Option


def said_of(decls: list[t.Decl]) -> dict[tuple[str, str], Text]:
    """``(kind, name)`` -> its text; actions have the kind "action"."""
    out: dict[tuple[str, str], Text] = {}
    for decl in decls:
        if decl.text is None:
            continue
        if isinstance(decl, t.Member):
            out[str(decl.kind), str(decl.name)] = Text(decl.text.said)
        elif isinstance(decl, t.Action):
            out["action", str(decl.name)] = Text(decl.text.said)
    return out


class Explanations:
    """The texts of a rulebook, found for an option of a question."""

    def __init__(self, rulebook: Rulebook | None, program: Program) -> None:
        self.rulebook, self.program = rulebook, program

    @cached_property
    def texts(self) -> dict[tuple[str, str], Text]:
        """All of them; the files are read when one is asked for."""
        return said_of(self.rulebook.decls) if self.rulebook is not None else {}

    def of(self, option: Option, lang: str) -> str:
        kind = self.program.domains[option.domain].name if option.domain != NONE else "action"
        text = self.texts.get((kind, option.key)) or (self.texts.get(("action", option.key)) if option.domain == NONE else None)
        return " ".join((text.within(lang)).split()) if text is not None else ""

    def text(self, kind: str, name: str, lang: str) -> str:
        """The text of a member of a kind."""
        text = self.texts.get((kind, name))
        return " ".join((text.within(lang)).split()) if text is not None else ""
