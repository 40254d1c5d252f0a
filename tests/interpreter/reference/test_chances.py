"""Chances inside rules: exact, shown rounded; the surest walk, gone cell by cell; shortcuts are not for bots by lot."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.code.value_text import said
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.bots import appraised
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run

GAME = """\
game demo:
    title en "Demo" fr "Démo"
kind side, seats: red, blue
kind cell (place, origin), grid(6, 4, closed)
kind walker: ann
    cell: cell = (1, 1)
    side: side = red
    skill: 1 to 7 = 4
    brave: flag
test leap by walker: 2d6
    +1 when walker.brave
    awful when natural is 2
    success when total is walker.skill + 4 or more
let step_chance(walker, origin, place, (price: 0 to 20)) = 100%
    is 50% when place.x is 3
    is 25% when place.x is 3 and place.y is 1
    is 0% when place.y is 4
    is chance(leap by walker) when price is 7 or more
let step_price(walker, origin, place) = 1
    +2 when walker.brave and origin.y is 1
    is 0 when place.y is 3
let cell_price(walker, origin, place) = 1
let way_chance(walker, place) = arrival(walker.cell, place, 8, none, step_chance(walker))
action walk by walker to place:
    title en "Walk" fr "Marcher"
    during act
    when place in walker.cell.neighbours
    walker.cell becomes place
action march by walker to place:
    title en "March" fr "Aller"
    shortcut
    during act
    when way_chance(walker, place) is more than 0%
    hint en "{way_chance(walker, place)}" fr "{way_chance(walker, place)}"
    for each next along surest(walker.cell, place, 8, none, step_chance(walker)):
        walker.cell becomes next
agenda turn:
    act: red acts in act
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "demo.rules"
    file.write_text(GAME)
    return file


def measured(path: Path, value: str, given: str = "", rules: str = "") -> object:
    """What a value is in the match as it starts, after ``given``."""
    more = f'scenario "one":\n    title fr "un"\n{given}    measure {value} as found\n'
    path.write_text(GAME + rules + more)
    rulebook = load(path, scenarios=True)
    outcome = run(Books(rulebook), rulebook.scenarios[0])
    assert outcome.ok, outcome.failures
    ((values, chance),) = outcome.measures
    assert chance == 1
    return values[0]


def test_the_chance_of_a_test_is_that_of_its_dice(path: Path) -> None:
    assert measured(path, "chance(leap by ann)") == Fraction(15, 36)  # 8 or more
    assert measured(path, "chance(leap by ann)", "    given ann.brave = true\n") == Fraction(21, 36)
    assert measured(path, "chance(leap by ann, awful)") == Fraction(1, 36)
    assert measured(path, "chance(leap by ann, failure)") == Fraction(20, 36)


def test_chances_are_computed_exactly(path: Path) -> None:
    assert measured(path, "chance(leap by ann) * chance(leap by ann)") == Fraction(225, 1296)
    assert measured(path, "100% - chance(leap by ann)") == Fraction(21, 36)
    assert measured(path, "chance(leap by ann, awful) + 50%") == Fraction(19, 36)
    assert measured(path, "percent(chance(leap by ann))") == 42
    assert measured(path, "max(chance(leap by ann), 25%)") == Fraction(15, 36)
    assert measured(path, "chance(leap by ann) is less than 50%") == 1
    assert measured(path, "greatest(chance(leap by it), walkers)") == Fraction(15, 36)


DUEL = """\
event fight walker:
    roll d6 as blow
    if blow is 6: walker.skill becomes 1
    otherwise if blow is 4 or more:
        red may dodge preferring 1: end
        walker.skill becomes 2
    test leap by walker:
        awful: walker.skill becomes 7
"""


def test_the_chance_that_something_holds_after_an_event(path: Path) -> None:
    def asked(condition: str, given: str = "") -> object:
        return measured(path, f"chance(fight ann, {condition})", given, DUEL)

    assert asked("ann.skill is 1") == Fraction(1, 6) * Fraction(35, 36)
    assert asked("ann.skill is 2") == 0  # who may dodge, dodges: he likes to
    assert asked("ann.skill is 7") == Fraction(4, 6) * Fraction(1, 36)
    assert asked("ann.skill is 4") == Fraction(2, 6) + Fraction(3, 6) * Fraction(35, 36)
    assert measured(path, "ann.skill + percent(chance(fight ann, ann.skill is 1))", "", DUEL) == 4 + 16  # nothing has happened


@pytest.mark.parametrize("executor", ["interpreted", "compiled"])
def test_a_rule_is_answered_whatever_computes(path: Path, executor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many statements that takes; but not where more ways have to be held than there is room for, with either."""
    monkeypatch.setenv("ARBITRE_EXECUTOR", executor)
    monkeypatch.setattr("arbitre.interpreter.odds.compiled.PATIENCE", 0)
    monkeypatch.setattr("arbitre.interpreter.odds.branches.MAX_TRIALS", 1)
    assert measured(path, "chance(fight ann, ann.skill is 1)", "", DUEL) == Fraction(35, 216)
    for where in ("branches", "explorer"):
        monkeypatch.setattr(f"arbitre.interpreter.odds.{where}.MAX_CELLS", 1)
    with pytest.raises(AssertionError, match="too many possibilities"):
        measured(path, "chance(fight ann, ann.skill is 1)", "", DUEL)


def test_the_surest_walk_is_not_the_shortest(path: Path) -> None:
    assert measured(path, "way_chance(ann, (4, 1))") == Fraction(1, 2)  # around the square of 25%, not through it
    assert measured(path, "way_chance(ann, (3, 4))") == 0
    assert measured(path, "way_chance(ann, (6, 3))") == Fraction(1, 2) * Fraction(15, 36)  # seven steps, the last one a leap
    assert measured(path, "count(surest(ann.cell, (4, 1), 8, none, step_chance(ann)))") == 5


def test_what_a_step_costs_may_be_a_value_of_the_rulebook(path: Path) -> None:
    brave = "    given ann.brave = true\n"
    for price in ("", ", cell_price(ann)"):  # that value is what the board says
        assert measured(path, f"count(reach(ann.cell, 1, none{price}))") == 2
        assert measured(path, f"travel(ann.cell, (2, 3){price})") == 3
        assert measured(path, f"surest(ann.cell, (4, 1), 4, none, step_chance(ann){price})") == measured(
            path, "surest(ann.cell, (4, 1), 4, none, step_chance(ann))")  # fmt: skip
    assert measured(path, "count(reach(ann.cell, 2, none, step_price(ann)))") == 4  # never to the third row
    assert measured(path, "count(reach(ann.cell, 2, none, step_price(ann)))", brave) == 0
    assert measured(path, "count(reach(ann.cell, 3, none, step_price(ann)))", brave) == 2
    assert measured(path, "count(reach(ann.cell, 4, none, step_price(ann)))", brave) == 3
    assert measured(path, "travel(ann.cell, (4, 1), step_price(ann))") == 3
    assert measured(path, "travel(ann.cell, (4, 1), step_price(ann))", brave) == 7  # by the second row
    assert measured(path, "travel(ann.cell, (1, 3), step_price(ann))") == 1000000
    assert measured(path, "travel(toward(ann.cell, (4, 1), none, step_price(ann)), (1, 2))", brave) == 0
    assert measured(path, "arrival(ann.cell, (4, 1), 8, none, step_chance(ann), step_price(ann))", brave) == Fraction(21, 72)
    assert measured(path, "arrival(ann.cell, (4, 1), 6, none, step_chance(ann), step_price(ann))", brave) == 0


def test_a_walk_is_gone_in_its_order(path: Path) -> None:
    machine = machine_of(compile_rules(load(path)).program)
    match = Match(machine, 1)
    request = match.requests[0]
    match.answer(request.id, "march")
    request = appraised(match, match.requests[0])
    hints = {option.key: hint.own("en") for option, hint in zip(request.options, request.hints, strict=True)}
    assert hints["(4, 1)"] == "50%"
    assert "(3, 4)" not in hints
    match.answer(request.id, "(4, 1)")
    trodden = [record.data["new"] for record in match.log("referee") if record.kind == "change"]
    board = next(d for d in machine.program.domains if d.name == "cell").board
    assert trodden == [board.cell_at(*place) for place in ((2, 1), (2, 2), (3, 2), (4, 2), (4, 1))]


def test_a_bot_by_lot_takes_the_steps_themselves(path: Path) -> None:
    machine = machine_of(compile_rules(load(path)).program)
    rng = random.Random(3)
    for seed in range(10):
        match = Match(machine, seed)
        request = match.requests[0]
        assert any(option.shortcut for option in request.options)
        assert not request.options[choose(match, request, "random", rng)].shortcut


@pytest.mark.parametrize(
    ("value", "en", "fr"),
    [
        (Fraction(25, 36), "69%", "69\u00a0%"),
        (Fraction(1, 1000), "<1%", "<1\u00a0%"),
        (Fraction(999, 1000), ">99%", ">99\u00a0%"),
        (Fraction(1), "100%", "100\u00a0%"),
        (3, "3", "3"),
    ],
)
def test_how_a_chance_is_shown(value: Fraction, en: str, fr: str) -> None:
    assert (said(value, "en"), said(value, "fr")) == (en, fr)


def failure_of(path: Path, scenario: str) -> str:
    path.write_text(GAME + scenario)
    rulebook = load(path, scenarios=True)
    outcome = run(Books(rulebook), rulebook.scenarios[0])
    assert not outcome.ok
    return outcome.failures[0][1]


def test_an_odds_question_takes_no_orders(path: Path) -> None:
    said = failure_of(path, 'scenario "x":\n    title fr "x"\n    red orders walk\n    play turn\n    measure ann.skill\n')
    assert said.startswith("an odds question takes no orders") and "chooses walk" in said


def test_what_is_played_for_something_is_not_played_like_the_turn(path: Path) -> None:
    lap = "agenda lap for side:\n    go: ann.skill becomes 1\n"
    assert "‘do lap for side’" in failure_of(path, lap + 'scenario "x":\n    title fr "x"\n    play lap\n    expect ann.skill is 1\n')
