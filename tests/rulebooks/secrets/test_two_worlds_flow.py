"""The check of information flow and the two worlds agree: a shipped game leaks to neither, a leak that is put into it is found by both."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lint.flow.findings import flow
from arbitre.dsl.lower.program import Bound, bind
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.determinisation import knowledge
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.state.lots import Lots

SEEDS = {"tsewnart": (7, 8, 9), "dungeonbowl": (8, 9), "kollaball": (5,)}  # of matches whose open question would offer it
PEEK = """\
extends {game}
action peek by {actor}:
    title en "Peek" fr "Épier"
    says nothing
    during {step}
    when {when}
    match.peeked becomes true
kind match:
    peeked: flag, seen by nobody
        title en "Peeked" fr "A épié"
"""
LEAKS = {
    "tsewnart": ("player", "orders", "any p in pieces where p.camp is not player.camp and p.role is {rare} and p.square.y is 2 or more"),
    "dungeonbowl": ("player", "activation", "any c in chests where c.holds_ball and c.square.x is {middle} or more"),
    "kollaball": ("us", "orders", "any b in balls where b.decoy and b.colour is not us"),
}


def with_leak(name: str, folder: Path, when: str) -> Bound:
    actor, step, _ = LEAKS[name]
    path = folder / "peek.rules"
    path.write_text(PEEK.format(game=name, actor=actor, step=step, when=when), encoding="utf-8")
    rulebook = load(name, [path])
    bound = bind(rulebook)
    assert not bound.messages.errors, bound.messages.errors[0].text
    bound.messages.items.clear()
    flow(bound, rulebook)
    return bound


def offered_alike(machine: Machine, seed: int) -> bool | None:
    """Whether the side of an open question is offered the same in a world that differs in what it may not know; None: none differs."""
    match, rng = Match(machine, seed, trace=False), Lots(seed)
    left = 3 * seed
    while match.requests and (match.turn == 0 or left):
        left -= match.turn > 0
        match.answer(match.requests[0].id, choose(match, match.requests[0], "random", rng))
    seat, hidden = match.requests[0].seat, sorted(knowledge(match, match.requests[0]).hidden)
    columns: dict[int, list[int]] = {}
    for cell in hidden:
        columns.setdefault(match.machine.layout.owner[cell], []).append(cell)
    offers, cells = [], []
    for tampered in (False, True):
        other = match.clone()
        for number, found in columns.items() if tampered else ():
            values = [match.state.cells[cell] for cell in found]
            values = rng.sample(values, len(values))
            column = match.program.fields[number]
            if len(set(values)) == 1 and column.is_flag:
                values[0] = 1 - values[0]
            for cell, value in zip(found, values, strict=True):
                other.state.cells[cell] = value
        other.check_always = False
        other.answers.forget()
        other.requests = []
        other.go_on()
        offers.append([[o.key for o in r.options] for r in other.requests if r.seat == seat])
        cells.append(other.state.cells[:])
    return offers[0] == offers[1] if cells[0] != cells[1] else None


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_in_a_shipped_game_is_found_by_the_check_and_by_two_worlds(name: str, tmp_path: Path) -> None:
    program = bind(load(name)).program
    middle = next((d.board.width // 2 for d in program.domains if d.board is not None and hasattr(d.board, "width")), 10)
    found = False
    for rare in ("brute", "archer", "priest") if name == "tsewnart" else ("",):
        bound = with_leak(name, tmp_path, LEAKS[name][2].format(rare=rare, middle=middle))
        assert [m.code for m in bound.messages.items if m.place.file.endswith("peek.rules")] == ["V02"]
        machine = machine_of(bound.program)
        found = found or any(offered_alike(machine, seed) is False for seed in SEEDS[name])
        if found:
            break
    assert found


@pytest.mark.parametrize("name", LEAKS)
def test_a_shipped_game_leaks_to_neither(name: str) -> None:
    rulebook = load(name)
    bound = bind(rulebook)
    bound.messages.items.clear()
    flow(bound, rulebook)
    assert not bound.messages.items
    machine = machine_of(bound.program)
    worlds = [offered_alike(machine, seed) for seed in SEEDS[name][:1]]
    assert False not in worlds
    assert True in worlds
