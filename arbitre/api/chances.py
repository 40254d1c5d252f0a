"""Many matches, and exact chances."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from arbitre.api.rules import Options, Rules, Side, _check_count, _pairs, _said, load
from arbitre.api.shapes import _check_seed
from arbitre.opening.books import Refused
from arbitre.session.records import fitted
from interpreter.match.match import Match

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
    from arbitre.opening.sides import HUMAN, seats_from
    from interpreter.play.simulate import simulate as run

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
    from arbitre.opening.chances import chances

    if not isinstance(name, str):
        raise Refused("a question has a name: a test, a table, a contest, a number or an odds scenario")
    found = chances(rules.source, name, {str(k): _said(v) for k, v in (values or {}).items()}, rules.extensions, rules.options)
    return [{**outcome, "probability": Fraction(outcome["probability"])} for outcome in found]


def _bots(match: Match, sides: Mapping[Side, str]) -> dict[int, str]:
    from arbitre.opening.sides import HUMAN, seats_from

    chosen = seats_from(match, _pairs(sides), HUMAN)
    return {seat: kind for seat, kind in chosen.items() if kind != HUMAN}
