"""What pieces look like on a board: a mark of a few signs, and the colour of their side."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from arbitre import graphs
from arbitre.dsl.core import NONE, Domain, Field, Program
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.opening.sides import camps

SHORT = 3  # signs in a mark
NEUTRAL_STYLE = "bold"
# In the terminal, in pictures: Okabe and Ito's colours under the names that sides have.
_NAMED = {
    "red": ("bold red", "#d55e00"),
    "blue": ("bold blue", "#0072b2"),
    "green": ("bold green", "#009e73"),
    "pink": ("bold magenta", "#cc79a7"),
    "yellow": ("bold yellow", "#f0e442"),
    "cyan": ("bold cyan", "#56b4e9"),
    "white": ("bold white", "#ffffff"),
    "black": ("bold bright_black", "#000000"),
    "orange": ("bold bright_red", "#e69f00"),
}
_ALSO = {"purple": "pink", "violet": "pink", "magenta": "pink", "gold": "yellow", "grey": "black"}


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of the sides, by their numbers: styles of the terminal, colours of pictures."""

    styles: tuple[str, ...]
    colours: tuple[str, ...]

    def style(self, side: int) -> str:
        return self.styles[side % len(self.styles)] if side >= 0 else NEUTRAL_STYLE

    def seat(self, match: Match, seat: int) -> str:
        """The style of a seat: that of the side it belongs to."""
        program, layout = match.program, match.machine.layout
        for group, field in camps(program):
            if group == side_kind(program):
                fixed = layout.constant[field]
                return self.style(fixed[seat] if fixed is not None else match.state.cells[layout.base[field] + seat])
        return self.style(seat)


def side_kind(program: Program) -> int:
    """The kind whose rows are the sides of pieces: what several seats belong to if pieces say so of themselves, else the seats."""
    groups = camps(program)
    if not groups:
        return program.seats
    boards = {d.index for d in program.domains if d.board is not None}
    pieces = {c.domain for c in program.fields if c.target in boards and c.values is None and not c.is_set}
    for group, _ in groups:
        if any(c.domain in pieces and c.target == group and not c.is_set for c in program.fields) or any(
            d.owned_by != NONE and program.functions[d.owned_by].domain == group for d in program.domains
        ):
            return group
    return program.seats


def palette(program: Program) -> Palette:
    """A side that is called by a colour has it; the others have those that are left, in turn."""
    rows = program.domains[side_kind(program)].rows
    own = [_ALSO.get(name, name) if _ALSO.get(name, name) in _NAMED else "" for name in rows]
    left = [name for name in _NAMED if name not in own] or list(_NAMED)
    others = iter(left * (len(rows) + 1))
    chosen = [name or next(others) for name in own] or ["red"]
    return Palette(tuple(_NAMED[n][0] for n in chosen), tuple(_NAMED[n][1] for n in chosen))


def last_word(name: str) -> str:
    """The last word of a name of the rules; a number at its end is no word."""
    return next((word for word in reversed(name.split("_")) if word and not word.isdigit()), name)


@lru_cache(maxsize=4096)
def initials(name: str, number: bool) -> str:
    """The signs for what has no sign of its own: of its last word the first letter, the first two where no number follows."""
    word = last_word(name)
    return word[:1].upper() if number else word[:2].capitalize()


def sign_of(kind: Domain, row: int, number: bool = True, lang: str = "en") -> str:
    """The sign that the rulebook gives to a row or to its kind, or what its name begins with in a language."""
    own = kind.signs[row] if 0 <= row < len(kind.signs) else ""
    if own or kind.sign or not 0 <= row < len(kind.rows):
        return own or kind.sign or initials(kind.name, number)
    names = tuple(called(kind, n, lang) for n in range(len(kind.rows)))
    return initials(names[row], True) if number else distinct(names)[row]


def called(kind: Domain, row: int, lang: str) -> str:
    """The name of a row whose beginning is its sign: in English that of the rules, whose last word is the noun; in other languages its
    title, whose first word is."""
    title = kind.titles[row].within(lang) if lang != "en" and row < len(kind.titles) else ""
    bare = unicodedata.normalize("NFKD", title.replace("’", "'").rpartition("'")[2] if "'" in title.split(" ")[0] else title)
    words = re.findall(r"[A-Za-z]+", "".join(c for c in bare if not unicodedata.combining(c)))
    return words[0].lower() if words else kind.rows[row] or kind.name


@lru_cache(maxsize=512)
def distinct(names: tuple[str, ...]) -> tuple[str, ...]:
    """A sign for each name, no two alike: its first two letters, else the first and another, or its number."""
    stems = Counter(stem(name) for name in names)
    out: list[str] = []
    for at, name in enumerate(names):
        ways = list(ways_to_write(name, at))
        ways = ways[-2:] if stems[stem(name)] > 1 else ways
        out.append(next(way for way in ways if way not in out))
    return tuple(out)


def stem(name: str) -> str:
    """A name without the number at its end."""
    return name.rstrip("0123456789").rstrip("_")


def ways_to_write(name: str, row: int) -> Iterator[str]:
    """Signs for a name: two of its letters, the first of them with its number, that with the number of its row."""
    word, number = last_word(name), name[len(name.rstrip("0123456789")) :]
    yield initials(name, False)
    yield from (f"{word[0]}{letter}".capitalize() for letter in word[2:] if letter.isalpha())
    yield f"{word[0].upper()}{number or row + 1}"
    yield f"{word[0].upper()}#{row + 1}"


def names_for_signs(kind: Domain, lang: str) -> tuple[str, ...]:
    """The names of the rows of a kind whose beginnings are their signs: what they are called, if nothing but numbers tells names apart."""
    names = tuple(called(kind, n, lang) for n in range(len(kind.rows)))
    if len({stem(name) for name in names}) < len(names):
        titled = tuple(re.findall(r"[a-z]+", title.within("en").lower())[:1] for title in kind.titles[: len(names)])
        words = tuple(words[0] for words in titled if words)
        if len(set(words)) == len(names):
            return words
    return names


@lru_cache(maxsize=64)
def signs_in_cells(machine: Machine, lang: str) -> dict[tuple[int, int], str]:
    """The signs of everything that fields of cells can hold, and of the sides: as little as tells each from all others, and from what else
    has a sign of its own."""
    program = machine.program
    boards = {kind.index for kind in program.domains if kind.board is not None}
    held = {field.target for field in program.fields if field.domain in boards and field.values is None and field.target not in boards}
    kinds = dict.fromkeys((side_kind(program), program.seats, *sorted(held - {NONE})))
    fixed = {kind.index: {sign for sign in (*kind.signs, kind.sign) if sign} for kind in program.domains if kind.board is None}
    out: dict[tuple[int, int], str] = {}
    for kind in (program.domains[index] for index in kinds):
        if kind.dynamic:
            continue
        names = names_for_signs(kind, lang)
        short = tuple(initials(name, True) for name in names)
        usual = short if len(set(short)) == len(short) else distinct(names)
        taken = {*out.values(), *(sign for index, signs in fixed.items() if index != kind.index for sign in signs)}
        for row, name in enumerate(names):
            own = kind.signs[row] if row < len(kind.signs) else ""
            others = taken | {sign for sign in kind.signs if sign} | {usual[n] for n in range(row + 1, len(names))}
            sign = own or next((way for way in (usual[row], *ways_to_write(name, row)) if way not in others), usual[row])
            out[kind.index, row] = sign
            taken.add(sign)
    return out


def sign_in_cell(machine: Machine, kind: Domain, row: int, lang: str) -> str:
    """Its sign, its number where it has no name, or what its name begins with: as little as tells it from whatever else cells show."""
    known = signs_in_cells(machine, lang).get((kind.index, row))
    return known or (kind.signs[row] if row < len(kind.signs) else "") or f"{kind.sign or initials(kind.name, True)}{row + 1}"


def mark_of(
    match: Match, cells: Sequence[int], kind: Domain, row: int, known: Sequence[Field], side: int, lang: str = "en"
) -> str:  # fmt: skip
    """A piece's mark: the sign of what it is, as far as that may be known, and the number it is called by."""
    number = number_of(match, kind, row)
    word = ""
    what = what_it_is(match, cells, kind, row, known)
    if what is not None:
        target = match.program.domains[what[0]]
        own = target.signs[what[1]] if what[1] < len(target.signs) else ""
        word = own or kind.sign or sign_of(target, what[1], bool(number), lang)
    if not word:
        name = kind.rows[row] if row < len(kind.rows) else ""
        if kind.seat and kind.index == side_kind(match.program):
            return sign_in_cell(match.machine, kind, row, lang)  # no other side has it
        if side != graphs.NEUTRAL and name and len(name) <= SHORT and not kind.seen:
            return graphs.sided(name, side)  # a name as short as a mark is the mark
        word = kind.sign or (sign_of(kind, row, bool(number), lang) if name and not kind.seen else initials(kind.name, True))
    return graphs.sided((word + number)[:SHORT] if len(word + number) > SHORT and len(word) > 1 else word + number, side)


def what_it_is(match: Match, cells: Sequence[int], kind: Domain, row: int, known: Sequence[Field]) -> tuple[int, int] | None:
    """The member that names a piece best (a role, a profile), as its kind and row; None where it has none or nobody may know."""
    program, base = match.program, match.machine.layout.base
    bears = [c for c in known if c.index == kind.label] if kind.label != NONE else list(known) if kind.seen and kind.dynamic else []
    for column in bears:
        value = cells[base[column.index] + row]
        if value < 0 or column.is_set or column.target <= 4 or column.target == program.seats:
            continue
        target = program.domains[column.target]
        if column.target in placed(match.machine):
            continue  # who carries it is not what it is
        if target.dynamic or target.board is not None or column.target == side_kind(program) or target.name in ("direction", "vertex"):
            continue
        return column.target, value
    return None


@lru_cache(maxsize=32)
def placed(machine: Machine) -> frozenset[int]:
    """The kinds whose rows stand on cells."""
    boards = {d.index for d in machine.program.domains if d.board is not None}
    return frozenset(c.domain for c in machine.program.fields if c.target in boards and not c.is_set and c.values is None)


def number_of(match: Match, kind: Domain, row: int) -> str:
    """The number at the end of what a row is called; none where it would tell which row it is, or where there is but one."""
    if kind.seen or kind.size == 1 or not (kind.dynamic or match.machine.row_title(kind.index, row).within("en")[-1:].isdigit()):
        return ""
    if kind.dynamic:
        return str(row + 1)
    found = re.search(r"\d+$", match.machine.row_title(kind.index, row).within("en"))
    return found[0] if found else ""
