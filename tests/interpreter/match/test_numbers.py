"""Numbers of what happened: those of what everybody sees are the same for all, and none tells what was shown to others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from arbitre.interpreter.state.trace import Log, Number, Numbers, Record
from arbitre.interpreter.state.visibility import PUBLIC, REFEREE, SPECTATOR, may_see

VIEWERS: tuple[int | str, ...] = (0, 1, 2, SPECTATOR, REFEREE)
AUDIENCES = (PUBLIC, PUBLIC, 0, 0b001, 0b010, 0b100, 0b011, 0b111)


def log_of(audiences: Sequence[int]) -> list[Record]:
    return [Record("tell", str(at), audience=audience, index=at) for at, audience in enumerate(audiences)]


def drawn(rng: Random) -> list[int]:
    return [rng.choice(AUDIENCES) for _ in range(rng.randrange(1, 40))]


def known(log: Sequence[Record], viewer: int | str) -> list[str]:
    numbers = Numbers(log, viewer)
    return [str(numbers.of(r)) for r in log if may_see(r.audience, viewer)]


def test_what_not_everybody_sees_is_counted_from_the_public_record_before_it() -> None:
    log = log_of([0b01, PUBLIC, PUBLIC, 0b10, 0b01, 0b11, PUBLIC, 0])
    assert known(log, 0) == ["0.1", "1", "2", "2.1", "2.2", "3"]
    assert known(log, 1) == ["1", "2", "2.1", "2.2", "3"]
    assert known(log, SPECTATOR) == ["1", "2", "3"]
    assert known(log, REFEREE) == ["0.1", "1", "2", "2.1", "2.2", "2.3", "3", "3.1"]


@pytest.mark.parametrize("seed", range(30))
def test_a_number_leads_back_to_what_has_it(seed: int) -> None:
    log = log_of(drawn(Random(seed)))
    for viewer in VIEWERS:
        numbers, mine = Numbers(log, viewer), [r for r in log if may_see(r.audience, viewer)]
        said = [numbers.of(r) for r in mine]
        assert said == sorted(set(said)) and [numbers.find(n) for n in said] == [r.index for r in mine]
        assert [Number.read(str(n)) for n in said] == said
        assert numbers.latest() == (said[-1] if said else None)
        every = {Number(n, own) for n in range(45) for own in range(45)}
        assert all(numbers.find(n) is None for n in every - set(said))
        for at, record in enumerate(mine):
            assert numbers.next(record.index) == (mine[at + 1].index if at + 1 < len(mine) else None)


@pytest.mark.parametrize("seed", range(30))
def test_what_everybody_sees_has_one_number(seed: int) -> None:
    log = log_of(drawn(Random(seed)))
    for record in log:
        if record.audience == PUBLIC:
            assert len({Numbers(log, viewer).of(record) for viewer in VIEWERS}) == 1


@pytest.mark.parametrize("seed", range(30))
def test_in_two_worlds_that_differ_in_what_others_are_shown_the_numbers_are_the_same(seed: int) -> None:
    rng = Random(seed)
    for viewer in VIEWERS[:-1]:
        mine = [a for a in drawn(rng) if may_see(a, viewer)]
        hidden = [a for a in AUDIENCES if not may_see(a, viewer)]
        worlds = []
        for _ in range(2):
            audiences: list[int] = []
            for audience in mine:
                audiences += [rng.choice(hidden) for _ in range(rng.randrange(4))]
                audiences.append(audience)
            worlds.append(known(log_of(audiences), viewer))
        assert worlds[0] == worlds[1]


@pytest.mark.parametrize("seed", range(30))
def test_they_hold_as_the_log_grows_and_where_its_beginning_is_only_counted(seed: int) -> None:
    rng = Random(seed)
    log = log_of(drawn(rng))
    for viewer in VIEWERS:
        whole = known(log, viewer)
        numbers, cut = Numbers(log[:0], viewer), rng.randrange(len(log) + 1)
        for length in (cut, len(log), cut, len(log)):
            numbers = numbers.grown(log[:length])
            seen = [r for r in log[:length] if may_see(r.audience, viewer)]
            assert [str(numbers.of(r)) for r in seen] == whole[: len(seen)]
        counts: dict[int, int] = {}
        for record in log[:cut]:
            counts[record.audience] = counts.get(record.audience, 0) + 1
        later = Log(counts, lambda: later.begins_with(log[:cut]))
        for record in log[cut:]:
            later.append(record)
        numbers = Numbers(later, viewer)
        assert [str(numbers.of(r)) for r in reversed(log) if may_see(r.audience, viewer)] == whole[::-1]
        later = Log(counts, lambda: later.begins_with(log[:cut]))
        for record in log[cut:]:
            later.append(record)
        numbers = Numbers(later, viewer)
        assert all(numbers.find(Number.read(n) or Number(0)) is not None for n in reversed(whole))


@pytest.mark.parametrize(("said", "number"), [
    ("37", Number(37)), (" 37.2 ", Number(37, 2)), (37, Number(37)), ("0.1", Number(0, 1)), ("3.0", None), ("3,1", None), ("3.", None),
    (".1", None), ("-1", None), (-1, None), (True, None), (None, None), ("", None), ("3.1.1", None), (3.1, None),
])  # fmt: skip
def test_numbers_as_they_are_said(said: object, number: Number | None) -> None:
    assert Number.read(said) == number


def test_a_number_of_any_length_is_read() -> None:
    assert Numbers(log_of([PUBLIC] * 3), REFEREE).find(Number.read("9" * 9999) or Number(1)) is None
