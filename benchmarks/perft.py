"""`python -m benchmarks.perft [--seconds S]`: positions of chess a second, ours beside `python-chess`, in one run and by turns.

Both count the same positions, the last move of each line counted and not played; what they count is compared first.  Seconds are those of
the processor.  Needs the extra ``benchmarks``.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Callable
from typing import Any

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.perft import perft, root_from, root_of
from arbitre.interpreter.play.scenario.setting import Opening
from arbitre.opening.books import open_book

GAME = "chess"
POSITIONS = {
    "": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    "kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
}
Count = Callable[[], int]


def ours(setting: str, depth: int) -> Count:
    """Counts in compiled code."""
    root = root_from(Opening(open_book(GAME, (), scenarios=True), setting, {}).set(0)) if setting else root_of(machine_of(program_of(GAME)))
    return lambda: perft(root, depth)


def theirs(fen: str, depth: int) -> Count:
    """Counts with the library."""
    board = importlib.import_module("chess").Board(fen)
    return lambda: walked(board, depth)


def walked(board: Any, depth: int) -> int:
    """All lines of so many moves."""
    if depth == 1:
        return int(board.legal_moves.count())
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += walked(board, depth - 1)
        board.pop()
    return total


def rates(counts: list[Count], seconds: float) -> list[float]:
    """Positions a second of each, by turns."""
    done, spent = [0] * len(counts), [0.0] * len(counts)
    while min(spent) < seconds:
        for number, count in enumerate(counts):
            began = time.process_time()
            while time.process_time() - began < seconds / 5:
                done[number] += count()
            spent[number] += time.process_time() - began
    return [found / took for found, took in zip(done, spent, strict=True)]


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.perft", description="Positions a second, beside python-chess.")
    parser.add_argument("--seconds", type=float, default=3.0, help="of the processor, for each of both in each position")
    seconds = parser.parse_args(arguments).seconds
    for setting, (fen, depth) in POSITIONS.items():
        both = [ours(setting, depth), theirs(fen, depth)]
        if both[0]() != both[1]():
            print(f"{setting or 'start'}: they differ: {both[0]():,} / {both[1]():,}")
            return 1
        mine, other = rates(both, seconds)
        print(f"{setting or 'start':12} depth {depth}: {mine:12,.0f} /s, python-chess {other:10,.0f} /s: {mine / other:.1f} times")
    return 0


if __name__ == "__main__":
    sys.exit(main())
