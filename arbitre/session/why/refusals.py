"""Why something is not offered: which condition, range, limit, exclusion or step of the turn stands against it, and with which values.

``why charge 9`` and ``why not 9,6`` at a question are answered here, from what the side that is asked may know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from arbitre.documents.model.book import Book
from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import free_slots
from arbitre.interpreter.agendas import stack
from arbitre.interpreter.code.machine import ReadyAction, Run
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.moments import Moment
from arbitre.interpreter.reference.actions import actions
from arbitre.interpreter.reference.actions.decisions import WAITING, row_options
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.requests import Option, Request
from arbitre.session.dialogue.labels import EXACT, FILLERS, Calling, called_besides, plain, typed, words_of
from arbitre.session.dialogue.menus import menu_of
from arbitre.session.why.asked import Asked, types_of
from arbitre.session.why.choices import Choices, what_to_ask
from arbitre.session.why.conditions import Wording
from arbitre.session.why.facts import Fact
from arbitre.session.why.missing import any_fits, nothing, unfit
from arbitre.story.story import Story
from arbitre.words.numbers import whole
from arbitre.words.phrases import of

TRIED = 200  # ways to give an action that are looked at, for each who might do it
TOLD = 4  # reasons that are told
Reasons = list[tuple[str, str, dict[str, Any]]]  # kind, words, data


@dataclass(slots=True)
class Wanted:
    """An action somebody asks about: who would do it, and what it would be given, as far as he said."""

    action: ReadyAction
    args: dict[int, int]


class WhyNot:
    """What stands against what is not offered at one question."""

    def __init__(self, match: Match, request: Request, lang: str, book: Book | None = None) -> None:
        self.match, self.request, self.lang, self.machine = match, request, lang, match.machine
        self.story = Story(match, lang)
        self.wording = Wording(match.machine, book, lang, request.seat)

    def say(self, key: str, **parts: Any) -> str:
        return of(self.lang).say(f"whynot.{key}", **parts)

    def lines(self, said: str) -> list[str]:
        """What stands against what the words mean; empty where they name nothing."""
        return list(self.told(self.account(said)))

    def account(self, said: str, every: bool = False) -> dict[str, Any]:
        """The same as data: ``{"asked": ..., "offered": bool, "reasons": [{"kind", "text", ...}]}``; empty where the words name nothing."""
        words = [word for word in words_of(said) if plain(word) not in typed("not")]
        choices = Choices(self)
        with self.match.at_question():
            x = self.looked_at()
            self.wording.cells = x.cells
            choice = choices.account(x, words)
            if choice is not None:
                return choice
            ends = range(len(words), len(words) - 1 if every else 0, -1)  # all of the words, or those that mean something
            wanted = next((found for n in ends if (found := self.meant(x, words[:n])) is not None), None)
            return self.of_action(x, wanted) if wanted is not None else {}

    def unknown(self, said: str) -> list[str]:
        """What is told of words that name nothing here: cells that there are none of, else what may be asked."""
        boards = [d.cells for d in self.machine.program.domains if d.board is not None]
        places = {place[: len(place) - cut] for board in boards for place in board.coordinates for cut in (0, 1)}
        cells = [word for word in words_of(said) if boards and re.fullmatch(r"-?\d+(,-?\d+)+", word)]
        missing = [word for word in cells if tuple(map(int, word.split(","))) not in places]
        if missing:
            return [self.say("no_cell", said=", ".join(f"({', '.join(word.split(','))})" for word in missing))]
        named = " ".join(word for word in said.split() if plain(word) not in typed("not"))
        return [what_to_ask(self.match, self.request, self.story, named)]

    def looked_at(self) -> Run:
        """How things stand where the question is asked, as the side knows them."""
        moment = Moment(self.match.run, self.match.state.copy(), {}, NONE)
        return moment.run(self.request.seat)[0]

    def told(self, account: dict[str, Any]) -> Iterator[str]:
        if not account:
            return
        if account["offered"]:
            yield self.say("offered", what=account["asked"])
        else:
            yield self.say("not_offered", what=account["asked"])
        yield from (f"  {reason['text']}" for reason in account["reasons"])

    # ------------------------------------------------------------------------------------ what is meant

    def meant(self, x: Run, words: list[str]) -> Wanted | None:
        """The action that words name, with who and what for; of a question within an action, that one, named or not."""
        about = dict(self.request.about)
        asked = next((r for r in self.machine.actions if r.key == about.get("action")), None)
        if asked is not None and (wanted := self.given(x, asked, words, about)) is not None:
            return wanted
        found = self.named_action(words)
        if found is None or (asked is not None and not found[2]):
            return None
        ready, words, _ = found
        params = ready.procedure.params
        known = about if ready is asked or asked is None else {}  # of the one that is asked about, who does it
        return self.given(x, ready, words, {name: key for name, key in known.items() if name == params[ready.action.actor].name})

    def given(self, x: Run, ready: ReadyAction, words: list[str], about: dict[str, str]) -> Wanted | None:
        """An action with what words give it, each behind its preposition or in their order; None if some are left."""
        args: dict[int, int] = {}
        params = ready.procedure.params
        for position, param in enumerate(params):
            if param.name in about and param.domain != NONE:
                value = next((o.value for o in self.options(x, param.domain) if o.key == about[param.name]), None)
                if value is not None:
                    args[position] = value
        for position, param in enumerate(params):
            at = next((n for n, word in enumerate(words[:-1]) if param.preposition and plain(word) == param.preposition), NONE)
            if at != NONE and position not in args and param.domain != NONE:
                named = self.named_row(x, param.domain, words[at + 1 :])
                if named is not None:
                    args[position], words = named[0], words[:at] + named[1]
        for position in ready.rank:
            param = params[position]
            if position in args or not words or param.domain == NONE:
                if position not in args and words and param.domain == NONE:
                    at = int(plain(words[0]) in FILLERS and len(words) > 1)
                    if words[at].lstrip("-").isdigit():
                        args[position], words = whole(words[at]), words[at + 1 :]
                continue
            later = [params[p].domain for p in ready.rank[ready.rank.index(position) + 1 :]]
            if "," in words[0] and not self.is_board(param.domain) and any(map(self.is_board, later)):
                continue  # a cell, which is still to come
            named = self.named_row(x, param.domain, words)
            if named is not None:
                args[position], words = named
        return None if words else Wanted(ready, args)

    def named_action(self, words: Sequence[str]) -> tuple[ReadyAction, list[str], bool] | None:
        """The action that the first words name, the words left, and whether they are all of its name."""
        every = self.machine.actions
        options = tuple(Option(r.key, n, NONE, r.title) for n, r in enumerate(every))
        calling = Calling(self.match, replace(self.request, options=options), False)
        for position, ready in enumerate(every):  # as orders are written
            calling.names[position] += tuple(filter(None, map(plain, called_besides(ready))))
        found = calling.found(words)
        if not found:
            return None
        best = [one for one in found if (one.how, one.used) == (found[0].how, found[0].used)]
        under_way = [one for one in best if self.under_way(every[one.option].action.offer)]
        one = (under_way or best)[0]
        return every[one.option], list(words[one.used :]), one.how == EXACT

    def is_board(self, domain: int) -> bool:
        return domain != NONE and self.machine.program.domains[domain].board is not None

    def named_row(self, x: Run, domain: int, words: Sequence[str]) -> tuple[int, list[str]] | None:
        options = self.options(x, domain)
        found = Calling(self.match, replace(self.request, options=tuple(options)), False).found(words)
        return (options[found[0].option].value, list(words[found[0].used :])) if found else None

    def options(self, x: Run, domain: int) -> list[Option]:
        """The rows of a kind, as the side may know them."""
        kind = self.machine.program.domains[domain]
        alive = self.machine.layout.base[kind.alive] if kind.dynamic else NONE
        rows = [row for row in range(kind.size) if alive == NONE or x.cells[alive + row]]
        return row_options(x, domain, rows, self.request.seat)

    # ------------------------------------------------------------------------------------ an action

    def of_action(self, x: Run, wanted: Wanted) -> dict[str, Any]:
        """Every way to do what was asked about; what stands against the one that comes nearest."""
        best: Reasons | None = None
        chosen = wanted.args
        commanded = actions.rows_commanded(x, wanted.action, self.request.seat, NONE)
        actor = wanted.action.action.actor
        rows = [wanted.args[actor]] if actor in wanted.args else self.at_work(wanted.action.actors, commanded) or commanded
        if rows and not any(row in commanded for row in rows):
            who = self.wording.row(wanted.action.actors, rows[0])
            asked, reason = self.called(wanted.action, chosen), {"kind": "form", "text": self.say("not_yours", who=who)}
            return {"asked": asked, "offered": False, "reasons": [reason]}
        nearest: tuple[int, dict[int, int]] | None = None
        for row in rows:
            for args in islice(self.ways(x, wanted.action, {**wanted.args, actor: row}), TRIED):
                count = self.failing(x, wanted.action, args)
                if nearest is None or count < nearest[0]:
                    nearest = count, args
                if not count:
                    break
            if nearest is not None and not nearest[0] and not self.against(x, wanted.action, nearest[1]):
                break
        if nearest is not None:
            best = self.against(x, wanted.action, nearest[1], set(nearest[1]) - {actor, *wanted.args})
            if len(rows) == 1 or actor in wanted.args:
                chosen = {**wanted.args, actor: nearest[1][actor]}
        asked = self.called(wanted.action, chosen)
        if best is None:
            best = self.too_early(wanted.action.action) or [("value", self.say("nobody" if not rows else "nothing"), {})]
        told = list({text: {"kind": kind, "text": text, **data} for kind, text, data in best}.values())
        told = ([one for one in told if not one.get("hidden")] or told)[:TOLD]
        # What it needs is asked when it is carried out: it is offered all the same.
        return {"asked": asked, "offered": all(kind == "needs" for kind, _, _ in best), "reasons": told}

    def at_work(self, domain: int, commanded: Sequence[int]) -> list[int]:
        """Whoever alone may do anything at this question: it is he that is meant where nobody is named."""
        menu = menu_of(self.match, self.request)
        if menu is None or menu.only is None or menu.only.domain != domain or menu.only.value not in commanded:
            return []
        return [menu.only.value]

    def called(self, ready: ReadyAction, args: dict[int, int]) -> str:
        """An action with those it was asked for: ``Charge (Guard 7, Guard 9)``"""
        params = ready.procedure.params
        said = [self.wording.row(params[p].domain, args[p]) if params[p].domain != NONE else str(args[p]) for p in ready.rank if p in args]
        title = self.story.of(ready.title, ready.action.name.replace("_", " "))
        return f"{title} ({', '.join(said)})" if said else title

    def ways(self, x: Run, ready: ReadyAction, args: dict[int, int]) -> Iterator[dict[int, int]]:
        """What is left open filled in every way there is."""
        frame = actions.blank(ready)
        params = ready.procedure.params

        def filled(rank: int, given: dict[int, int]) -> Iterator[dict[int, int]]:
            if rank == len(ready.rank):
                yield given
                return
            position = ready.rank[rank]
            try:
                values = [given[position]] if position in given else actions.candidates(x, ready, frame, position)
            except RulebookError:
                values = []
            for value in values:
                frame[params[position].slot] = value
                yield from filled(rank + 1, {**given, position: value})

        return filled(0, args)

    def failing(self, x: Run, ready: ReadyAction, args: dict[int, int]) -> int:
        """How many conditions stand against one way to do it."""
        frame = actions.blank(ready)
        for position, value in args.items():
            frame[ready.procedure.params[position].slot] = value
        count = 0
        for test in (test for tests in ready.when for test in tests):
            try:
                count += not test(x, frame)
            except RulebookError:
                count += 1
        return count

    def against(self, x: Run, ready: ReadyAction, args: dict[int, int], filled: Set[int] = frozenset()) -> Reasons:
        """Everything that stands against one way to do it; of ``filled``, what nobody named and any other would do as little."""
        params, action = ready.procedure.params, ready.action
        frame = actions.blank(ready)
        for position, value in args.items():
            frame[params[position].slot] = value
        for param, value in zip(params, actions.computed_values(x, ready, [frame[p.slot] for p in params]), strict=True):
            frame[param.slot] = value
        who = self.wording.row(ready.actors, args[action.actor])
        out: Reasons = []
        out += self.too_early(action)
        asked = Asked(x, x.cells, [*frame, *[0] * 8], types_of(params), {p.name: p.slot for p in params})  # type: ignore[arg-type]
        for test, _ in action.when:
            facts = self.wording.facts(test, asked, True)
            anybody = [p for n, p in enumerate(params) if n in filled and p.domain != NONE and p.slot in free_slots(test)]
            if facts and len(anybody) == 1 and not any(fact.hidden for fact in facts):
                position = params.index(anybody[0])
                slot = anybody[0].slot
                none = not any_fits(self.wording, test, asked, slot, partial(actions.candidates, x, ready, frame, position))
                elsewhere = none and any_fits(self.wording, test, asked, slot, partial(self.rows, x, anybody[0].domain))
                among = action.values[position] if elsewhere else None  # of those that could be given it
                said = nothing(self.wording, test, asked, anybody[0].name, anybody[0].domain, among) if none else ""
                candidates = partial(actions.candidates, x, ready, frame, position)
                said = said or unfit(self.wording, action, asked, anybody[0], self.story.title(anybody[0].name), candidates)
                out.append(("when", said, {}))
                continue
            out += [("when", fact.words(self.lang), fact.data()) for fact in facts]
        out += self.counts(x, ready, frame, args[action.actor], who)
        if not out:
            out += self.values(x, ready, frame)
        if not out:
            for fact in self.needed(ready, asked):
                data = {key: value for key, value in fact.data().items() if key != "text"}
                out.append(("needs", self.say("would_fail", fact=fact.words(self.lang)), data))
        return out

    def rows(self, x: Run, domain: int) -> list[int]:
        """The rows of a kind that there are."""
        return [option.value for option in self.options(x, domain)]

    def under_way(self, offer: str) -> bool:
        """Is the phase open in which an action is done, or are orders asked for where it is one?"""
        return offer in stack.offering(self.match.run) or (self.request.acts and self.request.decision == offer)

    def too_early(self, action: core.Action) -> Reasons:
        """That the step in which an action is done is not under way: which step that is, and which agenda is at work instead."""
        if not action.at_once or self.under_way(action.offer):
            return []
        now, procedures = stack.under_way(self.match.run), self.match.program.procedures
        steps = [step for procedure in procedures for step in procedure.steps if step.name == action.offer]
        titles = (step.title.within(self.lang) for step in steps if step.title)  # not that of its agenda, which may be under way
        step = next(titles, action.offer.replace("_", " ") if steps else self.story.title(action.offer))
        if now == NONE or any(one.name == action.offer for one in procedures[now].steps):
            return [("during", self.say("during", step=step), {})]
        return [("during", self.say("during.now", step=step, now=self.story.title(procedures[now].name)), {})]

    def needed(self, ready: ReadyAction, asked: Asked) -> list[Fact]:
        """What is asked when it is performed, as far as the side knows that it would fail: it could be ordered all the same."""
        if ready.action.at_once:
            return []
        return [f for test, _ in ready.action.needs for f in self.wording.facts(test, asked, True) if not f.hidden]

    def values(self, x: Run, ready: ReadyAction, frame: list[int]) -> Reasons:
        out: Reasons = []
        for position in ready.rank[1:]:
            param, given = ready.procedure.params[position], ready.values[position]
            value = frame[param.slot]
            try:
                fits = value in (param.numbers if given is None else rows_of(given(x, frame)))
            except RulebookError:
                continue
            if not fits:
                shown = self.wording.row(param.domain, value) if param.domain != NONE else str(value)
                out.append(("value", self.say("value", what=self.story.title(param.name), value=shown), {}))
        return out

    def counts(self, x: Run, ready: ReadyAction, frame: list[int], row: int, who: str) -> Reasons:
        """Limits and exclusions, with what was ordered besides."""
        action = ready.action
        out: Reasons = []
        waiting = 0 if action.at_once else actions.waiting_orders(x).get((action.index, row), 0)
        title = self.story.of(ready.title, action.name)
        for (count, base), limit in zip(ready.limits, action.limits, strict=True):
            used, allowed = x.cells[base + row] + waiting, count(x, frame)
            if used >= allowed:
                period = self.story.title(self.match.program.procedures[limit.period].name) if limit.period != NONE else self.say("match")
                key = "limit" if allowed else "limit.none"
                out.append(("limit", self.say(key, who=who, action=title, allowed=allowed, period=small(period), used=used), {}))
        done = self.ordered(x, ready, row)
        for index in sorted(done & ready.rivals):
            other = self.story.of(self.machine.action_of[index].title, self.machine.action_of[index].action.name)
            out.append(("instead", self.say("instead", who=who, other=other), {}))
        if action.index in done and not action.several and not action.at_once:
            out.append(("again", self.say("again", who=who, action=title), {}))
        return out

    def ordered(self, x: Run, ready: ReadyAction, row: int) -> set[int]:
        """The actions that wait to be done by somebody."""
        table, base = self.match.program.orders, self.machine.layout.base
        if table is None:
            return set()
        kind = self.machine.program.domains[table.domain]
        out = set()
        for order in range(kind.size):
            if not x.cells[base[kind.alive] + order] or x.cells[base[table.state] + order] != WAITING:
                continue
            given = self.machine.action_of[x.cells[base[table.action] + order]]
            actor = x.cells[base[given.action.order_fields[given.action.actor]] + order]
            if given.actors == ready.actors and actor == row and x.cells[base[table.giver] + order] == self.request.seat:
                out.add(given.action.index)
        return out


def small(text: str) -> str:
    return text[:1].lower() + text[1:]
