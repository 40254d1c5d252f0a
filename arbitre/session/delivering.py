"""Orders that a side hands in as text: each line read against what the side may order now, and all of them given, or none.

A line names who acts, what he does and what for, in any order, by words of either language, by marks, numbers, cells; ``A4 -> B5`` says
from where and to where.  It may hold several orders of one piece.  What it means is looked for among all that may be ordered: the
answers that explain every word of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from arbitre.documents.model.book import Book
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.said import tell
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.interpreter.code.machine import ReadyAction
from arbitre.interpreter.compile import actions
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.requests import Option, Request
from arbitre.session.calling import typed
from arbitre.session.menus import actors_of
from arbitre.session.refused import Wanted, WhyNot
from arbitre.session.wording import AFTER, BEFORE, Names, Vocabulary, Word, is_nothing, words_in
from arbitre.story.story import Story
from arbitre.words.phrases import of

ORDERS = "orders"
_ENDS = re.compile(r";(?![^()]*\))")  # what ends an order, but for those within the brackets of a cell
MOST = 4  # orders in a line
MANY = 40  # answers to a question, above which only those are tried that the line speaks of
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


@dataclass(slots=True)
class Line:
    """A line of a delivery: its number, what was written, the orders it means or what is wrong with it."""

    number: int
    written: str
    orders: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Delivery:
    """What came of reading: the lines, and the answers that give all their orders."""

    lines: list[Line]

    @property
    def answers(self) -> list[str]:
        return [key for line in self.lines for key in line.answers]

    @property
    def accepted(self) -> bool:
        return not any(line.faults for line in self.lines)


def asked_for_orders(match: Match, seat: int) -> Request | None:
    """The open question for orders of a side."""
    found = match.pending(seat)
    return found[0] if found and found[0].decision == ORDERS and found[0].acts else None


def delivered(match: Match, seat: int, text: str, lang: str, book: Book | None = None) -> Delivery:
    """Reads the orders of a side against a copy of the match; the match itself is left as it is."""
    trial = match.clone()
    reader = Reader(match, seat, lang, book)
    lines = []
    for number, written in enumerate(text.splitlines(), 1):
        if not written.strip() or written.lstrip().startswith("#"):
            continue
        line = Line(number, written.strip())
        trial = reader.read(line, trial)
        lines.append(line)
    return Delivery(lines)


def hand_in(delivery: Delivery, match: Match, seat: int) -> None:
    """Gives the orders that were read, and says that this is all."""
    for key in delivery.answers:
        match.answer(match.pending(seat)[0].id, key, seat)
    menu = asked_for_orders(match, seat)
    if menu is not None:
        match.answer(menu.id, "done", seat)


class Reader:
    """Reads lines of one side."""

    def __init__(self, match: Match, seat: int, lang: str, book: Book | None) -> None:
        self.match, self.seat, self.lang, self.book = match, seat, lang, book
        self.vocabulary = Vocabulary(match, seat)
        self.story = Story(match, lang)
        self.ready = {ready.key: ready for ready in match.machine.actions}

    def say(self, key: str, **parts: object) -> str:
        return of(self.lang).say(f"deliver.{key}", **parts)

    def read(self, line: Line, match: Match) -> Match:
        """Puts into a line what it means; the match with its orders given, or as it was if there is a fault in it."""
        words = words_in(line.written)
        if is_nothing(words, typed("nothing")):
            line.orders.append(self.say("nothing"))
            return match
        if all(self.says_nothing_new(word) or word.plain.isdecimal() for word in words) and not any(w.side for w in words):
            return match  # a heading that names the side, or the turn
        out, faults = self.whole(line, match, words)
        parts = [Line(line.number, part.strip()) for part in _ENDS.split(line.written) if part.strip()]
        if not faults or len(parts) < 2:
            line.faults += faults
            return out
        trial = match
        for part in parts:
            trial = self.read(part, trial)
        line.orders += [order for part in parts for order in part.orders]
        line.answers += [key for part in parts for key in part.answers]
        line.faults += [fault for part in parts for fault in part.faults] if line.orders else faults
        return match if line.faults else trial

    def whole(self, line: Line, match: Match, words: tuple[Word, ...]) -> tuple[Match, list[str]]:
        """A line read as what one piece is to do; or what is wrong with that."""
        left = frozenset(at for at, word in enumerate(words) if word.side or not self.says_nothing_new(word))
        taken, trial = frozenset[int](), match
        found: list[Reading] = []
        orders: list[Reading] = []
        for _ in range(MOST):
            found = self.best(trial, words, left, taken)
            if orders:  # what else a line orders is for the same piece
                found = [reading for reading in found if reading.actor == orders[0].actor]
            if len(found) != 1:
                break
            trial = self.given(trial, found[0])
            orders.append(found[0])
            taken |= left - found[0].left
            left = found[0].left
            if not left:
                line.orders += map(self.called, orders)
                line.answers += [key for reading in orders for key in reading.answers]
                return trial, []
        return match, self.faults(words, left, found or orders, trial if taken else match)

    def says_nothing_new(self, word: Word) -> bool:
        """Does it only say whose orders these are?"""
        return word.plain in self.vocabulary.own or word.plain in typed("heading")

    def called(self, reading: Reading) -> str:
        title = self.story.of(reading.action.title, reading.action.key.replace("_", " "))
        return f"{title}{self.story.say('colon')}{', '.join(reading.said)}" if reading.said else title

    def given(self, match: Match, reading: Reading) -> Match:
        out = match.clone()
        for key in reading.answers:
            out.answer(out.pending(self.seat)[0].id, key, self.seat)
        return out

    # ------------------------------------------------------------------------------------ what it may mean

    def best(self, match: Match, words: tuple[Word, ...], left: frozenset[int], taken: frozenset[int]) -> list[Reading]:
        """The readings that explain most; of several orders of one line, those after the first are of the same piece."""
        request = asked_for_orders(match, self.seat)
        if request is None:
            return []
        every = list(self.readings(match, request, words, left, taken))
        most = max((len(left - r.left) for r in every), default=0)
        nearest = [r for r in every if len(left - r.left) == most and most]
        named = max((r.named for r in nearest), default=0)
        nearest = [r for r in nearest if r.named == named]
        if named:  # “move” is the move, where another action is called “second move”
            fully = {r.action.key: self.vocabulary.spoken_of(r.action, words)[0] for r in nearest}
            nearest = [r for r in nearest if fully[r.action.key] == max(fully.values())]
        return list({r.answers: r for r in nearest}.values())

    def readings(
        self, match: Match, request: Request, words: tuple[Word, ...], left: frozenset[int], taken: frozenset[int]
    ) -> Iterator[Reading]:
        for position, option in enumerate(request.options):
            ready = self.ready.get(option.key)
            if ready is None:
                continue
            own = self.vocabulary.actions[ready.key].taken(words, left, place=True)
            trial = match.clone()
            trial.answer(request.id, option.key, self.seat)
            asked = actors_of(match, request, position)
            actor = (asked.options[0].domain, asked.options[0].value) if asked is not None and len(asked.options) == 1 else None
            # Nobody is asked who acts where but one may; the line may still name him.
            rest = left - own - (self.vocabulary.names(*actor).taken(words, left - own, place=False) if actor is not None else frozenset())
            yield from self.further(trial, ready, words, rest, taken, (option.key,), (), actor, len(own))

    def further(
        self, match: Match, ready: ReadyAction, words: tuple[Word, ...], left: frozenset[int], taken: frozenset[int],
        answers: tuple[str, ...], said: tuple[tuple[str, str], ...], actor: tuple[int, int] | None, named: int,
    ) -> Iterator[Reading]:  # fmt: skip
        """The ways to answer what is asked of this order, each by words that are left; what goes without saying is taken as said."""
        pending = match.pending(self.seat)
        request = pending[0] if pending else None
        if request is None or dict(request.about).get("action") != ready.key:
            yield from self.ended(ready, words, left, answers, said, actor, named)
            return
        known = {name for name, _ in said}
        for name, value in request.about:
            if name in known or name == "action":
                continue
            row = self.row_called(ready, name, value)
            if row is None:
                continue
            left, actor = self.settled(ready, name, row, words, left, actor)
            said = (*said, (name, self.title(row)))
        acting = request.decision == ready.procedure.params[ready.action.actor].name
        options = list(request.options)
        for option in options:
            names = self.vocabulary.names(option.domain, option.value) if option.domain != NONE else self.number(option)
            explained = names.taken(words, left if not acting else left | taken, place=not acting)
            if not explained and len(options) > 1:
                continue
            trial = match.clone()
            trial.answer(request.id, option.key, self.seat)
            who = (option.domain, option.value) if acting else actor
            title = self.story.of(option.title, option.key)
            # Every word that names it is explained, but where it goes is said once.
            for part in self.parts(explained & left, words, acting):
                yield from self.further(
                    trial, ready, words, left - part, taken, (*answers, option.key), (*said, (request.decision, title)), who, named
                )

    def parts(self, explained: frozenset[int], words: tuple[Word, ...], acting: bool) -> list[frozenset[int]]:
        """The words that one answer uses up: all that name a piece; of a place, one, since another may be meant for something else."""
        cells = [at for at in explained if words[at].side == AFTER or any(c.isdigit() for c in words[at].plain)]
        if acting or len(cells) < 2:
            return [explained]
        return [frozenset(explained - set(cells) | {cell}) for cell in cells]

    def settled(
        self, ready: ReadyAction, name: str, row: tuple[int, int], words: tuple[Word, ...], left: frozenset[int],
        actor: tuple[int, int] | None,
    ) -> tuple[frozenset[int], tuple[int, int] | None]:  # fmt: skip
        """What the rules settled by themselves, since nothing else could be: the words that say so are explained."""
        acting = name == ready.procedure.params[ready.action.actor].name
        return left - self.vocabulary.names(*row).taken(words, left, place=not acting), row if acting else actor

    def ended(
        self, ready: ReadyAction, words: tuple[Word, ...], left: frozenset[int], answers: tuple[str, ...],
        said: tuple[tuple[str, str], ...], actor: tuple[int, int] | None, named: int,
    ) -> Iterator[Reading]:  # fmt: skip
        """An order that is complete, with who does it where nobody was asked."""
        doer = ready.procedure.params[ready.action.actor].name
        if actor is not None and doer not in {name for name, _ in said}:
            said = ((doer, self.title(actor)), *said)
        order = [p.name for p in ready.procedure.params]
        told = sorted(said, key=lambda part: order.index(part[0]) if part[0] in order else len(order))
        yield Reading(answers, ready, tuple(title for _, title in told), left, actor, named)

    def number(self, option: Option) -> Names:
        return Names(frozenset({option.key.casefold()}))

    def row_called(self, ready: ReadyAction, name: str, key: str) -> tuple[int, int] | None:
        param = next((p for p in ready.procedure.params if p.name == name), None)
        if param is None or param.domain == NONE:
            return None
        kind = self.match.program.domains[param.domain]
        return next(((kind.index, row) for row in range(kind.size) if self.match.machine.row_key(kind.index, row) == key), None)

    def title(self, row: tuple[int, int]) -> str:
        return self.story.row(*row)

    # ------------------------------------------------------------------------------------ what is wrong

    def commanded(self, ready: ReadyAction) -> list[int]:
        return list(actions.rows_commanded(self.why(self.match).looked_at(), ready, self.seat, NONE))

    def why(self, match: Match) -> WhyNot:
        request = asked_for_orders(match, self.seat) or match.pending(self.seat)[0]
        return WhyNot(match, request, self.lang, self.book)

    def faults(self, words: tuple[Word, ...], left: frozenset[int], found: list[Reading], match: Match) -> list[str]:
        """Why a line is not understood, or means what cannot be ordered."""
        strange = [word for at, word in enumerate(words) if at in left and not self.vocabulary.means(word)]
        if strange:
            out = []
            for word in strange:
                every = {*self.vocabulary.all_words(), *(w for names in self.vocabulary.actions.values() for w in names.words)}
                hint = tell(did_you_mean(word.plain, sorted(every)), self.lang)
                out.append(f"{self.say('strange', word=word.written)} {hint}".rstrip())
            return out
        if len(found) > 1 and not any(r.left for r in found):
            return [self.say("several", meanings="; ".join(sorted({self.called(r) for r in found})[:TOLD]))]
        if away := self.elsewhere(words):
            return away
        if besides := self.besides(words):
            return besides
        reasons = list(self.refusal(words, match))
        if reasons:
            return reasons
        if found and found[0].left:
            rest = ", ".join(words[at].written for at in sorted(found[0].left))
            return [self.say("left", words=rest, nearest=self.called(found[0]))]
        return [self.say("unclear")]

    def besides(self, words: tuple[Word, ...]) -> list[str]:
        """A line that could be ordered by itself, but not besides those before it."""
        left = frozenset(at for at, word in enumerate(words) if word.side or not self.says_nothing_new(word))
        alone = [reading for reading in self.best(self.match, words, left, frozenset()) if not reading.left]
        return [self.say("besides", what=self.called(alone[0]))] if len(alone) == 1 else []

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
        """The action the words name and what stands against it, as far as the side may know."""
        spoken = {r.key: self.vocabulary.spoken_of(r, words) for r in self.ready.values() if r.action.offer == ORDERS}
        most = max(spoken.values(), default=(0.0, 0))
        named = [self.ready[key] for key, said in spoken.items() if said == most and said[1]]
        told: set[str] = set()
        for ready in named[:TOLD]:
            args = self.arguments(ready, words)
            if ready.action.actor not in args:
                continue
            why = self.why(match)
            x = why.looked_at()
            why.wording.cells = x.cells
            account = why.of_action(x, Wanted(ready, args))
            if account.get("offered", True):
                continue
            reasons = [str(reason["text"]).rstrip(".") for reason in account["reasons"]]
            hidden = of(self.lang).say("why.hidden")
            reasons = [text for text in reasons if hidden not in text] or reasons
            said = self.say("refused", what=account["asked"], why="; ".join(reasons))
            if said not in told:
                told.add(said)
                yield said

    def arguments(self, ready: ReadyAction, words: tuple[Word, ...]) -> dict[int, int]:
        """Who would do it and what with, as the words say."""
        left = frozenset(range(len(words))) - self.vocabulary.actions[ready.key].taken(words, frozenset(range(len(words))), place=True)
        out: dict[int, int] = {}
        params = ready.procedure.params
        for position in (ready.action.actor, *(n for n in range(len(params)) if n != ready.action.actor)):
            param = params[position]
            if param.domain == NONE:
                continue
            rows = self.commanded(ready) if position == ready.action.actor else range(self.match.program.domains[param.domain].size)
            named = [(self.vocabulary.names(param.domain, row).taken(words, left, position != ready.action.actor), row) for row in rows]
            most = max((len(words_) for words_, _ in named), default=0)
            best = [(words_, row) for words_, row in named if len(words_) == most and most]
            if len(best) == 1:
                out[position] = best[0][1]
                left -= best[0][0]
        return out
