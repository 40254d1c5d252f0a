"""Memory swept when nobody types: else the collector goes through a whole rulebook, for a second, when a letter happens to wake it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from arbitre.dsl.cache.frozen import unhurried

# How often a rulebook was read or looked through since memory was last swept: when it is worth while, and when it cannot wait.
FEW, MOST = 4, 12


class Tidying:
    """How often rulebooks were read and looked through; what came before still lies about."""

    def __init__(self) -> None:
        self.left = 0

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """While a rulebook is read nothing is swept, and what was read is left alone from then on."""
        with unhurried():
            yield
            gc.freeze()
        self.left += 1

    def sweep(self, least: int) -> None:
        """Sweeps, if that happened at least so often."""
        if self.left >= least:
            self.left = 0
            gc.unfreeze()
            gc.collect()
            gc.freeze()
