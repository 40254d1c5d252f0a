"""A match that is opened where it stands: its past is told when somebody asks, and is that of one that was told from its start."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from programs import PROGRAM

from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import resume, seal, to_data
from arbitre.interpreter.state.errors import SaveError
from arbitre.interpreter.state.trace import Log, Numbers, first_told
from arbitre.interpreter.state.visibility import PUBLIC, REFEREE, SPECTATOR, may_see
from arbitre.interpreter.wasm.run.runtime import Runner
from arbitre.interpreter.wasm.run.shared import runner_for

pytest.importorskip("wasmtime")


@cache
def machine() -> Machine:
    made = machine_of(PROGRAM)
    assert runner_for(made) is not None
    return made


def saved(seed: int = 4, turn: int = 3) -> dict[str, Any]:
    """A match in its last turn."""
    match = Match(machine(), seed)
    for count in range(100):
        if match.turn >= turn:
            break
        match.answer(match.requests[0].id, count % len(match.requests[0].options))
    assert match.requests
    return to_data(match)


def both(data: dict[str, Any], trace: bool = True) -> tuple[Match, Match]:
    """Opened where it stands, and told from its start."""
    one, two = resume(data, machine(), trace), resume(data, machine(), trace, "interpreted")
    assert one.past is not None and two.past is None
    return one, two


def edited(data: dict[str, Any], change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Changed by somebody who knows how it is sealed."""
    out = copy.deepcopy(data)
    change(out)
    return {**out, "seal": seal(out)}


@pytest.mark.parametrize("seed", [1, 2, 4, 7])
def test_it_is_told_what_it_was_told(seed: int) -> None:
    data = saved(seed)
    one, two = both(data)
    assert isinstance(one.run.log, Log) and 0 < one.run.log.first < len(one.run.log)
    assert to_data(one) == to_data(two) == data and one.abandoned == two.abandoned and one.requests == two.requests
    assert one.past is not None, "a match that is kept has nothing told"
    assert list(one.log()) == list(two.log()) and one.past is None
    assert [(s.digest(), *rest) for s, *rest in one.checkpoints] == [(s.digest(), *rest) for s, *rest in two.checkpoints]


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, REFEREE])
def test_numbers_go_on_from_what_is_only_counted(viewer: int | str) -> None:
    one, two = both(saved())
    mine, theirs = Numbers(one.run.log or [], viewer), Numbers(two.run.log or [], viewer)
    first = first_told(one.run.log or [])
    known = [(one.run.log or [])[at] for at in range(first, len(one.run.log or []))]
    begun = next(n for n, r in enumerate(known) if r.audience == PUBLIC)  # what is not for everybody is counted from there on
    told = [mine.of(r) for r in known[begun:] if may_see(r.audience, viewer)]
    assert told == [theirs.of(r) for r in two.log(viewer) if r.index >= first + begun] and mine.latest() == theirs.latest()
    assert [mine.find(n) for n in told] == [theirs.find(n) for n in told] and one.past is not None
    every = [theirs.of(r) for r in two.log(viewer)]
    assert [mine.find(n) for n in every] == [r.index for r in two.log(viewer)] and one.past is None
    assert [mine.of(r) for r in one.log(viewer)] == every


@pytest.mark.parametrize("trace", [True, False])
def test_it_is_undone_to_its_start_and_played_to_its_end(trace: bool) -> None:
    one, two = both(saved(), trace)
    while two.undo():
        assert one.undo() and one.digest() == two.digest() and [r.id for r in one.requests] == [r.id for r in two.requests]
    assert not one.undo()
    one, two = both(saved(), trace)
    for match in (one, two):
        while match.requests:
            match.answer(match.requests[0].id, 0)
    assert one.over and one.digest() == two.digest() and one.tape == two.tape and to_data(one) == to_data(two)


def test_a_file_of_before_is_told_from_its_start() -> None:
    """It does not say how much was told."""
    data = edited(saved(), lambda data: data.pop("told"))
    assert resume(data, machine()).past is None and resume(data, machine(), trace=False).past is not None


def test_seats_are_those_that_were_asked() -> None:
    """Whatever the file says."""
    right = saved()

    def change(data: dict[str, Any]) -> None:
        data["answers"][0][0] = 7

    again = resume(edited(right, change), machine())
    assert again.past is None and again.tape.answers[0].seat == right["answers"][0][0]


@pytest.mark.parametrize("trace", [True, False])
def test_an_answer_whose_name_is_no_text_is_refused(trace: bool) -> None:
    with pytest.raises(SaveError) as error:
        resume(edited(saved(), lambda data: data["answers"][0].__setitem__(3, {"a": 1})), machine(), trace)
    assert error.value.code == "damaged"


@pytest.mark.parametrize("trace", [True, False])
def test_an_answer_that_nobody_could_give_is_refused(trace: bool) -> None:
    for choice in (3, -1, 1 << 24, 1 << 70):

        def change(data: dict[str, Any], choice: int = choice) -> None:
            data["answers"][0][2] = choice

        with pytest.raises(SaveError) as error:
            resume(edited(saved(), change), machine(), trace)
        assert error.value.code == "damaged"


@pytest.mark.parametrize(
    "change",
    [lambda data: data["answers"][0].__setitem__(3, "another"), lambda data: data["told"]["told"][0].__setitem__(1, 1)],
    ids=["the name of an answer", "how much was told"],
)
def test_what_only_the_past_shows_is_refused_when_it_is_told(change: Callable[[dict[str, Any]], object]) -> None:
    match = resume(edited(saved(), change), machine())
    for _ in range(2):
        with pytest.raises(SaveError) as error:
            match.log()
        assert error.value.code == "damaged"


@pytest.mark.parametrize(
    "told", [None, [], {"answers": 0, "told": []}, {"answers": 10**6, "told": []}, {"answers": 2, "told": [[1]]},
             {"answers": 2, "told": [[-1, True]]}, {"answers": 2, "told": [[-1, -3]]}, {"answers": "2", "told": []},
             {"answers": 2, "told": [[-1, 10**30]]}],
)  # fmt: skip
def test_a_mark_of_another_form_is_refused(told: object) -> None:
    from arbitre.interpreter.match.save import checked

    with pytest.raises(SaveError) as error:
        checked(edited(saved(), lambda data: data.update(told=told)), "it")
    assert error.value.code == "damaged"


def test_where_the_module_gives_up_the_closures_tell_all(monkeypatch: pytest.MonkeyPatch) -> None:
    data, call = saved(), Runner.call

    def full(self: Runner, name: str, *args: int) -> int:
        if name == "go_on":
            self.put("NEEDED", 0)
            return call(self, "perform", 10**6, 0, 0)  # there is no such event
        return call(self, name, *args)

    monkeypatch.setattr(Runner, "call", full)
    for trace in (True, False):
        match = resume(data, machine(), trace)
        assert match.past is None and match.digest() == data["digest"]
