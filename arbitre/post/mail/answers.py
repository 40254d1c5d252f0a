"""Mails that answer questions other than for orders: a line an answer, in any order where lines say what they answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from arbitre.interpreter.match.match import Match
from arbitre.post.mail.called import names_of
from arbitre.post.mail.mail import ORDER, Entry, entries, idle, with_name
from arbitre.post.mail.question_words import answer_words
from arbitre.post.mail.questions import about
from arbitre.post.mail.slot import Fit, Slot, tokens
from arbitre.post.mail.turns import turn_named
from arbitre.post.replay import row_of, rows_asked
from arbitre.session.delivery import Line
from arbitre.session.dialogue.labels import FILLERS, plain, typed, words_of
from arbitre.session.dialogue.reader import Meant, meaning
from arbitre.story.story import Story
from arbitre.words.phrases import of

_PARTS = re.compile(r"[,;](?![^()]*\))|\b(?:and|et)\b")  # between answers on one line, but for what stands within the brackets of a cell
NOWHERE = (-1, 0)  # of a line that does not answer a question at all


@dataclass(slots=True)
class Answered:
    """What came of reading a mail: its lines, and the answers they give in the order in which they are asked."""

    lines: list[Line]
    keys: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)  # questions that are left without an answer, as far as they are known

    @property
    def accepted(self) -> bool:
        return not self.faults and not any(line.faults for line in self.lines)

    @property
    def orders(self) -> int:
        return sum(len(line.orders) for line in self.lines)


def spans(text: str, slots: Sequence[Slot]) -> dict[int, Fit]:
    """The answers to several questions that a text names one after the other, by the position of the question, if it says nothing else."""
    words, out = tokens(text), dict[int, Fit]()
    every = {word for slot in slots for word in slot.options}
    for n, slot in enumerate(slots):
        found = slot.span(words)
        if found is not None:
            option, at, used = found
            if any(other is not slot and other.calling.named(words[at : at + used]) for other in slots):
                continue  # it may be meant for another question as well
            words = words[:at] + words[at + used :]
            out[n] = Fit(option, 0)
    left = [word for word in words if not any(slots[n].is_label(word) or word in slots[n].skipped for n in out)]
    strange = set.intersection(*(set(slots[n].foreign(text)) for n in out)) if out else set()
    return out if len(out) > 1 and idle(left, every) and not strange else {}


# ------------------------------------------------------------------------------------------------ questions


def asked_of(match: Match, seat: int, story: Story) -> Slot | None:
    """The first question that is open for a side."""
    request = next(iter(match.pending(seat)), None)
    return Slot(match, request, about(match, request), story) if request is not None else None


# ------------------------------------------------------------------------------------------------ lines


@dataclass(slots=True)
class Part:
    """A line that is to be read, or a part of one."""

    line: Line
    text: str
    used: bool = False


def parts_of(text: str, slots: Sequence[Slot], out: Answered, turn: bool = False) -> list[Part]:
    """The lines of a mail that are to be read; all are put into ``out``, with why the others are passed over.  ``turn``: a line may be
    headed by the turn that it is about."""
    names = {word for slot in slots for said in slot.calling.names for name in said for word in name.split() if word not in FILLERS}
    words = names | {word for slot in slots for word in (*slot.labels, *(word for phrase in slot.phrases for word in phrase))}
    words |= {word for slot in slots[:1] for word in answer_words(slot.calling.match.machine)}  # of what is asked next

    def means(line: str) -> bool:
        return any(word in words for word in tokens(line))

    found: list[Part] = []
    for entry in entries(text, means):
        if entry.text.startswith("#"):
            continue
        line, said = Line(entry.number, entry.written), named_self(entry.text, slots)
        out.lines.append(line)
        if entry.what == ORDER and any(slot.is_blank(entry.text) for slot in slots):
            line.passed = "blank"
        elif entry.what != ORDER:
            line.passed = entry.what
        elif is_heading(entry, names):
            line.passed = "heading"
        elif part := of_this_turn(Part(line, said), slots) if turn else Part(line, said):
            found.append(part)
    return found


def named_self(text: str, slots: Sequence[Slot]) -> str:
    """A text with the name of whoever writes in place of ‘myself’, where he may be an answer."""
    own = next((slot.story.seat(slot.request.seat) for slot in slots if slot.offers_asker()), "")
    return with_name(text, own) if own else text


def of_this_turn(part: Part, slots: Sequence[Slot]) -> Part | None:
    """A line without the turn that heads it; None where it says no more, or names another turn than the one that is played."""
    named = turn_named(slots[0].calling.match.machine, part.text) if slots else None
    if named is None or not named.heads or any(slot.read(part.text) for slot in slots):
        return part
    now = slots[0].calling.match.turn
    if named.number != now:
        part.line.faults.append(of(slots[0].story.lang).say("post.wrong_turn", said=named.number, now=now))
    elif named.rest:
        part.text = named.rest
        return part
    else:
        part.line.passed = "heading"
    return None


def is_heading(entry: Entry, names: set[str]) -> bool:
    """Does a line only say that answers follow?"""
    words = tokens(entry.text)
    known = {*typed("heading"), *typed("polite"), *FILLERS}
    return entry.text.rstrip().endswith(":") and not any(word in names for word in words) and any(word in known for word in words)


def chosen(slots: Sequence[Slot], text: str, lang: str) -> tuple[Answered, list[tuple[Slot, int]]]:
    """A mail read as answers to a list of questions: what came of each line, and the answers by question."""
    out, picked = Answered([]), list[tuple[Slot, int]]()
    parts = parts_of(text, slots, out)
    every = {word for slot in slots for word in slot.options}
    fits = {
        (id(part), n): fit for part in parts for n, slot in enumerate(slots)
        if (fit := answer_in(part.text, slot, slots, every)) is not None
    }  # fmt: skip
    for part in [part for part in parts if not any(key[0] == id(part) for key in fits)]:  # several answers on one line
        if pieces := pieces_of(part):
            at = parts.index(part)
            parts[at : at + 1] = pieces
            for piece in pieces:
                for n, slot in enumerate(slots):
                    fit = answer_in(piece.text, slot, slots, every)
                    if fit is not None:
                        fits[id(piece), n] = fit
    for part in [part for part in parts if not any(key[0] == id(part) for key in fits)]:
        for n, fit in spans(part.text, slots).items():
            parts.append(Part(part.line, part.text))
            fits[id(parts[-1]), n] = fit
            part.used = True
    closest = {id(part): max((nearness(fits, part, n, slots) for n in range(len(slots))), default=NOWHERE) for part in parts}
    for n, slot in enumerate(slots):
        able = [
            (-fits[id(part), n].labels, at) for at, part in enumerate(parts)
            if not part.used and (id(part), n) in fits and nearness(fits, part, n, slots) == closest[id(part)]
        ]  # fmt: skip
        if not able:
            continue
        _, at = min(able)
        parts[at].used = True
        option = fits[id(parts[at]), n].option
        parts[at].line.orders.append(slot.answer(option))
        picked.append((slot, option))
    missing = [slot for slot in slots if slot not in [one for one, _ in picked]]
    if slots:
        sign(parts, slots[0].calling.match, slots[0].request.seat)
    for part in parts:
        if not part.used:
            part.line.faults.append(refusal(part, slots, missing, lang))
    finish(out, next(iter(missing), None))
    if out.accepted:
        out.without = [slot.put for slot in missing]
    return out, picked


def nearness(fits: Mapping[tuple[int, int], Fit], part: Part, n: int, slots: Sequence[Slot]) -> tuple[int, int]:
    """How well a line says that it answers a question, to be compared with the others: by how many words, and how few it leaves unsaid.
    A line that names none is as near to every one of them."""
    fit = fits.get((id(part), n))
    if fit is None:
        return NOWHERE
    return (fit.labels, -slots[n].unsaid_in(part.text)) if fit.labels else (0, 0)


def answer_in(text: str, slot: Slot, slots: Sequence[Slot], every: set[str]) -> Fit | None:
    """The answer that a text gives to one of several questions; among other words only if none of these names another question."""
    found = slot.read(text)
    if found is None:
        loose = slot.loose(text, every - slot.options)
        elsewhere = loose is not None and not loose.labels and any(other.named_in(text) for other in slots if other is not slot)
        found = None if elsewhere else loose
    return found


def refusal(part: Part, slots: Sequence[Slot], missing: Sequence[Slot], lang: str) -> str:
    """What is told of a line that answers nothing: what it was meant for, as far as can be told."""
    twice = next((slot for slot in slots if slot.names_answer(part.text)), None) if not missing else None
    if twice is not None:
        return of(lang).say("post.answered_twice", question=twice.put)
    nearest = max(slots, key=lambda slot: (slot.named_in(part.text), slot.almost_named_in(part.text)), default=None)
    if nearest is not None and nearest.named_in(part.text) and nearest.read(part.text) is not None:
        return of(lang).say("post.answered_twice", question=nearest.put)
    if nearest is not None and nearest.named_in(part.text):
        return nearest.refusal(part.text)
    if nearest is not None and nearest.almost_named_in(part.text):
        return nearest.refusal(part.text)
    return missing[0].refusal(part.text) if missing else of(lang).say("post.nothing_more", words=part.text)


def finish(out: Answered, slot: Slot | None) -> None:
    """Says what is expected where a mail answers nothing."""
    if out.accepted and not any(line.orders for line in out.lines) and slot is not None:
        out.faults.append(slot.unanswered())


def answered(match: Match, seat: int, text: str, lang: str) -> Answered:
    """Reads a mail as answers to the question that is open for a side, and to those that it is asked in one go with it; the match stays as
    it is."""
    trial, story, out = match.clone(trace=True), Story(match, lang), Answered([])
    before, slot, rows = len(trial.checkpoints), asked_of(trial, seat, story), rows_asked(match, seat)
    acts, done = slot is not None and slot.request.acts, list[Slot]()
    parts = parts_of(text, [slot] if slot is not None else [], out, turn=True)
    while slot is not None and any(not part.used for part in parts):
        left = [part for part in parts if not part.used]
        if slot.request.acts:
            if not acted(trial, slot, left[0], story, out):
                break
        else:
            fits = fitting(slot, left)
            if not fits and (pieces := pieces_of(left[0])):  # several answers on one line
                at = parts.index(left[0])
                parts[at : at + 1] = pieces
                continue
            if not fits:
                break
            _, at, fit = min(fits, key=lambda one: one[:2])
            left[at].used = True
            left[at].line.orders.append(slot.answer(fit.option))
            done.append(slot)
            key = slot.request.options[fit.option].key
            out.keys.append(key)
            trial.answer(slot.request.id, key, seat)
        slot = asked_of(trial, seat, story) if len(trial.checkpoints) == before else None
        if slot is not None and not acts and row_of(trial, slot.request) not in rows:
            slot = None  # it is asked once the answers so far are carried out
    sign(parts, match, seat)
    left = [part for part in parts if not part.used]
    for number, part in enumerate(left):
        if part.line.faults:
            continue
        if part.line.orders and done and (several := done[-1].several(part.line.written)):  # a second thought
            part.line.faults.append(of(lang).say("post.one_answer", question=done[-1].put, said=", ".join(several)))
            part.line.orders.clear()
            continue
        first = slot.refusal(part.text) if slot is not None else refusal(part, done, (), lang)
        part.line.faults.append(of(lang).say("post.not_read") if number and slot is not None else first)
    finish(out, slot)
    if out.accepted and slot is not None and not slot.request.acts:
        out.without = [slot.put]
    return out


def sign(parts: Sequence[Part], match: Match, seat: int) -> None:
    """Passes over a last line, below answers, that is nothing but the name of whoever writes."""
    last = next((part for part in reversed(parts) if not part.used), None)
    own = {plain(name) for name in names_of(match, (match.program.seats, seat))}
    answers = any(part.used for part in parts)
    if last is not None and answers and last is parts[-1] and not last.line.orders and " ".join(tokens(last.text)) in own:
        last.used, last.line.passed = True, "signature"


def fitting(slot: Slot, parts: Sequence[Part]) -> list[tuple[int, int, Fit]]:
    """The lines that answer a question: how well they say that they do, which they are, and what they answer."""
    found = ((n, slot.read(part.text) or slot.loose(part.text, set())) for n, part in enumerate(parts))
    return [(-fit.labels, n, fit) for n, fit in found if fit is not None]


def pieces_of(part: Part) -> list[Part]:
    """The parts of a line with several answers; none if it has but one."""
    pieces = [piece.strip() for piece in _PARTS.split(part.text) if piece.strip()]
    return [Part(part.line, piece) for piece in pieces] if len(pieces) > 1 else []


def left_over(match: Match, slot: Slot, found: Meant, words: Sequence[str]) -> str:
    """What is told of a line that begins with something one may do, while the rest answers nothing that is asked of that; empty else."""
    trial, seat = match.clone(trace=True), slot.request.seat
    for answer in found.best.answers if not found.unsure else ():
        asked = next(iter(trial.pending(seat)), None)
        if asked is not None and asked.decision == answer.decision and asked.find(answer.key) is not None:
            trial.answer(asked.id, answer.key, seat)
    next_ = asked_of(trial, seat, slot.story)
    return next_.refusal(" ".join(words[found.best.used :])) if next_ is not None and next_.request.about and found.best.used else ""


def without_politeness(words: list[str], slot: Slot) -> list[str]:
    """The words of a line without those that only lead to what one does: “I’d like to”, “j’”."""
    out, polite = [], {*typed("polite")} - slot.options
    for word in words:
        first, mark, rest = re.sub("’", "'", word).partition("'")
        out.append(rest if mark and rest and plain(first) in polite else word)
    return [word for word in out if plain(word).strip(",.!") not in polite]


def acted(trial: Match, slot: Slot, part: Part, story: Story, out: Answered) -> bool:
    """A line as something that a side does, or does not do, at a question for what it does."""
    request, done = slot.request, slot.behind(part.text)
    words = [bare for word in words_of(part.text if done is None else done) if (bare := word.strip(":;.!?"))]
    if words and all(plain(word).strip(".!") in typed("nothing") for word in words):
        part.used = True
        part.line.orders.append(story.say("deliver.nothing"))
        return True
    found = meaning(trial, request, words)
    if found.best.used < len(words) and (plainly := without_politeness(words, slot)) != words:
        words, found = plainly, meaning(trial, request, plainly)
    if found.best.used < len(words) or not found.best.answers or found.unsure:
        part.line.faults.append(left_over(trial, slot, found, words) or slot.refusal(part.text))
        return False
    part.used, said = True, list[str]()
    for answer in found.best.answers:
        asked = next(iter(trial.pending(request.seat)), None)
        at = asked.find(answer.key) if asked is not None and asked.decision == answer.decision else None
        if asked is None or at is None:
            continue
        said.append(story.of(asked.options[at].title, answer.key))
        trial.answer(asked.id, answer.key, request.seat)
        out.keys.append(answer.key)
    part.line.orders.append(f"{said[0]}{story.say('colon')}{', '.join(said[1:])}" if said[1:] else "".join(said))
    return True
