"""Exact odds of Kollaball as its rulebook gives them, against the same odds computed here by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

import arbitre.api as api

FIFTIES = range(1, 41)
HARM = {
    "hindrance": (1, 25),
    "play_on": (26, 50),
    "wrong_call": (51, 75),
    "imaginary_foul": (76, 97),
    "grave_foul": (98, 99),
    "rigging": (100, 100),
}
FAVOURS = {
    "kind_refereeing": (1, 25), "offside": (26, 50), "advantage_played": (51, 75), "play": (76, 97), "more_than_play": (98, 99),
    "favouritism": (100, 100),
}  # fmt: skip
MERCHANT = ["given r4.class = merchant", "given r4.cell = B4"]
EVENT_TURNS = 4
Odds = dict[str, dict[tuple[int, ...], Fraction]]
QUESTIONS = {
    **{
        f"bribe {n}{' critical' if critical else ''}": [
            *MERCHANT, *(["given r4.critical = true"] if critical else []), f"do test bribery by r4 with {n} as paid",
            "measure paid.result is success as done",
        ]
        for n in FIFTIES for critical in (False, True)
    },
    "critical": [*MERCHANT, "do test mastery by r4 as well", "measure well.result is success as done"],
    "thrown out": [
        *MERCHANT, "given b1.cell = E4", "given b2.cell = E5", "do rig blue", "measure b1.gone as one", "measure b2.gone as two",
    ],
    "who is hindered": [
        *MERCHANT, "given b1.cell = E4", "given b2.cell = E5", "given b3.cell = F4", "given ball white: colour blue, holder b1",
        "do roll harm for red by r4", "measure b1.owed as one", "measure b2.owed as two", "measure b1.gone as out",
    ],
    "friends in high places": [
        *MERCHANT, "given r4.critical = true", "given b1.cell = E4", "do roll harm for red by r4", "measure b1.gone as out",
    ],
    "events": ["option random_events = true", *["do throw_for_event"] * EVENT_TURNS, "measure match.event_floor as floor"],
}  # fmt: skip


@pytest.fixture(scope="module")
def answers(measured: Callable[..., Odds]) -> Odds:
    return measured("kollaball", QUESTIONS)


@pytest.mark.parametrize("fifties", FIFTIES)
def test_a_bribe_takes_ten_in_a_hundred_a_fifty_and_fifteen_if_critical(fifties: int, answers: Odds) -> None:
    for rate, name in ((10, f"bribe {fifties}"), (15, f"bribe {fifties} critical")):
        chance = min(Fraction(1), Fraction(rate * fifties, 100))
        assert answers[name].get((1,), Fraction(0)) == chance


def test_a_critical_comes_three_times_in_a_hundred(answers: Odds) -> None:
    assert answers["critical"][(1,)] == Fraction(3, 100)


def test_whoever_is_excluded_for_nothing_is_drawn_evenly(answers: Odds) -> None:
    assert answers["thrown out"] == {(1, 0): Fraction(1, 2), (0, 1): Fraction(1, 2)}


def test_a_harm_spares_the_carrier_of_a_hindrance_alone(answers: Odds) -> None:
    """One in four is a hindrance, of one of the two without a ball; another makes one of the three miss the next turn, a third is a
    refereeing error against one of the three: all three owe him turns.  One in a hundred throws out one of the three."""
    table = answers["who is hindered"]
    owed_one = sum(p for (one, _, _), p in table.items() if one)
    owed_two = sum(p for (_, two, _), p in table.items() if two)
    out = sum(p for (_, _, gone), p in table.items() if gone)
    assert owed_one == 2 * Fraction(25, 100) / 3
    assert owed_two == Fraction(25, 100) / 2 + 2 * Fraction(25, 100) / 3
    assert out == Fraction(1, 100) / 3


def test_a_critical_bribe_throws_out_three_times_in_a_hundred(answers: Odds) -> None:
    assert answers["friends in high places"][(1,)] == Fraction(3, 100)


def by_hand() -> dict[int, Fraction]:
    """The floor after some turns: the chance rises by three a turn, an event takes it back to the floor, which rises by three."""
    worlds = {(0, 3): Fraction(1)}
    for _ in range(EVENT_TURNS):
        after: dict[tuple[int, int], Fraction] = {}
        for (chance, floor), share in worlds.items():
            now = min(chance + 3, 100)
            for world, part in (((floor + 3, floor + 3), Fraction(now, 100)), ((now, floor), 1 - Fraction(now, 100))):
                after[world] = after.get(world, Fraction(0)) + share * part
        worlds = after
    floors: dict[int, Fraction] = {}
    for (_, floor), share in worlds.items():
        floors[floor] = floors.get(floor, Fraction(0)) + share
    return floors


def test_the_chance_of_an_event_rises_and_falls_back_to_a_rising_floor(answers: Odds) -> None:
    assert {floor: p for (floor,), p in answers["events"].items()} == by_hand()


@pytest.mark.parametrize(("table", "rows"), [("harm", HARM), ("favours", FAVOURS)])
def test_the_rows_of_both_tables(table: str, rows: dict[str, tuple[int, int]]) -> None:
    odds = api.odds(api.load("kollaball"), table)
    shares: dict[str, Fraction] = {}
    for outcome in odds:
        shares[outcome["row"]] = shares.get(outcome["row"], Fraction(0)) + outcome["probability"]
    assert shares == {name: Fraction(last - first + 1, 100) for name, (first, last) in rows.items()}
