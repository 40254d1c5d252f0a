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
    """One outcome of a question about chances.  ``measure ... as NAME`` of an odds scenario gives further keys, by these names."""

    probability: Required[Fraction]
    """Its exact share, from 0 to 1; those of all outcomes add up to 1."""
    percent: Required[float]
    """The same in hundredths."""
    result: str
    """Of a test or a contest: the name of the result."""
    total: int
    """Of a table: what is thrown."""
    row: str
    """Of a table: the name of the row that falls in, or its total where it has none."""
    value: bool | int | str | list[str]
    """Of a number, a condition or a set of the rules: what it is."""


def simulate(
    rules: Rules, matches: int = 100, seed: int = 0, sides: Mapping[Side, str] | None = None, cores: int | None = None,
    progress: Callable[[int], None] | None = None, record: CampaignRecord | None = None, scenario: str = "",
    watched: bool = True, executor: str = "",
) -> Simulation:  # fmt: skip
    """Plays many matches between bots (``greedy`` where ``sides`` says nothing) and counts what comes of them; with ``record``,
    each as the next match of a campaign; with ``scenario``, each from where the scenario of that name begins.

    >>> found = simulate(load(RULES), matches=10, seed=1, cores=1)
    >>> found["matches"], found["errors"], sum(found["wins"].values()) + found["draws"]
    (10, [], 10)
    >>> [one["name"] for one in found["used"] if one["sort"] == "choice" and one["times"]]
    ['lunge', 'guard']

    ``wins`` counts a match for each of those who win it together, ``alone`` leaves such matches out; ``intervals`` are those of 95 %.
    With ``watched=False`` what of the rules was used is not counted.  Sides that play at random (``sides={"everyone": "random"}``)
    play in the compiled executor, where wasmtime runs: many times faster, and the same matches; ``compiled`` says how many of
    them, since a match that is too much for it is played without it.  ``executor="closures"``, or ``ARBITRE_EXECUTOR=closures`` in the
    environment, does without it.

    Counts depend on the seed alone, not on the number of cores.  ``progress`` is called with the number of matches played so far.

    Raises:
        Refused: there is no such side, or nobody to play it; the seed or a number is none; the record is none of this game; ``scenario``
            names none.
        RulebookError: never; a match that stops at a rule is counted in ``errors``.
    """
    from arbitre.interpreter.play.simulate import simulate as run
    from arbitre.opening.sides import HUMAN, USUAL, seats_from

    check_seed(seed)
    check_count("matches", matches)
    if executor not in EXECUTORS:
        raise Refused("the executor is ‘module’ or ‘closures’")
    if cores is not None:
        check_count("cores", cores)
    before = None if record is None else fitted(rules.machine, record)
    bots: dict[str, str] = {"": USUAL}
    if sides:
        match = Match(rules.machine, seed, before, trace=False)
        kinds = seats_from(match, pairs(sides))
        if HUMAN in kinds.values():
            raise Refused("bots play these matches: greedy, thinker or random")
        bots = {match.seat_name(seat): kind for seat, kind in kinds.items()}
    if scenario and before is not None:
        raise Refused("‘record’ and ‘scenario’ both say how matches begin: give one of them")
    options = rules.options
    if scenario:  # it may say some itself: only what was asked for can stand against it
        usual = load(rules.source, None, rules.extensions).options
        options = {name: value for name, value in options.items() if usual.get(name) != value}
    return run(rules.source, matches, seed, options, list(rules.extensions), bots, cores, progress, before, scenario, watched, executor)


class Odds(list[Outcome]):
    """Outcomes; a notebook shows them as a small table with bars."""

    def __init__(self, outcomes: Iterable[Outcome] = (), html: str = "") -> None:
        super().__init__(outcomes)
        self.html = html

    def _repr_html_(self) -> str:
        return self.html


def odds(rules: Rules, name: str, values: Options | None = None, lang: str = "") -> Odds:
    """Exact chances of a test, a table, a contest, a number or an odds scenario.  ``values`` sets options, parameters and
    their fields (``{"attacker.life": 1}``).  ``lang``: in which a notebook shows them, else that of the commands.

    >>> [(o["result"], o["probability"]) for o in odds(load(RULES), "nerve")]
    [('success', Fraction(1, 3)), ('failure', Fraction(2, 3))]

    Raises:
        Refused: there is no such question, it does not have that value to set, or it takes too long to reckon.
    """
    from arbitre.opening.chances import ask, outcomes
    from arbitre.session.answers import Answer

    if lang:
        check_language(lang)
    if not isinstance(name, str):
        raise Refused("a question has a name: a test, a table, a contest, a number or an odds scenario")
    asked = ask(rules.source, name, {str(k): said(v) for k, v in (values or {}).items()}, rules.extensions, rules.options)
    found = [cast(Outcome, {**outcome, "probability": Fraction(outcome["probability"])}) for outcome in outcomes(asked)]
    return Odds(found, Answer(asked, lang or language()).fragment())
