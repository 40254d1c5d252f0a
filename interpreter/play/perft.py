"""Perft: how many ways there are to play so many turns.  Published counts of known games are compared with it.

A *turn* is one run of the agenda that is repeated: a move chosen in one question or in three is one turn, and so is a pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.position import Position

PATIENCE = 2.0  # seconds of computing for a part of a count


class Node(Protocol):
    """A position of the tree."""

    @property
    def turns(self) -> int:
        """How many turns are over."""

    @property
    def ended(self) -> bool:
        """Is the match over?"""

    def children(self) -> Iterator[Node]:
        """What comes of every option of the open question."""


@dataclass(slots=True)
class Compiled:
    """A position in the compiled executor.  ``began``: how many turns were over where the counting begins; None: as many as now."""

    position: Position
    began: int | None = None

    @property
    def turns(self) -> int:
        return self.position.turn - (not self.position.ended)

    @property
    def ended(self) -> bool:
        return self.position.ended

    def children(self) -> Iterator[Node]:
        for option in range(self.position.options):
            then = self.position.clone()
            then.answer(option)
            yield Compiled(then)


@dataclass(slots=True)
class Interpreted:
    """A match in the interpreter, from wherever it stands; ``position``: the same in the compiled executor, for counts alone.

    ``began``: as there.
    """

    match: Match
    position: Position | None = None
    began: int | None = None

    @property
    def turns(self) -> int:
        return self.match.turn - bool(self.match.requests)

    @property
    def ended(self) -> bool:
        return not self.match.requests

    def children(self) -> Iterator[Node]:
        request = self.match.requests[0]
        for option in range(len(request.options)):
            then = self.match.clone()
            then.answer(request.id, option)
            yield Interpreted(then)


def root_from(match: Match) -> Node:
    """A match from wherever it stands, in the compiled executor where it can be taken up there."""
    position, began = Position.of(match), match.turn - bool(match.requests)
    if not match.requests:
        match.go_on()
    return Interpreted(match, position if position is not None and position.slow is None else None, began)


def root_of(machine: Machine, seed: int = 0) -> Node:
    """A match at its first question, in the compiled executor where there is one."""
    position = Position(machine, seed)
    return Compiled(position, 0) if position.slow is None else Interpreted(position.match(), None, 0)


def perft(node: Node, turns: int, progress: Callable[[int], None] | None = None) -> int:
    """How many sequences of ``turns`` more turns there are; matches that end before are not among them.

    Turns in which there is but one thing to do are played before the first question; each is one way.
    Compiled code counts them by itself where it can, in parts that each take little time: nothing else can stop it meanwhile.
    ``progress``: told the count so far.
    """
    turns -= forced(node)
    if turns <= 0:
        return 1
    if isinstance(node, Interpreted) and node.position is not None:
        node = Compiled(node.position)
    last, total, too_deep = node.turns + turns, 0, turns + 1  # from so many turns on it took too long once
    open_: list[Node] = [node]
    while open_:
        at = open_.pop()
        left = last - at.turns
        if left > 0 and at.ended:
            continue
        position = at.position if isinstance(at, Compiled) and left < too_deep else None
        found = 1 if left <= 0 else position.lines(left, PATIENCE) if position is not None else None
        if found is None:
            too_deep = left if position is not None and position.slow is None else too_deep
            open_ += at.children()
            continue
        total += found
        if progress is not None:
            progress(total)
    return total


def forced(node: Node) -> int:
    """How many turns have been played since the counting began, without any question."""
    began = node.began if isinstance(node, (Compiled, Interpreted)) else None
    return 0 if began is None else node.turns - began


def divided(node: Node, turns: int) -> Iterator[tuple[list[int], int]]:
    """The same for each first turn: the options that make it, and how many sequences begin so.  One that is forced is made by none."""
    if forced(node):
        yield [], perft(node, turns)
        return
    last = node.turns + 1
    open_: list[tuple[list[int], Node]] = [([], node)]
    while open_:
        options, at = open_.pop()
        if at.turns >= last or at.ended:
            yield options, perft(at, turns - (at.turns - node.turns)) if at.turns < node.turns + turns else 1
            continue
        open_ += [([*options, number], then) for number, then in reversed(list(enumerate(at.children())))]
