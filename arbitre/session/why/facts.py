"""Conditions as they came out, as data and in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from arbitre.dsl.diagnostics.position import Place
from arbitre.words.phrases import of


@dataclass(frozen=True, slots=True)
class Fact:
    """A condition as it came out.  ``text``: said so that it is true; ``value``: what it compares, where that tells more.

    ``hidden``: it is none of the viewer's business, and nothing is said of it.
    """

    text: str = ""
    value: str = ""
    held: bool = True
    place: Place | None = None
    inner: tuple[Fact, ...] = ()
    hidden: bool = False

    def words(self, lang: str) -> str:
        """``the distance between both is not 2: it is 3``"""
        if self.hidden:
            return of(lang).say("why.hidden")
        out = self.text + (f"{of(lang).say('colon')}{self.value}" if self.value else "")
        deeper = of(lang).say("foreseen.and").join(fact.words(lang) for fact in self.inner if not fact.hidden)
        return f"{out} ({deeper})" if deeper else out

    def data(self) -> dict[str, Any]:
        """The same for programs."""
        if self.hidden:
            return {"hidden": True}
        out: dict[str, Any] = {"text": self.text, "holds": self.held}
        if self.value:
            out["value"] = self.value
        if self.inner:
            out["since"] = [fact.data() for fact in self.inner]
        return out


def joined(facts: Iterator[Fact] | list[Fact], lang: str) -> str:
    """Facts one after the other; those that are hidden are said once."""
    told = list(dict.fromkeys(fact.words(lang) for fact in facts))
    return of(lang).say("foreseen.and").join(told)


def plain(text: str) -> str:
    """Prose of the pages without its links and its marks."""
    text = re.sub(r"</?span\b[^>]*>", "", text)  # what stands for a text that is still to be translated
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\*+([^*]+)\*+", r"\1", text).replace("\\", "")
