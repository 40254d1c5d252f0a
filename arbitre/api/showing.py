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
    from arbitre.comparison.comparison import Compared


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as an SVG picture, which a notebook shows in its own theme, light or dark.  A title and a description in it serve those who
    do not see it.

    Attributes:
        name: The board's name in the rulebook.
        svg: The picture.
    """

    name: str
    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        """The picture as a part of the notebook's page, as only that knows the notebook's theme."""
        from arbitre.graphs.draw.svg.themes import inlined

        return f'<figure style="margin:0;overflow-x:auto">\n{inlined(self.svg)}</figure>'


@dataclass(frozen=True, slots=True)
class Page:
    """A piece of HTML without scripts, which a notebook shows and any page can hold.

    Attributes:
        html: The HTML.
    """

    html: str

    def _repr_html_(self) -> str:
        return self.html


def board(of: Game | Rules, viewer: Side = SPECTATOR, name: str = "", lang: str = "") -> Picture:
    """Draws a board with what a viewer sees on it.

    Args:
        of: A match; or a rulebook, for the board before a match.
        viewer: The name of a side, ``spectator`` or ``referee``.
        name: Which board, where there are several.
        lang: ``en`` or ``fr``; by default that of the commands (``ARBITRE_LANG``, the locale).

    Examples:
        >>> picture = board(start(load(RULES), seed=4), "red", lang="en")
        >>> picture.name, picture.svg[:4], "Demo, turn 1" in picture.svg
        ('place', '<svg', True)

    Raises:
        Refused: There is no such viewer, no board of that name, or no board at all.
    """
    from arbitre.story.html import pictures

    match = of.match if isinstance(of, Game) else Match(of.machine, 0, start=False)
    found = pictures(match, viewer_of(match, viewer), spoken(lang))
    chosen = [one for one in found if name in ("", one[0])]
    if not chosen:
        known = ", ".join(one for one, _ in found)
        raise Refused(f"there is no board ‘{name}’; there are: {known}" if known else "this game has no board")
    return Picture(*chosen[0])


def show(game: Game, viewer: Side = SPECTATOR, lang: str = "") -> Page:
    """Shows a match as a page: how it stands or ended, its boards, and its story turn by turn, as a viewer knows them.

    A notebook shows a [`Game`][arbitre.api.Game] as a ``spectator`` knows it, since whoever is looking may be a player.

    Args:
        game: The match.
        viewer: The name of a side, ``spectator`` or ``referee``.
        lang: ``en`` or ``fr``; by default that of the commands.

    Examples:
        >>> game = start(load(RULES), seed=3, sides={"red": "random", "blue": "random"})
        >>> page = show(game, lang="en").html
        >>> "Red wins." in page, "<summary>Turn 1</summary>" in page
        (True, True)

    Raises:
        Refused: There is no such viewer or language.
    """
    from arbitre.story.html import shown

    return Page(shown(game.match, viewer_of(game.match, viewer), spoken(lang)))


def compare(
    base: str | Path, variant: str | Path, extensions: Extensions = (), matches: int = 0, seed: int = 0, bots: str = "greedy",
    options: Options | None = None, within: float = 0.0, cores: int | None = None, lang: str = "",
    progress: Callable[[int], None] | None = None,
) -> Compared:  # fmt: skip
    """Finds what a variant changes: its sentences, its exact odds, the scenarios that no longer hold, and who wins.

    Args:
        base: A short name, a path, or one at a revision of git (``NAME@REVISION``).
        variant: The same; an extension file stands for ``base`` with that file.
        extensions: Extensions that both are loaded with.
        matches: How many matches of each are played, on the same seeds and by the same bots; none if 0.
        seed: The first seed.
        bots: ``greedy`` or ``random``.
        options: Values of options by name, for both.
        within: Matches stop once every share of wins is known this closely (0.02: two percentage points).
        cores: How many processes; as many as there are cores if None.
        lang: ``en`` or ``fr``; by default that of the commands.
        progress: Called with the number of matches played so far.

    Examples:
        >>> found = compare(RULES, RULES, lang="en")
        >>> found.texts, found.odds, found.broken
        ([], [], [])

    Raises:
        NotFound: There is no such rulebook or extension.
        RulesError: One of the two has errors.
        BadOption: There is no such option, or it cannot have that value.
        Refused: A number is out of range, or there is no such revision.
    """
    from arbitre.comparison.comparison import compared

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
