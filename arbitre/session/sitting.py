"""What a sitting holds: the match, who plays, whoever looks at the screen, and what he is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text as Rich

from arbitre.dsl.budget import afresh
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.visibility import REFEREE
from arbitre.opening.books import refused
from arbitre.opening.locks import keep
from arbitre.opening.sides import HUMAN
from arbitre.session.dialogue.explanations import Explanations
from arbitre.session.dialogue.menus import menu_of
from arbitre.session.lines import Lines, Offers
from arbitre.session.records import RecordFile
from arbitre.session.standing import Standing
from arbitre.session.undo import Line
from arbitre.story.boards.pieces import Notes
from arbitre.story.boards.screen import Screen
from arbitre.story.story import Story
from arbitre.story.terminal import Teller
from arbitre.words.console import Terminal
from arbitre.words.phrases import of, reason

if TYPE_CHECKING:
    from arbitre.documents.model.book import Book
    from arbitre.dsl.lower.program import Bound
    from arbitre.session.dialogue.reference import Reference


class Sitting:
    """People and bots round one match.

    ``viewer`` is who looks at the screen: one person sees what his side sees; several share it, one at a time; nobody plays
    against bots that watch each other, so whoever watches them sees what ``eyes`` say, everything unless told otherwise.
    """

    def __init__(
        self, match: Match, sides: dict[int, str], lang: str, seed: int, file: Path | None, rulebook: Rulebook | None = None,
        eyes: int | str = REFEREE, record: RecordFile | None = None, think: float = 1.0, verbose: bool = False, quick: Iterable[int] = (),
        opened: Callable[[], tuple[Rulebook, Bound]] | None = None,
    ) -> None:  # fmt: skip
        self.match, self.sides, self.lang, self.file, self.rulebook = match, sides, lang, file, rulebook
        self.record, self.think = record, think
        self.console = Terminal()
        self.lines = Lines(self.console)
        self.rng = Lots(seed)
        self.story = Story(match, lang)
        self.teller = Teller(self.story, self.console, verbose)
        self.explanations = Explanations(rulebook, match.program)
        self.people = [seat for seat, kind in sides.items() if kind == HUMAN]
        self.viewer: int | str = self.people[0] if self.people else eyes
        self.turn = -1
        self.screen = Screen(match, lang, self.console.width, self.console.color_system is not None)
        self.standing = Standing(self.story, self.console.width, bool(self.people))
        self.begins = True  # has somebody else acted, or a turn begun, since the viewer was last asked?
        self.quick = set(quick)  # seats that are not asked what has one sensible answer
        self.sealed = False  # was something answered in secret since the screen was cleared?
        self.typed: list[Line] = []  # what people said
        self.opened = opened  # the whole rulebook, with its scenarios, for whoever asks what something is
        self.books: Reference | None = None

    def word(self, key: str, /, **parts: Any) -> str:
        return of(self.lang).say(f"play.{key}", **parts)

    def say(self, text: str | Rich, style: str = "") -> None:
        self.console.print(Rich(text, style) if isinstance(text, str) else text, soft_wrap=True)

    def write(self) -> None:
        """After every answer of a person, so that nothing is lost whatever happens."""
        if self.file is not None:
            try:
                target = keep(self.match, self.file)
            except OSError as error:
                raise refused("cannot.save", file=self.file, error=reason(error)) from None
            if target != self.file:
                self.say(self.word("beside", file=self.file, other=target), "bold")
                self.file = target

    def keep(self) -> None:
        if self.file is not None:
            self.write()
            self.say(self.word("kept", file=self.file))

    def show(self, board: bool, request: Request | None = None, notes: Notes | None = None, whole: bool = True) -> None:
        """What is new, up to the question that waits; and the board, if it is not as it was when it was last drawn."""
        self.screen.able = self.able(request)
        with self.match.at_question():
            self.teller.news(self.viewer, whole)
            if board:
                self.draw(self.screen.news(self.viewer, request, notes, self.begins or self.match.turn != self.turn))
                self.tell_standing()
                self.turn, self.begins = self.match.turn, False

    @property
    def boardless(self) -> bool:
        """Has the game no board?"""
        return not self.screen.parts()

    def tell_standing(self) -> None:
        """In a game without a board: how things stand, or what has changed since that was last told."""
        for line in self.standing.news(self.match, self.viewer) if self.boardless else ():
            self.say(line)

    def able(self, request: Request | None) -> set[tuple[int, int]]:
        """Who can do anything of what is offered: those that are marked on the board."""
        menu = menu_of(self.match, request) if request is not None else None
        return {(one.domain, one.value) for some in menu.actors.values() for one in some} if menu is not None else set()

    def draw(self, lines: list[Rich]) -> None:
        for line in lines:
            self.say(line)

    def draw_board(self, which: str, request: Request, notes: Notes) -> None:
        """The board again, whether it has changed or not; one floor of it, or all."""
        with self.match.at_question():
            lines = self.screen.asked(which, self.viewer, request, notes)
        there = ", ".join(str(number) for _, number in self.screen.parts())
        self.draw(lines if lines is not None else [Rich(of(self.lang).say("cannot.no_floor", said=which, floors=there))])

    def forget(self) -> None:
        """After something was taken back, what was told of it may be told again."""
        with self.match.at_question():
            self.teller.forget()

    def reference(self) -> Reference:
        """The rulebook, to be looked up in; it is opened when it is first asked."""
        if self.books is None:
            from arbitre.session.dialogue.reference import Reference

            self.say(of(self.lang).say("ask.reading"), "dim")
            assert self.opened is not None
            rulebook, bound = self.opened()
            self.books = Reference(rulebook, bound, self.lang)
        return self.books

    def book(self) -> Book | None:
        """The same for whoever explains conditions; None where nothing can be looked up."""
        return self.reference().book if self.opened is not None else None

    def read(self, prompt: str, offers: Offers | None = None) -> str:
        """A line from the person."""
        said = self.lines.read(prompt, offers)
        afresh()
        return said
