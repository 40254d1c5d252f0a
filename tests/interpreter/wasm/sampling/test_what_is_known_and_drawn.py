"""What a seat may know and what is drawn for what it does not: the routines by themselves, on a match that is a table of cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.trials import DRAWS, ROUNDS
from arbitre.interpreter.wasm.layout.sampling_rooms import (
    AS_IT_IS,
    AS_PUBLISHED,
    BY_AUDIENCE,
    EVERYBODY,
    NUMBERS,
    OF_ORDERS,
    ROWS,
    SETS,
    Drawing,
    Kind,
)
from arbitre.interpreter.wasm.routines.rebound import Counted, rebound
from arbitre.interpreter.wasm.runtime.sampling import hidden_rows, sight, statement, unseen, world

ME, OTHER = 1, 0
MINE, HIS, NOBODY = 1 << ME, 1 << OTHER, 0


def field(kind: int = 0, look: int = AS_IT_IS, holds: int = NUMBERS, **others: Any) -> Drawing:
    usual = {"has_audience": False, "inner": False, "default": 0, "low": 0, "high": 9, "choices": (), "target": -1}
    return Drawing(**{"kind": kind, "look": look, "holds": holds, "next_moving": -1, "next_naming": -1, **usual, **others})


def kind(size: int, **others: Any) -> Kind:
    return Kind(**{"size": size, "alive": -1, "has_audience": False, "is_dealt": False, "moving": -1, "naming": -1, **others})


class Small:
    """A match: cells by field and row, who sees which, what was told; and what a seat was found to know in place of what is."""

    def __init__(self, fields: list[Drawing], kinds: list[Kind], order_kind: int = -1, order_giver: int = -1, laws: int = 0) -> None:
        sizes = {"field_count": len(fields), "kind_count": len(kinds), "order_kind": order_kind, "order_giver": order_giver}
        self.areas = SimpleNamespace(
            drawings=fields, kinds=kinds, unseen=Counted(), hidden_rows=Counted(), patterns=Counted(), fellows=Counted(), wrong=Counted()
        )
        self.sizes = SimpleNamespace(**sizes, law_count=laws, public_events=1)
        self.cells: dict[tuple[int, int], int] = {}
        self.seen: dict[tuple[str, int, int], int] = {}
        self.told: dict[tuple[int, int, int], int] = {}
        self.known: dict[Any, Any] = {}

    def routines(self, lots: Lots | None = None, **given: Callable[..., Any]) -> SimpleNamespace:
        usual: Mapping[str, Any] = {
            "areas": self.areas, "sizes": self.sizes, "is_marked": self.cell, "number_in": self.cell,
            "audience_of_cell": lambda field, row: self.seen.get(("cell", field, row), -1),
            "audience_of_row": lambda kind, row: self.seen.get(("row", kind, row), -1),
            "know_as_told": self.know_as_told, "know_as_begun": lambda field, row: self.known.update({(field, row): "begun"}),
            "know_as_published": lambda field: self.known.update({field: "published"}),
            "know_no_row": lambda alive, row: self.known.update({(alive, row): "none"}),
            "put_number": lambda field, row, value: self.cells.update({(field, row): value}),
            "put_word": lambda field, row, n, word: self.cells.update({(field, row): self.cell(field, row) | word << 64 * n}),
            "put_as_begun": lambda field, row: self.cells.update({(field, row): self.areas.drawings[field].default}),
            "load_word": lambda words, n: words[n], "member": lambda rows, row, words: rows >> row & 1,
            "lot_below": lots.below if lots else None, "lot_word": lots.word if lots else None,
        }  # fmt: skip
        return rebound([sight, statement, hidden_rows, unseen, world], {**usual, **given})

    def cell(self, field: int, row: int) -> int:
        return self.cells.get((field, row), 0)

    def know_as_told(self, to: int, field: int, row: int) -> int:
        if (to, field, row) in self.told:
            self.known[field, row] = self.told[to, field, row]
        return (to, field, row) in self.told

    @property
    def unseen(self) -> list[tuple[int, int]]:
        return [(cell >> 32, cell & 0xFFFFFFFF) for cell in self.areas.unseen.numbers]


# ------------------------------------------------------------------------------------ what a seat knows


def test_cells_are_hidden_by_their_audience_unless_the_seat_was_told() -> None:
    """What it was told itself counts before what everybody was; of a row that it does not recognise it knows nothing."""
    m = Small([field(look=BY_AUDIENCE, has_audience=True)], [kind(7, has_audience=True)])
    m.seen = {("cell", 0, row): HIS for row in range(1, 7)} | {("row", 0, 6): HIS, ("cell", 0, 5): MINE | HIS}
    m.told = {(ME, 0, 1): 11, (EVERYBODY, 0, 1): 12, (EVERYBODY, 0, 2): 13, (OTHER, 0, 3): 14, (ME, 0, 6): 15}
    m.routines().look(ME)
    assert m.unseen == [(0, 3), (0, 4), (0, 6)]
    assert m.known == {(0, 1): 11, (0, 2): 13}


def test_rows_that_are_not_there_hide_nothing() -> None:
    m = Small([field(look=BY_AUDIENCE, has_audience=True), field()], [kind(3, alive=1)])
    m.seen, m.cells = {("cell", 0, row): NOBODY for row in range(3)}, {(1, 2): 1}
    m.routines().look(ME)
    assert m.unseen == [(0, 2)]


def test_inner_fields_of_rows_that_are_not_recognised_are_as_they_begin() -> None:
    m = Small([field(look=BY_AUDIENCE, inner=True), field(look=AS_PUBLISHED), field()], [kind(2, has_audience=True)])
    m.seen = {("row", 0, 1): HIS}
    m.routines().look(ME)
    assert m.known == {(0, 1): "begun", 1: "published"} and not m.unseen


def test_orders_of_others_are_not_there() -> None:
    """But for one's own, and those that are shown; what hidden ones say is not drawn."""
    m = Small([field(look=OF_ORDERS), field(), field(look=BY_AUDIENCE, has_audience=True)], [kind(4, alive=0, has_audience=True)], 0, 1)
    m.cells = {(0, 0): 1, (0, 1): 1, (0, 2): 1} | {(1, 0): ME, (1, 1): OTHER, (1, 2): OTHER, (1, 3): OTHER}
    m.seen = {("row", 0, 0): HIS, ("row", 0, 1): HIS, ("row", 0, 2): MINE | HIS, ("cell", 2, 1): HIS}
    m.routines().look(ME)
    assert m.known == {(0, 1): "none"} and not m.unseen


def test_what_is_known_of_the_statement_that_waits() -> None:
    m = Small([], [])
    found = m.routines(Lots(1))
    said = {(own, secret, before): bool(found.is_said(own, secret, before)) for own in (0, 1) for secret in (0, 1) for before in (0, 1)}
    assert [which for which, known in said.items() if known] == [(0, 0, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1)]
    m.sizes.public_events = 0
    assert not found.is_said(0, 0, 1) and found.is_said(1, 0, 1)
    assert [found.is_die_known(*die) for die in ((-1, ME, 1), (MINE, ME, 1), (HIS, ME, 1), (MINE, ME, 0))] == [1, 1, 0, 0]
    assert found.answer_in_world(1, 3, 9) == 3 and found.answer_in_world(1, -1, 9) == -1
    assert Counter(found.answer_in_world(0, -1, 3) for _ in range(90)).keys() == {0, 1, 2}
    assert [found.knows_what_was_told(to, ME) for to in (EVERYBODY, ME, OTHER)] == [1, 1, 0]


@pytest.mark.parametrize(("cells", "rows", "told", "same"), [(0, 0, 0, 1), (1, 0, 0, 1), (0, 2, 0, 1), (0, 0, 1, 1), (0, 0, 0, 0)])
def test_a_seat_that_sees_all(cells: int, rows: int, told: int, same: int) -> None:
    m = Small([], [])
    m.areas.unseen.count, m.areas.hidden_rows.count = cells, rows
    found = m.routines(were_others_told=lambda seat: told, is_as_known=lambda: same)
    assert bool(found.sees_all(ME)) == ((cells, rows, told, same) == (0, 0, 0, 1))


def test_rows_of_which_the_same_is_hidden_stand_for_each_other() -> None:
    """Rows 0 to 3 are not recognised; of two of them the mark is hidden, of one the number as well: that one stands for no other."""
    marks = [field(look=BY_AUDIENCE, has_audience=True, next_moving=1), field(look=BY_AUDIENCE, has_audience=True)]
    m = Small(marks, [kind(6, has_audience=True, is_dealt=True, moving=0)])
    m.seen = {("row", 0, row): HIS for row in range(5)} | {("cell", 0, row): HIS for row in (1, 3, 4)} | {("cell", 1, 4): HIS}
    found = m.routines()
    found.look(ME)
    rows, patterns = m.areas.hidden_rows, m.areas.patterns
    assert rows.numbers == [0, 1, 2, 3] and (patterns[0], patterns[1]) == (patterns[2], patterns[3]) and patterns[0] != patterns[1]


def test_hidden_rows_look_the_same_however_they_stand() -> None:
    """Where a world begins, they stand by what is seen of them; what is hidden changes nothing."""
    out = set[tuple[int, ...]]()
    for numbers in ((3, 1, 2), (1, 2, 3), (2, 3, 1)):
        m = Small(
            [field(look=BY_AUDIENCE, has_audience=True, next_moving=1), field()], [kind(3, has_audience=True, is_dealt=True, moving=0)]
        )
        m.seen = {(what, 0, row): HIS for what in ("row", "cell") for row in range(3)}
        m.cells = {(1, row): number for row, number in enumerate(numbers)} | {(0, row): 9 - number for row, number in enumerate(numbers)}

        def compared(at: int, one: int, other: int, m: Small = m) -> int:
            return m.cell(at, one) - m.cell(at, other)

        def exchanged(at: int, one: int, other: int, m: Small = m) -> None:
            m.cells[at, one], m.cells[at, other] = m.cell(at, other), m.cell(at, one)

        stays = {"lot_below": lambda size: size - 1}  # each is dealt to where it stands
        found = m.routines(compare_cells=compared, exchange_cells=exchanged, exchange_elsewhere=lambda *_: None, **stays)
        found.look(ME)
        assert found.fill_world()
        out.add(tuple(m.cell(1, row) for row in range(3)))
    assert out == {(1, 2, 3)}


# ------------------------------------------------------------------------------------ what is drawn


def drawn(how: Drawing, name: str = "draw_cell", kinds: tuple[Kind, ...] = ()) -> Counter[int]:
    m = Small([how, field(1)], [kind(1), *kinds])
    m.cells = {(1, 1): 1, (1, 3): 1}
    found = m.routines(Lots(5))
    out = Counter[int]()
    for _ in range(400):
        getattr(found, name)(0)
        out[m.cell(0, 0)] += 1
    return out


def test_values_are_drawn_by_what_a_cell_holds() -> None:
    """Outcomes of dice as likely as they are; other numbers and sets mostly as they begin; rows that exist, and none where that may be."""
    dice = drawn(field(choices=(2, 3, 3, 3)))
    assert dice.keys() == {2, 3} and 250 < dice[3] < 350
    numbers = drawn(field(low=3, high=5, default=4))
    assert numbers.keys() == {3, 4, 5} and numbers[4] > 280
    sets = drawn(field(holds=SETS, high=0, choices=(0b11, 1), default=0))
    assert all(not value & ~(0b11 | 1 << 64) for value in sets) and 280 < sets[0] < 360 and sets[1 | 1 << 64]
    rows = [drawn(field(holds=ROWS, low=low, target=1), kinds=(kind(4, alive=1),)) for low in (0, -1)]
    assert rows[0].keys() == {1, 3} and rows[1].keys() == {-1, 1, 3}
    assert drawn(field(holds=ROWS, low=-1, target=1), kinds=(kind(3),)).keys() == {-1, 0, 1, 2}
    assert drawn(field(holds=ROWS, target=1, default=7), kinds=(kind(0),)).keys() == {7}


def test_where_a_law_was_broken_a_row_is_none_half_the_time() -> None:
    plain, again = (drawn(field(holds=ROWS, low=-1, default=-1, target=1), name, (kind(40),)) for name in ("draw_cell", "redraw_cell"))
    assert plain[-1] < 40 and 160 < again[-1] < 260


def test_what_a_law_finds_fault_with_is_drawn_again() -> None:
    """The hidden cells and rows of the rows that it names; all that is hidden where it names none that hide anything."""
    m = Small([field(0), field(1)], [kind(4), kind(4)], laws=2)
    m.areas.unseen.update(enumerate((0 << 32 | 1, 0 << 32 | 3, 1 << 32 | 1)))
    m.areas.hidden_rows.update({0: 0 << 32 | 3})
    m.areas.unseen.count, m.areas.hidden_rows.count = 3, 1
    kept = [True, False]
    named = {"kind": 0, "rows": 1 << 3}
    found = m.routines(is_law_kept=lambda law: kept[law], mark_faulty_rows=lambda law: found.note_wrong(named["kind"], named["rows"], 1))
    assert found.find_wrong(4) and [bool(m.areas.wrong[n]) for n in range(4)] == [False, True, False, True]
    named["rows"] = 1 << 2
    assert found.find_wrong(4) and all(m.areas.wrong[n] for n in range(4))
    kept[1] = True
    assert not found.find_wrong(4) and not any(m.areas.wrong[n] for n in range(4))


def test_a_world_is_given_up_where_laws_never_come_right() -> None:
    m = Small([field()], [kind(1)], laws=1)
    m.areas.unseen.update({0: 0})
    m.areas.unseen.count = 1
    asked, begun = list[int](), list[int]()
    given: dict[str, Any] = {
        "is_law_kept": lambda law: asked.append(law), "mark_faulty_rows": lambda law: 0, "knows_all": lambda: 0,
        "begin_world": lambda seed, now: begun.append(now), "come_to_question": lambda: pytest.fail("there is no world"),
    }  # fmt: skip
    assert not m.routines(Lots(2), **given).draw_world()
    assert len(asked) == DRAWS * ROUNDS
    assert begun == [False] * (DRAWS // 2) + [True] * (DRAWS // 2)  # as published, then as things are now


def test_where_nothing_is_hidden_nothing_is_drawn() -> None:
    came = [0, 0, 1]
    m = Small([field()], [kind(1)])
    m.areas.unseen.count = 1  # not even looked at
    given: dict[str, Any] = {"knows_all": lambda: 1, "begin_world": lambda seed, now: None, "come_to_question": lambda: came.pop(0)}
    assert m.routines(Lots(2), **given).draw_world() and not came and not m.cells
