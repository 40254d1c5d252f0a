"""The public interface: every example of its documentation runs, and what it refuses it refuses clearly."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import typing
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from arbitre import api

RULES = str(Path(__file__).parents[1] / "demo.rules")


def test_examples(tmp_path: Path) -> None:
    names = {**vars(api), "RULES": RULES, "FILE": str(tmp_path / "match.json")}
    parts = ("arguments", "rules", "game", "chances", "positions", "nodes", "outline", "shapes", "showing", "post")
    modules = [api, *(import_module(f"arbitre.api.{part}") for part in parts)]
    found = [test for module in modules for test in doctest.DocTestFinder().find(module, module.__name__, extraglobs=names)]
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    for example in found:
        runner.run(example)
    failed, tried = runner.summarize(verbose=False)
    assert tried > 30 and not failed


def test_everything_public_can_be_taken_from_the_package() -> None:
    """In a process of its own: under pytest this folder, of the same name, may stand before the package."""
    said = "import arbitre, arbitre.api as api; print([n for n in api.__all__ if getattr(arbitre, n) is not getattr(api, n)])"
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"


def test_refusals() -> None:
    rules = api.load(RULES)
    with pytest.raises(api.NotFound):
        api.load("no_such_game")
    with pytest.raises(api.Refused):
        api.start(rules, sides={"green": "random"})
    with pytest.raises(api.Refused):
        api.start(rules, sides={"red": "wizard"})
    game = api.start(rules)
    before = game.digest
    mine, other = api.pending(game)
    for question, option, side in ((mine, "fly", None), (mine, 7, None), (mine, "lunge", "blue"), ("nothing", "lunge", None)):
        with pytest.raises(api.AnswerError):
            api.answer(game, question, option, side)
    assert game.digest == before and api.pending(game) == [mine, other]
    api.answer(game, mine, "lunge")
    with pytest.raises(api.AnswerError):
        api.answer(game, mine, "lunge")
    with pytest.raises(api.Refused):
        api.view(game, "green")


def test_undo_goes_back_to_the_person_not_to_the_bot() -> None:
    game = api.start(api.load(RULES), seed=3, sides={"blue": "random"})
    digests = []
    for _ in range(3):
        digests.append(game.digest)
        api.answer(game, api.pending(game)[0], "guard")
    while digests:
        assert api.undo(game)
        assert game.digest == digests.pop()
        assert [q.side for q in api.pending(game)] == ["red"]
    assert not api.undo(game)
    assert [q.side for q in api.pending(game)] == ["red"]


def test_chances_are_shown_only_to_those_who_may_know_what_they_are_made_of(tmp_path: Path) -> None:
    """A test whose bonus comes from a secret plan: the owner and the referee see its chances, the other side does not."""
    file = tmp_path / "hidden.rules"
    file.write_text(
        Path(RULES).read_text(encoding="utf-8")
        .replace("game demo:", "game hidden:")
        .replace("    success when total is 5 or more", "    + bonus(attacker)\n    success when total is 5 or more")
        .replace("    roll 2d6 as blow\n", "    test nerve by attacker:\n        success: defender loses 1 life\n    roll 2d6 as blow\n"),
        encoding="utf-8",
    )  # fmt: skip
    game = api.start(api.load(file), seed=5)
    for question in api.pending(game):
        api.answer(game, question, "lunge")
    told = {viewer: [line for line in api.report(game, viewer) if "nerve" in line] for viewer in ("red", "blue", "referee", "spectator")}
    assert len(told["referee"]) == 2 and all("nerve on 3+" in line for line in told["referee"])
    assert "on 3+" in told["red"][0] and "on 3+" not in told["red"][1]
    assert "on 3+" not in told["blue"][0] and "on 3+" in told["blue"][1]
    assert not any("on 3+" in line for line in told["spectator"])


def test_a_rule_that_stops_half_way_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "broken.rules"
    broken = "    defender loses 1 life\n    let gone = first(pieces where life is 9)\n    gone.life becomes 3\n"
    file.write_text(
        Path(RULES).read_text(encoding="utf-8")
        .replace("game demo:", "game broken:")
        .replace("    roll 2d6 as blow\n", f"{broken}    roll 2d6 as blow\n"),
        encoding="utf-8",
    )  # fmt: skip
    rules = api.load(file)
    game = api.start(rules)
    first, before = api.pending(game)[0], api.view(game)
    api.answer(game, first, "lunge")
    with pytest.raises(api.RulebookError):
        api.answer(game, api.pending(game)[0], "guard")
    assert api.view(game)["kinds"] == before["kinds"]
    api.save(game, tmp_path / "kept.json")
    assert api.load_match(tmp_path / "kept.json", rules).digest == game.digest


def test_what_is_hidden_changes_nothing_the_other_side_is_told() -> None:
    told = []
    for plan in ("lunge", "guard"):
        game = api.start(api.load(RULES), seed=4)
        api.answer(game, api.pending(game, "red")[0], plan)
        told.append((api.report(game, "blue"), api.view(game, "blue"), api.pending(game, "blue"), api.report(game, "spectator")))
    assert told[0] == told[1]


def test_sides_may_be_named_by_what_they_come_to_belong_to_in_the_setup(tmp_path: Path) -> None:
    file = tmp_path / "camps.rules"
    file.write_text(
        "game camps:\n    play turn up to 3 times\nkind camp: north, south\nkind wish: low, high\n"
        "kind person, seats: ann, bob, cat, dan\n    camp: camp\n    wish: wish or none\n"
        "event setup:\n    cat.camp becomes south\n    dan.camp becomes south\n"
        "    for each person in people together: person chooses person.wish from wishes in secret\n"
        "agenda turn:\n    rest:\n        let nothing = 0\n".replace("kind person, seats:", "kind person, seats, many people:")
        .replace("kind wish:", "kind wish, many wishes:"),
        encoding="utf-8",
    )  # fmt: skip
    rules = api.load(file)
    game = api.start(rules, sides={"south": "random"})
    assert [q.side for q in api.pending(game)] == ["ann", "bob"]
    assert [q.side for q in api.pending(api.start(rules, sides={"north": "random"}))] == ["cat", "dan"]


@pytest.mark.parametrize("seed", ["x", None, 1.5, True, 10**1001])
def test_a_seed_that_no_save_could_hold_is_refused(seed: object, tmp_path: Path) -> None:
    rules = api.load(RULES)
    with pytest.raises(api.Refused, match="whole number"):
        api.start(rules, seed=seed)  # type: ignore[arg-type]
    with pytest.raises(api.Refused, match="whole number"):
        api.simulate(rules, 1, seed=seed, cores=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [0, -1, 10**100, 10**999])
def test_every_other_seed_is_saved_and_read(seed: int, tmp_path: Path) -> None:
    rules = api.load(RULES)
    game = api.start(rules, seed=seed)
    api.save(game, tmp_path / "kept.json")
    assert api.load_match(tmp_path / "kept.json", rules).digest == game.digest


def test_what_is_given_wrongly_is_refused_with_a_documented_error(tmp_path: Path) -> None:
    rules = api.load(RULES)
    game = api.start(rules)
    refused = [
        lambda: api.report(game, lang="de"),
        lambda: api.report(game, until="a"),
        lambda: api.start(rules, sides="red"),
        lambda: api.simulate(rules, 1, sides={"red": "human"}, cores=1),
        lambda: api.simulate(rules, 1, sides={"green": "random"}, cores=1),
        lambda: api.simulate(rules, 1, cores=-1),
        lambda: api.simulate(rules, 1, cores=0),
        lambda: api.simulate(rules, -1, cores=1),
        lambda: api.simulate(rules, 2.5, cores=1),
        lambda: api.odds(rules, None),
    ]
    for number, call in enumerate(refused):
        with pytest.raises(api.Refused):
            call()
            pytest.fail(f"number {number} passes")
    for name in ("x" * 5000, None, 3, ["demo"], b"demo", "demo\0"):
        with pytest.raises(api.NotFound):
            api.load(name)  # type: ignore[arg-type]
    with pytest.raises(api.BadOption):
        api.load(RULES, "abc")  # type: ignore[arg-type]
    with pytest.raises(api.AnswerError):
        api.answer(game, None, "lunge")  # type: ignore[arg-type]
    for path in (tmp_path / "no" / "x", tmp_path, "x\0"):
        with pytest.raises(api.SaveError) as error:
            api.save(game, path)
        assert error.value.code == "unwritable"


def test_one_extension_may_be_given_without_a_list(tmp_path: Path) -> None:
    (tmp_path / "demo.rules").write_text(Path(RULES).read_text(encoding="utf-8"), encoding="utf-8")
    more = tmp_path / "more.rules"
    more.write_text('extends demo\nplan feint:\n    title en "Feint" fr "Feinte"\n', encoding="utf-8")
    for given in (str(more), more, [str(more)]):
        rules = api.load(tmp_path / "demo.rules", extensions=given)
        assert "feint" in api.pending(api.start(rules))[0].keys and rules.extensions == (str(more),)


def test_sides_of_a_simulation_may_be_what_several_belong_to(tmp_path: Path) -> None:
    file = tmp_path / "camps.rules"
    file.write_text(
        "game camps:\n    play turn up to 1 times\nkind camp: north, south\nkind person, seats, many people: ann, bob\n"
        "    camp: camp\n    door: cell\n    way: direction\n    wish: camp or none\nkind cell, grid(3, 3, closed)\n"
        "event setup:\n    bob.camp becomes south\n    bob.door becomes cell(2, 2)\n    bob.wish becomes north\n"
        "agenda turn:\n    ask: for each person in people together: person chooses person.wish from camps in secret\n",
        encoding="utf-8",
    )  # fmt: skip
    rules = api.load(file)
    assert api.simulate(rules, 1, sides={"south": "greedy"}, cores=1)["matches"] == 1
    with pytest.raises(api.Refused) as error:
        api.start(rules, sides={"nobody": "random"})
    assert str(error.value).endswith("there are: ann, bob")


def test_a_question_is_asked_with_the_options_the_rules_were_loaded_with(tmp_path: Path) -> None:
    file = tmp_path / "demo.rules"
    file.write_text(
        Path(RULES).read_text(encoding="utf-8").replace("when total is 5 or more", "when total is hearts or more"), encoding="utf-8"
    )
    assert api.odds(api.load(file), "nerve")[0]["probability"] == Fraction(2, 3)
    assert api.odds(api.load(file, {"hearts": 5}), "nerve")[0]["probability"] == Fraction(1, 3)
    assert api.odds(api.load(file, {"hearts": 5}), "nerve", {"hearts": 6})[0]["probability"] == Fraction(1, 6)


def test_until_counts_what_the_viewer_sees() -> None:
    game = api.start(api.load(RULES), seed=4, sides={"red": "random", "blue": "random"})
    for viewer in ("referee", "red", "spectator"):
        whole = api.report(game, viewer)
        seen = len(game.match.log(0 if viewer == "red" else viewer))
        assert api.report(game, viewer, until=seen - 1) == whole[:-1]  # but for how it ended
        assert 0 < len(api.report(game, viewer, until=seen // 2)) < len(whole) - 1


def test_every_exception_has_one_base() -> None:
    named = [getattr(api, name) for name in api.__all__]
    raised = [one for one in named if isinstance(one, type) and issubclass(one, Exception)]
    assert len(raised) > 6 and all(issubclass(one, api.ArbitreError) for one in raised)
    with pytest.raises(api.ArbitreError):
        api.odds(api.load(RULES), "nothing of that name")


def keys_of(data: object, shape: Any) -> None:
    """Data has the keys its type says, and no others, at every depth."""
    if typing.is_typeddict(shape):
        assert isinstance(data, dict)
        hints = typing.get_type_hints(shape)
        assert shape.__required_keys__ <= data.keys() <= hints.keys(), (shape, sorted(data))
        for key, value in data.items():
            keys_of(value, hints[key])
    elif typing.get_origin(shape) is list:
        assert isinstance(data, list)
        for one in data:
            keys_of(one, typing.get_args(shape)[0])
    elif typing.get_origin(shape) is dict:
        assert isinstance(data, dict)
        for value in data.values():
            keys_of(value, typing.get_args(shape)[1])
    elif isinstance(shape, type):
        assert isinstance(data, shape), (shape, data)


def test_results_have_the_shapes_their_types_say() -> None:
    rules = api.load(RULES)
    game = api.start(rules, seed=4)
    for viewer in ("red", "spectator", "referee"):
        keys_of(api.view(game, viewer), api.View)
    keys_of(api.record(game), api.CampaignRecord)
    keys_of(api.simulate(rules, 3, cores=1), api.Simulation)
    for question in ("nerve", "bonus"):
        keys_of(api.odds(rules, question), list[api.Outcome])


CALLER = """
import arbitre
from fractions import Fraction
rules: arbitre.Rules = arbitre.load("x")
game = arbitre.start(rules)
reveal_type(arbitre.view(game)["winners"])
reveal_type(arbitre.odds(rules, "x")[0]["probability"])
reveal_type(arbitre.simulate(rules)["intervals"])
arbitre.view(game)["winers"]
arbitre.nothing
"""


def test_callers_see_the_types(tmp_path: Path) -> None:
    """What a program that uses the package is told by a strict checker."""
    file = tmp_path / "caller.py"
    file.write_text(CALLER, encoding="utf-8")
    root = Path(api.__file__).resolve().parents[2]
    # Strict too, and what it found out of the package it has read there before.
    command = [sys.executable, "-m", "mypy", "--config-file", str(root / "pyproject.toml"), "--cache-dir", str(root / ".mypy_cache")]
    done = subprocess.run([*command, str(file)], cwd=root, capture_output=True, text=True, timeout=300, check=False)
    told = [line.partition(".py:")[2] for line in done.stdout.splitlines() if line.startswith(str(file)) or "caller.py" in line]
    assert [re.sub(r"^(\d+): (note|error): ", r"\1 ", line).partition("  [")[0].replace("builtins.", "") for line in told] == [
        '6 Revealed type is "list[str]"',
        '7 Revealed type is "fractions.Fraction"',
        '8 Revealed type is "dict[str, list[float]]"',
        '9 TypedDict "View" has no key "winers"',
        '9 Did you mean "winners"?',
        '10 Module has no attribute "nothing"',
    ]
