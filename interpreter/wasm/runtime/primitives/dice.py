"""Dice and lots: the very numbers that Python draws, so that a match is the same wherever it is played.

Bots draw as :class:`arbitre.interpreter.state.lots.Lots` does; dice are those of :class:`arbitre.interpreter.state.dice.Generator`.
"""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control, random, sampling, state
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import add, copy, fill, mul, shr_u
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import begin_digest, compress, give_up, random_faces

LONGEST_KEY = 120  # bytes of a seed: with the number of its block they are one block of the digest


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
    random.die_block = -1


def die_below(size: int, number: int) -> int:
    """Die ``number`` of the seed, from 0 to ``size`` - 1; the block it comes from is kept for the seven others."""
    block = number >> 3
    if block != random.die_block:
        random.die_block = block
        throw_block(random.seed, block)
    return share(areas.die_words[number & 7], size)


def throw_block(seed: int, block: int) -> None:
    """Eight dice of a seed.  One that is longer than a word goes by a word that stands for it: its bytes lie in ``LONG_KEY``."""
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


def next_face_thrown(size: int, label: int) -> int:
    """One die that is thrown for something: what the script says, else by chance."""
    given = control.scripted
    if sizes.hides:
        sampling.die_for = label
    if given == 0:
        return random_faces(size)
    number = state.rolls
    if number >= given - 1:
        control.needed = size
        control.needed_by = label
        give_up(StopReason.NO_DIE, 0)
    state.rolls = number + 1
    face = areas.script[number]
    wanted = face >> 32
    if (face & 0xFFFFFFFF) >= size or (wanted and wanted != label):
        give_up(StopReason.FAILED, 0)
    return face & 0xFFFFFFFF


def random_faces_thrown(size: int) -> int:
    """One die thrown: a number from 0 to ``size`` - 1."""
    number = state.rolls
    state.rolls = number + 1
    other_dice(number)
    return die_below(size, number)


def other_dice(number: int) -> None:
    """A match played out has other dice from one on."""
    if number + 1 == control.others_from:
        at = control.others_at
        seed_dice(at.seed)
        control.others_at = at.nth(1)
        control.others_from = at.nth(1).first
