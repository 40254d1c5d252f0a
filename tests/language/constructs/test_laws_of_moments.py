"""``always NAME after EVENT: …`` and ``always NAME once per match: EVENT``, in both executors."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.errors import RulesError
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.simulate import play_out
from arbitre.interpreter.wasm.run.loader import installed, runner_of
from arbitre.interpreter.wasm.run.runtime import FAILED, Stopped

GAME = """\
game trial:
    title en "Trial" fr "Épreuve"
    play turn up to 3 times
kind side, seats: red, blue
    life: 0 to 9 = 5
kind chest: oak, elm
agenda turn:
    first: red chooses gift from 0 to 1
    then: hurt red
    last:
        open_up oak
        if turn.number is 2: open_up elm
event hurt side:
    side loses 1 life
    side gains 1 life
    side loses 1 life
event open_up chest:
    red gains 0 life
"""
LAWS = {
    "always fine after hurt side: side.life is 2 or more": None,
    "always fine after hurt side: side.life is 3 or more": "fine",  # 2 after the third turn
    "always fine before hurt side: side.life is 3 or more": None,
    "always fine before hurt side: side.life is 4 or more": "fine",
    "always fine after turn: red.life is 3 or more": "fine",
    "always fine after turn.then: red.life is blue.life - turn.number": None,
    "always fine after turn.first: red.life is blue.life": "fine",
    "always rare once per match: open_up chest": "rare",
    "always rare once per turn: open_up chest": None,
    "always rare once per turn: open_up": "rare",
    "always rare once per match: hurt side because en \"Once is enough.\" fr \"Une fois suffit.\"": "rare",
}  # fmt: skip


@pytest.mark.parametrize("law", LAWS)
def test_both_executors_hold_it(tmp_path: Path, law: str) -> None:
    path = tmp_path / "trial.rules"
    path.write_text(GAME + law + "\n", encoding="utf-8")
    program = program_of(path)
    runner, wrong = runner_of(program) if installed() else None, LAWS[law]
    assert runner is not None or not installed()
    for seed in range(3):
        error = play_out(machine_of(program), seed)[1].error
        assert (f"‘always {wrong}’" in error) if wrong else not error, error
        if runner is None:
            continue
        runner.begin(seed)
        if wrong:
            with pytest.raises(Stopped) as stop:
                runner.call("play", 1_000_000)
            assert stop.value.code == FAILED
        else:
            runner.call("play", 1_000_000)


def test_it_names_one_thing_at_most(tmp_path: Path) -> None:
    path = tmp_path / "trial.rules"
    path.write_text(
        GAME + "event swap side with (other: side):\n    side gains 0 life\nalways odd once per match: swap side with (other: side)\n"
    )
    with pytest.raises(RulesError, match="is given several things"):
        program_of(path, {})
