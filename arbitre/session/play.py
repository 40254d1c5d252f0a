"""A match in the terminal: people answer, bots answer, and the story is told."""

from __future__ import annotations

from typing import Any

from arbitre.dsl.budget import afresh
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import view
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.trace import at_hand, untold
from arbitre.interpreter.state.visibility import may_see
from arbitre.opening.sides import HUMAN, USUAL
from arbitre.session.commands import Quit
from arbitre.session.dialogue.menus import menu_of
from arbitre.session.dialogue.prompt import Asker
from arbitre.session.dialogue.questions import Question
from arbitre.session.quick import sensible
from arbitre.session.sitting import Sitting
from arbitre.story.boards.pieces import notes_of
from arbitre.story.watch import rescued


class Table(Sitting):
    """A sitting that is played to its end, or until somebody leaves."""

    def __init__(self, *args: Any, **parts: Any) -> None:
        super().__init__(*args, **parts)
        self.asker = Asker(self)

    def run(self) -> None:
        self.write()
        try:
            if self.match.run.log:
                self.teller.told = dict.fromkeys([*self.sides, self.viewer], self.recent())
            if self.match.requests and not self.people:  # who watches sees how things stand before each turn, the first one too
                self.show(board=True, whole=False)
            while self.match.requests:
                self.one()
        except (Quit, EOFError):
            self.leave()
            return
        except KeyboardInterrupt:  # perhaps in the middle of a rule
            self.rescue()
            self.leave()
            return
        except RulebookError:
            if self.file is not None and self.rescue():
                self.keep()
            raise
        self.asker.leave()
        self.show(board=True)
        for line in () if self.boardless else self.standing.counted(self.match, self.viewer):  # without a board they stand there already
            self.say(line)
        self.say(f"\n{self.story.ending()}", "bold")
        self.keep()
        if self.record is not None:
            self.say(self.word("left_for", file=self.record.write(self.match)))

    def recent(self) -> int:
        """In a match that is resumed, the story begins with the turn that is being played."""
        log = self.match.run.log or []
        main = self.match.program.procedures[self.match.program.main].name
        begun = (r.index for r in reversed(log) if r.kind == "agenda" and r.name == main)
        return next(begun, 0) if self.match.tape.answers else 0

    def leave(self) -> None:
        self.say(f"\n{self.word('left')}")
        self.keep()
        if self.file is None:
            self.say(self.word("lost"))

    def rescue(self) -> bool:
        """Back to before the rule that was not carried out to its end; False, and nothing will be written, if that cannot be."""
        match = rescued(self.match)
        if match is None:
            self.file = None
            return False
        self.match = match
        return True

    def one(self) -> None:
        """One answer: of a bot, or of whoever looks at the screen."""
        afresh()
        requests = self.match.requests
        request = next((r for r in requests if self.sides.get(r.seat, USUAL) != HUMAN), None)
        if request is not None:
            kind = self.sides.get(request.seat, USUAL)
            self.match.answer(request.id, choose(self.match, request, kind, self.rng, self.think))
            self.begins = self.asker.overtaken = True
            if not self.people:
                turned = self.match.turn != self.turn
                self.show(board=turned, whole=turned)
            return
        # Whoever looks at the screen answers everything asked of him before the next one is called.
        request = next((r for r in requests if r.seat == self.viewer), requests[0])
        if request.seat != self.viewer:
            self.hand_over(request.seat)
        self.show(board=False)
        if self.asker.goes_on(request) or self.skipped(request):
            return
        question = Question(self.match, request, self.story)
        self.show(True, request, notes_of(self.match, request, question.hints))
        self.asker.ask(question)

    def skipped(self, request: Request) -> bool:
        """Answers what has one sensible answer, for a side that asked for it."""
        if request.seat not in self.quick:
            return False
        menu = menu_of(self.match, request)
        if menu is not None and menu.only is None:  # who acts is for the person to say
            return False
        answer = sensible(self.match, request)
        return answer is not None and self.asker.give(request, answer)

    def hand_over(self, seat: int) -> None:
        """The next person's turn at the screen: where something there is not for him it is cleared first, what can be scrolled back
        too."""
        self.asker.leave()
        if not self.sealed and not differing(self.match, self.viewer, seat):
            self.teller.told[seat] = self.teller.told.get(self.viewer, 0)
            self.viewer = seat
            return
        self.clear()
        self.read(self.word("enter", who=self.story.seat(seat)) + " ")
        self.clear()
        self.viewer, self.sealed = seat, False
        self.screen.forget()
        self.standing.forget()

    def clear(self) -> None:
        if self.console.is_terminal:
            self.console.file.write("\x1b[2J\x1b[3J\x1b[H")
            self.console.file.flush()
        else:
            self.say("\n" * 3)


def differing(match: Match, one: int | str, two: int) -> bool:
    """Does one of the two see, or was one told, what the other may not?"""
    seen, other = view(match, one), view(match, two)
    if seen["kinds"] != other["kinds"] or seen["known"] != other["known"]:
        return True
    log = match.run.log or []
    audiences = {*untold(log), *(record.audience for record in at_hand(log))}
    return any(may_see(audience, one) != may_see(audience, two) for audience in audiences)
