"""Who may see what: the one place that decides, for states, events, options, hints and messages alike.

An audience is a mask of seats, or PUBLIC. Lines ``seen by S when C`` are closures by the time they come here: what they are
asked of (a run, a frame) is for whoever made them to know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

PUBLIC = -1
REFEREE = "referee"
SPECTATOR = "spectator"
Viewer = int | str  # a seat, SPECTATOR or REFEREE
X = TypeVar("X")
Asked = Callable[[X, list[int]], int]


def both(one: int, two: int) -> int:
    """Who belongs to both audiences."""
    return two if one == PUBLIC else one if two == PUBLIC else one & two


def may_see(audience: int, viewer: Viewer) -> bool:
    """Does the viewer belong to the audience?  The referee belongs to every one, a spectator to the public only."""
    if viewer == REFEREE or audience == PUBLIC:
        return True
    return isinstance(viewer, int) and bool(audience >> viewer & 1)


def public(audience: int, everyone: int) -> int:
    """An audience, or PUBLIC where it holds every seat."""
    return PUBLIC if audience == everyone else audience


def includes(audience: int, seats: int) -> bool:
    """Do all of these seats (at least one) belong to the audience?"""
    return audience == PUBLIC or (seats != 0 and not seats & ~audience)


def audience(x: X, lines: Sequence[tuple[Asked[X], Asked[X] | None, Any]], frames: Callable[[Any], list[int]], everyone: int) -> int:
    """The seats that lines of ``seen by`` speak of, together.

    ``frames`` gives the slots each line is asked with, from the third entry of the line; ``everyone`` is the mask of all seats.
    """
    out = 0
    for who, when, slots in lines:
        frame = frames(slots)
        if when is None or when(x, frame):
            out |= who(x, frame)
    return public(out, everyone)
