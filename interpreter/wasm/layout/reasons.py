"""Why a module gives up: a code in memory, which whoever runs it reads."""

from __future__ import annotations

from enum import IntEnum


class StopReason(IntEnum):
    """Why a module gave up; the interpreter then does the same again, and tells what is wrong."""

    FAILED = 1  # a rule cannot be carried out
    FULL = 2  # a capacity is used up
    TOO_LARGE = 3
    ENDLESS = 4
    NEED = 5  # an answer is needed
    LIMIT = 6  # as many answers as may be were given
    LACKING = 7  # this is not compiled
    NO_DIE = 8  # a die is needed
