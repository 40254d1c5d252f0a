"""Orders that a side hands in as text: each line read against what the side may order now, and all of them given, or none.

A line names who acts, what he does and what for, in any order, by words of either language, by marks, numbers, cells; ``A4 -> B5`` says
from where and to where.  It may hold several orders of one piece.  What it means is looked for among all that may be ordered: the
answers that explain every word of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.said import tell
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.interpreter.code.machine import ReadyAction
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.requests import Option, Request
from arbitre.session.dialogue.labels import typed
from arbitre.session.dialogue.menus import actors_of, menu_of
from arbitre.session.dialogue.order_words import AFTER, Names, Word, is_idle, is_nothing, words_in
from arbitre.session.why.order_refusals import ORDERS, TOLD, Lacking, Reading, Refusing, asked_for_orders
from arbitre.words.phrases import of

_ENDS = re.compile(r";(?![^()]*\))")  # what ends an order, but for those within the brackets of a cell
_JOINS = re.compile(r"[,.;](?=\s)(?![^()]*\))\s*(?:(?:et|and|puis|then)\s)?|\s(?:et|and|puis|then)\s")
MOST = 4  # orders in a line
SHORTEST = 3  # letters of a word that is proposed for a misspelt one
TRIED = 12  # ways to part a line into orders that are gone into


@dataclass(slots=True)
class Line:
    """A line of a delivery: its number, what was written, the orders it means or what is wrong with it."""

    number: int
    written: str
    orders: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    actors: list[tuple[int, int]] = field(default_factory=list)  # whom they are for
    passed: str = ""  # why it is passed over: a greeting, a quote, ...


@dataclass(slots=True)
class _Tried:
    """A line read up to somewhere: the match then, the words that are left, the orders so far, what may come next."""

    match: Match
    left: frozenset[int]
    orders: tuple[Reading, ...]
    found: list[Reading]


class Reader(Refusing):
    """Reads lines of one side, against a match in which nobody else has handed anything in."""

    def read(self, line: Line, match: Match) -> Match:
        """Puts into a line what it means; the match with its orders given, or as it was if there is a fault in it."""
        words = words_in(line.written)
        others = tuple(word for word in words if word.side or word.plain not in self.own_name)
        said = " ".join(word.written for word in others) if len(others) < len(words) else line.written
        if is_nothing(others, typed("nothing")) or is_idle(said):
            line.orders.append(self.say("nothing"))
            return match
        idle = self.left_idle(line.written, words)
        if idle is not None:
            line.orders.append(self.say("nothing_by", piece=self.title(idle)))
            line.actors.append(idle)
            return match
        if all(self.says_nothing_new(word) for word in words) and not any(w.side for w in words):
            line.passed = "heading"  # it names the side
            return match
        idle_words = {*typed("polite"), *self.kind_words}
        words = tuple(word for word in words if word.side or word.plain not in idle_words or self.vocabulary.means(word))
        out, faults = self.whole(line, match, words)
        parts = [Line(line.number, part.strip()) for part in _ENDS.split(line.written) if part.strip()]
        if faults and len(parts) < 2:
            parts = [Line(line.number, part) for part in self.by_piece(line.written)]
        if not faults or len(parts) < 2:
            line.faults += faults
            return out
        trial = match
        for part in parts:
            trial = self.read(part, trial)
        line.orders += [order for part in parts for order in part.orders]
        line.answers += [key for part in parts for key in part.answers]
        line.actors += [actor for part in parts for actor in part.actors]
        line.faults += [fault for part in parts for fault in part.faults] if line.orders else faults
        return match if line.faults else trial

    def by_piece(self, written: str) -> list[str]:
        """The parts of a line in which one piece after the other is given its orders: “R1 to B4 and R2 to A3”."""
        parts = [part.strip() for part in _JOINS.split(written) if part.strip()]
        if len(parts) < 2:
            return []
        out: list[str] = []
        for part in parts:
            words = words_in(part)
            own = [row for row in self.pieces if 0 in self.vocabulary.names(*row).said_in(words)]
            if not own and out:
                out[-1] += f", {part}"  # it goes on with the piece before
            else:
                out.append(part)
        return out

    def whole(self, line: Line, match: Match, words: tuple[Word, ...]) -> tuple[Match, list[str]]:
        """A line read as what one piece is to do; or what is wrong with that."""
        left = frozenset(at for at, word in enumerate(words) if word.side or not self.says_nothing_new(word))
        tried = _Tried(match, left, (), [])
        ways = {frozenset(r.answers for r in one.orders): one for one in self.combined(words, tried, [tried])}
        if len(ways) == 1:
            (one,) = ways.values()
            line.orders += map(self.called, one.orders)
            line.answers += [key for reading in one.orders for key in reading.answers]
            line.actors += [reading.actor for reading in one.orders if reading.actor is not None]
            return one.match, []
        found, last = tried.found, tried
        while len(found) == 1 and found[0].left and not self.doubts(found[0], words):
            last = self.after(last, found[0])
            found = self.next_of(words, last, left)
        return match, self.faults(words, left if not last.orders else last.left, found or list(last.orders), last.match)

    def combined(self, words: tuple[Word, ...], now: _Tried, every: list[_Tried]) -> Iterator[_Tried]:
        """The ways to read all that is left of a line as orders of one piece."""
        now.found = self.next_of(words, now, every[0].left)
        if len(now.found) > 1 and not all(reading.left for reading in now.found):
            return
        for reading in now.found:
            if self.doubts(reading, words):
                continue
            then = self.after(now, reading)
            if not then.left:
                yield then
            elif len(then.orders) < MOST and len(every) < TRIED:
                every.append(then)
                yield from self.combined(words, then, every)

    def next_of(self, words: tuple[Word, ...], now: _Tried, every: frozenset[int]) -> list[Reading]:
        """What comes next in a line; what else it orders is for the same piece."""
        found = self.best(now.match, words, now.left, every - now.left)
        return [r for r in found if r.actor == now.orders[0].actor] if now.orders else found

    def after(self, now: _Tried, reading: Reading) -> _Tried:
        return _Tried(self.given(now.match, reading), reading.left, (*now.orders, reading), [])

    def left_idle(self, written: str, words: tuple[Word, ...]) -> tuple[int, int] | None:
        """The one piece of a line that says only that it does nothing."""
        if any(word.side for word in words):
            return None
        for row in self.pieces:
            said = self.vocabulary.names(*row).said_in(words)
            rest = tuple(word for at, word in enumerate(words) if at not in said)
            text = " ".join(word.written for word in rest)
            if said and (is_nothing(rest, typed("nothing")) or is_idle(text) or (not rest and re.search(r"[:=]\s*[-–—]\s*$", written))):
                named = [one for one in self.pieces if self.vocabulary.names(*one).said_in(words) >= said]
                return row if len(named) == 1 else None
        return None

    @cached_property
    def pieces(self) -> list[tuple[int, int]]:
        """The pieces that the side may order something."""
        request = asked_for_orders(self.match, self.seat)
        menu = menu_of(self.match, request) if request is not None else None
        found = {(one.domain, one.value) for each in menu.actors.values() for one in each} if menu is not None else set()
        return sorted(row for row in found if row[0] not in (NONE, self.match.program.seats))

    @cached_property
    def own_name(self) -> frozenset[str]:
        """The words of what the side is called."""
        return self.vocabulary.names(self.match.program.seats, self.seat).words

    @cached_property
    def kind_words(self) -> frozenset[str]:
        """What the things are called in general that orders are given: “the room Hold” says no more than “Hold”."""
        orders = (ready for ready in self.ready.values() if ready.action.offer == ORDERS)
        kinds = {param.domain for ready in orders for param in ready.procedure.params} - {NONE}
        titles = (text for kind in kinds for text in self.match.program.domains[kind].title.every)
        return frozenset(word.plain for text in titles for word in words_in(text))

    def says_nothing_new(self, word: Word) -> bool:
        """Does it only say whose orders these are?"""
        return word.plain in self.vocabulary.own or word.plain in typed("heading")

    def given(self, match: Match, reading: Reading) -> Match:
        out = match.clone()
        for key in reading.answers:
            out.answer(out.pending(self.seat)[0].id, key, self.seat)
        return out

    # ------------------------------------------------------------------------------------ what it may mean

    def best(self, match: Match, words: tuple[Word, ...], left: frozenset[int], taken: frozenset[int]) -> list[Reading]:
        """The readings that explain most; of several orders of one line, those after the first are of the same piece."""
        request = asked_for_orders(match, self.seat)
        if request is None or len(match.tape.answers) != self.begun:
            return []
        self.lacking.clear()
        every = list(self.readings(match, request, words, left, taken))
        most = max((len(left - r.left) for r in every), default=0)
        nearest = [r for r in every if len(left - r.left) == most and most]
        named = max((r.named for r in nearest), default=0)
        nearest = [r for r in nearest if r.named == named]
        if named:  # “move” is the move, where another action is called “second move”
            fully = {r.action.key: self.vocabulary.spoken_of(r.action, words)[0] for r in nearest}
            nearest = [r for r in nearest if fully[r.action.key] == max(fully.values())]
        if len({r.action.key for r in nearest}) == 1:
            nearest = [r for r in nearest if r.loose == min(one.loose for one in nearest)]
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
        given: tuple[tuple[int, int], ...] = (), loose: tuple[int, int] = (0, 0),
    ) -> Iterator[Reading]:  # fmt: skip
        """The ways to answer what is asked of this order, each by words that are left; what goes without saying is taken as said."""
        pending = match.pending(self.seat)
        request = pending[0] if pending and len(match.tape.answers) == self.begun else None
        if request is None or dict(request.about).get("action") != ready.key:
            yield from (replace(one, loose=loose) for one in self.ended(ready, words, left, answers, said, actor, named))
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
        spoken = list(self.spoken(request, words, left if not acting else left | taken, acting))
        if not spoken:
            offered = tuple(self.story.of(option.title, option.key) for option in request.options)
            told = tuple(title for _, title in said)
            self.lacking.append(Lacking(ready, told, self.story.title(request.decision), left, named, offered))
        for option, explained in spoken:
            who = (option.domain, option.value) if acting else actor
            others = [*given, *([who] if who is not None and not acting else [])]
            if self.turned_round(others, option, words, acting):
                continue
            trial = match.clone()
            trial.answer(request.id, option.key, self.seat)
            title = self.story.of(option.title, option.key)
            meant = [(option.domain, option.value)] if option.domain != NONE and not acting else []
            # Every word that names it is explained, but where it goes is said once.
            for part in self.parts(explained & left, words, acting):
                yield from self.further(
                    trial, ready, words, left - part, taken, (*answers, option.key), (*said, (request.decision, title)), who, named,
                    (*given, *meant), self.looser(loose, meant, words),
                )  # fmt: skip

    def spoken(
        self, request: Request, words: tuple[Word, ...], left: frozenset[int], acting: bool
    ) -> Iterator[tuple[Option, frozenset[int]]]:  # fmt: skip
        """The answers that the words name, with the words that do; of many, those that are named best.  The only answer needs no name."""
        found, own = [], frozenset(at for at, word in enumerate(words) if self.says_nothing_new(word))
        for option in request.options:
            names = self.vocabulary.names(option.domain, option.value) if option.domain != NONE else self.number(option)
            explained = names.taken(words, left, place=not acting)
            if explained or len(request.options) < 2:
                found.append((option, explained, explained | names.taken(words, own, place=not acting)))
        whole = {n: one[2] for n, one in enumerate(found) if self.vocabulary.whole(one[0].domain, one[0].value, words, one[2])}
        # “east” is the east, where another way is called “north-east”
        found = [one for n, one in enumerate(found) if n in whole or not any(one[2] <= said for said in whole.values())]
        every = {said for _, _, said in found} if not acting else set()
        return ((option, explained) for option, explained, said in found if not any(said < other for other in every))

    def looser(self, loose: tuple[int, int], row: list[tuple[int, int]], words: tuple[Word, ...]) -> tuple[int, int]:
        """How badly words fit a row besides: the side's own that name it are said of it too, and all stand together."""
        if not row or self.match.program.domains[row[0][0]].board is not None:
            return loose
        said = once(self.vocabulary.names(*row[0]).taken(words, frozenset(range(len(words))), place=False), words)
        own = sum(self.says_nothing_new(words[at]) for at in said)
        return loose[0] - own, loose[1] + (max(said) - min(said) if said else 0)

    def turned_round(self, given: list[tuple[int, int]], option: Option, words: tuple[Word, ...], acting: bool) -> bool:
        """Is somebody named before the one who would act on him?  “R2 ... R1” is no order to R1, whatever he could do.

        ``acting``: the option is the one who acts, and all that is given comes after him.
        """
        other = self.vocabulary.names(option.domain, option.value).said_in(words) if option.domain != NONE else frozenset()
        for row in given:
            if row[0] != option.domain or option.value < 0 or self.match.program.domains[option.domain].board is not None:
                continue
            first = self.vocabulary.names(*row).said_in(words)
            if first - other and other - first and (min(first - other) < min(other - first)) is acting:
                return True
        return False

    def parts(self, explained: frozenset[int], words: tuple[Word, ...], acting: bool) -> list[frozenset[int]]:
        """The words that one answer uses up: all that name a piece; of a place, one, since another may be meant for something else."""
        explained = explained if acting else once(explained, words)
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

    # ------------------------------------------------------------------------------------ what is wrong

    def faults(self, words: tuple[Word, ...], left: frozenset[int], found: list[Reading], match: Match) -> list[str]:
        """Why a line is not understood, or means what cannot be ordered."""
        strange = [word for at, word in enumerate(words) if at in left and not self.vocabulary.means(word)]
        if strange:
            out = []
            for word in strange:
                every = {*self.vocabulary.all_words(), *(w for names in self.vocabulary.actions.values() for w in names.words)}
                longer = sorted(one for one in every if len(one) >= SHORTEST)
                hint = tell(did_you_mean(word.plain, longer), self.lang)
                out.append(f"{self.say('strange', word=word.written)} {hint}".rstrip())
            return out
        if len(found) > 1 and not any(r.left for r in found):
            return [self.say("several", meanings=of(self.lang).say("semicolon").join(sorted({self.called(r) for r in found})[:TOLD]))]
        if lacking := self.missing():
            return lacking
        if away := self.elsewhere(words):
            return away
        if len(found) == 1 and not found[0].left and (doubts := self.unnamed(found[0], words)):
            return doubts
        if besides := self.besides(words):
            return besides
        reasons = list(self.refusal(words, match))
        if reasons:
            return reasons
        if found and found[0].left and not self.doubts(found[0], words):
            rest = ", ".join(words[at].written for at in sorted(found[0].left))
            return [self.say("left", words=rest, nearest=self.called(found[0]))]
        return [self.say("unclear", offered=", ".join(self.offered(match)) or "–")]

    def offered(self, match: Match) -> list[str]:
        """What the side may order now, by its titles."""
        request = asked_for_orders(match, self.seat)
        ready = [self.ready[option.key] for option in request.options if option.key in self.ready] if request is not None else []
        return list(dict.fromkeys(self.story.of(one.title, one.key.replace("_", " ")) for one in ready))

    def besides(self, words: tuple[Word, ...]) -> list[str]:
        """A line that could be ordered by itself, but not besides those before it."""
        left = frozenset(at for at, word in enumerate(words) if word.side or not self.says_nothing_new(word))
        alone = [r for r in self.best(self.match, words, left, frozenset()) if not r.left and not self.doubts(r, words)]
        return [self.say("besides", what=self.called(alone[0]))] if len(alone) == 1 else []


def once(explained: frozenset[int], words: tuple[Word, ...]) -> frozenset[int]:
    """A word that is said twice names two things: of each the one that stands nearest to the others."""
    said: dict[str, list[int]] = {}
    for at in sorted(explained):
        said.setdefault(words[at].plain, []).append(at)
    alone = [spots[0] for spots in said.values() if len(spots) == 1]
    return frozenset(min(spots, key=lambda at: (sum(abs(at - other) for other in alone), at)) for spots in said.values())
