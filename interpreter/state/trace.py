"""What happened, record by record, each with the record that caused it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from dsl.diagnostics.position import NOWHERE, Place
from interpreter.state.visibility import PUBLIC, REFEREE, may_see


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


class Numbers:
    """The numbers by which a viewer knows what happened: whoever sees but a part counts what he sees, so that no gap tells how
    much has happened unseen.  The referee's are those of the log.  They hold as the log grows."""

    def __init__(self, log: Sequence[Record], viewer: int | str) -> None:
        self.viewer = viewer
        self.seen: Sequence[int] = range(len(log)) if viewer == REFEREE else [r.index for r in log if may_see(r.audience, viewer)]
        self.length, self.last = len(log), log[-1] if log else None

    def grown(self, log: Sequence[Record]) -> Numbers:
        """The numbers in a log that may have grown since, or been taken back."""
        if len(log) < self.length or (self.last is not None and log[self.length - 1] is not self.last):
            return Numbers(log, self.viewer)
        if self.viewer == REFEREE:
            self.seen = range(len(log))
        elif isinstance(self.seen, list):
            self.seen += [r.index for r in log[self.length :] if may_see(r.audience, self.viewer)]
        self.length, self.last = len(log), log[-1] if log else None
        return self

    def __len__(self) -> int:
        return len(self.seen)

    def of(self, record: Record) -> int:
        """The number of a record that the viewer sees."""
        return bisect_left(self.seen, record.index)

    def index(self, number: int) -> int:
        """The place in the log of the record with that number."""
        return self.seen[number]
