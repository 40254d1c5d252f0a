"""Each pass by itself, on small programs: what it rewrites, what it leaves alone, and that matches stay the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_plans import MOVE, added, made, plays_alike

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.plan import WITHOUT
from arbitre.interpreter.plan.pipeline import ALL, planned

wasmtime = pytest.importorskip("wasmtime")
NARROWED = {
    "a step": "man.square is not none and square is ahead(man.square, man.player.front)",
    "one of several": "square is ahead(man.square, left) or square is ahead(man.square, right) and not square.marked",
    "for any of a set": "any heading in (left, right) where square is ahead(man.square, heading)",
    "through a condition": "man is next_to square",
}


@pytest.mark.parametrize("when", NARROWED.values(), ids=NARROWED)
def test_narrow_puts_few_rows_together(tmp_path: Path, when: str) -> None:
    condition = "man is next_to square when square is ahead(man.square, up) or square is ahead(man.square, down)\n"
    program = made(tmp_path, condition + MOVE.format(when=when))
    assert [f.name.split(".")[0] for f in added(program, "narrow")] == ["candidates"]
    plays_alike(program, ["narrow"])


def test_narrow_of_a_search(tmp_path: Path) -> None:
    rules = "let beyond(man) = count(squares where it is ahead(man.square, up) and not marked)\n"
    program = made(tmp_path, rules + MOVE.format(when="square in man.square.neighbours and beyond(man) is 0 or square.y is 3"))
    (beyond,) = (f for f in planned(program, ["narrow"]).functions if f.name == "beyond")
    assert any(isinstance(query.source, core.SetOf) for query in nodes(beyond.body) if isinstance(query, core.Query))
    plays_alike(program, ["narrow"])


@pytest.mark.parametrize("when", ["square is not man.square", "not square.marked", "distance(man.square, square) is 2"])
def test_narrow_leaves_alone_what_names_no_rows(tmp_path: Path, when: str) -> None:
    assert added(made(tmp_path, MOVE.format(when=when)), "narrow") == []


def test_a_price_among_what_a_search_asks(tmp_path: Path) -> None:
    """A price lacks its last two arguments; passes that look into values leave it alone."""
    rules = """\
let price(square, (origin: square), (place: square)) = 1
    is 0 when place is square
player is linked_by square when any goal in reach(square, 2, squares where marked, price(square)) where goal.y is 3
"""
    when = "square in man.square.neighbours and man.player is linked_by square"
    plays_alike(made(tmp_path, rules + MOVE.format(when=when)), list(ALL))


TABLED = {
    "rows and columns": "square.y is man.square.y - 1 and square.x - man.square.x is -1 to 1",
    "a distance": "distance(man.square, square) is 2 and not square.marked",
    "beside a search": "distance(man.square, square) is 1 and no men where it.square is square",
    "of a side": "square.y is (man.square.y - 1 if man.player is white otherwise man.square.y + 1)",
}


@pytest.mark.parametrize("when", TABLED.values(), ids=TABLED)
def test_tables_of_what_never_changes(tmp_path: Path, when: str) -> None:
    program = made(tmp_path, MOVE.format(when=when))
    assert added(program, "tables")[0].name.startswith("table")
    plays_alike(program, ["tables"])


def test_a_search_within_a_table_has_a_slot_of_its_own(tmp_path: Path) -> None:
    """What is looked up holds a search over the same kind as the one around it: neither may take the other's rows."""
    rules = "square is inner when not (any other in squares where other.x is square.x + 4)\n"
    program = made(tmp_path, rules + MOVE.format(when="square.y is man.square.y - 1 and square is inner"))
    held = [[query.slot for query in nodes(table.body) if isinstance(query, core.Query)] for table in added(program, "tables")]
    assert max(map(len, held)) == 2 and all(len(slots) == len(set(slots)) for slots in held)
    plays_alike(program, ["tables"])


def test_tables_of_one_row(tmp_path: Path) -> None:
    rules = "let corner(man) = the squares where x is man.square.x and y is 1\n"
    program = made(tmp_path, rules + MOVE.format(when="man.square is not none and square is not corner(man)"))
    (table,) = added(program, "tables")
    assert isinstance(table.body, core.Query) and table.body.sink == "only"
    plays_alike(program, ["tables"])


def test_what_may_fail_is_asked_as_before(tmp_path: Path) -> None:
    """A man without a square: his row cannot be asked for, by whatever pass."""
    rules = "event lift man: man.square becomes none\nafter move by man to square when square.x is 3: lift man\n"
    when = "man.square is not none\n    when square.y is man.square.y or square is ahead(man.square, up)"
    plays_alike(made(tmp_path, rules + MOVE.format(when=when)), list(ALL))


def test_a_switch_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = made(tmp_path, MOVE.format(when=NARROWED["one of several"]))
    assert len(planned(program).functions) > len(program.functions)
    monkeypatch.setenv(WITHOUT, ",".join(ALL))
    assert planned(program) is program


FAILING_LATER = {
    "after the table": "square.y is man.square.y - 1 and the_man(square) is none",
    "in a condition": "man is let_to square",
}


@pytest.mark.parametrize("when", FAILING_LATER.values(), ids=FAILING_LATER)
def test_what_may_fail_later_is_asked_of_rows_in_the_table(tmp_path: Path, when: str) -> None:
    """What may fail and comes last needs no caution: of rows that are not in the table it was never asked."""
    rules = """\
let the_man(square) = the men where it.square is square
man is let_to square when all of:
    man.square is not none
    not square.marked or square.y is 2
    square.y - man.square.y is -1 to 1
    square.x - man.square.x is -1 to 1
    the_man(square) is none or the_man(square).player is not man.player
"""
    program = made(tmp_path, rules + MOVE.format(when=when))
    assert "table" in [f.name.split(".")[0] for f in added(program, "tables")]
    plays_alike(program, ["tables"])


def test_what_holds_of_all_rows_or_none_is_asked_once(tmp_path: Path) -> None:
    """A man without a square may go nowhere: that needs no look at every square."""
    rules = "event lift man: man.square becomes none\nafter move by man to square when square.x is 3: lift man\n"
    rules += "man is let_to square when man.square is not none and distance(man.square, square) is 1 and not square.marked\n"
    program = planned(made(tmp_path, rules + MOVE.format(when="man is let_to square")), ["tables"])
    (action,) = program.actions
    (offered,) = (one for one in action.values if isinstance(one, core.Apply))
    body = program.functions[offered.function].body
    assert isinstance(body, core.Choice) and body.other == core.SetOf(body.other.place, ())
    plays_alike(made(tmp_path, rules + MOVE.format(when="man is let_to square")), ["tables"])


def test_what_does_not_search_stays_the_same() -> None:
    program = program_of("chess")
    before = [*program.procedures, *(function.body for function in program.functions)]
    after = planned(program)
    left = {id(node) for node in (*after.procedures, *(function.body for function in after.functions))}
    plain = [node for node in before if not any(isinstance(part, core.Query) for part in nodes(node))]
    others = [new for new, old in zip(after.functions, program.functions, strict=False) if any(old.body is node for node in plain)]
    first = {f.index for f in after.functions if f.name.startswith("may_be.")}  # what is asked before a value that searches
    changed = [f for f in others if any(isinstance(part, core.Apply) and part.function in first for part in nodes(f.body))]
    assert plain and {f.name for f in changed} == {"exposes", "in_check"}
    known = {id(program.functions[f.index].body) for f in changed}
    assert all(id(node) in left for node in plain if id(node) not in known)
