"""Positions are counted by depth as the published counts of known games say."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.perft import Interpreted, divided, perft, root_of

WRITINGS = Path(__file__).resolve().parents[3] / "benchmarks" / "writings"
# Draughts and Othello: the perft tables on Aart Bik's pages about his engines for checkers and reversi (aartbik.com).
# Tic-tac-toe, connect four from an empty board: arithmetic (9 * 8 * 7 ..., 7 to the power of the depth until a column is full).
PUBLISHED = [
    ("tictactoe", [9, 72, 504, 3024, 15120]),
    ("connect_four", [7, 49, 343, 2401]),
    (str(WRITINGS / "othello" / "lines.rules"), [4, 12, 56, 244]),
    (str(WRITINGS / "draughts" / "squares.rules"), [7, 49, 302, 1469]),
]


@pytest.mark.parametrize(("game", "counts"), PUBLISHED, ids=["tictactoe", "connect_four", "othello", "draughts"])
def test_published_counts(game: str, counts: list[int]) -> None:
    root = root_of(machine_of(program_of(game)))
    assert [perft(root, depth) for depth in range(1, len(counts) + 1)] == counts


def test_both_executors_count_alike() -> None:
    machine = machine_of(program_of("tictactoe"))
    assert perft(Interpreted(Match(machine, 0, trace=False)), 3) == perft(root_of(machine), 3) == 504


def test_divided_counts_sum_up() -> None:
    root = root_of(machine_of(program_of("tictactoe")))
    parts = list(divided(root, 4))
    assert len(parts) == 9 and sum(count for _, count in parts) == 3024 and {count for _, count in parts} == {336}
