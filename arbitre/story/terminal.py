"""Sentences on a terminal: who was told how far, and how a line looks."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text as Rich

from arbitre.story.narrator import HEADINGS, Narrator, Sentence
from arbitre.story.story import Story


class Teller:
    """Tells viewers in a terminal what they were not told yet."""

    def __init__(self, story: Story, console: Console, verbose: bool = False, rules: bool = False) -> None:
        self.story, self.console, self.verbose, self.rules = story, console, verbose, rules
        self.told: dict[int | str, int] = {}  # for each viewer, the records told so far
        self.narrators: dict[int | str, Narrator] = {}
        self.heading = ""  # the last one shown

    def news(self, viewer: int | str, whole: bool = True) -> None:
        """What has happened since; without ``whole`` the last sentence is kept back, as it may go on; a heading does not."""
        log = self.story.match.run.log or []
        since = min(self.told.get(viewer, 0), len(log))
        told = self.narrator(viewer).sentences(log[since:])
        self.told[viewer] = len(log)
        if not whole and told and told[-1].kind not in HEADINGS:
            first = told.pop().numbers[0]
            self.told[viewer] = self.narrator(viewer).numbers(log).index(first)
        self.show(told)

    def narrator(self, viewer: int | str) -> Narrator:
        if viewer not in self.narrators or self.narrators[viewer].match is not self.story.match:
            self.narrators[viewer] = Narrator(self.story.match, self.story.lang, viewer, self.verbose, self.story)
        return self.narrators[viewer]

    def show(self, sentences: Iterable[Sentence]) -> None:
        """Prints them; a step that begins again, as in a loop or for each of several in turn, goes on below its heading."""
        for sentence in sentences:
            if sentence.kind == "step" and sentence.text == self.heading:
                continue
            if sentence.kind in HEADINGS:
                self.heading = sentence.text
            self.console.print(shown(sentence, self.rules), soft_wrap=True)

    def forget(self) -> None:
        """After an undo: what was taken back may be told again."""
        length = len(self.story.match.run.log or [])
        self.told = {viewer: min(told, length) for viewer, told in self.told.items()}


def shown(sentence: Sentence, rules: bool = False) -> Rich:
    """A line of the terminal, with the number by which one can ask why."""
    if sentence.kind == "turn":
        return Rich(f"\n── {sentence.text} ──", "bold")
    if sentence.kind == "step":
        return Rich(f"· {sentence.text} ·", "bold")
    text = sentence.with_rules() if rules else sentence.text
    line = Rich(f"{sentence.number!s:>5}  ", "dim")
    return line.append("  " * min(4, sentence.depth) + text, "dim" if sentence.plain else "none")
