"""The chance that something comes of a throw, in words."""

from __future__ import annotations

from collections.abc import Callable

from arbitre.documents.model.scope import Scope
from arbitre.documents.prose.writer import Writer
from arbitre.dsl import tree as t

Saying = Callable[[object, Scope], str]


def chance_of(nouns: Writer, e: t.ChanceOf, scope: Scope, thing: Saying, clause: Saying) -> str:
    """``the chance of success at the test``; ``thing``, ``clause``: who says things and conditions."""
    event = nouns.book.find(str(e.word), t.Event)
    if event is not None and e.result is not None:
        called = nouns.language.quote(nouns.link(nouns.titles.of(event), event))
        who = ", ".join(thing(a.value, scope) for a in e.args)
        return nouns.say("ChanceOf.after", clause=clause(e.result, scope), title=called, args=who)
    test = nouns.book.find(str(e.word), t.Test)
    title = nouns.language.quote(nouns.link(nouns.titles.of(test), test)) if test is not None else nouns.titles.plain(str(e.word))
    result = nouns.language.quote(nouns.titles.plain(str(getattr(e.result, "word", None) or "success")))
    args = ", ".join(thing(a.value, scope) for a in e.args)
    return nouns.say("ChanceOf" if args else "ChanceOf.bare", result=result, title=title, args=args)
