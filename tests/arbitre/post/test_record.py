"""A stored match: every step gives another record, and leaves the one before as it was."""

from __future__ import annotations

import json

import pytest

from arbitre.interpreter.match.save import to_data
from arbitre.post.record import deliver, due, sealed, withdraw
from tests.arbitre.post.heath import begun

RED, BLUE = 0, 1


def test_a_turn_by_post_as_records() -> None:
    match = begun("kollaball")
    machine, first = match.machine, to_data(match)
    before = json.dumps(first)
    assert due(first, machine) == [RED, BLUE]
    second, _ = deliver(first, machine, RED, "Bonjour,\nR1 receveur B4\nMerci", "fr")
    assert json.dumps(first) == before and due(second, machine) == [BLUE] and due(first, machine) == [RED, BLUE]
    assert sealed(second, machine, RED, "en").orders == ("Move as receiver: Red 1, B4",) and not sealed(second, machine, BLUE, "en").orders
    third, found = deliver(second, machine, RED, "R1 flies", "en")
    assert third is second and not found.accepted
    changed, _ = deliver(second, machine, RED, "R1 receiver B5", "en")
    assert sealed(changed, machine, RED, "fr").orders == ("Se déplacer en receveur\u00a0: Rouge 1, B5",)
    assert due(withdraw(changed, machine, RED), machine) == [RED, BLUE] and withdraw(first, machine, RED) is first
    last, _ = deliver(changed, machine, BLUE, "B1 receiver F4", "en")
    assert last["answers"] != first["answers"] and not last["open"] and due(last, machine) != [RED]


def test_who_owes_nothing_cannot_deliver() -> None:
    match = begun("kollaball")
    umpire = next(seat for seat in match.seats() if seat not in (RED, BLUE))
    with pytest.raises(ValueError, match="not asked"):
        deliver(to_data(match), match.machine, umpire, "R1 receiver B4", "en")
