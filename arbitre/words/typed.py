"""Words as people type them: compared without accents and capitals, and understood in every language at once."""

from __future__ import annotations

import re
import unicodedata

from arbitre.words.phrases import TABLES


def plain(text: str) -> str:
    """Small letters without accents, one space between words: ``Déplacer_vers`` is ``deplacer vers``."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[_\-–—'’‘ʼ`]", " ", bare).split())


def typed(key: str) -> tuple[str, ...]:
    """The words that mean something to whoever plays, in every language at once."""
    return tuple(dict.fromkeys(word for table in TABLES.values() for word in table[f"typed.{key}"].split()))
