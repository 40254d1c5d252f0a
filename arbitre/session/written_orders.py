"""Orders typed at the table, read as those that are handed in are: a line means the same in both."""

from __future__ import annotations

from dataclasses import replace

from arbitre.documents.model.book import Book
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.requests import Request
from arbitre.session.delivery import Line, Reader
from arbitre.session.dialogue.reader import DONE, Answer
from arbitre.session.why.order_refusals import ORDERS


def written(match: Match, request: Request, text: str, lang: str, book: Book | None = None) -> Line | None:
    """What a line orders, or what is wrong with it; None at a question that is none for orders."""
    if request.decision != ORDERS or not request.acts:
        return None
    line = Line(1, text)
    Reader(match, request.seat, lang, book).read(line, match)
    return line


def as_answers(match: Match, request: Request, line: Line, words: int) -> list[Answer]:
    """The answers that give the orders of a line, each with the question it answers; its words, so many, are used up by the last of them.
    A line that says that nothing at all is to be done is answered by saying so."""
    idle = not line.answers and not line.actors and request.find(DONE) is not None
    keys = [DONE] if idle else line.answers
    trial, out = match.clone(), list[Answer]()
    for number, key in enumerate(keys, 1):
        asked = trial.pending(request.seat)[0]
        out.append(Answer(asked.decision, key, 0))
        if number < len(keys):  # after the last of them the turn may be carried out
            trial.answer(asked.id, key, request.seat)
    return [*out[:-1], replace(out[-1], used=words)] if out else []
