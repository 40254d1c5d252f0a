"""Asking: a question is put, a line is read, and what it means is answered, to its end or as far as it fits."""

from __future__ import annotations

import re

from arbitre.dsl.diagnostics.said import tell
from arbitre.interpreter.state.errors import AnswerError
from arbitre.interpreter.state.requests import Request
from arbitre.session.commands import Commands, command_named
from arbitre.session.dialogue.labels import EXACT, FILLERS, LABEL, plain, typed, words_of
from arbitre.session.dialogue.menus import calling
from arbitre.session.dialogue.questions import Question
from arbitre.session.dialogue.reader import DONE, Answer, Meant, Reading, leads_on, meaning, said_of
from arbitre.session.dialogue.samples import path
from arbitre.session.sitting import Sitting
from arbitre.session.undo import Line, answers_so_far, back_to, half_of, line_of, still_there
from arbitre.story.boards.marks import palette
from arbitre.words.numbers import whole
from arbitre.words.phrases import of

CHANCE = re.compile(r"(?<![\d,.])(\d+)\s*%")


FEW = 12  # answers that are listed again where Enter alone is none of them


class Asker:
    """Puts the questions of one table to whoever sits there, and understands what he types."""

    def __init__(self, table: Sitting) -> None:
        self.table = table
        self.parts: list[list[str]] = []  # what is left of the line: its orders, each in words
        self.plan: list[Answer] = []  # the answers that the words of the first of them come to
        self.told = 0  # words of it that the plan has used
        self.begun = False  # has the first of them been answered in part?
        self.overtaken = False  # has somebody else answered since the line was typed?
        self.turn = -1  # in which it was typed
        self.typed = ""  # the line as it was typed
        self.answering: Line | None = None  # the same, once it has answered something
        self.faulty = ""  # the same, where something is wrong with it as orders that are handed in
        self.held: list[str] = []  # words that wait for the one that was asked back
        self.seat = -1
        self.helped = False
        self.commands = Commands(table)

    def word(self, key: str, /, **parts: object) -> str:
        return of(self.table.lang).say(f"ask.{key}", **parts)

    def title(self, request: Request, key: str) -> str:
        position = request.find(key)
        option = request.options[position] if position is not None else None
        return self.table.story.of(option.title, option.key) if option is not None else key.replace("_", " ")

    # ------------------------------------------------------------------------------------ the rest of a line

    def goes_on(self, request: Request) -> bool:
        """Answers with what is left of the line, without asking; False if nothing is left, or if it does not fit."""
        if request.seat != self.seat:
            self.drop()
        if self.overtaken and self.table.match.turn != self.turn:
            self.leave()
        while self.parts or self.plan:
            if self.planned(request):
                return True
            if not self.parts:
                break
            words = self.parts[0]
            if not words:
                self.parts.pop(0)
                continue
            if (done := self.commands.carried_out(" ".join(words), request, self.rest)) is not None:
                if done:
                    self.drop()
                    return True
                continue
            if self.accepted(request, meaning(self.table.match, request, words)):
                return True
            if self.parts:
                self.stop(request, self.parts[0])
            self.drop()
        return False

    def stop(self, request: Request, words: list[str]) -> None:
        """What is left of a line is no answer: why, as far as that can be said, and how to take the rest back."""
        said = " ".join(words)
        self.table.say(self.word("stopped", said=said))
        self.because(request, words)
        self.way_out(request)

    def choices(self, best: Reading) -> None:
        """What the action that the words name can be done to: they name something else, or nothing that is there."""
        last = best.answers[-1]
        if last.request is None or last.world is None or not last.request.acts or last.key == DONE:
            return
        asked = next((r for _, r, _ in path(last.world, last.request, last.request.find(last.key) or 0) if len(r.about) > 1), None)
        if asked is not None:
            choice = ", ".join(self.title(asked, option.key) for option in asked.options[:FEW])
            more = ", …" if len(asked.options) > FEW else ""
            self.table.say(self.word("only", action=self.title(last.request, last.key), choice=choice + more))

    def because(self, request: Request, words: list[str]) -> bool:
        """Tells why what words name is not offered; nothing, and False, where they name nothing, or something that is."""
        from arbitre.session.why.refusals import WhyNot

        found = WhyNot(self.table.match, request, self.table.lang, self.table.book())
        account = found.account(" ".join(words), every=True)
        told = list(found.told(account)) if account and not account["offered"] else []
        for line in told:
            self.table.say(line)
        return bool(told)

    def way_out(self, request: Request) -> None:
        """In the middle of an action: how to get out of it."""
        if half_of(self.table.match, request):
            self.table.say(self.word("way_out", action=self.half(request)))

    def half(self, request: Request) -> str:
        """An action with what is chosen of it so far."""
        story, seat = self.table.story, self.table.match.seat_name(request.seat)
        action, *chosen = request.about
        said = ", ".join(story.called(key) for _, key in chosen if key != seat)
        return f"{story.title(action[1])} {said}".strip()

    def said_again(self, request: Request, words: list[str]) -> int:
        """Where in a line that names the action that is half chosen a number stands behind it, which may be that of another piece; 0 if
        it is no such line."""
        told = calling(self.table.match, request).told_again(words) if half_of(self.table.match, request) else 0
        return told if told < len(words) and words[told].isdecimal() and plain(words[0]) not in FILLERS else 0

    def instead(self, request: Request, words: list[str]) -> bool:
        """Starts the order that a line names in place of the one that is half chosen; False if it names none."""
        table, match = self.table, self.table.match
        so_far = answers_so_far(match)
        for back in range(1, half_of(match, request) + 1):
            trial = match.clone()
            back_to(trial, len(so_far) - back, so_far)
            asked = next((r for r in trial.requests if r.seat == request.seat), None)
            if asked is None or not (asked.acts or asked.about):
                continue
            meant = meaning(trial, asked, words)
            if meant.best.used < len(words) or meant.unsure or any(a.implied and not a.alone for a in meant.best.answers):
                continue
            keys = [answer.key for answer in meant.best.answers if not answer.alone]
            if keys == [given.key for given in so_far[len(so_far) - back :]][: len(keys)]:
                continue  # what is chosen already
            dropped = self.half(request)
            back_to(match, len(so_far) - back)
            table.typed = still_there(match, table.typed)
            now = next(r for r in match.requests if r.seat == request.seat)
            table.say(table.word("undone", what=self.word("quoted", said=dropped)))
            return self.accepted(now, meaning(match, now, words))
        return False

    def rest(self) -> None:
        """The first order of the line is done with."""
        if self.parts:
            self.parts.pop(0)
        self.begun = False

    def drop(self) -> None:
        self.parts, self.plan, self.begun = [], [], False

    def leave(self) -> None:
        """Tells what is left of a line, and drops it: by now it may be meant no longer."""
        if self.parts:
            self.table.say(self.word("left", said="; ".join(" ".join(words) for words in self.parts)))
        self.drop()

    def planned(self, request: Request) -> bool:
        """Gives the next answer of the plan; False if it has none for this question."""
        while self.plan:
            answer = self.plan[0]
            position = request.find(answer.key) if answer.decision == request.decision else None
            if position is not None:
                self.plan.pop(0)
                self.spend(answer)
                return self.give(request, position)
            if not answer.alone:
                break
            self.plan.pop(0)  # the only option there was: nobody is asked
            self.spend(answer)
        self.plan = []
        return False

    def spend(self, answer: Answer) -> None:
        """The words that an answer used are gone."""
        used = answer.used - self.told
        if self.parts:
            del self.parts[0][:used]
            self.begun = bool(self.parts[0])
            if not self.parts[0]:
                self.parts.pop(0)
        self.told = answer.used

    def give(self, request: Request, position: int) -> bool:
        table = self.table
        line = line_of(table.match, request.seat, self.typed, request.secret)
        try:
            table.match.answer(request.id, position, request.seat)
        except AnswerError as error:
            table.say(f"{tell(error.args[0], table.lang)}.")
            self.drop()
            return False
        if self.answering is not None:
            self.answering.hidden |= line.hidden
        elif self.typed:
            self.answering = line
            table.typed.append(line)
        table.sealed = table.sealed or request.secret
        table.write()
        return True

    # ------------------------------------------------------------------------------------ asking

    def ask(self, question: Question) -> None:
        """Puts the question until there is an answer to it."""
        table, request = self.table, question.request
        self.put(question)
        self.seat = request.seat
        while True:
            said = table.read("> ", self.commands.offers(question)).strip()
            self.typed, self.answering = said or question.called_default, None
            if not said:
                if question.default is not None:
                    if self.give(request, question.default):
                        return
                else:
                    table.say(self.word("again", question=question.sentence()))
                    for line in question.lines(table.console.width) if len(request.options) <= FEW else ():
                        table.say(line)
                    self.way_out(request)
                continue
            if question.names_asker(said) and self.simply(request, words_of(said)) is None:
                table.say(self.word("own_name", question=question.sentence()))
                continue
            self.parts = parts_of(said)
            self.plan, self.begun, self.overtaken, self.turn = [], False, False, table.match.turn
            if self.ordered(request, said) or self.line(request):
                return

    def put(self, question: Question) -> None:
        table, request = self.table, question.request
        table.say(f"\n{question.sentence()}", palette(table.match.program).seat(table.match, request.seat))
        if request.secret and len(table.people) > 1:
            table.say(f"({table.word('secret')})", "dim")
        for line in question.lines(table.console.width):
            table.say(line)
        if not self.helped:
            self.helped = True
            table.say(table.word("short"), "dim")

    def line(self, request: Request) -> bool:
        """Takes the line that was typed; True if something was answered or done, so that the question is put afresh."""
        while self.parts:
            words = self.parts[0]
            said = " ".join(words)
            kept = self.held and meaning(self.table.match, request, [*words, *self.held])
            if kept and kept.best.used == len(words) + len(self.held):  # it answers what was asked back
                self.parts[0] = [*words, *self.held]
                meant = kept
            else:
                simple = self.simply(request, words)
                if simple is None and (done := self.commands.carried_out(said, request, self.rest)) is not None:
                    if done:
                        self.drop()
                        return True
                    continue
                if simple is not None:
                    self.parts.pop(0)
                    self.held = []
                    return self.give(request, simple)
                again = self.said_again(request, words)
                if again and self.instead(request, words):
                    return True
                meant = meaning(self.table.match, request, words) if not again or again == len(words) - 1 else Meant(Reading())
            if self.faulty and (meant.best.used < len(words) or meant.unsure):
                self.refuse(request)
                return False
            if self.accepted(request, meant):
                return True
            if self.parts and self.instead(request, words):
                return True
            if self.parts:
                self.commands.unknown(said, request)
                if len(words) > 1 or request.about:
                    self.because(request, words)
                self.way_out(request)
            self.drop()
        return False

    def ordered(self, request: Request, said: str) -> bool:
        """Gives the orders of a line that is written as those that are handed in; False, with its faults noted, if it is none."""
        table, words, self.faulty = self.table, said.split(), ""
        simple = any(self.simply(request, part) is not None for part in self.parts)
        if simple or len(words) < 2 or self.held or command_named(words[0]) is not None:
            return False
        from arbitre.session.written_orders import as_answers, written  # which reads rulebooks: not needed for the first screen

        line = written(table.match, request, said, table.lang)
        if line is None or line.faults or not line.orders:
            self.faulty = said if line is not None and line.faults else ""
            return False
        self.parts, self.told = [words], 0
        self.plan = as_answers(table.match, request, line, len(words))
        if self.plan:
            return self.planned(request)
        table.say(f"{'; '.join(line.orders)}.")  # it says of a piece that it does nothing
        self.drop()
        return False

    def refuse(self, request: Request) -> None:
        """Tells what is wrong with a line as orders that are handed in."""
        from arbitre.session.written_orders import written

        line = written(self.table.match, request, self.faulty, self.table.lang, self.table.book())
        for fault in line.faults if line is not None else ():
            self.table.say(self.word("not_ordered", why=fault) + ("" if fault.endswith(("?", ".")) else "."))
        self.drop()

    def simply(self, request: Request, words: list[str]) -> int | None:
        """The answer that is called exactly so."""
        found = [one for one in calling(self.table.match, request).found(words) if one.used == len(words) and one.how <= LABEL]
        best = [one for one in found if one.how == found[0].how]
        if len(best) != 1 or (best[0].how > EXACT and command_named(words[0]) is not None):
            return None
        return best[0].option

    def accepted(self, request: Request, meant: Meant) -> bool:
        """Answers as the line means; False if that is left open, or if it means nothing here."""
        self.told, held = 0, self.held
        self.held = []
        words = self.parts[0]
        best = meant.best
        if not best.used:
            return False
        whole = best.used == len(words)
        if meant.unsure:
            self.which(request, meant, words if whole else words[: best.used])
            if not whole:
                self.table.say(self.word("stopped", said=" ".join(words[best.used :])))
            self.parts = []
            return False
        rest = words[best.used :]
        if rest and self.goes_nowhere(request, best, rest):
            if len(words) > 2 or not all(word.isdecimal() for word in words):
                self.table.say(self.word("too_many", said=" ".join(rest)))
                if not self.because(request, words):
                    self.choices(best)
                self.parts = []
            return False
        guessed = any(answer.implied and not answer.alone for answer in best.answers)
        if guessed and (not whole or not self.dared(best.answers)):
            if whole:
                self.parts = []
            self.held = held if not whole else []
            return False
        self.plan = list(best.answers)
        return self.planned(request)

    def goes_nowhere(self, request: Request, best: Reading, rest: list[str]) -> bool:
        """Would words be left over that answer nothing?  Then the line says something else than was meant, and none of it is done."""
        return not leads_on(self.table.match, request, best.answers, rest)

    def which(self, request: Request, meant: Meant, words: list[str]) -> None:
        """Asks back which of several things is meant; the words are kept for the answer."""
        names = [self.title(answer.request or request, answer.key) for answer in meant.unsure]
        choice = f"{', '.join(names[:-1])} {of(self.table.lang).say('ask.or')} {names[-1]}"
        self.table.say(self.word("which", said=" ".join(words), choice=choice))
        self.held = [] if any(not answer.implied for answer in meant.unsure) else words

    def dared(self, answers: tuple[Answer, ...]) -> bool:
        """Where the line leaves out what is done, and it may fail: does he want to?"""
        for number, answer in enumerate(answers):
            action = dict(answer.request.about).get("action") if answer.request is not None else None
            if action is None or not any(a.implied and a.key == action and not a.alone for a in answers[:number]):
                continue
            said = said_of(answer, self.table.lang)
            chances = [whole(n) for n in CHANCE.findall(said)]
            if not chances or min(chances) >= 100:
                continue
            assert answer.request is not None
            story = self.table.story
            what = f"{story.title(action)} {self.title(answer.request, answer.key)}"
            reply = plain(self.table.read(self.word("dare", what=what, chance=said) + " "))
            if reply and reply not in typed("yes"):
                if reply not in typed("no"):
                    self.parts = [words_of(reply)]
                return False
        return True


def parts_of(line: str) -> list[list[str]]:
    """The orders of a line, one after the other, each in words; a command is left in one piece."""
    out = []
    for part in [line] if command_named((line.split() or [""])[0]) == "save" else line.split(";"):
        said = part.strip()
        if said:
            out.append([said] if command_named(said.split()[0]) is not None else words_of(said))
    return [words for words in out if words]
