"""What came of answers in the same worlds: which are looked into on, and which is preferred to greedy's."""

from __future__ import annotations

from arbitre.interpreter.play.bots.comparing import LEAST, all_damped, better_half, preferred

EVEN = [0.0, 1.0] * LEAST  # what luck makes of greedy's answer


def test_luck_that_is_the_same_for_all_tells_nothing() -> None:
    standing = {0: EVEN, 1: [value + 0.1 for value in EVEN]}
    assert preferred([0, 1], 0, standing, doubt=3.0) == 1


def test_more_is_asked_for_the_more_one_doubts() -> None:
    standing = {0: EVEN, 1: [value + (0.5 if n % 4 else -0.9) for n, value in enumerate(EVEN)]}
    assert preferred([0, 1], 0, standing, doubt=0.5) == 1
    assert preferred([0, 1], 0, standing, doubt=3.0) == 0


def test_an_answer_tried_in_few_worlds_is_not_preferred() -> None:
    few = LEAST - 1
    assert preferred([0, 1], 0, {0: EVEN[:few], 1: [value + 1 for value in EVEN[:few]]}, doubt=0.5) == 0


def test_greedys_answer_stays_among_the_better_half() -> None:
    assert better_half([0, 1, 2, 3], 0, {0: [0.0], 1: [0.1], 2: [0.3], 3: [0.2]}) == [0, 2, 3]


def test_what_decides_the_match_counts_little_more_than_what_is_far_better() -> None:
    found = all_damped([[0.0, 0.0], [10.0, 1_000_000.0]])
    assert found[0] == [0.0, 0.0]
    assert found[1][0] == 0.5
    assert 0.99 < found[1][1] <= 1.0
