"""The public interface: everything a program may want of Arbitre, in functions.

``RULES`` in the examples is the path of a small rulebook, in which red and blue choose a plan in secret and strike.  A game of
the library is named by its short name.

>>> rules = load(RULES)
>>> game = start(rules, seed=4, sides={"blue": "random"})
>>> question = pending(game)[0]
>>> question.side, question.decision, question.keys
('red', 'intent', ('lunge', 'guard'))
>>> answer(game, question, "lunge")
>>> print(report(game, "red")[0])
── Turn 1 ──

A match goes on by itself until somebody has to decide something.  What is not allowed raises one of the exceptions named here
and leaves everything as it was.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from arbitre.books import Refused, played_with
from arbitre.records import fitted, record_of
from arbitre.watch import rescued, watched, watched_again
from dsl.bind import BadOption, compile_rules
from dsl.core import Text
from dsl.messages import Message, RulesError
from dsl.modules import NotFound, Rulebook, names
from dsl.modules import load as _load
from interpreter.errors import AnswerError, RulebookError, SaveError
from interpreter.machine import Machine
from interpreter.match import Match
from interpreter.requests import Request
from interpreter.trace import REFEREE, Numbers

Options = Mapping[str, str | int | bool]
Extensions = str | Path | Sequence[str | Path]
Side = str
LANGUAGES = ("en", "fr")
MOST_SEED = 10**1000  # what can be written to a save and read again


@dataclass(frozen=True, slots=True)
class Rules:
    """A rulebook without errors, for one choice of options.  Any number of matches can be started from it."""

    source: str
    rulebook: Rulebook
    machine: Machine
    extensions: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.rulebook.name

    @property
    def title(self) -> Text:
        return self.machine.program.title

    @property
    def version(self) -> str:
        """Fingerprint of the rules and of the options."""
        return self.machine.program.version

    @property
    def options(self) -> dict[str, str]:
        """Every option with the value it has here."""
        return {name: str(value) for name, value in self.machine.program.options.items()}


@dataclass(slots=True)
class Game:
    """A match, and who plays its sides: ``random`` and ``greedy`` ones answer by themselves, the others are asked."""

    rules: Rules
    match: Match
    bots: dict[int, str] = field(default_factory=dict)
    rng: random.Random = field(default_factory=random.Random)

    @property
    def over(self) -> bool:
        """Has the match come to its end?"""
        return self.match.over

    @property
    def unfinished(self) -> bool:
        """Was it stopped because it had lasted the most turns a match may last?"""
        return self.match.unfinished

    @property
    def winners(self) -> list[str]:
        """Who won; empty for a draw, and as long as the match is not over."""
        return self.match.winners

    @property
    def turn(self) -> int:
        return self.match.turn

    @property
    def sides(self) -> list[Side]:
        return [self.match.seat_name(seat) for seat in self.match.seats()]

    @property
    def digest(self) -> str:
        """Fingerprint of the state; equal for equal states."""
        return self.match.digest()


@dataclass(frozen=True, slots=True)
class Question:
    """What a side has to decide.  ``about``: what is settled already, as (name, value) pairs."""

    id: str
    side: Side
    decision: str
    keys: tuple[str, ...]
    titles: tuple[Text, ...]
    secret: bool
    about: tuple[tuple[str, str], ...]


# ------------------------------------------------------------------------------------------------ rulebooks


def load(name: str | Path, options: Options | None = None, extensions: Extensions = ()) -> Rules:
    """A rulebook by its short name or by a path, ready to be played.  ``extensions``: the path of one, or several.

    >>> load(RULES).name
    'demo'
    >>> load(RULES, {"hearts": 5}).options
    {'hearts': '5'}
    >>> load(RULES, {"hearts": 50})
    Traceback (most recent call last):
    dsl.bind.BadOption: the option ‘hearts’ goes from 1 to 9, not 50

    Raises:
        NotFound: there is no such rulebook.
        BadOption: there is no such option, or it cannot have that value.
        RulesError: the rulebook has errors (``messages``).
    """
    more = _paths(extensions)
    rulebook = _opened(name, more)
    try:
        wanted = {str(k): _said(v) for k, v in (options or {}).items()}
    except AttributeError:
        raise BadOption("options are given as {name: value}") from None
    bound = compile_rules(rulebook, wanted)
    return Rules(str(name), rulebook, Machine(bound.program), tuple(map(str, more)))


def check(name: str | Path, extensions: Extensions = ()) -> list[Message]:
    """Everything that is wrong with a rulebook and its scenarios, errors and warnings.

    >>> check(RULES)
    []

    Raises:
        NotFound: there is no such rulebook.
    """
    from arbitre.books import findings

    return findings(_opened(name, _paths(extensions), scenarios=True))


# ------------------------------------------------------------------------------------------------ playing


def start(rules: Rules, seed: int = 0, sides: Mapping[Side, str] | None = None, record: dict[str, Any] | None = None) -> Game:
    """A new match.  ``sides`` says which sides (by their name, or what several belong to) are ``random`` or ``greedy``; the
    others are asked.  ``record`` is what an earlier match left for the next (:func:`record`).

    >>> game = start(load(RULES), seed=4, sides={"red": "random", "blue": "random"})
    >>> game.over, game.winners
    (True, ['blue'])

    Raises:
        Refused: there is no such side, or no such kind of player; the seed is no whole number; the record is none of this game.
        RulebookError: the rules cannot be carried out.
    """
    _check_seed(seed)
    match = watched(rules.machine, seed, None if record is None else fitted(rules.machine, record))
    match.extensions = played_with(rules.source, rules.rulebook, rules.extensions)
    game = Game(rules, match, _bots(match, sides or {}), random.Random(seed))
    _go_on(game)
    return game


def record(game: Game) -> dict[str, Any]:
    """What the match leaves for the next one of a campaign, as it stands now: the rows and fields marked ``kept``, by name.

    >>> record(start(load(RULES)))
    {'game': 'demo', 'kinds': {}}
    """
    return record_of(game.match)


def pending(game: Game, side: Side | None = None) -> list[Question]:
    """The open questions, of one side or of all.

    >>> game = start(load(RULES))
    >>> [(q.side, q.keys) for q in pending(game)]
    [('red', ('lunge', 'guard')), ('blue', ('lunge', 'guard'))]
    >>> len(pending(game, "blue"))
    1
    """
    seat = None if side is None else _seat(game.match, side)
    return [_question(game.match, request) for request in game.match.pending(seat)]


def answer(game: Game, question: Question | str, option: str | int, side: Side | None = None) -> None:
    """Answers a question (or the one of that ``id``) with the key of an option or its position.  With ``side``, only if it is
    asked of that side.

    >>> game = start(load(RULES))
    >>> answer(game, pending(game)[0], "guard")
    >>> [q.side for q in pending(game)]
    ['blue']
    >>> answer(game, pending(game)[0], "fly")
    Traceback (most recent call last):
    interpreter.errors.AnswerError: ‘fly’ is not among the answers

    Raises:
        AnswerError: its ``code`` is unknown, foreign, illegal or over.
        RulebookError: the rules cannot be carried out; the match is as it was before the answer.
    """
    name = question.id if isinstance(question, Question) else str(question)
    with _undisturbed(game):
        game.match.answer(name, option, None if side is None else _seat(game.match, side))
        _go_on(game)


def undo(game: Game) -> bool:
    """Takes back the last answers that no bot gave, and what followed; False if there are none.

    >>> game = start(load(RULES), sides={"blue": "random"})
    >>> before = game.digest
    >>> answer(game, pending(game)[0], "lunge")
    >>> undo(game), game.digest == before
    (True, True)
    """
    from arbitre.sides import take_back

    done = take_back(game.match, game.bots)
    _go_on(game)
    return bool(done)


def view(game: Game, viewer: Side = REFEREE) -> dict[str, Any]:
    """All that a side, a ``spectator`` or the ``referee`` may see, as plain data.

    >>> game = start(load(RULES), seed=4)
    >>> answer(game, pending(game, "red")[0], "lunge")
    >>> [row.get("life") for row in view(game, "blue")["kinds"]["piece"]]
    [3, 3]
    >>> ["intent" in row for row in view(game, "blue")["kinds"]["piece"]]
    [False, True]
    """
    from interpreter.views import view as seen

    return seen(game.match, _viewer(game.match, viewer))


def report(game: Game, viewer: Side = REFEREE, lang: str = "en", until: int | None = None) -> list[str]:
    """What has happened, line by line, as far as the viewer knows; up to and including event ``until``, by the numbers under
    which the viewer knows events: the referee all of them, another those he sees.

    >>> game = start(load(RULES), seed=4, sides={"red": "random", "blue": "random"})
    >>> [line.strip() for line in report(game, lang="fr") if "frappe" in line][0]
    'Pièce 1 frappe Pièce 2.'

    Raises:
        Refused: there is no such viewer, or no such language.
    """
    from arbitre.story import Story
    from arbitre.terminal import Terminal

    if lang not in LANGUAGES:
        raise Refused(f"there is no language ‘{lang}’; there are: {', '.join(LANGUAGES)}")
    if until is not None and not isinstance(until, int):
        raise Refused("‘until’ is the number of an event")
    match = game.match
    story, eyes = Story(match, lang, Terminal()), _viewer(match, viewer)
    numbers = Numbers(match.run.log or [], eyes)
    records = [r for r in match.log(eyes) if until is None or numbers.of(r) <= until]
    lines = [line.strip("\n") for line in story.lines(records, eyes)]
    return [*lines, story.ending()] if match.over and until is None else lines


# ------------------------------------------------------------------------------------------------ saved matches


def save(game: Game, path: str | Path) -> None:
    """Writes the match to a file; a crash leaves the old file or the new one, whole.

    >>> game = start(load(RULES), seed=4)
    >>> answer(game, pending(game)[0], "lunge")
    >>> save(game, FILE)
    >>> load_match(FILE, load(RULES)).digest == game.digest
    True

    Raises:
        SaveError: its ``code`` is unwritable.
    """
    from interpreter.save import save as write

    try:
        write(game.match, Path(path))
    except (OSError, ValueError, RuntimeError) as error:
        said = error.strerror if isinstance(error, OSError) else str(error)
        raise SaveError("unwritable", f"‘{str(path)[:200]}’ cannot be written: {said}") from None


def load_match(path: str | Path, rules: Rules | None = None, sides: Mapping[Side, str] | None = None) -> Game:
    """A saved match, where it stood.  ``rules`` are needed if the rulebook is not one of the library's.

    Raises:
        SaveError: its ``code`` is unreadable, format, game, version or damaged.
    """
    from interpreter.save import read

    data = read(Path(path))
    known = rules or load(data["game"], data["options"], data["extensions"])
    match = watched_again(data, known.machine)
    game = Game(known, match, _bots(match, sides or {}), random.Random(match.tape.seed))
    _go_on(game)
    return game


def replay(path: str | Path, rules: Rules | None = None, viewer: Side = REFEREE, lang: str = "en", until: int | None = None) -> list[str]:
    """What happened in a saved match, as :func:`report` tells it.

    >>> game = start(load(RULES), seed=4, sides={"red": "random", "blue": "random"})
    >>> save(game, FILE)
    >>> replay(FILE, load(RULES)) == report(game)
    True
    """
    return report(load_match(path, rules), viewer, lang, until)


# ------------------------------------------------------------------------------------------------ numbers


def simulate(
    rules: Rules, matches: int = 100, seed: int = 0, sides: Mapping[Side, str] | None = None, cores: int | None = None,
    progress: Callable[[int], None] | None = None, record: dict[str, Any] | None = None, scenario: str = "",
) -> dict[str, Any]:  # fmt: skip
    """Plays many matches between bots (``random`` where ``sides`` says nothing) and counts what comes of them; with ``record``,
    each as the next match of a campaign; with ``scenario``, each from where the scenario of that name begins.

    >>> found = simulate(load(RULES), matches=10, seed=1, cores=1)
    >>> found["matches"], found["errors"], sum(found["wins"].values()) + found["draws"]
    (10, [], 10)
    >>> [one["name"] for one in found["used"] if one["sort"] == "choice" and one["times"]]
    ['lunge', 'guard']

    ``wins`` counts a match for each of those who win it together, ``alone`` leaves such matches out; ``intervals`` are those of 95 %.
    Counts depend on the seed alone, not on the number of cores.

    Raises:
        Refused: there is no such side, or nobody to play it; the seed or a number is none; the record is none of this game.
    """
    from arbitre.sides import HUMAN, seats_from
    from interpreter.simulate import simulate as run

    _check_seed(seed)
    _check_count("matches", matches)
    if cores is not None:
        _check_count("cores", cores)
    before = None if record is None else fitted(rules.machine, record)
    bots: dict[str, str] = {}
    if sides:
        match = Match(rules.machine, seed, before, trace=False)
        kinds = seats_from(match, _pairs(sides))
        if HUMAN in kinds.values():
            raise Refused("bots play these matches: random or greedy")
        bots = {match.seat_name(seat): kind for seat, kind in kinds.items()}
    if scenario and before is not None:
        raise Refused("‘record’ and ‘scenario’ both say how matches begin: give one of them")
    options = rules.options
    if scenario:  # it may say some itself: only what was asked for can stand against it
        usual = load(rules.source, None, rules.extensions).options
        options = {name: value for name, value in options.items() if usual.get(name) != value}
    return run(rules.source, matches, seed, options, list(rules.extensions), bots, cores, progress, before, scenario)


def odds(rules: Rules, name: str, values: Options | None = None) -> list[dict[str, Any]]:
    """Exact chances of a test, a table, a contest, a number or an odds scenario.  ``values`` sets options, parameters and
    their fields (``{"attacker.life": 1}``).

    >>> [(o["result"], o["probability"]) for o in odds(load(RULES), "nerve")]
    [('success', Fraction(1, 3)), ('failure', Fraction(2, 3))]

    Raises:
        Refused: there is no such question, or it does not have that value to set.
    """
    from arbitre.chances import chances

    if not isinstance(name, str):
        raise Refused("a question has a name: a test, a table, a contest, a number or an odds scenario")
    found = chances(rules.source, name, {str(k): _said(v) for k, v in (values or {}).items()}, rules.extensions, rules.options)
    return [{**outcome, "probability": Fraction(outcome["probability"])} for outcome in found]


# ------------------------------------------------------------------------------------------------ helpers


def _paths(extensions: Extensions) -> list[Path]:
    return [Path(extensions)] if isinstance(extensions, (str, Path)) else [Path(e) for e in extensions]


def _opened(name: str | Path, extensions: list[Path], scenarios: bool = False) -> Rulebook:
    if not isinstance(name, (str, Path)):
        raise NotFound("a rulebook is given by its short name, or by a path")
    try:
        return _load(name, extensions, scenarios)
    except OSError as error:  # a name that no file can have
        raise NotFound(f"‘{str(name)[:100]}’ cannot be read: {error.strerror}") from None


def _check_seed(seed: int) -> None:
    """Any whole number a save can hold."""
    if type(seed) is not int or abs(seed) >= MOST_SEED:
        said = repr(seed)[:40] if type(seed) is not int else "a larger one"
        raise Refused(f"a seed is a whole number of at most {len(str(MOST_SEED)) - 1} digits, not {said}")


def _check_count(name: str, value: int) -> None:
    if type(value) is not int or value < 1:
        raise Refused(f"‘{name}’ is a whole number from 1 on, not {value!r}")


def _pairs(sides: Mapping[Side, str]) -> tuple[str, ...]:
    if not isinstance(sides, Mapping):
        raise Refused("sides are given as {name: kind}")
    return tuple(f"{name}={kind}" for name, kind in sides.items())


def _said(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _question(match: Match, r: Request) -> Question:
    return Question(r.id, match.seat_name(r.seat), r.decision, tuple(o.key for o in r.options), tuple(o.title for o in r.options),
                    r.secret, r.about)  # fmt: skip


def _seat(match: Match, name: Side) -> int:
    viewer = _viewer(match, name)
    if not isinstance(viewer, int):
        raise Refused(f"‘{name}’ answers no questions")
    return viewer


def _viewer(match: Match, name: Side) -> int | str:
    from arbitre.sides import viewer_named

    return viewer_named(match, name)


def _bots(match: Match, sides: Mapping[Side, str]) -> dict[int, str]:
    from arbitre.sides import HUMAN, seats_from

    chosen = seats_from(match, _pairs(sides), HUMAN)
    return {seat: kind for seat, kind in chosen.items() if kind != HUMAN}


@contextmanager
def _undisturbed(game: Game) -> Iterator[None]:
    """A rule that cannot be carried out to its end leaves the match as it was before it."""
    try:
        yield
    except RulebookError:
        game.match = rescued(game.match) or game.match
        raise


def _go_on(game: Game) -> None:
    from interpreter.bots import choose

    match = game.match
    while asked := [r for r in match.requests if r.seat in game.bots]:
        match.answer(asked[0].id, choose(match, asked[0], game.bots[asked[0].seat], game.rng))


__all__ = [
    "AnswerError", "BadOption", "Game", "Message", "NotFound", "Question", "Refused", "RulebookError", "Rules", "RulesError",
    "SaveError", "answer", "check", "load", "load_match", "names", "odds", "pending", "record", "replay", "report", "save", "simulate",
    "start", "undo", "view",
]  # fmt: skip
