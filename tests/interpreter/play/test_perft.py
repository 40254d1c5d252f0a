"""Positions are counted by depth as the published counts of known games say."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.perft import Interpreted, Node, divided, perft, root_from, root_of
from arbitre.interpreter.play.position import Position
from arbitre.interpreter.play.scenario.setting import Opening
from arbitre.interpreter.wasm.binary.instr import instr, walk
from arbitre.interpreter.wasm.compiler import ModuleCompiler
from arbitre.opening.books import open_book

# Draughts and Othello: the perft tables on Aart Bik's pages about his engines for checkers and reversi (aartbik.com).
# Tic-tac-toe, connect four from an empty board: arithmetic (9 * 8 * 7 ..., 7 to the power of the depth until a column is full).
# Morris: 24 * 23 * 22 * 21, and for the fifth man 20 more each, of which 16 rows * 6 * 21 * 20 close a mill and choose one of two men.
# Chess: ‘Perft Results’ of the Chess Programming Wiki (chessprogramming.org/Perft_Results), its positions 2 to 6 as settings.
PUBLISHED = [
    ("tictactoe", [9, 72, 504, 3024, 15120, 54720]),
    ("connect_four", [7, 49, 343, 2401]),
    ("othello", [4, 12, 56, 244, 1396, 8200, 55092]),
    ("draughts", [7, 49, 302, 1469, 7361, 36768, 179740]),
    ("morris", [24, 24 * 23, 24 * 23 * 22, 24 * 23 * 22 * 21, 24 * 23 * 22 * 21 * 20 + 16 * 6 * 21 * 20]),
]


SLOWLY = 3_000  # positions that the interpreter counts in a second or two, where there is no compiled executor to do it


def counted(counts: list[int]) -> list[int]:
    return counts if find_spec("wasmtime") else [count for count in counts if count <= SLOWLY]


@pytest.mark.parametrize(("game", "counts"), PUBLISHED, ids=["tictactoe", "connect_four", "othello", "draughts", "morris"])
def test_published_counts(game: str, counts: list[int]) -> None:
    root, counts = root_of(machine_of(program_of(game))), counted(counts)
    assert [perft(root, depth) for depth in range(1, len(counts) + 1)] == counts


POSITIONS = [
    ("", [20, 400, 8902, 197281], [4865609]),
    ("kiwipete", [48, 2039, 97862], [4085603]),
    ("rook_ending", [14, 191, 2812, 43238], [674624]),
    ("promotions", [6, 264, 9467], [422333]),
    ("knight_fork", [44, 1486, 62379], [2103487]),
    ("quiet_middle", [46, 2079, 89890], [3894594]),
]


def chess(setting: str) -> Node:
    """The position of a setting, or the one at the start."""
    return (
        root_from(Opening(open_book("chess", (), scenarios=True), setting, {}).set(0))
        if setting
        else root_of(machine_of(program_of("chess")))
    )


@pytest.mark.parametrize(("setting", "counts"), [case[:2] for case in POSITIONS], ids=[case[0] or "start" for case in POSITIONS])
def test_positions_of_chess(setting: str, counts: list[int]) -> None:
    root, counts = chess(setting), counted(counts)
    assert [perft(root, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.more
@pytest.mark.parametrize(("setting", "counts", "deep"), POSITIONS, ids=[case[0] or "start" for case in POSITIONS])
def test_positions_of_chess_deeper(setting: str, counts: list[int], deep: list[int]) -> None:
    root = chess(setting)
    assert [perft(root, len(counts) + further) for further in range(1, len(deep) + 1)] == deep


def test_both_executors_count_alike() -> None:
    machine = machine_of(program_of("tictactoe"))
    assert perft(Interpreted(Match(machine, 0, trace=False)), 3) == perft(root_of(machine), 3) == 504


def test_divided_counts_sum_up() -> None:
    root = root_of(machine_of(program_of("tictactoe")))
    parts = list(divided(root, 4))
    assert len(parts) == 9 and sum(count for _, count in parts) == 3024 and {count for _, count in parts} == {336}


@pytest.mark.parametrize("game", ["tictactoe", "connect_four", "backgammon", "hex"])
def test_the_module_counts_as_single_positions_do(game: str) -> None:
    pytest.importorskip("wasmtime")
    machine = machine_of(program_of(game))
    position = Position(machine, 3)
    for turns in (1, 2):
        if game == "hex" and turns == 2:
            continue
        counted = position.lines(turns)
        last, total, open_ = position.turn - 1 + turns, 0, [position]
        while open_:
            at = open_.pop()
            if at.turn - (not at.ended) >= last:
                total += 1
            else:
                for option in range(at.options):
                    open_.append(at.clone())
                    open_[-1].answer(option)
        assert counted == total


MARCH = """\
game march:
    play turn by each player in turn up to 12 times
kind player, seats: white, black
kind square (target), grid(4, 4, closed)
    owner: player or none
kind match:
    left: 0 to 20 = 9
event setup:
    for each square in squares where x + y is 2: square.owner becomes white
    for each square in squares where x + y is 5: square.owner becomes black
agenda turn by player:
    moving: {moving}
    resting:
        if match.left is 0: nobody wins
action march by player from square to target:
    during moving
    4 per match
    when square.owner is player and target in square.neighbours and target.owner is none
    target.owner becomes player
action burn by player for (cost: 1 to 3) from square:
    during moving
    when square.owner is player and count(squares where owner is player) is 2 or more and cost is match.left or less
    square.owner becomes none
    match.left becomes match.left - cost
"""


@pytest.mark.parametrize(
    "moving", ["player must act in moving", "player acts in moving, up to 1 times", "player acts in moving, up to 2 times"]
)
def test_ways_to_end_a_turn_are_listed_as_single_positions_have_them(tmp_path: Path, moving: str) -> None:
    pytest.importorskip("wasmtime")
    (tmp_path / "march.rules").write_text(MARCH.format(moving=moving), encoding="utf-8")
    machine = machine_of(program_of(tmp_path / "march.rules"))
    for depth in (1, 2, 3):
        slow = Interpreted(Match(machine, 0, trace=False))
        assert perft(slow, depth) == Position(machine, 0).lines(depth)


def test_the_last_thing_chosen_is_counted_at_once(tmp_path: Path) -> None:
    """What is asked of a target is asked of all of them, and those that are left are counted."""
    pytest.importorskip("wasmtime")
    (tmp_path / "march.rules").write_text(MARCH.format(moving="player must act in moving"), encoding="utf-8")
    compiler = ModuleCompiler(program_of(tmp_path / "march.rules"))
    compiler.compile()
    assert instr("i64.popcnt") in walk(compiler.module.funcs["action.0.ways"].code)


def test_a_count_goes_on_from_the_midst_of_a_turn() -> None:
    """The man is chosen already: of the ways to end the turn only his are counted."""
    pytest.importorskip("wasmtime")
    position = Position(machine_of(program_of("breakthrough")))
    position.answer(0)
    assert position.options > 1 and position.lines(1) == position.options
    after = [position.clone() for _ in range(position.options)]
    for option, one in enumerate(after):
        one.answer(option)
    assert position.lines(2) == sum(one.lines(1) or 0 for one in after)


def test_a_count_leaves_the_position_as_it_is() -> None:
    pytest.importorskip("wasmtime")
    machine = machine_of(program_of("connect_four"))
    position, other = Position(machine), Position(machine)
    assert position.lines(3) == position.lines(3) == 343
    position.answer(3)
    other.answer(3)
    assert position == other
    assert position.lines(2) == 49


def test_counts_from_a_scenario() -> None:
    opening = Opening(open_book("tictactoe", (), scenarios=True), "Three in a row win", {})
    match = opening.match(0)
    assert [perft(root_from(opening.set(0)), n) for n in (1, 2)] == [perft(Interpreted(match), n) for n in (1, 2)]


FORCED = """game forced:
    title en "Forced" fr "Forcé"
    play turn up to 9 times
kind side, seats: red, blue
    title en "Side" fr "Camp"
kind pile: left, right
    title en "Pile" fr "Tas"
    stones: 0 to 9 = 1
agenda turn:
    taking: red must act in taking
    ending:
        if total(stones, piles) is 0: red wins
action take by side at pile:
    during taking
    when pile.stones is 1 or more
    pile.stones becomes pile.stones - 1
setting one_left:
    given left.stones = 0
"""


@pytest.mark.parametrize(("setting", "counts"), [("one_left", [1, 0]), ("", [2, 2, 0])])
def test_a_forced_turn_is_one_way(setting: str, counts: list[int], tmp_path: Path) -> None:
    (tmp_path / "forced.rules").write_text(FORCED, encoding="utf-8")
    path = str(tmp_path / "forced.rules")

    def root() -> Node:
        if setting:
            return root_from(Opening(open_book(path, (), scenarios=True), setting, {}).set(0))
        return root_of(machine_of(program_of(path)))

    assert [perft(root(), depth) for depth in range(1, len(counts) + 1)] == counts
    assert [sum(count for _, count in divided(root(), depth)) for depth in range(1, len(counts))] == counts[:-1]


def test_what_takes_too_long_is_counted_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code goes on counting below the turn at which it was stopped once."""
    pytest.importorskip("wasmtime")
    lines, tried = Position.lines, list[tuple[int, bool]]()

    def hasty(self: Position, turns: int, patience: float | None = None) -> int | None:
        tried.append((turns, turns <= 3))
        return lines(self, turns, patience) if turns <= 3 else None

    monkeypatch.setattr(Position, "lines", hasty)
    assert perft(root_of(machine_of(program_of("connect_four"))), 5) == 7**5
    assert tried == [(5, False), (4, False), *[(3, True)] * 49]
