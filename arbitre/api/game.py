"""Matches as a program plays them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from arbitre.api.arguments import Side, bots_of, check_language, check_seed, seat_of, viewer_of
from arbitre.api.rules import Rules, load
from arbitre.api.shapes import Game, Question, undisturbed
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import View
from arbitre.interpreter.state.errors import SaveError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.trace import Number, Numbers
from arbitre.interpreter.state.visibility import REFEREE
from arbitre.opening.books import Refused, opened_at, played_with, source_again, source_of
from arbitre.session.records import CampaignRecord, fitted, record_of
from arbitre.story.watch import watched, watched_again

# ------------------------------------------------------------------------------------------------ playing


def start(rules: Rules, seed: int = 0, sides: Mapping[Side, str] | None = None, record: CampaignRecord | None = None) -> Game:
    """Starts a match, and plays it until somebody has a decision to make.

    Args:
        rules: What is played.
        seed: Decides every die of the match, and what bots answer.
        sides: Who is played by a bot: the name of a side, or of something that several sides belong to, and ``random``, ``greedy``,
            ``thinker``, or ``level1`` (blunders) to ``level5`` (its best).  The sides left out are asked.
        record: What an earlier match of a campaign left for this one; see [`record`][arbitre.api.record].

    Returns:
        The match, waiting for the first answer; over already if bots play every side.

    Examples:
        >>> game = start(load(RULES), seed=3, sides={"red": "random", "blue": "random"})
        >>> game.over, game.winners
        (True, ['red'])

    Raises:
        Refused: There is no such side or kind of bot, the seed is not a whole number, or the record belongs to another game.
        RulebookError: A rule cannot be carried out.
    """
    check_seed(seed)
    match = watched(rules.machine, seed, None if record is None else fitted(rules.machine, record))
    match.extensions = played_with(rules.source, rules.rulebook, rules.extensions)
    match.source = source_of(rules.source, rules.rulebook)
    game = Game(rules, match, bots_of(match, sides or {}), Lots(seed))
    _go_on(game)
    return game


def record(game: Game) -> CampaignRecord:
    """Says what the match leaves for the next one of a campaign, as things stand now.

    Returns:
        The rows and fields that the rulebook marks ``kept``, by name.  Values are numbers, booleans, names of rows, lists of names or
        None, so that the record can be written as JSON and read again.

    Examples:
        >>> record(start(load(RULES)))
        {'game': 'demo', 'kinds': {}}
    """
    return record_of(game.match)


def pending(game: Game, side: Side | None = None) -> list[Question]:
    """Lists the open questions, of one side or of all.

    Args:
        game: The match.
        side: Whose questions are wanted; those of every side if None.

    Examples:
        >>> game = start(load(RULES))
        >>> [(q.side, q.keys) for q in pending(game)]
        [('red', ('lunge', 'guard')), ('blue', ('lunge', 'guard'))]
        >>> len(pending(game, "blue"))
        1

    Raises:
        Refused: There is no such side.
    """
    return questions_of(game.match, None if side is None else seat_of(game.match, side))


def answer(game: Game, question: Question | str, option: str | int, side: Side | None = None) -> None:
    """Answers a question, and plays on until somebody has a decision to make.

    Args:
        game: The match, which is changed.
        question: The question, or its ``id``.
        option: The key of an option, or its position counted from 0.
        side: If given, the answer is accepted only if that side is the one asked.

    Examples:
        >>> game = start(load(RULES))
        >>> answer(game, pending(game)[0], "guard")
        >>> [q.side for q in pending(game)]
        ['blue']
        >>> answer(game, pending(game)[0], "fly")
        Traceback (most recent call last):
        interpreter.state.errors.AnswerError: ‘fly’ is not among the answers

    Raises:
        AnswerError: The answer is not accepted; its ``code`` is ``unknown``, ``foreign``, ``illegal`` or ``over``.
        RulebookError: A rule cannot be carried out; the match is as it was before the answer.
    """
    name = question.id if isinstance(question, Question) else str(question)
    with undisturbed(game):
        game.match.answer(name, option, None if side is None else seat_of(game.match, side))
        _go_on(game)


def undo(game: Game) -> bool:
    """Takes back the last answers that no bot gave, and everything that followed.

    Returns:
        False if there was nothing to take back.

    Examples:
        >>> game = start(load(RULES), sides={"blue": "random"})
        >>> before = game.digest
        >>> answer(game, pending(game)[0], "lunge")
        >>> undo(game), game.digest == before
        (True, True)
    """
    from arbitre.opening.sides import take_back

    done = take_back(game.match, game.bots)
    _go_on(game)
    return bool(done)


def view(game: Game, viewer: Side = REFEREE) -> View:
    """Gives all that a viewer may see of a match, as plain data.

    Args:
        game: The match.
        viewer: The name of a side, ``spectator`` or ``referee``; the referee sees everything.

    Examples:
        >>> game = start(load(RULES), seed=4)
        >>> answer(game, pending(game, "red")[0], "lunge")
        >>> [row.get("life") for row in view(game, "blue")["kinds"]["piece"]]
        [3, 3]
        >>> ["intent" in row for row in view(game, "blue")["kinds"]["piece"]]
        [False, True]

    Raises:
        Refused: There is no such viewer.
    """
    from arbitre.interpreter.match.views import view as seen

    return seen(game.match, viewer_of(game.match, viewer))


def report(game: Game, viewer: Side = REFEREE, lang: str = "en", until: int | str | None = None) -> list[str]:
    """Tells what has happened, sentence by sentence, as far as the viewer knows.

    Args:
        game: The match.
        viewer: The name of a side, ``spectator`` or ``referee``.
        lang: ``en`` or ``fr``.
        until: The last event to tell, by the number that the viewer knows it under; everything if None.

    Returns:
        One line a sentence, indented by two spaces for each level of what led to it.

    Examples:
        >>> game = start(load(RULES), seed=3, sides={"red": "random", "blue": "random"})
        >>> [line.strip() for line in report(game, lang="fr") if "frappe" in line][0][:22]
        'Pièce 1 frappe Pièce 2'

    Raises:
        Refused: There is no such viewer or language.
    """
    from arbitre.story.narrator import Narrator

    check_language(lang)
    last = Number.read(until)
    if until is not None and last is None:
        raise Refused("‘until’ is the number of an event")
    match = game.match
    eyes = viewer_of(match, viewer)
    narrator = Narrator(match, lang, eyes)
    numbers = Numbers(match.run.log or [], eyes)
    records = [r for r in match.log(eyes) if last is None or numbers.of(r) <= last]
    lines = ["  " * sentence.depth + sentence.text for sentence in narrator.sentences(records)]
    return [*lines, narrator.story.ending()] if match.over and until is None else lines


# ------------------------------------------------------------------------------------------------ saved matches


def save(game: Game, path: str | Path) -> None:
    """Writes the match to a file.  If the program is killed meanwhile, the file holds the old match or the new one, never a part.

    Args:
        game: The match.
        path: The file.  It holds every secret of the match.

    Examples:
        >>> game = start(load(RULES), seed=4)
        >>> answer(game, pending(game)[0], "lunge")
        >>> save(game, FILE)
        >>> load_match(FILE, load(RULES)).digest == game.digest
        True

    Raises:
        SaveError: The file cannot be written; its ``code`` is ``unwritable``.
    """
    from arbitre.interpreter.match.save import save as write

    try:
        write(game.match, Path(path))
    except (OSError, ValueError, RuntimeError) as error:
        said = error.strerror if isinstance(error, OSError) else str(error)
        raise SaveError("unwritable", f"‘{str(path)[:200]}’ cannot be written: {said}") from None


def load_match(path: str | Path, rules: Rules | None = None, sides: Mapping[Side, str] | None = None, executor: str = "") -> Game:
    """Opens a saved match where it stood.

    Args:
        path: The file.
        rules: What it is played with; needed if the rulebook is neither in the library nor where it was when the match was saved.
        sides: Who is played by a bot from now on, as in [`start`][arbitre.api.start].
        executor: ``interpreted`` to go through the whole match at once, without the compiled executor.

    Raises:
        SaveError: The file cannot be used; its ``code`` is ``unreadable``, ``format``, ``game``, ``version`` or ``damaged``.
        NotFound: Its rulebook is gone.
        RulesError: Its rulebook has errors by now.
        Refused: There is no such side or kind of bot.
    """
    from arbitre.interpreter.match.save import read

    data = read(Path(path))
    known = rules or load(source_again(data, Path(path)), data["options"], data["extensions"])
    machine = known.machine
    if data.get("start"):  # it began where a scenario says
        machine = opened_at(known.source, data["options"], tuple(str(e) for e in known.extensions), data["start"])[1]
    match = watched_again(data, machine, executor)
    game = Game(known, match, bots_of(match, sides or {}), Lots(match.tape.seed))
    _go_on(game)
    return game


def replay(
    path: str | Path, rules: Rules | None = None, viewer: Side = REFEREE, lang: str = "en", until: int | str | None = None
) -> list[str]:
    """Tells what happened in a saved match; the arguments are those of [`load_match`][arbitre.api.load_match] and
    [`report`][arbitre.api.report].

    Examples:
        >>> game = start(load(RULES), seed=3, sides={"red": "random", "blue": "random"})
        >>> save(game, FILE)
        >>> replay(FILE, load(RULES)) == report(game)
        True

    Raises:
        SaveError: The file cannot be used.
        NotFound: Its rulebook is gone.
        RulesError: Its rulebook has errors by now.
        Refused: There is no such viewer or language.
    """
    return report(load_match(path, rules), viewer, lang, until)


def questions_of(match: Match, seat: int | None = None) -> list[Question]:
    """The open questions of a match."""
    return [_question(match, request) for request in match.pending(seat)]


def _question(match: Match, r: Request) -> Question:
    return Question(r.id, match.seat_name(r.seat), r.decision, tuple(o.key for o in r.options), tuple(o.title for o in r.options),
                    r.secret, r.about)  # fmt: skip


def _go_on(game: Game) -> None:
    from arbitre.interpreter.play.bots.kinds import choose

    match = game.match
    while asked := [r for r in match.requests if r.seat in game.bots]:
        match.answer(asked[0].id, choose(match, asked[0], game.bots[asked[0].seat], game.rng))
