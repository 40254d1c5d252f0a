"""Conditions asked of all rows at once, on small programs: which searches become words, and that matches stay the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from small_plans import HEAD, MOVE, added, made, plays_alike

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.plan.bits import SHIFT, Bits, Straight
from arbitre.interpreter.plan.pipeline import planned
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.runtime import Runner

wasmtime = pytest.importorskip("wasmtime")
ONE = "let found(player) = {}\n" + MOVE.format(
    when="square in man.square.neighbours and (no m in men where m.square is square) and (any found(man.player) or square.y is 3)"
)
BESIDE = "square in man.square.neighbours and no men where it.square is square"
ASKED = {
    "a column": "squares where owner is none and not marked",
    "what lies ahead": "those s in squares where any x in ahead(s, up) where x.marked",
    "of a side": "those s in squares where any x in ahead(s, player.front) where not x.marked",
    "a search that is the same for all rows": "squares where owner is next_after(player, players) and not marked",
    "as far beyond another": (
        "those s in squares where any t in squares where not t.marked and "
        "(any x in s.neighbours where x.marked and t.x - x.x is x.x - s.x and t.y - x.y is x.y - s.y)"
    ),
    "on which some stand beside it": (
        "those s in squares where any m in men where m.square is not none and m.square in s.neighbours and m.player is player"
    ),
    "in any direction": "squares where any h in directions where ahead(it, h) is not none and (ahead(it, h)).marked",
    "beside it": "those s in squares where any x in s.neighbours where x.marked",
    "another row": "those s in squares where any x in squares where x.marked and x.x is s.x + 1 and x.y is s.y",
    "a count": "those s in squares where count(those x in s.neighbours where x.marked) is 2 or more",
    "a count, and a number of its own": "those s in squares where s.y is count(those x in squares where x.x is s.x and x.marked)",
    "or with more": "those s in squares where count(those x in squares where x.x is s.x and not x.marked) is s.y - 1 or more",
    "along a ray": "squares where any h in directions where first_on_ray(it, h, marks) is not none",
    "rows that come and go": "those s in squares where no m in men where m.square is s",
    "some of them": "those s in squares where any m in men where m.square is ahead(s, up) and m.player is player",
    "one of them": "squares where man_on(it) is not none and man_on(it).player is not player and not marked",
    "one of them or none": "squares where man_on(it) is none or man_on(it).player is player",
    "what that one is told by a table": "squares where man_on(it) is not none and man_on(it).player.front is up",
    "a number that is known in a match": "squares where x is count(own(player)) - 3 or more and y is not count(own(player))",
    "how many come and go in its column": (
        "those s in squares where count(own(player) where it.square is not none and it.square.x is s.x) is 2"
    ),
    "how many do so in its row, by a value": "squares where in_row(y) is 1 or more and owner is none",
    "some except others": "(squares where x is 2 or more) - (squares where marked) - (squares where owner is player)",
    "what is asked for again": "squares where end_of(it) is not none and end_of(it).owner is player and not marked",
    "what is asked for again, or not": "squares where end_of(it) is none or end_of(it).owner is not player",
    "pieces that stand so far away": (
        "those s in squares where count(men where it.square is not none and it.square.x - s.x is 0 to 2 and it.square.y is s.y) is 2"
    ),
    "whether any does": (
        "those s in squares where any m in men where m.square is not none and m.square.x is 3 and m.square.x - s.x is m.square.y - s.y"
    ),
    "by a value that asks for itself": "squares where any h in directions where streak(it, h) is 3 or more",
}
STREAK = """\
let rival(player) = next_after(player, players)
let marks = squares where marked
let first_of(square) = first((ahead(square, down), ahead(square, up), ahead(square, left)) where it.marked or it.owner is none)
let own(player) = men where it.player is player
let in_row((line: 1 to 6)) = count(men where it.square is not none and it.square.y is line)
let man_on(square) = the men where it.square is square
let end_of(square) = square
    is end_of(ahead(square, up)) when square is not none and square.marked
let streak(square, (heading: direction)) = 0
    is 1 + streak(ahead(square, heading), heading) when any ahead(square, heading) where marked
"""


@pytest.mark.parametrize("search", ASKED.values(), ids=ASKED)
def test_a_search_becomes_words(tmp_path: Path, search: str) -> None:
    program = made(tmp_path, STREAK + ONE.format(search))
    (found,) = (function for function in planned(program, ["words"]).functions if function.name == "found")
    assert any(isinstance(node, Straight) for node in nodes(found.body))
    plays_alike(program, ["words"])


@pytest.mark.parametrize("search", ASKED)
def test_a_search_of_a_board_of_two_words_plays_alike(tmp_path: Path, search: str) -> None:
    plays_alike(made(tmp_path, STREAK + ONE.format(ASKED[search]), 11, 9), ["words", "given"], 1)


@pytest.mark.parametrize("search", list(ASKED)[1::5])
def test_a_search_of_a_board_of_four_words_plays_alike(tmp_path: Path, search: str) -> None:
    plays_alike(made(tmp_path, STREAK + ONE.format(ASKED[search]), 13, 16), ["words", "given"], 1)


def test_searches_of_larger_boards_become_words(tmp_path: Path) -> None:
    """All but those that compare many cells with each other by numbers, which costs too much to work out."""
    found = set()
    for n, (name, search) in enumerate(ASKED.items()):
        (tmp_path / str(n)).mkdir()
        program = made(tmp_path / str(n), STREAK + ONE.format(search), 11, 9)
        (body,) = (function.body for function in planned(program, ["words"]).functions if function.name == "found")
        if any(isinstance(node, Straight) for node in nodes(body)):
            found.add(name)
    assert set(ASKED) - found == {"a count, and a number of its own", "or with more"}


FOLDED = {
    "the greatest count": "greatest(around(it), squares)",
    "the smallest one": "smallest(around(it), squares)",
    "the smallest of some": "smallest(around(it), squares where marked)",
    "the greatest of a side": "greatest(around(it), squares where owner is player or y is 2)",
    "a sum": "total(around(it), squares where not marked) - 40",
    "a sum of choices": "total((2 if it.marked otherwise 1), squares where x is more than 3) - 9",
    "how many have most": "count(best(around(it), squares))",
    "how many of some have least": "count(worst(around(it), squares where marked)) - 2",
}


@pytest.mark.parametrize("columns", [6, 11], ids=["a word", "two words"])
@pytest.mark.parametrize("number", FOLDED.values(), ids=FOLDED)
def test_sums_and_extremes_of_counts(tmp_path: Path, number: str, columns: int) -> None:
    around = "let around(square) = count(those s in square.neighbours where s.marked)\n"
    when = "square in man.square.neighbours and (found(man.player) is 1 to 3 or square.x is man.square.x)"
    program = made(tmp_path, around + f"let found(player) = {number}\n" + MOVE.format(when=when), columns)
    functions = planned(program, ["words"]).functions
    (found,) = (function for function in functions if function.name == "found")
    asked = [functions[part.function].body for part in nodes(found.body) if isinstance(part, core.Apply)]
    assert any(isinstance(part, Straight) for body in (found.body, *asked) for part in nodes(body))
    assert not any(isinstance(part, core.Query) and part.value is not None for part in nodes(found.body))
    plays_alike(program, ["words"], 3)


def test_the_greatest_of_a_sum_asks_once_for_each_number(tmp_path: Path) -> None:
    """A sum of four is four at most, in however many ways."""
    there = "any x in squares where x.x is square.x + by and x.y is square.y and x.marked"
    rules = f"let at(square, (by: -3 to 3)) = (1 if {there} otherwise 0)\n"
    rules += "let found(player) = greatest(at(it, 0) + at(it, 1) + at(it, 2) + at(it, 3), squares)\n"
    when = "square in man.square.neighbours and (found(man.player) is less than 3 or square.x is man.square.x)"
    program = made(tmp_path, rules + MOVE.format(when=when))
    functions = planned(program, ["words"]).functions
    (found,) = (function for function in functions if function.name == "found")
    tests = [part for part in nodes(found.body) if isinstance(part, core.Query) and isinstance(part.source, Straight)]
    assert len(tests) == 4 and max(len(part.source.steps) for part in tests) < 40  # type: ignore[attr-defined]
    plays_alike(program, ["words"], 3)


COUNTING = """\
after move by man to square:
    let found = 0
    let step = -2
    repeat 5 times:
        if any squares where it.x is square.x + step and it.y is square.y and marked: found becomes found + 1
        let here = square.y + step
        if count(those s in squares where s.y is here and s.x is found) is 1: found becomes found + step
        step becomes step + 1
    if found is 3 or more: square.marked becomes false
"""


def test_numbers_of_a_rule_name_rows(tmp_path: Path) -> None:
    """Nothing is known of such a number before the match, and it may be that of no row."""
    program = made(tmp_path, COUNTING + MOVE.format(when="square in man.square.neighbours"))
    words = [f for f in added(program, "words") if any(isinstance(part, Straight) for part in nodes(f.body))]
    assert [len(f.params) for f in words][-2:] == [2, 2]
    plays_alike(program, ["words"])


LEFT = {
    "what may fail": "squares where (ahead(it, up)).marked",
    "rows that come and go, found by no column": "those s in squares where no m in men where m.player.front is up and s.y is 3",
    "as far from a square as nobody knows": "squares where distance(it, first(marks)) is 2",
}


@pytest.mark.parametrize("search", LEFT.values(), ids=LEFT)
def test_other_searches_are_left(tmp_path: Path, search: str) -> None:
    program = made(tmp_path, STREAK + ONE.format(search))
    (found,) = (function for function in planned(program, ["words"]).functions if function.name == "found")
    assert not any(isinstance(node, Straight) and any(step[0] == SHIFT for step in node.steps) for node in nodes(found.body))


def test_one_row_is_sought_as_before_where_there_are_two(tmp_path: Path) -> None:
    """Two men on one square: the search for the man there stops the match in both executors, with the pass and without."""
    rules = STREAK + "event lift man: man.square becomes none\nafter move by man to square when square.x is 3: lift man\n"
    when = "square in man.square.neighbours and (square.x is man.square.x or count(squares where man_on(it) is none) is more than 25)"
    program = made(tmp_path, rules + MOVE.format(when="man.square is not none\n    when " + when))
    with_it, without = (Runner(compile_module(program, passes=some)) for some in (["words"], []))
    assert with_it.many(0, 40) == without.many(0, 40)


COMPARED = {
    "so much or more": "squares where pile is 3 or more",
    "less": "squares where pile is less than 2",
    "a range": "squares where pile is 1 to 4",
    "what lies ahead": "those s in squares where any x in ahead(s, up) where x.pile is 2 to 20",
    "below nothing": "squares where debt is -3 to 0",
    "above it": "squares where debt is 1 or more or debt is -9",
    "of long ones": "squares where heap is 200 or less and heap is more than 3",
    "of those that take two bytes": "squares where hoard is 2 to 149",
    "once something is taken": "squares where left(it, player) is 2 or more",
}
PILES = """\
let left(square, player) = square.pile
    - 1 when square.owner is player
    + 2 when square is first(squares where marked)
    0 or more
after move by man to square:
    square gains 3 pile
    square gains 70 heap
    square gains 2 hoard
    square gains (man.square.y - 4) debt
    for each other in man.square.neighbours: other gains 1 pile
    square.owner becomes man.player
"""


@pytest.mark.parametrize("search", COMPARED.values(), ids=COMPARED)
def test_columns_are_compared_with_numbers(tmp_path: Path, search: str) -> None:
    """Sixteen cells at a time, of a byte with a sign and without; those of two bytes in a loop."""
    fields = "    marked: flag\n    pile: 0 to 20\n    debt: -9 to 9\n    heap: 0 to 250\n    hoard: -100 to 150\n"
    path = tmp_path / "small.rules"
    when = "square in man.square.neighbours and count(found(man.player)) is not 3 and (square in found(man.player) or square.x is 2 to 5)"
    rules = HEAD.replace("    marked: flag\n", fields) + PILES + f"let found(player) = {search}\n" + MOVE.format(when=when)
    path.write_text(rules, encoding="utf-8")
    program = program_of(path)
    (found,) = (function for function in planned(program, ["words"]).functions if function.name == "found")
    assert any(isinstance(node, Straight) for node in nodes(found.body))
    plays_alike(program, ["words"])


NAMED = """\
game named:
    play turn by each player in turn up to 20 times
kind player, seats: white, black
kind square, king_grid(4, 4, closed)
    piece: piece or none
kind piece, up to 16:
    owner: player
agenda turn by player:
    moving: player must act in moving
square is held_by player when square.piece is not none and square.piece.owner is player
square is held_against player when square.piece is not none and square.piece.owner is not player
let open(player) = squares where piece is none and (count(those s in it.neighbours where s is held_by player) is 1 or less)
let ripe(player) = squares where it is held_against player and any h in directions where any s in ahead(it, h) where s is held_by player
action put by player at square:
    during moving
    when square in open(player)
    create piece as fresh with owner player
    square.piece becomes fresh
action turn_over by player at square:
    during moving
    when square in ripe(player)
    square.piece.owner becomes player
action pass by player:
    during moving
"""


def test_rows_that_cells_name(tmp_path: Path) -> None:
    path = tmp_path / "named.rules"
    path.write_text(NAMED, encoding="utf-8")
    program = program_of(path)
    found = [f for f in planned(program, ["words"]).functions if any(isinstance(node, Straight) for node in nodes(f.body))]
    assert {"open", "ripe"} <= {f.name for f in found}
    plays_alike(program, ["words"])
    plays_alike(program, ["narrow", "words", "tables", "inline", "prune"])


def test_values_of_a_parameter_are_found_at_once(tmp_path: Path) -> None:
    program = made(tmp_path, MOVE.format(when="square.owner is none and any ahead(square, up) where not marked"))
    assert [f.name.split(".")[0] for f in added(program, "words")] == ["word"]
    plays_alike(program, ["words"])


def test_steps_are_worked_out_as_they_are_written() -> None:
    b = Bits(8)
    given, told = b.const(0b1010), core.Local(NOWHERE, 0)
    assert b.fixed(b.pick(told, (3, 3), 1)) == 3 and b.upper[b.pick(told, (1, 4, 2), 1)] == 7
    assert b.fixed(b.meet(given, b.const(0b0110))) == 0b0010
    assert b.fixed(b.negate(given)) == 0b11110101
    assert b.fixed(b.shift(given, 1, 0b0111)) == 0b0101
    assert b.fixed(b.shift(given, -1, b.all)) == 0b10100
    assert b.meet(given, b.every) == given and b.join(given, b.none) == given
    assert b.fixed(b.at_least([given, b.const(0b0110), b.const(0b0011)], 2)) == 0b0010


def test_what_the_path_says_is_not_asked_again(tmp_path: Path) -> None:
    """What lies up to the first one on a ray: where that is known, the ray is not gone through once more."""
    rules = "let between(square, (heading: direction)) = line(square, first_on_ray(square, heading, marks))\n"
    search = "squares where any h in directions where any x in between(it, h) where x.owner is none"
    program = made(tmp_path, STREAK + rules + ONE.format(search))
    (found,) = (function for function in planned(program, ["words"]).functions if function.name == "found")
    (words,) = (node for node in nodes(found.body) if isinstance(node, Straight))
    assert len(words.steps) < 400
    plays_alike(program, ["words"])


def came_to(word: Straight, given: list[int]) -> int:
    """What the steps of a word come to where these sets are given."""
    every, made = (1 << word.size) - 1, list[int]()
    for kind, one, two, three in word.steps:
        match kind:
            case "const":
                made.append(one)
            case "input":
                made.append(given[word.inputs[one].slot])  # type: ignore[attr-defined]
            case "not":
                made.append(every & ~made[one])
            case "shift":
                made.append((made[one] >> two if two > 0 else made[one] << -two) & three)
            case _:
                made.append(made[one] & made[two] if kind == "and" else made[one] | made[two])
    return made[-1]


@pytest.mark.parametrize("seed", range(200))
def test_steps_in_another_order_come_to_the_same(seed: int) -> None:
    lot, plain = random.Random(seed), Bits(12)
    steps = [plain.meet(plain.given(core.Local(NOWHERE, slot)), plain.every) for slot in range(3)]
    for _ in range(30):
        one, two = lot.choice(steps), lot.choice(steps)
        match lot.randrange(5):
            case 0:
                steps.append(plain.negate(one))
            case 1:
                steps.append(plain.shift(one, lot.choice((-3, -1, 1, 3)), lot.choice((plain.all, lot.randrange(plain.all)))))
            case 2:
                steps.append(plain.join(one, two))
            case _:
                steps.append(plain.meet(one, two))
    as_put, shorter = plain.written(NOWHERE, steps[-1]), plain.expression(NOWHERE, steps[-1])
    for _ in range(40):
        given = [lot.randrange(1 << 12) for _ in range(3)]
        assert came_to(as_put, given) == came_to(shorter, given)


def test_what_is_moved_as_far_meets_before_it_is_moved() -> None:
    b = Bits(8)
    one, two = (b.meet(b.given(core.Local(NOWHERE, slot)), b.every) for slot in range(2))
    moved = [b.shift(step, 1, 0b111) for step in (one, two)]
    found = b.expression(NOWHERE, b.meet(b.meet(b.const(0b111), b.negate(moved[0])), moved[1]))
    assert [kind for kind, *_ in found.steps].count(SHIFT) == 1


def test_steps_that_cannot_hold_together() -> None:
    b = Bits(8)
    one, two = (b.given(core.Local(NOWHERE, slot)) for slot in range(2))
    assert b.excludes(frozenset((b.negate(one),)), b.meet(one, two))
    assert b.excludes(frozenset((one, two)), b.negate(two))
    assert not b.excludes(frozenset((one,)), b.meet(one, two))


COUNTED = """\
game counted:
    play turn by each player in turn up to 20 times
kind player, seats: white, black
kind square, king_grid(5, 4, closed)
kind note, up to 90
kind pawn, up to 20:
    side: player
    column: 1 to 5
    row: 1 to 4
event setup:
    for each square in squares where y is 1: create pawn with side white, column square.x, row square.y
    for each square in squares where y is 4: create pawn with side black, column square.x, row square.y
let pawn_at(square) = the pawns where column is square.x and row is square.y
agenda turn by player:
    moving: player must act in moving
action move by pawn to square:
    during moving
    when square.x - pawn.column is -1 to 1 and square.y - pawn.row is -1 to 1
    when pawn_at(square) is none or pawn_at(square).side is not pawn.side
    if pawn_at(square) is not none: discard pawn_at(square)
    pawn.column becomes square.x
    pawn.row becomes square.y
"""


def test_rows_that_two_columns_place(tmp_path: Path) -> None:
    """What they are found by is a set of one word, however many rows other kinds have; it is found once for all that ask."""
    path = tmp_path / "counted.rules"
    path.write_text(COUNTED, encoding="utf-8")
    program = program_of(path)
    made_of = [f.name.split(".")[0] for f in planned(program, ["words"]).functions[len(program.functions) :]]
    assert sorted(made_of) == ["standing", "word"]
    assert compile_module(program).missing == {}
    plays_alike(program, ["words"])
    plays_alike(program, ["narrow", "words", "tables", "inline", "prune"])


def test_rows_that_a_column_of_what_they_name_places(tmp_path: Path) -> None:
    """The number of the lane that a pawn stands in is a key as a column of its own is."""
    path = tmp_path / "counted.rules"
    lanes = "kind lane: a, b, c, d, e\n    number: 1 to 5\ntable of lane:\n    name | number\n"
    lanes += (
        "".join(f"    {name} | {n}\n" for n, name in enumerate("abcde", 1))
        + "let lane_at((across: 1 to 5)) = the lanes where number is across\n"
    )
    rules = COUNTED.replace("kind note", f"{lanes}kind note").replace("    column: 1 to 5\n", "    lane: lane\n")
    rules = rules.replace("column square.x", "lane lane_at(square.x)").replace(
        "pawn.column becomes square.x", "pawn.lane becomes lane_at(square.x)"
    )
    path.write_text(
        rules.replace("pawn.column", "pawn.lane.number").replace("where column is", "where it.lane.number is"), encoding="utf-8"
    )
    program = program_of(path)
    made_of = [f.name.split(".")[0] for f in planned(program, ["words"]).functions[len(program.functions) :]]
    assert {"standing", "word"} <= set(made_of)
    plays_alike(program, ["words"])
    plays_alike(program, ["narrow", "words", "tables", "inline", "prune"])


def test_a_set_made_of_others_is_one_search(tmp_path: Path) -> None:
    rules = "let open(man) = (squares where y is man.square.y - 1) - (squares where marked) - (squares where owner is man.player)\n"
    program = made(tmp_path, rules + MOVE.format(when="man.square is not none\n    when square in open(man)"))
    (found,) = (function for function in planned(program, ["words"]).functions if function.name == "open")
    words = [node for node in nodes(found.body) if isinstance(node, Straight)]
    assert len(words) == 1 and len(words[0].inputs) >= 3
    plays_alike(program, ["words"])


def test_short_rays_are_gone_along(tmp_path: Path) -> None:
    """On three by three cells a ray has two: to look at these is quicker than to look at all cells at once."""
    rules = (
        STREAK
        + "let on(square, (heading: direction)) = count(ray(square, heading) where owner is square.owner)\n"
        + MOVE.format(when="on(square, up) is 0")
    )
    path = tmp_path / "small.rules"
    path.write_text((HEAD + rules).replace("king_grid(6, 6, closed)", "king_grid(3, 3, closed)"), encoding="utf-8")
    (on,) = (function for function in planned(program_of(path), ["words"]).functions if function.name == "on")
    assert not any(isinstance(node, (Straight, core.Apply)) for node in nodes(on.body))


ROWS = """\
kind row: {names}
    first: square
    second: square
table of row:
    name | first  | second
{lines}
row is marked_for player when row.first.owner is player and row.second.marked
let taken(player) = rows where it is marked_for player
after move by man to square: square.owner becomes man.player
"""


@pytest.mark.parametrize(("many", "at_once"), [(7, True), (3, False)])
def test_rows_of_a_table_are_found_at_once(tmp_path: Path, many: int, at_once: bool) -> None:
    names = [f"r{n}" for n in range(1, many + 1)]
    lines = "\n".join(f"    {name}   | ({n % 6 + 1}, 5) | ({n % 6 + 1}, 4)" for n, name in enumerate(names))
    rules = ROWS.format(names=", ".join(names), lines=lines) + MOVE.format(when="square in man.square.neighbours and no taken(man.player)")
    program = made(tmp_path, rules)
    (taken,) = (f for f in planned(program, ["words"]).functions if f.name == "taken")
    assert any(isinstance(node, Straight) for node in nodes(taken.body)) == at_once
    plays_alike(program, ["words"])


def test_whoever_comes_after_the_owner_of_each_row(tmp_path: Path) -> None:
    """The first of several members, where a column decides which are; and squares that the distance of two others names."""
    beyond = "t.x - x.x is x.x - s.x and t.y - x.y is x.y - s.y"
    jumps = f"any t in squares where t.owner is none and (any x in s.neighbours where x.owner is rival(s.owner) and {beyond})"
    rules = f"let found(player) = those s in squares where s.owner is player and ({jumps})\n" + MOVE.format(when=BESIDE)
    program = made(
        tmp_path,
        STREAK
        + rules
        + """\
    square.owner becomes man.player
    for each one in found(man.player): one.marked becomes true
    for each one in squares where x is count(found(man.player)): one.marked becomes false
""",
    )
    (body,) = (function.body for function in planned(program, ["words"]).functions if function.name == "found")
    assert any(isinstance(node, Straight) for node in nodes(body))
    plays_alike(program, ["words"])


CAREFUL = {
    "cells that depend on the piece": (
        "those s in squares where any m in men where m.square is not none and m.square in ahead(s, m.player.front)"
    ),
    "first of those listed from the last one on": "squares where y is 2 to 5 and first_of(it) is not none and first_of(it).x is x",
}


@pytest.mark.parametrize("search", CAREFUL.values(), ids=CAREFUL)
def test_what_must_not_be_taken_for_something_else(tmp_path: Path, search: str) -> None:
    rules = f"let found(player) = {search}\n" + MOVE.format(when=BESIDE)
    program = made(
        tmp_path,
        STREAK
        + rules
        + """\
    if man.square.x is 3 or more: square.owner becomes man.player
    for each one in found(man.player): one.owner becomes white
    for each one in squares where x is count(found(man.player)): one.marked becomes false
""",
    )
    plays_alike(program, ["words"])
    plays_alike(program, ["exits", "unique", "loops", "words", "given", "narrow", "tables"])
