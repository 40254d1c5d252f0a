"""What the statements of a rule leave to an effect handler (Plotkin and Pretnar, 2009): throws, and what is done in turn.

The interpreter is written once.  A match that is played has its dice fall (:mod:`arbitre.interpreter.reference.playing`); odds go through
every outcome (:mod:`arbitre.interpreter.odds`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from arbitre.dsl import core
from arbitre.dsl.diagnostics.position import Place

Run: TypeAlias = Any  # those of :mod:`arbitre.interpreter.code.machine`, where a run holds its handler
Ready: TypeAlias = Any
Closure = Callable[[Run, list[int]], int]  # an expression gives its value, a statement its signal
Outcomes = Sequence[tuple[Any, Fraction]]
# Of a test that nobody hooks, with its arguments: the slots it leaves, which of them is for its result, and the chance of each result.
Grouped = Callable[[Run, list[int]], tuple[list[int], int, Outcomes]]


class Line:
    """Statements carried out one after the other, and how they are cut for odds (by the number of slots they work on)."""

    __slots__ = ("dead", "made", "stages", "stmts", "tells", "throws")

    def __init__(self, stmts: tuple[core.Stmt, ...], made: Sequence[Closure]) -> None:
        self.stmts, self.made = stmts, made
        self.stages: list[Any] | None = None
        self.dead: tuple[int, ...] = ()
        self.throws: bool | None = None
        self.tells = False


@dataclass(frozen=True, slots=True)
class ForEach:
    """A loop over rows, which stand in a slot."""

    line: Line
    slot: int
    body: Closure
    place: Place


@dataclass(frozen=True, slots=True)
class While:
    """A loop as long as a test holds, ``budget`` times at most."""

    line: Line
    test: Closure
    body: Closure
    budget: int
    place: Place


@dataclass(frozen=True, slots=True)
class Invocation:
    """A statement that calls a procedure.  ``outputs``: slots of the procedure and those of the caller that they are handed over to;
    ``statement``: the identity of the statement."""

    procedure: int
    args: Sequence[Closure]
    outputs: Sequence[tuple[int, int]]
    grouped: Grouped | None
    place: Place
    statement: int


class Handler(Protocol):
    """How effects are handled."""

    def throw(self, x: Run, dice: tuple[core.Dice, ...], label: str, place: Place, what: int, audience: int | None = None) -> int:
        """The sum of the dice.  ``what``: their occasion (:mod:`arbitre.interpreter.state.keyed`); ``audience``: who sees how they fall,
        as a mask; None: whoever sees what happens."""
        ...

    def fall(
        self, x: Run, f: list[int], outcomes: Callable[[], Outcomes], fill: Callable[[list[int], int], None], play: Callable[[], None]
    ) -> None:
        """A throw that does nothing but fill slots: ``play`` throws and fills them, ``fill`` does so for one of the ``outcomes``."""
        ...

    def tied(
        self, x: Run, rows: list[int], dice: tuple[core.Dice, ...], highest: bool, place: Place, what: int, audience: int | None = None
    ) -> list[int]:
        """The order of rows that throw for it."""
        ...

    def block(self, x: Run, f: list[int], line: Line) -> int:
        """Statements one after the other; gives the signal of the one that leaves them, else 0."""
        ...

    def each(self, x: Run, f: list[int], loop: ForEach, rows: Sequence[int]) -> int:
        """The body of a loop for each row."""
        ...

    def repeat(self, x: Run, f: list[int], loop: While) -> int:
        """The body of a loop again and again."""
        ...

    def invoke(self, x: Run, f: list[int], call: Invocation) -> int:
        """A statement that calls a procedure."""
        ...

    def call(self, x: Run, f: list[int], ready: Ready, kept: tuple[int, ...], following: bool = False) -> int:
        """A call with its hooks.  ``kept``: the slots it leaves that will be read; ``following``: it was left to do by another call, which
        sees to what it leaves to do in its turn."""
        ...

    def body(self, x: Run, f: list[int], ready: Ready) -> int:
        """The body of a procedure."""
        ...

    def proceed(self, x: Run, f: list[int], ready: Ready) -> int:
        """The body of a procedure, for a hook that stands instead of it."""
        ...

    def round_after(self, rounds: int) -> int:
        """The number of the next round of a ``while`` in an agenda."""
        ...

    def frames(self, x: Run, f: list[int]) -> list[list[int]]:
        """The slots that matter for what is still to be done, those at hand first."""
        ...
