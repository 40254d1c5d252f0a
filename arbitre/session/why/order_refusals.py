"""What stands against an order that somebody has written down, as far as its side may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arbitre.documents.model.book import Book
from arbitre.dsl.core import NONE
from arbitre.interpreter.code.machine import ReadyAction
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.reference.actions import actions
from arbitre.interpreter.state.requests import Request
from arbitre.session.dialogue.ambiguity import Unmistakable
from arbitre.session.dialogue.order_words import BEFORE, Vocabulary, Word
from arbitre.session.why.refusals import Wanted, WhyNot
from arbitre.story.story import Story
from arbitre.words.phrases import of

ORDERS = "orders"
FEW = 12  # answers that are listed
TOLD = 4  # meanings that are named when a line has several


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read words of a line as an order: the answers that give it, what it is called, and the words that are left."""

    answers: tuple[str, ...]
    action: ReadyAction
    said: tuple[str, ...]
    left: frozenset[int]
    actor: tuple[int, int] | None
    named: int  # words that name the action
    loose: tuple[int, int] = (0, 0)  # how badly what it is given fits: words of the side's own that say nothing of it, and gaps


@dataclass(frozen=True, slots=True)
class Lacking:
    """An order that is begun: what is said of it, and what is not."""

    ready: ReadyAction
    said: tuple[str, ...]
    wanted: str
    left: frozenset[int]
    named: int
    offered: tuple[str, ...] = ()  # what could be said


def asked_for_orders(match: Match, seat: int) -> Request | None:
    """The open question for orders of a side."""
    found = match.pending(seat)
    return found[0] if found and found[0].decision == ORDERS and found[0].acts else None


class Refusing:
    """Says what is wrong with lines of one side."""

    def __init__(self, match: Match, seat: int, lang: str, book: Book | None) -> None:
        self.match, self.seat, self.lang, self.book = match, seat, lang, book
        self.vocabulary = Vocabulary(match, seat)
        self.vocabulary.all_words()
        self.story = Story(match, lang)
        self.ready = {ready.key: ready for ready in match.machine.actions}
        orders = [ready for ready in self.ready.values() if ready.action.offer == ORDERS]
        self.clear = Unmistakable(self.why(match).looked_at(), orders, self.vocabulary)
        self.begun = len(match.tape.answers)
        self.lacking: list[Lacking] = []

    def say(self, key: str, **parts: object) -> str:
        return of(self.lang).say(f"deliver.{key}", **parts)

    def title(self, row: tuple[int, int]) -> str:
        return self.story.row(*row)

    def called(self, reading: Reading) -> str:
        title = self.story.of(reading.action.title, reading.action.key.replace("_", " "))
        return f"{title}{self.story.say('colon')}{', '.join(reading.said)}" if reading.said else title

    def commanded(self, ready: ReadyAction) -> list[int]:
        return list(actions.rows_commanded(self.why(self.match).looked_at(), ready, self.seat, NONE))

    def why(self, match: Match) -> WhyNot:
        if not match.pending(self.seat):  # the line has given all that is asked for
            match = self.match
        request = asked_for_orders(match, self.seat) or match.pending(self.seat)[0]
        return WhyNot(match, request, self.lang, self.book)

    def doubts(self, reading: Reading, words: tuple[Word, ...]) -> list[ReadyAction]:
        return self.clear.doubted(reading.action, reading.actor, words)

    def unnamed(self, reading: Reading, words: tuple[Word, ...]) -> list[str]:
        """An order that is possible, where the words may mean another, or do not name what can be done but so many times."""
        doubted = self.doubts(reading, words)
        others = [self.story.of(r.title, r.action.name.replace("_", " ")) for r in doubted[1:]]
        if not doubted or not others:
            return [self.say("unnamed", what=self.called(reading))] if doubted else []
        return [self.say("doubtful", what=self.called(reading), others=", ".join(list(dict.fromkeys(others))[:TOLD]))]

    def missing(self) -> list[str]:
        """Of an order that is begun, what is not said."""
        begun = [one for one in self.lacking if one.named and not one.left]
        said = {self.say("missing", what=self.begun_as(one), wanted=self.wanted(one)) for one in begun}
        return sorted(said) if len(said) == 1 else []

    def wanted(self, one: Lacking) -> str:
        """What is not said of an order, with what could be, if that is not too much to read."""
        return f"{one.wanted} ({', '.join(one.offered)})" if 0 < len(one.offered) <= FEW else one.wanted

    def begun_as(self, one: Lacking) -> str:
        title = self.story.of(one.ready.title, one.ready.key.replace("_", " "))
        return f"{title} ({', '.join(one.said)})" if one.said else title

    def elsewhere(self, words: tuple[Word, ...]) -> list[str]:
        """A line that says from where, and nobody of the side's stands there: where those do whom it names."""
        origin = next((word for word in words if word.side == BEFORE), None)
        acting = {(r.actors, row) for r in self.ready.values() if r.action.offer == ORDERS for row in self.commanded(r)}
        spots = {row: self.vocabulary.names(*row).spot for row in acting}
        if origin is None or not any(origin.plain in self.vocabulary.cell(d, c) for d, c in self.cells()):
            return []
        line = frozenset(at for at, word in enumerate(words) if word.side != BEFORE)
        named = [(len(self.vocabulary.names(*row).taken(words, line, place=False)), row) for row in sorted(acting)]
        most = max((n for n, _ in named), default=0)
        meant = [row for n, row in named if n == most and n and spots[row]]
        if len(meant) == 1 and origin.plain not in spots[meant[0]]:
            where = next(self.title((d, c)) for d, c in self.cells() if self.vocabulary.cell(d, c) & spots[meant[0]])
            return [self.say("elsewhere", who=self.title(meant[0]), where=where, said=origin.written)]
        if not any(origin.plain in spot for spot in spots.values()):
            return [self.say("nobody_there", said=origin.written)]
        return []

    def cells(self) -> list[tuple[int, int]]:
        return [(d.index, cell) for d in self.match.program.domains if d.board is not None for cell in range(d.size)]

    def refusal(self, words: tuple[Word, ...], match: Match) -> Iterator[str]:
        """The action the words name and what stands against it, as far as the side may know; else, whose it is not to order."""
        told: set[str] = set()
        for others in (False, True):
            if told:
                return
            for ready, args in self.meant(words, others)[:TOLD]:
                said = self.against(ready, args, match)
                if said and said not in told:
                    told.add(said)
                    yield said

    def against(self, ready: ReadyAction, args: dict[int, int], match: Match) -> str:
        """What stands against an order; nothing of one that could be given."""
        why = self.why(match)
        x = why.looked_at()
        why.wording.cells = x.cells
        account = why.of_action(x, Wanted(ready, args))
        if account.get("offered", True):
            return ""
        reasons = [str(reason["text"]).rstrip(".") for reason in account["reasons"]]
        hidden = of(self.lang).say("why.hidden")
        reasons = [text for text in reasons if hidden not in text] or reasons
        return self.say("refused", what=account["asked"], why=of(self.lang).say("semicolon").join(reasons))

    def meant(self, words: tuple[Word, ...], others: bool = False) -> list[tuple[ReadyAction, dict[int, int]]]:
        """The actions that the words name best, with what each is given; of several, those that explain most of them.

        ``others``: ordered to somebody who is not the side's to command, and is named before what he is to do.
        """
        spoken = {r.key: self.vocabulary.spoken_of(r, words) for r in self.ready.values() if r.action.offer == ORDERS}
        most = max((ratio for ratio, _ in spoken.values()), default=0.0)
        found = []
        for key, (ratio, _) in spoken.items():
            if not ratio or ratio != most:
                continue
            ready = self.ready[key]
            args, left = self.arguments(ready, words, others)
            if ready.action.actor in args and (not others or self.begins(ready, args, words)):
                found.append((len(left), ready, args))
        least = min((left for left, _, _ in found), default=0)
        return [(ready, args) for left, ready, args in found if left == least]

    def begins(self, ready: ReadyAction, args: dict[int, int], words: tuple[Word, ...]) -> bool:
        """Is whoever would act named before the action is?"""
        actor = self.vocabulary.names(ready.actors, args[ready.action.actor]).said_in(words)
        return min(actor) < min(self.vocabulary.actions[ready.key].said_in(words))

    def size(self, domain: int) -> int:
        return self.match.program.domains[domain].size

    def known(self, domain: int) -> list[int]:
        """The rows of a kind that the side sees, or that are always there."""
        kind = self.match.program.domains[domain]
        return [row for row in range(kind.size) if not kind.dynamic or (domain, row) in self.vocabulary.places]

    def arguments(self, ready: ReadyAction, words: tuple[Word, ...], others: bool = False) -> tuple[dict[int, int], frozenset[int]]:
        """Who would do it and what with, as the words say, and the words that are left."""
        left = frozenset(range(len(words))) - self.vocabulary.actions[ready.key].taken(words, frozenset(range(len(words))), place=True)
        out: dict[int, int] = {}
        params = ready.procedure.params
        for position in (ready.action.actor, *(n for n in range(len(params)) if n != ready.action.actor)):
            param = params[position]
            if param.domain == NONE:
                continue
            acting = position == ready.action.actor
            rows = self.known(param.domain) if acting and others else self.commanded(ready) if acting else range(self.size(param.domain))
            named = [(self.vocabulary.names(param.domain, row).taken(words, left, not acting), row) for row in rows]
            most = max((len(words_) for words_, _ in named), default=0)
            best = [(words_, row) for words_, row in named if len(words_) == most and most]
            first = [
                one for one in best if min(one[0]) == min(min(words_) for words_, _ in best)
            ]  # who acts is named before whom he acts on
            if len(first) == 1:
                out[position] = first[0][1]
                left -= first[0][0]
        return out, left
