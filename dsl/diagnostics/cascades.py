"""What faulty declarations took with them, so that a name missing only because of one is not told as a fault of its own.

A declaration that cannot be parsed is read again without its faulty lines; the words of those lines, and where they stood, are
kept here.  While names are bound, messages that only say that something of this is missing stay unsaid: they vanish with the
fault that is told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from arbitre.dsl.diagnostics.position import Place

UNKNOWN = "⟨unknown⟩"  # how a type is described whose fault was told already: a sentence that holds this is a consequence
_MISSING = {"N01", "N07", "P02", "T03", "T05", "T06"}  # something that should be there is not
_WHOLE = {"P05", "T09", "A01", "A02"}  # told of a whole book only
_OF_KINDS = {"T03", "T05"}  # a kind lacks a field that fits
_OF_MAPS = {"B01", "B02"}
_OF_THE_BLOCK = {"R01", "R02", "T06", "P02", "X01"}  # a block lacks a line
_WORD = re.compile(r"[^\W\d]\w*")
_KIND = re.compile(r"(?:replace +)?kind\b|\w+ +\w+ *\(")  # its members stand behind the colon
_NAMED = re.compile(r"\b(?:as|let|keeps|each|draw|chooses|many|action|event|test|table|link|path) +(\w+)")


@dataclass(slots=True)
class Gaps:
    """``whole``: how much more is missing cannot be known (a file that cannot be read, a game that is not found)."""

    words: set[str] = field(default_factory=set)
    sorts: set[str] = field(default_factory=set)
    nameless: set[str] = field(default_factory=set)  # things one of whose fields has lost its name
    blocks: list[tuple[str, int, int]] = field(default_factory=list)  # file, first and last line of faulty declarations
    whole: bool = False

    def __bool__(self) -> bool:
        return self.whole or bool(self.words or self.blocks or self.sorts)

    def add(self, other: Gaps) -> None:
        self.words |= other.words
        self.sorts |= other.sorts
        self.nameless |= other.nameless
        self.blocks += other.blocks
        self.whole = self.whole or other.whole

    def lose(self, text: str, owner: str = "") -> None:
        """Names that lines declare which are not read; what they only speak of is declared elsewhere, or missing anyway."""
        for line in text.split("\n"):
            plain = re.sub(r'"(?:[^"\\]|\\.)*"|#.*', " ", line)
            if plain.strip()[:1] == ":":
                self.nameless.add(owner)
            if re.match(r"(?:option|kind|event|action|agenda|let|map|part|ranking|test|table) *[:=,(]", plain):
                self.whole = True  # a declaration without its name: any missing one may be it
            if plain[:1].strip():  # a head declares all its words up to what it says of them
                head = plain if _KIND.match(plain) else re.split(r"=|\bwhen\b|:(?! *\w+\))", plain)[0]
                self.words.update(_WORD.findall(head))
            else:
                said = _WORD.findall(plain)
                self.words.update([*said[:2], *said[-1:]])
                self.words.update(re.findall(r"(\w+) *[:|]", plain))
            self.words.update(_NAMED.findall(plain))

    def silences(self, code: str, place: Place, text: str) -> bool:
        if not self:
            return False
        if code in _WHOLE or (self.whole and code[0] not in "SC" and code not in ("N02", "N04")):
            return True
        if code == "N01" and self.nameless and ("nothing is called ‘" in text or _no_field(text) in self.nameless):
            return True
        if code in _MISSING | _OF_MAPS and self.words.intersection(_quoted(text)):
            return True
        if (code in _OF_KINDS and "kind" in self.sorts) or (code in _OF_MAPS and self.sorts & {"kind", "map", "part", "table"}):
            return True
        if code == "B02" and "board" in self.sorts:
            return True
        return code in _OF_THE_BLOCK and any(f == place.file and first <= place.line <= last for f, first, last in self.blocks)


def _no_field(text: str) -> str:
    found = re.match(r"an? (\w+) has no ", text)
    return found.group(1) if found else ""


def _quoted(text: str) -> set[str]:
    return {word for said in re.findall(r"‘([^’]*)’", text) for word in re.findall(r"\w+", said)}
