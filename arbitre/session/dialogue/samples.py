"""Lines that would be understood at the open question, as examples for whoever asks for help.

Each is made of the answers that are offered now and is read as a typed line would be before it is shown: only what means exactly one
thing is given as an example.
"""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.determinisation import sample_world
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.session.dialogue.labels import FILLERS, Calling, cell_label
from arbitre.session.dialogue.menus import calling
from arbitre.session.dialogue.reader import meaning
from arbitre.story.story import Story

MOST = 3  # examples
DEEP = 4  # answers in one line
WORDS = 4  # in one name


def samples(match: Match, request: Request, story: Story) -> list[str]:
    """Up to :data:`MOST` lines in the language of the story, the fullest first; none where nothing can be said in words."""
    out: list[str] = []
    for line in candidates(match, request, story):
        words = line.split()
        if line not in out and clear(match, request, words):
            out.append(line)
            if len(out) == MOST:
                break
    return out


def topics(match: Match, request: Request, story: Story) -> list[str]:
    """What ``?`` may be asked of the answers offered now: one name and one number or cell."""
    names = calling(match, request)
    found = [name_of(request, n, story) for n in usual(request)[:1]] + [short_of(match, request, names, n) for n in usual(request)[:1]]
    return list(dict.fromkeys(one for one in found if one))


def candidates(match: Match, request: Request, story: Story) -> Iterator[str]:
    """Lines to be tried: an order with all that belongs to it, the same in short, single answers by name, number and place."""
    positions = usual(request)
    for position in positions[:2]:
        steps = [step for step in path(match, request, position) if step[1] is request or len(step[1].options) > 1]
        if len(steps) > 1:
            yield " ".join(filter(None, (name_of(asked, n, story) for _, asked, n in steps)))
            yield " ".join(filter(None, (short_of(world, asked, calling(world, asked), n) for world, asked, n in steps[1:])))
    names = calling(match, request)
    for position in positions[:2]:
        yield short_of(match, request, names, position)
        yield name_of(request, position, story)


def usual(request: Request) -> list[int]:
    """The options that make an example: not those that end or decline something, where there are others."""
    plainly = [n for n, option in enumerate(request.options) if option.key not in ("done", "none", "yes", "no")]
    return plainly or list(range(len(request.options)))


def path(match: Match, request: Request, position: int) -> Iterator[tuple[Match, Request, int]]:
    """An answer and those that belong to the same order, each with its question and the state it is asked in.

    They are tried on a copy that holds only what the side may know.
    """
    world, asked, action = sample_world(match, request, Lots(f"{request.id} sample")), request, request.options[position].key
    if world is None:
        return
    world.answers.rehearse()
    world.check_always = False
    for depth in range(DEEP):
        yield world, asked, position
        after = world.clone()
        after.check_always = False
        try:
            after.answer(asked.id, position, asked.seat)
        except (AnswerError, RulebookError):
            return
        following = next((r for r in after.requests if r.seat == request.seat), None)
        if following is None or not following.about or following.about[0][1] != action or (depth == 0 and not request.acts):
            return
        world, asked, position = after, following, usual(following)[0]


def short_of(match: Match, request: Request, names: Calling, position: int) -> str:
    """How an answer is given in the fewest signs: by its place on the board, or by its number."""
    cell = cell_label(match, request.options[position])
    return cell.strip("()").replace(" ", "") if cell else names.labels()[position]


def name_of(request: Request, position: int, story: Story) -> str:
    """The name of an answer as one would type it; "" where it is too long, or a place."""
    option = request.options[position]
    title = story.of(option.title, option.key)
    if title.startswith("("):
        return title.strip("()").replace(" ", "")
    said = title.lower().strip(".?!")
    return said if len(said.split()) <= WORDS else ""


def clear(match: Match, request: Request, words: list[str]) -> bool:
    """Is all of it understood, and in one way?"""
    if not words or all(word in FILLERS for word in words):
        return False
    meant = meaning(match, request, words)
    return meant.best.used == len(words) and not meant.unsure
