"""French words that say how something is: which they are, and how they agree."""

from __future__ import annotations

import re

# Words written like participles that are nouns: a title that begins with one is a mark, and is quoted.
NOUNS = frozenset([
    "abri", "adieu", "ami", "année", "appui", "armée", "arrivée", "aveu", "bébé", "blé", "bonté", "café", "cité", "clé", "comité",
    "côté", "cri", "début", "défi", "degré", "demi", "dieu", "dîné", "écu", "ennemi", "ennui", "enjeu", "entrée", "épée", "été",
    "fée", "feu", "fossé", "idée", "jeu", "journée", "lieu", "loi", "marché", "matinée", "menu", "midi", "milieu", "neveu",
    "pari", "pâté", "péché", "poupée", "pré", "pyramide", "rangée", "salut", "santé", "soirée", "sujet", "thé", "tissu", "traité",
    "vallée", "vertu", "vœu", "volonté", "beauté", "liberté",
])  # fmt: skip
_STATE = re.compile(
    r"(?:é|ée|[^aeoœ]u|[ltsrnmhcgd]i|[pr]+is|mis|assis|acquis|clos|mort|[cfv]ert|erte|prêt|fait|écrit|inscrit|interdit|détruit|cuit|joint"
    r"|éteint|atteint|peint|étreint|contraint|(?:ab|pré)sent|vivant|innocent|[oi]ble|able|[lvpm]ide)$"
)
# Qualities, but for ``excité``, ``irrité``, ``agité``, ``habité``.
_ITY = re.compile(r"(?:(?<!exc)(?<!irr)(?<!ag)(?<!hab)(?<!lim)(?<!inv)(?<!év)ité|(?:lou|lo|roy|cru|mo|beau)[yau]*té)$")
# What stands before a place or a time after ``est``.
_WHERE = frozenset(["sous", "hors", "dans", "en", "encore", "debout", "devant", "derrière", "à", "au"])
_FEMININE = (
    (r"(?:é|[ltsrnmhcgd]i|[^aeoœ]u|bleu|[pr]+is|mis|assis|acquis|clos|mort|[cfv]ert|prêt|fait|crit|dit|uit|[oa]?int|sent|errant|"
     r"innocent|petit|grand|haut|fort|lourd|seul|noir|vivant|puissant|brillant|court|lent|plein|nain)$", "e"),
    (r"(?<=[a-z])(?:if)$", "ive"), (r"eux$", "euse"), (r"(?:[nr]|ré)el$", "\\g<0>le"), (r"(?:prem|dern|ent)ier$", "ière"),
    (r"gros$", "grosse"), (r"bon$", "bonne"), (r"(?:lo[yc]|[ém]g|norm|roy)al$", "\\g<0>e"),
)  # fmt: skip


def state(title: str) -> bool:
    """Does a title say how something is (``Sorti pour le match``, ``Sous l’eau``), so that it goes on after ``est``?"""
    first, _, rest = title.lower().partition(" ")
    if first in _WHERE:
        return bool(rest) or first == "debout"
    return first not in NOUNS and _ITY.search(first) is None and _STATE.search(first) is not None


def feminine(word: str) -> str:
    """An adjective or a participle in the feminine; as it is where it does not change, or is none that is known."""
    if word.lower() in NOUNS:
        return word
    for ending, change in _FEMININE:
        if re.search(ending, word):
            return word + "e" if change == "e" else re.sub(ending, change, word)
    return word


def masculine(word: str) -> str:
    """The same for a participle that its author wrote in the feminine."""
    return word[:-1] if re.search(r"(?:ée|erte)$", word) and word.lower() not in NOUNS else word
