"""How much bots try, in Python and in compiled modules alike."""

from __future__ import annotations

SAMPLES = (6, 10, 16)  # worlds that all answers are tried in, then the better half, then the better half of those
ALIKE = 2  # worlds in which all answers came to the same: then they are not tried in more
AHEAD = 40  # what else the same statement asks is answered by lot, so often at most
WIDE = 24  # answers tried, of a longer list
DECIDED = 1_000_000  # what a match that is won is worth
LOST = -1_000_000_000  # what an answer is worth after which a rule cannot be carried out
WHIM = 20  # once in so many times another side does anything instead of what appeals most to it, as thinkers see it
NOWHERE = -1 << 62  # what an answer leads to after which a rule cannot be carried out, as thinkers note it
