"""Recorded games of others are replayed move for move, and ours are written so that others read them."""

from __future__ import annotations

import io
import random
from functools import cache

import chess
import chess.pgn
import pytest
from sgfmill import sgf_grammar

from arbitre import api
from arbitre.peers import notation

# Paul Morphy against the Duke of Brunswick and Count Isouard, Paris 1858: castling on the long side, and mate.
OPERA = """[Event "Paris"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7
12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"""
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@cache
def rules(name: str) -> api.Rules:
    return api.load(name)


def by_lot(name: str, seed: int, most: int) -> tuple[api.Node, list[int]]:
    """A match by lot, of whole turns, and its answers."""
    lots, node, answers, whole = random.Random(seed), api.Node(rules(name)), [], 0
    while not node.ended and whole < most:
        turn = node.turn
        answers.append(lots.randrange(len(node.questions[0].keys)))
        node.answer(answers[-1])
        whole += node.turn != turn
    return node, answers


def test_a_game_of_1858_is_replayed_to_its_mate() -> None:
    node = notation.replay(rules("chess"), OPERA)
    assert node.over and node.results == {"white": 1, "black": -1} and node.turn == 33
    assert notation.standing_in_fen(node, notation.notation_of(rules("chess"))) == "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5"


@pytest.mark.parametrize("seed", range(3))
def test_games_by_lot_of_python_chess_are_replayed(seed: int) -> None:
    lots, board = random.Random(seed), chess.Board()
    while not board.is_game_over() and board.ply() < 50:
        board.push(lots.choice(list(board.legal_moves)))
    node = notation.replay(rules("chess"), str(chess.pgn.Game.from_board(board)))
    assert notation.standing_in_fen(node, notation.notation_of(rules("chess"))) == board.board_fen()
    assert node.turn - (not node.over) == board.ply()


def test_what_is_no_move_is_told_with_its_number() -> None:
    with pytest.raises(notation.NotationError, match="illegal san"):
        notation.replay(rules("chess"), "1. e4 e5 2. Ke3 *")
    with pytest.raises(notation.NotationError, match=r"move 2, 24-23"):
        notation.replay(rules("draughts"), "1. 11-15 24-23")
    with pytest.raises(notation.NotationError, match="no cell"):
        notation.replay(rules("hex"), "(;FF[4]GM[11];B[a1];W[swap])")


def test_ours_are_written_as_others_read_them() -> None:
    node, answers = by_lot("chess", 5, 24)
    said = notation.written(rules("chess"), answers)
    game = chess.pgn.read_game(io.StringIO(said))
    assert game is not None and not game.errors
    assert game.end().board().board_fen() == notation.standing_in_fen(node, notation.notation_of(rules("chess")))
    assert notation.replay(rules("chess"), said).view() == node.view()


@pytest.mark.parametrize(("name", "turns"), [("draughts", 60), ("hex", 30)])
def test_what_was_written_is_replayed_to_the_same_end(name: str, turns: int) -> None:
    for seed in range(3):
        node, answers = by_lot(name, seed, turns)
        said = notation.written(rules(name), answers)
        assert notation.replay(rules(name), said).view() == node.view()
    if name == "hex":
        assert len(list(sgf_grammar.main_sequence_iter(sgf_grammar.parse_sgf_game(said.encode())))) == turns + 1


def test_jumps_may_leave_squares_between_out() -> None:
    node = notation.replay(rules("draughts"), "1. 11-15 22-18 2. 15x22 25x18 3. 12-16 18-14 4. 9x18 23x14 5. 10x17 21x14 *")
    assert node.turn == 11


def test_a_position_is_written_as_a_setting(tmp_path) -> None:  # type: ignore[no-untyped-def]
    said = notation.setting(rules("chess"), "middle", KIWIPETE)
    assert "given e8.piece = black_king" in said and said.count("given") == 32
