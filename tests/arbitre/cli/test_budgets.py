"""What a stranger's rules may cost: everything stops in time, with the place and the remedy."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arbitre.cli.main import cli
from arbitre.dsl import budget
from arbitre.dsl.core import Dice
from arbitre.dsl.core.dice_sums import ways
from arbitre.dsl.diagnostics.errors import BadOption

HEAD = """\
game hostile:
    title en "Hostile" fr "Hostile"
kind side (s), seats: red, blue
    title en "Side" fr "Camp"
    gold: 0 to 99
        title en "Gold" fr "Or"
kind cell (c, d, e), grid({0}, {0}, closed)
    title en "Cell" fr "Case"
    mark: 0 to 9
        title en "Mark" fr "Marque"
"""
TURN = "agenda turn:\n    go: red gains 1 gold\n"
LOOP = "event setup:\n    let n = 3\n    while n is 1 or more, up to 1000000 times:\n        {0}\n"


def run(folder: Path, rules: str, *command: str, cells: int = 2) -> Result:
    path = folder / "hostile.rules"
    path.write_text(HEAD.format(cells) + rules, encoding="utf-8")
    args = [str(path) if word == "FILE" else word for word in command]
    return CliRunner().invoke(cli, [*args, "--lang", "en"])


def said(result: Result) -> str:
    return " ".join(result.output.replace("\u00a0", " ").split())


def test_a_budget_is_read_as_people_write_it() -> None:
    assert budget.read("") == budget.Budget(10.0, 512)
    assert budget.read("30s,2GB") == budget.Budget(30.0, 2000.0, always=True)
    assert budget.read("2min") == budget.Budget(120.0, 512.0, always=True)
    assert budget.read("OFF") == budget.Budget(None, None)
    for wrong in ("soon", "30", "0s", "1s and a bit"):
        with pytest.raises(BadOption):
            budget.read(wrong)


def test_dice_are_summed_exactly_and_quickly() -> None:
    began = time.process_time()
    counts, whole = ways([Dice(100, tuple(range(1, 1001)))])
    assert sum(counts.values()) == whole == 1000**100 and (min(counts), max(counts)) == (100, 100_000)
    assert time.process_time() - began < 5
    assert ways([Dice(2, (1, 2, 3)), Dice(1, (1, 5))]) == ({3: 1, 4: 2, 5: 3, 6: 2, 7: 2, 8: 2, 9: 3, 10: 2, 11: 1}, 18)


@pytest.mark.parametrize("command", [("check", "FILE"), ("play", "FILE", "--watch", "--seed", "1"), ("odds", "FILE", "push"),
                                     ("odds", "FILE", "pull"), ("test", "FILE")])  # fmt: skip
def test_many_dice_hang_no_command(tmp_path: Path, command: tuple[str, ...]) -> None:
    rules = """\
table spoils for side: 60d200
    title en "Spoils" fr "Butin"
    5000 or less low: side gains 1 gold
    5001 or more high: side gains 2 gold
test push by side: 50d60 + 1
    title en "Push" fr "Pousser"
    success when total is 2000 or more
contest pull by side: 50d60 against 50d60
    title en "Pull" fr "Tirer"
agenda turn:
    go:
        if turn.number is 3:
            red wins
        roll spoils for red
        test push by red
        contest pull by red
scenario "It is played":
    title fr "Cela se joue"
    expect red.gold is 0
"""
    result = run(tmp_path, rules, *command)
    assert not isinstance(result.exception, Exception) or isinstance(result.exception, SystemExit)
    assert "S03" not in said(result)
    if "pull" in command:
        assert "too many possibilities" in said(result) and "hostile.rules:" in said(result)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (LOOP.format("n becomes n * n") + TURN, "hostile.rules:14:19: this number has more than 18 digits"),
        (LOOP.format("n becomes n + n") + TURN, "hostile.rules:14:9: this number has more than 18 digits"),
        (LOOP.format('says en "Gold: {red.gold}" fr "Or : {red.gold}"') + TURN, "the rules never stop (in setup) 13"),
        (
            "agenda turn:\n    go:\n        if any c in cells where any d in cells where c.mark + d.mark is 19: red gains 1 gold\n",
            "hostile.rules:13:33: this looks at too many rows in one go",
        ),
        (
            "always fine: no c in cells where any d in cells where c.mark + d.mark is 19\n" + TURN,
            "hostile.rules:11:34: this looks at too many rows in one go",
        ),
    ],
)
def test_what_rules_do_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, expected: str) -> None:
    monkeypatch.setattr("arbitre.interpreter.match.match.BUDGET", 100_000)
    result = run(tmp_path, rules, "play", "FILE", "--watch", "--seed", "1", "--budget", "60s", cells=60 if "cells where" in rules else 2)
    assert result.exit_code == 1 and expected in said(result), said(result)
    assert "= " in result.output  # and how to mend it


def test_time_is_bounded_and_more_may_be_allowed(tmp_path: Path) -> None:
    deep = "let step0 = 1\n" + "".join(f"let step{n} = step{n - 1} + step{n - 1} + count(sides)\n" for n in range(1, 19)) + TURN
    looped = deep.replace("    go: red gains 1 gold", "    go: red gains min(9, step18) gold")
    slow = run(tmp_path, looped, "play", "FILE", "--watch", "--seed", "1", "--budget", "0.2s")
    assert slow.exit_code == 1 and "seconds of computing" in said(slow) and "--budget" in said(slow), said(slow)
    assert os.environ.get(budget.VARIABLE) is None  # what one command allows does not stay


def test_memory_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def held() -> int:  # what the process holds: too much as soon as the file is being read
        return 10**9 if budget.watched_over() else 0

    monkeypatch.setattr(budget, "resident", held)
    many = "".join(f'clause HO-a-{n}:\n    text en "Number {n}." fr "Numéro {n}."\n' for n in range(1500))
    result = run(tmp_path, many + TURN, "check", "FILE", "--budget", "60s,50MB")
    assert result.exit_code == 1 and "more than 50 MB of memory" in said(result), said(result)[:500]
    assert "hostile.rules:" in said(result)


def test_the_library_needs_no_budget_unless_one_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "TICK", 0.001)
    assert CliRunner().invoke(cli, ["list", "coliseum"]).exit_code == 0
    assert CliRunner().invoke(cli, ["show", "dungeonbowl", "--budget", "0.001s"]).exit_code == 1
    wrong = CliRunner().invoke(cli, ["list", "coliseum", "--budget", "much", "--lang", "fr"])
    assert wrong.exit_code == 1 and "n’est pas un budget" in wrong.output


def test_each_of_several_rulebooks_may_hold_as_much_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of the lab keeps some variants ready: what the others hold is not counted against the one that is made ready now."""
    held = [100_000_000]
    monkeypatch.setattr(budget, "resident", lambda: held[0])
    with budget.guarding():
        budget.stranger()
        guard = budget._GUARD[-1]
        held[0] += 400_000_000
        guard.look(None)
        budget.afresh(memory=True)
        held[0] += 400_000_000
        guard.look(None)
        held[0] += 200_000_000
        with pytest.raises(budget.Overspent, match="512 MB"):
            guard.look(None)


def test_a_question_that_takes_too_long_is_its_own_fault_alone(tmp_path: Path) -> None:
    """The other scenarios are told all the same, and the pages are written."""
    rules = """\
kind die, many dice: a, b, c, f, g, h, k
    title en "Die" fr "Dé"
    face: 0 to 20
        title en "Face" fr "Face"
event throw_all:
    title en "Throw" fr "Lancer"
    for each die in dice:
        roll d20 as shown
        die.face becomes shown
scenario "Slow":
    title fr "Lent"
    do throw_all
    measure count(dice where face is 1) as ones
scenario "Quick":
    title fr "Vite"
    expect red.gold is 0
"""
    result = run(tmp_path, rules + TURN, "test", "FILE", "--budget", "2s")
    assert result.exit_code == 1, said(result)
    assert "Slow: this takes more than 2 seconds of computing; ask about less of it" in said(result)
    assert "1 passed, 1 failed" in said(result)


def test_what_was_counted_before_the_time_is_up_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a place, as no rule is at fault, and with more than was given as the remedy."""
    from arbitre.interpreter.play import perft

    def counted(node: object, turns: int) -> int:
        if turns < 3:
            return 2**turns
        guard = budget._GUARD[-1]
        guard.began -= 1_000
        guard.look(None)
        raise AssertionError("nothing has stopped it")

    monkeypatch.setattr(perft, "perft", counted)
    result = run(tmp_path, TURN, "perft", "FILE", "--depth", "9", "--budget", "100s")
    assert "depth 1: 2 depth 2: 4 Error: this takes more than 100 seconds" in said(result), said(result)
    assert "--budget 200s (or ARBITRE_BUDGET=200s)" in said(result)
