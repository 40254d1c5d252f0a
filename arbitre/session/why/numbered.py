"""The numbers of what happened, as people and programs say them."""

from __future__ import annotations

from arbitre.interpreter.state.trace import Number, Numbers
from arbitre.opening.books import Refused, refused


def is_number(said: str) -> bool:
    """Can something have happened by that number?"""
    return Number.read(said) is not None


def place_of(numbers: Numbers, said: object) -> int:
    """The place in the log of what a viewer calls by a number; :class:`Refused` if he knows nothing by it."""
    number = said if isinstance(said, Number) else Number.read(said)
    found = numbers.find(number) if number is not None else None
    if found is None:
        raise unknown(numbers, said)
    return found


def unknown(numbers: Numbers, said: object) -> Refused:
    """That a viewer knows nothing by a number, with the last that he knows something by."""
    last = numbers.latest()
    return refused("why.none", n=str(said)[:20], last=last) if last is not None else refused("why.nothing")
