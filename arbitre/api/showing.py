"""What shows itself in a notebook: boards, matches, what a variant changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arbitre.api.arguments import Extensions, Options, Side, check_count, check_language, check_seed, paths, said, viewer_of
from arbitre.api.rules import Rules
from arbitre.api.shapes import Game
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.visibility import SPECTATOR
from arbitre.opening.books import Refused
from arbitre.words.phrases import language

if TYPE_CHECKING:
    from arbitre.compare.comparing import Compared


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as SVG, with a title and a description for who does not see it.  ``name``: of the board, in the rulebook."""

    name: str
    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True, slots=True)
class Page:
    """A piece of HTML, without script: it can stand in any page."""

    html: str

    def _repr_html_(self) -> str:
        return self.html


def board(of: Game | Rules, viewer: Side = SPECTATOR, name: str = "", lang: str = "") -> Picture:
    """A board with what a side, a ``spectator`` or the ``referee`` sees on it; of a rulebook, as it lies before a match.

    >>> picture = board(start(load(RULES), seed=4), "red", lang="en")
    >>> picture.name, picture.svg[:4], "Demo, turn 1" in picture.svg
    ('place', '<svg', True)

    ``name``: which, where there are several.  ``lang``: else that of the commands (``ARBITRE_LANG``, the locale).

    Raises:
        Refused: there is no such viewer, no board of that name, or none at all.
    """
    from arbitre.story.showing import pictures

    match = of.match if isinstance(of, Game) else Match(of.machine, 0, start=False)
    found = pictures(match, viewer_of(match, viewer), spoken(lang))
    chosen = [one for one in found if name in ("", one[0])]
    if not chosen:
        known = ", ".join(one for one, _ in found)
        raise Refused(f"there is no board ‘{name}’; there are: {known}" if known else "this game has no board")
    return Picture(*chosen[0])


def show(game: Game, viewer: Side = SPECTATOR, lang: str = "") -> Page:
    """A match as a page: how it stands or ended, its boards, and its story turn by turn, as a viewer knows them.

    A :class:`Game` that a notebook shows by itself is shown as a ``spectator`` knows it: who looks on may be a player.

    >>> game = start(load(RULES), seed=4, sides={"red": "random", "blue": "random"})
    >>> page = show(game, lang="en").html
    >>> "Red wins." in page, "<summary>Turn 1</summary>" in page
    (True, True)

    Raises:
        Refused: there is no such viewer, or no such language.
    """
    from arbitre.story.showing import shown

    return Page(shown(game.match, viewer_of(game.match, viewer), spoken(lang)))


def compare(
    base: str | Path, variant: str | Path, extensions: Extensions = (), matches: int = 0, seed: int = 0, bots: str = "greedy",
    options: Options | None = None, within: float = 0.0, cores: int | None = None, lang: str = "",
    progress: Callable[[int], None] | None = None,
) -> Compared:  # fmt: skip
    """What a variant changes: words, exact odds, scenarios that no longer hold, and with ``matches`` how so many matches of each differ,
    played on the same seeds by the same bots.  Either is a name, a path, or one at a revision of git (``NAME@REVISION``); an extension
    file as ``variant`` is ``base`` with that file.

    >>> found = compare(RULES, RULES, lang="en")
    >>> found.texts, found.odds, found.broken
    ([], [], [])

    ``within``: no more matches are played once every share of wins is known so closely (0.02: two points).

    Raises:
        NotFound, RulesError, BadOption: as :func:`load`, of either.
        Refused: a number is none; there is no such revision.
    """
    from arbitre.compare.comparing import compared

    check_seed(seed)
    if matches:
        check_count("matches", matches)
    if bots not in ("random", "greedy"):
        raise Refused("bots play these matches: greedy or random")
    wanted = {str(name): said(value) for name, value in (options or {}).items()}
    more = tuple(map(str, paths(extensions)))
    return compared(str(base), str(variant), more, spoken(lang), matches, seed, bots, wanted or None, within, cores, progress)


def spoken(lang: str) -> str:
    """The language that was asked for, else that of the commands."""
    if lang:
        check_language(lang)
    return lang or language()
