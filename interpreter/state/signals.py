"""How a statement leaves its block."""

from __future__ import annotations

JUMP = -2  # for odds: a call is all that is left to do, and is begun once this has ended
END = 1  # the event ends (``end``, ``give``)
FAIL = 2  # the order fails
PREVENT = 3  # a hook prevents
OVER = 4  # the match is over
BARRED = 5  # a hook lets the order fail before it is begun: nothing is spent
LEFT = -1  # a loop has come to its end
