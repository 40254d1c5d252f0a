"""``hint``: what a bot that looks ahead would answer, how well the answers it tried did, and how it expects the match to go on."""

from __future__ import annotations

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.advice import Tried
from arbitre.interpreter.play.bots.bots import given_by_bots
from arbitre.interpreter.play.bots.determinisation import knowledge, knows_hidden_rows, sample_world
from arbitre.interpreter.play.bots.thinker import advice
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.story.story import Story
from arbitre.words.phrases import Words, of

MOST = 5  # answers told
WORLDS = 3  # that are compared where something is hidden
AFTERWARDS, EACH = 3, 0.1  # answers that are foreseen after that; the share of the time that each of them takes


def hinted(match: Match, request: Request, story: Story, lang: str, seconds: float) -> list[str]:
    """Lines for whoever is asked, from what his side may know; the match and its bots go on as if he had not asked."""
    if knows_hidden_rows(match, request.seat):
        return [of(lang).say("play.hint_hidden")]
    found = advice(match, request, Lots(request.id), seconds * (1 - AFTERWARDS * EACH))
    words, names = of(lang), [story.of(option.title, option.key) for option in request.options]
    tried = sorted((one for one in found.tried.values() if one.times), key=lambda one: (one.option != found.option, -one.mean))
    if not tried or found.alike:
        return [words.say("play.hint_alike", answer=names[found.option])]
    told = {one.option: shares(one, found.chance(one.option) or 0) for one in tried[:MOST]}
    out = [words.say("play.hint", answer=names[found.option])]
    same = len(told) > 1 and len(set(told.values())) == 1  # what tells the answers apart is less than one try in a hundred, or no win
    # In the order of what is shown of them; a bot goes by how much is won or lost each time, and that is said where it comes to another.
    listed = sorted(
        tried[:MOST], key=lambda one: (-told[one.option][0], told[one.option][2] - told[one.option][1], one.option != found.option)
    )
    if not same and told[found.option][0] < told[listed[0].option][0]:
        out.append(words.say("play.hint_average", answer=names[found.option]))
    for one in () if same else listed:
        better, won, lost = told[one.option]
        out.append(words.say("play.hint_chance", answer=names[one.option], percent=better, n=one.times))
        if won or lost:
            out.append(words.say("play.hint_decided", won=won, lost=lost))
    known = knowledge(match, request)
    if known.hidden_rows:
        return out  # whoever plays on would play cards that nobody but him knows
    steps = expected(match, request, found.option, words, lang, seconds * EACH, bool(known.hidden))
    return [*out, words.say("play.hint_line", line=words.say("semicolon").join(steps))] if steps else out


def shares(one: Tried, chance: float) -> tuple[int, int, int]:
    """How often in a hundred tries a side stood better after an answer, had won, and had lost."""
    return round(100 * chance), round(100 * one.won / one.times), round(100 * one.lost / one.times)


def expected(match: Match, request: Request, option: int, words: Words, lang: str, seconds: float, hides: bool) -> list[str]:
    """What a thinker expects to be answered after an answer, each with how often whoever answers stood better then.

    It goes on in a world that the seat holds possible, with dice of its own; questions with one answer are passed over.  ``hides``: it ends
    where another may answer one thing or another by what he alone knows (a purse that was made up for this world).
    """
    lots, steps = Lots(f"line {request.id}"), list[tuple[str, list[str], float | None]]()
    made = (sample_world(match, request, lots if n == 0 else Lots(f"line {request.id} {n}")) for n in range(WORLDS if hides else 1))
    worlds = [world for world in made if world is not None]
    try:
        for world in worlds:
            world.answer(request.id, request.options[option].key)
        while worlds and worlds[0].requests and len(steps) < AFTERWARDS:
            world, asked = worlds[0], worlds[0].requests[0]
            alike = [next((r for r in one.requests if r.seat == asked.seat), None) for one in worlds]
            keys = {tuple(o.key for o in r.options) if r is not None else () for r in alike}
            if len(keys) > 1:
                break
            found = advice(world, asked, lots, seconds)
            if len(given_by_bots(asked)) > 1:
                story, taken = Story(world, lang), asked.options[found.option]
                who, answer = story.seat(asked.seat), story.of(taken.title, taken.key)
                if steps and asked.about and steps[-1][0] == who:  # more of what he does
                    steps[-1] = who, [*steps[-1][1], answer], found.chance(found.option)
                else:
                    steps.append((who, [answer], found.chance(found.option)))
            for one, its in zip(worlds, alike, strict=True):
                if its is not None:
                    one.answer(its.id, found.option)
    except (RulebookError, AnswerError):  # a rule stops in this world: what came before it holds
        pass
    return [step(words, *one) for one in steps]


def step(words: Words, who: str, answers: list[str], chance: float | None) -> str:
    """What somebody is expected to do; with how often he stood better then, where he ever did."""
    percent, said = round(100 * (chance or 0)), {"who": who, "answer": " ".join(answers)}
    return words.say("play.hint_step_chance", **said, percent=percent) if percent else words.say("play.hint_step", **said)
