"""Memory for determinisation: what greedy seats know, the worlds they sample, and the keys of options."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.effects import EffectTable
from arbitre.interpreter.analysis.dealing import dealt_kinds

NOT_SURE = 1 << 62  # in place of an audience: the interpreter knows who it is
SAID, DICE = 1 << 12, 1 << 10  # answers and dice of one statement that is done again in other worlds


def hides(program: Program, parts: Sequence[object]) -> bool:
    """Can anything be hidden from a seat that is asked, if only what others answer meanwhile?  Else every seat knows all of the match."""
    orders = program.orders.domain if program.orders is not None else NONE
    effects = EffectTable(program)
    return (
        not dice_are_open(program, parts)
        or any(getattr(n, "secret", False) for n in parts)
        or any(effects.of(n).asks for n in parts if isinstance(n, core.Together) or (isinstance(n, core.ForEach) and n.together))
        or any(getattr(n, "seen", None) is not None for n in parts)
        or any(domain.seen for domain in program.domains if domain.index != orders)
        or any(field.seen for field in program.fields)
        or any(isinstance(n, (core.Publish, core.GiveOrders, core.TellFact)) for n in parts)
    )


def dice_are_open(program: Program, parts: Sequence[object]) -> bool:
    """Does every seat see how dice fall, unless the throw itself says otherwise?"""
    calls = (n for n in parts if isinstance(n, core.Invoke))
    return program.public_events and all(p.seen is None for p in program.procedures) and all(call.seen is None for call in calls)


def reserve_sampling(
    room: Callable[[str, int], int], program: Program, parts: Sequence[object], names: dict[str, int], cell: int, tape: int
) -> dict[str, int]:
    """Further names.  ``cell``: bytes of the longest cell; ``tape``: how many answers it holds."""
    drawn = sum(program.domains[field.domain].size for field in program.fields if field.seen)  # so many cells at most
    for name in ("KNOWN", "KNOWN_NOW", "SAMPLED_WORLD", "OLD_SAMPLED_WORLD"):
        room(name, names["STATE_SIZE"])
    room("UNSEEN", 8 + 8 * drawn)
    dealt = sum(program.domains[kind].size for kind in dealt_kinds(program))
    room("HIDDEN_ROWS", 8 + 8 * dealt)
    room("PATTERNS", 8 * dealt)
    room("FELLOWS", dealt)
    room("WRONG", drawn + dealt)
    for name in ("DRAWN", "DRAWN_TOO"):
        room(name, cell)
    room("ASKED_KEYS", 8 * names["OPTIONS_MOST"])
    room("TAPE_KEYS", 8 * tape)
    for name in ("SAID_TAPE", "SAID_IN", "SAID_KEYS", "OLD_TAPE", "OLD_IN"):
        room(name, 8 * SAID)
    room("SAID_OPEN", SAID)
    for name in ("DICE_FOR", "DICE_SEEN"):
        room(name, 8 * DICE)
    said = {"PUBLIC_EVENTS": int(program.public_events), "DICE_OPEN": int(dice_are_open(program, parts))}
    return {**said, "UNSEEN_MOST": drawn, "SAID_MOST": SAID, "DICE_MOST": DICE, "NOT_SURE": NOT_SURE}
