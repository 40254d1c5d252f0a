"""Dice and lots: the very numbers that Python draws, so that a match is the same wherever it is played.

Bots draw as :class:`arbitre.interpreter.state.lots.Lots` does; dice are those of :mod:`arbitre.interpreter.state.keyed`.
"""

from __future__ import annotations

from arbitre.interpreter.state.keyed import COUNT_BITS, COUNTERS, MIX, TAG_BITS, TURN_BITS
from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control, random, sampling, state
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.records import SeedKey
from arbitre.interpreter.wasm.routines.machine import add, copy, fill, mul, shl, shr_u
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import begin_digest, compress, give_up, random_faces, siphash

LONGEST_KEY = 120  # bytes of a seed: with the number of its block they are one block of the digest
KEY_BLOCK = -1  # the block of a seed that is its key, as a word
KEYS = 64  # of seeds, a power of two
KEYS_LAST = KEYS - 1
COUNTERS_LAST = COUNTERS - 1
COUNTS = (1 << COUNT_BITS) - 1
TURNS = (1 << TURN_BITS) - 1
NOT_TAG = 64 - TAG_BITS  # bits of an occasion below its tag


def seed_lots(seed: int) -> None:
    """From now on lots are those of this seed."""
    random.lot = seed


def lot_word() -> int:
    """The next 64 bits."""
    word = add(random.lot, 0x9E3779B97F4A7C15)
    random.lot = word
    word = mul(word ^ shr_u(word, 30), 0xBF58476D1CE4E5B9)
    word = mul(word ^ shr_u(word, 27), 0x94D049BB133111EB)
    return word ^ shr_u(word, 31)


def share(word: int, size: int) -> int:
    """The upper half of a word times a number of less than 32 bits."""
    return (shr_u(word, 32) * size + (((word & 0xFFFFFFFF) * size) >> 32)) >> 32


def lot_below(size: int) -> int:
    """A number from 0 to ``size`` - 1."""
    return share(lot_word(), size)


def seed_dice(seed: int) -> None:
    """From now on dice are those of this seed."""
    random.seed = seed


def about(occasion: int, row: int) -> int:
    """What dice are thrown for where the rule is about a row."""
    mixed = mul(occasion ^ row, MIX)
    return mixed ^ shr_u(mixed, 29)


def counted(occasion: int) -> int:
    """How many dice were thrown for an occasion before in this turn, below the turn: the second half of the key.  One more is counted."""
    turn = 0
    if sizes.main >= 0:
        turn = areas.runs[sizes.main]
    now = (turn + 1) & TURNS
    wanted = shl(shr_u(occasion, NOT_TAG), TURN_BITS) | now
    home = occasion & COUNTERS_LAST
    at = home
    step = 0
    while step < COUNTERS:
        held = areas.counters[at] >> COUNT_BITS
        if held == wanted:
            step = COUNTERS
        elif (held & TURNS) != now:
            areas.counters[at] = shl(wanted, COUNT_BITS)
            step = COUNTERS
        else:
            step += 1
            at = (at + 1) & COUNTERS_LAST
    count = areas.counters[at]
    areas.counters[at] = count + 1
    return shl(turn, 32) | (count & COUNTS)


def key_of(seed: int) -> SeedKey:
    """The key of a seed, made once and kept as long as no other takes its place."""
    at = areas.die_keys[seed & KEYS_LAST]
    if at.seed != seed or at.made == 0:
        throw_block(seed, KEY_BLOCK)
        at.one = areas.die_words[0]
        at.two = areas.die_words[1]
        at.seed = seed
        at.made = 1
    return at


def die_of(seed: int, size: int, occasion: int, number: int) -> int:
    """A die of a seed, from 0 to ``size`` - 1."""
    key = key_of(seed)
    return share(siphash(key.one, key.two, occasion, number), size)


def throw_block(seed: int, block: int) -> None:
    """Eight words of a seed.  One that is longer than a word goes by a word that stands for it: its bytes lie in ``LONG_KEY``."""
    length = WORD
    if random.long_bytes:
        if seed == random.long_seed:
            length = random.long_bytes
    areas.die_message[0] = block
    if length == WORD:
        areas.die_message[1] = seed
    else:
        copy(areas.die_message.at(1), areas.long_key.address, LONGEST_KEY)
    begin_digest()
    compress(WORD + length, -1)
    if length > WORD:
        fill(areas.die_message.at(2), 0, LONGEST_KEY - WORD)


def next_face_thrown(size: int, label: int, occasion: int) -> int:
    """One die that is thrown for something: what the script says, else by chance."""
    given = control.scripted
    if sizes.hides:
        sampling.die_for = label
    if given == 0:
        return random_faces(size, occasion)
    number = state.rolls
    if number >= given - 1:
        control.needed = size
        control.needed_by = label
        give_up(StopReason.NO_DIE, 0)
    state.rolls = number + 1
    counted(occasion)
    face = areas.script[number]
    wanted = face >> 32
    if (face & 0xFFFFFFFF) >= size or (wanted and wanted != label):
        give_up(StopReason.FAILED, 0)
    return face & 0xFFFFFFFF


def random_faces_thrown(size: int, occasion: int) -> int:
    """One die thrown: a number from 0 to ``size`` - 1."""
    number = state.rolls
    state.rolls = number + 1
    other_dice(number)
    return die_of(random.seed, size, occasion, counted(occasion))


def other_dice(number: int) -> None:
    """A match played out has other dice from one on."""
    if number + 1 == control.others_from:
        at = control.others_at
        seed_dice(at.seed)
        control.others_at = at.nth(1)
        control.others_from = at.nth(1).first
