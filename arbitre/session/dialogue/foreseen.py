"""What is said beside the answers to a question before one is given: the throws each calls for, with their exact chances.

``foreseen(match, request, lang)`` gives a text for each option, empty where there is nothing to say.  :class:`Foreseen` gives them one by
one, for whoever shows but a few, and as data.  All of it is known to the side that is asked: see :mod:`foresight`.
"""

from __future__ import annotations

import re
import time
from typing import Any

from arbitre.dsl.core import Procedure, Program, Text
from arbitre.interpreter.code.value_text import said
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.foresight import WELL, Coming, Seer
from arbitre.interpreter.state.requests import Request
from arbitre.session.why.accounts import small
from arbitre.words.phrases import of

PATIENCE = 0.6  # seconds for all the options of a question; what is not looked at by then goes by what the rulebook says of it
PLAIN = re.compile(r"[<>]?\d+\s*%")  # a hint that says a chance and nothing else
UNSAID = frozenset({"failure", "tie"})  # results that are what is left


class Foreseen:
    """What each option of a question leads to, in one language."""

    def __init__(self, match: Match, request: Request, lang: str) -> None:
        self.program, self.lang = match.program, lang
        self.seer = Seer(match, request)

    def of(self, option: int) -> str:
        """What is said beside one option: what the rulebook says, and the throws that come at once."""
        found = self.seer.of(option)
        hint = found.hint.within(self.lang)
        throws = [self.throw(coming) for coming in found.throws]
        if len(throws) > 1 and found.all_well is not None:
            throws.append(of(self.lang).say("foreseen.all", chance=said(found.all_well, self.lang)))
        if throws and PLAIN.fullmatch(hint):
            hint = ""
        return of(self.lang).say("foreseen.and").join([*([hint] if hint else []), *([", ".join(throws)] if throws else [])])

    def hint(self, option: int) -> str:
        """What the rulebook says beside it, and no more."""
        hints = self.seer.hints()
        return (hints[option].within(self.lang)) if option < len(hints) else ""

    def all(self, patience: float = PATIENCE) -> tuple[str, ...]:
        """What is said beside each option; after so many seconds, what the rulebook says and no more."""
        end = time.monotonic() + patience
        return tuple(self.of(n) if time.monotonic() < end else self.hint(n) for n in range(len(self.seer.request.options)))

    def data(self, option: int) -> dict[str, Any]:
        """The same for programs: ``{"hint": ..., "throws": [{"name", "title", "chances": {result: "p/q"}, "needs": {result: sums}}]}``."""
        found = self.seer.of(option)
        procedures = self.program.procedures
        return {
            "hint": found.hint.within(self.lang),
            "throws": [
                {"name": procedures[c.procedure].name, "title": self.title(c), "chances": {r: str(p) for r, p in c.single.chances.items()},
                 "needs": {r: list(sums) for r, sums in c.single.needs.items()},
                 "added": [{"amount": p.amount, "title": p.title.within(self.lang)} for p in c.thrown.added
                           if p.seen_by(self.seer.request.seat)]}
                for c in found.throws
            ],
        }  # fmt: skip

    def title(self, coming: Coming) -> str:
        procedure = self.program.procedures[coming.procedure]
        title = procedure.title.within(self.lang) or procedure.name.replace("_", " ")
        return small(title)

    def throw(self, coming: Coming) -> str:
        """``climb 3+: 67%``; of one with several results each of them."""
        words, name = of(self.lang), self.title(coming)
        told = [(result, chance) for result, chance in coming.single.chances.items() if result not in UNSAID]
        if [result for result, _ in told] == [WELL]:
            on = needed(coming, WELL, self.lang)
            return f"{name}{' ' + on if on else ''}{words.say('colon')}{said(told[0][1], self.lang)}"
        told.sort(key=lambda pair: pair[0] != WELL)
        shown = [f"{self.result(coming, result)} ({said(chance, self.lang)})" for result, chance in told]
        return f"{name}{words.say('colon')}{', '.join(shown)}"

    def result(self, coming: Coming, result: str) -> str:
        on = needed(coming, result, self.lang)
        return f"{result_word(self.program, self.program.procedures[coming.procedure], result, self.lang)}{' ' + on if on else ''}"


def foreseen(match: Match, request: Request, lang: str, patience: float = PATIENCE) -> tuple[str, ...]:
    """What to say beside each option of a question; of a long list the last ones go by the rulebook's hints alone."""
    return Foreseen(match, request, lang).all(patience)


def needed(coming: Coming, result: str, lang: str) -> str:
    """What the dice must show for a result: ``3+``, ``8 or less``, ``2, 5-7``; nothing where they alone do not decide."""
    return ranged(coming.single.needs, result, lang)


def ranged(needs: dict[str, tuple[int, ...]], result: str, lang: str) -> str:
    """The sums of the dice that give a result, as a range."""
    sums = needs.get(result, ())
    every = sorted(n for found in needs.values() for n in found)
    if not sums or len(sums) == len(every):
        return ""
    if len(sums) == 1:
        return str(sums[0])
    if sums == tuple(n for n in every if n >= sums[0]):
        return f"{sums[0]}+"
    if sums == tuple(n for n in every if n <= sums[-1]):
        return of(lang).say("foreseen.at_most", n=sums[-1])
    from arbitre.story.story import ranges

    return ranges(sums)


def result_word(program: Program, test: Procedure, name: str, lang: str) -> str:
    """A result of dice in a word: as its line says, in general words, else by the rule, the table or the member of that name."""
    words = of(lang)
    titles: list[Text] = [test.result_titles[test.results.index(name)]] if test.result_titles and name in test.results else []
    if not any(titles) and words.has(name) and name in ("success", "failure", "higher", "lower", "tie"):
        return words.say(name)
    titles += [p.title for p in program.procedures if p.name == name]
    titles += [d.titles[d.rows.index(name)] for d in program.domains if not d.dynamic and d.board is None and name in d.rows]
    return small(next((t.within(lang) for t in titles if t), name.replace("_", " ")))
