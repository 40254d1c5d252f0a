"""Where the lots of this run begin: another place every day, the same all day long and wherever ``ARBITRE_SEED`` says it."""

from __future__ import annotations

import os
from datetime import UTC, datetime

VARIABLE = "ARBITRE_SEED"


def first() -> int:
    """The number of the run, which its last line names."""
    return int(os.environ.get(VARIABLE) or datetime.now(UTC).strftime("%y%j"))


def seed(number: int) -> int:
    """The seed that this test takes for its lot of that number; even stays even."""
    return first() * 1000 + number
