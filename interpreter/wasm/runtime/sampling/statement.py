"""The statement that waits, done again in a sampled world: what of it is as the seat knows it."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.runtime.primitives.dice import lot_below
from arbitre.interpreter.wasm.runtime.sampling.sight import is_among


def is_said(own: int, secret: int, before: int) -> int:
    """Does a seat know an answer of its statement: one of its own, or an open one?  ``before``: it was given before the seat's question,
    and not meanwhile in another part of what is done at once."""
    return own or (sizes.public_events and not secret and before)


def answer_in_world(known: int, position: int, count: int) -> int:
    """What is answered before the question: what the seat knows was answered, else any of so many options.

    ``position``: that of the known answer, or -1 where it is not offered in this world.
    """
    if known:
        return position
    return lot_below(count)


def is_die_known(audience: int, seat: int, same: int) -> int:
    """Does a die of the statement fall as it fell?  Those that the seat saw do, where they are thrown for the same again."""
    return same and is_among(audience, seat)
