"""What the answers of a question may be called: by number, by name in either language, by a beginning, by where they stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from arbitre.dsl.core import NONE
from arbitre.graphs import Board
from arbitre.interpreter.code.machine import Machine, ReadyAction
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.requests import Option, Request
from arbitre.story.boards.pieces import standing
from arbitre.words.numbers import whole
from arbitre.words.phrases import TABLES
from arbitre.words.typed import plain as plain
from arbitre.words.typed import typed as typed

CELL = re.compile(r"\(\s*-?\d+\s*(?:[,\s]\s*-?\d+\s*)+\)|-?\d+\s*,\s*-?\d+(?:\s*,\s*-?\d+)*")
EXACT, LABEL, BEGINS, WITHIN = range(4)  # how well a word names an answer, best first
SHORTEST = 3  # letters of a word in the middle of a name that are enough to find it
_STEM, _ALIKE = 4, 0.65  # letters that two forms of a word have in common at least, and how much of the longer one


def words_of(line: str) -> list[str]:
    """The words of a line; a cell written with its brackets, or with commas, is one."""
    out: list[str] = []
    at = 0
    for found in CELL.finditer(line):
        out += loose(line[at : found.start()])
        out.append(",".join(re.findall(r"-?\d+", found[0])))
        at = found.end()
    return out + loose(line[at:])


def loose(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,]+", text.replace("->", " ").replace("→", " ")) if word]


_ENDINGS = frozenset(("", *typed("endings")))  # of verbs and nouns; the last letter of a stem may be doubled before them
_NOTHING: frozenset[int] = frozenset()
_IRREGULAR: dict[str, set[int]] = {}  # forms that no ending makes, by the numbers of the words they belong to
for _number, _forms in enumerate(forms for table in TABLES.values() for forms in table["typed.irregular"].split("|")):
    for _form in _forms.split():
        _IRREGULAR.setdefault(_form, set()).add(_number)


@lru_cache(maxsize=1 << 16)
def same(said: str, name: str) -> bool:
    """Are these forms of one word?  Numbers and short words are themselves, irregular ones are listed; longer ones may have another
    ending."""
    if _IRREGULAR.get(said, _NOTHING) & _IRREGULAR.get(name, _NOTHING):
        return True
    if said == name or len(said) < _STEM or len(name) < _STEM or any(c.isdigit() for c in said + name):
        return said == name
    common = next((n for n, (a, b) in enumerate(zip(said, name, strict=False)) if a != b), min(len(said), len(name)))
    if common < _STEM or common < _ALIKE * max(len(said), len(name)):
        return False
    return any(_ends(said, n) and _ends(name, n) for n in range(common, _STEM - 2, -1))


def _ends(word: str, stem: int) -> bool:
    """Is what follows these letters an ending?  The last letter of a stem may be doubled before it: ``commit``, ``committing``."""
    rest = word[stem:]
    return rest in _ENDINGS or (rest[:1] == word[stem - 1] and rest[1:] in _ENDINGS)


def alike(name: str, said: str) -> bool:
    """Are these forms of one name, word by word: ``pose un mur`` for ``poser un mur``?"""
    words, names = said.split(), name.split()
    return len(words) == len(names) and all(same(word, other) for word, other in zip(words, names, strict=True))


# Little words that tie an order together and say nothing by themselves.
FILLERS = frozenset(typed("fillers"))
MORE_NAMES = {"done": typed("done"), "none": typed("none")}


@dataclass(frozen=True, slots=True)
class Found:
    """An answer that words may mean: its position, how many of the words name it, and how well they do."""

    option: int
    used: int
    how: int


class Calling:
    """The names of the options of one question, as whoever is asked may use them.

    ``listed``: he sees the list, so the place of an option in it names it too.
    """

    def __init__(self, match: Match, request: Request, listed: bool = True) -> None:
        self.match, self.request, self.listed = match, request, listed
        self.names = [self.names_of(option) for option in request.options]
        self.cells = [self.cell_of(option) for option in request.options]
        self.known = [domain for domain in kinds_of(match, request) if not match.program.domains[domain].dynamic]
        self.own = numbers_of(match, request.options) if not any(self.cells) else None  # the numbers that the options bear themselves
        self.numbers = self.numbered()

    def names_of(self, option: Option) -> tuple[str, ...]:
        said = (option.key, *option.title.every, *MORE_NAMES.get(option.key, ()), *self.written.get(option.key, ()))
        return tuple(dict.fromkeys(name for one in said if (name := plain(one))))

    @cached_property
    def written(self) -> dict[str, list[str]]:
        """What actions may be called besides, where actions are the answers."""
        ready = self.match.machine.actions if self.request.acts else ()
        return {one.key: called_besides(one) for one in ready}

    def cell_of(self, option: Option) -> str:
        return cell_label(self.match, option, whole=True)

    def numbered(self) -> dict[int, int]:
        """The number each option goes by: its own (of a player, of a quantity), else its place in the list."""
        if self.own is not None:
            return {number: position for position, number in enumerate(self.own) if number is not None}
        return {position + 1: position for position in range(len(self.request.options))} if self.listed else {}

    def labels(self) -> list[str]:
        """What stands before each option where they are listed."""
        shown = {position: str(number) for number, position in self.numbers.items()}
        return [shown.get(position, "") for position in range(len(self.request.options))]

    # ------------------------------------------------------------------------------------ understood

    def found(self, words: Sequence[str]) -> list[Found]:
        """The options that the first of these words may mean, those that most words name and best first."""
        if self.elsewhere(words):
            return []
        out: dict[int, Found] = {}
        for used in range(min(len(words), 7), 0, -1):
            for one in self.named(words[:used]):
                known = out.get(one.option)
                if known is None or (one.how, -one.used) < (known.how, -known.used):
                    out[one.option] = one
        if out and min(one.how for one in out.values()) <= LABEL:
            return sorted(out.values(), key=lambda one: (one.how, -one.used, one.option))
        told = self.told_again(words)  # what the question says itself: its action, and little words
        if told and len(words) > told and (found := self.found(words[told:])):
            return [Found(one.option, one.used + told, one.how) for one in found]
        return sorted(out.values(), key=lambda one: (one.how, -one.used, one.option))

    def told_again(self, words: Sequence[str]) -> int:
        """How many of the first words only repeat who is asked and what about, as an order in a scenario does."""
        if plain(words[0]) in FILLERS:
            return 1
        exact = next((used for used in range(min(len(words), 7), 0, -1) if plain(" ".join(words[:used])) in self.heads), 0)
        return exact or int(any(same(plain(words[0]), word) for word in self.action_words))

    @cached_property
    def action_words(self) -> frozenset[str]:
        """The words of the action that this question belongs to, of which each may be written, and in another form: an imperative."""
        return frozenset(word for title in self.action_titles() for word in plain(title).split())

    def action_titles(self) -> list[str]:
        """What the action is called that this question belongs to."""
        match, name = self.match, dict(self.request.about).get("action")
        found = [a for a in match.program.actions if a.name == name] if name is not None else []
        return [said for a in found for said in (a.name, *a.title.every, *match.program.procedures[a.procedure].title.every)]

    @cached_property
    def heads(self) -> frozenset[str]:
        """What a written order may begin with: whose it is, and the action that this question belongs to."""
        match, request = self.match, self.request
        seat = match.program.seats
        people = {match.seat_name(request.seat), *match.machine.row_title(seat, request.seat).every}
        heads = {f"{who} {verb}" for who in people for verb in ("orders", "chooses")}
        heads |= set(self.action_titles())
        return frozenset(map(plain, heads)) - {""}

    def elsewhere(self, words: Sequence[str]) -> bool:
        """Do the first words name something that is there, and is none of the answers?  Then they are no number and no beginning."""
        program = self.match.program
        if len(words) > 1 and all(re.fullmatch(r"\d+", word) for word in words[:2]):
            pair = tuple(whole(word) for word in words[:2])
            boards = [program.domains[domain].cells for domain in self.known if program.domains[domain].board is not None]
            return any(pair == place[:2] for board in boards for place in board.coordinates) and not self.by_number(list(pair), 2)
        for used in range(min(len(words), 4), 0, -1):
            said = plain(" ".join(words[:used]))
            for name in dict.fromkeys((said, spelt(words[:used]))):
                if any(name in names for names in self.names):
                    return False
                if any(name in names_in(self.match.machine, kind) for kind in self.known) and not name.isdecimal():
                    return True
        return False

    def named(self, words: Sequence[str]) -> list[Found]:
        """What exactly these words mean."""
        said, used = plain(" ".join(words)), len(words)
        if not said:
            return []
        exact = [Found(n, used, EXACT) for n, names in enumerate(self.names) if said in names or spelt(words) in names]
        if exact:
            return exact
        numbers = re.findall(r"-?\d+", " ".join(words))
        if all(re.fullmatch(r"\(?-?\d+(,-?\d+)*\)?", word) for word in words):
            return self.by_number([whole(n) for n in numbers], used)
        if any(cell and plain(cell) == said for cell in self.cells):
            return [Found(n, used, LABEL) for n, cell in enumerate(self.cells) if plain(cell) == said]
        short = re.fullmatch(r"([a-z]{1,3})(\d+)", said) if self.own is not None else None
        if short is not None and (there := self.on_cell_called(said, used)) is not None:
            return there
        if used == 1 and short:  # as a board shows a piece: two letters and its number
            own = self.numbers.get(whole(short[2]))
            if own is not None and any(initials(name, short[1]) for name in self.names[own]):
                return [Found(own, used, LABEL)]
        ways = (begin, alike) if self.request.acts else (begin,)
        begins = [Found(n, used, BEGINS) for n, names in enumerate(self.names) if any(way(name, said) for way in ways for name in names)]
        if begins or len(said) < SHORTEST or used > 1:
            return begins
        inside = [n for n, names in enumerate(self.names) if any(word.startswith(said) for name in names for word in name.split())]
        return [Found(n, used, WITHIN) for n in inside]

    def by_number(self, numbers: list[int], used: int) -> list[Found]:
        """A number is what stands before an option; two or three are a cell, floor or not."""
        if not numbers:
            return []
        if len(numbers) == 1:
            position = self.numbers.get(numbers[0]) if abs(numbers[0]) < 10**6 else None
            return [Found(position, used, LABEL)] if position is not None else []
        here = []
        for position, cell in enumerate(self.cells):
            there = [int(n) for n in re.findall(r"-?\d+", cell)] if cell.startswith("(") else []
            if there[: len(numbers)] == numbers or (not there and f"({', '.join(map(str, numbers))})" == cell):
                here.append(Found(position, used, LABEL))
        return here or self.standing_where(used, lambda board, cell: board.coordinates[cell][: len(numbers)] == tuple(numbers))

    def standing_where(self, used: int, there: Callable[[Board, int], bool]) -> list[Found]:
        """Pieces by the cells they stand on, as far as the side may see where that is."""
        program, out = self.match.program, []
        wanted = {(option.domain, option.value): n for n, option in enumerate(self.request.options) if option.domain != NONE}
        if not any(not program.domains[domain].board for domain, _ in wanted):
            return []
        for domain in program.domains:
            for piece in standing(self.match, domain.index, self.request.seat) if domain.board is not None else ():
                if there(domain.cells, piece.cell) and (piece.domain, piece.row) in wanted:
                    out.append(Found(wanted[piece.domain, piece.row], used, LABEL))
        return out

    def on_cell_called(self, said: str, used: int) -> list[Found] | None:
        """The pieces on the cell of that name; None where no cell is called so."""
        machine = self.match.machine
        named = [d for d in machine.program.domains if d.board is not None and said in names_in(machine, d.index)]
        if not named:
            return None
        cells = {
            (id(d.cells), cell) for d in named for cell in range(d.size) if said in (plain(d.rows[cell]), *map(plain, d.titles[cell].every))
        }
        return self.standing_where(used, lambda board, cell: (id(board), cell) in cells)


def called_besides(ready: ReadyAction) -> list[str]:
    """What an action may be called besides its title, as its rulebook says: ``written``."""
    return [name for said in ready.action.written.every for name in said.split(",")]


def cell_label(match: Match, option: Option, whole: bool = False) -> str:
    """Where a cell lies that is an answer, with its floor where there are several or ``whole``; nothing of other answers, nor, if not
    ``whole``, of a board whose cells all go by their names."""
    domain = match.program.domains[option.domain] if option.domain != NONE else None
    board = domain.board if domain is not None else None
    if domain is None or board is None or option.value < 0:
        return ""
    if whole:
        return str(board.label(option.value))
    return "" if all(row and not row.startswith("(") for row in domain.rows) else str(board.spot(option.value))


def numbers_of(match: Match, options: Sequence[Option]) -> list[int | None] | None:
    """The numbers that the options bear themselves, where they tell them apart: quantities, players with their numbers.

    Where others of their kind bear the same numbers, as cards of several suits do, a number names one only if all are called alike.
    """
    out: list[int | None] = []
    called = [option.title.within("en") if option.domain != NONE and option.value >= 0 else "" for option in options]
    for option, name in zip(options, called, strict=True):
        if option.domain == NONE:
            out.append(int(option.key) if re.fullmatch(r"-?\d{1,6}", option.key) else None)
        else:
            out.append(number_in(name))
    known = [number for number in out if number is not None]
    rows = sum(1 for option in options if option.value >= 0)
    if not known or len(known) != len(set(known)) or len(known) < rows:
        return None
    alike = len({re.sub(r"\d+", "", name) for name in called if name}) < 2
    kinds = {option.domain for option in options if option.domain != NONE}
    return out if alike or all(numbers_differ(match.machine, kind) for kind in kinds) else None


def number_in(name: str) -> int | None:
    """The one number in what something is called; none of a cell."""
    said = re.findall(r"\d+", name) if not name.startswith("(") else []
    return int(said[0]) if len(said) == 1 and len(said[0]) < 7 else None


@lru_cache(maxsize=256)
def numbers_differ(machine: Machine, kind: int) -> bool:
    """Have no two rows of a kind the same number?  Rows that come and go are numbered one by one."""
    domain = machine.program.domains[kind]
    if domain.dynamic:
        return True
    numbers = [number for row in range(domain.size) if (number := number_in(machine.row_title(kind, row).within("en"))) is not None]
    return len(numbers) == len(set(numbers))


@lru_cache(maxsize=256)
def names_in(machine: Machine, kind: int) -> frozenset[str]:
    """The names of all the rows of a kind whose rows are always there."""
    domain = machine.program.domains[kind]
    return frozenset(plain(name) for name in (*domain.rows, *(said for title in domain.titles for said in title.every)))


def spelt(words: Sequence[str]) -> str:
    """``a7`` for a letter and a number that are written apart; else the words as they are."""
    apart = len(words) == 2 and len(words[0]) == 1 and words[0].isalpha() and words[1].isdecimal()
    return plain(("" if apart else " ").join(words))


def begin(name: str, said: str) -> bool:
    """Does a name begin so?  A number in it is itself or another one: ``guard 1`` is no beginning of ``guard 10``."""
    return name.startswith(said) and not (said[-1:].isdigit() and name[len(said) : len(said) + 1].isdigit())


def kinds_of(match: Match, request: Request) -> list[int]:
    """The kinds whose rows are answers."""
    return sorted({option.domain for option in request.options if option.domain != NONE})


def initials(name: str, letters: str) -> bool:
    """``b``, ``bl`` and ``rb`` for ``red bishop 7``."""
    parts = [word for word in name.split() if not word.isdecimal()]
    return any(word.startswith(letters) for word in parts) or "".join(word[0] for word in parts).startswith(letters)
