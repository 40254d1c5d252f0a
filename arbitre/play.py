"""A match in the terminal: people answer, bots answer, and the story is told."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text as Rich

from arbitre.books import Refused
from arbitre.story import STYLES, Story
from interpreter.bots import BOTS, choose
from interpreter.errors import AnswerError
from interpreter.match import Match
from interpreter.requests import Request
from interpreter.save import save
from interpreter.trace import SPECTATOR

HELP = {
    "en": "Type the number or the name of an answer; ‘undo’, ‘board’, ‘save’, ‘why N’, ‘quit’.",
    "fr": "Tapez le numéro ou le nom d'une réponse ; ‘undo’ (annuler), ‘board’ (plateau), ‘save’, ‘why N’, ‘quit’.",
}


class Quit(Exception):
    """The person leaves; the match is saved if there is a file for it."""


class Table:
    """People and bots round one match."""

    def __init__(self, match: Match, sides: dict[int, str], lang: str, seed: int, file: Path | None, watch: bool) -> None:
        self.match, self.sides, self.lang, self.file, self.watch = match, sides, lang, file, watch
        self.console = Console(highlight=False)
        self.rng = random.Random(seed)
        self.story = Story(match, lang, self.console)
        people = [seat for seat, kind in sides.items() if kind == "human"]
        self.people = people
        # A spectator watches bots; one person sees what his side sees; several share the screen, one at a time.
        self.viewer: int | str = people[0] if people else SPECTATOR
        self.turn = -1

    def run(self) -> None:
        try:
            while self.match.requests:
                self.one()
        except (Quit, EOFError, KeyboardInterrupt):
            self.keep()
            self.console.print("\n" + ("Match left." if self.lang == "en" else "Partie quittée."))
            return
        self.show()
        self.console.print(Rich(f"\n{self.story.ending()}", "bold"))
        self.keep()

    def keep(self) -> None:
        if self.file is not None:
            try:
                save(self.match, self.file)
            except OSError as error:
                raise Refused(f"the match cannot be saved in ‘{self.file}’: {error.strerror}") from None
            self.console.print(f"({self.file})")

    def one(self) -> None:
        request = self.match.requests[0]
        bots = [r for r in self.match.requests if self.sides.get(r.seat, "random") != "human"]
        if bots:
            request = bots[0]
            kind = self.sides.get(request.seat, "random")
            self.match.answer(request.id, choose(self.match, request, kind, self.rng))
            if not self.people:
                self.show()
            return
        if len(self.people) > 1 and request.seat != self.viewer:
            self.hand_over(request.seat)
        self.viewer = request.seat
        self.show()
        self.ask(request)

    def hand_over(self, seat: int) -> None:
        """Between two people: the screen is cleared before the next one looks."""
        self.console.clear()
        name = self.story.seat(seat)
        self.console.input(f"{name}: " + ("press Enter" if self.lang == "en" else "appuyez sur Entrée") + " ")

    def show(self) -> None:
        new = self.match.turn != self.turn
        self.story.news(self.viewer)
        if new or (self.people and not self.match.state.over):
            self.turn = self.match.turn
            self.story.board(self.viewer)

    def ask(self, request: Request) -> None:
        self.console.print(Rich(self.story.question(request), STYLES[request.seat % len(STYLES)]))
        for number, option in enumerate(request.options, 1):
            title = self.story.of(option.title, option.key)
            more = f"  [{option.key}]" if option.key != title.lower() else ""
            self.console.print(Rich(f"  {number:3}  {title}{more}"))
        while True:
            if not sys.stdin.isatty():
                self.console.print("> ", end="")
            said = self.console.input("> " if sys.stdin.isatty() else "").strip()
            if self.command(said):
                return
            chosen: str | int = int(said) - 1 if said.isdigit() and request.find(said) is None else said
            try:
                self.match.answer(request.id, chosen, request.seat)
                return
            except AnswerError as error:
                self.console.print(f"{error}. {HELP[self.lang]}")

    def command(self, said: str) -> bool:
        """Carries out a command; True if the question must be asked afresh."""
        word, _, rest = said.partition(" ")
        if word in ("quit", "q"):
            raise Quit
        if word == "undo":
            if not self.match.undo():
                self.console.print("nothing to take back" if self.lang == "en" else "rien à annuler")
            self.story.told = min(self.story.told, len(self.match.run.log or []))
            return True
        if word == "save":
            self.file = Path(rest) if rest else self.file or Path("match.json")
            self.keep()
            return True
        if word == "board":
            self.story.board(self.viewer)
            return True
        if word == "why" and rest.isdigit():
            from arbitre.why import explain

            for line in explain(self.match, int(rest), self.lang, self.viewer):
                self.console.print(Rich(line))
            return True
        if word in ("?", "help", ""):
            self.console.print(HELP[self.lang])
            return True
        return False


def seats_from(match: Match, sides: tuple[str, ...], watch: bool) -> dict[int, str]:
    """Who plays each seat: ``red=human`` names a seat, or what several seats belong to."""
    seats = match.seats()
    out = {seat: "greedy" if watch else "random" for seat in seats}
    if not sides and not watch and seats:
        out[seats[0]] = "human"
    kinds = ["human", *BOTS]
    for said in sides:
        name, equals, kind = said.partition("=")
        if not equals or kind not in kinds:
            raise Refused(f"‘{said}’ is no side; write NAME=KIND, KIND one of {', '.join(kinds)}")
        found = [s for s in seats if match.seat_name(s) == name] or members_of(match, name)
        if not found:
            known = ", ".join(match.seat_name(s) for s in seats)
            raise Refused(f"there is no side ‘{name}’; there are: {known}")
        for seat in found:
            out[seat] = kind
    return out


def members_of(match: Match, name: str) -> list[int]:
    """Seats that belong to a group of that name (a camp)."""
    out = []
    for domain, field in match.program.groups:
        rows = match.program.domains[domain].rows
        if name not in rows:
            continue
        fixed = match.machine.layout.constant[field]
        base = match.machine.layout.base[field]
        for seat in match.seats():
            held = fixed[seat] if fixed is not None else match.state.cells[base + seat]
            if held == rows.index(name):
                out.append(seat)
    return out
