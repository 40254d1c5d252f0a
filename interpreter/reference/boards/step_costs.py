"""What a step costs, as a value of the rulebook says it: for walks over a board that do not go by the board's own prices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.graphs.basics import NO_WAY, WayError
from arbitre.graphs.board import Board
from arbitre.graphs.paths import Price
from arbitre.interpreter.code.machine import Machine, Run
from arbitre.interpreter.reference.boards.dynamic_boards import board_now
from arbitre.interpreter.reference.values.functions import unspent
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.read_recorder import Looking

Fn = Callable[["Run", list[int]], int]
Key = tuple[int, ...]
PLAIN: tuple[Key, None] = ((), None)


def pricing(e: core.Expr, board: int, m: Machine) -> Callable[[Run, list[int]], tuple[Key, Price | None]]:
    """Asked in a frame: what tells these prices from others, and the price of a step, None where it is what the board says."""
    assert isinstance(e, core.Partial)
    given, index, place = [m.expr(a) for a in e.args], e.function, e.place
    rest = [0] * max(0, m.program.functions[index].slots - len(given) - 2)
    usual: list[bool | None] = []

    def found(x: Run, f: list[int]) -> tuple[Key, Price | None]:
        if not usual:
            usual.append(is_usual(e, board, m, x))
        if usual[0]:
            return PLAIN
        args, body = [a(x, f) for a in given], m.bodies[index]
        if usual[0] is None and is_usual_of(e, board, m, x, args):
            return PLAIN
        key = (index, *args)
        known: dict[tuple[int, int], int] = x.once(("prices", *key), dict)

        def price(origin: int, target: int) -> int:
            cost = known.get((origin, target))
            if cost is None:
                x.spend(place)
                cost = known[origin, target] = body(x, [*args, origin, target, *rest])
            return cost

        return key, price

    return found


class WatchedSlots(list[int]):
    """The slots of a price, which note whether it reads one of its arguments beside the step."""

    def __init__(self, args: Sequence[int], step: Sequence[int]) -> None:
        super().__init__((*args, *step))
        self.given, self.read = len(args), False

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice) or at < self.given:
            self.read = True
        return super().__getitem__(at)


def is_usual(e: core.Partial, board: int, m: Machine, x: Run) -> bool | None:
    """Does a step cost what the board says, whoever goes and however matters stand?  Then the board's own, faster search does.

    Every step of this board is tried once, for nobody: where the price speaks of what can change it reads the state, and is not
    usual. So what a rule says of ground that this map has not costs nothing here.

    Returns:
        None where it may depend on the arguments: :func:`is_usual_of` tells.
    """
    key = e.function, board
    if key not in m.usual:
        nobody = [NONE] * (len(m.program.functions[e.function].params) - 2)
        usual, looked = (False, False) if m.program.domains[board].cells.stepping else _tried(e, board, m, x, nobody)
        m.usual[key] = None if usual and looked else usual
    return m.usual[key]


def is_usual_of(e: core.Partial, board: int, m: Machine, x: Run, args: Sequence[int]) -> bool:
    """The same for these arguments."""
    key = e.function, board, *args
    if key not in m.usual:
        m.usual[key] = _tried(e, board, m, x, args)[0]
    return bool(m.usual[key])


def _tried(e: core.Partial, board: int, m: Machine, x: Run, args: Sequence[int]) -> tuple[bool, bool]:
    """Does each step cost what the board says, and did the price read its arguments?"""
    cells, function, body = m.program.domains[board].cells, m.program.functions[e.function], m.bodies[e.function]
    rest = [0] * (function.slots - len(function.params))
    plain, memo, looking = x.cells, x.memo, Looking(x.cells)
    x.cells = x.state.cells = looking
    x.memo = None
    looked = False
    try:
        for origin, row in enumerate(cells.steps):
            for target in dict.fromkeys(row):
                if target < 0 or not cells.entry[target]:
                    continue
                frame = WatchedSlots(args, (origin, target, *rest))
                cost = unspent(x, lambda frame=frame: body(x, frame))  # type: ignore[misc]
                looked = looked or frame.read
                if cost != cells.entry[target] or looking.looked:
                    return False, looked
    except RulebookError:  # nobody has not what it asks for
        return False, looked
    finally:
        x.cells = x.state.cells = plain
        x.memo = memo
    return True, looked


def travelled(x: Run, place: Place, board: Board, a: int, b: int, price: Price | None = None) -> int:
    """What the cheapest way costs; a fault of the rulebook where it costs more than any may."""
    try:
        return board.travel(a, b, price)
    except WayError as error:
        names = board.spot(a), board.spot(b)
        raise x.error(
            phrase("the path from {0} to {1} costs {2}: a path has to cost less than {3}", *names, f"{error.price:,}", f"{NO_WAY:,}"), place
        ) from None


def compile_priced(e: core.Ask, m: Machine) -> Fn:
    """``reach``, ``toward`` and ``travel`` at prices of the rulebook."""
    board, query = m.program.domains[e.board].cells, e.query
    *asked, last = e.args
    args, prices = [m.expr(a) for a in asked], pricing(last, e.board, m)
    usual = m.expr(core.Ask(e.place, e.board, query, tuple(asked)))
    nothing = {"reach": 0, "toward": NONE, "travel": NO_WAY}[query]
    questions: dict[str, Callable[..., int]] = {"reach": Board.reach_mask, "toward": Board.toward}
    now, place = board_now(m, e.board), e.place

    def question(x: Run, *asked: Any) -> int:
        stands = board if now is None else now(x)
        return travelled(x, place, stands, *asked) if query == "travel" else questions[query](stands, *asked)

    def walked(x: Run, f: list[int]) -> int:
        key, price = prices(x, f)
        if price is None:
            return usual(x, f)
        values = [a(x, f) for a in args]
        if values[0] < 0 or values[1] < 0:
            return nothing
        return x.once((query, *values, *key), lambda: question(x, *values, price))

    return walked
