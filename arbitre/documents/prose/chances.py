"""The chance that something comes of a throw, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arbitre.documents.model.scope import Scope
from arbitre.dsl import tree as t

if TYPE_CHECKING:
    from arbitre.documents.prose.things import Things


def chance_of(nouns: Things, e: t.ChanceOf, scope: Scope) -> str:
    event = nouns.book.find(str(e.word), t.Event)
    if event is not None and e.result is not None:
        called = nouns.language.quote(nouns.link(nouns.titles.of(event), event))
        who = ", ".join(nouns.thing(a.value, scope) for a in e.args)
        return nouns.say("ChanceOf.after", clause=nouns.conditions.clause(e.result, scope), title=called, args=who)
    test = nouns.book.find(str(e.word), t.Test)
    title = nouns.language.quote(nouns.link(nouns.titles.of(test), test)) if test is not None else nouns.titles.plain(str(e.word))
    result = nouns.language.quote(nouns.titles.plain(str(getattr(e.result, "word", None) or "success")))
    args = ", ".join(nouns.thing(a.value, scope) for a in e.args)
    return nouns.say("ChanceOf" if args else "ChanceOf.bare", result=result, title=title, args=args)
