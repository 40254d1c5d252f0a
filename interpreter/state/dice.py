"""Where dice come from: a generator, a script, or every possible throw in turn."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import prod
from struct import unpack
from typing import Any, Protocol

from arbitre.dsl.core import Dice, Drawn, Roll
from arbitre.dsl.core.dice_sums import ways
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.keyed import UNKEYED, DieKey, KeyedDice, key_of

SEED_BITS = 128  # of a seed that nobody gave: no number of dice that are seen lets anybody find it by trying


def fresh_seed() -> int:
    """A seed from the system, for a match that was given none."""
    return secrets.randbits(SEED_BITS)


class Generator:
    """Number ``n`` is a function of the seed and ``n`` alone, the same on every machine; so were dice before each had a key of its own.

    BLAKE2b of both gives blocks of eight words; die ``n`` is the word ``n % 8`` of block ``n // 8``: the upper half of that word times
    the number of faces.  No face's chance is out by more than ``2 ** -64``.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.key = key_of(seed)
        self.block, self.words = -1, (0,) * 8

    def below(self, size: int, number: int) -> int:
        block = number >> 3
        if block != self.block:
            self.block = block
            self.words = unpack("<8Q", hashlib.blake2b(block.to_bytes(8, "little") + self.key).digest())
        return self.words[number & 7] * size >> 64

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        """A number from 0 to ``size - 1``."""
        return self.below(size, number)


class SingleDice:
    """The dice of matches that were begun before they came in blocks: one digest for each of them."""

    def __init__(self, seed: int) -> None:
        self.key = hashlib.blake2b(str(seed).encode(), digest_size=32).digest()

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        """A number from 0 to ``size - 1``; the few values that would favour some faces are refused and hashed again."""
        limit, attempt = (1 << 64) - (1 << 64) % size, 0
        while True:
            block = hashlib.blake2b(number.to_bytes(8, "little") + attempt.to_bytes(4, "little"), digest_size=8, key=self.key)
            value = int.from_bytes(block.digest(), "little")
            if value < limit:
                return value % size
            attempt += 1


class OutOfDice(Exception):
    """A scripted list of dice that is too short or does not fit."""

    def __init__(self, text: str, place: Place) -> None:
        self.text, self.place = text, place
        super().__init__(text)


class Unthrown(Exception):
    """A die that has not been thrown yet is needed: of so many faces, for that."""

    def __init__(self, size: int, label: str) -> None:
        self.size, self.label = size, label
        super().__init__(label)


class Fallen:
    """Dice that fall as somebody else says, in turn: ``faces`` from 0 on, from the first die of the match.  Where they end, whatever
    needs the next one is abandoned (:class:`Unthrown`)."""

    def __init__(self, faces: tuple[int, ...] = ()) -> None:
        self.faces = faces

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        """A number from 0 to ``size - 1``."""
        if number >= len(self.faces):
            raise Unthrown(size, label)
        return self.faces[number]


class Continued(Fallen):
    """The same; where they end, the next one is drawn at once: ``draw`` gives a face, of so many."""

    def __init__(self, faces: tuple[int, ...], draw: Callable[[int], int]) -> None:
        super().__init__(faces)
        self.draw = draw

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        while number >= len(self.faces):
            self.faces = (*self.faces, self.draw(size))
        return self.faces[number]


@dataclass
class Script:
    """Dice written by a scenario: faces from 1, each perhaps with the label of what it must be thrown for."""

    faces: Sequence[tuple[str, int, Place]]
    used: int = 0
    thrown: list[tuple[str, int]] = field(default_factory=list)
    wants: Place | None = None
    among: Sequence[int] = ()  # the rows that one is drawn from

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        if number >= len(self.faces):
            raise OutOfDice(phrase("a die is missing for ‘{0}’", label), place)
        wanted, face, where = self.faces[number]
        if wanted and wanted != label:
            raise OutOfDice(phrase("this die is for ‘{0}’, but the next throw is for ‘{1}’", wanted, label), where)
        if isinstance(face, Drawn):
            if face not in self.among:
                raise OutOfDice(phrase("what is written here for ‘{0}’ is not among the {1} it is drawn from", label, size), where)
            face = self.among.index(face) + 1
        if not 1 <= face <= size:
            raise OutOfDice(phrase("a die with {1} faces cannot show {0}", face, size), where)
        self.used = max(self.used, number + 1)
        return face - 1


def written(dice: DiceSource) -> Script | None:
    """The script that dice come from, behind whoever watches them; None where nobody wrote them."""
    found: Any = dice
    while found is not None and not isinstance(found, Script):
        found = getattr(found, "dice", None)
    return found


class Fork(Exception):
    """Enumeration has met a throw it has no outcome for yet.

    ``worlds``: for each outcome how matters stand right after the throw, when nothing is left to do but to leave what works
    on the slots ``frame``; whoever has more to do, or other slots, goes on from the outcomes.
    """

    def __init__(self, outcomes: Sequence[tuple[Any, Fraction]], worlds: Sequence[tuple[Any, Fraction]] = (), frame: Any = None) -> None:
        self.outcomes, self.worlds, self.frame = outcomes, worlds, frame
        self.states: list[tuple[Any, Fraction]] = []  # what a whole statement of an agenda leaves behind, where that is known
        super().__init__("fork")


TOO_MANY = "there are too many possibilities to list"
MOST_WAYS = 100_000  # in which a throw may fall, where each of them is gone through


@lru_cache(maxsize=500)
def showings(dice: tuple[Dice, ...], ordered: bool) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """The chance of all that single dice can show; in whatever order where that is not asked, the smallest first."""
    out: dict[tuple[int, ...], int] = {(): 1}
    for die in dice:
        for _ in range(die.count):
            nxt: dict[tuple[int, ...], int] = {}
            for shown, count in out.items():
                for face in die.faces:
                    now = (*shown, face) if ordered else tuple(sorted((*shown, face)))
                    nxt[now] = nxt.get(now, 0) + count
                if len(nxt) > MOST_WAYS:
                    raise RulebookError(TOO_MANY)
            out = nxt
    whole = prod(len(die.faces) ** die.count for die in dice)
    return tuple((shown, Fraction(count, whole)) for shown, count in sorted(out.items()))


@lru_cache(maxsize=500)
def sums(dice: tuple[Dice, ...]) -> tuple[tuple[int, Fraction], ...]:
    """The chance of every sum."""
    found, whole = ways(dice)
    if len(found) > MOST_WAYS:
        raise RulebookError(TOO_MANY)
    return tuple((total, Fraction(count, whole)) for total, count in found.items())


def ways_to_land(roll: Roll) -> Sequence[tuple[Sequence[int], Fraction]]:
    """All that the dice can show, as far as rules look: their faces, or only their sum."""
    if roll.each is None or not roll.each.look.read:
        return [((total,), chance) for total, chance in sums(roll.dice)]
    try:
        return showings(roll.dice, roll.each.look.ordered)
    except RulebookError as error:
        raise RulebookError(error.text, roll.place) from None


def land(f: list[int], roll: Roll, faces: Sequence[int]) -> None:
    """Puts a throw where its roll wants it: the sum, and each die where one is read."""
    f[roll.slot] = sum(faces)
    if roll.each is not None and roll.each.look.read:
        for slot, face in zip(roll.each.slots, faces, strict=True):
            f[slot] = face


class DiceSource(Protocol):
    """Where dice come from: a number from 0 to ``size`` - 1 for each throw.

    ``number``: how many dice of the match came before; ``label``: the name of the throw; ``key``: see :mod:`keyed`.
    """

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey) -> int: ...


# How dice come from a seed: by their numbers, one by one as in the first saves, or eight at a time; by their keys since then.
SINGLE, BLOCKS, KEYED = 1, 2, 3
STREAMS: dict[int, Callable[[int], DiceSource]] = {SINGLE: SingleDice, BLOCKS: Generator, KEYED: KeyedDice}


def dice_of(seed: int, stream: int = KEYED) -> DiceSource:
    """The dice of a seed.  ``stream``: in which of the ways they come from it."""
    return STREAMS[stream](seed)


class Reseeded:
    """Dice of several seeds: each from a die of the match on."""

    def __init__(self, seeds: Sequence[tuple[int, int]]) -> None:
        self.parts = [(first, dice_of(seed)) for first, seed in seeds]

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        """A number from 0 to ``size - 1``."""
        return self.of(number).throw(size, number, label, place, key)

    def of(self, number: int) -> DiceSource:
        """Those that a die comes from."""
        return next(dice for first, dice in reversed(self.parts) if first <= number)
