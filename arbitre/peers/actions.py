"""Answers as numbers: what tools of others call actions."""

from __future__ import annotations

from collections.abc import Sequence

from arbitre.api import Outline, Question


class Actions:
    """Every key that answers questions of a game has a number, the same in every match: ``names[number]``.

    Options that a question alone can name (a card whose back is all that one sees) take the lowest numbers that it leaves free.
    """

    def __init__(self, outline: Outline) -> None:
        self.names = tuple(dict.fromkeys(outline.keys))
        self.numbers = {name: number for number, name in enumerate(self.names)}

    def __len__(self) -> int:
        return len(self.names)

    def of(self, keys: Sequence[str]) -> dict[int, int]:
        """The numbers that answer a question with these keys, the lowest first, each with the position of its option.

        Raises:
            ValueError: it has more options than there are numbers.
        """
        if len(keys) > len(self.names):
            raise ValueError(f"{len(keys)} options are more than the {len(self.names)} actions of the game")
        found: dict[int, int] = {}
        others: list[int] = []
        for position, key in enumerate(keys):
            number = self.numbers.get(key)
            if number is None or number in found:
                others.append(position)
            else:
                found[number] = position
        if others:
            free = [number for number in range(len(self.names)) if number not in found]
            found |= dict(zip(free, others, strict=False))
        return dict(sorted(found.items()))

    def asked(self, question: Question) -> dict[int, int]:
        """The numbers that answer a question, each with the position of its option."""
        return self.of(question.keys)
