"""One line read as answers to the questions that follow each other.

What a line means is tried on a copy that holds only what its side may know and throws dice of its own, so that no secret and no coming
die can make one reading fit better than another.  What goes without saying is left out by whoever writes (``7 9,6`` names a piece and a
cell, and no action): it is put in where the words that follow then fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from time import monotonic

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.determinisation import sample_world
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.session.dialogue.foreseen import Foreseen
from arbitre.session.dialogue.labels import FILLERS, Calling, Found, alike, plain
from arbitre.session.dialogue.menus import calling

WORLDS = 3  # worlds a line is tried in as long as it does not fit to its end
TRIES, SECONDS = 160, 3.0  # answers tried for one line, and for how long
IMPLIED, THROUGH = 10, 100  # what an action costs that is not named, and being through with a piece that goes without saying
DONE = "done"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of a reading.  ``used``: words of the line up to here; ``how`` well they name it; ``implied``: no word names it;
    ``against``: the words that follow name another of its kind; ``unsaid``: what a named action is done to, and none of the words
    that follow it names."""

    decision: str
    key: str
    used: int
    how: int = 0
    implied: bool = False
    alone: bool = False  # there was no other option: it may be that nobody is asked
    against: bool = False
    unsaid: bool = False
    world: Match | None = field(default=None, compare=False, repr=False)  # where it was asked, to say what comes of it
    request: Request | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the first ``used`` words of a line come to."""

    answers: tuple[Answer, ...] = ()
    used: int = 0
    cost: int = 0

    def plus(self, answer: Answer, cost: int) -> Reading:
        return Reading((*self.answers, answer), answer.used, self.cost + cost)


@dataclass(slots=True)
class Meant:
    """What a line means: its best reading, and others that fit as well where the words leave it open (``unsure``)."""

    best: Reading
    unsure: list[Answer] = field(default_factory=list)


def meaning(match: Match, request: Request, words: Sequence[str]) -> Meant:
    """The reading of a line that takes in most of its words, from the question that is open on."""
    simple = alone_enough(match, request, words)
    if simple is not None:
        return Meant(simple)
    best = Meant(Reading())
    for number in range(WORLDS):
        found = Search(match, request, list(words), number).meaning()
        if found.best.used > best.best.used:
            best = found
        if best.best.used == len(words) or (number and not best.best.used):
            break
    return best


def alone_enough(match: Match, request: Request, words: Sequence[str]) -> Reading | None:
    """A line that is nothing but the answer to this question needs no copy to be understood."""
    found = [one for one in calling(match, request).found(words) if one.used == len(words)]
    if len([one for one in found if one.how == found[0].how]) != 1:
        return None
    option = request.options[found[0].option]
    return Reading((Answer(request.decision, option.key, len(words), found[0].how),), len(words))


def leads_on(match: Match, request: Request, answers: Sequence[Answer], rest: Sequence[str]) -> bool:
    """May what is left of a line answer what the same seat is asked after some answers?  Nobody else is to answer in between."""
    for number in range(WORLDS):
        world = rehearsed(match, request, f"rest {number}")
        if world is None:
            return True
        try:
            asked = asked_after(world, request.seat, answers)
        except (RulebookError, AnswerError):
            continue
        found = meaning(world, asked, rest).best if asked is not None else Reading()
        if asked is not None and found.used and (found.used == len(rest) or leads_on(world, asked, found.answers, rest[found.used :])):
            return True
    return False


def rehearsed(match: Match, request: Request, lot: str) -> Match | None:
    """A copy to try answers on, in which everything is asked; None if none can be made.  ``lot``: tells apart the lots it is drawn by."""
    world = sample_world(match, request, Lots(f"{request.id} {lot}"))
    if world is not None:
        world.answers.rehearse()
        world.check_always = False
    return world


def asked_after(world: Match, seat: int, answers: Sequence[Answer]) -> Request | None:
    """What a seat is asked once it has given some answers; None if they do not fit, or if nothing is asked of it."""
    for answer in answers:
        request = next((r for r in world.requests if r.seat == seat), None)
        position = request.find(answer.key) if request is not None and request.decision == answer.decision else None
        if request is not None and position is not None:
            world.answer(request.id, position, seat)
        elif not answer.alone:
            return None
    return next((r for r in world.requests if r.seat == seat), None)


class Search:
    """Readings of one line in one sampled world."""

    def __init__(self, match: Match, request: Request, words: list[str], number: int) -> None:
        self.words, self.seat = words, request.seat
        self.found: list[Reading] = []
        self.tries, self.until = 0, monotonic() + SECONDS
        self.world = sample_world(match, request, Lots(f"{request.id} {number}"))
        if self.world is not None:
            self.world.answers.rehearse()
            self.world.check_always = False

    def meaning(self) -> Meant:
        if self.world is not None:
            self.go(self.world, Reading(), 2)
        if not self.found:
            return Meant(Reading())
        most = max(one.used for one in self.found)
        best, *others = sorted((one for one in self.found if one.used == most), key=lambda one: one.cost)
        return Meant(best, self.unsure(best, others))

    def unsure(self, best: Reading, others: list[Reading]) -> list[Answer]:
        """Where the line ends before it says which of several things is meant: those things, one answer each."""
        out: list[Answer] = []
        for other in others:
            pairs = zip(best.answers, other.answers, strict=False)
            place = next((n for n, (a, b) in enumerate(pairs) if a.key != b.key), None)
            if place is None:
                continue
            mine, its = best.answers[place], other.answers[place]
            if mine.implied != its.implied or mine.how != its.how or DONE in (mine.key, its.key) or mine.decision != its.decision:
                continue
            named = mine if not mine.implied else next((a for a in best.answers[place + 1 :] if not a.implied), mine)
            if named.used == best.used:
                out += [a for a in (mine, its) if a.key not in [known.key for known in out]]
        return out

    # ------------------------------------------------------------------------------------ going on

    def go(self, world: Match, so_far: Reading, slack: int) -> None:
        """Every way to go on from here; ``slack``: answers that may still be put in before a word must name one."""
        if so_far.answers and not so_far.answers[-1].implied:
            self.found.append(so_far)
        left = self.words[so_far.used :]
        request = next((r for r in world.requests if r.seat == self.seat), None)
        if request is None or len(so_far.answers) > 60:
            return
        if not left:
            self.carried_through(world, request, so_far)
            return
        direct = (Calling(world, request, False) if so_far.answers else calling(world, request)).found(left)
        for one in direct[:8]:
            self.named(world, request, so_far, one)
        if any(reading.used == len(self.words) and not any(a.implied for a in reading.answers[len(so_far.answers) :])
               for reading in self.found if reading.answers[: len(so_far.answers)] == so_far.answers):  # fmt: skip
            return  # the words say everything themselves
        self.implied(world, request, so_far, slack)

    def named(self, world: Match, request: Request, so_far: Reading, one: Found) -> None:
        option = request.options[one.option]
        for before in trailing(so_far.answers):
            other = before.request is not None and before.request.about[:1] != request.about[:1]
            if other and (before.against or (before.unsaid and request.about)):
                return  # the word was meant for the action before, where it is no answer
        answer = Answer(request.decision, option.key, so_far.used + one.used, one.how, alone=len(request.options) == 1,
                        world=world, request=request)  # fmt: skip
        after = self.after(world, request, one.option)
        further = so_far.plus(answer, 3 * one.how)
        if after is None:
            self.found.append(further)
        else:
            self.go(after, further, 2)

    def implied(self, world: Match, request: Request, so_far: Reading, slack: int) -> None:
        """Answers that no word names: the only one there is, an action, being through with the piece that acts."""
        left = self.words[so_far.used :]
        while left and plain(left[0]) in FILLERS:
            left = left[1:]
        against = bool(left and request.about and len(request.options) == 1 and Calling(world, request, False).elsewhere(left))
        unsaid = bool(left) and object_unsaid(request, so_far)
        named = request.acts and self.names_action(world, request, left)
        for position, option in enumerate(request.options):
            alone = len(request.options) == 1
            through = option.key == DONE and len(request.options) > 1
            if not alone and (not request.acts or not slack or option.shunned or (through and (request.secret or slack < 2))):
                continue
            if named and not alone and not through:
                continue  # the line says itself what is done here
            answer = Answer(request.decision, option.key, so_far.used, implied=True, alone=alone, against=against, unsaid=unsaid,
                            world=world, request=request)  # fmt: skip
            cost = 0 if alone else THROUGH if through else IMPLIED + position
            after = self.after(world, request, position)
            if after is not None:
                # the order in which the rulebook lists its actions decides between those that fit alike
                self.go(after, so_far.plus(answer, cost), slack if alone else slack - 1 if through else 0)

    def names_action(self, world: Match, request: Request, left: list[str]) -> bool:
        """Do the next words name one of the actions that are offered, in any form of its name?"""
        names = Calling(world, request, False).names
        said = [plain(" ".join(left[:used])) for used in range(1, min(len(left), 7) + 1)]
        return any(alike(name, words) for several in names for name in several for words in said)

    def carried_through(self, world: Match, request: Request, so_far: Reading) -> None:
        """Whoever names what an action is done to wants it done: where nothing else can be done then, it is meant, and to that one."""
        actions = [position for position, option in enumerate(request.options) if option.key != DONE and not option.shunned]
        if not request.acts or len(actions) != 1 or len(so_far.answers) < 2 or so_far.answers[-1].decision == request.decision:
            return
        named, reading, now = so_far.answers[-1].key, so_far, request
        position: int = actions[0]
        for _ in range(4):
            alone = len(now.options) == 1
            reading = reading.plus(Answer(now.decision, now.options[position].key, so_far.used, implied=True, alone=alone,
                                          world=world, request=now), 0)  # fmt: skip
            if now.options[position].key == named:
                self.found.append(Reading(reading.answers, so_far.used, so_far.cost - 1))
                return
            after = self.after(world, now, position)
            asked = next((r for r in after.requests if r.seat == self.seat), None) if after is not None else None
            aim = asked.find(named) if asked is not None else None
            if after is None or asked is None or (aim is None and len(asked.options) != 1):
                return
            world, now, position = after, asked, aim or 0

    def after(self, world: Match, request: Request, position: int) -> Match | None:
        """The world once this is answered; None where nothing more can be said of it."""
        if self.tries >= TRIES or monotonic() > self.until:
            return None
        self.tries += 1
        trial = world.clone()
        trial.check_always = False
        try:
            trial.answer(request.id, request.options[position].key)
        except (RulebookError, AnswerError):
            return None
        return trial


def object_unsaid(request: Request, so_far: Reading) -> bool:
    """Is this what an action is done to, the only one there is, while no word behind the name of the action has named anything of it?"""
    if len(request.about) < 2 or len(request.options) != 1:
        return False
    of_it = list(takewhile(lambda a: a.request is not None and a.request.about[:1] == request.about[:1], reversed(so_far.answers)))
    action = so_far.answers[len(so_far.answers) - len(of_it) - 1] if len(of_it) < len(so_far.answers) else None
    return all(answer.implied for answer in of_it) and (action is None or not action.implied)


def trailing(answers: Sequence[Answer]) -> list[Answer]:
    """The last answers, those that no word names."""
    return list(takewhile(lambda answer: answer.implied, reversed(answers)))


def said_of(answer: Answer, lang: str) -> str:
    """What comes of an answer (its chance, the throws it calls for), computed where it was asked; empty if nothing."""
    if answer.world is None or answer.request is None:
        return ""
    position = answer.request.find(answer.key)
    return Foreseen(answer.world, answer.request, lang).of(position) if position is not None else ""
