"""Fields whose title waits for what they hold: ``Stone of`` a player, ``Holds a disc of`` a side, ``Marked by`` one."""

from __future__ import annotations

from typing import Any

from arbitre.documents.language.base import adjective
from arbitre.documents.model.scope import Scope
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.core import Text


class Opened(Writer):
    """Says such a field together with its value."""

    def __init__(self, pen: Pen, nouns: Things) -> None:
        super().__init__(pen)
        self.nouns = nouns

    def text(self, part: Any) -> Text | None:
        """The title of a field that asks for more."""
        if not isinstance(part, t.Field) or self.scopes.of_part(part).form != "row":
            return None
        text = self.nouns.called(part)
        last = text.own("en").split(" ")[-1]
        waits = last == "of" or (last in ("by", "from") and self.suffered(text))
        return text if waits and self.language.dangling(self.language.of_text(text)) else None

    @staticmethod
    def suffered(text: Text) -> bool:
        """Does a title say what was done: ``Marked by``, ``Taken over the edge by``?"""
        return adjective(text.own("en").split(" ")[0])

    def holds(self, part: Any, owner: str, value: str | None, negated: bool = False, plural: bool = False) -> str | None:
        """``the cell has a stone of the player``; without a value, that it has one at all.  None for other fields."""
        text = self.text(part)
        if text is None:
            return None
        verb = self.verbal(text) or self.suffered(text)
        if verb:
            said = self.language.predicate(text.each(self.closed), negated, plural)
            return None if said is None else f"{owner} {self.tied(said, text, value)}"
        noun = self.closed(self.language.small(self.language.of_text(text)))
        key = f"has.{'none' if negated else 'some'}{'.pl' if plural else ''}"
        return self.tied(self.say(key, left=owner, noun=noun, a=self.language.a(noun, self.titles.gender(noun))), text, value)

    def compared(self, part: Any, e: t.Binary, owner: str, scope: Scope, negated: bool, plural: bool) -> str | None:
        """Such a field that is something, or nothing."""
        if self.text(part) is None or e.op not in ("is", "is_not"):
            return None
        value = None if isinstance(e.right, t.Nothing) else self.nouns.thing(e.right, scope)
        return self.holds(part, owner, value, negated != (value is None), plural)

    def identity(self, e: t.Binary, negated: bool, scope: Scope) -> str | None:
        """The same of a field whose owner is named."""
        if not isinstance(e.left, t.Dot):
            return None
        owner = self.scopes.of(e.left.owner, scope)
        part = self.nouns.part(owner.kind, str(e.left.word)) if owner.kind is not None else None
        return self.compared(part, e, self.nouns.thing(e.left.owner, scope), scope, negated, owner.form == "set")

    def becomes(self, part: Any, owner: str, value: str | None) -> str | None:
        """The same of what happens now."""
        said = self.holds(part, owner, value, value is None)
        return self.say("Becomes.flag", said=said) if said is not None else None

    @staticmethod
    def closed(title: str) -> str:
        """A title without the word that asks for more."""
        return title.rpartition(" ")[0]

    def tied(self, said: str, text: Text, value: str | None) -> str:
        last = self.language.of_text(text).split(" ")[-1]
        if value is None:
            return said
        return f"{said} {self.language.of(value)}" if last in ("of", "de") else f"{said} {last} {value}"
