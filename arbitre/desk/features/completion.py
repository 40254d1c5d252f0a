"""Completion: what may be written at a place, the words that the grammar lets come next, and the names that fit there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from arbitre.desk.features.hover import said
from arbitre.desk.lookup import Sight
from arbitre.desk.texts import Spot
from arbitre.dsl import tree as t
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.said import tell
from arbitre.dsl.parse.parser import expected_after, words
from arbitre.dsl.resolve.scope import form_of
from arbitre.dsl.resolve.symbols import describe
from arbitre.dsl.source.chunks import normalise
from arbitre.dsl.source.quotes import TEXT
from arbitre.dsl.tree.nodes import plural_of
from arbitre.words.snippets import SNIPPETS

_TYPED = re.compile(r"[^\W\d]\w*\Z")
_CHAIN = re.compile(r"((?:[^\W\d]\w*\.)+)\Z")
_NOTE = re.compile(r"\[(?:[A-Z][\w-]*, *)*[\w-]*\Z")
PREPOSITIONS = ("to", "from", "by", "with", "for", "at", "on", "against", "into", "through", "under")  # a test holds them to the grammar
_LOCAL = re.compile(r"(?:for each|let|draw|as|roll \S+ as|where|any|many)\s+([^\W\d]\w*)")


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that may be written.  ``sort``: a sort of symbol, "keyword", "snippet", "clause" or "local"; ``insert``: what is written
    if not the label, with ``$1``, ``$2`` where something is filled in."""

    label: str
    sort: str
    detail: str = ""
    insert: str = ""


def offers(sight: Sight, spot: Spot, lang: str) -> list[Offer]:
    """Everything that fits at a position, each once; the editor leaves out what does not begin as the word that is typed."""
    return list({(offer.label, offer.sort): offer for offer in _Offers(sight, spot, lang).all()}.values())


class _Offers:
    def __init__(self, sight: Sight, spot: Spot, lang: str) -> None:
        self.sight, self.spot, self.lang = sight, spot, lang
        self.symbols = sight.found.bound.symbols
        self.line, self.column = sight.text.place(spot)
        self.before = sight.text.before(spot)
        self.stem = _TYPED.sub("", self.before)

    def all(self) -> Iterator[Offer]:
        if _in_text(self.before):
            return
        if _NOTE.search(self.before) and self.before[:1] != "[":
            yield from self.clauses()
            return
        chain = _CHAIN.search(self.stem)
        if chain is not None:
            yield from self.fields(chain[1].rstrip(".").split("."))
            return
        chunk = self.chunk()
        expected = expected_after(chunk)
        said_words = words()
        here = {said_words[terminal] for terminal in expected if terminal in said_words} - self.elsewhere()
        if "LANGUAGE" in expected:
            here |= set(self.sight.found.rulebook.promised)
        for word in sorted(here):
            yield Offer(word, "keyword")
            if not self.stem and word in SNIPPETS:
                yield Offer(f"{word} …", "snippet", insert=SNIPPETS[word])
        if self.called():
            yield from self.prepositions(self.called())
        if not self.stem and "NAME" in expected:
            yield from self.kinds()
        elif "NAME" in expected:
            yield from self.names(chunk)

    # ------------------------------------------------------------------------------------ where one is

    def chunk(self) -> str:
        """The declaration that is being written, up to the word that is typed."""
        lines = self.sight.text.read
        first = self.line
        while first > 1 and (not lines[first - 1].strip() or lines[first - 1][:1].isspace()):
            first -= 1
        if self.stem and not self.stem[:1].isspace():
            first = self.line
        return normalise("\n".join([*lines[first - 1 : self.line - 1], self.stem])) if self.stem else ""

    def called(self) -> str:
        """The rule that the line calls, "" if it is none."""
        head = re.match(r"\s+([^\W\d]\w*)\s", self.stem)
        return head[1] if head is not None and head[1] in self.symbols.signatures else ""

    def elsewhere(self) -> set[str]:
        """Prepositions that the rule which is called here does not know."""
        return set(PREPOSITIONS) if self.called() else set()

    # ------------------------------------------------------------------------------------ what fits

    def clauses(self) -> Iterator[Offer]:
        for decl in self.symbols.decls:
            if isinstance(decl, t.Clause):
                yield Offer(str(decl.name), "clause", said(decl.sentence or decl.waived, self.lang)[:120])

    def kinds(self) -> Iterator[Offer]:
        """A member is declared by its kind."""
        for kind, decls in self.symbols.kind_decls.items():
            yield Offer(kind, "kind", said(decls[0].title, self.lang))

    def fields(self, chain: list[str]) -> Iterator[Offer]:
        """The fields of what stands before the dot; of all kinds where that is not known."""
        domain = self.domain_of(chain)
        for owner, columns in sorted(self.symbols.fields_of.items()):
            if domain in (NONE, owner):
                for name, column in columns.items():
                    if not name.startswith("_"):
                        type_ = tell(describe(self.symbols, self.symbols.field_types[column]), self.lang)
                        title = self.symbols.fields[column].title
                        shown = title.within(self.lang)
                        yield Offer(name, "field", f"{type_} · {shown}" if shown else type_)
        for name, entries in self.symbols.entries.items():  # a value of one thing may be asked as if it were a field
            for entry in entries:
                if len(entry.types) == 1 and entry.types[0].domain == domain != NONE:
                    yield Offer(name, "value", said(entry.decl.title, self.lang))

    def domain_of(self, chain: list[str]) -> int:
        """The kind of the thing that a chain of words names; NONE where it is not known."""
        symbols = self.symbols
        domain = symbols.nouns.get(chain[0], symbols.domain_by_name.get(chain[0], NONE))
        if domain == NONE:
            domain = self.local(chain[0])
        for name in chain[1:]:
            column = symbols.fields_of[domain].get(name) if domain != NONE else None
            domain = symbols.fields[column].target if column is not None else NONE
        return domain

    def local(self, name: str) -> int:
        """The kind of a thing that the declaration itself names: ‘for each helper in strangers(...)’, ‘let who = ...’."""
        found = re.search(rf"\b{name}\s*(?:in|=|:)\s*(?:any |the |those )?([^\W\d]\w*)", self.chunk())
        if found is None:
            return NONE
        word = found[1]
        if word in self.symbols.plurals:
            return self.symbols.plurals[word]
        for entry in self.symbols.entries.get(word, ()):
            if entry.type.domain != NONE:
                return entry.type.domain
        return self.symbols.nouns.get(word, NONE)

    def names(self, chunk: str) -> Iterator[Offer]:
        """Names of the rulebook, those first that fit what the line is."""
        for found in dict.fromkeys([*_LOCAL.findall(chunk), *_heads(chunk)]):
            yield Offer(found, "local")
        starts = not self.stem.strip()
        hooks = re.match(r"(?:before|after|instead of|insert|perform)\s+(?:roll of\s+)?\Z", self.stem.lstrip()) is not None
        asks = re.search(r"\b(?:is|is not)\s+\Z", self.stem) is not None
        for name, signature in self.symbols.signatures.items() if not asks else ():
            if (starts or hooks or signature.kind in ("test", "contest", "table")) and not name.startswith("("):
                yield Offer(name, signature.kind, form_of(signature))
        if hooks:
            return
        for name, entries in self.symbols.conditions.items():
            if asks:
                yield Offer(name, "condition", said(entries[0].decl.title, self.lang))
        for name, homes in self.symbols.members.items():
            kind = self.symbols.domains[homes[0][0]].name if homes else "step"
            if kind not in ("step", "action", "direction", "vertex"):
                yield Offer(name, "member", kind)
        if asks:
            return
        for name, entries in self.symbols.entries.items():
            params = f"({', '.join(entries[0].names)})" if entries[0].names else ""
            yield Offer(name, "value", f"{params} {said(entries[0].decl.title, self.lang)}".strip())
        for kind in self.symbols.kind_decls:
            yield Offer(plural_of(kind), "kind", kind)
        for noun, domain in self.symbols.nouns.items():
            yield Offer(noun, "kind", self.symbols.domains[domain].name)
        for name in self.symbols.options:
            yield Offer(name, "option")

    def prepositions(self, name: str) -> Iterator[Offer]:
        """Those of a rule that is called here which are still open, with what is given behind each."""
        written = set(re.findall(r"[^\W\d]\w*", self.stem))
        for param in self.symbols.signatures[name].params:
            if param.preposition and param.preposition not in written:
                yield Offer(param.preposition, "keyword", f"{param.preposition} {param.name}", f"{param.preposition} $1")


def _in_text(before: str) -> bool:
    """Does one write inside a text, or behind a comment?"""
    bare = re.sub(TEXT, "", before)
    return '"' in bare or "#" in bare


def _heads(chunk: str) -> list[str]:
    """The words of the head of the declaration that is written: its parameters are among them."""
    first = chunk.split("\n", 1)[0]
    return re.findall(r"[^\W\d]\w*", re.sub(rf"{TEXT}|\[.*", "", first))[2:]
