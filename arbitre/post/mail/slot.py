"""A question that is open for a side, as a line of a mail may answer it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.requests import Request
from arbitre.post.mail.called import Row, names_of, row_key
from arbitre.post.mail.mail import SLIPS, idle, misspelt, nearest
from arbitre.post.mail.question_words import borne_by, question_words, said_in, words_of_texts
from arbitre.post.mail.questions import behind, put
from arbitre.session.dialogue.labels import BEGINS, EXACT, FILLERS, LABEL, Calling, plain, same, typed, words_of
from arbitre.session.dialogue.parameters import is_piece
from arbitre.story.story import Story
from arbitre.words.phrases import LANGUAGES, of

_CELL = re.compile(r"(?<=\d)\s*;\s*(?=-?\d)")
_STOPS = re.compile(r"[:=?!«»\"“”]|\.(?!\d)")
_HEADS = re.compile(r"\s*(?:[:=]|[-–—=]+>|→|\s[-–—](?=\s))")  # between what says which question is answered and the answer
STEM = 5  # letters that a noun has in common with the verb it is made of


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
        self.common = common
        self.skipped = {word for word in (*FILLERS, *typed("polite"), *typed("heading"), *common) if word not in self.options}

    @property
    def key(self) -> tuple[str, str]:
        """By what the answer is kept: the decision, and the name of the row that it is about."""
        return self.request.decision, row_key(self.calling.match, self.about)

    def bare(self, text: str) -> tuple[list[str], int]:
        """The words of a text without those that only say which question is answered, and how many those were: twice as many for the
        name of what it is about."""
        if (answer := self.behind(text)) is not None:
            return [word for word in tokens(answer) if word not in self.skipped], len(tokens(self.put))
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
        return behind(text, self.every_put)

    @cached_property
    def every_put(self) -> list[str]:
        """The question as a form puts it, in every language."""
        match = self.calling.match
        return list(dict.fromkeys(put(self.request, self.about, Story(match, lang)) for lang in (self.story.lang, *LANGUAGES)))

    def is_label(self, word: str) -> bool:
        return word in self.labels or (word not in self.options and any(same(word, label) for label in self.labels))

    # ------------------------------------------------------------------------------------ words of other questions

    @cached_property
    def mine(self) -> frozenset[str]:
        """The words that an answer to this question may be written with: its own, those of its answers, of who answers and what he is."""
        match, request = self.calling.match, self.request
        kinds = {option.domain for option in request.options if option.domain != NONE} | {match.program.seats}
        titles = [text for kind in sorted(kinds) for text in (match.program.domains[kind].name, match.program.domains[kind].title)]
        names = {word for name in (*self.own, *(" ".join(phrase) for phrase in self.phrases)) for word in name.split()}
        said = {*self.spoken, *self.options, *self.common, *names, *self.asked, *words_of_texts(titles), *borne_by(match, request.seat)}
        return frozenset(said)

    @cached_property
    def asked(self) -> frozenset[str]:
        """The words of the question itself, prepositions among them."""
        known = question_words(self.calling.match.machine).of(self.request.place, self.request.decision)
        return known | frozenset(tokens(self.put)) | frozenset(words_of_texts((self.request.asks, self.request.title)))

    @cached_property
    def others(self) -> frozenset[str]:
        """The words that only other questions of the rules are called by."""
        every = question_words(self.calling.match.machine).every
        return every - self.mine - {*FILLERS, *typed("polite"), *typed("neutral"), *typed("turn")}

    def foreign(self, text: str) -> list[str]:
        """The words of a text, as they are written, that belong to another question, or that head it and are none of this one's."""
        answer = self.behind(text)
        written = written_in(text if answer is None else answer)
        if answer is None and (other := self.other_put(text)):
            return [word for word, _ in written[: len(other)]]
        out = self.of_others(text if answer is None else answer)
        return out or (list(dict.fromkeys(self.strange_head(text))) if answer is None else [])

    def of_others(self, text: str) -> list[str]:
        """The words of a text, as they are written, that belong to another question of the rules."""
        written = written_in(text)
        out = (word for n, (word, said) in enumerate(written) if self.is_foreign(said) or self.turns_away(written, n))
        return list(dict.fromkeys(out))

    def other_put(self, text: str) -> tuple[str, ...]:
        """Another question as it is put, where a text begins with it; nothing where it begins with this one, or none."""
        found = question_words(self.calling.match.machine).other_put(tuple(said_in(text)))
        own = {tuple(said_in(said)) for said in (*self.request.asks.every, *self.every_put)}
        return () if found in own else found

    def is_foreign(self, word: str) -> bool:
        """Is it a word of other questions, or a slip for one?"""
        if not word.isalpha() or self.is_mine(word):
            return False
        return any(same(word, other) for other in self.others) or nearest(word, self.others | self.mine) in self.others

    def is_mine(self, word: str) -> bool:
        return word in self.mine or any(same(word, own) for own in self.mine)

    def turns_away(self, written: list[tuple[str, str]], n: int) -> bool:
        """Is it a preposition before an answer that another question is asked with, and not this one: ‘for’ where ‘against’ is asked?"""
        word, following = written[n][1], written[n + 1][1] if n + 1 < len(written) else ""
        every = question_words(self.calling.match.machine).every
        return word in typed("prepositions") and word in every and word not in self.asked and following in self.options

    def strange_head(self, text: str) -> list[str]:
        """The words before a colon that say which question a line answers, where that is not this one."""
        found = _HEADS.search(text)
        written = written_in(re.split(r"[,.!?]", text[: found.start()])[-1]) if found is not None and text[found.end() :].strip() else []
        known = {*self.skipped, *FILLERS, *typed("neutral"), *typed("reply"), *typed("polite"), *typed("heading"), *typed("turn")}
        if any(word in self.options or not word.isalpha() for _, word in written):
            return []
        return [one for one, word in written if word not in known and not self.is_mine(word) and not self.derived(word)]

    def derived(self, word: str) -> bool:
        """Is it made of the same stem as a word of this question, or a slip for one: ‘observation’ where ‘observez’ is asked?"""
        return any(len(word) > STEM < len(own) and word[:STEM] == own[:STEM] for own in self.mine) or misspelt(word, set(self.mine))

    # ------------------------------------------------------------------------------------ answers

    def read(self, text: str) -> Fit | None:
        """The answer that a text gives, if it gives one and says nothing besides."""
        return None if self.foreign(text) else self.exactly(text)

    def exactly(self, text: str) -> Fit | None:
        """The same whichever question its words belong to."""
        rest, hits = self.bare(text)
        found = [one for one in self.calling.found(rest) if one.used == len(rest)] if rest else []
        found = [one for one in found if one.how == found[0].how and one.how <= BEGINS]
        return Fit(found[0].option, hits) if len({one.option for one in found}) == 1 else None

    def loose(self, text: str, others: set[str]) -> Fit | None:
        """The one answer that a text names among words that say nothing: no number, no denial, and nothing that answers another question
        (``others``)."""
        return None if self.foreign(text) else self.among(text, others)

    def among(self, text: str, others: set[str]) -> Fit | None:
        """The same whichever question its words belong to."""
        rest, hits = self.bare(text)
        named = self.span(rest)
        if named is None:
            return None
        option, at, used = named
        left = rest[:at] + rest[at + used :]
        if self.request.options[option].key == "none":  # “je n’accuse personne”
            left = [word for word in left if word not in typed("not") and word not in typed("no")]
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

    def names_answer(self, text: str) -> bool:
        """Is one of the answers named anywhere in a text that is not about another question?"""
        return not self.foreign(text) and any(word in self.options for word in tokens(text))

    def is_blank(self, text: str) -> bool:
        """Does a text only say the question, as a form has it, and no answer?"""
        if (answer := self.behind(text)) is not None:
            return not tokens(answer)
        rest, hits = self.bare(text)
        return not rest and hits > 0 and any(self.is_label(word) for word in tokens(text))

    def named_in(self, text: str) -> int:
        """How many words of a text say that it answers this question."""
        return self.bare(text)[1]

    def almost_named_in(self, text: str) -> int:
        """How many words of a text are most likely slips for words of the question."""
        return sum(bool(get_close_matches(word, self.labels, n=1, cutoff=0.8)) for word in self.foreign(text) if len(word) >= SLIPS)

    def unsaid_in(self, text: str) -> int:
        """How many words of the question, as it is put, a text leaves unsaid."""
        words = tokens(text)
        return sum(not any(same(word, said) for said in words) for word in dict.fromkeys(tokens(self.put)) if word in self.labels)

    def title(self, option: int) -> str:
        one = self.request.options[option]
        said = self.story.of(one.title, one.key)
        return self.nobody(said) if one.key == "none" else said

    def nobody(self, said: str) -> str:
        """Of ‘nobody, nothing’ what is meant here."""
        match = self.calling.match
        somebody = any(option.domain != NONE and is_piece(match, option.domain) for option in self.request.options)
        first, _, last = said.partition(", ")
        return first if somebody or not last else last

    def offers_asker(self) -> bool:
        """Is whoever is asked one of the answers?"""
        seats = self.calling.match.program.seats
        return any((option.domain, option.value) == (seats, self.request.seat) for option in self.request.options)

    def several(self, text: str) -> list[str]:
        """The answers that a text names, where these are more than one."""
        said = [word for word in tokens(text) if word in self.options and word not in (*typed("no"), *typed("not"))]
        found = {one.option for word in said for one in self.calling.named([word]) if one.how <= EXACT}
        return [self.title(n) for n in sorted(found)] if len(found) > 1 else []

    def answer(self, option: int) -> str:
        """Question and answer, for whoever reads whether he was understood."""
        return f"{self.put.rstrip()} {self.title(option)}"

    def refusal(self, text: str) -> str:
        """What is told of a text that is no answer: which words are those of something else, else which answers there are."""
        words, strange = of(self.story.lang), self.foreign(text)
        if strange:
            together = re.search(r"[\W_]+".join(map(re.escape, strange)), text)
            said = together[0] if together is not None else ", ".join(strange)
            fit = None if self.request.acts else self.exactly(text) or self.among(text, set())
            if fit is None:
                return words.say("post.other_question", words=said, question=self.put, known=self.known())
            return words.say("post.other_words", words=said, question=self.put, read=self.title(fit.option), line=self.answer(fit.option))
        if several := self.several(text):
            return words.say("post.one_answer", question=self.put, said=", ".join(several))
        rest, _ = self.bare(text)
        titles = [plain(self.title(n)) for n in range(len(self.request.options))]
        near = words.tell(did_you_mean(" ".join(rest), titles)) if rest else ""
        said = words.say("post.not_an_answer", question=self.put, known=self.known())
        return f"{said}. {near}" if near else said

    def unanswered(self) -> str:
        """What is told of a mail that holds no answer at all."""
        return of(self.story.lang).say("post.no_answer", question=self.put, known=self.known())

    def known(self, beside: Mapping[int, str] | None = None) -> str:
        """The answers there are, each with what is said ``beside`` it; that one does nothing more is the last of them."""
        done = {n for n, option in enumerate(self.request.options) if self.request.acts and option.key == "done"}
        titles = [self.title(n) + (beside or {}).get(n, "") for n in range(len(self.request.options)) if n not in done]
        return ", ".join(dict.fromkeys([*titles, *([of(self.story.lang).say("deliver.nothing")] if done else [])]))


def written_in(text: str) -> list[tuple[str, str]]:
    """The words of a text as they are written, each with how it is compared."""
    return [(one, word) for one in re.findall(r"[^\W_]+", text) for word in plain(one).split()]


def tokens(text: str) -> list[str]:
    """The words of a text as they are compared; a cell with its brackets is one."""
    return [word for one in words_of(_STOPS.sub(" ", _CELL.sub(",", text))) for word in plain(one).split()]
