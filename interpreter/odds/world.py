"""How matters stand within a statement, and what tells two such ways apart."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from arbitre.interpreter.code.machine import Run
from arbitre.interpreter.state.state import State

Frames = list[list[int]]


class Mark:
    """What tells states apart; its hash is computed once."""

    __slots__ = ("hash", "parts")

    def __init__(self, parts: tuple[object, ...]) -> None:
        self.parts, self.hash = parts, hash(parts)

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Mark) and self.hash == other.hash and self.parts == other.parts)


class World:
    """How matters stand within a statement: the state, the slots that may have changed, how the last thing done was left.

    A state that stands in a world is never changed again, so worlds may share it.
    """

    __slots__ = ("budget", "frames", "given", "jump", "reason", "signal", "spent", "state")

    def __init__(self, x: Run, state: State, frames: Frames, signal: int) -> None:
        self.state, self.signal = state, signal
        self.frames = tuple([tuple(frame) for frame in frames])
        self.given, self.spent, self.reason, self.budget, self.jump = x.given, x.spent, x.reason, x.budget, x.jump

    def put(self, x: Run, frames: Frames) -> None:
        """All but the state."""
        for frame, slots in zip(frames, self.frames, strict=True):
            frame[:] = slots
        x.given, x.spent, x.reason, x.budget, x.jump = self.given, self.spent, self.reason, self.budget, self.jump

    def turned(self, frames: tuple[tuple[int, ...], ...], signal: int, given: int | None) -> World:
        """The same, left in another way."""
        out = object.__new__(World)
        out.state, out.spent, out.reason, out.budget = self.state, self.spent, self.reason, self.budget
        out.frames, out.signal, out.given, out.jump = frames, signal, given, self.jump
        return out

    @property
    def apart(self) -> tuple[object, ...]:
        """What plainly tells it apart, without a close look at its state."""
        return self.frames, self.signal, self.given, self.spent, self.jump


Ways = list[tuple[World, Fraction]]


class Met:
    """The ways matters stood before the rounds of a loop so far; states are only looked at closely where nothing else differs."""

    def __init__(self, mark: Callable[[State], Mark]) -> None:
        self.mark = mark
        self.first: dict[object, World] = {}
        self.marks: dict[object, set[Mark]] = {}

    def fresh(self, going: Ways) -> bool:
        """Is any of these a way matters have not stood before?"""
        fresh = False
        for world, _ in going:
            apart = world.apart
            if apart not in self.first:
                self.first[apart], fresh = world, True
                continue
            if apart not in self.marks:
                self.marks[apart] = {self.mark(self.first[apart].state)}
            mark = self.mark(world.state)
            if mark not in self.marks[apart]:
                self.marks[apart].add(mark)
                fresh = True
        return fresh


def merged(ways: Ways, mark_of: Callable[[State], Mark]) -> Ways:
    """Ways that go on alike made one; those that plainly differ are not looked at closely."""
    if len(ways) < 2:
        return ways
    groups: dict[object, Ways] = {}
    for way in ways:
        world = way[0]
        groups.setdefault(world.apart, []).append(way)
    out: Ways = []
    for group in groups.values():
        if len(group) == 1 or (len(group) == 2 and group[0][0].state.cells != group[1][0].state.cells):
            out += group
            continue
        known: dict[Mark, tuple[World, Fraction]] = {}
        for world, chance in group:
            mark = mark_of(world.state)
            found = known.get(mark)
            if found is None:
                known[mark] = (world, chance)
            else:
                found[0].budget = min(found[0].budget, world.budget)
                known[mark] = (found[0], found[1] + chance)
        out += known.values()
    return out
