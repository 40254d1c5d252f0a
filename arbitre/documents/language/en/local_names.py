"""Names that rules give to something, of which some are no nouns: ``here``, ``carried``, ``may_strike``."""

from __future__ import annotations

import re

ASIDE = frozenset([
    "above", "across", "again", "ahead", "along", "apart", "around", "away", "back", "backward", "backwards", "before", "behind", "below",
    "beside", "between", "beyond", "down", "downward", "elsewhere", "far", "forward", "forwards", "halfway", "hence", "here", "inside",
    "inward", "near", "nearby", "now", "once", "onward", "outside", "outward", "over", "past", "sideways", "so", "then", "there", "thus",
    "together", "twice", "under", "up", "upward", "when", "where", "yet",
])  # fmt: skip
VERBS = frozenset(["is", "was", "are", "has", "had", "does", "did", "may", "must", "can", "could", "would", "should", "will"])
DONE = re.compile(
    r"(?:taken|given|chosen|broken|fallen|beaten|eaten|hidden|driven|frozen|stolen|written|seen|forgotten|drawn|thrown|shown|known|grown|"
    r"sown|torn|won|lost|left|gone|done|met|hurt|held|caught|found|bought|sold|paid|spent|laid|sent|kept|led|built|made|put|"
    r"(?!.*(?:eed|hed|read)$|hundred$|sacred$)\w{2,}ed)$"
)


def no_noun(name: str) -> bool:
    """Does no article go with a name?  Its last word says what is meant (``left_square`` is a square), an adverb before it too."""
    first, last = name.split("_")[0], name.split("_")[-1]
    return (first != last and first in VERBS) or first in ASIDE or last in ASIDE or DONE.match(last) is not None
