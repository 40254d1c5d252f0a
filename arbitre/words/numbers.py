"""Numbers as people type and read them."""

from __future__ import annotations

LONGEST = 18
BEYOND = 10**18
_GROUPS = {"fr": "\u202f", "de": "."}  # between groups of digits, in languages that write a comma before decimals


def whole(said: str) -> int:
    """The number; one of more digits than any that is met is greater, or less, than all of them."""
    if len(said.lstrip("+-")) <= LONGEST:
        return int(said)
    return -BEYOND if said.startswith("-") else BEYOND


def thousands(number: int, lang: str) -> str:
    """A whole number, its digits in groups of three."""
    return f"{number:,}".replace(",", _GROUPS.get(lang, ","))


def decimal(number: str, lang: str) -> str:
    """Numbers as a language writes them: a comma in French and German, and in English no space before the sign of a percentage."""
    return number.replace(".", ",") if lang in _GROUPS else number.replace(" %", "%").replace("\u00a0%", "%")
