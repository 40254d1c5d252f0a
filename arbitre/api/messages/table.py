"""One match on a screen: who plays it, what each of them is shown, and what they do."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from arbitre.api.messages import VERSION
from arbitre.api.messages.questions import foresee, question, reach
from arbitre.api.messages.scene import Seen, Stage, pieces_of
from arbitre.api.messages.sheet import sheet, strike
from arbitre.api.messages.story import Telling, then
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import as_of, as_text
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.trace import Numbers
from arbitre.interpreter.state.visibility import REFEREE
from arbitre.opening.books import refused
from arbitre.opening.sides import HUMAN, viewer_named
from arbitre.post.mail.seals import has_sealed, take_back
from arbitre.post.veiled import named, reader_of, veiled_sides
from arbitre.session.dialogue.explanations import Explanations
from arbitre.session.hints import hinted
from arbitre.session.undo import Line, back_to, line_of, lines_said, seen_by, still_there
from arbitre.session.why.numbered import place_of
from arbitre.story.story import Story
from arbitre.story.watch import rescued, watched_from_here
from arbitre.words.phrases import of

if TYPE_CHECKING:
    from arbitre.session.dialogue.reference import Reference

Data = dict[str, Any]
AT_ONCE = 0.25  # seconds in which bots answer before the screen is shown what they did


class MatchTable:
    """A match with its people and bots.  ``sides``: for each seat who plays it, ``human`` or a kind of bot."""

    def __init__(
        self, match: Match, sides: dict[int, str], lang: str, texts: Explanations | None = None,
        opened: Callable[[], Reference] | None = None, think: float = 1.0,
    ) -> None:  # fmt: skip
        self.match, self.sides, self.lang, self.think = match, sides, lang, think
        self.stage = Stage(lang)
        self.rng = Lots(match.tape.seed)
        self.texts, self.opened = texts, opened
        self.tellings: dict[int | str, Telling] = {}
        self.typed: list[Line] = []  # what people did
        self.sealed = False  # was something answered in secret since the screen was handed over?
        self.books: Reference | None = None
        self.game = match.program.name  # by which name, or at which path, its rulebook is opened

    # ------------------------------------------------------------------------------------ who is who

    def viewer(self, name: str) -> int | str:
        """A seat, the spectator or the referee."""
        return viewer_named(self.match, name)

    def seat(self, name: str) -> int:
        """A seat that somebody plays."""
        found = self.viewer(name)
        if not isinstance(found, int):
            raise refused("cannot.no_side", name=name, known=", ".join(map(self.match.seat_name, self.match.seats())))
        return found

    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, kind in self.sides.items() if kind == HUMAN]

    def title(self, seat: int) -> str:
        """What a seat is called."""
        return Story(self.match, self.lang).seat(seat)

    def reference(self) -> Reference:
        """The whole rulebook, read when somebody first asks what something is."""
        if self.books is None:
            assert self.opened is not None
            self.books = self.opened()
        return self.books

    # ------------------------------------------------------------------------------------ what is shown

    def view(self, name: str, since: int = 0, have: tuple[str, ...] = ()) -> Data:
        """All that a viewer is shown: the boards, the story from a turn on, what he is asked; ``have``: the layouts he has already."""
        viewer = self.viewer(name)
        match = self.match
        story = Story(match, self.lang)
        with match.at_question():
            seen = self.stage.seen(match, viewer)
            told = self.telling(viewer).turns(match, since)
        asked = [r for r in match.requests if viewer in (REFEREE, r.seat)]
        out: Data = {
            "version": VERSION, "viewer": name, "title": story.of(match.program.title, match.program.name), "scene": seen.data,
            "story": told, "layouts": self.layouts(seen, have),
            "questions": [question(match, r, self.lang, seen.ids, self.texts) for r in asked if r.seat == viewer],
            "waiting": self.waiting(viewer),
            "sheet": sheet(match, viewer, self.lang, seen.ids) if isinstance(viewer, int) else {},
            "undo": bool(self.mine(viewer)),
        }  # fmt: skip
        return out

    def waiting(self, viewer: int | str) -> list[Data]:
        """Who is waited for; somebody without a name stands for all whose names the viewer may not know."""
        match, story = self.match, Story(self.match, self.lang)
        asked = {match.seat_name(r.seat): r.seat for r in match.requests}
        reader = reader_of(match, viewer)
        veiled = veiled_sides(match) if reader is not None and {*asked} - {reader} else set()
        shown = named(list(asked), veiled, reader)
        out: list[Data] = [{"seat": side, "title": story.seat(asked[side]), "plays": self.sides.get(asked[side], HUMAN)} for side in shown]
        if len(shown) < len(asked):
            out.append({"seat": "", "title": of(self.lang).say("web.somebody"), "plays": HUMAN})
        return out

    def layouts(self, seen: Seen, have: tuple[str, ...]) -> dict[str, Data]:
        """The layouts of a scene that are not there yet."""
        keys = {board["layout"] for board in seen.data["boards"]} - set(have)
        return {key: self.stage.layouts[key] for key in sorted(keys)}

    def telling(self, viewer: int | str) -> Telling:
        """The story of a viewer."""
        if viewer not in self.tellings:
            self.tellings[viewer] = Telling(self.stage, viewer)
        return self.tellings[viewer]

    def at(self, name: str, event: object, have: tuple[str, ...] = ()) -> Data:
        """The boards after an event, by the number under which the viewer knows it."""
        seen = then(self.match, event, self.stage, self.viewer(name))
        return {"scene": seen.data, "layouts": self.layouts(seen, have)}

    def next_person(self, name: str) -> Data:
        """Whose turn at the screen it is: ``{"seat", "title", "hide"}``; ``hide``: there is something he may not see on it now."""
        from arbitre.session.play import differing

        match = self.match
        people = [r.seat for r in match.requests if self.sides.get(r.seat, HUMAN) == HUMAN]
        if not people:
            return {}
        now = self.viewer(name) if name else None
        seat = now if isinstance(now, int) and now in people else people[0]
        hide = isinstance(now, int) and seat != now and (self.sealed or differing(match, now, seat))
        return {"seat": match.seat_name(seat), "title": Story(match, self.lang).seat(seat), "hide": hide}

    def handed_over(self) -> None:
        """The next person has the screen for himself."""
        self.sealed = False

    # ------------------------------------------------------------------------------------ what is done

    def asked(self, seat: int) -> Request | None:
        """The question a side has to answer next."""
        return next((r for r in self.match.requests if r.seat == seat), None)

    def answer(self, name: str, answers: list[tuple[str, str]]) -> None:
        """Answers the questions of a side one after the other, each by its decision and the key of an option; one that had a single answer
        by now was not asked, and is passed over.

        Raises:
            AnswerError: the first of them is no answer to what is asked.
            RulebookError: the rules cannot be carried out; the match is as it was before.
        """
        seat = self.seat(name)
        first = self.asked(seat)
        if first is None:
            raise AnswerError("unknown", "nothing is asked of this side")
        self.typed.append(line_of(self.match, seat, "", first.secret))
        given = 0
        try:
            for decision, key in answers:
                request = self.asked(seat)
                if request is None or request.decision != decision:
                    continue
                if request.find(key) is None and given:
                    break
                self.match.answer(request.id, key, seat)
                self.sealed = self.sealed or request.secret
                given += 1
        except RulebookError:
            self.match = rescued(self.match) or self.match
            raise
        finally:
            if not given:
                self.typed.pop()
        if not given:
            raise AnswerError("illegal", "this is not asked any more")

    def bots(self, seconds: float = AT_ONCE) -> bool:
        """Bots answer for so long; is there more for them to answer?"""
        end = time.monotonic() + seconds
        while (request := self.for_bots()) is not None:
            choice = choose(self.match, request, self.sides[request.seat], self.rng, self.think)
            try:
                self.match.answer(request.id, choice)
            except RulebookError:
                self.match = rescued(self.match) or self.match
                raise
            if time.monotonic() > end:
                break
        return self.for_bots() is not None

    def for_bots(self) -> Request | None:
        """The next question that a bot answers."""
        return next((r for r in self.match.requests if self.sides.get(r.seat, HUMAN) != HUMAN), None)

    def reach(self, name: str, piece: str) -> list[Data]:
        """What a piece can do at the question that is open, and what may be named for each action."""
        seat = self.seat(name)
        request = self.asked(seat)
        if request is None:
            return []
        with self.match.at_question():
            ids = self.stage.seen(self.match, seat)
        row = pieces_of(ids).get(piece)
        return reach(self.match, request, row, self.lang, ids.ids) if row is not None else []

    def foresee(self, name: str) -> Data:
        """What stands beside the answers to the question that is open: it takes longer to find than the question itself."""
        request = self.asked(self.seat(name))
        return {"question": request.id, "options": foresee(self.match, request, self.lang)} if request is not None else {}

    def strike(self, name: str, number: int) -> bool:
        """Takes an order out that was written down in secret."""
        return strike(self.match, self.seat(name), self.lang, number)

    def withdraw(self, name: str) -> bool:
        """Takes back orders that were sent, so that they can be changed; False where it is too late."""
        seat = self.seat(name)
        return has_sealed(self.match, seat) and take_back(self.match, seat)

    # ------------------------------------------------------------------------------------ taking back

    def mine(self, viewer: int | str) -> list[Any]:
        """What a viewer may take back, the last first."""
        return seen_by(lines_said(self.match, self.sides, self.typed), viewer) if isinstance(viewer, int) else []

    def branch(self, name: str, event: object) -> Match:
        """The match as it was at the first question after an event, by the number under which the viewer knows it; this one stays.

        Raises:
            Refused: he knows no event of that number.
        """
        match = self.match
        numbers = Numbers(match.run.log or [], self.viewer(name))
        at = place_of(numbers, event)
        if match.past is not None:
            match.past()
        given = next((answers for _, answers, records in match.checkpoints if records > at), len(match.tape.answers))
        again = as_of(match, given, watched_from_here)
        again.extensions, again.sides = match.extensions, match.sides
        return again

    def undo(self, name: str, count: int = 1) -> bool:
        """Takes back what people did last, with all that followed; False if there is nothing."""
        mine = self.mine(self.seat(name))
        if not mine or count < 1:
            return False
        last = mine[: min(count, len(mine))][-1]
        back_to(self.match, last.position)
        self.typed = still_there(self.match, self.typed)
        return True

    # ------------------------------------------------------------------------------------ what is asked about it

    def why(self, name: str, event: object) -> Data:
        """Why an event happened, as data and in lines."""
        from arbitre.session.why.reasons import Why, public

        account = Why(self.match, self.lang, self.viewer(name), book=self.reference().book)
        return {"account": public(account.account(event)), "lines": list(account.lines(event))}

    def hint(self, name: str) -> list[str]:
        """What a bot that looks ahead would answer."""
        request = self.asked(self.seat(name))
        return hinted(self.match, request, Story(self.match, self.lang), self.lang, self.think) if request is not None else []

    def save(self) -> str:
        """The match as its file holds it: text, for its numbers may be longer than those of a browser."""
        self.match.sides = {self.match.seat_name(seat): kind for seat, kind in self.sides.items()}
        return as_text(self.match)
