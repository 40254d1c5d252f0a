"""A sentence made of an expression is read in one way only: expressions that mean different things are never said alike."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents, writer_of
from arbitre.dsl import tree as t

GAME = """\
game marks:
    title en "Marks" fr "Marques"
    play turn by each player in turn up to 3 times
kind player, seats: one, two
    title en "Player" fr "Joueur" masculine
kind hole, grid(3, 3, closed)
    title en "Hole" fr "Trou" masculine
    mark: 0 to 9
        title en "Mark" fr "Marque" feminine
let big = holes where mark is 5 or more
    title en "Big holes" plural fr "Grands trous" plural
let odd = holes where mark is 1
    title en "Odd holes" plural fr "Trous impairs" plural
agenda turn by player:
    title en "Turn" fr "Tour"
    going:
        title en "Going" fr "Jeu"
        for each hole in holes: hole.mark becomes 1
"""


@dataclass(frozen=True)
class World:
    """What expressions are worked out in: marks of the holes, two sets of them, the hole that is spoken of."""

    marks: dict[tuple[int, int], int]
    big: frozenset[tuple[int, int]]
    odd: frozenset[tuple[int, int]]
    hole: tuple[int, int]


Meaning = Callable[[World, "tuple[int, int] | None"], object]  # in a world, of the hole that a ``where`` looks at
Said = tuple[str, Meaning]  # as it is written, and what it means


def divided(one: int, two: int) -> int:
    return one // two if two else -99


SUMS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": divided}  # fmt: skip
CALLED: dict[str, Callable[[int, int], int]] = {
    "min": min, "max": max, "remainder": lambda a, b: a % b if b else -98}  # fmt: skip


class Expressions:
    """Random expressions of a few words, so that many are nearly alike."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def number(self, depth: int) -> Said:
        sort = self.random.choice(["leaf", "sum", "sum", "sum", "call", "count", "either"] if depth else ["leaf"])
        if sort == "leaf":
            return self.random.choice(
                [("hole.y", lambda w, i: w.hole[1]), ("hole.x", lambda w, i: w.hole[0]), ("hole.mark", lambda w, i: w.marks[w.hole])]
            )
        if sort == "count":
            several, held = self.several(depth - 1)
            return f"count({several})", lambda w, i: len(held(w, i))  # type: ignore[arg-type]
        one, two = self.number(depth - 1), self.number(depth - 1)
        if sort == "either":
            test, holds = self.condition(depth - 1)
            return f"({one[0]} if {test} otherwise {two[0]})", lambda w, i: one[1](w, i) if holds(w, i) else two[1](w, i)
        table, form = (SUMS, "({} {} {})") if sort == "sum" else (CALLED, "{1}({0}, {2})")
        word = self.random.choice([*table])
        return form.format(one[0], word, two[0]), lambda w, i: table[word](one[1](w, i), two[1](w, i))  # type: ignore[arg-type]

    def several(self, depth: int) -> Said:
        sort = self.random.choice(["leaf", "sum", "sum", "where"] if depth else ["leaf"])
        if sort == "leaf":
            return self.random.choice(
                [("big", lambda w, i: w.big), ("odd", lambda w, i: w.odd), ("holes", lambda w, i: frozenset(w.marks))]
            )
        one = self.several(depth - 1)
        if sort == "where":
            test, holds = self.condition(depth - 1, True)
            return f"({one[0]} where {test})", lambda w, i: frozenset(h for h in one[1](w, i) if holds(w, h))  # type: ignore[attr-defined]
        two, word = self.several(depth - 1), self.random.choice("+-")
        if word == "+":
            return f"({one[0]} + {two[0]})", lambda w, i: one[1](w, i) | two[1](w, i)  # type: ignore[operator]
        return f"({one[0]} - {two[0]})", lambda w, i: one[1](w, i) - two[1](w, i)  # type: ignore[operator]

    def condition(self, depth: int, inside: bool = False) -> Said:
        sort = self.random.choice(["row", "row", "not", "compared", "any", "in"] if depth else ["compared"])
        if sort == "row":
            one, two, word = self.condition(depth - 1, inside), self.condition(depth - 1, inside), self.random.choice(["and", "or"])
            if word == "and":
                return f"({one[0]} and {two[0]})", lambda w, i: one[1](w, i) and two[1](w, i)
            return f"({one[0]} or {two[0]})", lambda w, i: one[1](w, i) or two[1](w, i)
        if sort == "not":
            test, holds = self.condition(depth - 1, inside)
            return f"not ({test})", lambda w, i: not holds(w, i)
        if sort == "in":
            several, held = self.several(depth - 1)
            if inside:
                return f"it in {several}", lambda w, i: i in held(w, i)  # type: ignore[operator]
            return f"hole in {several}", lambda w, i: w.hole in held(w, i)  # type: ignore[operator]
        if sort == "any":
            several, held = self.several(depth - 1)
            return f"(any {several})", lambda w, i: bool(held(w, i))
        left: Said = ("mark", lambda w, i: w.marks[i]) if inside else self.number(max(0, depth - 1))  # type: ignore[index]
        right = self.number(max(0, depth - 1))
        return f"{left[0]} is {right[0]}", lambda w, i: left[1](w, i) == right[1](w, i)


def worlds(seed: int) -> Iterator[World]:
    rolls = random.Random(seed)
    holes = [(x, y) for x in range(1, 4) for y in range(1, 3)]
    for _ in range(40):
        yield World({h: rolls.randint(0, 4) for h in holes}, frozenset(h for h in holes if rolls.random() < 0.5),
                    frozenset(h for h in holes if rolls.random() < 0.5), rolls.choice(holes))  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_what_is_said_alike_means_the_same(tmp_path: Path, seed: int) -> None:
    made = Expressions(seed)
    sorts = [made.number, made.number, made.several, made.condition]
    written = dict(sorts[n % 4](2 + n % 2) for n in range(800))
    bodies, meanings = [], []
    for text, meaning in written.items():
        bodies.append(f"let v{len(bodies)}(hole) = {text}\n")
        meanings.append([meaning(world, None) for world in worlds(seed)])
    path = tmp_path / "marks.rules"
    path.write_text(GAME + "".join(bodies), encoding="utf-8")
    book = open_documents(path)
    for lang in ("en", "fr"):
        writer = writer_of(book, lang)
        said: dict[str, int] = {}
        for number in range(len(bodies)):
            decl = book.find(f"v{number}", t.Define)
            sentence = writer.nouns.thing(decl.value, writer.pen.scopes.of_params(decl.params))
            first = said.setdefault(sentence, number)
            assert meanings[first] == meanings[number], f"{sentence}\n{bodies[first]}{bodies[number]}"


def test_a_choice_within_a_choice_is_a_list_of_cases(tmp_path: Path) -> None:
    path = tmp_path / "marks.rules"
    onward = "let onward(hole) = ((hole.x if hole.y is 1 otherwise 2) if hole.mark is 3 otherwise (4 if hole.x is 2 otherwise 5))\n"
    path.write_text(GAME + onward, encoding="utf-8")
    book = open_documents(path)
    page = documents(book, "en").pages["values"]
    assert (
        """It depends:

- If the hole’s mark is 3:
    - If the hole’s row is 1: the hole’s column.
    - Otherwise: 2.
- Otherwise:
    - If the hole’s column is 2: 4.
    - Otherwise: 5.
"""
        in page
    )
    assert "Cela dépend :" in documents(book, "fr").pages["values"].replace("\u00a0", " ")
