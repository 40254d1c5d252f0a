"""Questions of a match by post: whom one is about, and how it is put on a line."""

from __future__ import annotations

from collections.abc import Iterable

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.requests import Request
from arbitre.post.mail.called import Row
from arbitre.session.dialogue.questions import Question
from arbitre.story.story import Story
from arbitre.words.phrases import of


def about(match: Match, asked: Request) -> Row | None:
    """The row whose field a choice is stored in; None if that is the side itself, or nobody in particular."""
    if asked.acts or asked.about:
        return None
    trial = match.clone(trace=True)
    trial.answer(asked.id, asked.options[0].key, asked.seat)
    log = [*(trial.run.log or ()), *trial.abandoned]
    chosen = [n for n, record in enumerate(log) if record.kind == "choice" and record.place == asked.place]
    for record in log[chosen[-1] + 1 :] if chosen else ():
        if record.kind == "change" and record.place == asked.place:
            row = (match.program.fields[record.data["field"]].domain, record.data["row"])
            return None if row == (match.program.seats, asked.seat) or row[0] == 0 else row
    return None


def put(asked: Request, row: Row | None, story: Story) -> str:
    """A question as it is put, with whom it is about.  Of actions without words of their own it is what one does, since a step or an
    agenda says nothing to a player; of a part of an action, which action and what has been said of it."""
    said = story.of(asked.asks)
    if not said and asked.about:
        said = Question(story.match, asked, story).parameter()
        said += "" if said.endswith("?") else story.say("story.asks")
    elif not said and asked.acts and not story.of(asked.title):
        said = of(story.lang).say("ask.own")
    said = said or f"{story.of(asked.title) or story.title(asked.decision)}{story.say('story.asks')}"
    name = story.row(*row) if row is not None else ""
    return f"{name}{story.say('colon')}{said}" if name and name.casefold() not in said.casefold() else said[:1].upper() + said[1:]


def behind(text: str, questions: Iterable[str]) -> str | None:
    """What stands behind a question, where a text begins with one of these as a form puts it; None where it begins with none."""
    said = " ".join(text.split())
    for question in questions:
        asked = " ".join(question.split())
        if said.casefold().startswith(asked.casefold()):
            return said[len(asked) :].strip()
    return None
