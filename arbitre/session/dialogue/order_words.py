"""The words of an order that somebody has written down, and what of the game each of them may mean."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import lru_cache

from arbitre.dsl.core import NONE, Text
from arbitre.interpreter.code.machine import ReadyAction
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import seen_state
from arbitre.opening.sides import camps
from arbitre.session.dialogue.labels import FILLERS, plain, same, typed
from arbitre.story.boards.marks import side_kind
from arbitre.story.boards.pieces import Standing, standing
from arbitre.story.story import Story
from arbitre.words.phrases import TABLES

_CELL = re.compile(r"\(\s*-?\d+\s*[,;]\s*-?\d+(?:\s*[,;]\s*-?\d+)?\s*\)|(?<![\w-])-?\d+[,;]-?\d+(?:[,;]-?\d+)?(?!\w)")
_ARROW = re.compile(r"[-=–—]+\s*>|[→⇒➔➜»]")
BEFORE, FREE, AFTER = -1, 0, 1


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line: as it was written, as it is compared, and on which side of an arrow it stands."""

    written: str
    plain: str
    side: int = FREE


@lru_cache(maxsize=512)
def words_in(line: str) -> tuple[Word, ...]:
    """The words of a line that mean something; a cell with its brackets is one, and so is what stands on either side of an arrow."""
    out: list[Word] = []
    parts = _ARROW.split(line)
    for number, part in enumerate(parts):
        found = list(_pieces(part))
        for at, (written, said) in enumerate(found):
            last, first = at == len(found) - 1, at == 0
            side = BEFORE if last and number + 1 < len(parts) else AFTER if first and number > 0 else FREE
            out.append(Word(written, said, side))
    return tuple(word for word in out if word.plain not in FILLERS or word.side != FREE)


def _pieces(part: str) -> Iterable[tuple[str, str]]:
    at = 0
    for found in _CELL.finditer(part):
        yield from _loose(part[at : found.start()])
        yield found[0], ",".join(re.findall(r"-?\d+", found[0]))
        at = found.end()
    yield from _loose(part[at:])


def _loose(text: str) -> Iterable[tuple[str, str]]:
    for written in re.findall(r"[^\W_]+", text):
        for said in plain(written).split():
            yield written, said


@dataclass(frozen=True, slots=True)
class Names:
    """What something may be called: words of its names, and, of a piece, where it stands."""

    words: frozenset[str]
    spot: frozenset[str] = frozenset()
    exact: Container[str] = frozenset()  # words that mean what they say: no other form of a word of these names

    def taken(self, line: tuple[Word, ...], left: frozenset[int], place: bool) -> frozenset[int]:
        """Which of the words that are left this explains; ``place``: it is where something goes, so not what stands before an arrow."""
        out = set()
        for at in left:
            word = line[at]
            if word.side == BEFORE:
                if word.plain in self.spot or (not place and self.called(word)):
                    out.add(at)
            elif (word.side == FREE and word.plain in self.spot) or ((word.side != AFTER or not self.spot) and self.called(word)):
                out.add(at)
        return frozenset(out)

    def said_in(self, line: tuple[Word, ...]) -> frozenset[int]:
        """Where a line names it; where it only says where it stands, that."""
        every = self.taken(line, frozenset(range(len(line))), place=False)
        return frozenset(at for at in every if self.called(line[at])) or every

    def called(self, word: Word) -> bool:
        """Is it called so?"""
        return word.plain in self.words or (word.plain not in self.exact and any(same(word.plain, name) for name in self.words))


class Vocabulary:
    """The names of what one side may speak of, in both languages."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat = match, seat
        program = match.program
        self.actions = {ready.key: self.of_action(ready.title, ready.key, ready.action.written) for ready in match.machine.actions}
        self.places: dict[tuple[int, int], tuple[frozenset[str], frozenset[str]]] = {}
        for domain in program.domains:
            if domain.board is None:
                continue
            french = {(one.domain, one.row): one.token.letters for one in standing(match, domain.index, seat, "fr")}
            for piece in standing(match, domain.index, seat):
                letters = {plain(piece.token.letters), plain(french.get((piece.domain, piece.row), ""))} - {""}
                called = frozenset({*letters, *self.borne(piece)})
                self.places[piece.domain, piece.row] = self.cell(domain.index, piece.cell), called
        self.exact: set[str] = set()
        self.own = self.of_row(program.seats, seat).words | self.of_group() | self.of_turn()
        self.known: dict[tuple[int, int], Names] = {}

    def of_action(self, title: Text, key: str, written: Text) -> Names:
        said = (key, *title.every, *written.every)
        return Names(frozenset(w for text in said for w in re.findall(r"[^\W_]+", plain(text)) if w not in FILLERS))

    def spoken_of(self, ready: ReadyAction, line: tuple[Word, ...]) -> tuple[float, int]:
        """How much of one of its names a line says, and how many words of it."""
        written = ready.action.written
        base = ready.procedure.title  # of an action that is given in another way
        names = [*ready.title.every, *base.every, *(one for said in written.every for one in said.split(","))]
        return max((said_of(name, line) for name in names), default=(0.0, 0))

    def named(self, ready: ReadyAction, line: tuple[Word, ...]) -> tuple[float, float, int]:
        """How much of one of its names a line says, how much of its title, and in how many words."""
        titles = (said_of(title, line) for title in ready.title.every)
        return self.spoken_of(ready, line)[0], *max(titles)

    def borne(self, piece: Standing) -> Iterable[str]:
        """What a piece is by its first field that says so (a class, a position): it may be written beside its name."""
        program, layout = self.match.program, self.match.machine.layout
        cells = seen_state(self.match, self.seat).cells
        for column in piece.columns:
            if column.is_set or column.target == NONE or column.target in (program.seats, side_kind(program)):
                continue
            kind = program.domains[column.target]
            row = cells[layout.base[column.index] + piece.row]
            if kind.dynamic or kind.board is not None or kind.name in ("direction", "vertex") or row < 0:
                continue
            title = self.match.machine.row_title(kind.index, row)
            return [w for text in title.every for w in re.findall(r"[^\W_]+", plain(text)) if w not in FILLERS]
        return []

    def of_group(self) -> frozenset[str]:
        """The names of what the seat belongs to: a team that heads its own delivery says nothing new."""
        program, layout = self.match.program, self.match.machine.layout
        out: set[str] = set()
        for group, field in camps(program):
            fixed = layout.constant[field]
            row = fixed[self.seat] if fixed is not None else self.match.state.cells[layout.base[field] + self.seat]
            if group == side_kind(program) and row >= 0:
                out |= self.of_row(group, row).words
        return frozenset(out)

    def of_turn(self) -> frozenset[str]:
        """What the game and its turns are called: a delivery may be headed by that."""
        program = self.match.program
        main = program.procedures[program.main].name
        said = [*program.title.every, *(Story(self.match, lang).title(main) for lang in program.languages)]
        return frozenset(w for text in said for w in re.findall(r"[^\W_]+", plain(text)))

    def cell(self, domain: int, cell: int) -> frozenset[str]:
        """What a cell is called: its name, its numbers with and without the floor."""
        kind = self.match.program.domains[domain]
        numbers = kind.cells.coordinates[cell]
        forms = (
            {",".join(map(str, numbers)), ",".join(map(str, numbers[:2]))} if len(kind.cells.floors) == 1 else {",".join(map(str, numbers))}
        )
        row = kind.rows[cell]
        return frozenset(forms if row.startswith("(") else {plain(row), *forms})

    def names(self, domain: int, row: int) -> Names:
        """What a row may be called; kept, since every line asks for many."""
        if (domain, row) not in self.known:
            self.known[domain, row] = self.of_row(domain, row)
        return self.known[domain, row]

    def whole(self, domain: int, row: int, line: tuple[Word, ...], said: frozenset[int]) -> bool:
        """Do these words of a line say one of its names from the first word to the last?"""
        if domain == NONE or row < 0 or not said:
            return False
        kind = self.match.program.domains[domain]
        title = self.match.machine.row_title(domain, row, seen_state(self.match, self.seat).cells)
        spoken = tuple(line[at] for at in sorted(said))
        return any(said_of(name, spoken)[0] == 1 for name in (*title.every, kind.rows[row]))

    def of_row(self, domain: int, row: int) -> Names:
        kind = self.match.program.domains[domain]
        if row < 0:
            return Names(frozenset(typed("none")))
        if kind.board is not None:
            title = self.match.machine.row_title(domain, row)
            more = set() if kind.rows[row].startswith("(") else set(map(plain, title.every))
            return Names(self.cell(domain, row) | more)
        title = self.match.machine.row_title(domain, row, seen_state(self.match, self.seat).cells)
        said = {w for text in (*title.every, kind.rows[row]) for w in re.findall(r"[^\W_]+", plain(text)) if w not in FILLERS}
        spot, mark = self.places.get((domain, row), (frozenset(), frozenset()))
        return Names(frozenset(said | mark), spot, self.exact)

    def means(self, word: Word) -> bool:
        """Is it a word for anything at all that the side may speak of?"""
        if any(same(word.plain, name) for names in self.actions.values() for name in names.words):
            return True
        return any(same(word.plain, name) for name in self.all_words())

    def all_words(self) -> frozenset[str]:
        """Every name of a row that has one, and of every cell."""
        if not hasattr(self, "_all"):
            out: set[str] = set(self.own)
            for kind in self.match.program.domains:
                rows = range(kind.size) if not kind.dynamic else [row for at, row in self.places if at == kind.index]
                for row in rows:
                    names = self.names(kind.index, row)
                    out |= names.words | names.spot
            self._all = frozenset(out)
            self.exact |= out
        return self._all


def said_of(name: str, line: tuple[Word, ...]) -> tuple[float, int]:
    """How much of a name a line says, and how many words of it."""
    wanted = [w for w in re.findall(r"[^\W_]+", plain(name)) if w not in FILLERS]
    said = sum(any(same(word.plain, w) for word in line) for w in wanted)
    return (said / len(wanted), said) if wanted else (0.0, 0)


def is_nothing(words: tuple[Word, ...], nothing: Iterable[str]) -> bool:
    """Does the line say that nothing is to be done, now or this turn?"""
    said = {part for word in words for part in word.plain.replace("-", " ").split()}
    when = said & set(typed("now"))
    return bool(said) and said - when <= set(nothing) and (not when or bool(said & set(typed("none"))))


def is_idle(text: str) -> bool:
    """Is it a sentence for doing nothing, in either language?"""
    said = bare(text)
    return bool(said) and said in {bare(one) for table in TABLES.values() for one in table["typed.idle"].split("|")}


def bare(text: str) -> str:
    """A text as it is compared, without the little words that say nothing."""
    return " ".join(word for word in plain(re.sub(r"[^\w\s'’]", " ", text)).split() if word not in FILLERS)
