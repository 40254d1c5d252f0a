"""Answers of the processes of rules that are kept in memory, the last used longest.

Whatever an answer depends on stands in its key, and above all for whose eyes it is: a key of one side never finds what another was told.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any

MOST = 4000


class Kept:
    """So many answers."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.answers: OrderedDict[Hashable, Any] = OrderedDict()

    async def found(self, key: Hashable, ask: Callable[[], Awaitable[Any]]) -> Any:
        """The answer of a key; asked for where there is none yet."""
        if key not in self.answers:
            self.answers[key] = await ask()
            while len(self.answers) > self.most:
                self.answers.popitem(last=False)
        self.answers.move_to_end(key)
        return self.answers[key]
