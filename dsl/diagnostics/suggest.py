"""How to mend names: the nearest one, how such a thing is declared, what there is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher

from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.diagnostics.taken import TAKEN, free_name

_SHOWN = 8
_DECLARED = {
    "agenda": "agenda {}:",
    "action": "action {} by WHO:",
    "relation": "x is {} y when ...",
    "condition": "x is {} when ...",
    "kind": "kind {}: ...",
    "value": "let {}(...) = ...",
    "ranking": "ranking {} of KIND:",
    "test": "test {} by WHO: 2d6",
    "contest": "contest {} by WHO against WHOM: d6 against d6",
    "map": "map {}:",
}
SHAPES = {
    "hexagon": "hexagon(RADIUS)",
    "hex_rectangle": "hex_rectangle(COLUMNS, ROWS)",
    "hex_rhombus": "hex_rhombus(COLUMNS, ROWS)",
    "grid": "grid(COLUMNS, ROWS, closed), or buoy, or torus; where one also goes diagonally, king_grid",
    "king_grid": "king_grid(COLUMNS, ROWS, closed), or buoy, or torus",
    "floors": "floors(MAP), or floors(MAP, corners)",
}
BUILT_IN = {"match", "order", "order_state", "direction", "vertex", "step", "action"}
_NUMBER = "A number is written with its bounds: 0 to 9."
_YES_OR_NO = "For true or false, use ‘flag’."
_TYPES = {
    "number": _NUMBER, "numbers": _NUMBER, "int": _NUMBER, "integer": _NUMBER, "bool": _YES_OR_NO, "boolean": _YES_OR_NO,
    "yes": _YES_OR_NO, "text": "A field cannot hold text; use a kind whose members have titles.",
    "string": "A field cannot hold text; use a kind whose members have titles.",
}  # fmt: skip
# Words other languages begin a statement with.
_FOREIGN = {
    "return": "Use ‘end’ to stop an event, and ‘give x’ to return a result.",
    "match": "A match ends when somebody ‘wins’ or ‘loses’; in a draw, ‘nobody wins’.",
    "break": "Use ‘end’ to stop an event; a loop stops by its condition: ‘while C, up to 20 times:’.",
    "print": 'To say something, write ‘says en "..." fr "..."’.',
    "say": 'To say something, write ‘says en "..." fr "..."’.',
    "continue": "A loop goes on with the next one by itself: what it leaves out stands below ‘if not (...):’.",
    "skip": "A turn is over when the steps of its agenda are done. Who ‘acts in STEP’ may pass; who ‘must act in STEP’ has to act if that "
    "is possible.",
    "next": "Who comes next is said in the head of the game, ‘play AGENDA by each SIDE in turn’; a turn is over when its steps are done.",
    "win": "Write ‘SIDE wins’; in a draw, ‘nobody wins’.",
    "lose": "Write ‘SIDE loses’.",
    "game": "A match ends when somebody ‘wins’ or ‘loses’; in a draw, ‘nobody wins’.",
    "swap": "Keep one of the two first: ‘let kept = a’, then ‘a becomes b’, then ‘b becomes kept’.",
    "set": "To change something, write ‘x becomes 3’.",
    "add": "To change something, write ‘x gains 1 FIELD’.",
    "remove": "To change something, write ‘x loses 1 FIELD’; to remove a row, ‘discard x’.",
    "delete": "To remove a row, write ‘discard x’.",
    "call": "Call an event by its name alone.",
    "do": "Call an event by its name alone.",
    "pass": "What does nothing is left out; ‘end’ stops an event.",
    "stop": "Use ‘end’ to stop an event; a loop stops by its condition: ‘while C, up to 20 times:’.",
    "exit": "Use ‘end’ to stop an event.",
}


def an(word: str) -> str:
    """A noun with its article."""
    return phrase("an {0}" if re.match(r"[aeiou](?!ni[a-z]|se)", word) else "a {0}", word)


def nearest(word: str, known: Iterable[str]) -> str:
    """The known name that ``word`` is a slip of, or "" if none is: a letter or two of a longer word, seldom the first."""
    best: tuple[int, bool, str] | None = None
    known = set(known)
    for name in sorted(known):  # a plural by rule: ‘boxs’ for ‘boxes’
        if word in (f"{name.removesuffix('ies')}ys", f"{name.removesuffix('es')}s") and name.endswith("es") and name[:-1] != word:
            return name
    for name in known:
        if name == word or name.startswith("_"):
            continue
        shorter = min(len(word), len(name))
        limit = 0 if shorter < 2 or (shorter == 2 and len(word) == len(name)) else 1 if shorter < 5 else 2 if len(word) < 9 else 3
        if name[:1].lower() != word[:1].lower():
            limit = min(limit, 1) if len(word) > 3 else 0
        if abs(len(name) - len(word)) > limit:
            continue
        far = distance(word.lower(), name.lower(), limit)
        if far <= limit:
            found = (far, name[:1] != word[:1], name)
            best = found if best is None else min(best, found)
    return best[2] if best else ""


def distance(a: str, b: str, limit: int) -> int:
    """Letters to add, drop, change or swap with their neighbour; anything above ``limit`` counts as ``limit + 1``."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return row[-1]


def alphabets(word: str) -> dict[str, str]:
    """The alphabets its letters are of, each with its first letter."""
    out: dict[str, str] = {}
    for letter in word:
        if letter.isalpha():
            out.setdefault(unicodedata.name(letter, "UNKNOWN").split(" ")[0].capitalize(), letter)
    return out


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The hint of a name that does not exist; letters of another alphabet that look alike are called by their name."""
    name = nearest(word, known)
    for said, other in ((word, name), (name, word)):
        mixed = alphabets(said)
        strange = [
            phrase("‘{0}’ is {1}", letter, alphabet)
            for alphabet, letter in mixed.items()
            if alphabet not in (alphabets(other) or {"Latin": ""})
        ]
        if strange and (len(mixed) > 1 or said == word):
            return phrase("In ‘{0}’ the letter {1}, although it may look the same: retype the name.", said, joined(", ", strange))
    return phrase("Did you mean ‘{0}’?", name) if name else ""


def value_otherwise(word: str) -> str:
    """How that is written which looks like a value and is none."""
    if word == "either":
        return "To choose between two values, write ‘(a if C otherwise b)’."
    if word in ("random", "rand", "randint"):
        return "Throw dice on a line of their own, ‘roll d6 as die’, or draw from a set, ‘draw one from S’."
    if word in ("die", "showing"):
        return phrase(
            "Name the dice first: ‘roll 2d6 as blow’, then blow.{0}(1); the lines of a test and the hooks on its roll need no name.", word
        )
    return ""


def suggest_known(word: str, what: str, known: Iterable[str]) -> str:
    """The nearest name; else how such a thing is declared, and what there is."""
    known = list(known)
    near = did_you_mean(word, known)
    if near:
        return near
    if what == "kind" and word in _TYPES:
        return _TYPES[word]
    names = by_likeness(word, {name for name in known if name and not name.startswith("_")} - (BUILT_IN if what == "kind" else set()))
    shown = phrase("{0}{1}", ", ".join(names[:_SHOWN]), phrase(" and others") if len(names) > _SHOWN else "")
    if what == "shape":
        return phrase("A board is one of {0}.", ", ".join(SHAPES[name].split(", or")[0] for name in names))
    form = phrase("Declare it with ‘{0}’", _DECLARED[what].format(word)) if what in _DECLARED else ""
    if form and names:
        return phrase("{0}, or use what there is: {1}.", form, shown)
    there = "It has: {0}." if what == "field" else "Available: {0}."
    return phrase("{0}.", form) if form else phrase(there, shown) if names else ""


def by_likeness(word: str, known: Iterable[str]) -> list[str]:
    """Names, the likest to ``word`` first: by the words they share, then by their letters."""
    parts = set(word.lower().split("_"))

    def likeness(name: str) -> tuple[int, float, str]:
        shared = len(parts & set(name.lower().split("_")))
        return -shared, -round(SequenceMatcher(None, word.lower(), name.lower()).ratio(), 2), name

    return sorted(known, key=likeness)


def suggest_statement(word: str, known: Iterable[str]) -> str:
    """Of a line whose first word is no event."""
    if word in TAKEN:
        taken = phrase("‘{0}’ is a word of the language, and no event can be called so; ‘{1}’ is free.", word, free_name(word))
        return _FOREIGN.get(word) or taken
    return _FOREIGN.get(word) or did_you_mean(word, known) or phrase("Declare it with ‘event {0} ...:’.", word)


def shape_form(word: str) -> str:
    """How a board of that shape is written."""
    return phrase("Write {0}.", SHAPES[word])
