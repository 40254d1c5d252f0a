"""What is asked by each question of a module that plays plainly, for whoever names the options where it waits for an answer."""

from __future__ import annotations

from typing import NamedTuple

from arbitre.dsl.core import NONE


class Question(NamedTuple):
    """A question, and what the numbers noted of its options mean: NONE is ``silent``."""

    decision: str
    action: str = ""  # whose parameter it asks for
    kind: int = NONE  # of the rows that are its options
    names: tuple[str, ...] = ()  # of its options, where they are branches or actions; else they are numbers, or rows
    silent: str = "none"


class Questions(list[Question]):
    """The questions of a module, each with its number."""

    def number(self, question: Question) -> int:
        """The number of a question, which is among them from now on."""
        if question not in self:
            self.append(question)
        return self.index(question)
