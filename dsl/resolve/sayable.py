"""What a rulebook could ever say: whether some text of it, with values in its braces, may hold given words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from difflib import get_close_matches
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place

_VALUE = ""  # stands for a value among the words of a text
_MOST = 8  # words of one name
_AND = frozenset(["and", "et", "und"])
_WORDS = re.compile(r"[^\W_]+")


@dataclass(slots=True)
class Sayable:
    """The texts of a rulebook as words, and the words in a row that values may be said with.  ``said``: the texts as they are written."""

    texts: set[tuple[str, ...]] = field(default_factory=set)
    values: set[tuple[str, ...]] = field(default_factory=set)
    said: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, decls: Iterable[t.Decl]) -> Sayable:
        out = cls()
        for text in _texts(list(decls)):
            parts = re.split(r"\{[^{}]*\}", text)
            words: list[str] = []
            for number, part in enumerate(parts):
                words += [_VALUE] if number else []
                words += map(str.casefold, _WORDS.findall(re.sub(r"(?<=\w)\(\w+\)", "", part)))
            if len(parts) == 1 and len(words) <= _MOST:  # any title may be the name of a value
                out.values.update(tuple(words[a:b]) for a in range(len(words)) for b in range(a + 1, len(words) + 1))
            out.texts.add(tuple(words))
            out.said.append(text)
        return out

    def could_say(self, text: str, names: Iterable[str] = ()) -> bool:
        """Might some text hold these words in a row?  The first and the last may be parts of words; ``names``: of what is given."""
        wanted = tuple(map(str.casefold, _WORDS.findall(text)))
        known = self.values | {(word.casefold(),) for name in names for word in _WORDS.findall(name)}
        return not wanted or any(_holds(words, wanted, known) for words in self.texts)

    def nearest(self, text: str) -> str:
        """The text that is most like it; "" where none is."""
        return next(iter(get_close_matches(text, self.said, 1, 0.4)), "")


def _holds(words: tuple[str, ...], wanted: tuple[str, ...], known: set[tuple[str, ...]]) -> bool:
    return any(_from(words, at, wanted, 0, known) for at in range(len(words)))


def _from(words: tuple[str, ...], at: int, wanted: tuple[str, ...], first: int, known: set[tuple[str, ...]]) -> bool:
    """Do the wanted words stand here one after the other, values in place of braces?"""
    if first == len(wanted):
        return True
    if at == len(words):
        return False
    if words[at] == _VALUE:
        if _from(words, at + 1, wanted, first, known):
            return True
        ends = [end for end in range(first + 1, min(first + _MOST, len(wanted)) + 1) if _value(wanted, first, end, known)]
        return any(
            end == len(wanted)
            or _from(words, at + 1, wanted, end, known)
            or (wanted[end] in _AND and _from(words, at, wanted, end + 1, known))  # several of them, in a row
            for end in ends
        )
    word = wanted[first]
    alike = words[at] == word or (first == 0 and words[at].endswith(word)) or (first == len(wanted) - 1 and words[at].startswith(word))
    alike = alike or (len(wanted) == 1 and word in words[at])
    return alike and _from(words, at + 1, wanted, first + 1, known)


def _value(wanted: tuple[str, ...], first: int, end: int, known: set[tuple[str, ...]]) -> bool:
    """May a value be said with these words?  The very first and the very last may be parts of words."""
    said = wanted[first:end]
    if said in known or (len(said) == 1 and said[0].isdigit()):
        return True
    if len(said) > 1 or (first and end < len(wanted)):
        return False
    word = said[0]
    ends, begins = not first, end == len(wanted)
    return any(
        (ends and one[-1].endswith(word)) or (begins and one[0].startswith(word)) or (ends and begins and word in one[0])
        for one in known
        if len(one) == 1
    )


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, (t.Text, t.String)):
        yield from (text for _, text in node.said) if isinstance(node, t.Text) else (node.text,)
    elif isinstance(node, (list, tuple)):
        for one in node:
            yield from _texts(one)
    elif isinstance(node, t.Word):
        yield str(node).replace("_", " ")  # what has no title goes by its name
    elif is_dataclass(node) and not isinstance(node, (type, Place)):
        for part in fields(node):
            yield from _texts(getattr(node, part.name))
