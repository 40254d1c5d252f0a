"""Lines that are typed below the board: the same orders, questions and commands as in the terminal, answered in lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text as Rich

from arbitre.api.messages.table import MatchTable
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.opening.sides import HUMAN
from arbitre.session.commands import Quit
from arbitre.session.dialogue.prompt import Asker, parts_of
from arbitre.session.lines import Offers
from arbitre.session.sitting import Sitting

if TYPE_CHECKING:
    from arbitre.documents.model.book import Book
    from arbitre.session.dialogue.reference import Reference

MOST = 200  # answers of bots between two orders of one line


class AskedBack(Exception):
    """The line calls for a yes or no first."""


class Screenless(Sitting):
    """A sitting whose terminal is a list of lines."""

    def __init__(self, table: MatchTable, seat: int, reply: str) -> None:
        super().__init__(table.match, table.sides, table.lang, table.match.tape.seed, None, think=table.think)
        self.table, self.viewer, self.typed = table, seat, table.typed
        self.reply = reply
        self.told: list[str] = []

    def say(self, text: str | Rich, style: str = "") -> None:
        """One more line, or several."""
        self.told += (text.plain if isinstance(text, Rich) else text).split("\n")

    def draw(self, lines: list[Rich]) -> None:
        """The board is on the screen."""

    def read(self, prompt: str, offers: Offers | None = None) -> str:
        """The reply that came with the line; :class:`AskedBack` where none did."""
        if not self.reply:
            raise AskedBack(prompt.strip())
        reply, self.reply = self.reply, ""
        return reply

    def reference(self) -> Reference:
        """The rulebook of the table, read once for all its lines."""
        return self.table.reference()

    def book(self) -> Book | None:
        """The same for whoever explains conditions."""
        return self.table.reference().book


def line(table: MatchTable, name: str, said: str, reply: str = "") -> dict[str, object]:
    """Carries a line out: ``{"lines": [...]}``, with ``asks`` where a yes or no is wanted first (send the line again with a ``reply``)."""
    seat = table.seat(name)
    request = table.asked(seat)
    if request is None:
        return {"lines": []}
    sitting = Screenless(table, seat, reply)
    asker = Asker(sitting)
    asker.seat = seat
    asker.typed = said
    asker.parts = parts_of(said[:2000])
    out: dict[str, object] = {}
    try:
        if asker.line(request):
            rest(table, asker, seat)
    except AskedBack as asked:
        out["asks"] = str(asked)
    except Quit:
        out["quits"] = True
    table.match, table.typed = sitting.match, sitting.typed
    table.sealed = table.sealed or sitting.sealed
    return out | {"lines": [told for told in sitting.told if told.strip()]}


def rest(table: MatchTable, asker: Asker, seat: int) -> None:
    """What is left of a line, once what it said so far was answered, and bots have answered what comes between."""
    for _ in range(MOST):
        if not asker.parts and not asker.plan:
            return
        other = next((r for r in table.match.requests if table.sides.get(r.seat, HUMAN) != HUMAN), None)
        if other is not None:
            table.match.answer(other.id, choose(table.match, other, table.sides[other.seat], table.rng, table.think))
            continue
        request = table.asked(seat)
        if request is None or not asker.goes_on(request):
            return
