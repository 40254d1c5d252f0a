"""MCTS: down the tree, a rollout, and what came of it noted at every node on the way, for each seat as it sees it.

That is UCT (Kocsis and Szepesvári, 2006) with priors; from the first question that is new it is played on (:mod:`rollout`).
"""

from __future__ import annotations

from arbitre.interpreter.state.trials import HASTE, LONG, SURE
from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.bot_records import End, Tally
from arbitre.interpreter.wasm.layout.cells import bots, search, state
from arbitre.interpreter.wasm.routines.machine import fill, shr_u, store64
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import worth_of
from arbitre.interpreter.wasm.runtime.match.play import reset_run, settle
from arbitre.interpreter.wasm.runtime.primitives.dice import lot_word
from arbitre.interpreter.wasm.runtime.primitives.numbers import lesser
from arbitre.interpreter.wasm.runtime.search.rollout import come_far
from arbitre.interpreter.wasm.runtime.search.tree import EVEN, NODE_LAST, SEAT, option_of

WON = 65_536  # the best end
SEATS = 64


def end_for(seat: int) -> int:
    """How it ended for a seat, from 0 to 65,536: what lies farther from the first end than most counts for little more."""
    value = worth_of(seat)
    bots.value = value
    if value >= SURE:
        return WON - haste()
    if value <= -SURE:
        return haste()
    if state.over:
        return EVEN
    at = areas.first_ends[seat]
    if at.known == 0:
        at.known = 1
        at.value = value
    away = value - at.value
    size = away if away >= 0 else 0 - away
    usual = 1
    if search.ends_count:
        usual = search.ends_sum // search.ends_count + 1
    search.ends_sum += size
    search.ends_count += 1
    share = (EVEN - 1) * size // (size + usual)
    return EVEN + share if away >= 0 else EVEN - share


def haste() -> int:
    """What a win lacks that takes so many answers, and what is left of a loss that is so far."""
    answers = areas.tree_path.count
    if search.searching == 2:
        answers += search.thought
    return HASTE * lesser(answers, LONG)


def learn(now: int) -> None:
    """Adds how it ended to all that led there."""
    failed = search.thought_end == 2
    fill(areas.ends.address, 0, SEATS * End.SIZE)
    i = 0
    while i < areas.tree_path.count:
        node = areas.tree_path[i].node
        at = option_of(node, areas.tree_path[i].option)
        seat = node.about & SEAT
        known = areas.ends[seat]
        if known.known == 0:
            known.known = 1
            known.value = 0
            if not failed:
                known.value = end_for(seat)
            if i == 0:
                note_first(areas.tree_path[0].option, now, failed)
        node.visits += 1
        node.total += known.value
        at.times += 1
        at.total += known.value
        i += 1


def note_first(option: int, now: int, failed: int) -> None:
    """Of the answer to the question itself: did the seat stand better than now, has it won, has it lost?"""
    at = areas.first_notes[option]
    if failed:
        return
    at.better += bots.value > now
    at.won += bots.value >= SURE
    at.lost += bots.value <= -SURE


def plant() -> None:
    """A new tree."""
    fill(areas.node_places.address, 0, WORD * (NODE_LAST + 1))
    fill(areas.first_ends.address, 0, SEATS * End.SIZE)
    fill(areas.first_notes.address, 0, sizes.options_most * Tally.SIZE)
    search.nodes_top = areas.nodes.address
    search.nodes_count = 0
    search.ends_sum = 0
    search.ends_count = 0
    search.thought_of = 0


def grow(first: int, seat: int, now: int, answers: int, far: int, turns: int) -> None:
    """Goes down the tree and plays on from where it ends, again and again, until so many answers were given for it."""
    while search.thought_of < answers:
        search.searching = 1
        areas.tree_path.count = 0
        search.think_turns = turns
        store64(search.fresh_at, shr_u(lot_word(), 2))
        come_far(first, seat, far, turns)
        if search.thought_end != 2:
            reset_run()
        learn(now)
    search.searching = 0
    settle()
