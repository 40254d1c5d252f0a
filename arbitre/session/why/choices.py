"""Why an answer of a question that is no matter of an action is not offered; and what may be asked about at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import nodes
from arbitre.interpreter.code.machine import Run
from arbitre.interpreter.explain.options import left_out
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.requests import Barred, Option, Request
from arbitre.session.dialogue.labels import LABEL, Calling
from arbitre.session.dialogue.samples import name_of
from arbitre.session.why.asked import Asked, types_of
from arbitre.session.why.conditions import Wording
from arbitre.story.story import Story
from arbitre.words.phrases import of

Put = tuple[core.ChooseBranch, list[int]]  # a question of named answers, with the slots it is asked over


class Question(Protocol):
    """Whoever is asked why something is not offered at one question."""

    match: Match
    request: Request
    lang: str
    story: Story
    wording: Wording

    def say(self, key: str, **parts: Any) -> str:
        """A phrase of refusals."""
        ...

    def named_row(self, x: Run, domain: int, words: Sequence[str]) -> tuple[int, list[str]] | None:
        """The row of a kind that the first words name, and the words left."""
        ...


class Choices:
    """The answers of one question that chooses among rows, or among answers that the rules name.

    Made outside of :meth:`Match.at_question`, for the question is put once more from where its statement begins.
    """

    def __init__(self, asked: Question) -> None:
        self.why, self.match, self.request, self.wording = asked, asked.match, asked.request, asked.wording
        chooses = not self.request.about and not self.request.acts
        self.again, self.put = self.put_again() if chooses else (self.request, None)

    def account(self, x: Run, words: list[str]) -> dict[str, Any] | None:
        """Whether what the words name is offered, and what keeps it from that; None where they name nothing of the sort."""
        if self.request.about or self.request.acts or not words:
            return None
        domain = next((o.domain for o in self.request.options if o.domain != NONE), NONE)
        return self.of_row(x, domain, words) if domain != NONE else self.of_branch(x, words)

    def of_row(self, x: Run, domain: int, words: list[str]) -> dict[str, Any] | None:
        """What keeps a row from being among the answers."""
        named = self.why.named_row(x, domain, words)
        if named is None or named[1]:
            return None
        row = named[0]
        what = self.wording.row(domain, row)
        if any(o.value == row for o in self.request.options):
            return {"asked": what, "offered": True, "reasons": []}
        findings = [f for _, value, found in self.again.barred if value == row for f in found]
        kind = self.match.program.domains[domain].name
        texts = [self.wording.of_place(f.place, kind, False) or self.why.say("not_among", what=what) for f in findings]
        texts = texts or [self.why.say("not_among", what=what)]
        return {"asked": what, "offered": False, "reasons": [{"kind": "when", "text": text} for text in dict.fromkeys(texts)]}

    def of_branch(self, x: Run, words: list[str]) -> dict[str, Any] | None:
        """What keeps an answer that the rules name from being offered."""
        if self.put is None:
            return None
        statement, slots = self.put
        options = tuple(Option(b.name, n, NONE, b.title) for n, b in enumerate(statement.branches))
        found = Calling(self.match, replace(self.request, options=options), False).found(words)
        best = [one for one in found if one.used == len(words) and (one.how < LABEL or one.how == found[0].how)]
        if len(best) != 1:
            return None
        branch = statement.branches[best[0].option]
        what = self.why.story.of(branch.title, branch.name.replace("_", " "))
        if self.request.find(branch.name) is not None or branch.test is None:
            return {"asked": what, "offered": True, "reasons": []}
        params = next((p.params for p in self.match.program.procedures if any(n is statement for n in nodes(p.body))), ())
        asked = Asked(x, x.cells, slots, types_of(list(params)), {p.name: p.slot for p in params})  # type: ignore[arg-type]
        facts = [fact for fact in self.wording.facts(branch.test, asked, True) if fact.hidden or fact.text]
        reasons = [{"kind": "when", **fact.data(), "text": fact.words(self.why.lang)} for fact in facts]
        return {"asked": what, "offered": False, "reasons": reasons or [{"kind": "when", "text": self.why.say("not_among", what=what)}]}

    def put_again(self) -> tuple[Request, Put | None]:
        """The question once more, with what it leaves out; and the statement that puts it, if its answers have names."""
        trial, put = self.match.clone(), list[Put]()

        def noted(x: Run, s: core.Stmt, slots: list[int]) -> tuple[Barred, ...]:
            if isinstance(s, core.ChooseBranch):
                put.append((s, [*slots]))
            return left_out(x, s, slots)

        trial.run.explaining = noted
        trial.answers.waits = {}
        trial.go_on()
        again = next((r for r in trial.requests if r.id == self.request.id), self.request)
        mine = (one for one in reversed(put) if one[0].place == self.request.place)
        return again, next(mine, None)


def what_to_ask(match: Match, request: Request, story: Story, named: str = "") -> str:
    """What ``why`` may be asked, with an example of this very game; ``named``: what was said, and names nothing here."""
    words, offered = of(story.lang), {option.key for option in request.options}
    every = replace(request, options=tuple(Option(a.name, 0, NONE, a.title) for a in match.program.actions))
    refused = next((name for n, o in enumerate(every.options) if o.key not in offered and (name := name_of(every, n, story))), "")
    if named:
        return words.say("whynot.unknown.refused" if refused else "whynot.unknown", said=named[:60], refused=refused)
    return words.say("whynot.what.refused" if refused else "whynot.what", refused=refused)
