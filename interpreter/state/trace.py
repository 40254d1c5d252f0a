"""What happened, record by record, each with the record that caused it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import merge
from typing import Any, NamedTuple, SupportsIndex, overload

from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.interpreter.state.visibility import PUBLIC, REFEREE, may_see

NUMBER = re.compile(r"(\d+)(?:\.([1-9]\d*))?")
DIGITS = 18  # of a number that are read: one of as many is greater than any


@dataclass(slots=True)
class Record:
    """``kind``: call, roll, choice, change, tell, fact, order, hook, step, end.

    ``audience`` is a mask of seats, or PUBLIC; ``data`` holds names and numbers, words are made when it is shown.
    """

    kind: str
    name: str
    place: Place = NOWHERE
    clauses: tuple[str, ...] = ()
    audience: int = PUBLIC
    cause: int = -1
    index: int = 0
    data: dict[str, Any] = field(default_factory=dict)


def clauses_for(record: Record, viewer: int | str) -> tuple[str, ...]:
    """The clauses that a record carries for a viewer: those of a rule go with its name.  A choice has those noted beside its line, and
    which line it was may tell which branch was taken: they are for the referee."""
    return record.clauses if record.kind != "choice" or viewer == REFEREE else ()


class Log(list[Record]):
    """The log of a match that was opened where it stands: its first records are still to be told.  Whoever looks at one of them has them
    told; who looks at later ones only, or counts, has not.

    ``first``: how many records are still to be told; ``untold``: how many of them for each audience.
    """

    def __init__(self, untold: Mapping[int, int], tell: Callable[[], object]) -> None:
        super().__init__()
        self.untold, self.first, self.tell = dict(untold), sum(untold.values()), tell

    def begins_with(self, earlier: Iterable[Record]) -> None:
        """What was still to be told is told."""
        super().__setitem__(slice(0, 0), earlier)
        self.untold, self.first = {}, 0

    def told(self) -> list[Record]:
        """The records that are at hand."""
        return super().__getitem__(slice(None))

    def at_hand(self, at: SupportsIndex | slice) -> SupportsIndex | slice:
        """A place, or places, among the records that are at hand; told they are once one of the others is meant."""
        if not self.first:
            return at
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            if step > 0 and start >= self.first:
                return slice(start - self.first, max(stop, start) - self.first, step)
        else:
            index = at.__index__()
            index += len(self) if index < 0 else 0
            if index >= self.first:
                return index - self.first
        self.tell()
        return at

    def __len__(self) -> int:
        return self.first + super().__len__()

    @overload
    def __getitem__(self, at: SupportsIndex) -> Record: ...
    @overload
    def __getitem__(self, at: slice) -> list[Record]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> Record | list[Record]:
        return super().__getitem__(self.at_hand(at))

    def __delitem__(self, at: SupportsIndex | slice) -> None:
        super().__delitem__(self.at_hand(at))

    def __iter__(self) -> Iterator[Record]:
        if self.first:
            self.tell()
        return super().__iter__()

    def __reversed__(self) -> Iterator[Record]:
        for index in range(len(self) - 1, -1, -1):
            yield self[index]


def untold(log: Sequence[Record]) -> Mapping[int, int]:
    """How many records of a log are still to be told, for each audience."""
    return log.untold if isinstance(log, Log) else {}


def first_told(log: Sequence[Record]) -> int:
    """The place of the first record that is told already."""
    return log.first if isinstance(log, Log) else 0


def at_hand(log: Sequence[Record]) -> Sequence[Record]:
    """The records of a log that are told already."""
    return log.told() if isinstance(log, Log) and log.first else log


class Number(NamedTuple):
    """What a viewer calls a record by: ``37``, or ``37.2`` for the second of those after it that not everybody sees."""

    everybody: int
    own: int = 0

    def __str__(self) -> str:
        return f"{self.everybody}.{self.own}" if self.own else str(self.everybody)

    @classmethod
    def read(cls, said: object) -> Number | None:
        """A number as people and programs say it; None where it is none."""
        found = NUMBER.fullmatch(said.strip()) if isinstance(said, str) else None
        if found is not None:
            return cls(*(int(part[:DIGITS]) for part in found.groups("0")))
        return cls(said) if type(said) is int and said >= 0 else None


class Numbers:
    """The numbers by which a viewer knows what happened.

    What everybody sees is counted by itself, from 1 on, so it has the same number for every viewer, whatever else was shown to some.
    What a viewer sees and not everybody does is counted from the public record before it on (from 0, before the first), for this viewer
    alone.  So no number tells how much others were shown, and no gap how much happened unseen.  They hold as the log grows.
    """

    def __init__(self, log: Sequence[Record], viewer: int | str) -> None:
        self.viewer = viewer
        self.begin(log)

    def begin(self, log: Sequence[Record]) -> None:
        self.log, self.first = log, first_told(log)  # those before are only counted
        self.before = untold(log).get(PUBLIC, 0)
        self.public: list[int] = []
        self.own: list[int] = []
        self.length = self.first
        self.last: Record | None = None
        self.count(at_hand(log))

    def count(self, records: Sequence[Record]) -> None:
        for record in records:
            if record.audience == PUBLIC:
                self.public.append(record.index)
            elif may_see(record.audience, self.viewer):
                self.own.append(record.index)
        if records:
            self.length, self.last = self.length + len(records), records[-1]

    def grown(self, log: Sequence[Record]) -> Numbers:
        """The numbers in a log that may have grown since, or been taken back."""
        if first_told(log) != self.first or len(log) < self.length or (self.last is not None and log[self.length - 1] is not self.last):
            return Numbers(log, self.viewer)
        self.log = log
        self.count(log[self.length :])
        return self

    def of(self, record: Record) -> Number:
        """The number of a record that the viewer sees."""
        at = record.index
        if at < self.first:
            self.tell()
        public = bisect_left(self.public, at)
        if record.audience == PUBLIC:
            return Number(self.before + public + 1)
        if not public and self.first:  # how many there were since the last public record is not known
            self.tell()
            public = bisect_left(self.public, at)
        since = bisect_left(self.own, self.public[public - 1]) if public else 0
        return Number(self.before + public, bisect_left(self.own, at) - since + 1)

    def find(self, number: Number) -> int | None:
        """The place in the log of the record with that number; None if the viewer sees none."""
        at = number.everybody - self.before - 1
        if self.first and (at < 0 or (at == 0 and not number.own and not self.public)):
            self.tell()
            at = number.everybody - 1
        if not number.own:
            return self.public[at] if 0 <= at < len(self.public) else None
        if not -1 <= at < len(self.public):
            return None
        place = (bisect_left(self.own, self.public[at]) if at >= 0 else 0) + number.own - 1
        found = self.own[place] if place < len(self.own) else None
        return found if found is not None and (at + 1 == len(self.public) or found < self.public[at + 1]) else None

    def index(self, number: Number) -> int:
        """The place in the log of the record with a number that the viewer was shown."""
        found = self.find(number)
        if found is None:
            raise KeyError(number)
        return found

    def __iter__(self) -> Iterator[Number]:
        """All numbers that the viewer knows something by, in the order in which it happened."""
        if self.first:
            self.tell()
        return (self.of(self.log[at]) for at in merge(self.public, self.own))

    def next(self, at: int) -> int | None:
        """The place of the next record that the viewer sees, after one at hand; None after the last."""
        later = [seen[place] for seen in (self.public, self.own) if (place := bisect_right(seen, at)) < len(seen)]
        return min(later, default=None)

    def latest(self) -> Number | None:
        """The number of the last record that the viewer sees; None if nothing has happened."""
        last = max([*self.public[-1:], *self.own[-1:]], default=None)
        if last is None and self.first:
            self.tell()
            last = max([*self.public[-1:], *self.own[-1:]], default=None)
        return self.of(self.log[last]) if last is not None else None

    def tell(self) -> None:
        """What was only counted is told."""
        if isinstance(self.log, Log) and self.log.first:
            self.log.tell()
        self.begin(self.log)
