"""What has changed in the rules since a match was begun, for the person who opens it."""

from __future__ import annotations

from collections.abc import Iterable

from arbitre.dsl.core import RuleMark, Text
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.older import Since
from arbitre.words.phrases import of

SHOWN = 8  # names of rules in a sentence


def since(match: Match, lang: str) -> str:
    """A few sentences; nothing for a match whose rules are those it was begun with."""
    found: Since | None = match.since
    if found is None:
        return ""
    words = of(lang)
    out = [words.say("since.begun", game=match.program.title.within(lang) or found.game, before=found.before, now=found.now)]
    gone = tuple(RuleMark(name, "", Text()) for name in found.gone)
    for key, rules in (("since.changed", found.changed), ("since.fresh", found.fresh), ("since.gone", gone)):
        if rules:
            out.append(words.say(key, names=_listed(rules, lang)))
    if not (found.changed or found.fresh or found.gone):
        out.append(words.say("since.words"))
    out.append(words.say("since.same" if found.same else "since.otherwise"))
    if found.orders:
        out.append(words.say("since.orders"))
    return " ".join(out)


def _listed(rules: Iterable[RuleMark], lang: str) -> str:
    """Titles in the language, each once; a rule that has none goes by its name."""
    told = list(dict.fromkeys(rule.title.within(lang) or _plain(rule.name) for rule in rules))
    more = len(told) - SHOWN
    listed = ", ".join(told[:SHOWN])
    return listed + of(lang).say("since.more", n=more) if more > 0 else listed


def _plain(name: str) -> str:
    return name.rpartition(" ")[2].partition(".")[0].replace("_", " ")
