"""The generator that bots draw from: its numbers are known, and none is favoured."""

from __future__ import annotations

import pytest

from arbitre.interpreter.state.lots import Lots


def test_its_numbers_are_those_of_splitmix64() -> None:
    """As its authors' own program gives them."""
    lots = Lots(1234567)
    assert [lots.word() for _ in range(5)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip
    assert Lots(0).word() == 0xE220A8397B1DCDAF
    assert Lots(-1).word() == Lots(2**64 - 1).word()
    assert Lots("one").word() == Lots("one").word() != Lots("two").word()


@pytest.mark.parametrize("size", [2, 6, 7, 100])
def test_fair(size: int) -> None:
    """Over one long run, and over the first numbers of seeds that follow each other."""
    lots, run, first = Lots(1), [0] * size, [0] * size
    for seed in range(400 * size):
        run[lots.below(size)] += 1
        first[Lots(seed).below(size)] += 1
    for counts in (run, first):
        assert sum((count - 400) ** 2 / 400 for count in counts) < size + 4 * (2 * size) ** 0.5


def test_samples_and_ranges() -> None:
    lots, items = Lots(3), list(range(12))
    for count in (0, 1, 5, 12):
        found = lots.sample(items, count)
        assert len(found) == len(set(found)) == count and set(found) <= set(items)
    assert {tuple(lots.sample("abc", 2)) for _ in range(200)} == {(a, b) for a in "abc" for b in "abc" if a != b}
    assert {lots.between(-2, 1) for _ in range(100)} == {-2, -1, 0, 1}
    assert {lots.choice("xyz") for _ in range(100)} == set("xyz")
    assert 20 < sum(lots.once_in(4) for _ in range(160)) < 60
