"""Whole matches: they end, they replay to the same state, and nobody sees what is hidden from him."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest

from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import nodes
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
from arbitre.interpreter.wasm.run.loader import installed, runner_of
from arbitre.interpreter.wasm.run.runtime import LIMIT as LIMITED
from arbitre.interpreter.wasm.run.runtime import Runner, Stopped
from benchmarks.soak import hidden_cells
from tests import lots

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


@pytest.mark.parametrize("seed", [*range(MATCHES // 4), *(pytest.param(n, marks=pytest.mark.more) for n in range(MATCHES // 4, MATCHES))])
@pytest.mark.parametrize("name", names())
def test_random_match_ends_and_replays(name: str, seed: int, tmp_path: Path) -> None:
    """Every other match is played with options; those without are played by the compiled executor, and the interpreter follows."""
    options = paired(name)[seed // 2] if seed % 2 else {}
    made = machine(name, tuple(options.items()))
    limit = LIMIT // 4 if options else LIMIT
    seed = lots.seed(seed)
    if not options and (quick := runner(name)) is not None:
        followed(made, quick, seed, tmp_path / "match.json")
        return
    match, result = play_out(made, seed, limit=limit)
    assert not result.error, options
    assert match is not None
    assert result.over or match.unfinished or result.decisions == limit
    path = tmp_path / "match.json"
    save(match, path)
    again = resume(read(path), made, trace=False, executor="interpreted" if options else "")  # nothing is compiled for one match alone
    assert again.digest() == match.digest()
    assert again.winners == match.winners


def followed(made: Machine, quick: Runner, seed: int, path: Path) -> None:
    """A compiled match is one of the interpreter too, to its end or as far as it went; its save holds it."""
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
    else:  # the last statement has taken all that are left and wants more
        assert given and given == tape[: len(given)]
        assert len(match.answers.script) == match.answers.scripted == len(tape) - len(given)
        assert match.requests
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


def altered(match: Match, viewer: int | str, rng: random.Random) -> tuple[Match, int]:
    """The same moment with other values in what the viewer may not see, as far as he then may see no more and no less."""
    hidden = hidden_cells(match, viewer)
    cells = []
    for cell, low, high in hidden:
        owner = match.program.fields[match.machine.layout.owner[cell]]
        if owner.target != match.program.seats:  # who commands a piece decides who may see it: changing that is another match
            cells.append((cell, rng.randint(max(low, NONE), min(high, low + 1000))))
    count = len(cells)
    while count:
        other = match.clone()
        for cell, value in cells[:count]:
            other.state.cells[cell] = value
        changed = sum(other.state.cells[cell] != match.state.cells[cell] for cell, _ in cells[:count])
        if hidden_cells(other, viewer) == hidden:
            return other, changed
        count //= 2  # one of them decides what is visible: fewer are changed
    return match.clone(), 0


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(n, marks=pytest.mark.more) for n in (3, 4, 5))])
@pytest.mark.parametrize("name", names())
def test_views_do_not_depend_on_what_is_hidden(name: str, seed: int) -> None:
    """Two states that differ only in what a viewer may not see give him the same view; in games without secrets all is seen by all."""
    rng = random.Random(seed := lots.seed(seed))
    match = Match(machine(name), seed)
    viewers: list[int | str] = [*range(match.program.domains[match.program.seats].size), SPECTATOR]
    secrets = any(field.values is None and field.seen and not field.name.startswith("_") for field in match.program.fields)
    compared = 0
    for moment in range(8):
        for _ in range(15):
            if match.requests:
                request = match.requests[0]
                match.answer(request.id, rng.randrange(len(request.options)))
        if not secrets:
            assert not any(hidden_cells(match, viewer) for viewer in viewers)
            continue
        for viewer in viewers if moment % 4 == 3 or not compared else ():
            before = json.dumps(view(match, viewer), sort_keys=True)
            other, changed = altered(match, viewer, rng)
            assert json.dumps(view(other, viewer), sort_keys=True) == before
            compared += changed
        if not match.requests:
            break
    assert compared or not secrets, "nothing that is hidden was changed"


@pytest.mark.parametrize("name", names())
def test_log_shows_no_secret_choice(name: str) -> None:
    """Where anything is chosen in secret, matches are played until some of it was; elsewhere no choice is."""
    program = machine(name).program
    secretly = any(getattr(node, "secret", False) is True for node in nodes(program))
    everyone = program.domains[program.seats].size
    seen = 0
    for number in range(6 if secretly else 1):
        rng = random.Random(seed := lots.seed(number))
        match = Match(machine(name), seed)
        for _ in range(80):
            if not match.requests:
                break
            request = match.requests[-1]
            match.answer(request.id, rng.randrange(len(request.options)))
        logs = [match.log(seat) for seat in range(everyone)]
        for record in match.log(REFEREE):
            if record.kind != "choice" or record.audience < 0:
                continue
            seen += 1
            for seat, log in enumerate(logs):
                assert (record in log) == bool(record.audience >> seat & 1)
            assert record not in match.log(SPECTATOR)
        if seen:
            break
    assert bool(seen) == secretly


@pytest.mark.parametrize("name", names())
def test_simulation_does_not_depend_on_cores(name: str) -> None:
    def counts(cores: int) -> dict[str, object]:
        short = {"rounds": "10"} if any(i.name == "rounds" for i in bind(rulebook(name)).symbols.option_infos) else {}
        result = simulate(name, 2, lots.seed(11), options=short, cores=cores)
        return {k: v for k, v in result.items() if "second" not in k}

    assert counts(1) == counts(2)


@pytest.mark.parametrize("name", ["chess", "draughts", "morris"])
def test_quiet_moves_end_a_match_before_the_rounds_run_out(name: str) -> None:
    found = simulate(name, 200 if name == "chess" else 2000, bots={"": "random"}, cores=1, watched=False)
    assert found["draws"] and not found["unfinished"]
