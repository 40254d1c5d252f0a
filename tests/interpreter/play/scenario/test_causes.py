"""What scenarios say of what did not come about: lost orders, seats that were not asked, what is told in which order, what stops."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.said import tell
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.scenarios import run_all

RULES = """game field:
    title en "Field" fr "Champ"
    play turn up to 5 times
kind side, seats: red, blue
kind cell (place), grid(5, 1, closed)
kind piece (mover): r1, r2, b1
    side: side
    cell: cell or none
kind match:
    null: flag
table of piece:
    name | side | cell
    r1   | red  | (1, 1)
    r2   | red  | (2, 1)
    b1   | blue | (5, 1)
action walk by mover to place:
    says en "{mover} walks." fr "{mover} marche."
    when mover.cell is not none and distance(mover.cell, place) is 1
    needs no pieces where cell is place else en "somebody is there" fr "quelqu'un est là"
    mover.cell becomes place
action rest by mover:
    says en "{mover} rests." fr "{mover} se repose."
    when mover.cell is not none
action cheer by mover:
    during party
    mover.cell becomes none
agenda turn:
    orders: for each side in sides together: side gives orders in secret
    check:
        if match.null: annul
    walk
    rest
    feast:
        for each side in sides where match.null and b1.cell is (4, 1): side acts in party
event annul:
    for each order in orders where state is waiting: order.state becomes cancelled
event meet:
    let one = the pieces where cell is (1, 1)
    one.cell becomes none
"""


def failures(folder: Path, lines: str) -> list[str]:
    path = folder / "field.rules"
    body = "".join(f"    {line.strip()}\n" for line in lines.strip().splitlines())
    path.write_text(f'{RULES}scenario "x":\n    title fr "x"\n{body}', encoding="utf-8")
    return [str(text) for outcome in run_all(load(path, scenarios=True)) for _, text in outcome.failures]


@pytest.mark.parametrize(
    ("lines", "cause"),
    [
        ("given match.null = true\nred orders walk by r2 to (3, 1)\nplay turn", "the order ‘walk’ of r2 was cancelled (field.rules:36)"),
        ("red orders walk by r2 to (3, 1)\nplay turn until walk", "the order ‘walk’ of r2 was never performed"),
        ("red orders walk by r2 to (1, 1)\nplay turn", "the order ‘walk’ of r2 failed"),
    ],
)
def test_what_became_of_the_orders_of_those_it_speaks_of_is_said(tmp_path: Path, lines: str, cause: str) -> None:
    (said,) = failures(tmp_path, f"{lines}\nexpect r2.cell is (3, 1)")
    assert said.replace(str(tmp_path) + "/", "").endswith(f"; {cause}"), said


def test_orders_of_others_are_no_cause(tmp_path: Path) -> None:
    (said,) = failures(tmp_path, "given match.null = true\nred orders walk by r2 to (3, 1)\nplay turn\nexpect r1.cell is (3, 1)")
    assert "order" not in said


@pytest.mark.parametrize(
    ("lines", "cause"),
    [
        (
            "given r1.cell = none\ngiven r2.cell = none\nred orders walk by r1 to (2, 1)\nplay turn",
            "red was asked nothing: blue was asked ‘orders’",
        ),
        ("red orders cheer by r1\nplay turn", "‘cheer’"),
        (
            "given b1.cell = none\nblue orders cheer by b1\nplay turn",
            "blue was asked nothing: ‘party’, in which ‘cheer’ is done, did not begin",
        ),
        (
            "red orders walk by r1 to (2, 1); walk by r1 to (2, 1)\nplay turn",
            "‘walk’ cannot take this ‘mover’ here: only r2 is left for it",
        ),
    ],
)
def test_why_an_answer_fits_no_question_is_said(tmp_path: Path, lines: str, cause: str) -> None:
    assert any(cause in said for said in failures(tmp_path, lines))


ORDERED = "given r1.cell = none\nred orders walk by r2 to (3, 1); rest by r2\nblue orders rest by b1\nplay turn\n"


def test_the_order_of_what_is_told_can_be_asked(tmp_path: Path) -> None:
    walks, rests = '"r2 walks"', '"b1 rests"'
    assert failures(tmp_path, f"{ORDERED}expect blue told {walks} before {rests} and turn.number is 1") == []
    assert failures(tmp_path, f"{ORDERED}expect everyone told {walks} before {rests} and not r2.cell is none") == []
    assert failures(tmp_path, f"{ORDERED}expect red told {rests} before {walks}") == ["‘r2 walks’ was told first"]
    (said,) = failures(tmp_path, f'{ORDERED}expect red told {walks} before "r3 rests"')
    assert said.startswith("‘r3 rests’ was not told to red; what was told, the nearest first: ‘r2 rests.’")


def test_what_cannot_be_carried_out_can_be_expected(tmp_path: Path) -> None:
    stops = "given r2.cell = (1, 1)\ndo meet\nexpect stops"
    assert failures(tmp_path, stops) == []
    assert failures(tmp_path, f"{stops}\ngiven r2.cell = none\ndo meet\nexpect r1.cell is none") == []
    (said,) = failures(tmp_path, f'{stops} "no such thing"')
    assert said.startswith("it stops for another reason: ")
    assert failures(tmp_path, "do meet\nexpect stops") == ["nothing stopped it"]
    assert "there is nothing above this line that could stop" in failures(tmp_path, "given match.null = true\nexpect stops")[0]


MARKET = """game market:
    title en "Market" fr "Marché"
    play turn up to 3 times
kind side, seats: red, blue
    coins: 0 to 90
agenda turn:
    spending: for each side in sides:
        side chooses coins from 0 to 20 by 10
        side.coins becomes coins
"""


def test_an_answer_below_what_is_played_comes_too_late_and_both_languages_say_so(tmp_path: Path) -> None:
    path = tmp_path / "market.rules"
    lines = "    blue chooses 10\n    play turn\n    red chooses 20\n"
    path.write_text(f'{MARKET}scenario "x":\n    title fr "x"\n{lines}', encoding="utf-8")
    (outcome,) = run_all(load(path, scenarios=True))
    said = outcome.failures[0][1]
    assert "red has no answer to ‘coins’" in said and "; its answer in line 14 comes too late: write it above ‘play turn’" in said
    assert "red n’a pas de réponse à" in tell(said, "fr") and "sa réponse, ligne 14, vient trop tard" in tell(said, "fr")


STONES = """game stones:
    title en "Stones" fr "Pierres"
    play turn by each side in turn up to 60 times, then full
kind side, seats: red, blue, green
kind point, grid(4, 4, closed)
    stone: side or none
agenda turn by side:
    putting: side must act in putting
action put by side at point:
    during putting
    when point.stone is none
    point.stone becomes side
event full: everyone wins
event shared:
    let both = (red, blue)
    both wins
"""


def test_an_answer_that_does_not_fit_hears_how_many_there_are_and_what_is_not_asked(tmp_path: Path) -> None:
    path = tmp_path / "stones.rules"
    lines = ["red chooses put\n    play turn", "given point(1, 1).stone = blue\n    red chooses point(1, 1)\n    play turn"]
    path.write_text(STONES + "".join(f'scenario "{n}":\n    title fr "x"\n    {line}\n' for n, line in enumerate(lines)), encoding="utf-8")
    named, taken = (outcome.failures[0][1] for outcome in run_all(load(path, scenarios=True)))
    assert "(4, 3) and 4 more" in named and named.endswith("; ‘put’ alone can be done, so only what it is done with is asked")
    assert "and 3 more" in taken and "alone" not in taken
    assert "et 4 autres" in tell(named, "fr") and "seul ce qu’il faut pour cela est demandé" in tell(named, "fr")


def test_a_shared_win_says_how_it_is_expected(tmp_path: Path) -> None:
    path = tmp_path / "stones.rules"
    scenes = ["do full\n    expect red wins", "do shared\n    expect red wins", "do full\n    expect everyone wins",
              "do shared\n    expect (red, blue) wins"]  # fmt: skip
    path.write_text(STONES + "".join(f'scenario "{n}":\n    title fr "x"\n    {line}\n' for n, line in enumerate(scenes)), encoding="utf-8")
    everyone, two, *rest = run_all(load(path, scenarios=True))
    assert everyone.failures[0][1] == "the winners are red, blue, green: ‘expect everyone wins’"
    assert two.failures[0][1] == "the winners are red, blue: ‘expect (red, blue) wins’"
    assert not any(outcome.failures for outcome in rest)
