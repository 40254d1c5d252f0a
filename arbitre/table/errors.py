"""What cannot be done at a table, in a sentence for the person who asked; it names nothing that he may not know."""

from __future__ import annotations

from typing import Any

from arbitre.words.phrases import of


class Trouble(Exception):
    """By the key of its phrase, with the status of HTTP that goes with it."""

    def __init__(self, key: str, status: int = 409, **parts: Any) -> None:
        super().__init__(key)
        self.key, self.status, self.parts = key, status, parts

    def said(self, lang: str) -> str:
        """The sentence in a language."""
        return of(lang).say(self.key, **self.parts)
