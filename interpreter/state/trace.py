"""What happened, record by record, each with the record that caused it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, SupportsIndex, overload

from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.interpreter.state.visibility import PUBLIC, REFEREE, may_see


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


class Numbers:
    """The numbers by which a viewer knows what happened: whoever sees but a part counts what he sees, so that no gap tells how
    much has happened unseen.  The referee's are those of the log.  They hold as the log grows."""

    def __init__(self, log: Sequence[Record], viewer: int | str) -> None:
        self.viewer, self.log = viewer, log
        known, self.first = at_hand(log), first_told(log)  # those before are only counted
        self.before = sum(count for audience, count in untold(log).items() if may_see(audience, viewer))
        self.seen: Sequence[int] = range(len(log)) if viewer == REFEREE else [r.index for r in known if may_see(r.audience, viewer)]
        self.length, self.last = len(log), known[-1] if known else None

    def grown(self, log: Sequence[Record]) -> Numbers:
        """The numbers in a log that may have grown since, or been taken back."""
        if not first_told(log) <= self.length <= len(log) or (self.last is not None and log[self.length - 1] is not self.last):
            return Numbers(log, self.viewer)
        self.log = log
        if self.viewer == REFEREE:
            self.seen = range(len(log))
        elif isinstance(self.seen, list):
            self.seen += [r.index for r in log[self.length :] if may_see(r.audience, self.viewer)]
        self.length, self.last = len(log), log[-1] if len(log) > self.first else None
        return self

    def __len__(self) -> int:
        return len(self.seen) if self.viewer == REFEREE else self.before + len(self.seen)

    def of(self, record: Record) -> int:
        """The number of a record that the viewer sees."""
        if self.viewer == REFEREE:
            return record.index
        if record.index < self.first:
            self.tell()
        return self.before + bisect_left(self.seen, record.index)

    def index(self, number: int) -> int:
        """The place in the log of the record with that number."""
        if self.viewer == REFEREE:
            return self.seen[number]
        if number < self.before:
            self.tell()
        return self.seen[number - self.before]

    def tell(self) -> None:
        """What was only counted is told."""
        log = self.log
        if isinstance(log, Log) and log.first:
            log.tell()
        self.__init__(log, self.viewer)  # type: ignore[misc]
