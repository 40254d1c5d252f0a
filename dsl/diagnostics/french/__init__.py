"""What designers are told, in French: for every template its own, by the phase that says it."""

from __future__ import annotations

FRENCH: dict[str, str] = {}
