"""Which routines a module has, and which variant stands for each interface: chosen here, by what the module is built for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from arbitre.interpreter.wasm.routines.translator import Routine
from arbitre.interpreter.wasm.runtime.boards import chances, distances, geometry, paths, surest, waves
from arbitre.interpreter.wasm.runtime.match import (
    agendas,
    asked,
    columns,
    facts,
    lines,
    memo,
    merge,
    ordering,
    play,
    positions,
    schedule,
    stack,
    timed,
)
from arbitre.interpreter.wasm.runtime.odds import explorer, worlds
from arbitre.interpreter.wasm.runtime.primitives import answers, dice, frames, numbers, sets
from arbitre.interpreter.wasm.runtime.sampling import hidden_rows, sight, statement, unseen, world
from arbitre.interpreter.wasm.runtime.search import answers as answering
from arbitre.interpreter.wasm.runtime.search import decisions as deciding
from arbitre.interpreter.wasm.runtime.search import (
    determinisation,
    mcts,
    options,
    question,
    ranking,
    replay,
    rollout,
    sampled,
    snapshots,
    tree,
    trials,
    view,
)

LATE: tuple[ModuleType, ...] = (stack, schedule, agendas, play, positions)  # they read tables that stand last
EARLY: tuple[ModuleType, ...] = (
    numbers, frames, sets, answers, memo, columns, timed, ordering, merge, facts, geometry, paths, distances, chances,
)  # fmt: skip
BOTS: tuple[ModuleType, ...] = (snapshots, options, question, ranking, tree, rollout, mcts, answering, trials, deciding)
VIEWS: tuple[ModuleType, ...] = (sight, statement, hidden_rows, unseen, world, view, replay, sampled, determinisation)

EXPORTS = (
    "start", "set_up", "advance", "play", "play_seeds", "count_seeds", "settle", "perform", "seed_lots", "lot_word", "lot_below",
    "seed_dice", "die_of", "begin_position", "pack", "unpack", "go_on", "play_out", "hold_world", "think", "plant", "grow", "tell",
    "decide_told", "draw_world_for", "worth_here",
)  # fmt: skip
LINES_EXPORTS = ("count_lines",)
ODDS_EXPORTS = ("explore", "forget_records", "base_of", "world_of", "become")

# For each interface (see ``interfaces``) the routine that stands for it: in a module that plays by lot ...
PLAIN: dict[str, Routine] = {
    "give_up": frames.stop_module,
    "decide": answers.decide_from_tape,
    "decide_plainly": answers.decide_plainly_from_tape,
    "next_face": dice.next_face_thrown,
    "random_faces": dice.random_faces_thrown,
    "set_up": play.set_up_plainly,
    "play": play.play_plainly,
}
# ... in one whose seats may be bots ...
WITH_BOTS: dict[str, Routine] = {
    **PLAIN,
    "give_up": snapshots.give_up_or_throw,
    "decide": answering.decide_as_bot,
    "decide_plainly": answering.decide_plainly_as_bot,
    "wants_heuristics": answering.wants_heuristics_as_bot,
    "begin_heuristics": options.begin_heuristics_as_bot,
    "random_faces": question.random_faces_as_bot,
    "set_up": deciding.set_up_with_bots,
    "play": deciding.play_with_bots,
}
# ... of which something may be hidden from those ...
WITH_VIEWS: dict[str, Routine] = {
    **WITH_BOTS,
    "is_marked": sampled.is_marked_in_memory,
    "number_in": sampled.number_in_memory,
    "audience_of_cell": sampled.audience_of_cell_by_index,
    "audience_of_row": sampled.audience_of_row_by_index,
    "know_as_told": sampled.know_as_told_in_memory,
    "know_as_begun": sampled.know_as_begun_in_memory,
    "know_as_published": sampled.know_as_published_in_memory,
    "know_no_row": sampled.know_no_row_in_memory,
    "were_others_told": sampled.were_others_told_in_memory,
    "is_as_known": sampled.is_block_as_known,
    "knows_all": sampled.knows_all_of_statement,
    "begin_world": sampled.begin_world_in_memory,
    "come_to_question": sampled.come_to_question_in_memory,
    "put_number": sampled.put_number_in_memory,
    "put_word": sampled.put_word_in_memory,
    "put_as_begun": sampled.put_as_begun_in_memory,
    "compare_cells": sampled.compare_cells_in_memory,
    "exchange_cells": sampled.exchange_cells_in_memory,
    "exchange_names": sampled.exchange_names_in_memory,
    "exchange_elsewhere": sampled.exchange_nowhere_else,
    "is_law_kept": sampled.is_law_kept_by_index,
    "mark_faulty_rows": sampled.mark_faulty_rows_by_index,
}
# ... and in one that explores every outcome.
WITH_ODDS: dict[str, Routine] = {
    **PLAIN,
    "decide": explorer.decide_on_path,
    "decide_plainly": explorer.decide_plainly_on_path,
    "wants_heuristics": explorer.wants_heuristics_on_path,
    "begin_heuristics": explorer.begin_heuristics_on_path,
    "next_face": explorer.next_face_on_path,
}
_CALLING = {module.__name__ for module in (stack, schedule, agendas, play)}
_VARIANTS = {id(routine) for variants in (PLAIN, WITH_VIEWS, WITH_ODDS) for routine in variants.values()}


@dataclass(frozen=True)
class Features:
    """What a module is built for.  ``bots``: seats may be bots; ``views``: something may be hidden from them; ``odds``: it explores every
    outcome; ``walks``: rules ask for the surest walk."""

    bots: bool = False
    views: bool = False
    odds: bool = False
    walks: bool = False


@dataclass(frozen=True)
class Routines:
    """The routines of a module by the names of their functions: those that are written once all tables stand, and the others."""

    late: dict[str, Routine]
    early: dict[str, Routine]
    exports: tuple[str, ...]

    @property
    def by_index(self) -> tuple[str, ...]:
        """Those that may call rules that throw dice, by their index in the table."""
        return (*(name for name, routine in self.late.items() if routine.__module__ in _CALLING), "follow")


@cache
def routines_of(features: Features) -> Routines:
    """All routines of a module."""
    variants = WITH_ODDS if features.odds else WITH_VIEWS if features.views else WITH_BOTS if features.bots else PLAIN
    late: dict[str, Routine] = _of(LATE)
    if features.odds:
        late |= _of((worlds, explorer))
    elif not features.bots:
        late |= _of((lines, asked))
    if features.bots:
        late |= _of(BOTS)
    if features.views:
        late |= _of(VIEWS)
    early: dict[str, Routine] = {
        **_of(EARLY),
        "other_dice": dice.other_dice,
        "counted": dice.counted,
        "begin_walk": waves.begin_walk,
        "wait": waves.wait,
    }
    if features.walks:
        early |= _of((surest,))
    late_names = {name for name, routine in variants.items() if not _is_early(routine)}
    early |= {name: routine for name, routine in variants.items() if name not in late_names}
    for name in sorted(late_names):
        early.pop(name, None)
        late[name] = variants[name]
    counts = LINES_EXPORTS * (not features.odds and not features.bots)
    return Routines(late, early, EXPORTS + counts + ODDS_EXPORTS * features.odds)


def _is_early(routine: Routine) -> bool:
    return any(routine.__module__ == module.__name__ for module in (*EARLY, dice))


def _of(modules: Sequence[ModuleType]) -> dict[str, Routine]:
    """The routines of some files that are no variants of an interface."""
    return {name: routine for module in modules for name, routine in _functions(module).items() if id(routine) not in _VARIANTS}


@cache
def _functions(module: ModuleType) -> dict[str, Any]:
    found = vars(module).items()
    return {name: held for name, held in found if isinstance(held, FunctionType) and held.__module__ == module.__name__}


__all__ = ["EXPORTS", "LATE", "ODDS_EXPORTS", "Features", "Routines", "routines_of"]
