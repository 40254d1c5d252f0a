"""Words as people type them: compared without accents and capitals, and understood in every language at once."""

from __future__ import annotations

import re
import unicodedata

from arbitre.words.phrases import TABLES

_SIGN = re.compile(r"(?<![\w)])[-–−](?=\d)")  # of a number; between words and numbers it joins them
_BETWEEN = re.compile(r"[_–—'’‘ʼ`]|-(?!\d)|(?<=[\w)])-")


def plain(text: str) -> str:
    """Small letters without accents, one space between words: ``Déplacer_vers`` is ``deplacer vers``, ``-3`` is not ``3``."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(_BETWEEN.sub(" ", _SIGN.sub("-", bare)).split())


def typed(key: str) -> tuple[str, ...]:
    """The words that mean something to whoever plays, in every language at once."""
    return tuple(dict.fromkeys(word for table in TABLES.values() for word in table[f"typed.{key}"].split()))
