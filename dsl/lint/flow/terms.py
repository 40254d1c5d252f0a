"""Who somebody is, as far as it can be said without playing: rows of a frame, what they refer to, and sets of seats.

A *term* names a row: ``("l", slot)`` what a slot holds, ``("c", n)`` a row known when the rulebook is read, ``("r", field, term)`` what a
field of a row refers to, ``("x",)`` the element of a set that is spoken of. An *audience* is a set of items: ``("s", term)`` that seat,
``("g", field, term)`` the seats whose field is that row, :data:`EVERYONE`. What cannot be said so is left out of an audience that may know
something, and is everyone where an audience observes something: so a doubt is told, and never kept quiet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Term = tuple[Any, ...]
Item = tuple[Any, ...]
Audience = frozenset[Item]
EVERYONE: Item = ("e",)
ALL: Audience = frozenset([EVERYONE])
NOBODY: Audience = frozenset()
ELEMENT: Term = ("x",)
DEEPEST = 6  # what refers to what refers to what: beyond that nobody is named


def depth(term: Term) -> int:
    """How many fields it takes to come to that row."""
    return 1 + depth(term[2]) if term[0] == "r" else 1


def replaced(term: Term, of: Callable[[Term], Term | None]) -> Term | None:
    """The term with parts of it put otherwise, the greatest first; None where a part is nobody any more.

    ``of`` gives what stands for a part: the part itself where nothing else does.
    """
    new = of(term)
    if new is None or new != term or term[0] != "r":
        return new
    inner = replaced(term[2], of)
    return None if inner is None else ("r", term[1], inner)


def settled(term: Term, same: dict[Term, Term]) -> Term:
    """The term, put in the words that equal terms have agreed on."""
    for _ in range(DEEPEST):
        if term[0] == "r":
            term = ("r", term[1], settled(term[2], same))
        other = same.get(term)
        if other is None:
            return term
        term = other
    return term


def speaks_of(term: Term, part: Callable[[Term], bool]) -> bool:
    """Does any part of the term pass?"""
    return part(term) or (term[0] == "r" and speaks_of(term[2], part))


def of_item(item: Item, change: Callable[[Term], Term | None]) -> Item | None:
    """An item of an audience with its term changed; None where the term is lost."""
    if item[0] == "e":
        return item
    term = change(item[-1])
    return None if term is None else (*item[:-1], term)


def of_audience(audience: Audience, change: Callable[[Term], Term | None]) -> Audience:
    """Those who may know something, with their terms changed; who cannot be named any more is left out."""
    return frozenset(item for item in (of_item(i, change) for i in audience) if item is not None)


def observed_by(audience: Audience, change: Callable[[Term], Term | None]) -> Audience:
    """Those who observe something, with their terms changed; who cannot be named any more is everyone."""
    return frozenset(EVERYONE if (changed := of_item(i, change)) is None else changed for i in audience)


def may_know(observer: Item, audience: Audience, same: dict[Term, Term], members: Callable[[Term], Term] = lambda t: t) -> bool:
    """Is whoever observes surely among those who may know?  ``members`` settles terms by what always holds in the game."""
    if EVERYONE in audience:
        return True
    if observer == EVERYONE:
        return False

    def plain(term: Term) -> Term:
        return members(settled(term, same))

    who = (*observer[:-1], plain(observer[-1]))
    for item in audience:
        known = (*item[:-1], plain(item[-1]))
        if known == who:
            return True
        if known[0] == "g" and who[0] == "s" and plain(("r", known[1], who[1])) == known[2]:
            return True
    return False


def without(audience: Audience, part: Callable[[Term], bool]) -> Audience:
    """The audience without those who are named by what passes."""
    if not any(i[0] != "e" and speaks_of(i[-1], part) for i in audience):
        return audience
    return frozenset(i for i in audience if i[0] == "e" or not speaks_of(i[-1], part))


def named(terms: Iterable[Term | None]) -> Audience:
    """These seats, as far as they can be named."""
    return frozenset(("s", term) for term in terms if term is not None)
