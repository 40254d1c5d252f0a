"""What many matches made use of: counts that are known beforehand, and what never happened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arbitre import api
from arbitre.interpreter.play.simulate import simulate
from arbitre.interpreter.play.totals import interval
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.wasm.run.loader import installed

GAME = """\
game toss:
    title en "Toss" fr "Lancer"
    play turn up to 3 times
option dared: 1 to 2 = 1
    title en "Turn from which one may leap" fr "Tour à partir duquel on peut sauter"
kind side, seats: red, blue
    title en "Side" fr "Camp"
kind mark: tired, bored, lame
kind plan: hold, leave
kind piece (mover), up to 4:
    owner: side
    life: 0 to 9 = 5
    marks: any mark
    plan: plan or none
event setup:
    for each side in sides: create piece as p with owner side
table luck for mover: d6
    1 or more fine: mover gains bored during turn
table doom for mover: d6
    1 to 3 low: end
    4 or more high: end
agenda turn:
    title en "Turn" fr "Tour"
    moves: for each mover in pieces: mover.owner acts in moves with mover, up to 1 times
    plans: for each mover in pieces: mover.owner chooses mover.plan from plans where it is hold or mover.life is 0 or none
    lots: for each mover in pieces: roll luck for mover
    ending:
        if turn.number is 3: sides wins
action hop by mover:
    title en "Hop" fr "Sautiller"
    during moves
    mover gains tired during turn
action leap by mover:
    title en "Leap" fr "Sauter"
    during moves
    when mover.life is 0
    mover loses tired
after hop by mover: mover loses 0 life
before leap by mover: prevent
setting lamed:
    option dared = 2
    given piece cid: owner red, life 0
    given cid gains lame
scenario "One is lame":
    title fr "L'un boite"
    start from lamed
    expect cid.life is 0
scenario "Nearly gone":
    title fr "Presque parti"
    option dared = 2
    given piece ann: owner red, life 0
    given piece bob: owner blue, life 0
    given bob gains lame
    do roll doom for ann
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "toss.rules"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def used(result: dict[str, Any]) -> dict[tuple[str, str, str], tuple[int, int]]:
    return {(one["sort"], one["of"], one["name"]): (one["times"], one["matches"]) for one in result["used"]}


def test_what_happened_and_what_never_did(game: str) -> None:
    result = simulate(game, 8, 1, cores=1)
    found = used(result)
    hops, matches = found["action", "", "hop"]
    assert 8 < hops < 48 and matches == 8
    assert found["action", "", "leap"] == (0, 0)
    assert found["row", "luck", "1"] == (48, 8)  # two pieces, three turns, eight matches
    assert found["row", "doom", "1"] == found["row", "doom", "2"] == (0, 0)
    assert found["member", "mark", "bored"] == (8, 8)  # gained and lost within a turn
    assert found["member", "mark", "lame"] == (0, 0)
    assert 0 < found["choice", "plan", "hold"][0] < 48 and found["choice", "plan", "leave"] == (0, 0)
    rules = {name: times for (sort, _, name), times in found.items() if sort == "rule"}
    assert rules == {"toss.hop": (hops, 8), "toss.leap": (0, 0)}


def test_counts_do_not_depend_on_cores(game: str) -> None:
    one, two = (simulate(game, 6, 3, cores=cores) for cores in (1, 2))
    assert one["used"] == two["used"] and one["wins"] == two["wins"]


def test_matches_that_several_win(game: str) -> None:
    result = simulate(game, 4, 1, cores=1)
    assert result["wins"] == {"blue": 4, "red": 4} and result["alone"] == {"blue": 0, "red": 0} and result["shared"] == 4
    assert result["intervals"]["red"] == interval(4, 4) and result["intervals"]["draws"] == interval(0, 4)


@pytest.mark.parametrize(("count", "of", "wanted"), [(5, 10, (0.2366, 0.7634)), (0, 10, (0.0, 0.2775)), (80, 100, (0.7112, 0.8666))])
def test_intervals(count: int, of: int, wanted: tuple[float, float]) -> None:
    """Figures of a printed table of Wilson's intervals."""
    assert interval(count, of) == pytest.approx(wanted, abs=5e-4)


def test_matches_that_begin_where_a_scenario_does(game: str) -> None:
    found = used(simulate(game, 8, 1, cores=1, scenario="Nearly"))
    assert found["action", "", "leap"] == (0, 0)  # it is prevented before it is done ...
    assert found["rule", str(Path(game)), "toss.leap"][1] > 0  # ... by this rule, which without the scenario is never asked
    assert found["member", "mark", "lame"] == (8, 8)
    assert found["row", "doom", "1"] == found["row", "doom", "2"] == (0, 0)  # what the scenario does is left out
    assert found["choice", "plan", "leave"][0] > 0


def test_a_scenario_that_is_not_there_or_says_otherwise(game: str) -> None:
    with pytest.raises(RulebookError, match="there is no scenario ‘nothing’"):
        simulate(game, 1, scenario="nothing", cores=1)
    with pytest.raises(RulebookError, match="is played with dared = 2, not 1"):
        simulate(game, 1, options={"dared": "1"}, scenario="Nearly gone", cores=1)


def test_the_library_leaves_options_to_the_scenario(game: str) -> None:
    found = api.simulate(api.load(game), 2, 1, cores=1, scenario="Nearly gone")
    assert found["matches"] == 2 and used(found)["member", "mark", "lame"] == (2, 2)


@pytest.mark.parametrize("name", ["lamed", "One is lame"])
def test_matches_that_begin_with_a_setting(game: str, name: str) -> None:
    found = used(simulate(game, 4, 1, cores=1, scenario=name))
    assert found["member", "mark", "lame"] == (4, 4) and found["row", "luck", "1"] == (12, 4)  # one piece, three turns


def test_many_members_that_are_borne_several_at_once_are_listed(tmp_path: Path) -> None:
    """A long list of skills is what a designer wants to see through; a long list of places is not."""
    names = ", ".join(f"skill_{letter}{other}" for letter in "abcdefghij" for other in "abcdefghij")
    path = tmp_path / "demo.rules"
    path.write_text(
        'game demo:\n    title en "Demo" fr "Démo"\n    play turn up to 1 times\nkind side, seats: red, blue\n'
        f"kind skill: {names}\nkind spot: {names.replace('skill', 'spot')}\n"
        "kind piece: ann\n    skills: any skill\n    spot: spot or none\n"
        "agenda turn:\n    go:\n        ann gains skill_ab\n        ann.spot becomes spot_ab\n",
        encoding="utf-8",
    )
    used = {(row["of"], row["name"]): row["times"] for row in simulate(str(path), 1, 1, cores=1)["used"] if row["sort"] == "member"}
    assert used["skill", "skill_ab"] == 1 and used["skill", "skill_ba"] == 0 and len(used) == 100


def test_threads_count_what_one_counts_and_interpret_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled matches are played side by side in threads; the closures of the machine are not even made."""
    pytest.importorskip("wasmtime")
    rules = tmp_path / "toss.rules"
    rules.write_text(GAME, encoding="utf-8")
    filled: list[Any] = []
    monkeypatch.setattr("arbitre.interpreter.reference.program.fill", filled.append)
    found = [simulate(str(rules), 40, cores=cores) for cores in (1, 3)]
    assert found[0]["compiled"] == 40 and not filled
    for one in found:
        one.pop("seconds"), one.pop("matches_per_second")  # type: ignore[misc]
    assert found[0] == found[1]


def test_matches_that_modules_give_up_are_the_same_in_threads(tmp_path: Path) -> None:
    rules = tmp_path / "toss.rules"
    rules.write_text(GAME, encoding="utf-8")
    seed = (1 << 63) - 20  # half of these seeds are too long for compiled code
    found = [simulate(str(rules), 40, seed, cores=cores) for cores in (1, 3)]
    assert found[0]["compiled"] == (20 if installed() else 0)
    for one in found:
        one.pop("seconds"), one.pop("matches_per_second")  # type: ignore[misc]
    assert found[0] == found[1]
