"""Mails that answer questions other than for orders: a line an answer, in any order where lines say what they answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.requests import Request
from arbitre.post.mail.called import Row, names_of, row_key
from arbitre.post.mail.mail import ORDER, Entry, entries, idle
from arbitre.post.mail.questions import about, put
from arbitre.post.replay import row_of, rows_asked
from arbitre.session.delivery import Line
from arbitre.session.dialogue.labels import BEGINS, FILLERS, LABEL, Calling, plain, same, typed, words_of
from arbitre.session.dialogue.reader import meaning
from arbitre.story.story import Story
from arbitre.words.phrases import of

_PARTS = re.compile(r"[,;](?![^()]*\))|\b(?:and|et)\b")  # between answers on one line, but for what stands within the brackets of a cell
_CELL = re.compile(r"(?<=\d)\s*;\s*(?=-?\d)")
_STOPS = re.compile(r"[:=?!«»\"“”]|\.(?!\d)")


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


@dataclass(frozen=True, slots=True)
class Fit:
    """An answer that a line gives: the position of the option, and how many words say which question it answers."""

    option: int
    labels: int


class Slot:
    """A question as a line of a mail may answer it, with what it is about and words that name the question."""

    def __init__(self, match: Match, request: Request, about: Row | None, story: Story) -> None:
        self.request, self.about, self.story = request, about, story
        self.calling, self.put = Calling(match, request, listed=False), put(request, about, story)
        self.own = {plain(text) for text in names_of(match, (match.program.seats, request.seat))}
        words = [{word for name in names for word in name.split()} for names in self.calling.names]
        common = set.intersection(*words) if len(words) > 1 else set()  # ‘card’, where every answer is one, tells none from another
        self.options = {word for own in words for word in own} - common
        called = {plain(text) for text in names_of(match, about)} if about is not None else set[str]()
        self.phrases = sorted((name.split() for name in called if name), key=len, reverse=True)
        titles = [request.title, request.asks, match.machine.decision_titles.get(request.decision, request.title)]
        titles += [field.title for field in match.program.fields if field.name == request.decision]
        said = [request.decision, *(text for title in titles for text in title.every)]
        spoken = {word for text in said for word in tokens(text)} - {word for phrase in self.phrases for word in phrase}
        self.labels = {word for word in spoken - self.options if word.isalpha() and word not in FILLERS}
        several = {word for word in self.options if sum(word in own for own in words) > 1}  # where some answers have this word
        self.spoken = spoken | several | set(FILLERS)
        self.skipped = {word for word in (*FILLERS, *typed("polite"), *typed("heading"), *common) if word not in self.options}

    @property
    def key(self) -> tuple[str, str]:
        """By what the answer is kept: the decision, and the name of the row that it is about."""
        return self.request.decision, row_key(self.calling.match, self.about)

    def bare(self, text: str) -> tuple[list[str], int]:
        """The words of a text without those that only say which question is answered, and how many those were: twice as many for the
        name of what it is about."""
        if (behind := self.behind(text)) is not None:
            return [word for word in tokens(behind) if word not in self.skipped], len(tokens(self.put))
        head, colon, tail = text.partition(":")
        if plain(head.strip(" *_")) in self.own and tail.strip():  # “Red: which card? Ace”, as reports put it
            return self.bare(tail)
        called = tokens(head) if colon and tail.strip() else []
        if called and all(word in self.spoken or self.is_label(word) for word in called):  # “Role: …”, though an answer has this word too
            return [word for word in tokens(tail) if word not in self.skipped], len(called)
        words, hits = tokens(text), 0
        for phrase in self.phrases:
            at = next((n for n in range(len(words) - len(phrase) + 1) if words[n : n + len(phrase)] == phrase), None)
            if at is not None and len(words) > len(phrase):
                words, hits = words[:at] + words[at + len(phrase) :], 2
                break
        rest = [word for word in words if not self.is_label(word)]
        return [word for word in rest if word not in self.skipped], hits + len(words) - len(rest)

    def behind(self, text: str) -> str | None:
        """What stands behind the question, where a text begins with it as a form puts it; None where it does not."""
        put, said = " ".join(self.put.split()), " ".join(text.split())
        return said[len(put) :] if said.casefold().startswith(put.casefold()) else None

    def is_label(self, word: str) -> bool:
        return word in self.labels or (word not in self.options and any(same(word, label) for label in self.labels))

    def read(self, text: str) -> Fit | None:
        """The answer that a text gives, if it gives one and says nothing besides."""
        rest, hits = self.bare(text)
        found = [one for one in self.calling.found(rest) if one.used == len(rest)] if rest else []
        found = [one for one in found if one.how == found[0].how and one.how <= BEGINS]
        return Fit(found[0].option, hits) if len({one.option for one in found}) == 1 else None

    def loose(self, text: str, others: set[str]) -> Fit | None:
        """The one answer that a text names among words that say nothing: no number, no denial, and nothing that answers another question
        (``others``)."""
        rest, hits = self.bare(text)
        named = self.span(rest)
        if named is None:
            return None
        option, at, used = named
        left = rest[:at] + rest[at + used :]
        return Fit(option, hits) if idle(left, others | self.options) else None

    def span(self, words: list[str]) -> tuple[int, int, int] | None:
        """Where words name an answer in full: its position, the first of the words, and how many they are; the longest, and the first of
        those.  None where they name none, or it is not sure which."""
        for used in range(min(len(words), 7), 0, -1):
            for at in range(len(words) - used + 1):
                found = {one.option for one in self.calling.named(words[at : at + used]) if one.how <= LABEL}
                if found:
                    return (found.pop(), at, used) if len(found) == 1 else None
        return None

    def is_blank(self, text: str) -> bool:
        """Does a text only say the question, as a form has it, and no answer?"""
        if (behind := self.behind(text)) is not None:
            return not tokens(behind)
        rest, hits = self.bare(text)
        return not rest and hits > 0 and any(self.is_label(word) for word in tokens(text))

    def named_in(self, text: str) -> int:
        """How many words of a text say that it answers this question."""
        return self.bare(text)[1]

    def title(self, option: int) -> str:
        return self.story.of(self.request.options[option].title, self.request.options[option].key)

    def answer(self, option: int) -> str:
        """Question and answer, for whoever reads whether he was understood."""
        return f"{self.put.rstrip()} {self.title(option)}"

    def refusal(self, text: str) -> str:
        """What is told of a text that is no answer."""
        known = [self.title(n) for n in range(len(self.request.options))]
        rest, _ = self.bare(text)
        near = of(self.story.lang).tell(did_you_mean(" ".join(rest), [plain(one) for one in known])) if rest else ""
        said = of(self.story.lang).say("post.not_an_answer", question=self.put, known=", ".join(known))
        return f"{said}. {near}" if near else said


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
    return out if len(out) > 1 and idle(left, every) else {}


def tokens(text: str) -> list[str]:
    """The words of a text as they are compared; a cell with its brackets is one."""
    return [word for one in words_of(_STOPS.sub(" ", _CELL.sub(",", text))) for word in plain(one).split()]


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


def parts_of(text: str, slots: Sequence[Slot], out: Answered) -> list[Part]:
    """The lines of a mail that are to be read; all are put into ``out``, with why the others are passed over."""
    names = {word for slot in slots for said in slot.calling.names for name in said for word in name.split() if word not in FILLERS}
    words = names | {word for slot in slots for word in (*slot.labels, *(word for phrase in slot.phrases for word in phrase))}

    def means(line: str) -> bool:
        return any(word in words for word in tokens(line))

    found: list[Part] = []
    for entry in entries(text, means):
        if entry.text.startswith("#"):
            continue
        line = Line(entry.number, entry.written)
        out.lines.append(line)
        if entry.what == ORDER and any(slot.is_blank(entry.text) for slot in slots):
            line.passed = "blank"
        elif entry.what != ORDER:
            line.passed = entry.what
        elif is_heading(entry, names):
            line.passed = "heading"
        else:
            found.append(Part(line, entry.text))
    return found


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
    for n, slot in enumerate(slots):
        able = [(-fits[id(part), n].labels, at) for at, part in enumerate(parts) if not part.used and (id(part), n) in fits]
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
    finish(out, lang)
    if out.accepted:
        out.without = [slot.put for slot in missing]
    return out, picked


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
    nearest = max(slots, key=lambda slot: slot.named_in(part.text), default=None)
    if nearest is not None and nearest.named_in(part.text) and nearest.read(part.text) is not None:
        return of(lang).say("post.answered_twice", question=nearest.put)
    if nearest is not None and nearest.named_in(part.text):
        return nearest.refusal(part.text)
    return missing[0].refusal(part.text) if missing else of(lang).say("post.nothing_more")


def finish(out: Answered, lang: str) -> None:
    if out.accepted and not any(line.orders for line in out.lines):
        out.faults.append(of(lang).say("deliver.empty"))


def answered(match: Match, seat: int, text: str, lang: str) -> Answered:
    """Reads a mail as answers to the question that is open for a side, and to those that it is asked in one go with it; the match stays as
    it is."""
    trial, story, out = match.clone(trace=True), Story(match, lang), Answered([])
    before, slot, rows = len(trial.checkpoints), asked_of(trial, seat, story), rows_asked(match, seat)
    acts = slot is not None and slot.request.acts
    parts = parts_of(text, [slot] if slot is not None else [], out)
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
            left[at].line.orders.append(slot.title(fit.option))
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
        first = slot.refusal(part.text) if slot is not None else of(lang).say("post.nothing_more")
        part.line.faults.append(of(lang).say("post.not_read") if number and slot is not None else first)
    finish(out, lang)
    if out.accepted and slot is not None and not slot.request.acts:
        out.without = [slot.put]
    return out


def sign(parts: Sequence[Part], match: Match, seat: int) -> None:
    """Passes over a last line that answers nothing and is nothing but the name of whoever writes."""
    last = next((part for part in reversed(parts) if not part.used), None)
    own = {plain(name) for name in names_of(match, (match.program.seats, seat))}
    if last is not None and last is parts[-1] and not last.line.orders and " ".join(tokens(last.text)) in own:
        last.used, last.line.passed = True, "signature"


def fitting(slot: Slot, parts: Sequence[Part]) -> list[tuple[int, int, Fit]]:
    """The lines that answer a question: how well they say that they do, which they are, and what they answer."""
    found = ((n, slot.read(part.text) or slot.loose(part.text, set())) for n, part in enumerate(parts))
    return [(-fit.labels, n, fit) for n, fit in found if fit is not None]


def pieces_of(part: Part) -> list[Part]:
    """The parts of a line with several answers; none if it has but one."""
    pieces = [piece.strip() for piece in _PARTS.split(part.text) if piece.strip()]
    return [Part(part.line, piece) for piece in pieces] if len(pieces) > 1 else []


def acted(trial: Match, slot: Slot, part: Part, story: Story, out: Answered) -> bool:
    """A line as something that a side does, or does not do, at a question for what it does."""
    request, behind = slot.request, slot.behind(part.text)
    words = [word for word in words_of(part.text if behind is None else behind) if word.strip(":;.!?")]
    if words and all(plain(word).strip(".!") in typed("nothing") for word in words):
        part.used = True
        part.line.orders.append(story.say("deliver.nothing"))
        return True
    found = meaning(trial, request, words)
    if found.best.used < len(words) or not found.best.answers or found.unsure:
        part.line.faults.append(slot.refusal(part.text))
        return False
    part.used = True
    for answer in found.best.answers:
        asked = next(iter(trial.pending(request.seat)), None)
        at = asked.find(answer.key) if asked is not None and asked.decision == answer.decision else None
        if asked is None or at is None:
            continue
        part.line.orders.append(story.of(asked.options[at].title, answer.key))
        trial.answer(asked.id, answer.key, request.seat)
        out.keys.append(answer.key)
    return True
