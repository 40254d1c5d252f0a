"""Signs of private use in sentences that are not finished yet, and nouns whose plural no rule gives."""

from __future__ import annotations

from functools import cache
from pathlib import Path

SIGNS = [chr(0xE000 + number) for number in range(9)]
AGAIN, VERB, VERB_END, FROM, UNTIL, MASCULINE, PLURAL, THAT, WHOSE = SIGNS
"""Before a clause of a row; around a finite verb; around a relative clause; behind ``ein`` of a masculine, behind ``die`` of a plural;
a relative pronoun, and its genitive, whose gender is not known yet."""


@cache
def irregular() -> list[tuple[str, str, str]]:
    """Nouns of the dictionary whose plural it says: the noun, its plural, its gender."""
    lines = (Path(__file__).parent / "words.csv").read_text(encoding="utf-8").splitlines()
    cells = [line.split(",") for line in lines if not line.startswith("#")]
    return [(one[1], one[3], one[2]) for one in cells if len(one) > 3]
