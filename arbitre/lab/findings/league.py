"""Leagues: everybody against everybody, what came of each pair, and ratings."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arbitre.dsl.lower.compiled import program_of
from arbitre.lab.findings.ratings import Rating, ratings
from arbitre.lab.findings.results import Results
from arbitre.lab.findings.statistics import Numbers, Table
from arbitre.opening.books import refused


def experiment_text(game: str, bots: Sequence[str], options: Sequence[str], entrants: Sequence[str], matches: int, seed: int) -> str:
    """The experiment of a league, as a file says it.

    Raises:
        Refused: there are neither bots nor two options; the values of an option are none that can be listed.
    """
    if len(options) not in (0, 2) or bool(options) == bool(bots):
        raise refused("lab.league_of")
    lines = [f"game = {json.dumps(game)}", f"matches = {matches}", f"seed = {seed}", "", "[league]"]
    if bots:
        return "\n".join([*lines, f"bots = {json.dumps(list(bots))}"]) + "\n"
    if not entrants:
        program = program_of(game)
        value = program.options.get(options[0])
        kind = next((domain for domain in program.domains if str(value) in domain.rows), None)
        if kind is None:
            raise refused("lab.league_option", name=options[0])
        entrants = [row for row in kind.rows if row]
    return "\n".join([*lines, f"options = {json.dumps(list(options))}", f"entrants = {json.dumps(list(entrants))}"]) + "\n"


def games(results: Results, table: Table) -> list[tuple[str, str, float, int]]:
    """Of every pair, and of every way round: who had the first side, the share he won with draws by half, and how many matches."""
    return [(first, second, float(points.mean()), len(points)) for first, second, points, _ in _played(results, table)]


def _played(results: Results, table: Table) -> Iterator[tuple[str, str, Numbers, NDArray[Any]]]:
    """Of every pair, and of every way round: who had the first side, what he won of each match, 0.5 for a draw, and its seed."""
    codes, words = table.codes["entrants"]
    for one in results.about["variants"]:
        mine = table.columns["variant"] == one["number"]
        for turn in range(one["turned"]):
            wanted = mine & (table.columns["turn"] == turn)
            if not wanted.any():
                continue
            pair = one["entrants"]
            first, second = pair[turn % len(pair)], pair[(1 + turn) % len(pair)]
            points = np.array([_points(said, first, second) for said in words] or [0.5])
            yield first, second, points[codes[wanted]], table.columns["seed"][wanted]


def _points(said: str, first: str, second: str) -> float:
    won = said.split("+")
    return 0.5 if (first in won) == (second in won) else float(first in won)


def standings(results: Results, table: Table) -> tuple[list[Rating], tuple[float, float, float]]:
    """The ratings of all entrants, the strongest first, and what the first side is worth."""
    names = sorted({name for one in results.about["variants"] for name in one["entrants"]})
    matches, seeds = [], []
    for first, second, points, thrown in _played(results, table):
        matches += [(first, second, float(won), 1) for won in points]
        seeds += thrown.tolist()
    return ratings(names, matches, seeds)


def pairs(results: Results, table: Table) -> dict[tuple[str, str], tuple[float, int]]:
    """Of every two entrants the share that the first won of the second, both ways round together."""
    held: dict[tuple[str, str], list[Any]] = {}
    for first, second, share, count in games(results, table):
        for pair, mine in (((first, second), share), ((second, first), 1 - share)):
            entry = held.setdefault(pair, [0.0, 0])
            entry[0] += mine * count
            entry[1] += count
    return {pair: (won / count, count) for pair, (won, count) in held.items()}
