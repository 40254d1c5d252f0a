"""Relations between two things said in words: ``the attacker is behind the defender``."""

from __future__ import annotations

import re

from arbitre.documents.language.en.grammar import MODALS, verb_first, verb_like
from arbitre.documents.language.fr.grammar import PREPOSITIONS
from arbitre.documents.model.scope import Scope
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.core import Text

SUFFIXES = {"to": "for", "from": "from", "of": "of", "against": "against", "with": "with", "by": "by", "for": "for", "at": "at", "on": "on"}
# Prepositions that may end a title, by language; those of German ask for a case, which the rest of the sentence gives.
ENDINGS = {"en": {*SUFFIXES}, "fr": {*PREPOSITIONS.values()}, "de": set[str]()}
# What ends a title and stands for the second thing: ‘May be captured from there’, « Accessible de là ».
THERE = {"en": re.compile(r" (from) there$"), "fr": re.compile(r" (de|depuis) là$")}

PRONOUNS = {"en": {"him", "her", "it", "them"}, "fr": {"lui", "elle", "eux", "elles"}, "de": set[str]()}
BEFORE = {**ENDINGS, "en": {*SUFFIXES, "before", "behind", "beside", "under", "over", "near"}, "fr": {*PREPOSITIONS.values(), "de", "à"}}

# Prepositions that end a title and are said as they stand, by language: the title says itself how it goes on.
PLACED = {
    "en": {*SUFFIXES,
           "above", "across", "after", "around", "before", "behind", "below", "beside", "beyond", "in", "inside",
           "into", "like", "near", "next", "over", "past", "than", "through", "towards", "under", "within",
           "without"},
    "fr": {*PREPOSITIONS.values(),
           "après", "avant", "chez", "comme", "derrière", "devant", "entre", "envers", "malgré", "parmi", "que",
           "sans", "selon"},
    "de": set[str](),
}  # fmt: skip


class Relations(Writer):
    """Relations of one rulebook: what their titles leave to the sentence is said as the name of each suggests."""

    def __init__(self, pen: Pen, nouns: Things) -> None:
        super().__init__(pen)
        self.nouns = nouns

    def said(self, e: t.Related, scope: Scope, negated: bool, subject: str, plural: bool) -> str:
        """A relation: its title, the second thing tied to it as its name suggests, the others behind their prepositions."""
        entry = self.scopes.entry(str(e.word))
        first, *further = (self.nouns.thing(arg.value, scope) for arg in e.others)
        rest = [self.language.prep(arg.preposition, thing) for arg, thing in zip(e.others[1:], further, strict=True)]
        other = " ".join([first, *rest])
        if entry is None:
            return f"{subject} {self.titles.plain(str(e.word))} {other}"
        text = self.nouns.called(entry.decl)
        titled = self.titles.text_of(entry.decl) is not None
        if negated and text.of(self.language.code).opposite:
            text, negated = Text(tuple((code, text.of(code).opposite or said) for code, said in text.said)), False
        said = self.language.predicate(text, negated, plural)
        if said is None:
            title = self.link(self.language.small(self.language.of_text(text)), entry.decl)
            return self.say("sentence.of", title=title, left=f"{subject}, {other}")
        if preposition := e.others[0].preposition:
            return " ".join([subject, self.behind(said, preposition, first, entry.decl), *rest])
        return f"{subject} {self.tied(said, text, str(e.word), other, entry.decl, titled)}"

    def behind(self, said: str, preposition: str, thing: str, decl: t.Decl) -> str:
        """A title and a thing behind its preposition; one that ends the title stands in its place (« Cachée à »)."""
        own = said.rsplit(" ", 1)[-1]
        if self.language.code == "fr" and own in ("de", "à"):
            tied = self.language.of(thing) if own == "de" else self.language.prep("à", thing)
            return f"{self.link(said.rsplit(' ', 1)[0], decl)} {tied}"
        if own in ENDINGS[self.language.code]:
            return f"{self.link(said, decl)} {thing}"
        return f"{self.link(said, decl)} {self.language.prep(preposition, thing)}"

    def instead_of_pronoun(self, said: str, other: str, decl: t.Decl) -> str | None:
        """``may be taken by him``: the thing stands in place of the pronoun that ends a title behind its preposition."""
        before, _, preposition = said.rpartition(" ")[0].rpartition(" ")
        if said.rsplit(" ", 1)[-1].lower() not in PRONOUNS[self.language.code] or preposition.lower() not in BEFORE[self.language.code]:
            return None
        if self.language.code == "fr" and preposition in ("de", "à"):
            return f"{self.link(before, decl)} {self.language.of(other) if preposition == 'de' else self.language.prep('to', other)}"
        return f"{self.link(f'{before} {preposition}', decl)} {other}"

    def tied(self, said: str, text: Text, word: str, other: str, decl: t.Decl, titled: bool) -> str:
        last = text.own("en").split(" ")[-1].lower()
        if (behind := self.instead_of_pronoun(said, other, decl)) is not None:
            return behind
        own = said.rpartition(" ")[2].lower()
        if titled and own in PLACED[self.language.code]:
            return f"{self.link(said, decl)} {other}"
        if titled and self.language.code == "fr" and own in ("de", "à"):
            before = self.link(said.rpartition(" ")[0], decl)
            return f"{before} {self.language.of(other) if own == 'de' else self.language.prep('à', other)}"
        linked = self.link(said, decl)
        there = THERE[self.language.code].search(said) if titled and self.language.code in THERE else None
        if there is not None:
            tied = self.language.of(other) if there[1] == "de" else self.language.prep(there[1], other)
            return f"{self.link(said[: there.start()], decl)} {tied}"
        suffix = word.rsplit("_", 1)[-1] if " " in text.own("en") or not verb_like(text.own("en"), text.own("fr")) else ""
        if last in ("of", "to", "from", "against", "with", "by", "for", "at", "on"):
            if self.language.code == "fr" and said.endswith(" de"):
                return f"{self.link(said[:-3], decl)} {self.language.of(other)}"
            if self.language.code == "fr" and said.endswith(" à"):
                return f"{self.link(said[:-2], decl)} {self.language.prep('at', other)}"
            if self.language.code == "fr" and said.split(" ")[-1] not in PREPOSITIONS.values() and not said.endswith((" à", " de lui")):
                # The French title leaves to the sentence what the English one ends with.
                return f"{linked} {self.language.of(other) if last in ('of', 'from') else self.language.prep(last, other)}"
            return f"{linked} {other}"
        if suffix in SUFFIXES and "_" in word:
            modal = verb_first(text.own("en"), text.own("fr")) and text.own("en").split(" ")[0].lower() in MODALS
            prep = suffix if not titled else SUFFIXES[suffix] if suffix != "to" or modal or self.language.code == "fr" else "to"
            return f"{linked} {self.language.of(other) if prep == 'of' else self.language.prep(prep, other)}"
        if verb_like(text.own("en"), text.own("fr")):
            return f"{linked} {other}"
        return (
            f"{linked} {self.language.of(other)}"
            if text.own("en").lower().startswith("in the ")
            else self.say("tied", said=linked, other=other)
        )
