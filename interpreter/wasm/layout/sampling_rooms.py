"""Memory for determinisation: what greedy seats know, the worlds they sample, and the keys of options; and the tables of a program by which
worlds are sampled (:mod:`arbitre.interpreter.wasm.runtime.sampling`), for modules and for the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.effects import EffectTable
from arbitre.interpreter.analysis.dealing import dealt_kinds, moving, naming
from arbitre.interpreter.analysis.thrown import thrown_fields

NOT_SURE = 1 << 62  # in place of an audience: the interpreter knows who it is
SAID, DICE = 1 << 12, 1 << 10  # answers and dice of one statement that is done again in other worlds
EVERYBODY = -2  # of what was told: to whom
FIELD_SHIFT = KIND_SHIFT = 32  # of a cell or a row that is hidden: its field or kind above, its row below
ROW = (1 << 32) - 1
AS_IT_IS, BY_AUDIENCE, AS_PUBLISHED, OF_ORDERS = range(4)  # how a seat sees the cells of a field
NUMBERS, SETS, ROWS = range(3)  # what they hold


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a seat sees the cells of a field, and how those are drawn that it does not see.

    ``look``: as they are, by an audience of their own or of their rows, as they were published, or as marks of which orders exist.
    ``has_audience``: they have one of their own.  ``inner``: where a row is not recognised, they hold what they begin with.
    ``choices``: the equally likely outcomes of the throw that a number shows, or the words of a set of all that may be in one;
    ``words``: how many these are.
    ``next_moving``: the next field of the kind that changes places with its rows; ``next_naming``: the next that names rows of the target.
    """

    kind: int
    look: int
    has_audience: bool
    inner: bool
    holds: int
    default: int
    low: int
    high: int
    choices: tuple[int, ...]
    target: int
    next_moving: int
    next_naming: int

    @property
    def words(self) -> int:
        return len(self.choices)


@dataclass(frozen=True, slots=True)
class Kind:
    """Which rows of a kind there are, and how a seat sees which they are.

    ``alive``: the field that says which exist, or -1.  ``is_dealt``: those that a seat does not recognise change places.  ``moving``: the
    first field that changes places with them; ``naming``: the first that names them.
    """

    size: int
    alive: int
    has_audience: bool
    is_dealt: bool
    moving: int
    naming: int


def kinds_sampled(program: Program) -> list[Kind]:
    """The kinds of a program, as worlds are sampled."""
    dealt = dealt_kinds(program)
    return [
        Kind(
            domain.size, domain.alive if domain.dynamic else NONE, bool(domain.seen), domain.index in dealt,
            *(next((field.index for field in those), NONE) for those in (moving(program, domain.index), naming(program, domain.index))),
        )
        for domain in program.domains
    ]  # fmt: skip


def fields_sampled(program: Program) -> list[Drawing]:
    """The fields of a program, as worlds are sampled."""
    thrown, out = thrown_fields(program), list[Drawing]()
    moves, names = dict[int, int](), dict[int, int]()  # of a field, the next that moves with the same rows, or names the same
    for domain in program.domains:
        moves.update(pairwise(field.index for field in moving(program, domain.index)))
        names.update(pairwise(field.index for field in naming(program, domain.index)))
    for field in program.fields:
        holds = SETS if field.is_set else ROWS if field.target != NONE else NUMBERS
        words = range(0, field.high.bit_length() if field.is_set else 0, 64)
        choices = thrown.get(field.index) or tuple(field.high >> at & ((1 << 64) - 1) for at in words)
        out.append(Drawing(
            field.domain, look_of(program, field), bool(field.seen), field.name.startswith("_"), holds, field.default, field.low,
            0 if field.is_set else field.high, choices, field.target, moves.get(field.index, NONE), names.get(field.index, NONE),
        ))  # fmt: skip
    return out


def look_of(program: Program, field: core.Field) -> int:
    """How a seat sees the cells of a field."""
    domain, inner = program.domains[field.domain], field.name.startswith("_")
    if field.values is not None:
        return AS_IT_IS
    if program.orders is not None and field.index == program.domains[program.orders.domain].alive:
        return OF_ORDERS
    if field.index in {d.alive for d in program.domains}:
        return AS_IT_IS
    if field.seen or (inner and domain.seen):
        return BY_AUDIENCE
    return AS_IT_IS if domain.seen or inner else AS_PUBLISHED


def law_query(law: core.Always) -> core.Query | None:
    """What a law says there is none of, if that is what it says: rows for which it does not hold."""
    return law.test.item if isinstance(law.test, core.Not) and isinstance(law.test.item, core.Query) else None


def hides(program: Program, parts: Sequence[object]) -> bool:
    """Can anything be hidden from a seat that is asked, if only what others answer meanwhile?  Else every seat knows all of the match."""
    effects = EffectTable(program)
    return (
        not dice_are_open(program, parts)
        or any(getattr(n, "secret", False) for n in parts)
        or any(effects.of(n).asks for n in parts if isinstance(n, core.Together) or (isinstance(n, core.ForEach) and n.together))
        or any(getattr(n, "seen", None) is not None for n in parts)
        or hides_between(program, parts)
    )


def hides_between(program: Program, parts: Iterable[object]) -> bool:
    """Can anything be hidden from a seat between two statements?"""
    orders = program.orders.domain if program.orders is not None else NONE
    return (
        any(domain.seen for domain in program.domains if domain.index != orders)
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
    said = {"DICE_OPEN": int(dice_are_open(program, parts)), "SAID_MOST": SAID, "DICE_MOST": DICE, "NOT_SURE": NOT_SURE}
    return {**said, **sampling_sizes(program)}


def sampling_sizes(program: Program) -> dict[str, int]:
    """What those who sample worlds know of a program beside its tables."""
    orders = program.orders
    return {
        "FIELD_COUNT": len(program.fields), "KIND_COUNT": len(program.domains), "LAW_COUNT": len(program.always),
        "PUBLIC_EVENTS": int(program.public_events),
        "ORDER_KIND": orders.domain if orders is not None else NONE, "ORDER_GIVER": orders.giver if orders is not None else NONE,
    }  # fmt: skip
