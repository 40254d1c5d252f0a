"""Whole matches: they end, they replay to the same state, and nobody sees what is hidden from him."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest

from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.errors import BadOption
from arbitre.dsl.lower.program import bind, compile_rules
from arbitre.dsl.modules.library import names
from arbitre.dsl.modules.loader import load
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import read, resume, save
from arbitre.interpreter.match.views import view
from arbitre.interpreter.play.simulate import play_out, simulate
from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
from arbitre.interpreter.wasm.run.loading import installed, runner_of
from arbitre.interpreter.wasm.run.runtime import LIMIT as LIMITED
from arbitre.interpreter.wasm.run.runtime import Runner, Stopped
from benchmarks.soak import hidden_cells

MATCHES = 16
STRIDES = (1, 2, 3, 5)  # how far the choice of an option moves on from match to match, so that no two options always go together
LIMIT = 700  # decisions: the long games are cut there, and must replay to the same state all the same


@cache
def rulebook(name: str) -> Rulebook:
    return load(name)


@cache
def machine(name: str, options: tuple[tuple[str, str], ...] = ()) -> Machine:
    return machine_of(compile_rules(rulebook(name), dict(options)).program)


@cache
def runner(name: str) -> Runner | None:
    """The module of a game, if modules are made here."""
    return runner_of(machine(name).program) if installed() else None


@cache
def paired(name: str) -> list[dict[str, str]]:
    """Choices of options for half of the matches: every value of every option is in one of them, each time beside other ones."""
    infos = bind(rulebook(name)).symbols.option_infos
    count = MATCHES // 2
    wanted = [info.choices if len(info.choices) <= count else [*info.choices[: count - 1], info.choices[-1]] for info in infos]

    def value(place: int, row: int) -> str:
        """The first matches go through the values, then each option goes on at a pace of its own."""
        values = wanted[place]
        return values[row - place % len(values)] if row < len(values) else values[(row * STRIDES[place % 4] + place) % len(values)]

    return [{info.name: value(place, row) for place, info in enumerate(infos)} for row in range(count)]


@pytest.mark.parametrize("seed", [*range(MATCHES // 2), *(pytest.param(n, marks=pytest.mark.more) for n in range(MATCHES // 2, MATCHES))])
@pytest.mark.parametrize("name", names())
def test_random_match_ends_and_replays(name: str, seed: int, tmp_path: Path) -> None:
    """Every other match is played with options; those without are played by the module, and the closures follow."""
    options = paired(name)[seed // 2] if seed % 2 else {}
    made = machine(name, tuple(options.items()))
    limit = LIMIT // 2 if options else LIMIT
    if not options and (quick := runner(name)) is not None:
        followed(made, quick, seed, tmp_path / "match.json")
        return
    match, result = play_out(made, seed, limit=limit)
    assert not result.error, options
    assert match is not None
    assert result.over or match.unfinished or result.decisions == limit
    path = tmp_path / "match.json"
    save(match, path)
    again = resume(read(path), made, trace=False, executor="closures" if options else "")  # no module for one match alone
    assert again.digest() == match.digest()
    assert again.winners == match.winners


def followed(made: Machine, quick: Runner, seed: int, path: Path) -> None:
    """A match of the module is one of the closures too, to its end or as far as it went; its save holds it."""
    quick.begin(seed, limit=LIMIT)
    whole = True
    try:
        quick.call("play", 1_000_000_000)
    except Stopped as stop:
        assert stop.code == LIMITED
        whole = False
    tape = [(answer.seat, answer.choice) for answer in quick.tape()]
    match = Match(made, seed, trace=False, start=False)
    match.answers.script = [choice for _, choice in tape]
    match.begin()
    given = [(answer.seat, answer.choice) for answer in match.tape.answers]
    if whole:
        assert given == tape and (match.state.over or match.unfinished)
        assert match.digest() == quick.state().digest()
    else:  # the last statement has not got all its answers
        assert len(given) > LIMIT - 40 and given == tape[: len(given)]
    save(match, path)
    kept = read(path)
    assert (kept["seed"], [(seat, choice) for seat, _, choice, _ in kept["answers"]]) == (seed, given)


@pytest.mark.parametrize("name", names())
def test_every_option_value_makes_a_match(name: str) -> None:
    """The matches above take each of them; of numbers of which there are many, the smallest and the largest too."""
    for info in bind(rulebook(name)).symbols.option_infos:
        taken = {options[info.name] for options in paired(name)}
        ends = {info.choices[0], info.choices[-1]}
        assert taken >= (set(info.choices) if len(info.choices) <= MATCHES // 2 else ends), info.name


@pytest.mark.parametrize("name", names())
def test_unknown_options_are_refused(name: str) -> None:
    with pytest.raises(BadOption):
        bind(rulebook(name), {"no_such_option": "1"})


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(n, marks=pytest.mark.more) for n in (3, 4, 5))])
@pytest.mark.parametrize("name", names())
def test_views_do_not_depend_on_what_is_hidden(name: str, seed: int) -> None:
    """Two states that differ only in what a viewer may not see give him the same view."""
    rng = random.Random(seed)
    match = Match(machine(name), seed)
    for _ in range(60):
        if not match.requests:
            break
        request = match.requests[0]
        match.answer(request.id, rng.randrange(len(request.options)))
    viewers: list[int | str] = [*range(match.program.domains[match.program.seats].size), SPECTATOR]
    for viewer in viewers:
        before = json.dumps(view(match, viewer), sort_keys=True)
        other = match.clone()
        for cell, low, high in hidden_cells(other, viewer):
            owner = other.program.fields[other.machine.layout.owner[cell]]
            if owner.target == other.program.seats:
                continue  # who commands a piece decides who may see it: changing that is another match
            value = rng.randint(max(low, NONE), min(high, low + 1000))
            other.state.cells[cell] = value
        if any(hidden_cells(match, viewer) != hidden_cells(other, viewer) for _ in (0,)):
            continue  # what is visible itself depends on what was changed
        assert json.dumps(view(other, viewer), sort_keys=True) == before


@pytest.mark.parametrize("name", names())
def test_log_shows_no_secret_choice(name: str) -> None:
    rng = random.Random(5)
    match = Match(machine(name), 5)
    for _ in range(80):
        if not match.requests:
            break
        request = match.requests[-1]
        match.answer(request.id, rng.randrange(len(request.options)))
    secret = [r for r in match.log(REFEREE) if r.kind == "choice" and r.audience >= 0]
    for record in secret:
        for seat in range(match.program.domains[match.program.seats].size):
            assert (record in match.log(seat)) == bool(record.audience >> seat & 1)
        assert record not in match.log(SPECTATOR)


@pytest.mark.parametrize("name", names())
def test_simulation_does_not_depend_on_cores(name: str) -> None:
    def counts(cores: int) -> dict[str, object]:
        short = {"rounds": "10"} if any(i.name == "rounds" for i in bind(rulebook(name)).symbols.option_infos) else {}
        result = simulate(name, 2, 11, options=short, cores=cores)
        return {k: v for k, v in result.items() if "second" not in k}

    assert counts(1) == counts(2)
