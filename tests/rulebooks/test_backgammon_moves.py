"""What backgammon lets one play, against every way to play a throw gone through here by hand: as many dice as can be, else the higher."""

from __future__ import annotations

import random

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.code.machine import BUDGET
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.masks import rows_of

MEN, HOME, BAR = 15, 6, 25
Position = tuple[tuple[int, ...], tuple[int, ...]]  # men of the one to move and of the other, by steps from home (0: off)


def single_moves(position: Position, pips: int) -> list[tuple[int, Position]]:
    """Every way to play one die: the point left, and what comes of it."""
    own, other = position
    out = []
    for point in [BAR] if own[BAR] else range(1, BAR):
        if not own[point]:
            continue
        to = point - pips
        if to > 0 and other[BAR - to] > 1:
            continue
        if to <= 0:
            last = max(n for n in range(1, BAR + 1) if own[n])
            if last > HOME or (to < 0 and point != last):
                continue
        mine, theirs = list(own), list(other)
        mine[point] -= 1
        mine[max(to, 0)] += 1
        if to > 0 and theirs[BAR - to]:
            theirs[BAR - to], theirs[BAR] = 0, theirs[BAR] + 1
        out.append((point, (tuple(mine), tuple(theirs))))
    return out


def most(position: Position, dice: tuple[int, ...]) -> int:
    """How many of the dice can be played."""
    found = 0
    for pips in set(dice):
        rest = list(dice)
        rest.remove(pips)
        for _, after in single_moves(position, pips):
            found = max(found, 1 + most(after, tuple(rest)))
            if found == len(dice):
                return found
    return found


def allowed(position: Position, dice: tuple[int, ...]) -> set[tuple[int, int]]:
    """The points and dice with which one may begin."""
    longest, out = most(position, dice), set()
    for pips in set(dice):
        rest = list(dice)
        rest.remove(pips)
        out |= {(point, pips) for point, after in single_moves(position, pips) if 1 + most(after, tuple(rest)) == longest}
    if longest == 1 and len(set(dice)) == 2:
        high = {(point, pips) for point, pips in out if pips == max(dice)}
        out = high or out
    return out


class Board:
    """A match of the rulebook, laid out as positions and read as such."""

    def __init__(self) -> None:
        self.match = Match(MACHINE, 0, trace=False)
        program, base = MACHINE.program, MACHINE.layout.base
        kinds = {d.name: d for d in program.domains}
        self.column = {(d, f.name): base[f.index] for d in kinds for f in program.fields if f.domain == kinds[d].index}
        board = kinds["point"].board
        assert board is not None
        self.places = [place[:2] for place in board.coordinates]
        self.playable = next(f for f in program.functions if f.name == "playable")

    def away(self, row: int, mover: int) -> int:
        x, y = self.places[row]
        number = 12 + x if y == 1 else BAR // 2 + 1 - x
        return number if mover == 0 else BAR - number

    def lay(self, position: Position, dice: tuple[int, ...], mover: int) -> None:
        cells = self.match.state.cells
        for row in range(len(self.places)):
            cells[self.column["point", "owner"] + row], cells[self.column["point", "men"] + row] = -1, 0
            for side, men in ((mover, position[0]), (1 - mover, position[1])):
                away = self.away(row, side)
                if away > 0 and men[away]:
                    cells[self.column["point", "owner"] + row], cells[self.column["point", "men"] + row] = side, men[away]
        for number in range(4):
            cells[self.column["die", "face"] + number] = dice[number] if number < len(dice) else 0

    def offered(self, dice: tuple[int, ...], mover: int) -> set[tuple[int, int]]:
        run, body = self.match.run, MACHINE.bodies[self.playable.index]
        rest = [0] * (self.playable.slots - 2)
        return {(self.away(row, mover), pips) for pips in set(dice) for row in rows_of(body(run, [mover, pips, *rest]))}


def some_position(rng: random.Random) -> Position:
    """A few men of the one, some points of the other: where it is tight, rules about both dice matter."""
    own, other = [0] * (BAR + 1), [0] * (BAR + 1)
    last = rng.choice((HOME, 12, BAR, BAR))
    for _ in range(rng.randint(1, 4)):
        own[rng.randint(1, last)] += 1
    for _ in range(rng.randint(0, 8)):
        point = rng.randint(1, BAR - 1)
        if not own[BAR - point]:
            other[point] = rng.choice((1, 2, 2, 2))
    return tuple(own), tuple(other)


MACHINE = machine_of(compile_rules(load("backgammon")).program)
POSITIONS = 500


def test_what_may_be_played_of_a_throw_and_nothing_else() -> None:
    board, rng = Board(), random.Random(13)
    held_back = higher = 0
    for number in range(POSITIONS):
        position, mover = some_position(rng), number % 2
        dice: tuple[int, ...] = (rng.randint(1, 6), rng.randint(1, 6))
        dice = dice * 2 if dice[0] == dice[1] else dice
        board.match.run.budget = BUDGET
        board.lay(position, dice, mover)
        moves = allowed(position, dice)
        assert board.offered(dice, mover) == moves, (position, dice)
        free = {(point, pips) for pips in set(dice) for point, _ in single_moves(position, pips)}
        held_back += len(free) > len(moves) and most(position, dice) == 2
        higher += len(free) > len(moves) and most(position, dice) == 1
    assert held_back > 10 and higher > 10  # both rules have been met
