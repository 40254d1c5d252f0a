"""What callers give, checked: whatever cannot be meant is refused in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from arbitre.interpreter.match.match import Match
from arbitre.opening.books import Refused
from arbitre.opening.sides import HUMAN, seats_from, viewer_named
from arbitre.session.why.numbered import is_number as is_number

Options = Mapping[str, str | int | bool]
Extensions = str | Path | Sequence[str | Path]
Side = str
LANGUAGES = ("en", "fr")
MOST_SEED = 10**1000  # what can be written to a save and read again


def check_seed(seed: int) -> None:
    """Any whole number a save can hold."""
    if type(seed) is not int or abs(seed) >= MOST_SEED:
        said = repr(seed)[:40] if type(seed) is not int else "a larger one"
        raise Refused(f"a seed is a whole number of at most {len(str(MOST_SEED)) - 1} digits, not {said}")


def check_count(name: str, value: int) -> None:
    """A whole number from 1 on."""
    if type(value) is not int or value < 1:
        raise Refused(f"‘{name}’ is a whole number from 1 on, not {value!r}")


def check_language(lang: str) -> None:
    """One of :data:`LANGUAGES`."""
    if lang not in LANGUAGES:
        raise Refused(f"there is no language ‘{lang}’; there are: {', '.join(LANGUAGES)}")


def pairs(sides: Mapping[Side, str]) -> tuple[str, ...]:
    """``{"red": "random"}`` as a command writes it: ``("red=random",)``."""
    if not isinstance(sides, Mapping):
        raise Refused("sides are given as {name: kind}")
    return tuple(f"{name}={kind}" for name, kind in sides.items())


def said(value: str | int | bool) -> str:
    """A value of an option as files write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def paths(extensions: Extensions) -> list[Path]:
    """The files of extensions, given as one path or as several."""
    return [Path(extensions)] if isinstance(extensions, (str, Path)) else [Path(e) for e in extensions]


def viewer_of(match: Match, name: Side) -> int | str:
    """A seat, ``spectator`` or ``referee`` by its name."""
    return viewer_named(match, name)


def seat_of(match: Match, name: Side) -> int:
    """A seat by its name."""
    viewer = viewer_of(match, name)
    if not isinstance(viewer, int):
        raise Refused(f"‘{name}’ answers no questions")
    return viewer


def bots_of(match: Match, sides: Mapping[Side, str]) -> dict[int, str]:
    """The seats that answer by themselves, each with the kind of bot that plays it."""
    chosen = seats_from(match, pairs(sides), HUMAN)
    return {seat: kind for seat, kind in chosen.items() if kind != HUMAN}
