"""Many matches, and exact chances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Required, TypedDict, cast

from arbitre.api.arguments import Options, Side, check_count, check_language, check_seed, pairs, said
from arbitre.api.positions import EXECUTORS
from arbitre.api.rules import Rules, load
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.totals import Simulation
from arbitre.opening.books import Refused
from arbitre.session.records import CampaignRecord, fitted
from arbitre.words.phrases import language


class Outcome(TypedDict, total=False):
    """One outcome of a question about chances.

    An odds scenario adds a key for each ``measure ... as NAME``, by that name.
    """

    probability: Required[Fraction]
    """Its exact probability; those of all outcomes add up to 1."""
    percent: Required[float]
    """The same as a percentage."""
    result: str
    """For a test or a contest: the name of the result."""
    total: int
    """For a table: what is rolled."""
    row: str
    """For a table: the name of the row it falls in, or the total where the row has none."""
    value: bool | int | str | list[str]
    """For a number, a condition or a set of the rulebook: its value."""


def simulate(
    rules: Rules, matches: int = 100, seed: int = 0, sides: Mapping[Side, str] | None = None, cores: int | None = None,
    progress: Callable[[int], None] | None = None, record: CampaignRecord | None = None, scenario: str = "",
    watched: bool = True, executor: str = "",
) -> Simulation:  # fmt: skip
    """Plays many matches between bots, and counts what comes of them.

    The counts depend on the seed, not on the number of cores.  With wasmtime the matches are played in the compiled executor, many times
    faster and with the same results; one that is too much for it is played without.  ``ARBITRE_EXECUTOR=interpreted`` in the environment
    does without it altogether.

    Args:
        rules: What is played.
        matches: How many matches.
        seed: The first match is that of this seed, the next that of the next number, and so on.
        sides: The kinds of bots, as in [`start`][arbitre.api.start]; ``{"everyone": "random"}`` for all.  Greedy where nothing is said.
        cores: How many processes; as many as there are cores if None.
        progress: Called with the number of matches played so far.
        record: Each match is played as the next one of the campaign that left this record.
        scenario: Each match starts where the scenario of that name does.
        watched: False leaves out counting what of the rules was used, which takes time.
        executor: ``interpreted`` does without the compiled executor.

    Examples:
        >>> found = simulate(load(RULES), matches=10, seed=1, cores=1)
        >>> found["matches"], found["errors"], sum(found["wins"].values()) + found["draws"]
        (10, [], 10)
        >>> [one["name"] for one in found["used"] if one["sort"] == "choice" and one["times"]]
        ['lunge', 'guard']

    Raises:
        Refused: There is no such side, bot or scenario; the seed or another number is out of range; the record belongs to another game.
    """
    from arbitre.interpreter.play.simulate import simulate as run
    from arbitre.opening.sides import HUMAN, USUAL, seats_from

    check_seed(seed)
    check_count("matches", matches)
    if executor not in EXECUTORS:
        raise Refused("the executor is ‘compiled’ or ‘interpreted’")
    if cores is not None:
        check_count("cores", cores)
    before = None if record is None else fitted(rules.machine, record)
    bots: dict[str, str] = {"": USUAL}
    if sides:
        match = Match(rules.machine, seed, before, trace=False)
        kinds = seats_from(match, pairs(sides))
        if HUMAN in kinds.values():
            raise Refused("bots play these matches: random, greedy, thinker, level1 to level5")
        bots = {match.seat_name(seat): kind for seat, kind in kinds.items()}
    if scenario and before is not None:
        raise Refused("‘record’ and ‘scenario’ both say how matches begin: give one of them")
    options = rules.options
    if scenario:  # it may say some itself: only what was asked for can stand against it
        usual = load(rules.source, None, rules.extensions).options
        options = {name: value for name, value in options.items() if usual.get(name) != value}
    return run(rules.source, matches, seed, options, list(rules.extensions), bots, cores, progress, before, scenario, watched, executor)


class Odds(list[Outcome]):
    """A list of outcomes; a notebook shows it as a small table with bars."""

    def __init__(self, outcomes: Iterable[Outcome] = (), html: str = "") -> None:
        super().__init__(outcomes)
        self.html = html

    def _repr_html_(self) -> str:
        return self.html


def odds(rules: Rules, name: str, values: Options | None = None, lang: str = "") -> Odds:
    """Computes exact chances.

    Args:
        rules: Whose chances.
        name: A test, a table, a contest, a number of the rulebook or an odds scenario.
        values: Values for options, parameters and their fields: ``{"attacker.life": 1}``.
        lang: The language in which a notebook shows them; by default that of the commands.

    Examples:
        >>> [(o["result"], o["probability"]) for o in odds(load(RULES), "nerve")]
        [('success', Fraction(1, 3)), ('failure', Fraction(2, 3))]

    Raises:
        Refused: There is no such question, it has no such value to set, or it would take too long to compute.
    """
    from arbitre.opening.odds.chances import ask, outcomes
    from arbitre.session.answers import Answer

    if lang:
        check_language(lang)
    if not isinstance(name, str):
        raise Refused("a question has a name: a test, a table, a contest, a number or an odds scenario")
    asked = ask(rules.source, name, {str(k): said(v) for k, v in (values or {}).items()}, rules.extensions, rules.options)
    found = [cast(Outcome, {**outcome, "probability": Fraction(outcome["probability"])}) for outcome in outcomes(asked)]
    return Odds(found, Answer(asked, lang or language()).fragment())
