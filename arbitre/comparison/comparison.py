"""The whole comparison: what two rulebooks say, compute, prove, and how they play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from arbitre.comparison.breakage import changes
from arbitre.comparison.matches import paired
from arbitre.comparison.odds import chances
from arbitre.comparison.output import Comparison
from arbitre.comparison.page import fragment
from arbitre.comparison.proofs import broken
from arbitre.comparison.revisions import sides
from arbitre.comparison.texts import differences
from arbitre.comparison.titles import entitle
from arbitre.opening.books import bind_book, faulty
from arbitre.opening.odds.throws import Throws


@dataclass(slots=True)
class Compared(Comparison):
    """A comparison that a notebook shows in a language."""

    lang: str = "en"

    def _repr_html_(self) -> str:
        return fragment(self, self.lang)


def compared(
    base: str, variant: str, extensions: tuple[str, ...] = (), lang: str = "en", matches: int = 0, seed: int = 0, bots: str = "greedy",
    options: dict[str, str] | None = None, within: float = 0.0, cores: int | None = None, progress: Callable[[int], None] | None = None,
) -> Compared:  # fmt: skip
    """What the variant changes.  ``matches``: how many of each are played at most, with the same seeds and bots; ``within``: no more are
    once the share of wins of each side is known that closely (0.02: two points)."""
    with sides(base, variant, extensions) as (one, two):
        books = [side.open() for side in (one, two)]
        bounds = []
        books[1].beside.update(books[0].sources)  # its lines are cited where its scenarios fail
        for book in books:
            bound = bind_book(book, options)
            faulty([m for m in bound.messages.errors if m.place.file not in book.proving], book.sources)
            bounds.append(bound)
        pairs = ((books[0], bounds[0]), (books[1], bounds[1]))
        found = Compared(*short(one.said, two.said), lang=lang)
        found.texts = differences(*pairs, lang)
        if one.extensions == two.extensions and books[0].game.name == books[1].game.name:  # two versions of one game
            found.offered = changes(*books)
        throws = (Throws(*pairs[0]), Throws(replace(books[1], scenarios=books[0].scenarios), bounds[1]))  # what the base asks and claims
        found.odds = chances(throws, lang)
        found.broken = broken((throws[0].books, throws[1].books), books[0].scenarios, lang)
        if matches:
            found.paired = paired(one, two, matches, seed, {"": bots}, options, within, cores, progress)
            entitle(found.paired, (throws[0].machine, throws[1].machine), lang)
    return found


def short(one: str, two: str) -> tuple[str, str]:
    """What the two are called: files by their names, where these tell them apart."""
    names = [Path(said).stem if said.endswith(".rules") else said for said in (one, two)]
    return (names[0], names[1]) if names[0] != names[1] else (one, two)
