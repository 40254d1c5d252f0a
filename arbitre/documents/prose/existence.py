"""Whether there is something, in words."""

from __future__ import annotations

from typing import Protocol

from arbitre.documents.model.scope import Known, Scope, Type
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t


class Relative(Protocol):
    """What says by which clause a set is narrowed down."""

    def which(self, e: t.Where, scope: Scope, plural: bool, gender: str) -> str: ...


class Existence(Writer):
    """Says that there is something of a set, that a field holds something, that a name stands for something."""

    def __init__(self, pen: Pen, nouns: Things, conditions: Relative) -> None:
        super().__init__(pen)
        self.nouns, self.conditions = nouns, conditions

    def exists(self, e: t.Where, scope: Scope, none: bool) -> str:
        type_ = self.scopes.of(e.source, scope)
        noun = self.titles.kind(type_.kind) if type_.kind is not None else self.say("element")
        gender = self.titles.gender(noun)
        plain = isinstance(e.source, t.Name) and str(e.source.word) in self.scopes.plurals
        key = ("none" if none else "some") + (".of" if not plain else "")
        items = "" if plain else self.nouns.thing(e.source, scope)
        if type_.form == "row" and not plain:  # it may be there or not
            if e.test is None:
                return self.say("exists.not" if none else "exists", left=items)
            which = self.conditions.which(e, scope, False, gender)
            return self.say("exists.is_not" if none else "exists.is", left=items, a=self.language.a(noun, gender), which=which)
        among = "" if plain else self.nouns.among(e.source, scope)
        if e.test is None and not plain:
            return self.say("exists.no_one" if none else "exists.any", items=items, among=among, noun=noun, a=self.language.a(noun, gender))
        said = self.say(f"exists.{key}", noun=noun, a=self.language.a(noun, gender), items=items, among=among)
        return f"{said} {self.conditions.which(e, scope, False, gender)}".rstrip()

    def introduced(self, e: t.Where, scope: Scope) -> tuple[Scope, str]:
        """What is known where a set is narrowed down, and how its element is introduced, if it has a name."""
        kind = self.scopes.of(e.source, scope).kind
        inner = scope.child(kind) if e.name is None else scope.child()  # a named element leaves "it" to the one around
        if e.name is None:
            return inner, ""
        said = f"*{e.name}*" if len(e.name) <= 2 else ""
        known = self.scopes.add(inner, str(e.name), Type("row", kind))
        if said:
            inner.names[str(e.name)] = Known(Type("row", kind), said, known.gender, True, False)
        elif kind is None or known.said != self.titles.kind(kind):  # “the other” below is introduced here
            said = self.with_name("", known)
        return inner, said

    def nothing(self, left: object, none: bool, scope: Scope, subject: str | None, plural: bool) -> str:
        if isinstance(left, t.Dot) and subject is None:
            type_ = self.scopes.of(left.owner, scope)
            part = self.nouns.part(type_.kind, str(left.word)) if type_.kind is not None else None
            if part is not None and type_.kind == "match" and self.language.nounlike(self.nouns.called(part)):
                noun, gender, _ = self.nouns.noun(part)
                return self.say("exists.none" if none else "exists.some", noun=noun, a=self.language.a(noun, gender), items="")
            if part is not None and type_.kind != "match":
                noun, gender, _ = self.nouns.noun(part)
                return self.say(
                    "has.none" if none else "has.some", left=self.nouns.thing(left.owner, scope), noun=noun, a=self.language.a(noun, gender)
                )
        if scope.element is not None and isinstance(left, t.Name) and str(left.word) not in scope.names:
            part = self.nouns.part(scope.element, str(left.word))
            if part is not None:
                noun, gender, _ = self.nouns.noun(part)
                kind = self.titles.kind(scope.element)
                this = self.language.this(kind, self.titles.gender(kind))
                return self.say("has.none" if none else "has.some", left=this, noun=noun, a=self.language.a(noun, gender))
        if isinstance(left, t.Name) and str(left.word) in scope.names and subject is None:
            return self.exist(scope.names[str(left.word)], none)
        return self.say("exists.not" if none else "exists", left=subject or self.nouns.thing(left, scope))

    def exist(self, known: Known, none: bool) -> str:
        if known.marked:
            return self.say("exists.not" if none else "exists", left=self.known(known))
        noun = known.said
        return self.say(
            "exists.none" if none else "exists.some", noun=noun, a=noun if known.proper else self.language.a(noun, known.gender), items=""
        )
