"""Deliveries: a mail read as the orders of a side for the turn that is due, and sealed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from arbitre.documents.model.book import Book
from arbitre.interpreter.match.match import Match
from arbitre.post.mail.mail import ORDER, Entry, entries
from arbitre.post.mail.questions import behind
from arbitre.post.mail.seals import alone, has_sealed, take_back
from arbitre.post.mail.slot import Slot
from arbitre.post.mail.turns import turn_named
from arbitre.session.delivery import Line, Reader
from arbitre.session.dialogue.menus import menu_of
from arbitre.session.dialogue.order_words import words_in
from arbitre.session.why.order_refusals import ORDERS, asked_for_orders
from arbitre.story.story import Story
from arbitre.words.phrases import of


@dataclass(slots=True)
class Delivery:
    """What came of reading: the lines, the answers that give all their orders, and the pieces that are left without one."""

    lines: list[Line]
    faults: list[str] = field(default_factory=list)  # of the whole
    without: list[str] = field(default_factory=list)

    @property
    def answers(self) -> list[str]:
        return [key for line in self.lines for key in line.answers]

    @property
    def accepted(self) -> bool:
        return not self.faults and not any(line.faults for line in self.lines)

    @property
    def orders(self) -> int:
        return sum(len(line.orders) for line in self.lines if line.answers)


def may_deliver(match: Match, seat: int) -> bool:
    """Is a side asked for orders, or may it still change what it has sealed?"""
    return asked_for_orders(match, seat) is not None or (
        has_sealed(match, seat) and asked_for_orders(opened(match, seat), seat) is not None
    )


def opened(match: Match, seat: int) -> Match:
    """A copy in which this side is asked again, and no other has sealed anything: whatever is tried there, nothing is carried out."""
    out = alone(match, seat)
    take_back(out, seat)
    return out


def delivered(match: Match, seat: int, text: str, lang: str, book: Book | None = None) -> Delivery:
    """Reads a mail as the orders of a side; the match itself is left as it is, and so is what the side has sealed before."""
    blank = opened(match, seat)
    reader = _Mail(blank, seat, lang, book)
    trial, lines = blank.clone(), []
    refused: dict[str, list[str]] = {}  # what was wrong with lines, as long as nothing else has been ordered since
    for entry in entries(text, reader.names_something):
        line = Line(entry.number, entry.written)
        if entry.text.startswith("#"):
            continue
        if entry.what != ORDER:
            line.passed = entry.what
        elif entry.text in refused:
            line.faults += refused[entry.text]
        else:
            before, trial = trial, reader.of_this_turn(entry, line, trial)
            if trial is not before:
                refused.clear()
            elif line.faults and not line.orders:
                refused[entry.text] = list(line.faults)
        lines.append(line)
    out = Delivery(lines)
    contradictions(lines, reader)
    if not any(line.orders or line.faults for line in lines):
        out.faults.append(of(lang).say("deliver.empty", offered=", ".join(reader.offered(blank)) or "–"))
    elif out.accepted and not any(is_whole(line) for line in lines):
        out.without = reader.left_out(trial, {actor for line in lines for actor in line.actors})
    return out


def is_whole(line: Line) -> bool:
    """Does a line say that nothing at all is to be done?"""
    return bool(line.orders) and not line.answers and not line.actors


def contradictions(lines: list[Line], reader: Reader) -> None:
    """Finds lines that order what another line says is not to be done."""
    idle = [line for line in lines if line.orders and not line.answers]
    for line in lines:
        for other in idle if line.answers else ():
            if is_whole(other) or set(line.actors) & set(other.actors):
                line.faults.append(reader.say("contradicts", number=other.number, written=other.written))


def hand_in(delivery: Delivery, match: Match, seat: int) -> None:
    """Gives the orders that were read, and says that this is all; they stand for whatever the side has sealed before."""
    if asked_for_orders(match, seat) is None:
        take_back(match, seat)
    before = len(match.tape.answers)
    for key in delivery.answers:
        match.answer(match.pending(seat)[0].id, key, seat)
    if len(match.tape.answers) != before:
        return  # its last order was the last that was waited for: what is asked now belongs to what comes next
    menu = asked_for_orders(match, seat)
    if menu is not None:
        match.answer(menu.id, "done", seat)


class _Mail(Reader):
    """Reads the lines of a mail."""

    def __init__(self, match: Match, seat: int, lang: str, book: Book | None) -> None:
        super().__init__(match, seat, lang, book)
        self.speaks = self.words_of_orders()
        asked, story = asked_for_orders(match, seat), Story(match, lang)
        self.question = Slot(match, asked, None, story) if asked is not None else None
        self.asked = self.question.every_put if self.question is not None else []

    def words_of_orders(self) -> frozenset[str]:
        """Names of actions, of pieces, and of whatever an order is given."""
        program = self.match.program
        orders = [ready for ready in self.ready.values() if ready.action.offer == ORDERS]
        out = {word for ready in orders for word in self.vocabulary.actions[ready.key].words}
        kinds = {p.domain for ready in orders for p in ready.procedure.params if p.domain >= 0} - {program.seats}
        for kind in kinds:
            for row in range(program.domains[kind].size):
                names = self.vocabulary.names(kind, row)
                out |= names.words | names.spot
        return frozenset(out)

    def names_something(self, text: str) -> bool:
        """Does a line name anything that can be ordered, or that something can be done with?"""
        return any(word.side or word.plain in self.speaks for word in words_in(text))

    def of_this_turn(self, entry: Entry, line: Line, trial: Match) -> Match:
        """A line without the turn it names, which has to be the one that orders are due for."""
        if (answer := behind(entry.text, self.asked)) is not None:
            if not answer:
                line.passed = "blank"
                return trial
            entry = replace(entry, text=answer)
        found = turn_named(self.match.machine, entry.text)
        if found is None or (not found.heads and self.is_a_name(found.said) and self.names_something(entry.text.replace(found.said, " "))):
            line.written = entry.text
            return self.written(entry, line, trial)
        if found.number != self.match.turn:
            line.faults.append(self.say("wrong_turn", said=found.number, now=self.match.turn))
            return trial
        if not found.rest:
            line.passed = "heading"
            return trial
        line.written = found.rest
        return self.written(entry, line, trial)

    def is_a_name(self, said: str) -> bool:
        """Is what turns are called the name of something else as well, such as a piece?"""
        return any(word.plain in self.speaks for word in words_in(said) if not word.plain.isdecimal())

    def written(self, entry: Entry, line: Line, trial: Match) -> Match:
        out = self.read(line, trial)
        if line.faults and self.question is not None and self.question.of_others(line.written):
            line.faults = [self.question.refusal(line.written)]
        line.written = entry.written
        return out

    def left_out(self, match: Match, busy: set[tuple[int, int]]) -> list[str]:
        """The pieces of the side that could still be given an order, and have none."""
        request = asked_for_orders(match, self.seat)
        menu = menu_of(match, request) if request is not None and len(match.tape.answers) == self.begun else None
        if menu is None:
            return []
        seats = self.match.program.seats
        pieces = {(one.domain, one.value): one.title for found in menu.actors.values() for one in found if one.domain != seats}
        return [self.story.of(title, "") for row, title in sorted(pieces.items()) if row not in busy]
