"""How much bots try."""

from __future__ import annotations

SAMPLES = (6, 10, 16)  # worlds that all answers are tried in, then the better half, then the better half of those
ALIKE = 2  # worlds in which all answers came to the same: then they are not tried in more
ENOUGH, SURELY = 4, 9  # worlds after which an answer may be left out: it is behind by three times what chance makes of it (squared)
AHEAD = 40  # what else the same statement asks is answered by lot, so often at most
WIDE = 24  # answers tried, of a longer list
DECIDED = 1_000_000  # what a match that is won is worth
LOST = -1_000_000_000  # what an answer is worth after which a rule cannot be carried out
WHIM = 20  # once in so many times another side does anything instead of what appeals most to it, as thinkers see it
NOWHERE = -1 << 62  # what an answer leads to after which a rule cannot be carried out, as thinkers note it
SURE = 100_000  # no worth of a match that goes on is as far from nothing
HASTE, LONG = 48, 170  # how much less a win is worth for each answer that it takes, of 65,536; no more than for so many
EXPLORE, LATER = 40_000, 4_000  # of 65,536: what a tree adds for an answer that was taken seldom; what one lacks that never was
BEST_PRIOR, PLAIN_PRIOR = 64, 16  # how much an answer is looked into that most appeals, and any other
BROAD, RANKED = 6, 256  # answers a tree looks into at first, of those that appeal most; of longer lists all at once
MANY_NODES, DEEPEST = 0x18000, 400  # questions in a tree; from one end of it to the other
DRAWS, ROUNDS = 6, 60  # worlds drawn for one copy; times a world is mended
