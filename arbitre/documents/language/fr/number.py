"""French nouns and adjectives, one and several: the endings, and the words that do not follow them."""

from __future__ import annotations

# -al that takes an s; all others of more than three letters take -aux.
_ALS = frozenset([
    "aval", "banal", "bancal", "cantal", "caracal", "carnaval", "cérémonial", "chacal", "choral", "corral", "étal", "fatal",
    "festival", "final", "floréal", "gavial", "glacial", "mistral", "narval", "natal", "naval", "nopal", "récital", "régal",
    "rorqual", "santal", "serval", "sial", "tonal",
])  # fmt: skip
# -ail that takes -aux; all others take an s.
_AUX = frozenset([
    "aspirail", "bail", "corail", "émail", "fermail", "gemmail", "soupirail", "travail", "vantail", "ventail", "vitrail",
])  # fmt: skip
_OUX = frozenset(["bijou", "caillou", "chou", "genou", "hibou", "joujou", "pou"])  # -ou that takes an x
_AUS = frozenset(["landau", "sarrau", "bleu", "émeu", "pneu"])  # -au and -eu that take an s
# -au and -eu in the singular, whose plural might be that of -al or of nothing.
_AU = frozenset(["boyau", "étau", "fléau", "gluau", "gruau", "hoyau", "joyau", "noyau", "tuyau", "unau"])
_EU = frozenset([
    "adieu", "aveu", "cheveu", "désaveu", "dieu", "enjeu", "essieu", "feu", "jeu", "lieu", "milieu", "moyeu", "neveu", "pieu", "vœu",
])  # fmt: skip
_OWN = {
    "aïeul": "aïeux", "bonhomme": "bonshommes", "ciel": "cieux", "gentilhomme": "gentilshommes", "madame": "mesdames",
    "mademoiselle": "mesdemoiselles", "monsieur": "messieurs", "œil": "yeux",
}  # fmt: skip
_ONE = {
    **{many: one for one, many in _OWN.items()}, **{f"{word[:-2]}ux": word for word in _AUX},
    **{f"{word}x": word for word in (*_OUX, *_AU, *_EU)},
}  # fmt: skip


def plural_word(word: str) -> str:
    """A word in the plural; as it is where it is one already, or looks so."""
    small = word.lower()
    if small in _OWN:
        return _like(word, _OWN[small])
    if small.endswith(("s", "x", "z")):
        return word
    if small.endswith("al") and len(word) > 3 and small not in _ALS:
        return word[:-2] + "aux"
    if small in _AUX:
        return word[:-2] + "ux"
    taken = small in _OUX or (small.endswith(("au", "eu")) and small not in _AUS)
    return word + ("x" if taken else "s")


def singular_x(word: str) -> str:
    """The singular of a word in the plural that ends in x; as it is where it is none."""
    small = word.lower()
    if small in _ONE:
        return _like(word, _ONE[small])
    if small.endswith("eaux"):
        return word[:-1]
    return word[:-2] + "l" if small.endswith("aux") and len(word) > 4 else word


def _like(word: str, other: str) -> str:
    """Another word with a capital where this one has one."""
    return other[:1].upper() + other[1:] if word[:1].isupper() else other
