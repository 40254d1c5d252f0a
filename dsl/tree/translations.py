"""Translations, as the surface tree has them."""

from __future__ import annotations

from dataclasses import dataclass

from arbitre.dsl.tree.declarations import Decl
from arbitre.dsl.tree.nodes import Node, Text, Word


@dataclass(slots=True)
class Translated(Node):
    """``strike:`` in a translation: texts of the declarations of that name, each with what it is in the language of the file"""

    key: Word  # a name, a path, the number of a clause or the name of a scenario
    quoted: bool  # the name of a scenario
    titles: list[Text]
    texts: list[Text]


@dataclass(slots=True)
class Translation(Decl):
    """``translation de of game:``, the head of a file with nothing but texts"""

    name: Word  # the game
    language: Word
    parts: list[Translated]
